// Reads all lines, then adds n-grams order by order, so that prefixes come before longer n-grams.
#include "core/algo/ngrams/ngram_count_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/ngram_counts.h"

namespace mtgauge {
namespace {

struct Line {
  std::string_view gram;
  uint64_t number;
  uint32_t count;
};

constexpr char kForm[] = "write tokens separated by single spaces, a tab and their count";

// Splits an n-gram into `tokens`. Returns false if a token is empty.
bool Split(std::string_view gram, std::vector<std::string_view>& tokens) {
  tokens.clear();
  for (size_t begin = 0; begin <= gram.size();) {
    const size_t end = std::min(gram.find(' ', begin), gram.size());
    if (end == begin) return false;
    tokens.push_back(gram.substr(begin, end - begin));
    begin = end + 1;
  }
  return true;
}

// Parses a count. Returns nullopt unless `text` is a whole number in the allowed range.
std::optional<uint32_t> ReadCount(std::string_view text) {
  uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || count == 0 || count == UINT32_MAX) return std::nullopt;
  return count;
}

// Returns the lines of n-grams of up to max_order tokens, as [order - 1].
Result<std::vector<std::vector<Line>>> SortLines(const std::string& path, std::string_view bytes,
                                                 uint32_t max_order) {
  std::vector<std::vector<Line>> by_order(max_order);
  std::vector<std::string_view> tokens;
  uint64_t number = 0;
  while (!bytes.empty()) {
    ++number;
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos || !Split(line.substr(0, tab), tokens)) {
      return InputError({path, number}, "not an n-gram and its count", kForm);
    }
    const std::optional<uint32_t> count = ReadCount(line.substr(tab + 1));
    if (!count) {
      return InputError({path, number}, fmt::format("'{}' is not a count", line.substr(tab + 1)),
                        "write a whole number from 1 to 4294967294");
    }
    if (tokens.size() > max_order) continue;
    by_order[tokens.size() - 1].push_back({line.substr(0, tab), number, *count});
  }
  return by_order;
}

// Returns the error for a file that lacks n-grams of `longest` + 1 tokens.
Status TooShort(const std::string& path, std::ptrdiff_t longest) {
  if (longest == 0) return InputError({path}, "there are no counts of single tokens", "add them");
  return InputError({path}, fmt::format("there are no counts of n-grams of {} tokens", longest + 1),
                    fmt::format("add them or ask for order={}", longest));
}

Status AddLine(const std::string& path, const Line& line,
               const std::vector<std::string_view>& tokens, HashFunction hash,
               NgramCounts& counts) {
  switch (counts.Set(tokens, line.count, hash)) {
    case NgramCounts::Outcome::kSet:
      return OkStatus();
    case NgramCounts::Outcome::kTwice:
      return InputError({path, line.number}, fmt::format("'{}' has two counts", line.gram),
                        "keep one");
    case NgramCounts::Outcome::kUnknownToken:
      return InputError({path, line.number}, fmt::format("a token of '{}' has no count", line.gram),
                        "add a line for it");
    case NgramCounts::Outcome::kRarerPrefix:
      break;
  }
  const size_t prefix = static_cast<size_t>(tokens.back().data() - line.gram.data()) - 1;
  return InputError({path, line.number},
                    fmt::format("'{}' has a higher count than '{}', which it begins with",
                                line.gram, line.gram.substr(0, prefix)),
                    "correct the counts");
}

}  // namespace

Result<NgramCountFile> ReadNgramCountFile(const std::string& path, uint32_t max_order,
                                          HashFunction hash) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) return IoError({path}, "cannot be read", "check its path and permissions");
  MTG_ASSIGN_OR_RETURN(const auto by_order, SortLines(path, bytes, max_order));
  NgramCounts counts(max_order);
  std::vector<std::string_view> tokens;
  for (const std::vector<Line>& lines : by_order) {
    if (lines.empty()) return TooShort(path, &lines - by_order.data());
    for (const Line& line : lines) {
      Split(line.gram, tokens);
      MTG_RETURN_IF_ERROR(AddLine(path, line, tokens, hash, counts));
    }
  }
  return NgramCountFile{
      std::make_shared<NgramTrie>(counts.Trie()),
      fmt::format("{:016x}", FindHash("xxh64")->function(bytes.data(), bytes.size()))};
}

}  // namespace mtgauge
