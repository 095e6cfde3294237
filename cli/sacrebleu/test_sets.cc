// --list, --echo, --cite and --download over sacreBLEU's cache of test sets.
#include "cli/sacrebleu/test_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/sacrebleu/input.h"
#include "cli/sacrebleu/settings.h"
#include "core/input/tables/test_sets.h"

namespace mtgauge {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::string_view kReference = "ref";

absl::StatusOr<std::string> ListFields(const std::string& set,
                                       const std::vector<std::string>& pairs) {
  std::string out;
  for (const std::string& pair : pairs) {
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields, TestSetFields(set, pair));
    out += fmt::format("{}: {}\n", pair, fmt::join(fields, ", "));
  }
  return out;
}

// With -t the fields of each pair of the cache, otherwise the sets and their pairs.
absl::StatusOr<std::string> List(const LowArgs& args) {
  const std::vector<CachedTestSet> sets = CachedTestSets();
  if (args.test_set) {
    std::vector<std::string> pairs;
    for (const CachedTestSet& cached : sets) {
      if (cached.set == *args.test_set) pairs = cached.pairs;
    }
    if (args.language_pair) pairs = {*args.language_pair};
    if (!pairs.empty()) return ListFields(*args.test_set, pairs);
    return IoError(fmt::format("test set {} is not in {}; fill the cache with: {}", *args.test_set,
                               TestSetFolder(), FillCommand(*args.test_set, "XX-YY")));
  }
  std::string out = fmt::format("The test sets in {} are:\n", TestSetFolder());
  for (const CachedTestSet& cached : sets) {
    const auto found =
        std::find(cached.pairs.begin(), cached.pairs.end(), args.language_pair.value_or(""));
    if (args.language_pair && found == cached.pairs.end()) continue;
    out += fmt::format("{:<30}: {}\n", cached.set, fmt::join(cached.pairs, " "));
  }
  return out;
}

// The fields that are meant by "all", and by "ref" where there are only named references.
absl::StatusOr<std::vector<std::string>> WantedFields(const LowArgs& args, const std::string& set) {
  std::vector<std::string> wanted = args.sacrebleu.echo;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> known,
                       TestSetFields(set, *args.language_pair));
  if (std::find(wanted.begin(), wanted.end(), kAll) != wanted.end()) {
    if (wanted.size() == 1) return known;
    return InputError("Cannot use --echo all with other fields");
  }
  if (std::find(known.begin(), known.end(), kReference) != known.end()) return wanted;
  const auto first = std::find_if(known.begin(), known.end(), [](const std::string& field) {
    return field.starts_with(kReference);
  });
  if (first != known.end())
    std::replace(wanted.begin(), wanted.end(), std::string(kReference), *first);
  return wanted;
}

// The columns between tabs, as many lines as the shortest has.
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

absl::StatusOr<std::string> Echo(const LowArgs& args) {
  MTG_RETURN_IF_ERROR(CheckSacreBleuStreams(args));
  if (!args.test_set || !args.language_pair) {
    return InputError("--echo requires a test set (-t) and a language pair (-l)");
  }
  std::string out;
  for (const std::string& set : TestSetNames(args)) {
    LowArgs one = args;  // --origlang and --subset are of each set
    one.test_set = set;
    MTG_ASSIGN_OR_RETURN(const std::vector<bool> kept, KeptSegments(one));
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields, WantedFields(args, set));
    std::vector<PythonColumn> columns;
    for (const std::string& field : fields) {
      MTG_ASSIGN_OR_RETURN(const std::string file, TestSetFile(set, *args.language_pair, field));
      MTG_ASSIGN_OR_RETURN(PythonColumn column, ReadColumn(file));
      MTG_RETURN_IF_ERROR(KeepSegments(kept, column));
      columns.push_back(std::move(column));
    }
    out += Pasted(columns);
  }
  return out;
}

// Citations are in sacreBLEU's program, not in its cache.
absl::Status CiteError(const LowArgs& args) {
  if (!args.test_set) {
    return InputError(
        "I need a test set (-t); what to cite for the metrics is told by: mtgauge cite -m bleu");
  }
  return InputError(
      fmt::format("citations of test sets are not in sacreBLEU's cache; print it with: python3 -m "
                  "sacrebleu -t {} --cite",
                  *args.test_set));
}

}  // namespace

absl::StatusOr<std::optional<std::string>> AboutTestSets(const LowArgs& args) {
  const SacreBleuArgs& typed = args.sacrebleu;
  if (typed.download) {
    return InputError("mtgauge stays off the network; fill the cache with: " +
                      FillCommand(*typed.download, args.language_pair.value_or("XX-YY")));
  }
  absl::StatusOr<std::string> text = "";
  if (typed.list) {
    text = List(args);
  } else if (typed.citation) {
    text = CiteError(args);
  } else if (!typed.echo.empty()) {
    text = Echo(args);
  } else {
    return std::optional<std::string>();
  }
  if (!text.ok()) return text.status();
  return std::optional<std::string>(*std::move(text));
}

}  // namespace mtgauge
