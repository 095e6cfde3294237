// Fuzzes scores by group (`by`): JSON Lines whose records contain their language, keys that are
// split by a template, and bytes that arrive in pieces. Each group has the scores of its own
// records only, and the pieces have no effect.
//
// The input selects the records: two bytes of settings, then one byte for each word.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/formats/format.h"
#include "core/input/tables/join.h"
#include "core/request/metrics.h"
#include "core/score/job.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"
#include "parallel/score/scorer.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/pieces_source.h"

namespace {

using mtgauge::Column;
using mtgauge::Role;
using mtgauge::test::Promise;

constexpr std::array<std::string_view, 5> kLanguages = {"en-de", "de-zh", "cs-hr", "en-uk", "zh"};
constexpr std::array<std::string_view, 8> kWords = {"a",   "tree",  "它下", ".",
                                                    "1,5", "river", "了",   "&"};

struct Record {
  std::string language, ref, hyp;
};

std::string Sentence(uint8_t choice) {
  std::string text(kWords[choice % kWords.size()]);
  for (; choice > 3; choice /= 3) text += " " + std::string(kWords[choice % kWords.size()]);
  return text;
}

std::vector<Record> Records(const uint8_t* data, size_t size) {
  std::vector<Record> records;
  for (size_t i = 0; i + 2 < size && records.size() < 300; i += 3) {
    records.push_back({std::string(kLanguages[data[i] % kLanguages.size()]), Sentence(data[i + 1]),
                       Sentence(data[i + 2])});
  }
  return records;
}

std::string Lines(const std::vector<Record>& records) {
  std::string lines;
  for (size_t i = 0; i < records.size(); ++i) {
    lines += "{\"lang\": \"" + records[i].language + "\", \"id\": \"" + records[i].language +
             "_#_d" + std::to_string(i % 3) + "_#_" + std::to_string(i) + "\", \"hyp\": \"" +
             records[i].hyp + "\", \"ref\": \"" + records[i].ref + "\"}\n";
  }
  return lines;
}

// Opens the texts of the records as a verb opens files. `key`: joins them by their ids, whose
// template then contains the language.
mtgauge::Texts Open(const std::string& lines, uint32_t longest, bool key) {
  std::vector<std::unique_ptr<mtgauge::Source>> sources;
  mtgauge::OpenOptions options;
  options.by = "lang";
  if (key) {
    options.by = "pair";
    options.key = "id";
    options.split_key = "{pair}_#_{doc}_#_{}";
  }
  for (const Role role : {Role::kReference, Role::kSystem}) {
    auto bytes =
        std::make_unique<mtgauge::test::PiecesSource>("file.jsonl", lines, longest, 1, true);
    auto columns = mtgauge::OpenColumns(std::move(bytes), role, options);
    Promise(columns.ok() && columns->size() == 1, "records are one column");
    Column column = std::move(columns->front());
    if (key) {
      auto tables = mtgauge::ReadTables(std::move(column), role, options);
      Promise(tables.ok() && tables->size() == 1, "records are one table");
      column.source = mtgauge::TableSource(std::move(*tables->front().table));
    }
    sources.push_back(std::move(column.source));
  }
  return {{{"ref"}, {"hyp"}}, std::move(sources)};
}

// The scores of each group under all metrics.
using Scores = std::map<std::string, std::vector<double>>;

std::vector<double> ScoresOf(const mtgauge::Report& report) {
  std::vector<double> scores;
  for (const auto& score : report.systems.front().scores) scores.push_back(score.score);
  return scores;
}

Scores ByGroup(const mtgauge::TextSettings& settings, mtgauge::Texts texts) {
  mtgauge::RunOptions one_thread;
  one_thread.threads = 1;
  auto run = mtgauge::GroupRun::Prepare(settings, std::move(texts), one_thread);
  Promise(run.ok(), "languages choose their tokenizers");
  auto sums = mtgauge::SumByGroup(*run);
  Promise(sums.ok(), "groups are scored");
  Scores scores;
  const mtgauge::Report report =
      mtgauge::MakeGroupedReport(*run, settings.by.field, *std::move(sums));
  for (const mtgauge::GroupReport& group : report.grouped->groups) {
    for (const auto& score : group.systems.front().scores) {
      scores[group.name].push_back(score.score);
    }
  }
  return scores;
}

// The slow twin: every group by itself.
Scores OneByOne(const mtgauge::TextSettings& settings, const std::vector<Record>& records) {
  std::map<std::string, std::pair<std::string, std::string>> texts;
  for (const Record& record : records) {
    texts[record.language].first += record.ref + '\n';
    texts[record.language].second += record.hyp + '\n';
  }
  Scores scores;
  for (const auto& [language, sides] : texts) {
    mtgauge::JobOptions options = settings.job;
    std::vector<mtgauge::Warning> warnings;
    if (settings.tokenizer_by_language) {
      options = *mtgauge::ForLanguage(settings.job, language, warnings);
    }
    const auto job = mtgauge::Job::Make(options, {{"ref"}, {"hyp"}});
    std::vector<std::unique_ptr<mtgauge::Source>> sources;
    sources.push_back(mtgauge::MemorySource("ref", sides.first, true));
    sources.push_back(mtgauge::MemorySource("hyp", sides.second, true));
    mtgauge::Schedule schedule;
    schedule.threads = 1;
    scores[language] =
        ScoresOf(*mtgauge::ScoreSources(*job, std::move(sources), schedule, mtgauge::Sink{}));
  }
  return scores;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const uint32_t longest = 1 + data[0] * 8;
  const bool by_language = (data[1] & 1) != 0, key = (data[1] & 2) != 0;
  const std::vector<Record> records = Records(data + 2, size - 2);
  if (records.empty()) return 0;
  mtgauge::TextSettings settings;
  settings.job.metrics = {"bleu", "chrf"};
  settings.by.field = key ? "pair" : "lang";
  // A field of a key is not used as the language by its name.
  settings.tokenizer_by_language = by_language && !key;
  const Scores expected = OneByOne(settings, records);
  const std::string lines = Lines(records);
  for (const uint32_t pieces : {longest, 1U << 20}) {
    Promise(ByGroup(settings, Open(lines, pieces, key)) == expected,
            "a group has the scores of its own records");
  }
  return 0;
}
