// The public API: requests on text in memory have the same answers as on files with the same text,
// byte for byte, for every metric; prepared references score like segments; errors say what they
// are about.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/contract/registry.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace mtgauge::door_test {
namespace {

using Strings = std::vector<std::string>;

std::string Lines(const Strings& segments) {
  std::string lines;
  for (const std::string& segment : segments) lines += segment + '\n';
  return lines;
}

// Two references and two systems, in files and in memory, with the names of the files.
class Corpus {
 public:
  Corpus(uint64_t seed, std::string_view metric) {
    test::RandomText text(seed);
    for (uint32_t i = 0; i < 40; ++i) {
      sides_[0].push_back(text.Sentence(1 + text.Below(i % 10 == 0 ? 80 : 20)));
      for (size_t side = 1; side < 4; ++side) sides_[side].push_back(text.Perturb(sides_[0][i]));
      domains_.push_back(i % 3 == 0 ? "news" : "talk");
    }
    for (size_t side = 0; side < 4; ++side) {
      for (std::string& segment : sides_[side]) {
        for (char& c : segment) c = c == '\n' || c == '\r' ? ' ' : c;
        segment = test::TextFor(metric, std::move(segment));
      }
      paths_[side] = folder_.Write("side" + std::to_string(side), Lines(sides_[side]));
    }
    if (NeedsSource(std::string(metric))) {
      for (const std::string& segment : sides_[0]) sources_.push_back(test::SourceOf(segment));
      source_path_ = folder_.Write("source", Lines(sources_));
    }
    domain_file_ = folder_.Write("domains", Lines(domains_));
    std::string people = "system\tsegment\tscore\n";
    for (size_t side = 2; side < 4; ++side) {
      for (size_t i = 1; i <= sides_[side].size(); ++i) {
        people += "side" + std::to_string(side) + '\t' + std::to_string(i) + '\t' +
                  std::to_string(text.Below(100)) + '\n';
      }
    }
    people_file_ = folder_.Write("people.tsv", people);
  }

  template <typename Request>
  Request Files(const std::string& metric) const {
    Request request;
    request.references = {paths_[0], paths_[1]};
    request.inputs = {paths_[2], paths_[3]};
    request.source = source_path_;
    request.metrics = {metric};
    return request;
  }
  template <typename Request>
  Request Memory(const std::string& metric) const {
    Request request;
    request.columns = TextColumns{{{paths_[0], sides_[0]}, {paths_[1], sides_[1]}},
                                  {{"side2", sides_[2]}, {"side3", sides_[3]}}};
    if (!sources_.empty()) request.columns->source = TextColumn("source", sources_);
    request.metrics = {metric};
    return request;
  }

  const Strings& side(size_t i) const { return sides_[i]; }
  const Strings& domains() const { return domains_; }
  const std::string& domain_file() const { return domain_file_; }
  const std::string& people_file() const { return people_file_; }

 private:
  OwnFolder folder_;
  Strings sides_[4], domains_, sources_;
  std::string paths_[4], domain_file_, people_file_, source_path_;
};

template <typename Answer>
std::string Json(const Result<Answer>& answer) {
  if (!answer.ok()) return answer.status().message();
  return Format(*answer, "json", {}).value();
}

class Door : public testing::TestWithParam<MetricRow> {
 protected:
  std::string metric() const { return std::string(GetParam().name); }
  Corpus corpus_{17, GetParam().name};
};

TEST_P(Door, ScoresOfMemoryAreThoseOfFiles) {
  const auto files = Score(corpus_.Files<ScoreRequest>(metric()));
  ASSERT_TRUE(files.ok()) << files.status();
  for (const uint32_t threads : {1, 3}) {
    ScoreRequest request = corpus_.Memory<ScoreRequest>(metric());
    request.threads = threads;
    EXPECT_EQ(Json(Score(request)), Json(files));
  }
}

TEST_P(Door, ScoresOfGroupsToo) {
  ScoreRequest files = corpus_.Files<ScoreRequest>(metric());
  files.by = "domain=" + corpus_.domain_file();
  ScoreRequest memory = corpus_.Memory<ScoreRequest>(metric());
  memory.columns->groups = TextColumn("domain", corpus_.domains());
  memory.by = "domain";
  EXPECT_EQ(Json(Score(memory)), Json(Score(files)));
}

TEST_P(Door, SegmentsOfMemoryAreThoseOfFiles) {
  const auto files = Segments(corpus_.Files<SegmentsRequest>(metric()));
  const auto memory = Segments(corpus_.Memory<SegmentsRequest>(metric()));
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_TRUE(memory.ok()) << memory.status();
  EXPECT_EQ(memory->metrics, files->metrics);
  EXPECT_EQ(memory->systems, files->systems);
  ASSERT_EQ(memory->segments.size(), corpus_.side(0).size());
  for (size_t i = 0; i < files->segments.size(); ++i) {
    EXPECT_EQ(memory->segments[i].scores, files->segments[i].scores);
    EXPECT_EQ(memory->segments[i].index, files->segments[i].index);
  }
}

TEST_P(Door, GroupsAreReturnedAsTheyAreReported) {
  SegmentsRequest files = corpus_.Files<SegmentsRequest>(metric());
  files.by = "domain=" + corpus_.domain_file();
  SegmentsRequest memory = corpus_.Memory<SegmentsRequest>(metric());
  memory.columns->groups = TextColumn("domain", corpus_.domains());
  memory.by = "domain";
  ScoreRequest whole = corpus_.Files<ScoreRequest>(metric());
  whole.by = files.by;
  const auto report = Score(whole);
  ASSERT_TRUE(report.ok()) << report.status();
  for (const SegmentsRequest& request : {files, memory}) {
    const auto found = Segments(request);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->by, "domain");
    EXPECT_EQ(found->metrics.size(), 1U);
    ASSERT_EQ(found->segments.size(), report->grouped->groups.size());
    for (size_t g = 0; g < found->segments.size(); ++g) {
      const GroupReport& group = report->grouped->groups[g];
      EXPECT_EQ(found->segments[g].document, group.name);
      EXPECT_EQ(found->segments[g].index, g);
      ASSERT_EQ(found->segments[g].scores.size(), found->systems.size());
      for (size_t s = 0; s < found->systems.size(); ++s) {
        EXPECT_EQ(found->systems[s], group.systems[s].name);
        EXPECT_EQ(found->segments[g].scores[s], group.systems[s].scores.front().score);
      }
    }
  }
}

TEST_P(Door, ReferencesOfMemoryAreLeftOutAsThoseOfFiles) {
  ScoreRequest files = corpus_.Files<ScoreRequest>(metric());
  files.leave_one_out = true;
  const auto wanted = Score(files);
  ASSERT_TRUE(wanted.ok()) << wanted.status();
  EXPECT_EQ(wanted->systems.size(), 4U);
  for (const uint32_t threads : {1, 3}) {
    ScoreRequest memory = corpus_.Memory<ScoreRequest>(metric());
    memory.leave_one_out = true;
    memory.threads = threads;
    EXPECT_EQ(Json(Score(memory)), Json(wanted));
  }
}

TEST_P(Door, AgreementWithPeopleOfMemoryIsThatOfFiles) {
  if (GetParam().needs_source) GTEST_SKIP() << "meta has no sources";
  const auto ask = [this](EvaluateRequest request) {
    request.humans = {{"", false, {corpus_.people_file()}}};
    request.resamples = 20;
    return Evaluate(request);
  };
  const auto files = ask(corpus_.Files<EvaluateRequest>(metric()));
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->evaluations.size(), 1U);
  EXPECT_EQ(files->evaluations.front().segments, corpus_.side(0).size());
  EvaluateRequest memory = corpus_.Memory<EvaluateRequest>(metric());
  memory.threads = 3;
  EXPECT_EQ(Json(ask(memory)), Json(files));
}

TEST_P(Door, ComparisonsOfMemoryAreThoseOfFiles) {
  CompareRequest files = corpus_.Files<CompareRequest>(metric());
  files.resamples = 50;
  CompareRequest memory = corpus_.Memory<CompareRequest>(metric());
  memory.resamples = 50;
  EXPECT_EQ(Json(Compare(memory)), Json(Compare(files)));
}

Result<References> Prepared(const Scorer& scorer, const TextColumns& texts) {
  return texts.source ? scorer.Prepare(texts.references, *texts.source)
                      : scorer.Prepare(texts.references);
}

TEST_P(Door, PreparedReferencesScoreAsSegmentsDo) {
  const SegmentsRequest request = corpus_.Memory<SegmentsRequest>(metric());
  const auto wanted = Segments(request);
  ASSERT_TRUE(wanted.ok()) << wanted.status();
  const std::vector<TextColumn>& columns = request.columns->references;
  const auto scorer = Scorer::Make(request, OnInvalid::kError, columns);
  ASSERT_TRUE(scorer.ok()) << scorer.status();
  const auto references = Prepared(*scorer, *request.columns);
  ASSERT_TRUE(references.ok()) << references.status();
  std::vector<uint32_t> segment_of;
  for (uint32_t i = 0; i < references->segments(); ++i) segment_of.push_back(i);
  std::vector<double> found[2];
  std::vector<std::thread> threads;
  for (size_t s = 0; s < 2; ++s) {
    threads.emplace_back([&, s] {
      auto scores = scorer->Score(*references, request.columns->systems[s], segment_of);
      if (scores.ok()) found[s] = *std::move(scores);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t s = 0; s < 2; ++s) {
    ASSERT_EQ(found[s].size(), segment_of.size());
    for (size_t i = 0; i < segment_of.size(); ++i) {
      EXPECT_EQ(found[s][i], wanted->segments[i].scores[s]);
    }
  }
}

TEST_P(Door, RowFilesOfMemoryAnswerAsTheTextsDo) {
  const OwnFolder folder;
  const std::string file = folder.Path("rows.mtr");
  auto rows = RowsRun::Make(corpus_.Memory<RowsRequest>(metric()));
  ASSERT_TRUE(rows.ok()) << rows.status();
  ASSERT_TRUE(rows->Write(file).ok());
  ScoreRequest score;
  CompareRequest compare = corpus_.Memory<CompareRequest>(metric());
  compare.resamples = 50;
  CompareRequest stored;
  stored.resamples = 50;
  score.rows = stored.rows = {file};
  EXPECT_EQ(Json(Score(score)), Json(Score(corpus_.Memory<ScoreRequest>(metric()))));
  EXPECT_EQ(Json(Compare(stored)), Json(Compare(compare)));
}

TEST_P(Door, RowsAddUpToTheScoreOfTheCorpus) {
  const ScoreRequest request = corpus_.Memory<ScoreRequest>(metric());
  const auto wanted = Score(request);
  ASSERT_TRUE(wanted.ok()) << wanted.status();
  const std::vector<TextColumn>& columns = request.columns->references;
  const auto scorer = Scorer::Make(request, OnInvalid::kError, columns);
  ASSERT_TRUE(scorer.ok()) << scorer.status();
  const auto references = Prepared(*scorer, *request.columns);
  ASSERT_TRUE(references.ok()) << references.status();
  std::vector<uint32_t> segment_of;
  for (uint32_t i = 0; i < references->segments(); ++i) segment_of.push_back(i);
  const auto rows = scorer->Rows(*references, request.columns->systems.front(), segment_of);
  ASSERT_TRUE(rows.ok()) << rows.status();
  const auto at_once = scorer->Rows(columns, request.columns->systems.front());
  if (GetParam().needs_source) {
    EXPECT_EQ(at_once.status().error().option, "source");
  } else {
    EXPECT_EQ(at_once.value(), *rows);
  }
  std::vector<int64_t> sums(scorer->columns().front().size());
  for (size_t i = 0; i < rows->size(); ++i) sums[i % sums.size()] += (*rows)[i];
  EXPECT_EQ(scorer->ScoreOfSums(0, sums).value(), wanted->systems.front().scores.front().score);
  sums.push_back(0);
  EXPECT_EQ(scorer->ScoreOfSums(0, sums).status().error().kind, ErrorKind::kUsage);
  EXPECT_EQ(scorer->ScoreOfSums(1, sums).status().error().kind, ErrorKind::kUsage);
}

INSTANTIATE_TEST_SUITE_P(AllMetrics, Door, testing::ValuesIn(Metrics()), [](const auto& param) {
  std::string name(param.param.name);
  std::erase(name, '-');
  return name;
});

TEST(DoorErrors, TellWhatTheyAreAbout) {
  const Strings two = {"a", "b"}, one = {"a"};
  ScoreRequest request;
  request.columns = TextColumns{{{"ref", two}}, {{"hyp", one}}};
  const Error unequal = Score(request).status().error();
  EXPECT_EQ(unequal.kind, ErrorKind::kInput);
  EXPECT_EQ(unequal.file, "hyp");

  request.columns = TextColumns{{{"ref", two}}, {{"hyp", two}}};
  request.tokenize = "none-such";
  EXPECT_EQ(Score(request).status().error().kind, ErrorKind::kUsage);

  ScoreRequest files;
  files.references = {"/no/such/file"};
  files.inputs = {"/no/such/other"};
  const Error missing = Score(files).status().error();
  EXPECT_EQ(missing.kind, ErrorKind::kIo);
  EXPECT_EQ(missing.file, "/no/such/file");
}

// Without semantic roles, these metrics would give 0 for everything.
TEST(DoorErrors, TextsWithoutRolesAreRefused) {
  const Strings plain = {"the gate opened"}, labelled = {"gate|||||=|1:A1 opened|||||=|1:V"};
  for (const char* metric : {"meant", "sr"}) {
    const auto refused = [](const Status& status, const std::string& file) {
      EXPECT_EQ(status.error().kind, ErrorKind::kInput) << status;
      EXPECT_EQ(status.error().file, file);
      EXPECT_EQ(status.error().line, 1U);
    };
    ScoreRequest score;
    score.metrics = {metric};
    score.columns = TextColumns{{{"ref", labelled}}, {{"hyp", plain}}};
    refused(Score(score).status(), "hyp");
    score.columns = TextColumns{{{"ref", plain}}, {{"hyp", labelled}}};
    refused(Score(score).status(), "ref");
    score.columns = TextColumns{{{"ref", labelled}}, {{"hyp", labelled}}};
    EXPECT_TRUE(Score(score).ok());
    const auto scorer = Scorer::Make(score);
    ASSERT_TRUE(scorer.ok()) << scorer.status();
    refused(scorer->Prepare({{"ref", plain}}).status(), "ref");
    const auto references = scorer->Prepare({{"ref", labelled}});
    ASSERT_TRUE(references.ok()) << references.status();
    const std::vector<uint32_t> first = {0};
    refused(scorer->Score(*references, {"hyp", plain}, first).status(), "hyp");
    refused(scorer->Rows({{"ref", labelled}}, {"hyp", plain}).status(), "hyp");
    MatrixRequest matrix;
    matrix.metrics = {metric};
    matrix.groups = {{"", TextColumn("hyps", std::span<const std::string>(plain))}};
    const auto ignore = [](const MatrixRows&) { return OkStatus(); };
    refused(MatrixRun::Make(matrix)->ForEach(ignore).status(), "hyps");
  }
}

TEST(DoorErrors, AScorerTakesItsOwnReferencesAlone) {
  const Strings text = {"a b c"};
  MetricChoice choice;
  const auto one = Scorer::Make(choice), other = Scorer::Make(choice);
  ASSERT_TRUE(one.ok() && other.ok());
  const auto references = one->Prepare({{"ref", text}});
  ASSERT_TRUE(references.ok()) << references.status();
  const std::vector<uint32_t> first = {0}, beyond = {1};
  EXPECT_TRUE(one->Score(*references, {"hyp", text}, first).ok());
  EXPECT_EQ(other->Score(*references, {"hyp", text}, first).status().error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(one->Score(*references, {"hyp", text}, beyond).status().error().kind,
            ErrorKind::kUsage);
  EXPECT_EQ(one->Score(*references, {"hyp", text}, {}).status().error().kind, ErrorKind::kUsage);
}

TEST(DoorErrors, AScorerNeedsTheSourceThatItsMetricsReadAndNoOther) {
  const Strings text = {"a b c"};
  MetricChoice choice;
  const auto bleu = Scorer::Make(choice);
  choice.metrics = {"sari"};
  const auto sari = Scorer::Make(choice);
  ASSERT_TRUE(bleu.ok() && sari.ok());
  EXPECT_TRUE(sari->Prepare({{"ref", text}}, TextColumn("src", text)).ok());
  for (const Status& status : {sari->Prepare({{"ref", text}}).status(),
                               bleu->Prepare({{"ref", text}}, TextColumn("src", text)).status()}) {
    EXPECT_EQ(status.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(status.error().option, "source");
  }
}

TEST(DoorScorer, CutsTextsAsTheMetricMatchesThem) {
  const Strings texts = {"The gate's open, at 3.5 m.", "", "tab\there\nand\nthere"};
  const auto cut = [&](const std::string& metric) {
    MetricChoice choice;
    choice.metrics = {metric};
    const auto scorer = Scorer::Make(choice);
    if (!scorer.ok()) return Strings{};
    const auto tokens = scorer->Tokenize(0, {"texts", texts});
    return tokens.ok() ? *tokens : Strings{};
  };
  EXPECT_EQ(cut("bleu"), (Strings{"The gate's open , at 3.5 m .", "", "tab here and there"}));
  EXPECT_EQ(cut("bleu:lc=yes,tok=none"),
            (Strings{"the gate's open, at 3.5 m.", "", "tab here and there"}));
  EXPECT_EQ(cut("chrf"), texts);
}

TEST(DoorScorer, SeesNoReferencesOfACallBefore) {
  const Strings many[] = {{"a b c d"}, {"e f g h"}, {"a b"}}, one = {"a b x y"}, hyp = {"e f g h"};
  const auto scorer = Scorer::Make({});
  ASSERT_TRUE(scorer.ok()) << scorer.status();
  const auto alone = scorer->Rows({{"ref", one}}, {"hyp", hyp});
  ASSERT_TRUE(alone.ok()) << alone.status();
  EXPECT_NE(scorer->Rows({{"r0", many[0]}, {"r1", many[1]}, {"r2", many[2]}}, {"hyp", hyp}).value(),
            *alone);
  EXPECT_EQ(scorer->Rows({{"ref", one}}, {"hyp", hyp}).value(), *alone);
}

TEST(DoorErrors, ARunStopsWhenAsked) {
  const Corpus corpus(3, "bleu");
  const std::atomic<bool> stop{true};
  ScoreRequest request = corpus.Memory<ScoreRequest>("bleu");
  request.stop = &stop;
  EXPECT_EQ(Score(request).status().error().kind, ErrorKind::kCancelled);
}

// Also within a segment: a search for moves that would take a minute.
TEST(DoorErrors, ALongSegmentStopsWhenAsked) {
  Strings refs(1), hyps(1);
  for (size_t i = 0; i < 1500; ++i) {
    const auto word = [](size_t at) { return "w" + std::to_string(at * at % 997) + ' '; };
    refs[0] += word(i);
    hyps[0] += word(i - i % 7 + (6 - i % 7));  // each seven words in reverse order
  }
  ScoreRequest request;
  request.metrics = {"ter:dialect=tercom"};
  request.columns = TextColumns{{{"ref", refs}}, {{"hyp", hyps}}};
  MetricChoice choice;
  choice.metrics = request.metrics;
  const auto scorer = Scorer::Make(choice);
  ASSERT_TRUE(scorer.ok()) << scorer.status();
  const auto prepared = scorer->Prepare(request.columns->references);
  ASSERT_TRUE(prepared.ok()) << prepared.status();
  const std::vector<uint32_t> segment_of = {0};
  const auto kind_of = [&](const auto& work) {
    std::atomic<bool> stop{false};
    std::thread later([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop = true;
    });
    const ErrorKind kind = work(&stop).error().kind;
    later.join();
    return kind;
  };
  using Stop = const std::atomic<bool>*;
  EXPECT_EQ(kind_of([&](Stop stop) {
              return scorer->Score(*prepared, {"hyp", hyps}, segment_of, stop).status();
            }),
            ErrorKind::kCancelled);
  EXPECT_EQ(kind_of([&](Stop stop) {
              return scorer->Rows(request.columns->references, {"hyp", hyps}, stop).status();
            }),
            ErrorKind::kCancelled);
  EXPECT_EQ(kind_of([&](Stop stop) {
              request.stop = stop;
              return Score(request).status();
            }),
            ErrorKind::kCancelled);
}

// Values that the command line would reject are rejected here too, and never replaced by a default.
TEST(DoorErrors, UnknownNamesAreRefused) {
  const Corpus corpus(5, "bleu");
  const auto refused = [&corpus](auto change) {
    ScoreRequest request = corpus.Memory<ScoreRequest>("bleu");
    change(request);
    return Score(request).status().error();
  };
  EXPECT_EQ(refused([](ScoreRequest& r) { r.compat = "sacreblew"; }).option, "compat");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.hash = "md4"; }).option, "hash");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.ngram_engine = "steam"; }).option, "ngram-engine");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.stem = "klingon"; }).kind, ErrorKind::kUsage);
  EXPECT_EQ(refused([](ScoreRequest& r) { r.smooth_method = "sand"; }).kind, ErrorKind::kUsage);

  EvaluateRequest evaluate = corpus.Memory<EvaluateRequest>("bleu");
  evaluate.humans = {{"", false, {corpus.domain_file()}}};
  evaluate.measures = {"pearsen"};
  EXPECT_EQ(Evaluate(evaluate).status().error().option, "measures");

  auto segments = SegmentsRun::Make(corpus.Memory<SegmentsRequest>("bleu"));
  ASSERT_TRUE(segments.ok()) << segments.status();
  SegmentsForm form;
  form.format = "xml";
  EXPECT_EQ(segments->Write(form).error().option, "format");

  TokenizeRequest tokenize;
  tokenize.stem = "klingon";
  EXPECT_EQ(CheckTokenize(tokenize).error().option, "stem");
}

// ---- annotations of texts in memory ----

// Texts whose words match only by the lemmas of their annotations: the first letters.
class Annotated : public testing::Test {
 protected:
  static constexpr const char* kCommand = "sed -E 's/([^ ])([^ ]*)/\\1\\2|\\1|N/g'";
  static constexpr const char* kMetric = "maxsim:lemmas=factors";

  template <typename Request>
  Request Files() const {
    Request request;
    request.references = {ref_};
    request.inputs = {folder_.Write("a", "gates opened\nno one\n"), sys_b_};
    request.metrics = {kMetric};
    request.annotate_with = kCommand;
    return request;
  }
  template <typename Request>
  Request Memory() const {
    Request request;
    request.columns = TextColumns{{{ref_, refs_}}, {{"a", a_}, {"b", b_}}};
    request.metrics = {kMetric};
    return request;
  }
  std::string Annotation(const std::string& name, const std::string& lines) const {
    return folder_.Write(name + ".ann", lines);
  }

  OwnFolder folder_;
  Strings refs_ = {"gate opens", "nobody"}, a_ = {"gates opened", "no one"}, b_ = {"door", "nay"};
  std::string ref_ = folder_.Write("ref", "gate opens\nnobody\n");
  std::string sys_b_ = folder_.Write("b", "door\nnay\n");
  std::string ref_file_ = Annotation("ref", "gate|g|N opens|o|N\nnobody|n|N\n");
  Strings files_ = {Annotation("a", "gates|g|N opened|o|N\nno|n|N one|o|N\n"),
                    Annotation("b", "door|d|N\nnay|n|N\n")};
};

TEST_F(Annotated, TextsOfMemoryScoreAsThoseOfFiles) {
  const std::string wanted = Json(Score(Files<ScoreRequest>()));
  ScoreRequest command = Memory<ScoreRequest>();
  EXPECT_NE(Json(Score(command)), wanted);
  command.annotate_with = kCommand;
  EXPECT_EQ(Json(Score(command)), wanted);
  ScoreRequest files = Memory<ScoreRequest>();
  files.ref_annotations = {ref_file_};
  files.annotations = files_;
  EXPECT_EQ(Json(Score(files)), wanted);
  const Strings refs = {"gate|g|N opens|o|N", "nobody|n|N"}, b = {"door|d|N", "nay|n|N"},
                a = {"gates|g|N opened|o|N", "no|n|N one|o|N"};
  ScoreRequest columns = Memory<ScoreRequest>();
  columns.columns->ref_annotations = {{"ref.ann", refs}};
  columns.columns->annotations = {{"a.ann", a}, {"b.ann", b}};
  EXPECT_EQ(Json(Score(columns)), wanted);
}

TEST_F(Annotated, EveryRequestTakesThem) {
  SegmentsRequest segments = Memory<SegmentsRequest>();
  segments.annotate_with = kCommand;
  const auto memory = Segments(segments), files = Segments(Files<SegmentsRequest>());
  ASSERT_TRUE(memory.ok() && files.ok()) << memory.status() << files.status();
  for (size_t i = 0; i < refs_.size(); ++i) {
    EXPECT_EQ(memory->segments[i].scores, files->segments[i].scores);
  }
  CompareRequest compare = Memory<CompareRequest>();
  compare.annotate_with = kCommand;
  EXPECT_EQ(Json(Compare(compare)), Json(Compare(Files<CompareRequest>())));
  ExplainRequest explain = Memory<ExplainRequest>();
  explain.annotate_with = kCommand;
  EXPECT_EQ(Json(Explain(explain)), Json(Explain(Files<ExplainRequest>())));
}

TEST_F(Annotated, ThoseThatDoNotFitAreRefused) {
  const auto refused = [this](auto change) {
    ScoreRequest request = Memory<ScoreRequest>();
    request.ref_annotations = {ref_file_};
    request.annotations = files_;
    change(request);
    return Score(request).status();
  };
  EXPECT_EQ(refused([](ScoreRequest& r) { r.annotations.pop_back(); }).message(),
            "`annotations`: there are 1, but the number of systems is 2; give one for each");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.annotations.clear(); }).error().option,
            "ref-annotations");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.ref_annotations = {"nowhere"}; }).error().kind,
            ErrorKind::kIo);
  EXPECT_EQ(refused([](ScoreRequest& r) { r.annotate_with = "cat"; }).error().option,
            "annotate-with");
  EXPECT_EQ(refused([](ScoreRequest& r) { r.metrics = {"chrf"}; }).error().option, "annotations");
  const Status shorter = refused([this](ScoreRequest& r) {
    r.ref_annotations = {Annotation("short", "gate|g|N opens|o|N\n")};
  });
  EXPECT_EQ(shorter.error().what, "1 text, but " + ref_ + " has 2");
  EXPECT_TRUE(shorter.error().file.ends_with("short.ann"));
  const Status other = refused(
      [this](ScoreRequest& r) { r.annotations[1] = Annotation("other", "door|d|N\nnone|n|N\n"); });
  EXPECT_EQ(other.error().segment, 1u);
}

TEST(DoorForms, AnUnknownFormIsAnError) {
  EXPECT_EQ(Format(Report{}, "xml", {}).status().error().kind, ErrorKind::kUsage);
  EXPECT_EQ(ScoreForms().front(), "text");
}

}  // namespace
}  // namespace mtgauge::door_test
