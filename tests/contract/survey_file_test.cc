// Surveys as files: however references are cut into parts, and in whatever order the parts are
// merged, every score, row and signature equals that of one run; and all damage is detected.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/rowfile/sealed_file.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"

namespace mtgauge::survey_file_test {
namespace {

using Strings = std::vector<std::string>;
using testing::HasSubstr;
using testing::StartsWith;

const Strings kVariants = {"nist",
                           "nist:paper=yes,single=2",
                           "nist:order=1",
                           "nist:order=8,lc=no",
                           "nist:tok=intl,stem=en",
                           "nltk-nist:order=3",
                           "cider-d",
                           "cider-d:form=plain,order=2,lc=yes"};

std::string BytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// References and a system, and any range of them as files.
class Corpus {
 public:
  Corpus(size_t segments, size_t references) : columns_(references + 1) {
    test::RandomText random(7 * segments + references);
    for (size_t i = 0; i < segments; ++i) {
      const std::string base = random.Sentence(random.Below(25));
      for (Strings& column : columns_) {
        column.push_back(random.Perturb(base));
        for (char& c : column.back()) c = c == '\n' || c == '\r' ? ' ' : c;
      }
    }
  }

  size_t segments() const { return columns_[0].size(); }

  ScoreRequest Cut(const OwnFolder& folder, const std::string& name, size_t begin,
                   size_t end) const {
    ScoreRequest request;
    request.metrics = kVariants;
    request.on_invalid = OnInvalid::kReplace;
    for (size_t c = 0; c < columns_.size(); ++c) {
      std::string text;
      for (size_t i = begin; i < end; ++i) text += columns_[c][i] + '\n';
      (c + 1 < columns_.size() ? request.references : request.inputs)
          .push_back(folder.Write(name + "." + std::to_string(c), text));
    }
    return request;
  }

 private:
  std::vector<Strings> columns_;
};

template <typename Request>
Request As(const ScoreRequest& texts) {
  Request request;
  static_cast<TextInputs&>(request) = texts;
  static_cast<MetricChoice&>(request) = texts;
  static_cast<RunOptions&>(request) = texts;
  return request;
}

Status WriteSurvey(const ScoreRequest& texts, const std::string& file, uint32_t threads = 1) {
  auto request = As<SurveyRequest>(texts);
  request.inputs.clear();
  request.threads = threads;
  MTG_ASSIGN_OR_RETURN(SurveyRun run, SurveyRun::Make(request));
  return run.Write(file).status();
}

// Returns the ends of parts, of which all but the first may be empty.
std::vector<size_t> CutAnywhere(size_t segments, size_t parts) {
  test::RandomText random(parts);
  std::vector<size_t> ends = {segments};
  while (ends.size() < parts) ends.push_back(1 + random.Below(static_cast<uint32_t>(segments)));
  std::sort(ends.begin(), ends.end());
  return ends;
}

Strings SegmentScoresOf(const ScoreRequest& texts) {
  const auto answer = Segments(As<SegmentsRequest>(texts));
  EXPECT_TRUE(answer.ok()) << answer.status();
  Strings scores;
  for (const SegmentScores& segment : answer->segments) {
    for (const double score : segment.scores) scores.push_back(test::Exact(score));
  }
  return scores;
}

// Scores every part under the merged survey of all parts.
void ExpectOneRun(const Corpus& corpus, size_t parts, uint32_t threads) {
  const OwnFolder folder;
  ScoreRequest whole = corpus.Cut(folder, "whole", 0, corpus.segments());
  const auto one_run = Score(whole);
  ASSERT_TRUE(one_run.ok()) << one_run.status();
  Strings surveys;
  std::vector<ScoreRequest> cuts;
  size_t begin = 0;
  for (const size_t end : CutAnywhere(corpus.segments(), parts)) {
    if (end == begin) continue;
    cuts.push_back(corpus.Cut(folder, "part" + std::to_string(begin), begin, end));
    surveys.push_back(folder.Path("survey" + std::to_string(begin)));
    ASSERT_TRUE(WriteSurvey(cuts.back(), surveys.back(), threads).ok());
    begin = end;
  }
  const std::string merged = folder.Path("merged"), backwards = folder.Path("backwards");
  ASSERT_TRUE(MergeSurveys(surveys, merged).ok());
  std::reverse(surveys.begin(), surveys.end());
  ASSERT_TRUE(MergeSurveys(surveys, backwards).ok());
  EXPECT_EQ(BytesOf(merged), BytesOf(backwards));
  Strings scores;
  for (ScoreRequest& cut : cuts) {
    cut.survey = merged;
    const Strings more = SegmentScoresOf(cut);
    scores.insert(scores.end(), more.begin(), more.end());
  }
  EXPECT_EQ(scores, SegmentScoresOf(whole));
  whole.survey = merged;
  EXPECT_EQ(test::ExactFigures(Score(whole)), test::ExactFigures(one_run));
}

TEST(SurveyFiles, AnyCutGivesTheScoresOfOneRun) {
  for (const size_t references : {1U, 2U, 3U}) {
    const Corpus corpus(150, references);
    for (const size_t parts : {1U, 2U, 3U, 7U, 64U}) {
      SCOPED_TRACE(std::to_string(references) + " references, parts: " + std::to_string(parts));
      ASSERT_NO_FATAL_FAILURE(ExpectOneRun(corpus, parts, parts % 2 == 0 ? 3 : 1));
    }
  }
}

// Shards of one file have its name, so that even their headers are equal.
TEST(SurveyFiles, MergedShardsAreTheSurveyOfTheWhole) {
  const OwnFolder folder;
  const Corpus corpus(40, 2);
  const auto survey = [&](size_t begin, size_t end, const std::string& file) {
    ASSERT_TRUE(WriteSurvey(corpus.Cut(folder, "texts", begin, end), folder.Path(file), 2).ok());
  };
  survey(0, 13, "first");
  survey(13, 40, "second");
  survey(0, 40, "whole");
  ASSERT_TRUE(
      MergeSurveys({folder.Path("second"), folder.Path("first")}, folder.Path("merged")).ok());
  EXPECT_EQ(BytesOf(folder.Path("merged")), BytesOf(folder.Path("whole")));
}

// Several batches, so that all threads have a share.
TEST(SurveyFiles, ThreadsDoNotShow) {
  const OwnFolder folder;
  constexpr size_t kSegments = 2500;
  const Corpus corpus(kSegments, 2);
  const ScoreRequest texts = corpus.Cut(folder, "texts", 0, kSegments);
  ASSERT_TRUE(WriteSurvey(texts, folder.Path("one"), 1).ok());
  for (const uint32_t threads : {2U, 3U, 8U}) {
    ASSERT_TRUE(WriteSurvey(texts, folder.Path("more"), threads).ok());
    EXPECT_EQ(BytesOf(folder.Path("more")), BytesOf(folder.Path("one"))) << threads;
  }
}

const Strings kReference = {"the house is big", "a house"};
const Strings kSystem = {"the house", "a big house"};

TEST(SurveyFiles, TextInMemory) {
  const OwnFolder folder;
  TextColumns columns;
  columns.references = {TextColumn("ref", kReference)};
  SurveyRequest survey;
  survey.columns = columns;
  survey.metrics = {"bleu", "nist"};  // bleu learns nothing
  auto run = SurveyRun::Make(survey);
  ASSERT_TRUE(run.ok()) << run.status();
  const auto summary = run->Write(folder.Path("survey"));
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->segments, 2U);
  columns.systems = {TextColumn("sys", kSystem)};
  ScoreRequest score;
  score.columns = columns;
  score.metrics = {"nist"};
  const auto one_run = Score(score);
  score.survey = folder.Path("survey");
  EXPECT_EQ(test::ExactFigures(Score(score)), test::ExactFigures(one_run));
}

TEST(SurveyFiles, NoDamagePasses) {
  const OwnFolder folder;
  ScoreRequest texts = Corpus(3, 1).Cut(folder, "texts", 0, 3);
  texts.metrics = {"nist:order=2"};
  const std::string good = folder.Path("good"), bad = folder.Path("bad");
  ASSERT_TRUE(WriteSurvey(texts, good).ok());
  const std::string bytes = BytesOf(good);
  texts.survey = bad;
  const auto refuse = [&](const std::string& damaged) {
    folder.Write("bad", damaged);
    for (const Status& status :
         {MergeSurveys({bad}, folder.Path("merged")), Score(texts).status()}) {
      ASSERT_EQ(status.error().kind, ErrorKind::kInput) << status;
      ASSERT_THAT(status.message(), StartsWith(bad));
    }
    ASSERT_FALSE(std::filesystem::exists(folder.Path("merged")));
  };
  for (size_t size = 0; size < bytes.size(); ++size) refuse(bytes.substr(0, size));
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    refuse(damaged);
  }
  refuse(bytes + '\0');
}

// Writes a file with valid checksums and invalid contents.
std::string Sealed(const OwnFolder& folder, const std::string& header, const Strings& sections) {
  auto writer = SealedWriter::Open(folder.Path("sealed"));
  EXPECT_TRUE(writer.ok());
  for (const std::string& section : sections) EXPECT_TRUE(writer->Add(section).ok());
  EXPECT_TRUE(writer->Finish(Json::parse(header)).ok());
  return folder.Path("sealed");
}

std::string MergeError(const Strings& files) {
  const OwnFolder folder;
  const Status status = MergeSurveys(files, folder.Path("merged"));
  EXPECT_FALSE(status.ok());
  return status.message();
}

TEST(SurveyFiles, OtherContentsAreRefused) {
  const OwnFolder folder;
  const std::string start = R"({"kind":"survey","version":")" + std::string(kVersion) + R"(",)";
  const std::string nist = R"({"name":"nist|case:lc|tok:mteval|order:5","learnt":"info:00000000"})";
  const auto error = [&](const std::string& header, const Strings& sections) {
    return MergeError({Sealed(folder, header, sections)});
  };
  EXPECT_THAT(error(R"({"kind":"rows"})", {}), HasSubstr("a file of rows, not a survey; make"));
  EXPECT_THAT(error(R"({"king":7})", {}), HasSubstr("a file of an unknown kind, not a survey"));
  for (const char* version : {"0.0.9", "1.9999.0", "2.0.0", "1.0", "1.0.0.0", "1.0.x", "-1.0.0"}) {
    EXPECT_THAT(error(fmt::format(R"({{"kind":"survey","version":"{}"}})", version), {}),
                HasSubstr(fmt::format("mtgauge {} made this file, but this is {}; make it again",
                                      version, kVersion)));
  }
  EXPECT_THAT(error(R"({"kind":"survey","version":7})", {}),
              HasSubstr("it does not say which version of mtgauge made it; make it again"));
  const std::string malformed = "its header is not that of a survey";
  for (const char* version : {"1.0.0-rc1", "1.0.0"}) {
    EXPECT_THAT(error(fmt::format(R"({{"kind":"survey","version":"{}"}})", version), {}),
                HasSubstr(malformed))
        << version << " is an earlier one of the same major version";
  }
  for (const char* rest : {R"("segments":1})", R"("segments":-1,"references":[],"surveys":[]})",
                           R"("segments":1,"references":{},"surveys":[]})",
                           R"("segments":1,"references":[],"surveys":[{}]})"}) {
    EXPECT_THAT(error(start + rest, {}), HasSubstr(malformed)) << rest;
  }
  const std::string head = start + R"("segments":1,"references":["r"],"surveys":)";
  EXPECT_THAT(error(head + "[]}", {"x"}), HasSubstr(malformed));
  EXPECT_THAT(error(head + "[7]}", {"x"}), HasSubstr("names no surveys"));
  EXPECT_THAT(error(head + '[' + nist + ',' + nist + "]}", {"", ""}), HasSubstr("names no survey"));
  EXPECT_THAT(error(head + R"([{"name":"bleu","learnt":""}]})", {""}),
              HasSubstr("no metric uses a survey"));
  for (const Strings& sections : {Strings{""}, Strings{"12345678"}, Strings{"12345678\5\1"}}) {
    EXPECT_THAT(error(head + '[' + nist + "]}", sections),
                HasSubstr("does not hold a survey for nist|case:lc|tok:mteval|order:5"));
  }
  EXPECT_THAT(error(head + '[' + nist + "]}", {std::string("1234567\1\5\0", 10)}),
              HasSubstr("does not hold"))
      << "another digest";
}

TEST(SurveyFiles, WhatDoesNotGoTogetherIsNamed) {
  const OwnFolder folder;
  ScoreRequest texts = Corpus(3, 2).Cut(folder, "texts", 0, 3);
  const std::string plain = folder.Path("plain"), other = folder.Path("other");
  texts.metrics = {"nist"};
  ASSERT_TRUE(WriteSurvey(texts, plain).ok());
  texts.lowercase = true;
  texts.tokenize = "intl";
  ASSERT_TRUE(WriteSurvey(texts, other).ok());
  texts.survey = plain;
  EXPECT_EQ(Score(texts).status().message(),
            plain +
                ": the survey is for nist|case:lc|tok:mteval|order:5, but the metric is "
                "nist|case:lc|tok:intl|order:5|unicode:18.0|lcunicode:14.0; make one with the same "
                "options");
  EXPECT_EQ(MergeError({plain, other}),
            other +
                ": the survey is for nist|case:lc|tok:intl|order:5|unicode:18.0|lcunicode:14.0, "
                "but that of " +
                plain + " is for nist|case:lc|tok:mteval|order:5; make both with the same options");
  EXPECT_EQ(MergeError({plain, plain}), "'" + plain + "' is given twice; name each part once");
  EXPECT_THAT(MergeError({}), HasSubstr("no survey to merge"));
  EXPECT_EQ(MergeSurveys({folder.Path("absent")}, "x").error().kind, ErrorKind::kIo);
}

TEST(SurveyFiles, OnlyReferencesAndMetricsThatLearn) {
  const auto option = [](auto set) {
    SurveyRequest request;
    request.references = {"ref"};
    request.metrics = {"nist"};
    set(request);
    const Error error = SurveyRun::Make(request).status().error();
    EXPECT_EQ(error.kind, ErrorKind::kUsage);
    return error.option;
  };
  EXPECT_EQ(option([](SurveyRequest& r) { r.inputs = {"sys"}; }), "input");
  EXPECT_EQ(option([](SurveyRequest& r) { r.annotate_with = "cat"; }), "annotate-with");
  EXPECT_EQ(option([](SurveyRequest& r) { r.by = "domain"; }), "by");
  EXPECT_EQ(option([](SurveyRequest& r) { r.survey = "file"; }), "survey");
  EXPECT_EQ(option([](SurveyRequest& r) { r.metrics = {"bleu"}; }), "metrics");
  EXPECT_EQ(option([](SurveyRequest& r) { r.references.clear(); }), "");
}

TEST(SurveyFiles, WhereTheyHaveNoUse) {
  ScoreRequest score;
  score.references = {"ref", "ref2"};
  score.inputs = {"sys"};
  score.survey = "file";
  EXPECT_EQ(ScoreRun::Make(score).status().error().option, "survey") << "bleu";
  score.metrics = {"nist"};
  EXPECT_TRUE(ScoreRun::Make(score).ok()) << "it is read with the texts";
  score.leave_one_out = true;
  EXPECT_EQ(ScoreRun::Make(score).status().error().option, "survey");
  EvaluateRequest evaluate;
  evaluate.survey = "file";
  EXPECT_EQ(EvaluateRun::Make(evaluate).status().error().option, "survey");
}

TEST(SurveyFiles, NothingToLearnFrom) {
  const OwnFolder folder;
  SurveyRequest request;
  request.references = {folder.Write("empty", "")};
  request.metrics = {"nist"};
  auto run = SurveyRun::Make(request);
  ASSERT_TRUE(run.ok());
  EXPECT_THAT(std::string(run->Write(folder.Path("survey")).status().message()),
              HasSubstr("empty: there are no segments"));
  EXPECT_FALSE(std::filesystem::exists(folder.Path("survey")));
}

TEST(SurveyFiles, InvalidTextIsNeverMendedInSilence) {
  const OwnFolder folder;
  SurveyRequest request;
  request.references = {folder.Write("ref", "a \xFF b\nc\n")};
  request.metrics = {"nist"};
  for (const auto rule : {OnInvalid::kReplace, OnInvalid::kSkip}) {
    request.on_invalid = rule;
    const auto summary = SurveyRun::Make(request)->Write(folder.Path("survey"));
    ASSERT_TRUE(summary.ok()) << summary.status();
    ASSERT_EQ(summary->warnings.size(), 1U);
    EXPECT_EQ(summary->warnings[0].code, rule == OnInvalid::kSkip ? "skipped" : "replaced");
    EXPECT_EQ(summary->segments, rule == OnInvalid::kSkip ? 1U : 2U);
  }
}

TEST(SurveyFiles, ScorersTakeThem) {
  const OwnFolder folder;
  TextColumns columns;
  columns.references = {TextColumn("ref", kReference)};
  SurveyRequest survey;
  survey.columns = columns;
  survey.metrics = {"nist"};
  ASSERT_TRUE(SurveyRun::Make(survey)->Write(folder.Path("survey")).ok());
  MetricChoice choice;
  choice.metrics = {"nist"};
  choice.survey = folder.Path("survey");
  const auto scored = [&](const Result<Scorer>& scorer) {
    EXPECT_TRUE(scorer.ok()) << scorer.status();
    const auto references = scorer->Prepare(columns.references);
    const std::vector<uint32_t> segments = {0, 1};
    return scorer->Score(*references, TextColumn("sys", kSystem), segments).value();
  };
  const std::vector<double> scores = scored(Scorer::Make(choice));
  choice.survey.clear();
  EXPECT_EQ(scored(Scorer::Make(choice, OnInvalid::kError, columns.references)), scores);
}

}  // namespace
}  // namespace mtgauge::survey_file_test
