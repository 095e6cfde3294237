// Reads fields of the test sets in sacreBLEU's cache, and selects segments by them.
#include "core/input/sacrebleu/test_set_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>
#include <utility>

#include "core/input/sacrebleu/test_sets.h"

namespace mtgauge {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::string_view kReference = "ref";

Result<PythonColumn> ReadField(const std::string& set, const std::string& pair,
                               std::string_view field) {
  MTG_ASSIGN_OR_RETURN(const std::string file, TestSetFile(set, pair, field));
  return ReadColumn(file);
}

void ForEachValue(const PythonColumn& column, const std::function<void(std::string_view)>& use) {
  const auto take = [&](std::string_view line) {
    use(line);
    return OkStatus();
  };
  static_cast<void>(
      ForEachLine({column.text.data(), column.bytes()}, take));  // there are no errors
}

// Returns true if a segment's original language is wanted: "en", or "non-en".
bool IsWantedLanguage(const std::string& wanted, std::string_view language) {
  constexpr std::string_view kNot = "non-";
  if (wanted.starts_with(kNot)) return language != std::string_view(wanted).substr(kNot.size());
  return language == wanted;
}

Result<std::regex> SubsetPattern(std::string pattern) {
  constexpr std::string_view kCountry = "country:";
  if (pattern.starts_with(kCountry)) pattern.erase(0, kCountry.size());
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& failure) {
    return UsageError(
        fmt::format("`subset`: '{}' is not a regular expression: {}", pattern, failure.what()),
        "name a domain");
  }
}

Result<std::string> ListFields(const std::string& set, const std::vector<std::string>& pairs) {
  std::string out;
  for (const std::string& pair : pairs) {
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields, TestSetFields(set, pair));
    out += fmt::format("{}: {}\n", pair, fmt::join(fields, ", "));
  }
  return out;
}

// Replaces "all" with all fields, and "ref" with the first named reference if there is no plain
// "ref".
Result<std::vector<std::string>> WantedFields(std::vector<std::string> wanted,
                                              const std::string& set, const std::string& pair) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> known, TestSetFields(set, pair));
  if (std::find(wanted.begin(), wanted.end(), kAll) != wanted.end()) {
    if (wanted.size() == 1) return known;
    return InputError("Cannot use `echo` all with other fields");
  }
  if (std::find(known.begin(), known.end(), kReference) != known.end()) return wanted;
  const auto first = std::find_if(known.begin(), known.end(), [](const std::string& field) {
    return field.starts_with(kReference);
  });
  if (first != known.end()) {
    std::replace(wanted.begin(), wanted.end(), std::string(kReference), *first);
  }
  return wanted;
}

// Joins the columns with tabs, up to the length of the shortest.
std::string Pasted(const std::vector<PythonColumn>& columns) {
  size_t lines = SIZE_MAX;
  for (const PythonColumn& column : columns) lines = std::min(lines, column.lines);
  std::vector<size_t> at(columns.size());
  std::string out;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t c = 0; c < columns.size(); ++c) {
      const size_t end = columns[c].text.find('\n', at[c]);
      out.append(columns[c].text, at[c], end - at[c]);
      out += c + 1 < columns.size() ? '\t' : '\n';
      at[c] = end + 1;
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> TestSetNames(const SacreBleuInputs& inputs) {
  std::vector<std::string> names(1);
  for (const char c : *inputs.test_set) {
    if (c == ',') {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

Result<std::vector<bool>> KeptSegments(const SacreBleuInputs& inputs) {
  std::vector<bool> kept;
  if (!inputs.origlang && !inputs.subset) return kept;
  if (!inputs.test_set || !inputs.language_pair) {
    return UsageError(
        "`origlang` and `subset` need a test set (`test-set`) and a language pair "
        "(`language-pair`)");
  }
  MTG_ASSIGN_OR_RETURN(const std::regex subset, SubsetPattern(inputs.subset.value_or("")));
  for (const std::string& set : TestSetNames(inputs)) {
    const size_t begin = kept.size();
    if (inputs.origlang) {
      MTG_ASSIGN_OR_RETURN(const PythonColumn column,
                           ReadField(set, *inputs.language_pair, "origlang"));
      ForEachValue(column, [&](std::string_view language) {
        kept.push_back(IsWantedLanguage(*inputs.origlang, language));
      });
    }
    if (!inputs.subset) continue;
    const bool tagged = HasDocumentTags(set);
    MTG_ASSIGN_OR_RETURN(const PythonColumn column,
                         ReadField(set, *inputs.language_pair, tagged ? "docid" : "domain"));
    if (!inputs.origlang) kept.resize(begin + column.lines, true);
    size_t at = begin;
    ForEachValue(column, [&](std::string_view line) {
      const std::string_view domain = tagged ? DocumentTags(set, line) : line;
      const bool matches = std::regex_search(domain.begin(), domain.end(), subset);
      if (at < kept.size()) kept[at] = kept[at] && matches;
      ++at;
    });
  }
  return kept;
}

Result<std::vector<std::string>> TestSetValues(const SacreBleuInputs& inputs,
                                               std::string_view field) {
  std::set<std::string> values;
  for (const std::string& set : TestSetNames(inputs)) {
    if (field == "domain" && HasDocumentTags(set)) {
      for (std::string& subset : DocumentSubsets(set)) values.insert(std::move(subset));
      continue;
    }
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields,
                         TestSetFields(set, *inputs.language_pair));
    if (std::find(fields.begin(), fields.end(), field) == fields.end()) continue;
    MTG_ASSIGN_OR_RETURN(const PythonColumn column, ReadField(set, *inputs.language_pair, field));
    ForEachValue(column, [&](std::string_view value) { values.emplace(value); });
  }
  return std::vector<std::string>(values.begin(), values.end());
}

Result<std::string> ListTestSets(const SacreBleuInputs& inputs) {
  const std::vector<CachedTestSet> sets = CachedTestSets();
  if (inputs.test_set) {
    std::vector<std::string> pairs;
    for (const CachedTestSet& cached : sets) {
      if (cached.set == *inputs.test_set) pairs = cached.pairs;
    }
    if (inputs.language_pair) pairs = {*inputs.language_pair};
    if (!pairs.empty()) return ListFields(*inputs.test_set, pairs);
    return IoError(fmt::format("test set {} is not in {}", *inputs.test_set, TestSetFolder()),
                   "fill the cache with: " + FillCommand(*inputs.test_set, "XX-YY"));
  }
  std::string out = fmt::format("The test sets in {} are:\n", TestSetFolder());
  for (const CachedTestSet& cached : sets) {
    const auto found =
        std::find(cached.pairs.begin(), cached.pairs.end(), inputs.language_pair.value_or(""));
    if (inputs.language_pair && found == cached.pairs.end()) continue;
    out += fmt::format("{:<30}: {}\n", cached.set, fmt::join(cached.pairs, " "));
  }
  return out;
}

Result<std::string> EchoTestSets(const SacreBleuInputs& inputs,
                                 const std::vector<std::string>& fields) {
  if (!inputs.test_set || !inputs.language_pair) {
    return InputError(
        "`echo` requires a test set (`test-set`) and a language pair (`language-pair`)");
  }
  std::string out;
  SacreBleuInputs one = inputs;  // origlang and subset apply to each set separately
  for (const std::string& set : TestSetNames(inputs)) {
    one.test_set = set;
    MTG_ASSIGN_OR_RETURN(const std::vector<bool> kept, KeptSegments(one));
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> wanted,
                         WantedFields(fields, set, *inputs.language_pair));
    std::vector<PythonColumn> columns;
    for (const std::string& field : wanted) {
      MTG_ASSIGN_OR_RETURN(columns.emplace_back(), ReadField(set, *inputs.language_pair, field));
      MTG_RETURN_IF_ERROR(KeepSegments(kept, columns.back()));
    }
    out += Pasted(columns);
  }
  return out;
}

}  // namespace mtgauge
