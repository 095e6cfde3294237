// Row files in place of texts: every answer has the bytes of the answer from the texts, for every
// metric and any threads; a corpus that was cut anywhere and merged is the corpus; and files that
// are given together are combined correctly, or rejected by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/registry.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace mtgauge::row_files_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Strings = std::vector<std::string>;
using Json = nlohmann::json;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the first line that differs, in both; empty if there is none.
std::string FirstDifference(const std::string& found, const std::string& wanted) {
  const auto at = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  if (at.first == found.end() && at.second == wanted.end()) return "";
  const auto line = [](const std::string& text, size_t place) {
    const size_t before = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
    return text.substr(before + 1, text.find('\n', place) - before - 1);
  };
  const auto place = static_cast<size_t>(at.first - found.begin());
  return line(found, place) + " <> " + line(wanted, place);
}

struct Record {
  std::vector<std::optional<std::string>> refs;
  Strings hyps;
  std::string id, doc, domain, lang = {};  // only in JSON Lines
};

using Records = std::vector<Record>;

// Returns a corpus of two references and `systems` systems.
Records RandomRecords(uint64_t seed, size_t segments, size_t systems, uint32_t words = 18) {
  test::RandomText text(seed);
  Records records;
  for (size_t i = 0; i < segments; ++i) {
    Record record;
    const std::string base = text.Sentence(1 + text.Below(words));
    record.refs = {base, text.Perturb(base)};
    for (size_t s = 0; s < systems; ++s) record.hyps.push_back(text.Perturb(base));
    record.id = "id-" + std::to_string(i);
    record.doc = "doc" + std::to_string(i / 5);
    record.domain = i % 3 == 0 ? "news" : "talk";
    records.push_back(std::move(record));
  }
  return records;
}

// Writes records as files and returns their names.
class CorpusFiles {
 public:
  explicit CorpusFiles(const OwnFolder& folder, std::string_view metric = {})
      : folder_(folder), metric_(metric) {}

  // Plain lines: r0, r1, ..., s0, s1, ...
  TextInputs Lines(const Records& records, const std::string& inside = "") const {
    Make(inside);
    TextInputs inputs;
    for (size_t r = 0; r < records.front().refs.size(); ++r) {
      std::string text;
      for (const Record& record : records) text += Line(record.refs[r].value_or(""));
      inputs.references.push_back(Write(inside, "r" + std::to_string(r), text));
    }
    for (size_t s = 0; s < records.front().hyps.size(); ++s) {
      std::string text;
      for (const Record& record : records) text += Line(record.hyps[s]);
      inputs.inputs.push_back(Write(inside, "s" + std::to_string(s), text));
    }
    if (NeedsSource(metric_)) inputs.source = Write(inside, "src", Sources(records));
    return inputs;
  }

  // JSON Lines with ids, documents and domains; missing references are null.
  TextInputs Json(const Records& records) const {
    TextInputs inputs;
    std::string refs;
    for (const Record& record : records) {
      nlohmann::json line = Names(record);
      line["refs"] = nlohmann::json::array();
      for (const auto& ref : record.refs) {
        line["refs"].push_back(ref ? nlohmann::json(test::TextFor(metric_, *ref))
                                   : nlohmann::json());
      }
      refs += line.dump() + '\n';
    }
    inputs.references = {folder_.Write("refs.jsonl", refs)};
    for (size_t s = 0; s < records.front().hyps.size(); ++s) {
      std::string hyps;
      for (const Record& record : records) {
        nlohmann::json line = Names(record);
        line["hyp"] = test::TextFor(metric_, record.hyps[s]);
        hyps += line.dump() + '\n';
      }
      inputs.inputs.push_back(folder_.Write("s" + std::to_string(s) + ".jsonl", hyps));
    }
    if (NeedsSource(metric_)) inputs.source = folder_.Write("src", Sources(records));
    return inputs;
  }

 private:
  std::string Sources(const Records& records) const {
    std::string text;
    for (const Record& record : records) text += Line(test::SourceOf(record.hyps.front()));
    return text;
  }
  std::string Line(std::string text) const {
    for (char& c : text) c = c == '\n' || c == '\r' ? ' ' : c;
    return test::TextFor(metric_, std::move(text)) + '\n';
  }
  static nlohmann::json Names(const Record& record) {
    nlohmann::json names = {{"id", record.id}, {"doc", record.doc}, {"domain", record.domain}};
    if (!record.lang.empty()) names["lang"] = record.lang;
    return names;
  }
  void Make(const std::string& inside) const {
    std::filesystem::create_directories(folder_.Path(inside));
  }
  std::string Write(const std::string& inside, const std::string& name,
                    const std::string& bytes) const {
    return folder_.Write(inside.empty() ? name : inside + "/" + name, bytes);
  }

  const OwnFolder& folder_;
  std::string metric_;
};

template <typename Answer>
void AddForms(const std::string& what, const Result<Answer>& answer,
              const std::vector<std::string_view>& forms, std::map<std::string, std::string>& all) {
  if (!answer.ok()) {
    all[what] = answer.status().message();
    return;
  }
  for (const std::string_view form : forms) {
    WriteOptions options;
    options.width = 6;
    const auto text = Format(*answer, form, options);
    all[what + ' ' + std::string(form)] = text.ok() ? *text : text.status().message();
  }
}

// The requests for a corpus.
struct Questions {
  std::string by = "";      // a field with groups
  std::string people = "";  // a file of human scores
  bool compare = true;
  bool segments = true;
};

// Returns every answer for the texts, or for the row files that `inputs` names.
class Asker {
 public:
  Asker(const OwnFolder& folder, Questions questions)
      : folder_(folder), questions_(std::move(questions)) {}

  std::map<std::string, std::string> Answers(const TextInputs& inputs, const MetricChoice& choice,
                                             uint32_t threads) const {
    std::map<std::string, std::string> all;
    const auto request = [&]<typename Request>(Request) {
      Request made;
      static_cast<TextInputs&>(made) = inputs;
      static_cast<MetricChoice&>(made) = choice;
      made.threads = threads;
      return made;
    };
    AddForms("score", Score(request(ScoreRequest())), ScoreForms(), all);
    if (!questions_.by.empty()) {
      ScoreRequest grouped = request(ScoreRequest());
      grouped.by = questions_.by;
      AddForms("by", Score(grouped), ScoreForms(), all);
    }
    if (questions_.segments) AddSegments(request(SegmentsRequest()), all);
    if (questions_.compare) {
      CompareRequest compare = request(CompareRequest());
      compare.resamples = 40;
      AddForms("compare", Compare(compare), CompareForms(), all);
    }
    if (!questions_.people.empty()) {
      EvaluateRequest evaluate = request(EvaluateRequest());
      evaluate.humans = {{"", false, {questions_.people}}};
      evaluate.resamples = 20;
      AddForms("evaluate", Evaluate(evaluate), {"text", "json", "tsv"}, all);
    }
    return all;
  }

 private:
  void AddSegments(const SegmentsRequest& request, std::map<std::string, std::string>& all) const {
    for (const std::string_view form : SegmentForms()) {
      if (form == "mtme") continue;  // a folder, of systems and documents
      // Rows contain the counts that they were made with, texts all of them.
      if (form.ends_with("-details")) continue;
      std::string& text = all["segments " + std::string(form)];
      auto run = SegmentsRun::Make(request);
      Status status = run.status();
      if (status.ok()) {
        SegmentsForm out;
        out.format = form;
        out.file = folder_.Path("segments.out");
        out.write.width = 6;
        status = run->Write(out, [&text](std::vector<Warning>& warnings) {
          for (const Warning& warning : warnings) text += warning.message + '\n';
          return OkStatus();
        });
        text += status.ok() ? ReadFile(out.file) : status.message();
      }
      if (!status.ok()) text = status.message();
    }
  }

  const OwnFolder& folder_;
  Questions questions_;
};

std::string WriteRows(const TextInputs& inputs, const MetricChoice& choice, const std::string& file,
                      uint32_t threads = 1, std::optional<Shard> shard = std::nullopt) {
  RowsRequest request;
  static_cast<TextInputs&>(request) = inputs;
  static_cast<MetricChoice&>(request) = choice;
  request.threads = threads;
  request.shard = shard;
  request.whole_files = shard.has_value();
  auto run = RowsRun::Make(request);
  if (!run.ok()) return run.status().message();
  return std::string(run->Write(file).status().message());
}

std::string WriteSums(const TextInputs& inputs, const MetricChoice& choice,
                      const std::string& file) {
  RowsRequest request;
  static_cast<TextInputs&>(request) = inputs;
  static_cast<MetricChoice&>(request) = choice;
  auto run = RowsRun::Make(request);
  return run.ok() ? run->WriteSums(file).status().message() : run.status().message();
}

std::string MergeInto(const Strings& files, const std::string& output, uint32_t threads = 2) {
  RunOptions run;
  run.threads = threads;
  return std::string(MergeRows(files, output, run).message());
}

TextInputs FromRows(const Strings& files) {
  TextInputs inputs;
  inputs.rows = files;
  return inputs;
}

class RowFiles : public testing::Test {
 protected:
  explicit RowFiles(std::string_view metric = {}) : files_(folder_, metric) {}

  MetricChoice Choice(const Strings& metrics) const {
    MetricChoice choice;
    choice.metrics = metrics;
    return choice;
  }

  // Checks that answers from a row file are those from the texts. Requests that fail for the texts
  // fail for the row file, too.
  void ExpectSame(const TextInputs& texts, const MetricChoice& choice, const Questions& questions) {
    TextInputs grouped = texts;
    grouped.by = questions.by;
    const std::string file = folder_.Path("all.mtr");
    const std::string error = WriteRows(grouped, choice, file);
    if (!error.empty()) {
      ScoreRequest request;
      static_cast<TextInputs&>(request) = texts;
      static_cast<MetricChoice&>(request) = choice;
      EXPECT_EQ(error, Score(request).status().message());
      return;
    }
    const std::string bytes = ReadFile(file);
    ASSERT_EQ(WriteRows(grouped, choice, file, 3), "");
    EXPECT_TRUE(ReadFile(file) == bytes) << "threads";
    ExpectSameFrom({file}, texts, choice, questions);
    const std::string sums = folder_.Path("sums.mtr");
    ASSERT_EQ(WriteSums(texts, choice, sums), "");
    ExpectSameFrom({sums}, texts, choice, {.compare = false, .segments = false});
  }

  void ExpectSameFrom(const Strings& files, const TextInputs& texts, const MetricChoice& choice,
                      const Questions& questions) {
    const Asker asker(folder_, questions);
    const auto wanted = asker.Answers(texts, choice, 1);
    for (const uint32_t threads : {1u, 3u}) {
      const auto found = asker.Answers(FromRows(files), MetricChoice(), threads);
      for (const auto& [what, text] : wanted) {
        EXPECT_EQ(FirstDifference(found.at(what), text), "") << what << ", threads: " << threads;
      }
      EXPECT_EQ(found.size(), wanted.size());
    }
  }

  std::string People(const TextInputs& texts, size_t segments) const {
    test::RandomText text(3);
    std::string people = "system\tsegment\tscore\n";
    for (const std::string& system : texts.inputs) {
      for (size_t i = 1; i <= segments; ++i) {
        people += system + '\t' + std::to_string(i) + '\t' + std::to_string(text.Below(100)) + '\n';
      }
    }
    return folder_.Write("people.tsv", people);
  }

  OwnFolder folder_;
  CorpusFiles files_;
};

class RowFilesOfMetric : public RowFiles, public testing::WithParamInterface<MetricRow> {
 protected:
  RowFilesOfMetric() : RowFiles(GetParam().name) {}
  MetricChoice choice() const { return Choice({std::string(GetParam().name)}); }
};

TEST_P(RowFilesOfMetric, Lines) {
  Records records = RandomRecords(5, 40, 2);
  records[7].hyps = {"", ""};
  records[8].refs = {"", ""};
  records[9].hyps[1] = "   ";
  const TextInputs texts = files_.Lines(records);
  const bool without = GetParam().needs_source;  // meta has no sources
  ExpectSame(texts, choice(), {.people = without ? "" : People(texts, records.size())});
}

TEST_P(RowFilesOfMetric, OneSystemOneReference) {
  Records records = RandomRecords(6, 25, 1);
  for (Record& record : records) record.refs.resize(1);
  ExpectSame(files_.Lines(records), choice(), {.compare = false});
}

TEST_P(RowFilesOfMetric, IdsDocumentsGroupsAndMissingReferences) {
  Records records = RandomRecords(7, 45, 3);
  for (size_t i = 0; i < records.size(); i += 4) records[i].refs[1].reset();
  if (!GetParam().needs_first) {
    for (size_t i = 2; i < records.size(); i += 8) records[i].refs[0].reset();
  }
  const TextInputs texts = files_.Json(records);
  ExpectSame(texts, choice(), {.by = "domain"});
  ExpectSame(texts, choice(), {.by = "doc"});
}

TEST_P(RowFilesOfMetric, InvalidBytes) {
  Records records = RandomRecords(8, 30, 2);
  records[3].hyps[0] += " \xFF";
  records[11].refs[1] = "\xC3 " + *records[11].refs[1];
  records[29].hyps[1] = "\xE6\xBC";
  TextInputs texts = files_.Lines(records);
  for (const OnInvalid policy : {OnInvalid::kSkip, OnInvalid::kReplace}) {
    texts.on_invalid = policy;
    ExpectSame(texts, choice(), {});
  }
}

TEST_P(RowFilesOfMetric, OptionsThatAllMetricsShare) {
  const TextInputs texts = files_.Lines(RandomRecords(9, 30, 2));
  MetricChoice sets[6];
  sets[0].lowercase = true;
  sets[1].tokenize = "none";
  sets[2].tokenize = "char";
  sets[3].stem = "en";
  sets[3].lowercase = true;
  sets[4].smooth_method = "floor";
  sets[4].smooth_value = "0.2";
  sets[5].unit_scale = true;
  for (MetricChoice& set : sets) {
    set.metrics = choice().metrics;
    if (!set.unit_scale) ExpectSame(texts, set, {});
  }
  TextInputs chinese = texts;
  chinese.language_pair = "en-zh";
  ExpectSame(chinese, choice(), {});
}

// Identical systems, text without spaces under a tokenizer that needs them, tokenized text,
// segments that loop: all warnings are the same, with the same counts.
TEST_P(RowFilesOfMetric, Warnings) {
  Records records = RandomRecords(10, 60, 3);
  for (size_t i = 0; i < records.size(); ++i) {
    Record& record = records[i];
    record.hyps[1] = record.hyps[0];
    if (i % 2 == 0) record.refs[0] = "我们今天去公园散步，天气很好。";
    if (i % 3 == 0) record.hyps[2] = *record.refs[0];
    if (i % 5 == 0) record.hyps[0] = record.hyps[1] = "it is , as they say , so . ' s";
  }
  ExpectSame(files_.Lines(records), choice(), {});
}

TEST_P(RowFilesOfMetric, ManyBlocks) {
  const Records records = RandomRecords(11, 4096 + 700, 2, 3);
  ExpectSame(files_.Lines(records), choice(), {.segments = false});
}

// Pieces of every size, including empty ones, of two and more blocks.
TEST_P(RowFilesOfMetric, CutAnywhere) {
  const Records records = RandomRecords(12, 300, 2, 6);
  const TextInputs texts = files_.Lines(records);
  ASSERT_EQ(WriteRows(texts, choice(), folder_.Path("whole.mtr")), "");
  MetricChoice of_part = choice();
  if (FindMetric(of_part.metrics.front())->survey != nullptr) {
    of_part.survey = folder_.Path("all.survey");
    SurveyRequest survey;
    survey.references = texts.references;
    survey.metrics = of_part.metrics;
    auto run = SurveyRun::Make(survey);
    ASSERT_TRUE(run.ok() && run->Write(of_part.survey).ok());
  }
  test::RandomText random(4);
  std::vector<size_t> ends = {0, 1, 1, 130, 131};
  for (size_t i = 0; i < 2; ++i) ends.push_back(random.Below(300));
  ends.push_back(300);
  std::sort(ends.begin(), ends.end());
  Strings parts;
  size_t begin = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    const Records piece(records.begin() + static_cast<std::ptrdiff_t>(begin),
                        records.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    begin = ends[i];
    if (piece.empty()) continue;
    parts.push_back(folder_.Path("part" + std::to_string(i) + ".mtr"));
    ASSERT_EQ(WriteRows(files_.Lines(piece), of_part, parts.back()), "");
  }
  ASSERT_EQ(MergeInto(parts, folder_.Path("merged.mtr")), "");
  EXPECT_TRUE(ReadFile(folder_.Path("merged.mtr")) == ReadFile(folder_.Path("whole.mtr")));
}

INSTANTIATE_TEST_SUITE_P(AllMetrics, RowFilesOfMetric, testing::ValuesIn(Metrics()),
                         [](const auto& param) {
                           std::string name(param.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST_F(RowFiles, SumsKeepWhatWarningsCount) {
  const std::string file = folder_.Write("hindi", "यह घर किसी का है\nनदी के पास पेड़ है\n");
  TextInputs texts;
  texts.references = {file};
  texts.inputs = {file};
  const MetricChoice choice = Choice({"wer:normalize=whisper-basic"});
  ScoreRequest request;
  static_cast<TextInputs&>(request) = texts;
  static_cast<MetricChoice&>(request) = choice;
  const auto report = Score(request);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(std::ranges::count(report->warnings, "marks", &Warning::code), 1);
  ExpectSame(texts, choice, {});
}

TEST_F(RowFiles, MetricsWithOptions) {
  const TextInputs texts = files_.Lines(RandomRecords(13, 50, 3));
  ExpectSame(texts,
             Choice({"bleu", "bleu:order=2,smooth=floor", "chrf:nw=2", "ter", "rouge", "gleu",
                     "sentence-bleu", "nist:order=3"}),
             {.people = People(texts, 50)});
}

TEST_F(RowFiles, TextInMemoryWithMissingReferences) {
  const Records records = RandomRecords(17, 60, 2);
  Strings texts[4];
  for (const Record& record : records) {
    for (size_t i = 0; i < 2; ++i) {
      texts[i].push_back(*record.refs[i]);
      texts[2 + i].push_back(record.hyps[i]);
    }
  }
  const std::vector<uint8_t> some(8, 0xB5);
  const auto column = [&](const char* name, const Strings& lines, const uint8_t* validity) {
    return TextColumn(name, std::span<const std::string>(lines), validity);
  };
  TextInputs inputs;
  inputs.columns.emplace();
  inputs.columns->references = {column("first", texts[0], nullptr),
                                column("second", texts[1], some.data())};
  inputs.columns->systems = {column("a", texts[2], nullptr), column("b", texts[3], nullptr)};
  ExpectSame(inputs, Choice({"bleu", "chrf", "ter"}), {});
}

// Its sums of floats depend on the order of the segments.
TEST_F(RowFiles, ArithmeticOfSacrebleu) {
  MetricChoice choice = Choice({"bleu", "chrf", "ter"});
  choice.compat = "sacrebleu";
  ExpectSame(files_.Lines(RandomRecords(15, 60, 2)), choice, {});
}

TEST_F(RowFiles, OnlySomeOfTheMetrics) {
  const TextInputs texts = files_.Lines(RandomRecords(14, 50, 2));
  const std::string file = folder_.Path("all.mtr");
  ASSERT_EQ(WriteRows(texts, Choice({"bleu", "chrf", "ter"}), file), "");
  const Asker asker(folder_, {});
  for (const Strings& metrics : {Strings{"ter"}, Strings{"chrf", "bleu"}}) {
    EXPECT_EQ(asker.Answers(FromRows({file}), Choice(metrics), 2),
              asker.Answers(texts, Choice(metrics), 2));
  }
  ScoreRequest other;
  other.rows = {file};
  other.metrics = {"gleu"};
  EXPECT_THAT(std::string(Score(other).status().message()),
              AllOf(HasSubstr("gleu"), HasSubstr("they have bleu, chrf, ter")));
}

// A file of the same content in every folder.
class CutRowFiles : public RowFiles, public testing::WithParamInterface<size_t> {};

// Cuts `count` pieces of random sizes; some are empty.
std::vector<std::pair<size_t, size_t>> Pieces(size_t segments, size_t count, uint64_t seed) {
  test::RandomText random(seed);
  std::vector<size_t> ends;
  for (size_t i = 1; i < count; ++i) {
    ends.push_back(random.Below(static_cast<uint32_t>(segments + 1)));
  }
  if (count > 2) ends[0] = ends[1];
  ends.push_back(segments);
  std::sort(ends.begin(), ends.end());
  std::vector<std::pair<size_t, size_t>> pieces;
  size_t begin = 0;
  for (const size_t end : ends) {
    pieces.emplace_back(begin, end);
    begin = end;
  }
  return pieces;
}

// All pieces have the same file names: each is scored before the next is written.
TEST_P(CutRowFiles, ThePartsAreTheWhole) {
  const size_t segments = 2 * 4096 + 1500;
  Records records = RandomRecords(20, segments, 2, 3);
  records[5000].hyps[1] += " \xFF";
  records[5].refs[0] = "\xFE";
  const MetricChoice choice = Choice({"bleu", "ter"});
  const auto write = [&](const Records& part) {
    TextInputs texts;
    if (part.empty()) {
      Records shape(1, records.front());
      texts = files_.Lines(shape);
      for (const Strings* names : {&texts.references, &texts.inputs}) {
        for (const std::string& name : *names) std::ofstream(name, std::ios::trunc).close();
      }
    } else {
      texts = files_.Lines(part);
    }
    texts.on_invalid = OnInvalid::kSkip;
    return texts;
  };
  Strings parts(GetParam());
  const auto pieces = Pieces(segments, GetParam(), 77);
  // Made in random order.
  std::vector<size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::reverse(order.begin(), order.end());
  for (const size_t i : order) {
    const auto [begin, end] = pieces[i];
    const Records part(records.begin() + static_cast<std::ptrdiff_t>(begin),
                       records.begin() + static_cast<std::ptrdiff_t>(end));
    parts[i] = folder_.Path("part" + std::to_string(i) + ".mtr");
    const Shard shard{static_cast<uint32_t>(i + 1), static_cast<uint32_t>(pieces.size())};
    ASSERT_EQ(WriteRows(write(part), choice, parts[i], 2, shard), "") << begin << ' ' << end;
  }
  const TextInputs texts = write(records);
  const std::string whole = folder_.Path("whole.mtr");
  ASSERT_EQ(WriteRows(texts, choice, whole), "");
  std::rotate(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2),
              parts.end());
  for (const uint32_t threads : {1u, 3u}) {
    const std::string merged = folder_.Path("merged.mtr");
    ASSERT_EQ(MergeInto(parts, merged, threads), "");
    EXPECT_TRUE(ReadFile(merged) == ReadFile(whole)) << "threads: " << threads;
  }
  ExpectSameFrom(parts, texts, choice, {});
}

INSTANTIATE_TEST_SUITE_P(Counts, CutRowFiles, testing::Values(1, 2, 3, 7, 64, 1000),
                         testing::PrintToStringParamName());

// Ids, documents and groups of every part; merged files are merged again.
TEST_F(RowFiles, PartsWithNamesAreMergedInSteps) {
  Records records = RandomRecords(21, 5000, 2, 2);
  for (size_t i = 100; i < 4500; i += 3) records[i].refs[1].reset();
  const MetricChoice choice = Choice({"chrf"});
  const auto write = [&](size_t begin, size_t end) {
    TextInputs texts = files_.Json({records.begin() + static_cast<std::ptrdiff_t>(begin),
                                    records.begin() + static_cast<std::ptrdiff_t>(end)});
    texts.by = "domain";
    return texts;
  };
  Strings parts;
  for (const auto& [begin, end] : {std::pair(0, 90), std::pair(90, 4500), std::pair(4500, 5000)}) {
    parts.push_back(folder_.Path("part" + std::to_string(begin) + ".mtr"));
    ASSERT_EQ(WriteRows(write(begin, end), choice, parts.back()), "");
  }
  TextInputs texts = write(0, 5000);
  const std::string whole = folder_.Path("whole.mtr"), merged = folder_.Path("merged.mtr"),
                    first = folder_.Path("first.mtr");
  ASSERT_EQ(WriteRows(texts, choice, whole), "");
  ASSERT_EQ(MergeInto({parts[0], parts[1]}, first), "");
  ASSERT_EQ(MergeInto({first, parts[2]}, merged), "");
  EXPECT_TRUE(ReadFile(merged) == ReadFile(whole));
  texts.by.clear();
  ExpectSameFrom({merged}, texts, choice, {.by = "domain"});
}

// The expensive checks look only at the first segments of a corpus, and the first ones of a part
// may be later ones of the whole.
TEST_F(RowFiles, PartsThatAreLookedAtFurther) {
  Records records = RandomRecords(22, 41'000, 1, 2);
  for (Record& record : records) {
    record.refs.resize(1);
    record.hyps[0] += "@@ &amp;";
  }
  const MetricChoice choice = Choice({"exact"});
  Strings parts;
  for (const auto& [begin, end] : {std::pair(0, 15'000), std::pair(15'000, 41'000)}) {
    parts.push_back(folder_.Path("part" + std::to_string(begin) + ".mtr"));
    const Records part(records.begin() + begin, records.begin() + end);
    ASSERT_EQ(WriteRows(files_.Lines(part), choice, parts.back()), "");
  }
  const TextInputs texts = files_.Lines(records);
  const std::string whole = folder_.Path("whole.mtr"), merged = folder_.Path("merged.mtr");
  ASSERT_EQ(WriteRows(texts, choice, whole), "");
  ASSERT_EQ(MergeInto(parts, merged), "");
  EXPECT_TRUE(ReadFile(merged) == ReadFile(whole));
  ExpectSameFrom({merged}, texts, choice, {.compare = false, .segments = false});
}

// Each language has its own tokenizer, and is looked at as if it stood alone.
class RowFilesOfLanguages : public RowFiles {
 protected:
  // Three languages with two tokenizers, mixed, and some segments with marks.
  Records Mixed(uint64_t seed, size_t segments) const {
    Records records = RandomRecords(seed, segments, 2, 3);
    test::RandomText random(seed);
    constexpr const char* kLanguages[] = {"en-de", "en-zh", "en-fr"};
    for (Record& record : records) {
      record.refs.resize(1);
      record.lang = kLanguages[std::min(random.Below(9), 2u)];
      if (record.lang == "en-zh") record.hyps[0] += "今天下雨@@";
      if (random.Below(3) == 0) record.hyps[1] += "@@ &amp;";
    }
    return records;
  }
  TextInputs ByLanguage(const Records& records) const {
    TextInputs texts = files_.Json(records);
    texts.by = "lang";
    return texts;
  }
  // The answers by group only: there are no others.
  void ExpectSameByLanguage(const Strings& files, const TextInputs& texts,
                            const MetricChoice& choice) {
    const auto answers = [&](const TextInputs& inputs, const MetricChoice& made, uint32_t threads) {
      std::map<std::string, std::string> all;
      ScoreRequest score;
      static_cast<TextInputs&>(score) = inputs;
      static_cast<MetricChoice&>(score) = made;
      score.by = "lang";
      score.threads = threads;
      AddForms("score", Score(score), ScoreForms(), all);
      CompareRequest compare;
      static_cast<TextInputs&>(compare) = inputs;
      static_cast<MetricChoice&>(compare) = made;
      compare.by = "lang";
      compare.resamples = 20;
      compare.threads = threads;
      AddForms("compare", Compare(compare), CompareForms(), all);
      return all;
    };
    const auto wanted = answers(texts, choice, 1);
    for (const uint32_t threads : {1u, 3u}) {
      const auto found = answers(FromRows(files), MetricChoice(), threads);
      for (const auto& [what, text] : wanted) {
        EXPECT_EQ(FirstDifference(found.at(what), text), "") << what << ", threads: " << threads;
      }
    }
  }
};

TEST_F(RowFilesOfLanguages, PartsAreTheWhole) {
  const Records records = Mixed(23, 61'000);
  const MetricChoice choice = Choice({"bleu", "exact"});
  Strings parts;
  for (const auto& [begin, end] :
       {std::pair(0, 25'000), std::pair(25'000, 26'001), std::pair(26'001, 61'000)}) {
    parts.push_back(folder_.Path("part" + std::to_string(begin) + ".mtr"));
    const Records part(records.begin() + begin, records.begin() + end);
    ASSERT_EQ(WriteRows(ByLanguage(part), choice, parts.back()), "");
  }
  const TextInputs texts = ByLanguage(records);
  const std::string whole = folder_.Path("whole.mtr"), merged = folder_.Path("merged.mtr");
  ASSERT_EQ(WriteRows(texts, choice, whole, 1), "");
  const std::string bytes = ReadFile(whole);
  ASSERT_EQ(WriteRows(texts, choice, whole, 3), "");
  EXPECT_TRUE(ReadFile(whole) == bytes) << "threads";
  ASSERT_EQ(MergeInto(parts, merged), "");
  EXPECT_TRUE(ReadFile(merged) == bytes);
  ExpectSameByLanguage({merged}, texts, choice);
}

TEST_F(RowFilesOfLanguages, WeightsOfEachLanguage) {
  const TextInputs texts = ByLanguage(Mixed(24, 300));
  const std::string file = folder_.Path("all.mtr");
  ASSERT_EQ(WriteRows(texts, Choice({"nist", "chrf"}), file), "");
  ExpectSameByLanguage({file}, texts, Choice({"nist", "chrf"}));
}

TEST_F(RowFilesOfLanguages, SideBySide) {
  const Records records = Mixed(25, 200);
  TextInputs texts = ByLanguage(records);
  const Strings files = {folder_.Path("first.mtr"), folder_.Path("second.mtr"),
                         folder_.Path("more.mtr")};
  for (size_t s = 0; s < 2; ++s) {
    TextInputs one = texts;
    one.inputs = {texts.inputs[s]};
    ASSERT_EQ(WriteRows(one, Choice({"bleu"}), files[s]), "");
  }
  ASSERT_EQ(WriteRows(texts, Choice({"ter"}), files[2]), "");
  ExpectSameByLanguage({files[0], files[1]}, texts, Choice({"bleu"}));
  ExpectSameByLanguage(files, texts, Choice({"bleu", "ter"}));
}

TEST_F(RowFilesOfLanguages, HaveNoScoreTogether) {
  const Records records = Mixed(26, 50);
  const std::string file = folder_.Path("all.mtr");
  ASSERT_EQ(WriteRows(ByLanguage(records), Choice({"bleu", "chrf"}), file), "");
  ScoreRequest request;
  request.rows = {file};
  EXPECT_THAT(std::string(Score(request).status().message()),
              AllOf(HasSubstr("different tokenizers"), HasSubstr("add `by` lang")));
  request.metrics = {"chrf"};
  EXPECT_TRUE(Score(request).ok());
  // One language alone has one tokenizer.
  Records chinese;
  std::copy_if(records.begin(), records.end(), std::back_inserter(chinese),
               [](const Record& record) { return record.lang == "en-zh"; });
  const TextInputs texts = ByLanguage(chinese);
  ASSERT_EQ(WriteRows(texts, Choice({"bleu"}), file), "");
  MetricChoice choice = Choice({"bleu"});
  choice.tokenize = "zh";
  TextInputs plain = texts;
  plain.by.clear();
  ExpectSameFrom({file}, plain, choice, {});
}

// Systems and metrics of the same segments in separate files.
class RowFilesBesideOthers : public RowFiles {
 protected:
  RowFilesBesideOthers() : records_(RandomRecords(30, 80, 3)), texts_(files_.Lines(records_)) {}

  TextInputs Of(const std::vector<size_t>& systems) const {
    TextInputs texts = texts_;
    texts.inputs.clear();
    for (const size_t s : systems) texts.inputs.push_back(texts_.inputs[s]);
    return texts;
  }
  std::string Rows(const std::string& name, const TextInputs& texts, const Strings& metrics) {
    return Rows(name, texts, Choice(metrics));
  }
  std::string Rows(const std::string& name, const TextInputs& texts, const MetricChoice& choice) {
    const std::string file = folder_.Path(name);
    EXPECT_EQ(WriteRows(texts, choice, file), "");
    return file;
  }
  std::string ErrorOfScore(const Strings& files) {
    ScoreRequest request;
    request.rows = files;
    const std::string message = Score(request).status().message();
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message;
  }
  void ExpectBothNamed(const std::string& a, const std::string& b, const std::string& what) {
    EXPECT_THAT(ErrorOfScore({a, b}), AllOf(HasSubstr(a), HasSubstr(b), HasSubstr(what)));
  }

  Records records_;
  TextInputs texts_;
};

TEST_F(RowFilesBesideOthers, OtherSystems) {
  const std::string old = Rows("old.mtr", Of({0, 1}), {"bleu", "chrf"});
  const std::string fresh = Rows("new.mtr", Of({2}), {"bleu", "chrf"});
  ExpectSameFrom({old, fresh}, texts_, Choice({"bleu", "chrf"}), {.people = People(texts_, 80)});
  ExpectSameFrom({fresh, old}, Of({2, 0, 1}), Choice({"bleu", "chrf"}), {});
}

TEST_F(RowFilesBesideOthers, OtherMetrics) {
  const std::string first = Rows("first.mtr", texts_, {"bleu"});
  const std::string more = Rows("more.mtr", texts_, {"ter", "chrf:nw=2"});
  ExpectSameFrom({first, more}, texts_, Choice({"bleu", "ter", "chrf:nw=2"}), {});
}

TEST_F(RowFilesBesideOthers, SystemsAndMetricsOfSeveralRuns) {
  const std::string files[] = {Rows("a.mtr", Of({0, 1}), {"bleu"}),
                               Rows("b.mtr", Of({2}), {"bleu"}), Rows("c.mtr", Of({2}), {"ter"}),
                               Rows("d.mtr", Of({0, 1}), {"ter"})};
  ExpectSameFrom({std::begin(files), std::end(files)}, texts_, Choice({"bleu", "ter"}), {});
}

// A segment that one file excludes is excluded from all, as in one run.
TEST_F(RowFilesBesideOthers, SkippedSegments) {
  records_[4].hyps[0] = "\xFF";
  records_[9].hyps[2] = "bad \xC3";
  texts_ = files_.Lines(records_);
  texts_.on_invalid = OnInvalid::kSkip;
  const std::string old = Rows("old.mtr", Of({0, 1}), {"bleu", "ter"});
  const std::string fresh = Rows("new.mtr", Of({2}), {"bleu", "ter"});
  ExpectSameFrom({old, fresh}, texts_, Choice({"bleu", "ter"}), {});
}

// An older output under the same name.
TEST_F(RowFilesBesideOthers, OneNameInTwoFiles) {
  const std::string old = Rows("old.mtr", Of({0}), {"bleu"});
  for (Record& record : records_) record.hyps[0] = record.hyps[1];
  texts_ = files_.Lines(records_);
  const std::string fresh = Rows("new.mtr", Of({0}), {"bleu"});
  CompareRequest request;
  request.rows = {old, fresh};
  request.resamples = 30;
  const auto compared = Compare(request);
  ASSERT_TRUE(compared.ok()) << compared.status();
  ASSERT_EQ(compared->metrics.front().systems.size(), 2U);
  EXPECT_EQ(compared->metrics.front().systems[0].name, old + ":" + texts_.inputs[0]);
  EXPECT_EQ(compared->metrics.front().systems[1].name, fresh + ":" + texts_.inputs[0]);
}

TEST_F(RowFilesBesideOthers, SystemsWithoutAMetricAreNamed) {
  const std::string both = Rows("both.mtr", Of({0, 1}), {"bleu", "ter"});
  const std::string one = Rows("one.mtr", Of({2}), {"bleu"});
  EXPECT_THAT(ErrorOfScore({both, one}),
              AllOf(HasSubstr(one), HasSubstr(texts_.inputs[2]), HasSubstr("for ter")));
}

TEST_F(RowFilesBesideOthers, OtherReferences) {
  const std::string a = Rows("a.mtr", Of({0}), {"bleu"});
  records_[40].refs[1] = "another reference";
  texts_ = files_.Lines(records_);
  ExpectBothNamed(a, Rows("b.mtr", Of({1}), {"bleu"}), "different references");
  TextInputs fewer = Of({1});
  fewer.references.pop_back();
  ExpectBothNamed(a, Rows("c.mtr", fewer, {"bleu"}), "different references");
}

TEST_F(RowFilesBesideOthers, OtherOptions) {
  const std::string a = Rows("a.mtr", Of({0}), {"bleu"});
  MetricChoice lower = Choice({"bleu"}), tokenized = Choice({"bleu"});
  lower.lowercase = true;
  tokenized.tokenize = "intl";
  ExpectBothNamed(a, Rows("b.mtr", Of({1}), lower), "different options");
  ExpectBothNamed(a, Rows("c.mtr", Of({1}), tokenized), "different options");
}

TEST_F(RowFilesBesideOthers, OtherNumbersOfSegments) {
  const std::string a = Rows("a.mtr", Of({0}), {"bleu"});
  records_.pop_back();
  texts_ = files_.Lines(records_);
  ExpectBothNamed(a, Rows("b.mtr", Of({1}), {"bleu"}), "80 segments and 79 segments");
}

TEST_F(RowFilesBesideOthers, PartsThatDoNotFollowAreNotMerged) {
  const std::string a = Rows("a.mtr", Of({0, 1}), {"bleu"});
  MetricChoice lower = Choice({"bleu"});
  lower.lowercase = true;
  const std::string others[] = {
      Rows("b.mtr", Of({0}), {"bleu"}), Rows("c.mtr", Of({1, 0}), {"bleu"}),
      Rows("d.mtr", Of({0, 1}), {"ter"}), Rows("e.mtr", Of({0, 1}), {"bleu:order=2"}),
      Rows("f.mtr", Of({0, 1}), lower)};
  for (const std::string& other : others) {
    EXPECT_THAT(MergeInto({a, other}, folder_.Path("out.mtr")),
                AllOf(HasSubstr(a), HasSubstr(other), Not(HasSubstr("\n"))));
    EXPECT_FALSE(std::filesystem::exists(folder_.Path("out.mtr")));
  }
}

// The treatment of invalid bytes decides which segments count.
TEST_F(RowFilesBesideOthers, PartsUnderOtherRulesForInvalidBytesAreNotMerged) {
  TextInputs skip = Of({0}), replace = Of({0});
  skip.on_invalid = OnInvalid::kSkip;
  replace.on_invalid = OnInvalid::kReplace;
  const std::string a = Rows("a.mtr", skip, {"bleu"}), b = Rows("b.mtr", replace, {"bleu"});
  EXPECT_THAT(MergeInto({a, b}, folder_.Path("out.mtr")), AllOf(HasSubstr(a), HasSubstr(b)));
}

TEST_F(RowFilesBesideOthers, ShardsByTheirNumbers) {
  const MetricChoice choice = Choice({"bleu"});
  Strings shards;
  for (uint32_t number = 1; number <= 3; ++number) {
    shards.push_back(folder_.Path("shard" + std::to_string(number)));
    ASSERT_EQ(WriteRows(texts_, choice, shards.back(), 1, Shard{number, 3}), "");
  }
  const std::string of_four = folder_.Path("of_four"), out = folder_.Path("out.mtr");
  ASSERT_EQ(WriteRows(texts_, choice, of_four, 1, Shard{2, 4}), "");
  const std::string plain = Rows("plain.mtr", texts_, {"bleu"});
  EXPECT_THAT(MergeInto({shards[0], shards[2]}, out), HasSubstr("shard 2 of 3 is missing"));
  EXPECT_THAT(MergeInto({shards[0], shards[1], shards[0]}, out),
              AllOf(HasSubstr(shards[0]), HasSubstr("both are shard 1 of 3")));
  EXPECT_THAT(MergeInto({shards[0], of_four}, out),
              AllOf(HasSubstr(of_four), HasSubstr("shard 2 of 4")));
  EXPECT_THAT(MergeInto({shards[0], plain}, out),
              AllOf(HasSubstr(plain), HasSubstr("not a shard")));
  EXPECT_THAT(ErrorOfScore({shards[0], shards[2]}), HasSubstr("shard 2 of 3 is missing"));
  EXPECT_EQ(MergeInto({shards[2], shards[0], shards[1]}, out), "");
}

// Two systems in shards each, given together.
TEST_F(RowFilesBesideOthers, ShardsOfTwoRuns) {
  const MetricChoice choice = Choice({"bleu", "chrf"});
  Strings all;
  for (size_t system = 0; system < 2; ++system) {
    for (uint32_t number = 1; number <= 2; ++number) {
      const size_t half = records_.size() / 2, begin = (number - 1) * half;
      files_.Lines({records_.begin() + static_cast<std::ptrdiff_t>(begin),
                    records_.begin() + static_cast<std::ptrdiff_t>(begin + half)});
      all.push_back(folder_.Path(std::to_string(system) + "." + std::to_string(number)));
      ASSERT_EQ(WriteRows(Of({system}), choice, all.back(), 1, Shard{number, 2}), "");
    }
  }
  texts_ = files_.Lines(records_);
  ExpectSameFrom({all[0], all[2], all[1], all[3]}, Of({0, 1}), choice, {});
}

}  // namespace
}  // namespace mtgauge::row_files_test
