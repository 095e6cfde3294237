// Options by name: every option of a request can be set and read back, and affects nothing else;
// unknown options and values are rejected, and leave the request unchanged.
#include "core/request/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include "mtgauge/mtgauge.h"

namespace mtgauge::options_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Values = std::vector<std::string>;

std::string Said(const Status& status) { return status.message(); }

template <typename Asked, RequestKind of>
struct Case {
  using Request = Asked;
  static constexpr RequestKind kKind = of;
};
using Cases = testing::Types<
    Case<ScoreRequest, RequestKind::kScore>, Case<SegmentsRequest, RequestKind::kSegments>,
    Case<CompareRequest, RequestKind::kCompare>, Case<NbestRequest, RequestKind::kNbest>,
    Case<EvaluateRequest, RequestKind::kEvaluate>, Case<RowsRequest, RequestKind::kRows>,
    Case<SurveyRequest, RequestKind::kSurvey>, Case<TokenizeRequest, RequestKind::kTokenize>,
    Case<ResegmentRequest, RequestKind::kResegment>, Case<MatrixRequest, RequestKind::kMatrix>,
    Case<MbrRequest, RequestKind::kMbr>, Case<ExplainRequest, RequestKind::kExplain>,
    Case<SpansRequest, RequestKind::kSpans>, Case<LatencyRequest, RequestKind::kLatency>>;

// Returns values that the option accepts, and that differ from its default.
Values ValuesFor(const OptionFacts& option) {
  if (option.kind == OptionKind::kSwitch) return {};
  if (!option.choices.empty()) return {std::string(option.choices.back())};
  if (option.name == "shard" || option.name == "blocks") return {"2/3"};
  if (option.name == "alpha" || option.name == "power" || option.name == "threshold") {
    return {"0.25"};
  }
  if (option.name == "human-offset") return {"-1"};
  if (option.name == "require") return {"bleu>=1", "SYS:ter<2.5"};
  if (option.name == "scores" || option.name == "human") return {"COMET:lower=a", "b"};
  if (option.kind == OptionKind::kList) return {"A", "b"};
  if (option.name == "severity-penalty") return {"0.5"};
  if (option.name == "severity-weights") return {"minor:1 major:5"};
  if (option.name == "mqm-weights") return {"Major:5 Minor/Style:0.5"};
  return {"3"};
}

// Returns the uses of all options of the request, in order.
template <typename Request>
std::vector<OptionUses> Held(RequestKind kind, const Request& request) {
  RequestParts parts;
  CopyParts(request, parts);
  std::vector<OptionUses> held;
  for (const RequestOption& option : RequestOptions()) {
    if ((option.requests & BitOf(kind)) != 0) held.push_back(option.access.get(parts));
  }
  return held;
}

template <typename Case>
class Options : public testing::Test {};
TYPED_TEST_SUITE(Options, Cases);

TYPED_TEST(Options, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const OptionFacts& option : OptionsOf(TypeParam::kKind)) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_EQ(option.noun.empty(), option.choices.empty()) << option.name;
  }
  EXPECT_GE(names.size(), 5U);
}

TYPED_TEST(Options, AreReadAsTheyWereSetAndMoveNothingElse) {
  const std::vector<OptionFacts> options = OptionsOf(TypeParam::kKind);
  for (size_t i = 0; i < options.size(); ++i) {
    SCOPED_TRACE(options[i].name);
    // NAME=FILE adds to the inputs, which are not an option.
    if (options[i].name == "system" && TypeParam::kKind != RequestKind::kCompare &&
        TypeParam::kKind != RequestKind::kExplain) {
      continue;
    }
    typename TypeParam::Request request;
    std::vector<OptionUses> expected = Held(TypeParam::kKind, request);
    ASSERT_EQ(expected.size(), options.size());
    const Values values = ValuesFor(options[i]);
    const Status status = SetOption(request, options[i].name, values);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_NE(expected[i], OptionUses{values});
    expected[i] = {values};
    EXPECT_EQ(Held(TypeParam::kKind, request), expected);
    EXPECT_TRUE(CheckLeftOut(request).ok()) << CheckLeftOut(request);
  }
}

TEST(LeftOutOptions, AreErrors) {
  MatrixRequest matrix;
  matrix.compat = "sacrebleu";
  Error error = MatrixRun::Make(matrix).status().error();
  EXPECT_EQ(error.option, "compat");
  EXPECT_THAT(error.what, HasSubstr("this kind of request has no such option"));
  SurveyRequest survey;
  survey.rows = {"a.rows"};
  error = SurveyRun::Make(survey).status().error();
  EXPECT_EQ(error.option, "rows");
  EXPECT_EQ(error.remedy, "leave it out");
}

TYPED_TEST(Options, RefuseAWrongNumberOfValues) {
  for (const OptionFacts& option : OptionsOf(TypeParam::kKind)) {
    typename TypeParam::Request request;
    const auto before = Held(TypeParam::kKind, request);
    const bool is_switch = option.kind == OptionKind::kSwitch;
    const Values wrong = is_switch                                    ? Values{"yes"}
                         : option.kind == OptionKind::kOptionalNumber ? Values{"1", "2"}
                                                                      : Values{};
    const Status status = SetOption(request, option.name, wrong);
    EXPECT_EQ(status.error().kind, ErrorKind::kUsage) << option.name;
    EXPECT_EQ(status.error().option, option.name);
    EXPECT_EQ(Held(TypeParam::kKind, request), before);
    if (is_switch || option.kind == OptionKind::kList) continue;
    EXPECT_THAT(Said(SetOption(request, option.name, {"1", "2"})),
                HasSubstr("`: it takes one value, but 2 were given"));
  }
}

TYPED_TEST(Options, RefuseUnknownChoices) {
  for (const OptionFacts& option : OptionsOf(TypeParam::kKind)) {
    if (option.choices.empty()) continue;
    typename TypeParam::Request request;
    const Error error = SetOption(request, option.name, {"xyzzy"}).error();
    EXPECT_EQ(error.option, option.name);
    EXPECT_THAT(error.what, HasSubstr("unknown " + std::string(option.noun) + " 'xyzzy'"));
  }
}

TYPED_TEST(Options, AreNearestToWhatTheyAreMistakenFor) {
  for (const OptionFacts& option : OptionsOf(TypeParam::kKind)) {
    typename TypeParam::Request request;
    const std::string mistaken = std::string(option.name) + "z";
    const Status status = SetOption(request, mistaken, {"1"});
    EXPECT_EQ(status.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(status.error().option, mistaken);
    EXPECT_EQ(status.message(), "there is no option '" + mistaken + "'; did you mean '" +
                                    std::string(option.name) + "'?");
  }
}

TEST(SetOption, SaysWhatTheCommandLineSays) {
  CompareRequest request;
  EXPECT_EQ(SetOption(request, "resamples", {"0"}).message(),
            "`resamples`: '0' is not a whole number from 1 to 1000000000");
  EXPECT_EQ(SetOption(request, "alpha", {"1"}).message(),
            "`alpha`: '1' is not a number between 0 and 1");
  EXPECT_EQ(SetOption(request, "metrics", {"blue:order=2"}).message(),
            "`metrics`: unknown metric 'blue'; did you mean 'bleu'?");
  EXPECT_EQ(SetOption(request, "test", {"t"}).message(),
            "`test`: unknown test 't' (known: bs, ar or wilcoxon)");
  EXPECT_EQ(SetOption(request, "scores", {"=a"}).message(),
            "`scores`: '=a' does not begin with a name; write the metric before the file, as in "
            "COMET=a");
  // Options of another request, or texts, which are not options.
  for (const char* name : {"confidence", "references"}) {
    EXPECT_THAT(Said(SetOption(request, name, {"a"})),
                testing::StartsWith("there is no option '" + std::string(name) + "'"));
  }
}

TEST(SetOption, SetsFields) {
  CompareRequest request;
  ASSERT_TRUE(SetOption(request, "metrics", {"chrF++"}).ok());
  ASSERT_TRUE(SetOption(request, "metrics", {"ter"}).ok());  // a list adds
  ASSERT_TRUE(SetOption(request, "resamples", {"7"}).ok());
  ASSERT_TRUE(SetOption(request, "resamples", {"8"}).ok());  // the others replace
  ASSERT_TRUE(SetOption(request, "correction", {"by"}).ok());
  ASSERT_TRUE(SetOption(request, "chrf-beta", {"3"}).ok());
  EXPECT_THAT(request.metrics, ElementsAre("chrf:nw=2", "ter"));
  EXPECT_EQ(request.resamples, 8U);
  EXPECT_EQ(request.correction, Correction::kBenjaminiYekutieli);
  ASSERT_EQ(request.metric_settings.size(), 1U);
  EXPECT_EQ(request.metric_settings[0].metric, "chrf");
}

// Fields that no option sets are unchanged.
TEST(SetOption, KeepsTextsAndHowItRuns) {
  const std::vector<std::string> texts = {"a", "b"};
  const std::atomic<bool> stop{false};
  ScoreRequest request;
  request.references = {"ref"};
  request.columns = TextColumns{{{"r", texts}}, {{"s", texts}}};
  request.stop = &stop;
  ASSERT_TRUE(SetOption(request, "lowercase", {}).ok());
  EXPECT_TRUE(request.lowercase);
  EXPECT_THAT(request.references, ElementsAre("ref"));
  EXPECT_EQ(request.columns->systems.at(0)[1], "b");
  EXPECT_EQ(request.stop, &stop);
  TokenizeRequest tokenize;
  tokenize.input = "file";
  tokenize.stop = &stop;
  ASSERT_TRUE(SetOption(tokenize, "tokenize", {"zh"}).ok());
  EXPECT_EQ(tokenize.tokenize, "zh");
  EXPECT_EQ(tokenize.input, "file");
  EXPECT_EQ(tokenize.stop, &stop);
}

// A reader of an option's help must be able to find the options that it names.
TEST(OptionsOf, NameOptionsInBackticks) {
  std::set<std::string> names;
  for (const RequestOption& option : RequestOptions()) names.insert(std::string(option.name));
  for (const RequestOption& option : RequestOptions()) {
    for (size_t at = option.help.find('`'); at != option.help.npos;) {
      const size_t close = option.help.find('`', at + 1);
      ASSERT_NE(close, option.help.npos) << option.name;
      const std::string name(option.help.substr(at + 1, close - at - 1));
      EXPECT_TRUE(names.contains(name) || name == "resources") << option.name << ": " << name;
      at = option.help.find('`', close + 1);
    }
  }
}

}  // namespace
}  // namespace mtgauge::options_test
