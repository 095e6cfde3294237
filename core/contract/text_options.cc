// Reads the options that word-based metrics share.
#include "core/contract/text_options.h"

#include <fmt/format.h>

#include <charconv>
#include <type_traits>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

template <typename Number>
Result<Number> ReadAs(const MetricOptions& given, std::string_view name, Number fallback,
                      Number low, Number high) {
  const auto found = given.find(name);
  if (found == given.end()) return fallback;
  const std::string& text = found->second;
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low) ||
      !(value <= high)) {
    constexpr std::string_view kKind = std::is_integral_v<Number> ? "whole number" : "number";
    return UsageError({.option = std::string(name)},
                      fmt::format("{}={} must be a {} from {} to {}", name, text, kKind, low, high),
                      "");
  }
  return value;
}

Result<TextOptions> OptionsWith(const TokenizerRow& tokenizer, const MetricOptions& given) {
  TextOptions options;
  options.tokenizer = &tokenizer;
  MTG_ASSIGN_OR_RETURN(options.lowercase, ReadYesNo(given, "lc", false));
  MTG_ASSIGN_OR_RETURN(options.stemmer, ReadStemmer(given));
  return options;
}

}  // namespace

Result<const TokenizerRow*> TokenizerIn(const MetricContext& context, const std::string& name) {
  if (context.rows == nullptr) return OpenTokenizer(name, context.versions);
  const RowSettings& rows = *context.rows;
  const auto value = [&](const MetricOptionRow& option) {
    return std::string(rows.Value(option.name));
  };
  return RecallTokenizer(name, rows.Value("tok"), rows.Value("model"),
                         {value(kUnicode), value(kPieces)});
}

Result<TextOptions> ReadTextOptions(const MetricOptions& given, const MetricContext& context) {
  const auto found = given.find(kTokOption.name);
  const std::string tok = found == given.end() ? std::string(kTokOption.fallback) : found->second;
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* const tokenizer, TokenizerIn(context, tok));
  return OptionsWith(*tokenizer, given);
}

Result<TextOptions> ReadToolTextOptions(const MetricOptions& given, const MetricContext& context,
                                        std::string_view tok, std::string_view lc) {
  MetricOptions all = given;
  all.emplace("tok", tok);
  all.emplace("lc", lc);
  MTG_ASSIGN_OR_RETURN(TextOptions options, ReadTextOptions(all, context));
  if (options.lowercase) options.lowercasing = FindTokenizer(options.tokenizer->lowercasing);
  return options;
}

Result<TextOptions> ReadOwnTextOptions(const MetricOptions& given, const MetricContext& context,
                                       const TokenizerRow& own, std::string_view tok) {
  MetricOptions all = given;
  std::string& name = all[std::string(kTokOption.name)];
  if (name.empty()) name = tok;
  if (!name.empty() && name != own.name) return ReadTextOptions(all, context);
  const std::string unicode = context.rows == nullptr
                                  ? context.versions.unicode
                                  : std::string(context.rows->Value(kUnicode.name));
  if (!unicode.empty() && unicode != own.unicode) {
    return UsageError({.option = "metrics"},
                      fmt::format("unicode={} is unknown to the tokenizer {}", unicode, own.name),
                      "leave it out");
  }
  return OptionsWith(own, given);
}

Result<const StemmerRow*> ReadStemmer(const MetricOptions& given) {
  const auto found = given.find(kStemOption.name);
  if (found == given.end() || found->second == kStemOption.fallback) return nullptr;
  const StemmerRow* const stemmer = FindStemmer(found->second);
  if (stemmer == nullptr) {
    return UsageError({.option = std::string(kStemOption.name)},
                      fmt::format("unknown stemmer '{}'", found->second),
                      "there are " + StemmerNames());
  }
  return stemmer;
}

Result<double> ReadNumber(const MetricOptions& given, std::string_view name, double fallback,
                          double low, double high) {
  return ReadAs(given, name, fallback, low, high);
}

Result<uint32_t> ReadWhole(const MetricOptions& given, std::string_view name, uint32_t fallback,
                           uint32_t low, uint32_t high) {
  return ReadAs(given, name, fallback, low, high);
}

Result<int64_t> ReadInteger(const MetricOptions& given, std::string_view name, int64_t fallback,
                            int64_t low, int64_t high) {
  return ReadAs(given, name, fallback, low, high);
}

Result<bool> ReadYesNo(const MetricOptions& given, std::string_view name, bool fallback) {
  const auto found = given.find(name);
  if (found == given.end()) return fallback;
  if (found->second != "yes" && found->second != "no") {
    return UsageError({.option = std::string(name)},
                      fmt::format("{}={} must be yes or no", name, found->second), "");
  }
  return found->second == "yes";
}

Status UnknownName(std::string_view name, std::string_view text,
                   const std::vector<std::string_view>& names) {
  return UsageError({.option = std::string(name)},
                    fmt::format("{}={} must be one of {}", name, text, fmt::join(names, ", ")), "");
}

void AddDependencies(const TextOptions& options, SignatureKeyList& keys) {
  const TokenizerRow& tokenizer = *options.tokenizer;
  if (!tokenizer.unicode.empty()) keys.emplace_back(kUnicode.name, tokenizer.unicode);
  if (!tokenizer.model.empty()) keys.emplace_back("model", tokenizer.model);
  if (!tokenizer.pieces.empty()) keys.emplace_back(kPieces.name, tokenizer.pieces);
  // ASCII lower-casing does not depend on the version of Unicode.
  const bool by_unicode =
      options.lowercasing == nullptr ? options.lowercase : !options.lowercasing->unicode.empty();
  if (by_unicode) keys.emplace_back("lcunicode", kCaseUnicode);
}

SignatureKeyList TextSignatureKeys(const TextOptions& options, const SignatureKeyList& own) {
  SignatureKeyList keys = {{"case", options.lowercase ? "lc" : "mixed"},
                           {"tok", std::string(options.tokenizer->signature)}};
  if (options.stemmer != nullptr) keys.emplace_back("stem", StemmerSignature(*options.stemmer));
  keys.insert(keys.end(), own.begin(), own.end());
  AddDependencies(options, keys);
  return keys;
}

}  // namespace mtgauge
