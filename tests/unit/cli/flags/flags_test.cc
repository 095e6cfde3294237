// The table of flags, its parser and the texts made from it. tests/differential/argparse_diff.py
// compares the parser with Python's argparse on thousands of lines; this file has examples of the
// rules.
#include "cli/flags/flags.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cli/flags/arguments.h"
#include "cli/flags/command.h"
#include "cli/flags/spelling.h"
#include "cli/help/help.h"
#include "cli/verbs/verbs.h"
#include "core/base/split.h"
#include "core/base/suggest.h"
#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

LowArgs Read(const std::string& line) {
  const Result<Command> command = ReadCommand(Words(line));
  EXPECT_TRUE(command.ok()) << line << ": " << command.status();
  return command.ok() ? command->args : LowArgs();
}

std::string ErrorOf(const std::vector<std::string>& arguments) {
  const Result<Command> command = ReadCommand(arguments);
  EXPECT_FALSE(command.ok()) << testing::PrintToString(arguments);
  EXPECT_TRUE(command.status().kind() == ErrorKind::kUsage);
  return Spelled(command.status().message());
}
std::string ErrorOf(const std::string& line) { return ErrorOf(Words(line)); }

TEST(FlagTable, EveryRowIsWellFormed) {
  std::set<const Flag*> rows;
  for (const Verb& verb : Verbs()) {
    for (const Flag* flag : FlagsOfVerb(verb.bit)) rows.insert(flag);
  }
  EXPECT_GT(rows.size(), Flags().size());
  for (const Flag* row : rows) {
    const Flag& flag = *row;
    SCOPED_TRACE(flag.long_name);
    EXPECT_TRUE(flag.long_name.starts_with("--"));
    if (!flag.short_name.empty() && !flag.short_name.starts_with("--")) {
      EXPECT_EQ(flag.short_name[0], '-');
      EXPECT_TRUE(std::isalpha(flag.short_name[1]));
    }
    EXPECT_EQ(flag.value_name.empty(), flag.kind == OptionKind::kSwitch);
    EXPECT_EQ(flag.noun.empty(), flag.choices == nullptr);
    EXPECT_FALSE(flag.help.empty());
    EXPECT_NE(flag.verbs, 0u);
    if (flag.choices != nullptr) EXPECT_THAT(flag.choices(), testing::Not(IsEmpty()));
  }
}

// Returns values of a flag that its verb accepts.
std::vector<std::string> ValuesFor(const Flag& flag) {
  if (flag.kind == OptionKind::kSwitch) return {};
  if (flag.choices != nullptr) return {std::string(flag.choices().back())};
  if (flag.value_name == "BOUND") return {"bleu>=1", "SYS:ter<2.5"};
  if (flag.long_name == "--scores") return {"COMET:lower=a", "b"};
  if (flag.long_name == "--mqm-weights") return {"Major:5 Minor/Style:0.5"};
  if (flag.long_name == "--severity-weights") return {"minor:1 major:5"};
  if (flag.value_name == "X") return {"0.25"};
  if (flag.value_name == "I/N") return {"2/3"};
  if (flag.kind == OptionKind::kList) return {"A", "b"};
  return {"3"};
}

TEST(FlagTable, WhatWasSetIsTold) {
  for (const Verb& verb : Verbs()) {
    if (verb.check == nullptr) continue;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      SCOPED_TRACE(fmt::format("{} {}", verb.name, flag->long_name));
      // The record contains the settings of a preset, not its name.
      // NAME=FILE is recorded as an input.
      const bool adds_inputs = flag->long_name == "--system" && (flag->verbs & kCompareVerb) == 0;
      const bool told_otherwise = flag->long_name == "--preset" || adds_inputs;
      if (flag->long_name == "--help" || flag->long_name == "--print-job" || told_otherwise) {
        continue;
      }
      ASSERT_TRUE(IsRecorded(*flag));
      LowArgs args;
      const FlagUse use{flag, ValuesFor(*flag)};
      ASSERT_TRUE(ApplyFlag(use, args).ok());
      EXPECT_THAT(UsesOf(*flag, args), ElementsAre(use.values));
      LowArgs again;
      for (const auto& values : UsesOf(*flag, LowArgs())) {
        EXPECT_TRUE(ApplyFlag({flag, values}, again).ok());
      }
      EXPECT_EQ(UsesOf(*flag, again), UsesOf(*flag, LowArgs()));
    }
  }
}

// Options that do not affect the output cannot be in the record of a run.
TEST(FlagTable, RunningMovesNothing) {
  for (const Flag& flag : Flags()) {
    if (flag.group == FlagGroup::kRunning) EXPECT_FALSE(flag.moves_output) << flag.long_name;
  }
}

// A verb has the options of its request, under their names and in their order.
TEST(FlagTable, HasTheOptionsOfEachRequest) {
  for (const RequestKind kind :
       {RequestKind::kScore, RequestKind::kSegments, RequestKind::kCompare, RequestKind::kNbest,
        RequestKind::kEvaluate, RequestKind::kRows, RequestKind::kSurvey, RequestKind::kTokenize,
        RequestKind::kResegment, RequestKind::kMatrix, RequestKind::kMbr, RequestKind::kExplain,
        RequestKind::kSpans, RequestKind::kLatency}) {
    std::vector<std::string_view> flags, options;
    for (const OptionFacts& option : OptionsOf(kind)) options.push_back(option.name);
    for (const Flag* flag : FlagsOfVerb(BitOf(kind))) {
      if (flag->option == nullptr) {
        EXPECT_THAT(options, testing::Not(testing::Contains(KeyOf(*flag))));
        continue;
      }
      EXPECT_EQ(flag->option->name, KeyOf(*flag));
      EXPECT_NE(flag->option->requests & BitOf(kind), 0u) << flag->long_name;
      flags.push_back(KeyOf(*flag));
    }
    EXPECT_EQ(flags, options);
  }
}

TEST(FlagTable, MessagesNameTheVerbsWithASource) {
  std::vector<std::string> named;
  for (const std::string_view part : SplitAt(' ', kVerbsWithSource)) {
    if (part != "or") named.emplace_back(part.substr(0, part.find(',')));
  }
  std::vector<std::string> takes;
  for (const Verb& verb : Verbs()) {
    const auto flags = FlagsOfVerb(verb.bit);
    const bool has =
        std::ranges::any_of(flags, [](const Flag* flag) { return flag->long_name == "--source"; });
    if (has) takes.emplace_back(verb.name);
  }
  EXPECT_THAT(named, testing::UnorderedElementsAreArray(takes));
}

TEST(FlagTable, NamesAreUniqueWithinAVerb) {
  for (const Verb& verb : Verbs()) {
    std::set<std::string_view> names;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      SCOPED_TRACE(flag->long_name);
      EXPECT_TRUE(names.insert(flag->long_name).second);
      EXPECT_TRUE(flag->short_name.empty() || names.insert(flag->short_name).second);
    }
  }
}

TEST(FlagTable, OnlyHelpHasNoSetter) {
  for (const Flag& flag : Flags()) {
    EXPECT_EQ(flag.ends_reading(), flag.long_name == "--help") << flag.long_name;
  }
}

TEST(FlagTable, EveryOptionOfARequestHasAFlag) {
  for (const RequestOption& option : RequestOptions()) {
    const auto sets = [&option](const Flag& flag) {
      return flag.option != nullptr && flag.option->name == option.name;
    };
    EXPECT_TRUE(std::ranges::any_of(Flags(), sets)) << option.name;
  }
}

TEST(VerbTable, EveryRowIsWellFormed) {
  uint32_t bits = 0;
  std::set<std::string_view> names;
  for (const Verb& verb : Verbs()) {
    SCOPED_TRACE(verb.name);
    EXPECT_TRUE(names.insert(verb.name).second);
    EXPECT_EQ(bits & verb.bit, 0u);
    bits |= verb.bit;
    EXPECT_FALSE(verb.summary.empty());
    EXPECT_FALSE(verb.about.empty());
    for (const std::string_view example : verb.examples) {
      EXPECT_TRUE(example.starts_with("mtgauge " + std::string(verb.name))) << example;
    }
    EXPECT_NE(verb.run, nullptr);
  }
  for (const Flag& flag : Flags()) {
    if (!flag.ends_reading()) EXPECT_EQ(flag.verbs & ~bits, 0u) << flag.long_name;
  }
}

TEST(Help, NamesEveryFlagOfTheVerbAndFitsTheScreen) {
  for (const Verb& verb : Verbs()) {
    const std::string help = VerbHelp(verb);
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      EXPECT_THAT(help, HasSubstr(std::string(flag->long_name)));
      EXPECT_THAT(help, HasSubstr(std::string(flag->short_name)));
    }
    EXPECT_THAT(help, HasSubstr(std::string(verb.examples[0])));
    EXPECT_THAT(help, HasSubstr(std::string(verb.examples[1])));
    EXPECT_THAT(ProgramHelp(false), HasSubstr(std::string(verb.summary)));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

// What the program shows alone fits on one screen, and names every verb.
TEST(Help, ProgramHelpFitsTheScreen) {
  const std::string help = ProgramHelp(true);
  EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 24) << help;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  for (const Verb& verb : Verbs()) EXPECT_THAT(help, HasSubstr(std::string(verb.name)));
}

// The output of -h fits on one screen.
TEST(Help, ShortHelpFitsTheScreen) {
  for (const Verb& verb : Verbs()) {
    SCOPED_TRACE(verb.name);
    const std::string help = ShortHelp(verb);
    size_t common = 0;
    for (const Flag* flag : FlagsOfVerb(verb.bit)) common += (flag->common & verb.bit) != 0 ? 1 : 0;
    if (common == 0) {
      EXPECT_EQ(help, VerbHelp(verb));
      continue;
    }
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 24) << help;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    EXPECT_THAT(help, HasSubstr(std::string(verb.examples[1])));
    EXPECT_THAT(help, HasSubstr(" --help' shows all flags"));
    EXPECT_LE(common, 13u);
  }
}

TEST(ReadCommand, TellsShortHelpFromLong) {
  for (const auto& [line, is_short] :
       {std::pair("score -h", true), std::pair("score --help", false),
        std::pair("score ref -b -h", true), std::pair("score -bh", true),
        std::pair("score --he", false), std::pair("help score", false), std::pair("help", true),
        std::pair("-h", true), std::pair("--help", false)}) {
    const Result<Command> command = ReadCommand(Words(line));
    ASSERT_TRUE(command.ok()) << line;
    EXPECT_EQ(command->kind, Command::Kind::kHelp) << line;
    EXPECT_EQ(command->short_help, is_short) << line;
  }
}

TEST(ReadCommand, TakesSacreBleusSpellings) {
  const LowArgs args = Read(
      "score r0 r1 -i h0 h1 -m bleu bleu:order=2 -tok intl -lc -l en-de -sfloor -sv=0.5 -w2 -f "
      "tsv");
  EXPECT_THAT(args.references, ElementsAre("r0", "r1"));
  EXPECT_THAT(args.inputs, ElementsAre("h0", "h1"));
  EXPECT_THAT(args.metrics, ElementsAre("bleu", "bleu:order=2"));
  EXPECT_EQ(args.tokenize, "intl");
  EXPECT_TRUE(args.lowercase);
  EXPECT_EQ(args.language_pair, "en-de");
  EXPECT_EQ(args.smooth_method, "floor");
  EXPECT_EQ(args.smooth_value, "0.5");
  EXPECT_EQ(args.width, 2u);
  EXPECT_EQ(args.format, "tsv");
}

TEST(ReadCommand, HasDefaults) {
  const LowArgs args = Read("score ref");
  EXPECT_THAT(args.references, ElementsAre("ref"));
  EXPECT_THAT(args.inputs, IsEmpty());
  EXPECT_THAT(args.metrics, IsEmpty());
  EXPECT_FALSE(args.tokenize.has_value());
  EXPECT_FALSE(args.width.has_value());
  EXPECT_EQ(args.format, "text");
  EXPECT_EQ(args.on_invalid, OnInvalid::kError);
  EXPECT_EQ(args.threads, 0u);
  EXPECT_FALSE(args.score_only || args.strict || args.force || args.quiet || args.lowercase);
}

TEST(ReadCommand, SplitsClustersAndPrefixes) {
  const LowArgs cluster = Read("score -bqw3 ref");
  EXPECT_TRUE(cluster.score_only && cluster.quiet);
  EXPECT_EQ(cluster.width, 3u);
  EXPECT_THAT(cluster.references, ElementsAre("ref"));
  EXPECT_EQ(Read("score ref --wid=4").width, 4u);
  EXPECT_EQ(Read("score ref --thr 7").threads, 7u);
  EXPECT_EQ(Read("score ref --tok zh").tokenize, "zh");
}

TEST(ReadCommand, TakesConventionsByName) {
  const LowArgs args = Read(
      "compare ref -i a b --test ar --null shifted --rng numpy --interval bca --correction by "
      "--clusters greedy --sampling half --order key --unit document --documents d -B 7 --seed 0 --alpha .01");
  EXPECT_EQ(args.test, TestKind::kRandomization);
  EXPECT_EQ(args.null, NullRule::kShifted);
  EXPECT_EQ(args.generator, Generator::kNumpy);
  EXPECT_EQ(args.interval, IntervalKind::kBca);
  EXPECT_EQ(args.correction, Correction::kBenjaminiYekutieli);
  EXPECT_EQ(args.clusters, ClusterRule::kGreedy);
  EXPECT_EQ(args.sampling, Sampling::kHalf);
  EXPECT_EQ(args.order, Order::kKey);
  EXPECT_EQ(args.unit, Unit::kDocument);
  EXPECT_EQ(args.resamples, 7u);
  EXPECT_EQ(args.seed, 0u);
  EXPECT_EQ(args.alpha, 0.01);
  EXPECT_EQ(Read("compare r -i a --seed 18446744073709551615").seed, UINT64_MAX);
}

TEST(ReadCommand, TakesNamedFiles) {
  const LowArgs args = Read(
      "compare ref --system A a1 a2 --system B b1 b2 --scores X:lower=x y --missing drop-pairwise");
  ASSERT_EQ(args.systems.size(), 2u);
  EXPECT_EQ(args.systems[1].name, "B");
  EXPECT_THAT(args.systems[1].files, ElementsAre("b1", "b2"));
  ASSERT_EQ(args.scores.size(), 1u);
  EXPECT_EQ(args.scores[0].metric, "X");
  EXPECT_TRUE(args.scores[0].lower_is_better);
  EXPECT_THAT(args.scores[0].files, ElementsAre("x", "y"));
  EXPECT_TRUE(args.drop_missing);
  EXPECT_EQ(Read("compare --scores A=b=c").scores[0].files.front(), "b=c");
  EXPECT_FALSE(Read("compare --scores A=b").scores[0].lower_is_better);
}

TEST(ReadCommand, ReadsBoundsOfScores) {
  const LowArgs args =
      Read("score r --require bleu>=30 a<b:chrf:nw=2<-0.5 --require ter<=1e2 x>3 y<=1%");
  ASSERT_EQ(args.requirements.size(), 5U);
  EXPECT_EQ(args.requirements[4].bound, 1);
  EXPECT_EQ(args.requirements[0].target, "bleu");
  EXPECT_EQ(args.requirements[0].relation, Requirement::Relation::kAtLeast);
  EXPECT_EQ(args.requirements[0].bound, 30);
  EXPECT_EQ(args.requirements[1].target, "a<b:chrf:nw=2");
  EXPECT_EQ(args.requirements[1].relation, Requirement::Relation::kBelow);
  EXPECT_EQ(args.requirements[1].bound, -0.5);
  EXPECT_EQ(args.requirements[2].relation, Requirement::Relation::kAtMost);
  EXPECT_EQ(args.requirements[2].bound, 100);
  EXPECT_EQ(args.requirements[3].relation, Requirement::Relation::kAbove);
  EXPECT_EQ(args.requirements[3].text, "x>3");
}

TEST(ReadCommand, RefusesConventionsWithAReason) {
  EXPECT_EQ(ErrorOf("compare r --test t"), "--test: unknown test 't' (known: bs, ar or wilcoxon)");
  for (const char* alpha : {"0", "1", "-.5", "5%", "nan", "inf", "x"}) {
    EXPECT_THAT(ErrorOf({"compare", "r", "--alpha", alpha}), HasSubstr("between 0 and 1")) << alpha;
  }
  EXPECT_THAT(ErrorOf("compare r -B 0"), HasSubstr("-B/--resamples: '0' is not a whole number"));
  EXPECT_THAT(ErrorOf("compare r --seed -1"), HasSubstr("--seed: '-1' is not a whole number"));
  EXPECT_THAT(ErrorOf("compare r --seed 18446744073709551616"), HasSubstr("is not a whole number"));
  EXPECT_THAT(ErrorOf("compare r --system A"), HasSubstr("--system NAME=FILE"));
  EXPECT_THAT(ErrorOf({"compare", "--system", "", "a"}), HasSubstr("--system NAME=FILE"));
  EXPECT_THAT(ErrorOf("meta --scores a"), HasSubstr("as in COMET=a"));
  EXPECT_EQ(Read("compare --scores a").scores.size(), 1U) << "a table may name its metrics";
  for (const char* scores : {"=a", ":lower=a"}) {
    EXPECT_THAT(ErrorOf({"compare", "--scores", scores}), HasSubstr("as in COMET=a")) << scores;
  }
  EXPECT_EQ(ErrorOf("compare --scores X= a"), "--scores: the file name is empty");
  EXPECT_EQ(ErrorOf({"compare", "--documents", ""}), "--documents: the file name is empty");
  EXPECT_EQ(ErrorOf({"compare", "--strata", ""}), "--strata: the file name is empty");
  EXPECT_EQ(ErrorOf("segments r -f latex"),
            "-f/--format: unknown format 'latex' (known: text, json, tsv, csv, jsonl, parquet, "
            "arrow or mtme)");
}

TEST(ReadCommand, EndsListsAtDoubleDash) {
  const LowArgs args = Read("score -i h0 h1 -- -ref");
  EXPECT_THAT(args.inputs, ElementsAre("h0", "h1"));
  EXPECT_THAT(args.references, ElementsAre("-ref"));
}

TEST(ReadCommand, TakesNegativeNumbersAndDashesAsWords) {
  EXPECT_EQ(Read("score ref -sv -1").smooth_value, "-1");
  EXPECT_THAT(Read("score -5 -").references, ElementsAre("-5", "-"));
  EXPECT_THAT(Read("score ref -i -").inputs, ElementsAre("-"));
}

TEST(ReadCommand, RepeatedListsAddUpAndRepeatedValuesReplace) {
  const LowArgs args = Read("score ref -i a -i b c -tok zh -tok intl");
  EXPECT_THAT(args.inputs, ElementsAre("a", "b", "c"));
  EXPECT_EQ(args.tokenize, "intl");
}

TEST(ReadCommand, DashAsOutputIsStandardOutput) {
  EXPECT_EQ(Read("score ref -o -").output, "");
  EXPECT_EQ(Read("score ref -o out.json").output, "out.json");
}

TEST(ReadCommand, RefusesWithAReason) {
  EXPECT_EQ(ErrorOf(""),
            "no verb; name one of those above, as in: mtgauge score REF ... -i HYP ...");
  EXPECT_EQ(ErrorOf("scroe ref"), "unknown verb 'scroe'; did you mean 'score'?");
  EXPECT_EQ(
      ErrorOf("xyzzy"),
      "unknown verb 'xyzzy' (known: score, segments, compare, explain, report, nbest, matrix, mbr, meta, "
      "spans, rows, merge, survey, resegment, latency, tokenize, cite, metrics, tokenizers, stemmers, columns, sacrebleu, bench, run, demo or generate)");
  EXPECT_THAT(ErrorOf("--width 2"), HasSubstr("a verb is missing before '--width'"));
  EXPECT_EQ(ErrorOf("score ref --widht 2"), "unknown flag '--widht'; did you mean '--width'?");
  EXPECT_EQ(ErrorOf("score ref --zzzzzzzz=1"), "unknown flag '--zzzzzzzz=1'");
  EXPECT_EQ(ErrorOf("score ref --t 2"),
            "'--t' is ambiguous: it could be --test-set, --tokenize, --ter-case-sensitive, "
            "--ter-asian-support, --ter-no-punct, --ter-normalized or --threads");
  EXPECT_EQ(ErrorOf("score ref -w"), "-w/--width needs a value: N");
  EXPECT_EQ(ErrorOf("score ref -i"), "-i/--input needs at least one value: HYP");
  EXPECT_EQ(ErrorOf("score ref --quiet=1"), "-q/--quiet takes no value, but '1' was given");
  EXPECT_EQ(ErrorOf("score ref -bx"), "-b/--score-only takes no value, but 'x' was given");
  EXPECT_EQ(ErrorOf("score a -b c"),
            "unexpected argument 'c': references must stand together, before the flags");
  EXPECT_EQ(ErrorOf("tokenize file"),
            "unexpected argument 'file': this verb takes only flags; name files with -i");
  EXPECT_EQ(ErrorOf("score ref --scores X=a"),
            "unknown flag '--scores'; it is for other verbs: compare, explain, report, meta");
  EXPECT_EQ(ErrorOf("score ref -w 2.5"), "-w/--width: '2.5' is not a whole number from 0 to 100");
  EXPECT_EQ(ErrorOf("score ref --threads 0"),
            "--threads: '0' is not a whole number from 1 to 4096");
  EXPECT_EQ(ErrorOf("score ref -m blue"),
            "-m/--metrics: unknown metric 'blue'; did you mean 'bleu'?");
  EXPECT_EQ(ErrorOf("score ref -m blue:order=2"),
            "-m/--metrics: unknown metric 'blue'; did you mean 'bleu'?");
  EXPECT_EQ(ErrorOf("score ref -tok 31a"),
            "-tok/--tokenize: unknown tokenizer '31a'; did you mean '13a'?");
  EXPECT_EQ(ErrorOf("score ref -s flor"),
            "-s/--smooth-method: unknown smoothing method 'flor'; did you mean 'floor'?");
  EXPECT_EQ(ErrorOf("score ref -f yaml"),
            "-f/--format: unknown format 'yaml' (known: text, json, tsv, csv, jsonl, latex, "
            "markdown, table, html, svg, parquet or arrow)");
  EXPECT_EQ(ErrorOf("help score more"), "unexpected argument 'more' after 'help score'");
  EXPECT_EQ(ErrorOf({"score", "ref", "-o", ""}), "-o/--output: the file name is empty");
}

TEST(ReadCommand, FindsHelpAndVersion) {
  EXPECT_EQ(ReadCommand({"--version"})->kind, Command::Kind::kShowVersion);
  for (const char* line : {"--help", "-h", "help"}) {
    EXPECT_EQ(ReadCommand({line})->kind, Command::Kind::kHelp);
    EXPECT_EQ(ReadCommand({line})->verb, nullptr);
  }
  for (const char* line : {"help score", "score --help", "score ref -i h -h", "score --hel"}) {
    const Result<Command> command = ReadCommand(Words(line));
    ASSERT_TRUE(command.ok()) << line;
    EXPECT_EQ(command->kind, Command::Kind::kHelp);
    EXPECT_EQ(command->verb->name, "score");
  }
}

TEST(ReadCommand, HasSacreBleusOwnFlags) {
  const LowArgs args = Read("sacrebleu ref -i a b -i c -m chrf -cw 2 -w +3 -sv .5 -sh --cite");
  EXPECT_THAT(args.sacrebleu.inputs, ElementsAre("c"));
  EXPECT_THAT(args.sacrebleu.metrics, ElementsAre("chrf"));
  EXPECT_EQ(args.sacrebleu.chrf_word_order, 2);
  EXPECT_EQ(args.sacrebleu.width, 3);
  EXPECT_EQ(args.sacrebleu.smooth_value, 0.5);
  EXPECT_EQ(args.sacrebleu.format, "json");
  EXPECT_TRUE(args.sacrebleu.short_signature);
  EXPECT_TRUE(args.sacrebleu.citation);
  EXPECT_THAT(ErrorOf("sacrebleu ref -m bleu:order=2"), HasSubstr("unknown metric"));
  EXPECT_EQ(ErrorOf("sacrebleu ref -w 1.5"), "-w/--width: '1.5' is not a whole number");
  EXPECT_EQ(ErrorOf("sacrebleu ref -sv x"), "-sv/--smooth-value: 'x' is not a number");
  EXPECT_THAT(ErrorOf("sacrebleu ref -pbs -par"), HasSubstr("exclude each other"));
  EXPECT_EQ(ReadCommand(Words("sacrebleu ref -V -w"))->kind, Command::Kind::kShowVersion);
}

TEST(VerbOf, IsTheVerbThatALineBeginsWith) {
  EXPECT_EQ(VerbOf({"sacrebleu", "ref"})->name, "sacrebleu");
  EXPECT_EQ(VerbOf({"scroe"}), nullptr);
  EXPECT_EQ(VerbOf({}), nullptr);
}

TEST(Suggest, FindsTheNearestName) {
  const std::vector<std::string_view> names = {"score", "segments", "tokenize"};
  EXPECT_EQ(Nearest("scor", names), "score");
  EXPECT_EQ(Nearest("socre", names), "score");
  EXPECT_EQ(Nearest("segment", names), "segments");
  EXPECT_EQ(Nearest("token", names), "");
  EXPECT_EQ(Nearest("", names), "");
  EXPECT_EQ(Nearest(std::string(1000, 's'), names), "");
  EXPECT_EQ(JoinChoices(names), "score, segments or tokenize");
}

// Returns the output of a verb that reads no input.
std::string OutputOf(const std::string& line) {
  const Result<Command> command = ReadCommand(Words(line));
  EXPECT_TRUE(command.ok()) << command.status();
  LowArgs args = command.ok() ? command->args : LowArgs();
  const OwnFolder folder;
  args.output = folder.Path("output.txt");
  const std::atomic<bool> stop{false};
  EXPECT_TRUE(command->verb->run(args, Program{&stop}).ok());
  std::ifstream in(args.output);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Checks that the lines of `verb -f tsv` have as many fields as their header, with one line for
// each row.
void ExpectTsvOfRows(const std::string& verb, size_t rows) {
  const std::string text = OutputOf(verb + " -f tsv");
  std::vector<std::ptrdiff_t> tabs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    tabs.push_back(std::count(line.begin(), line.end(), '\t'));
  }
  EXPECT_EQ(tabs, std::vector<std::ptrdiff_t>(rows + 1, tabs.at(0)));
}

// Replaces runs of spaces and line ends by single spaces.
std::string Unwrapped(const std::string& text) {
  return fmt::format("{}", fmt::join(Words(text), " "));
}

TEST(Lists, HaveEveryMetric) {
  ExpectTsvOfRows("metrics", Metrics().size());
  const std::string text = OutputOf("metrics");
  const auto json = nlohmann::json::parse(OutputOf("metrics -f json"));
  ASSERT_EQ(json["metrics"].size(), Metrics().size());
  for (size_t m = 0; m < Metrics().size(); ++m) {
    const MetricRow& row = Metrics()[m];
    EXPECT_EQ(json["metrics"][m]["name"], std::string(row.name));
    EXPECT_EQ(json["metrics"][m]["options"].size(), row.options.size());
    EXPECT_EQ(json["metrics"][m]["scale"].is_null(), row.scale == 0);
    EXPECT_EQ(json["metrics"][m]["higher_is_better"].is_null(), !row.ranks);
    EXPECT_THAT(text, HasSubstr("\n  " + std::string(row.name) + " "));
    const std::string all = Unwrapped(OutputOf("metrics " + std::string(row.name)));
    EXPECT_THAT(all, HasSubstr(std::string(row.help)));
    EXPECT_THAT(all, HasSubstr(std::string(row.references)));
    EXPECT_THAT(all, HasSubstr(std::string(row.notes)));
    for (const MetricOptionRow& option : row.options) {
      EXPECT_THAT(all, HasSubstr(fmt::format("{}={} {}", option.name, option.value, option.help)));
    }
  }
}

TEST(Lists, HaveEveryTokenizer) {
  ExpectTsvOfRows("tokenizers", Tokenizers().size() + ModelTokenizers().size());
  const std::string text = OutputOf("tokenizers");
  const auto json = nlohmann::json::parse(OutputOf("tokenizers -f json"));
  ASSERT_EQ(json["tokenizers"].size(), Tokenizers().size() + ModelTokenizers().size());
  for (size_t t = 0; t < Tokenizers().size(); ++t) {
    EXPECT_EQ(json["tokenizers"][t]["name"], std::string(Tokenizers()[t].name));
    EXPECT_THAT(text, HasSubstr("\n  " + std::string(Tokenizers()[t].name) + " "));
  }
}

TEST(Cite, EveryMetricsPaperHasABibtexEntry) {
  for (const MetricRow& row : Metrics()) {
    const std::string text = OutputOf("cite -m " + std::string(row.name));
    const auto plain = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto end = std::find_if_not(row.paper.begin(), row.paper.end(), plain);
    if (!row.paper.empty()) {
      EXPECT_THAT(text, HasSubstr(" = {" + std::string(row.paper.begin(), end)));
    }
  }
}

}  // namespace
}  // namespace mtgauge
