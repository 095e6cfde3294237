// Parses job files (TOML) into steps, and writes them.
#include "cli/flags/job_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "cli/flags/configuration.h"
#include "cli/flags/input_files.h"
#include "cli/help/generated.h"
#include "cli/verbs/verbs.h"
#include "core/base/named.h"
#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "core/contract/registry.h"
#include "core/contract/spec.h"
#include "core/report/forms/json_output.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

using Values = OptionValues;
using enum OptionKind;

constexpr std::string_view kStepKey = "step", kVerbKey = "verb";
// The key of the word before the references, for a verb that takes one.
constexpr std::string_view kLaboratoryKey = "laboratory";
// toml++ makes a table for each part of a dotted key, and destroys them recursively.
constexpr int kMostParts = 64;

// Returns true if a verb may be a step: it writes an output, and its words, if any, are references
// or a laboratory and references, or are optional.
bool IsStepVerb(const Verb& verb) {
  const std::vector<const Flag*> flags = FlagsOfVerb(verb.bit);
  const bool needs_word = verb.words != nullptr && !verb.files_follow;
  return (!needs_word || verb.usage.starts_with('[')) &&
         std::any_of(flags.begin(), flags.end(),
                     [](const Flag* flag) { return flag->long_name == "--output"; });
}

std::vector<std::string_view> KeysOfVerb(const Verb& verb) {
  std::vector<std::string_view> keys;
  if (verb.positionals) keys.push_back(kReferencesKey);
  if (verb.files_follow) keys.push_back(kLaboratoryKey);
  for (const Flag* flag : FlagsOfVerb(verb.bit)) {
    if (IsRecorded(*flag)) keys.push_back(KeyOf(*flag));
  }
  return keys;
}

bool Contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Returns the end of a string that begins at `at`, or the end of the text if the string is not
// closed.
size_t EndOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool lines = text.substr(at).starts_with(three);
  const std::string_view closing = lines ? std::string_view(three) : text.substr(at, 1);
  for (at += closing.size(); at < text.size(); ++at) {
    if (text.substr(at).starts_with(closing)) return at + closing.size();
    if (text[at] == '\\' && quote == '"') ++at;
    if (at < text.size() && text[at] == '\n' && !lines) return at;
  }
  return text.size();
}

// Returns the first line with a key of more than kMostParts parts, or 0 if there is none.
size_t LineOfDeepKey(std::string_view text) {
  constexpr std::string_view kEndsKey = "\n=,[]{}";
  size_t line = 1;
  int dots = 0;
  for (size_t at = 0; at < text.size();) {
    size_t next = at + 1;
    if (text[at] == '#') {
      next = std::min(text.find('\n', at), text.size());
    } else if (text[at] == '"' || text[at] == '\'') {
      next = EndOfString(text, at);
    } else if (text[at] == '.') {
      if (++dots > kMostParts) return line;
    } else if (kEndsKey.find(text[at]) != kEndsKey.npos) {
      dots = 0;
    }
    const std::string_view passed = text.substr(at, next - at);
    line += static_cast<size_t>(std::count(passed.begin(), passed.end(), '\n'));
    at = next;
  }
  return 0;
}

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  Result<std::vector<JobStep>> Read(std::string_view text) {
    if (const size_t line = LineOfDeepKey(text); line > 0) {
      return UsageError(
          fmt::format("{}:{}: a key has more than {} parts", name_, line, kMostParts));
    }
    try {
      return ReadSteps(toml::parse(text, std::string_view(name_)));
    } catch (const toml::parse_error& error) {
      return UsageError(fmt::format("{}: {}", Where(error.source().begin), error.description()));
    }
  }

 private:
  std::string Where(const toml::source_position& position) const {
    return fmt::format("{}:{}:{}", name_, position.line, position.column);
  }
  Status Error(const toml::source_position& at, const std::string& message) const {
    return UsageError(fmt::format("{}: {}", Where(at), message));
  }
  Status Error(const toml::node& node, const std::string& message) const {
    return Error(node.source().begin, message);
  }

  Result<std::vector<JobStep>> ReadSteps(const toml::table& file) const {
    const toml::node* const node = file.get(kStepKey);
    if (node == nullptr) {
      return UsageError(fmt::format(
          "{}: there is no step; begin one with a line [[step]], and name its verb", name_));
    }
    const toml::array* const tables = node->as_array();
    if (tables == nullptr || tables->empty()) {
      return Error(*node, "'step' must be a list of tables; begin each with a line [[step]]");
    }
    std::vector<JobStep> steps;
    for (const toml::node& table : *tables) {
      if (!table.is_table())
        return Error(table, "a step must be a table; begin it with a line [[step]]");
      MTG_ASSIGN_OR_RETURN(JobStep step, BeginStep(*table.as_table()));
      steps.push_back(std::move(step));
    }
    MTG_RETURN_IF_ERROR(CheckDefaults(file, steps));
    for (size_t s = 0; s < steps.size(); ++s) {
      MTG_RETURN_IF_ERROR(FillStep(*tables->get(s)->as_table(), file, steps[s]));
    }
    return steps;
  }

  Result<JobStep> BeginStep(const toml::table& table) const {
    std::vector<std::string_view> names;
    for (const Verb& verb : Verbs()) {
      if (IsStepVerb(verb)) names.push_back(verb.name);
    }
    const toml::node* const named = table.get(kVerbKey);
    if (named == nullptr) {
      return Error(
          table, fmt::format("the step has no verb; name it, as in: verb = \"{}\"", names.front()));
    }
    const std::optional<std::string> name = named->value_exact<std::string>();
    if (!name || !Contains(names, *name)) {
      const std::string hint = name ? DidYouMean(*name, names) : "";
      return Error(*named, "this is not a verb for a step" +
                               (hint.empty() ? " (known: " + JoinChoices(names) + ")" : hint));
    }
    const Verb& verb = *RowNamed(Verbs(), *name);
    JobStep step{&verb, {}, Where(table.source().begin)};
    step.args.verb = verb.bit;
    return step;
  }

  Status CheckKeys(const toml::table& table, std::vector<std::string_view> known,
                   std::string_view besides) const {
    known.push_back(besides);
    for (const auto& [key, value] : table) {
      if (Contains(known, key.str())) continue;
      const std::string hint = DidYouMean(key.str(), known);
      return Error(key.source().begin,
                   fmt::format("unknown key '{}'{}", key.str(),
                               hint.empty() ? "; keys are the long names of flags" : hint));
    }
    return OkStatus();
  }

  Status CheckDefaults(const toml::table& file, const std::vector<JobStep>& steps) const {
    std::vector<std::string_view> known;
    for (const JobStep& step : steps) {
      const std::vector<std::string_view> keys = KeysOfVerb(*step.verb);
      known.insert(known.end(), keys.begin(), keys.end());
    }
    return CheckKeys(file, std::move(known), kStepKey);
  }

  Status FillStep(const toml::table& table, const toml::table& defaults, JobStep& step) const {
    MTG_RETURN_IF_ERROR(CheckKeys(table, KeysOfVerb(*step.verb), kVerbKey));
    const auto find = [&](std::string_view key) {
      const toml::node* const own = table.get(key);
      return own != nullptr ? own : defaults.get(key);
    };
    if (const toml::node* const node = find(kReferencesKey);
        node != nullptr && step.verb->positionals) {
      MTG_ASSIGN_OR_RETURN(step.args.references, Texts(*node));
    }
    if (const toml::node* const node = find(kLaboratoryKey);
        node != nullptr && step.verb->files_follow) {
      const std::optional<std::string> name = node->value_exact<std::string>();
      if (!name) return Error(*node, fmt::format("'{}' must be a string", kLaboratoryKey));
      step.args.references.insert(step.args.references.begin(), *name);
    }
    for (const Flag* flag : FlagsOfVerb(step.verb->bit)) {
      const toml::node* const node = IsRecorded(*flag) ? find(KeyOf(*flag)) : nullptr;
      if (node == nullptr) continue;
      MTG_ASSIGN_OR_RETURN(const std::vector<Values> uses, Uses(*flag, *node));
      for (const Values& values : uses) {
        const Status status = ApplyFlag({flag, values}, step.args);
        MTG_RETURN_IF_ERROR(Within(Where(node->source().begin), status));
      }
    }
    return Within(Where(table.source().begin),
                  TakeFormatOfEnding(find("format") != nullptr, step.args));
  }

  // Returns the values of each use of a flag that a node stands for.
  Result<std::vector<Values>> Uses(const Flag& flag, const toml::node& node) const {
    if (flag.kind == kSwitch || (flag.kind == kOptionalNumber && node.is_boolean())) {
      const std::optional<bool> given = node.value_exact<bool>();
      if (!given) return Error(node, fmt::format("'{}' must be true or false", KeyOf(flag)));
      return std::vector<Values>(*given ? 1 : 0);
    }
    if (flag.kind != kList) {
      MTG_ASSIGN_OR_RETURN(std::string value, Text(flag, node));
      return std::vector<Values>{{std::move(value)}};
    }
    const toml::array* const list = node.as_array();
    const bool several = list != nullptr && !list->empty() && list->get(0)->is_array();
    std::vector<Values> uses;
    if (several) {
      for (const toml::node& use : *list) {
        MTG_ASSIGN_OR_RETURN(uses.emplace_back(), Texts(use));
      }
    } else {
      MTG_ASSIGN_OR_RETURN(uses.emplace_back(), Texts(node));
    }
    std::erase_if(uses, [](const Values& values) { return values.empty(); });
    return uses;
  }

  // Returns a string, or a number if the flag takes one.
  Result<std::string> Text(const Flag& flag, const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (!TakesNumber(flag.kind)) {
      return Error(node, fmt::format("'{}' must be a string", KeyOf(flag)));
    }
    if (const auto whole = node.value_exact<int64_t>()) return fmt::to_string(*whole);
    if (const auto number = node.value_exact<double>()) return ShortestDouble(*number);
    return Error(node, fmt::format("'{}' must be a number", KeyOf(flag)));
  }

  // Returns a list of strings; a single string is also accepted.
  Result<Values> Texts(const toml::node& node) const {
    if (const auto text = node.value_exact<std::string>()) return Values{*text};
    const toml::array* const list = node.as_array();
    if (list == nullptr) return Error(node, "this must be a list of strings, as in [\"a\", \"b\"]");
    Values values;
    for (const toml::node& each : *list) {
      const auto text = each.value_exact<std::string>();
      if (!text) return Error(each, "this must be a string, as in [\"a\", \"b\"]");
      values.push_back(*text);
    }
    return values;
  }

  std::string name_;
};

// JSON strings are valid TOML strings, except for one control character.
std::string Quoted(const std::string& text) {
  return Replaced(DumpJson(text, -1), '\x7f', "\\u007f");
}

std::string QuotedList(const Values& values) {
  std::vector<std::string> quoted;
  for (const std::string& value : values) quoted.push_back(Quoted(value));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string ValueText(const FlagRecord& record) {
  const Flag& flag = *record.flag;
  if (record.uses.front().empty()) return "true";
  if (flag.kind != kList) {
    const std::string& text = record.uses.front().front();
    return TakesNumber(flag.kind) && IsPlainNumber(text) ? text : Quoted(text);
  }
  if (record.uses.size() == 1) return QuotedList(record.uses.front());
  std::vector<std::string> lists;
  for (const Values& values : record.uses) lists.push_back(QuotedList(values));
  return fmt::format("[{}]", fmt::join(lists, ", "));
}

}  // namespace

Result<std::vector<JobStep>> ParseJobFile(const std::string& name, std::string_view text) {
  return Reader(name).Read(text);
}

namespace {

// Keeps only the settings that matter with row files, which record how they were made.
LowArgs WithRowsAlone(LowArgs args) {
  if (args.rows.empty()) return args;
  TextInputs texts;
  texts.rows = args.rows;
  texts.by = args.by;
  texts.documents = args.documents;
  MetricChoice choice;
  choice.metrics = args.metrics;
  choice.unit_scale = args.unit_scale;
  choice.ngram_engine = args.ngram_engine;
  choice.hash = args.hash;
  static_cast<TextInputs&>(args) = std::move(texts);
  static_cast<MetricChoice&>(args) = std::move(choice);
  return args;
}

// The files that metrics of texts take from the environment, as comments: a spec in their place
// would change what scores are called.
std::string UsualFiles(const LowArgs& args) {
  if (!args.rows.empty()) return "";
  std::set<std::string> lines;
  for (const std::string& text : args.metrics) {
    const MetricSpec spec(text);
    const MetricRow* const row = FindMetric(spec.name());
    if (row == nullptr) continue;
    for (const MetricOptionRow& option : row->options) {
      const std::string file = spec.HasOption(option.name) ? "" : UsualFile(option);
      if (file.empty()) continue;
      lines.insert(fmt::format("# {}={}\n", option.fallback.substr(1), Quoted(Printable(file))));
    }
  }
  return fmt::format("{}", fmt::join(lines, ""));
}

}  // namespace

Result<std::string> JobFileText(const LowArgs& in_effect) {
  const LowArgs args = WithRowsAlone(in_effect);
  std::vector<FlagRecord> records = RecordFlags(args);
  std::string out = fmt::format("# mtgauge {}\n{}[[{}]]\n{} = {}\n", kVersion, UsualFiles(args),
                                kStepKey, kVerbKey, Quoted(std::string(VerbOfBit(args.verb).name)));
  Values all = args.references;
  Values references = args.references;
  if (VerbOfBit(args.verb).files_follow && !references.empty()) {
    out += fmt::format("{} = {}\n", kLaboratoryKey, Quoted(references.front()));
    references.erase(references.begin());
  }
  if (!references.empty()) {
    out += fmt::format("{} = {}\n", kReferencesKey, QuotedList(references));
  }
  for (const FlagRecord& record : records) {
    if (record.uses.empty()) continue;
    out += fmt::format("{} = {}\n", KeyOf(*record.flag), ValueText(record));
    for (const Values& use : record.uses) all.insert(all.end(), use.begin(), use.end());
  }
  for (const std::string& value : all) {
    if (IsValidUtf8(value)) continue;
    return UsageError(
        fmt::format("--print-job: '{}' is not UTF-8, so a job file cannot contain it; rename it",
                    Printable(value)));
  }
  return out;
}

}  // namespace mtgauge
