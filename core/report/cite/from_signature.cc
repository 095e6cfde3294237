// Finds the options that give a signature, by making metrics and looking at theirs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "core/base/version.h"
#include "core/contract/equal_rows.h"
#include "core/contract/metric_names.h"
#include "core/contract/registry.h"
#include "core/contract/signature.h"
#include "mtgauge/signature.h"

namespace mtgauge {
namespace {

// How far a metric is from a signature: 2 for each setting that it lacks, 1 if only what stands in
// brackets behind it differs, as in floor[0.10].
size_t Missing(const WrittenSignature& wanted, const MadeMetric& made) {
  WrittenSignature found;
  found.keys = made.SignatureKeys();
  size_t missing = wanted.title.empty() || wanted.title == made.Title() ? 0 : 2;
  for (const auto& [key, value] : wanted.keys) {
    const std::string* const here = found.Find(key);
    if (TellsOfRun(key) || (here != nullptr && *here == value)) continue;
    const size_t open = value.find('[');
    const bool near = here != nullptr && open != value.npos && here->find('[') == open &&
                      here->starts_with(value.substr(0, open));
    missing += near ? 1 : 2;
  }
  if (!wanted.of_mtgauge()) return missing;
  for (const auto& [key, value] : found.keys) missing += wanted.Find(key) == nullptr ? 2 : 0;
  return missing;
}

// The values that an option may have if a key has this one: the same, parts of it, or a switch.
std::vector<std::string> ValuesFrom(const std::string& value) {
  std::vector<std::string> values = {value};
  const size_t open = value.find('[');
  if (open != value.npos && value.ends_with(']')) {
    values.push_back(value.substr(0, open));
    values.push_back(value.substr(open + 1, value.size() - open - 2));
  }
  for (const char end : {'-', '.'}) {
    if (value.find(end) != value.npos) values.push_back(value.substr(0, value.find(end)));
  }
  for (const char* const other : {"yes", "no"}) values.emplace_back(other);
  return values;
}

std::vector<std::string> OptionsToTry(const MetricRow& row) {
  std::vector<std::string> names;
  for (const MetricOptionRow& option : row.options) names.emplace_back(option.name);
  for (const MetricOptionRow& option : CommonOptions(row)) names.emplace_back(option.name);
  return names;
}

struct Found {
  MadeMetric made;
  size_t missing = 0;
};

std::optional<Found> Try(const std::string& spec, const WrittenSignature& wanted) {
  Result<MadeMetric> made = MakeMetric(spec, {}, {});
  if (!made.ok()) return std::nullopt;
  const size_t missing = Missing(wanted, *made);
  return Found{std::move(made).value(), missing};
}

// Sets one more option, the one that leaves least missing. Returns false if none helps.
bool Improve(const WrittenSignature& wanted, Found& best) {
  const MetricSpec spec(best.made.spec);
  std::vector<std::string> values;
  for (const auto& [key, value] : wanted.keys) {
    if (TellsOfRun(key)) continue;
    for (std::string& one : ValuesFrom(value)) {
      if (std::find(values.begin(), values.end(), one) == values.end()) {
        values.push_back(std::move(one));
      }
    }
  }
  std::optional<Found> next;
  for (const std::string& option : OptionsToTry(*best.made.row)) {
    if (spec.HasOption(option)) continue;
    for (const std::string& value : values) {
      std::optional<Found> one = Try(spec.With(option + "=" + value).text(), wanted);
      if (one && one->missing < (next ? next->missing : best.missing)) next = std::move(one);
    }
  }
  if (!next) return false;
  best = std::move(*next);
  return true;
}

// Returns whether a metric may have written the signature: sacreBLEU writes only those of its own.
bool MayHaveWritten(const MadeMetric& made, const WrittenSignature& wanted) {
  return wanted.of_mtgauge() || made.Equals().starts_with("sacrebleu-");
}

// What comes nearest to the signature, and other metrics that have it if it names none.
struct Candidates {
  std::optional<Found> nearest;
  std::vector<std::string> others;
};
Candidates FindCandidates(const WrittenSignature& wanted) {
  Candidates all;
  for (const MetricRow& row : Metrics()) {
    std::optional<Found> found = Try(std::string(row.name), wanted);
    if (!found) continue;
    while (found->missing > 0 && Improve(wanted, *found)) {
    }
    const bool known = all.nearest && all.nearest->missing == 0;
    if (known && found->missing == 0 && MayHaveWritten(found->made, wanted)) {
      all.others.push_back(found->made.spec);
    }
    if (!all.nearest || found->missing < all.nearest->missing) all.nearest = std::move(found);
    if (all.nearest->missing == 0 && !wanted.title.empty()) break;
  }
  return all;
}

std::vector<std::string> NotesOn(const WrittenSignature& signature, const MadeMetric& made) {
  std::vector<std::string> notes;
  const std::string* const count = signature.Find("nrefs");
  if (signature.Find("test") == nullptr) notes.emplace_back("It does not tell the texts.");
  if (count == nullptr || *count == "var") {
    notes.emplace_back("The number of references differs between segments, or is not given.");
  }
  for (const char* const part : {"origlang", "subset"}) {
    const std::string* const value = signature.Find(part);
    if (value == nullptr) continue;
    notes.push_back(fmt::format("It is of a part of the test set: {} {}.", part, *value));
  }
  const std::string* const version = signature.Find("version");
  if (signature.of_mtgauge()) {
    const std::string here = "mtgauge-" + std::string(kVersion);
    if (*version != here) {
      notes.push_back(fmt::format("It is of {}; this is {}.", *version, here));
    }
    if (signature.Find("info") != nullptr) {
      notes.emplace_back("The metric learnt from references, which 'info' identifies.");
    }
    return notes;
  }
  std::string note = version == nullptr ? "It is of sacreBLEU" : "It is of sacreBLEU " + *version;
  if (const EqualRow* const equal = made.Equal()) {
    note += "; mtgauge's scores equal those of " + equal->Tool();
  }
  notes.push_back(note + '.');
  return notes;
}

// Returns the options that say which texts are scored and how scores are resampled.
std::vector<std::pair<std::string, std::string>> OptionsOn(const WrittenSignature& signature) {
  std::vector<std::pair<std::string, std::string>> options;
  const auto add = [&](const char* key, const char* option) {
    const std::string* const value = signature.Find(key);
    if (value != nullptr) options.emplace_back(option, *value);
  };
  add("test", "test-set");
  add("lang", "language-pair");
  const size_t texts = options.size();
  if (signature.Find("bs") != nullptr) options.emplace_back("confidence", "");
  add("bs", "confidence-n");
  if (signature.Find("ar") != nullptr) options.emplace_back("paired-ar", "");
  add("ar", "paired-ar-n");
  if (options.size() > texts) add("seed", "seed");
  return options;
}

}  // namespace

Result<SignatureSettings> FromSignature(std::string_view text) {
  MTG_ASSIGN_OR_RETURN(const WrittenSignature signature, ParseSignature(text));
  const Candidates all = FindCandidates(signature);
  const std::optional<Found>& nearest = all.nearest;
  if (!nearest || nearest->missing > 0) {
    WrittenSignature near;
    near.title = nearest->made.Title();
    near.keys = nearest->made.SignatureKeys();
    WrittenSignature settings = signature;
    std::erase_if(settings.keys, [](const auto& key) { return TellsOfRun(key.first); });
    return UsageError({.option = "signature"},
                      fmt::format("`signature`: no metric has it; {} comes nearest, but {}",
                                  nearest->made.spec, DifferenceOf(settings, near)),
                      "check how it is written");
  }
  const std::string* const references = signature.Find("nrefs");
  SignatureSettings found{nearest->made.spec, references == nullptr ? "" : *references,
                          OptionsOn(signature), NotesOn(signature, nearest->made)};
  if (!all.others.empty()) {
    found.notes.push_back(fmt::format("It does not name its metric, which may also be {}.",
                                      fmt::join(all.others, ", ")));
  }
  return found;
}

}  // namespace mtgauge
