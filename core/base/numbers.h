// Numbers as people write them.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace mtgauge {

// A text that is a number of this type and nothing else; nothing where it is none.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

}  // namespace mtgauge
