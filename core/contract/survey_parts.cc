// Names surveys and makes digests.
#include "core/contract/survey_parts.h"

#include <fmt/format.h>

#include <charconv>

#include "core/text/token_key.h"

namespace mtgauge {
namespace {

constexpr std::string_view kOrderKey = "order";

}  // namespace

std::string SurveyName(std::string_view metric, const TextOptions& text, uint32_t order,
                       const std::string& normalize) {
  std::string name(metric);
  for (const auto& [key, value] :
       TextSignatureKeys(text, {{std::string(kOrderKey), std::to_string(order)}})) {
    name += fmt::format("|{}:{}", key, value);
  }
  if (!normalize.empty()) name += "|normalize:" + normalize;
  return name;
}

uint32_t OrderInSurveyName(std::string_view name, uint32_t most) {
  const std::string key = fmt::format("|{}:", kOrderKey);
  const size_t found = name.find(key);
  if (found == name.npos) return 0;
  uint32_t order = 0;
  std::from_chars(name.data() + found + key.size(), name.data() + name.size(), order);
  return order <= most ? order : 0;
}

uint64_t TokenDigest::Of(const Tokens& tokens) {
  const HashFunction hash = DefaultHash().function;
  const uint64_t* keys = tokens.key;
  if (hash_ != hash) {
    keys_.clear();
    for (uint32_t i = 0; i < tokens.count; ++i) keys_.push_back(TokenKey(tokens[i], hash));
    keys = keys_.data();
  }
  return hash(reinterpret_cast<const char*>(keys), size_t{tokens.count} * sizeof(uint64_t));
}

}  // namespace mtgauge
