// Recognizes numbers in a run's configuration.
#include "core/report/configuration.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "core/base/printing.h"

namespace mtgauge {

bool IsPlainNumber(const std::string& text) {
  int64_t whole = 0;
  const char* const end = text.data() + text.size();
  if (std::from_chars(text.data(), end, whole).ptr == end) return fmt::to_string(whole) == text;
  double number = 0;
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end && std::isfinite(number) &&
         ShortestDouble(number) == text;
}

}  // namespace mtgauge
