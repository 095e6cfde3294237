// The table of habits.
#include "cli/flags/habits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

namespace mtgauge {
namespace {

struct Habit {
  std::string_view words;  // each between spaces; a flag's value behind '='
  std::string_view advice;
  uint32_t verbs = kAnyVerb;
};
constexpr Habit kHabits[] = {
    {" -r -ref -refs --ref --refs --reference --references ",
     "references come first, without a flag, as in: mtgauge score REF ... -i HYP ..."},
    {" -hyp -sys --hyp --hyps --hypothesis --hypotheses --candidate --candidates --pred --preds "
     "--prediction --predictions ",
     "name systems with -i, as in: mtgauge score REF ... -i HYP ..."},
    {" -src --src --sources ", "name source texts with --source, in verbs that read them"},
    {" -tl --tgt-lang --target-lang --lang-pair --langpair ",
     "name the languages with -l, as in: -l en-de"},
    {" -f --format --json --jsonl --tsv --latex --markdown ",
     "report writes a page of HTML; for other forms, type: mtgauge explain ... -f markdown",
     kReportVerb},
    {" -f=html --format=html ", "explain has no HTML; for a page, type: mtgauge report ...",
     kExplainVerb},
    {" --json --jsonl --tsv --latex --markdown ",
     "choose the form of the output with -f, as in: -f json"},
    {" --lang --language ",
     "leave it out: latency takes words as they are, as omnisteval without --lang", kLatencyVerb},
    {" --documents ", "for a score of each document, type: --by doc=FILE", kScoreVerb},
    {" -j --jobs --num-threads --workers ", "choose the number of threads with --threads"},
    {" --bootstrap --significance ",
     "to test differences, type: mtgauge compare REF ... -i HYP HYP ..."},
    {" list --list ",
     "'mtgauge metrics', 'mtgauge tokenizers' and 'mtgauge stemmers' list what there is"},
    {" eval evaluate ", "'mtgauge score' scores systems, 'mtgauge meta' evaluates metrics"},
    {" --resume ", "put the command into a job file, and type: mtgauge run JOB.toml --resume"},
    {" version -v ", "'mtgauge --version' prints the version"},
};

}  // namespace

std::string_view AdviceOn(std::string_view word, uint32_t verbs) {
  if (word.starts_with("-:")) {
    return "name a column of standard input as /dev/stdin:NAME";
  }
  const std::string whole = fmt::format(" {} ", word);
  const auto* const habit =
      std::find_if(std::begin(kHabits), std::end(kHabits), [&](const Habit& row) {
        return (row.verbs & verbs) == verbs && row.words.find(whole) != row.words.npos;
      });
  return habit == std::end(kHabits) ? std::string_view() : habit->advice;
}

namespace {

// Returns the verbs that have a flag which is not one of these, nor the beginning of one.
std::vector<std::string_view> OthersWith(std::string_view name,
                                         std::span<const Flag* const> flags) {
  std::vector<std::string_view> verbs;
  const auto begins = [&](const Flag* flag) { return flag->long_name.starts_with(name); };
  if (!name.starts_with("--") || std::ranges::any_of(flags, begins)) return verbs;
  for (const Verb& verb : Verbs()) {
    const auto is = [&](const Flag* flag) { return flag->long_name == name; };
    if (verb.fail == nullptr && std::ranges::any_of(FlagsOfVerb(verb.bit), is)) {
      verbs.push_back(verb.name);
    }
  }
  return verbs;
}

}  // namespace

Status CheckHabits(const Verb& verb, const std::vector<std::string>& arguments) {
  const std::vector<const Flag*> flags = FlagsOfVerb(verb.bit);
  if (arguments.size() == 1 && arguments.front() == "help" && access("help", F_OK) != 0) {
    return UsageError(
        fmt::format("there is no file 'help'; for help, type: mtgauge help {}", verb.name));
  }
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with('-')) continue;
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    const bool known = std::ranges::any_of(flags, [&](const Flag* flag) {
      return flag->long_name == name || flag->short_name == name;
    });
    if (known) {
      std::string use = argument;
      if (name.size() == argument.size() && i + 1 < arguments.size()) use += '=' + arguments[i + 1];
      if (const std::string_view advice = use.size() > name.size() ? AdviceOn(use, verb.bit) : "";
          !advice.empty()) {
        return UsageError(std::string(advice));
      }
      continue;
    }
    const std::string_view advice = AdviceOn(name, verb.bit);
    if (!advice.empty()) return UsageError(fmt::format("unknown flag '{}'; {}", name, advice));
    const std::vector<std::string_view> others = OthersWith(name, flags);
    if (others.empty()) continue;
    return UsageError(
        fmt::format("unknown flag '{}'; it is for other verbs: {}", name, fmt::join(others, ", ")));
  }
  return OkStatus();
}

}  // namespace mtgauge
