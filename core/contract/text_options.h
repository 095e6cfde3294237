// The options that word-based metrics share (tokenizer, casing, stemmer), and functions that read
// options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/metric.h"
#include "core/contract/registry.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

struct TextOptions {
  const TokenizerRow* tokenizer = nullptr;
  bool lowercase = false;
  // A tokenizer that lower-cases as the metric's tool does. It replaces `tokenizer` and Unicode's
  // rules.
  const TokenizerRow* lowercasing = nullptr;
  const StemmerRow* stemmer = nullptr;  // null for none

  // Returns the view that the options require.
  ViewSpec Words() const {
    if (lowercasing != nullptr) return {false, lowercasing, stemmer};
    return {lowercase, tokenizer, stemmer};
  }
};

// Their rows in a metric's table of options.
inline constexpr MetricOptionRow kTokOption = {"tok", "NAME", "none", "tokenizer"};
inline constexpr MetricOptionRow kLcOption = {"lc", "yes|no", "no", "compare in lower case"};
inline constexpr MetricOptionRow kStemOption = {
    "stem", "NAME", "none", "compare word stems: porter or a language code, as in stem=en"};

// Reads tok, lc and stem. Returns a UsageError for a wrong value.
Result<TextOptions> ReadTextOptions(const MetricOptions& given, const MetricContext& context);
// The same as above with the defaults of a tool whose tokenizers lower-case in their own way.
Result<TextOptions> ReadToolTextOptions(const MetricOptions& given, const MetricContext& context,
                                        std::string_view tok, std::string_view lc);
// The same as ReadTextOptions(), but `tok` may also name the tool's own tokenizer, which is not in
// the table. The default is `tok`, or the own one if that is empty.
Result<TextOptions> ReadOwnTextOptions(const MetricOptions& given, const MetricContext& context,
                                       const TokenizerRow& own, std::string_view tok = "");
// Returns the tokenizer of this name. If existing rows are scored, it only describes itself.
Result<const TokenizerRow*> TokenizerIn(const MetricContext& context, const std::string& name);
// Returns the given stemmer, or null if there is none. Returns a UsageError if it is unknown.
Result<const StemmerRow*> ReadStemmer(const MetricOptions& given);
// Returns the number given for `name`, or `fallback`. Returns a UsageError unless it is in [low,
// high].
Result<double> ReadNumber(const MetricOptions& given, std::string_view name, double fallback,
                          double low, double high);
// The same for whole numbers.
Result<uint32_t> ReadWhole(const MetricOptions& given, std::string_view name, uint32_t fallback,
                           uint32_t low, uint32_t high);
Result<int64_t> ReadInteger(const MetricOptions& given, std::string_view name, int64_t fallback,
                            int64_t low, int64_t high);
// The same for yes or no.
Result<bool> ReadYesNo(const MetricOptions& given, std::string_view name, bool fallback);
// Returns the error "NAME=TEXT must be one of a, b".
Status UnknownName(std::string_view name, std::string_view text,
                   const std::vector<std::string_view>& names);
// Returns the row that the option names, or the first row if it is not given. Returns a UsageError
// if there is no such row.
template <typename Row, size_t kRows>
Result<const Row*> ReadNamed(const MetricOptions& given, std::string_view name,
                             std::span<const Row, kRows> rows) {
  const auto found = given.find(name);
  if (found == given.end()) return rows.data();
  std::vector<std::string_view> names;
  for (const Row& row : rows) {
    if (row.name == found->second) return &row;
    names.push_back(row.name);
  }
  return UnknownName(name, found->second, names);
}

using SignatureKeyList = std::vector<std::pair<std::string, std::string>>;
// Returns the keys case, tok and stem, then `own`, then the dependencies of the first three.
SignatureKeyList TextSignatureKeys(const TextOptions& options, const SignatureKeyList& own = {});
// Adds the model, and the versions of Unicode and SentencePiece, that tokens and casing depend on.
void AddDependencies(const TextOptions& options, SignatureKeyList& keys);

}  // namespace mtgauge
