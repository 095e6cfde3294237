// Fuzzes the readers of side files: outside scores, judgements, error spans, units,
// logs of simultaneous output and segments of recordings. Data that
// are read are valid, and errors name the file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/input/delays/delay_log.h"
#include "core/input/delays/speech_segments.h"
#include "core/input/spans/span_table.h"
#include "core/input/tables/judgement_table.h"
#include "core/input/tables/pair_list.h"
#include "core/input/tables/score_table.h"
#include "core/input/tables/unit_table.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::Promise;

void PromiseRefusal(const mtgauge::Status& status) {
  Promise(status.message().starts_with("file"), "an error names the file");
}

void CheckScores(std::string_view bytes) {
  const auto table = mtgauge::ParseScoreTable("file", bytes);
  if (!table.ok()) return PromiseRefusal(table.status());
  Promise(!table->systems.empty(), "at least one system");
  Promise(table->systems.size() == table->scores.size(), "scores for every system");
  const size_t segments = table->scores.front().size();
  Promise(segments > 0, "at least one segment");
  Promise(table->ids.empty() || table->ids.size() == segments, "an id for every segment");
  for (const auto& scores : table->scores) {
    Promise(scores.size() == segments, "systems of equal length");
    for (const double score : scores) Promise(!std::isinf(score), "finite scores");
  }
}

void CheckJudgementTable(const mtgauge::JudgementTable& table) {
  Promise(!table.criteria.empty(), "at least one criterion");
  Promise(!table.whole_systems || table.items.size() <= 1, "whole systems have one item");
  Promise(table.documents.empty() || table.documents.size() == table.items.size(),
          "a document for every item");
  for (const auto& criterion : table.criteria) {
    Promise(criterion.lines.empty() || criterion.lines.size() == criterion.judgements.size(),
            "a line for every judgement");
    for (const auto& judgement : criterion.judgements) {
      Promise(judgement.system < table.systems.size(), "a name for every system");
      Promise(judgement.item < table.items.size(), "an id for every item");
      Promise(judgement.annotator < table.annotators.size(), "a name for every annotator");
      Promise(std::isfinite(judgement.score), "finite scores");
    }
  }
}

void CheckJudgements(std::string_view bytes, bool ids_within_documents) {
  const bool of_systems = mtgauge::HasSystemOnEachLine(bytes);
  mtgauge::JudgementOptions options;
  options.ids_within_documents = ids_within_documents;
  const auto tables = mtgauge::ParseJudgementTables("file", bytes, options);
  if (!tables.ok()) return PromiseRefusal(tables.status());
  Promise(!tables->empty(), "at least one table");
  for (const mtgauge::JudgementTable& table : *tables) {
    Promise(!of_systems || !table.numbered, "lines that name systems are not columns of them");
    CheckJudgementTable(table);
  }
}

void CheckSpans(std::string_view bytes, bool as_wmt25) {
  const auto table = mtgauge::ParseSpanTable("file", bytes, {std::nullopt, as_wmt25});
  if (!table.ok()) return PromiseRefusal(table.status());
  Promise(!table->judgements.empty(), "at least one judgement");
  for (const mtgauge::SpanJudgement& judgement : table->judgements) {
    for (const mtgauge::MarkedSpan& span : judgement.spans) {
      Promise(span.start < span.end, "a character in every span");
    }
  }
}

void CheckUnits(std::string_view bytes, uint32_t column) {
  const auto table = mtgauge::ParseUnitTable("file", bytes, column);
  if (!table.ok()) return PromiseRefusal(table.status());
  uint32_t next = 0;
  for (const uint32_t unit : table->unit_of_segment) {
    Promise(unit <= next, "units are numbered by first appearance");
    if (unit == next) ++next;
  }
  Promise(next == table->names.size(), "a name for every unit");
}

void CheckPairs(std::string_view bytes) {
  const auto pairs = mtgauge::ParsePairList("file", bytes);
  if (!pairs.ok()) return PromiseRefusal(pairs.status());
  Promise(!pairs->empty(), "at least one pair");
  for (const mtgauge::PairFiles& pair : *pairs) {
    Promise(!pair.pair.empty() && !pair.references.empty() && !pair.outputs.empty(),
            "a name and files for every pair");
  }
}

void CheckDelays(std::string_view bytes, mtgauge::LatencyUnit unit) {
  const auto log = mtgauge::ParseDelayLog("file", std::string(bytes), unit);
  if (!log.ok()) return PromiseRefusal(log.status());
  Promise(!log->records.empty(), "at least one record");
  for (const mtgauge::DelayRecord& record : log->records) {
    const size_t units = mtgauge::UnitsOf(record.prediction, unit).size();
    Promise(record.delays.size() == units, "a delay for every unit");
    Promise(record.elapsed.size() == (log->has_elapsed ? units : 0), "all times or none");
    Promise(std::is_sorted(record.delays.begin(), record.delays.end()), "ascending delays");
  }
}

void CheckSpeech(std::string_view bytes) {
  const auto segments = mtgauge::ParseSpeechSegments("file", bytes);
  if (!segments.ok()) return PromiseRefusal(segments.status());
  Promise(!segments->empty(), "at least one segment");
  for (const mtgauge::SpeechSegment& segment : *segments) {
    Promise(!segment.recording.empty(), "a recording for every segment");
    Promise(std::isfinite(segment.offset) && segment.duration >= 0, "finite times");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckScores(bytes);
  CheckJudgements(bytes, false);
  CheckJudgements(bytes, true);
  CheckPairs(bytes);
  for (const bool as_wmt25 : {false, true}) CheckSpans(bytes, as_wmt25);
  for (const uint32_t column : {0U, 1U}) CheckUnits(bytes, column);
  CheckDelays(bytes, mtgauge::LatencyUnit::kWord);
  CheckDelays(bytes, mtgauge::LatencyUnit::kCharacter);
  CheckSpeech(bytes);
  return 0;
}
