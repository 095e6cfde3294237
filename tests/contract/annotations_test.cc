// Annotations beside plain text: metrics that use them have the scores of annotated text, the
// others those of plain text, for any threads and batches; errors name both files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "parallel/score/scorer.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/random_text.h"
#include "tests/support/runs.h"

namespace mtgauge::annotations_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kThreads[] = {1, 2, 5};
constexpr size_t kReferences = 2, kSystems = 2;

// Whole files, those of the references first.
struct Files {
  std::vector<std::string> plain, annotated;
};

// Appends a line of factored words, and their text: some words have no space between them, some
// have three.
void AddLine(const std::string& words, test::RandomText& random, std::string& plain,
             std::string& annotated) {
  static constexpr std::string_view kTags[] = {"N", "V", "", "ADJ"};
  static constexpr std::string_view kRelations[] = {"nsubj", "obj", "det"};
  static constexpr std::string_view kBlanks[] = {"", " ", " ", "\u2009", " \t "};
  uint32_t count = 0;
  for (size_t at = 0; at < words.size(); ++count) {
    const size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    at = end + 1;
    plain += word;
    plain += kBlanks[random.Below(5)];
    annotated += count == 0 ? "" : " ";
    annotated += word + "|l" + std::to_string(word.size()) + '|';
    annotated += kTags[random.Below(4)];
    annotated += '|' + std::to_string(random.Below(count + 2)) + '|';
    annotated += kRelations[random.Below(3)];
  }
  plain += '\n';
  annotated += '\n';
}

Files RandomFiles(uint32_t segments) {
  test::RandomText random(47);
  Files files;
  files.plain.resize(kReferences + kSystems);
  files.annotated.resize(kReferences + kSystems);
  for (uint32_t i = 0; i < segments; ++i) {
    std::string base;
    const uint32_t words = random.Below(40) == 0 ? 90 : random.Below(12);
    for (uint32_t w = 0; w < words; ++w) base += (w == 0 ? "" : " ") + random.Word();
    for (size_t f = 0; f < files.plain.size(); ++f) {
      AddLine(random.Perturb(base), random, files.plain[f], files.annotated[f]);
    }
  }
  return files;
}

const StreamNames kTextNames = {{"ref0", "ref1"}, {"sys0", "sys1"}};

StreamNames AnnotatedNames() {
  StreamNames names = kTextNames;
  names.ref_annotations = {"ref0.ann", "ref1.ann"};
  names.hyp_annotations = {"sys0.ann", "sys1.ann"};
  return names;
}

void Open(const std::vector<std::string>& files, const std::string& suffix,
          std::vector<std::unique_ptr<Source>>& sources) {
  for (size_t f = 0; f < files.size(); ++f) {
    const std::string& name =
        f < kReferences ? kTextNames.refs[f] : kTextNames.hyps[f - kReferences];
    sources.push_back(MemorySource(name + suffix, files[f], true));
  }
}

std::vector<std::unique_ptr<Source>> OpenBoth(const Files& files) {
  std::vector<std::unique_ptr<Source>> sources;
  Open(files.plain, "", sources);
  Open(files.annotated, ".ann", sources);
  return sources;
}

// The exact scores of all segments and systems, by metric; or only an error.
struct Scored {
  std::vector<std::string> metrics;
  std::string error;
};

Scored Score(const std::vector<std::string>& metrics, const StreamNames& names,
             std::vector<std::unique_ptr<Source>> sources, Schedule schedule) {
  JobOptions options;
  options.metrics = metrics;
  Job job = Job::Make(options, names).value();
  schedule.annotated = names.annotated();
  Scored scored;
  scored.metrics.resize(metrics.size());
  Sink sink;
  sink.want_segments = true;
  sink.deliver = [&](const Delivery& delivery) {
    for (const SegmentScores& segment : delivery.segments) {
      for (size_t i = 0; i < segment.scores.size(); ++i) {
        scored.metrics[i % metrics.size()] += test::Exact(segment.scores[i]) + ' ';
      }
    }
    return OkStatus();
  };
  const auto report = test::SurveyAndScore(job, std::move(sources), schedule, sink);
  if (!report.ok()) return {{}, report.status().message()};
  return scored;
}

TEST(Annotations, ScoresAreThoseOfAnnotatedText) {
  const Files files = RandomFiles(700);
  const std::vector<std::string> readers = {"maxsim", "maxsim:d=yes,order=2,short=skip"};
  const std::vector<std::string> others = {"bleu", "nist", "chrf", "maxsim:lemmas=words"};
  std::vector<std::unique_ptr<Source>> plain, annotated;
  Open(files.plain, "", plain);
  Open(files.annotated, "", annotated);
  Schedule loop;
  loop.threads = 1;
  std::vector<std::string> expected =
      Score(readers, kTextNames, std::move(annotated), loop).metrics;
  const Scored of_plain = Score(others, kTextNames, std::move(plain), loop);
  expected.insert(expected.end(), of_plain.metrics.begin(), of_plain.metrics.end());

  std::vector<std::string> all = readers;
  all.insert(all.end(), others.begin(), others.end());
  test::RandomText random(5);
  for (const uint32_t threads : kThreads) {
    for (int cut = 0; cut < 4; ++cut) {
      Schedule schedule;
      schedule.threads = threads;
      schedule.block_bytes = 1 + random.Below(cut == 0 ? 40 : 20'000);
      schedule.batch_segments = 1 + random.Below(300);
      const Scored scored = Score(all, AnnotatedNames(), OpenBoth(files), schedule);
      EXPECT_EQ(scored.error, "");
      EXPECT_EQ(scored.metrics, expected) << threads << " threads, cut " << cut;
    }
  }
}

TEST(Annotations, TheFirstMisfitIsNamedWhereverBatchesAreCut) {
  const Files good = RandomFiles(300);
  test::RandomText random(6);
  for (const uint32_t threads : kThreads) {
    for (int round = 0; round < 6; ++round) {
      Files files = good;
      const uint64_t line = 20 + random.Below(200);
      // A later line of the first file, and this one of the last.
      for (const auto& [file, at] : {std::pair<size_t, uint64_t>{0, line + 30}, {3, line}}) {
        std::vector<std::string> lines = test::SplitLines(files.annotated[file]);
        lines[at] += " other|other|N";
        files.annotated[file].clear();
        for (const std::string& text : lines) files.annotated[file] += text + '\n';
      }
      Schedule schedule;
      schedule.threads = threads;
      schedule.block_bytes = 1 + random.Below(5'000);
      schedule.batch_segments = 1 + random.Below(100);
      const std::vector<std::string> metrics = round % 2 == 0
                                                   ? std::vector<std::string>{"maxsim"}
                                                   : std::vector<std::string>{"maxsim", "nist"};
      const Scored scored = Score(metrics, AnnotatedNames(), OpenBoth(files), schedule);
      const std::string place = std::to_string(line + 1);
      EXPECT_THAT(scored.error,
                  testing::StartsWith("sys1.ann:" + place +
                                      ": the words of the annotation differ from the text, sys1:" +
                                      place + "; annotate exactly that text"));
    }
  }
}

TEST(Annotations, UnequalCountsNameAllFiles) {
  Files files = RandomFiles(20);
  files.annotated[2] += "more|more|N\n";
  const Scored scored = Score({"maxsim"}, AnnotatedNames(), OpenBoth(files), {});
  EXPECT_EQ(scored.error,
            "ref0 and 6 more have 20 segments but sys0.ann has 21; every file must have one line "
            "per segment");
}

TEST(Annotations, AJobAndItsSourcesAgree) {
  const Files files = RandomFiles(3);
  JobOptions options;
  options.metrics = {"maxsim"};
  const Job plain = Job::Make(options, kTextNames).value();
  EXPECT_FALSE(ScoreSources(plain, OpenBoth(files), {}, {}).ok());
  const Job annotated = Job::Make(options, AnnotatedNames()).value();
  EXPECT_FALSE(ScoreSources(annotated, OpenBoth(files), {}, {}).ok());
  options.metrics = {"bleu", "maxsim:lemmas=words"};
  EXPECT_THAT(std::string(Job::Make(options, AnnotatedNames()).status().message()),
              HasSubstr("none of the metrics reads annotations"));
}

// Returns a batch of one reference and one system, with their annotations.
Batch MakeAnnotated(const std::vector<const std::string*>& refs,
                    const std::vector<std::string>& hyps,
                    const std::vector<std::string>& annotated) {
  Batch batch = MakeBatch({refs}, {hyps});
  batch.ref_annotations = MakeBatch({{}}, {annotated}).hyps;
  batch.hyp_annotations = MakeBatch({{}}, {annotated}).hyps;
  return batch;
}

TEST(Annotations, OfWhatIsScoredAlone) {
  JobOptions options;
  options.metrics = {"maxsim"};
  StreamNames names = {{"ref"}, {"sys"}};
  names.ref_annotations = {"ref.ann"};
  names.hyp_annotations = {"sys.ann"};
  const Job job = Job::Make(options, names).value();
  const std::string first = "a b", third = "c\nd";
  const std::vector<std::string> annotated = {"a b", "x", "c d"};
  Batch good = MakeAnnotated({&first, &first, &third}, {"a b", "a b", "c\nd"}, annotated);
  good.excluded = {0, 1, 0};
  EXPECT_TRUE(Worker(job).Process(good, {}).ok());
  Batch bad = MakeAnnotated({&first, &first, &third}, {"a b", "a b", "c\nd"}, annotated);
  EXPECT_THAT(std::string(Worker(job).Process(bad, {}).message()), HasSubstr("ref.ann:2: "));

  names.refs.emplace_back("second");
  names.ref_annotations.emplace_back("second.ann");
  const Job of_two = Job::Make(options, names).value();
  Batch missing = MakeAnnotated({&first}, {"a b"}, {"a b"});
  missing.refs.push_back(MakeBatch({{nullptr}}, {}).refs.front());
  missing.ref_annotations.push_back(MakeBatch({{}}, {{"x"}}).hyps.front());
  EXPECT_TRUE(Worker(of_two).Process(missing, {}).ok());
}

TEST(Annotations, InvalidBytesAreThoseOfTheirFile) {
  Files files = RandomFiles(5);
  files.annotated[1].insert(0, "\xFF");
  EXPECT_THAT(Score({"maxsim"}, AnnotatedNames(), OpenBoth(files), {}).error,
              HasSubstr("ref1.ann:1: invalid UTF-8 at byte 1"));
}

TEST(Annotations, GoWithTheirSegments) {
  const std::string a = "a", b = "b", c = "c";
  const Batch batch = MakeAnnotated({&a, &b, &c}, {"a", "b", "c"}, {"a|1", "b|2", "c|3"});
  const std::vector<uint32_t> part_of = {0, 1, 0};
  const std::vector<Batch> parts = SplitBatch(batch, part_of, 2);
  for (const auto streams : {&Batch::ref_annotations, &Batch::hyp_annotations}) {
    const Stream &first = (parts[0].*streams)[0], &second = (parts[1].*streams)[0];
    EXPECT_THAT(test::SplitLines({first.text, first.bytes}), ElementsAre("a|1", "c|3"));
    EXPECT_THAT(test::SplitLines({second.text, second.bytes}), ElementsAre("b|2"));
    EXPECT_EQ(parts[0].line_of(first, 1), 3);
  }
}

}  // namespace
}  // namespace mtgauge::annotations_test
