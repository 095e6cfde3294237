// Finds the options that give a signature, by making metrics and looking at theirs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/split.h"
#include "core/base/version.h"
#include "core/contract/equal_rows.h"
#include "core/contract/registry.h"
#include "core/contract/signature.h"
#include "core/contract/text_options.h"
#include "mtgauge/signature.h"

namespace mtgauge {
namespace {

// How far a value is from the one that is wanted: 0 if it is the same; 1 if only what stands in
// brackets behind it differs, as in floor[0.10]; 1 for each of several numbers with '_' between
// them; else 2. sacreBLEU 1 did not write the brackets.
size_t Missing(const std::string& wanted, const std::string& here, bool of_mtgauge) {
  if (wanted == here) return 0;
  const size_t open = here.find('[');
  if (open != here.npos && wanted.substr(0, wanted.find('[')) == here.substr(0, open)) {
    return wanted.size() > open || of_mtgauge ? 1 : 0;
  }
  const std::vector<std::string_view> ones = SplitAt('_', wanted), others = SplitAt('_', here);
  if (ones.size() == 1 || ones.size() != others.size()) return 2;
  size_t missing = 0;
  for (size_t i = 0; i < ones.size(); ++i) missing += ones[i] == others[i] ? 0 : 1;
  return missing;
}

// How far a metric is from a signature, with 2 for each setting that it lacks.
size_t Missing(const WrittenSignature& wanted, const MadeMetric& made) {
  WrittenSignature found;
  found.keys = made.SignatureKeys();
  size_t missing = wanted.title.empty() || wanted.title == made.Title() ? 0 : 2;
  for (const auto& [key, value] : wanted.keys) {
    if (TellsOfRun(key, value)) continue;
    const std::string* const here = found.Find(key);
    missing += here == nullptr ? 2 : Missing(value, *here, wanted.of_mtgauge());
  }
  if (!wanted.of_mtgauge() || !wanted.tells_settings()) return missing;
  for (const auto& [key, value] : found.keys) missing += wanted.Find(key) == nullptr ? 2 : 0;
  return missing;
}

// Adds the values that an option may have if a key has this one: the same, or parts of it.
void AddValuesFrom(const std::string& value, std::set<std::string>& values) {
  values.insert(value);
  const size_t open = value.find('[');
  if (open != value.npos && value.ends_with(']')) {
    values.insert(value.substr(0, open));
    values.insert(value.substr(open + 1, value.size() - open - 2));
  }
  for (size_t at = value.find_first_of("-."); at != value.npos;
       at = value.find_first_of("-.", at + 1)) {
    values.insert(value.substr(0, at));
  }
  if (value.find('_') == value.npos) return;
  for (const std::string_view part : SplitAt('_', value)) values.emplace(part);
  std::string joined = value;
  std::replace(joined.begin(), joined.end(), '_', '+');
  values.insert(std::move(joined));
}

// Returns whether values are names of files, which signatures do not tell.
bool NamesFiles(const MetricOptionRow& option) {
  return option.value == "FILE" || option.value == "DIR";
}

std::vector<MetricOptionRow> OptionsToTry(const MetricRow& row) {
  std::vector<MetricOptionRow> options(row.options.begin(), row.options.end());
  for (const MetricOptionRow& option : CommonOptions(row)) options.push_back(option);
  return options;
}

// Returns how the signature of a metric differs from the wanted one, in words.
std::string Difference(WrittenSignature wanted, const MadeMetric& made) {
  WrittenSignature found;
  found.title = made.Title();
  found.keys = made.SignatureKeys();
  std::erase_if(wanted.keys, [](const auto& key) { return TellsOfRun(key.first, key.second); });
  return DifferenceOf(wanted, found);
}

struct Found {
  MadeMetric made;
  size_t missing = 0;
};

// Returns whether the tokenizers, which rows only name, are those that the signature means.
bool HasMeantTokenizers(const MadeMetric& made) {
  for (const ViewSpec& view : made.Views()) {
    if (view.tokenizer == nullptr || view.tokenizer->get) continue;
    const std::string_view name = view.tokenizer->name, meant = view.tokenizer->signature;
    const bool by_dictionary =  // which the signature names, too: "ja-mecab-0.996-IPA"
        name.ends_with("mecab") && meant.starts_with(name);
    if (!meant.empty() && meant != name && !by_dictionary) return false;
  }
  return true;
}

std::optional<Found> Try(const std::string& spec, const WrittenSignature& wanted,
                         const MetricContext& context) {
  Result<MadeMetric> made = MakeMetric(spec, {}, context);
  if (!made.ok() || !HasMeantTokenizers(*made)) return std::nullopt;
  const size_t missing = Missing(wanted, *made);
  return Found{std::move(made).value(), missing};
}

// Sets one more option, the one that leaves least missing. Returns false if none helps.
bool Improve(const WrittenSignature& wanted, const MetricContext& context, Found& best) {
  const MetricSpec spec(best.made.spec);
  std::set<std::string> of_signature;
  for (const auto& [key, value] : wanted.keys) {
    if (!TellsOfRun(key, value)) AddValuesFrom(value, of_signature);
  }
  for (const char c : wanted.title) {  // as in chrF3
    if (c >= '0' && c <= '9') of_signature.emplace(1, c);
  }
  std::optional<Found> next;
  for (const MetricOptionRow& option : OptionsToTry(*best.made.row)) {
    if (spec.HasOption(option.name) || NamesFiles(option)) continue;
    std::set<std::string> values = of_signature;
    for (const std::string_view choice : SplitAt('|', option.value)) values.emplace(choice);
    for (const std::string& value : values) {
      std::optional<Found> one =
          Try(spec.With(fmt::format("{}={}", option.name, value)).text(), wanted, context);
      if (one && one->missing < (next ? next->missing : best.missing)) next = std::move(one);
    }
  }
  if (!next) return false;
  best = std::move(*next);
  return true;
}

// Makes the metric to begin with: without options if that can be, else with the tokenizer, to which
// other settings of the signature may belong, else with a choice for which no file is missing.
std::optional<Found> Begin(const MetricRow& row, const WrittenSignature& wanted,
                           const MetricContext& context) {
  std::optional<Found> found = Try(std::string(row.name), wanted, context);
  const std::string* const tokenizer = wanted.Find(kTokOption.name);
  std::set<std::string> values;
  if (tokenizer != nullptr && row.HasOption(kTokOption.name)) AddValuesFrom(*tokenizer, values);
  for (const std::string& value : values) {
    if (found) return found;
    found = Try(fmt::format("{}:{}={}", row.name, kTokOption.name, value), wanted, context);
  }
  for (const MetricOptionRow& option : row.options) {
    if (option.value.find('|') == option.value.npos) continue;
    for (const std::string_view choice : SplitAt('|', option.value)) {
      if (found) return found;
      found = Try(fmt::format("{}:{}={}", row.name, option.name, choice), wanted, context);
    }
  }
  return found;
}

bool IsOfSacreBleu(const MadeMetric& made) {
  const EqualRow* const equal = made.Equal();
  return equal != nullptr && equal->tool->id == "sacrebleu";
}

// Returns whether a metric may have written the signature: sacreBLEU writes only those of its own.
bool MayHaveWritten(const MadeMetric& made, const WrittenSignature& wanted) {
  return wanted.of_mtgauge() || IsOfSacreBleu(made);
}

// What comes nearest to the signature, and other metrics that have it if it names none.
struct Candidates {
  std::optional<Found> nearest;
  std::vector<std::string> others;

  bool found() const { return nearest && nearest->missing == 0; }
};
Candidates FindCandidates(const WrittenSignature& wanted, const MetricContext& context) {
  Candidates all;
  std::vector<const MetricRow*> rows;  // those with such a title first
  for (const MetricRow& row : Metrics()) rows.push_back(&row);
  std::stable_partition(rows.begin(), rows.end(),
                        [&](const MetricRow* row) { return wanted.title.starts_with(row->title); });
  for (const MetricRow* const row : rows) {
    std::optional<Found> found = Begin(*row, wanted, context);
    if (!found) continue;
    while (found->missing > 0 && Improve(wanted, context, *found)) {
    }
    if (all.found() && found->missing == 0 && MayHaveWritten(found->made, wanted)) {
      all.others.push_back(found->made.spec);
    }
    if (!all.nearest || found->missing < all.nearest->missing) all.nearest = std::move(found);
    if (all.found() && !wanted.title.empty()) break;
  }
  return all;
}

// Finds metrics that have the signature with files that may not be here: they take from it what it
// says of the files, as if rows were scored.
Candidates FindWithoutFiles(const WrittenSignature& wanted) {
  std::string settings = "dialect:any";  // rows without this key are old
  for (const auto& [key, value] : wanted.keys) settings += fmt::format("|{}:{}", key, value);
  const RowSettings rows(std::move(settings));
  Candidates all = FindCandidates(wanted, {.rows = &rows});
  if (!all.found() || !wanted.of_mtgauge()) return all;
  for (const ViewSpec& view : all.nearest->made.Views()) {
    if (view.tokenizer == nullptr || !view.tokenizer->outdated) continue;
    std::string& spec = all.nearest->made.spec;
    spec = MetricSpec(spec).With(fmt::format("{}={}", kPieces.name, kOlderPieces)).text();
    break;
  }
  return all;
}

// Returns what keeps a metric from having the signature here; empty if nothing does.
std::string LackingHere(const WrittenSignature& wanted, const std::string& spec) {
  const Result<MadeMetric> made = MakeMetric(spec, {}, {});
  if (!made.ok()) {
    const Error& error = made.status().error();
    return fmt::format("A file is missing here: {}{}.", error.what,
                       error.remedy.empty() ? "" : "; " + error.remedy);
  }
  if (Missing(wanted, *made) == 0) return "";
  return fmt::format("Here, {}; another file is meant.", Difference(wanted, *made));
}

// Adds a note on settings of the metric that a signature of sacreBLEU should tell, but does not.
void AddNoteOnUnsaid(const WrittenSignature& signature, const MadeMetric& made,
                     std::vector<std::string>& notes) {
  WrittenSignature found{made.Title(), made.SignatureKeys()};
  found.keys.emplace_back("version", "mtgauge");
  std::vector<std::string> names;
  for (const auto& [key, value] : Unsaid(signature, found)) names.push_back(key);
  if (names.empty()) return;
  notes.push_back(fmt::format("It does not say {}; the command has the default{}.",
                              fmt::join(names, ", "), names.size() == 1 ? "" : "s"));
}

// Adds what sacreBLEU 1 did not write, or computed in another way.
void AddNotesOnOld(const WrittenSignature& signature, const MadeMetric& made,
                   std::vector<std::string>& notes) {
  const std::string* const smooth = signature.Find("smooth");
  if (smooth != nullptr && (*smooth == "floor" || *smooth == "add-k")) {
    notes.push_back(fmt::format("It does not say the value of smooth={}.", *smooth));
  }
  if (made.row->name == "chrf") {
    notes.emplace_back(
        "sacreBLEU 1 compared chrF in mixed case. It also counted n-grams of a hypothesis whose "
        "reference is too short to have any, so its figure can differ.");
  }
}

std::vector<std::string> NotesOn(const WrittenSignature& signature, const MadeMetric& made) {
  std::vector<std::string> notes;
  const std::string* const count = signature.Find("nrefs");
  if (signature.Find("test") == nullptr)
    notes.emplace_back("It does not say which test set was used.");
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
    if (version == nullptr) {
      notes.emplace_back("It does not say the settings, which differ between its groups.");
    } else if (*version != here) {
      notes.push_back(fmt::format("It is of {}; this is {}.", *version, here));
    }
    for (const char* const learnt : {"info", "df"}) {
      if (signature.Find(learnt) == nullptr) continue;
      notes.push_back(
          fmt::format("The metric learnt from references, which '{}' identifies.", learnt));
    }
    if (const std::string* const groups = signature.Find("macro")) {
      notes.push_back(
          fmt::format("It is the mean over {} groups; name the file that tells them.", *groups));
    }
    return notes;
  }
  AddNoteOnUnsaid(signature, made, notes);
  if (version != nullptr && version->starts_with("1.")) AddNotesOnOld(signature, made, notes);
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
  for (const auto& [key, value] : signature.keys) {
    if (key == "lang" && TellsOfRun(key, value)) options.emplace_back("language-pair", value);
  }
  const size_t texts = options.size();
  if (signature.Find("bs") != nullptr) options.emplace_back("confidence", "");
  add("bs", "confidence-n");
  if (signature.Find("ar") != nullptr) options.emplace_back("paired-ar", "");
  add("ar", "paired-ar-n");
  if (options.size() > texts) add("seed", "seed");
  add("scale", "scale");
  add("by", "by");
  return options;
}

}  // namespace

Result<SignatureSettings> FromSignature(std::string_view text) {
  MTG_ASSIGN_OR_RETURN(const WrittenSignature signature, ParseSignature(text));
  if (signature.title.empty() && !signature.tells_settings()) {
    return UsageError({.option = "signature"},
                      fmt::format("`signature`: '{}' names no metric and no setting of one", text),
                      "write that of one group or score, whole");
  }
  Candidates all = FindCandidates(signature, {});
  std::string lacking;
  if (!all.found()) {
    Candidates others = FindWithoutFiles(signature);
    if (others.found()) {
      all = std::move(others);
      lacking = LackingHere(signature, all.nearest->made.spec);
    }
  }
  if (!all.found()) {
    return UsageError({.option = "signature"},
                      fmt::format("`signature`: no metric has it; {} comes nearest, but {}",
                                  all.nearest->made.spec, Difference(signature, all.nearest->made)),
                      "check how it is written");
  }
  const MadeMetric& made = all.nearest->made;
  const std::string* const references = signature.Find("nrefs");
  SignatureSettings found{made.spec, references == nullptr ? "" : *references, OptionsOn(signature),
                          NotesOn(signature, made)};
  if (!lacking.empty()) found.notes.push_back(std::move(lacking));
  if (!all.others.empty()) {
    found.notes.push_back(fmt::format("It does not name its metric, which may also be {}.",
                                      fmt::join(all.others, ", ")));
  }
  return found;
}

}  // namespace mtgauge
