// A tour of the library as its users write it: scores of a corpus in memory, scores of its
// segments, a comparison of systems that is written to a file or to standard output, agreement with
// human scores, error spans of people and of a program, rows that are written in two parts and
// merged, an error and its parts, options by name, settings by signature, and single hypotheses
// against prepared references, from two threads.
//
//   consumer [FILE [FOLDER]]    the comparison goes to FILE; row files and human scores to FOLDER
//
// docs/cpp.md shows lines of this program; a test compares them.
#include <mtgauge/mtgauge.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

int Fail(const mtgauge::Status& status) {
  std::fprintf(stderr, "%s\n", status.message().c_str());
  return 1;
}

// The file appears when it is complete.
mtgauge::Status WriteTo(const std::string& path, std::string_view text) {
  auto output = mtgauge::Output::Open(path);
  if (!output.ok()) return output.status();
  const mtgauge::Status written = output->Write(text);
  return written.ok() ? output->Finish() : written;
}

// Two metrics, measured by the human scores of a table.
mtgauge::Status PrintAgreement(const mtgauge::TextColumns& texts, const std::string& people) {
  mtgauge::EvaluateRequest evaluation;
  evaluation.columns = texts;
  evaluation.metrics = {"bleu", "chrf"};
  evaluation.humans = {{"", false, {people}}};
  evaluation.measures = {"accuracy"};
  const auto agreement = mtgauge::Evaluate(evaluation);
  if (!agreement.ok()) return agreement.status();
  const mtgauge::Evaluation& first = agreement->evaluations.front();
  for (size_t m = 0; m < agreement->metrics.size(); ++m) {
    for (size_t k = 0; k < agreement->options.measures.size(); ++k) {
      const mtgauge::Measure& measure = *agreement->options.measures[k];
      std::printf("%s: %s %.2f\n", agreement->metrics[m].name.c_str(),
                  std::string(measure.title).c_str(), first.estimates[m][k].measured.value);
    }
  }
  return mtgauge::OkStatus();
}

// Error spans that a program marks in outputs, beside those of people.
mtgauge::Status PrintSpans(const std::string& people, const std::string& program) {
  mtgauge::SpansRequest spans;
  spans.golds = {people};
  spans.inputs = {"program=" + program};
  const auto found = mtgauge::EvaluateSpans(spans);
  if (!found.ok()) return found.status();
  for (const mtgauge::SpanSystem& system : found->systems) {
    std::printf("%s: precision %.2f, recall %.2f, F1 %.2f\n", system.name.c_str(),
                system.scores.precision, system.scores.recall, system.scores.f1);
  }
  return mtgauge::OkStatus();
}

// One of two machines scores its part of the segments.
mtgauge::Status WriteRows(const mtgauge::TextColumns& texts, uint32_t part,
                          const std::string& file) {
  mtgauge::RowsRequest rows;
  rows.columns = texts;
  rows.metrics = {"bleu", "chrf"};
  rows.shard = mtgauge::Shard{part, 2};
  auto run = mtgauge::RowsRun::Make(rows);
  if (!run.ok()) return run.status();
  return run->Write(file).status();
}

// Only the sums of all segments.
mtgauge::Status WriteSums(const mtgauge::RowsRequest& rows, const std::string& file) {
  auto run = mtgauge::RowsRun::Make(rows);
  if (!run.ok()) return run.status();
  return run->WriteSums(file).status();
}

// Both parts, in any order, and the file of all segments.
mtgauge::Status WriteAllRows(const mtgauge::TextColumns& texts, const std::string& folder) {
  const std::vector<std::string> parts = {folder + "/part-2.mtr", folder + "/part-1.mtr"};
  for (const uint32_t part : {2u, 1u}) {
    const mtgauge::Status written = WriteRows(texts, part, parts.at(2 - part));
    if (!written.ok()) return written;
  }
  mtgauge::RowsRequest all;
  all.columns = texts;
  const mtgauge::Status summed = WriteSums(all, folder + "/sums.mtr");
  if (!summed.ok()) return summed;
  const auto missing = mtgauge::FindMissing(parts);
  if (!missing.ok()) return missing.status();
  std::printf("missing parts: '%s'\n", missing->numbers.c_str());
  return mtgauge::MergeRows(parts, folder + "/all.mtr", {});
}

}  // namespace

int main(int argc, char** argv) {
  // The caller keeps the texts; the engine cuts them into batches and uses all cores.
  const std::vector<std::string> refs = {"The gate of the old garden is open.", "Nobody came."};
  const std::vector<std::string> second_refs = {"The old garden's gate stands open.", ""};
  const uint8_t present[] = {0b01};  // segment 1 has one reference only
  const std::vector<std::string> good = {"The gate of the garden is open.", "Nobody came."};
  const std::vector<std::string> bad = {"Open garden.", "No one has come."};
  const mtgauge::TextColumns texts = {{{"ref", refs}, {"second_ref", second_refs, present}},
                                      {{"good", good}, {"bad", bad}}};

  mtgauge::ScoreRequest request;
  request.columns = texts;
  request.metrics = {"bleu", "chrf"};
  const auto report = mtgauge::Score(request);
  if (!report.ok()) return Fail(report.status());
  for (const mtgauge::SystemReport& system : report->systems) {
    for (const mtgauge::MetricScore& score : system.scores) {
      std::printf("%s %s %.4f %s\n", system.name.c_str(), score.metric.c_str(), score.score,
                  score.signature.c_str());
    }
  }

  mtgauge::SegmentsRequest segments;
  segments.columns = texts;
  segments.metrics = {"chrf"};
  const auto answer = mtgauge::Segments(segments);
  if (!answer.ok()) return Fail(answer.status());
  for (const mtgauge::SegmentScores& segment : answer->segments) {
    std::printf("segment %llu %.4f %.4f\n", static_cast<unsigned long long>(segment.index),
                segment.scores.at(0), segment.scores.at(1));
  }

  mtgauge::CompareRequest comparison;
  comparison.columns = texts;
  comparison.resamples = 200;
  const auto compared = mtgauge::Compare(comparison);
  if (!compared.ok()) return Fail(compared.status());
  const auto table = mtgauge::Format(*compared, "tsv", {});
  if (!table.ok()) return Fail(table.status());
  std::printf("compared %zu pairs, %zu lines\n", compared->metrics.at(0).pairs.size(),
              static_cast<size_t>(std::count(table->begin(), table->end(), '\n')));

  const mtgauge::Status written = WriteTo(argc > 1 ? argv[1] : "", *table);  // "": standard output
  if (!written.ok()) return Fail(written);

  const std::string folder = argc > 2 ? argv[2] : ".";
  const std::string people = folder + "/people.tsv";
  const mtgauge::Status judged = WriteTo(people, "system\tscore\ngood\t90\nbad\t40\n");
  if (!judged.ok()) return Fail(judged);
  const mtgauge::Status agreed = PrintAgreement(texts, people);
  if (!agreed.ok()) return Fail(agreed);

  const std::string marked = folder + "/people.jsonl", predicted = folder + "/program.jsonl";
  for (const auto& [file, end] : {std::pair(marked, "11"), std::pair(predicted, "14")}) {
    const mtgauge::Status spans = WriteTo(
        file, std::string(R"({"system": "bad", "segment": 1, "spans": [{"start": 5, "end": )") +
                  end + "}]}\n");
    if (!spans.ok()) return Fail(spans);
  }
  const mtgauge::Status compared_spans = PrintSpans(marked, predicted);
  if (!compared_spans.ok()) return Fail(compared_spans);

  const mtgauge::Status merged = WriteAllRows(texts, folder);
  if (!merged.ok()) return Fail(merged);
  mtgauge::ScoreRequest of_rows;
  of_rows.rows = {folder + "/all.mtr"};
  const auto again = mtgauge::Score(of_rows);
  if (!again.ok()) return Fail(again.status());
  for (size_t s = 0; s < again->systems.size(); ++s) {
    const auto &score = again->systems[s].scores.at(0), &of_texts = report->systems[s].scores.at(0);
    std::printf("of rows: %s %s %.4f, %s\n", again->systems[s].name.c_str(), score.metric.c_str(),
                score.score, score.score == of_texts.score ? "as of the texts" : "not the texts'");
  }

  mtgauge::ScoreRequest unknown = request;
  unknown.metrics = {"bluu"};
  const mtgauge::Error error = mtgauge::Score(unknown).status().error();
  if (error.kind == mtgauge::ErrorKind::kUsage) std::printf("error: %s\n", error.what.c_str());

  mtgauge::ScoreRequest named;
  named.columns = texts;
  named.threads = mtgauge::AvailableThreads();
  const mtgauge::Status set = mtgauge::SetOption(named, "metrics", {"chrF++"});
  if (!set.ok()) return Fail(set);
  const mtgauge::Status mistaken = mtgauge::SetOption(named, "tokenise", {"zh"});
  std::printf("%s\n", mistaken.message().c_str());
  for (const auto& option : mtgauge::OptionsOf(mtgauge::RequestKind::kScore)) {
    if (option.name == "smooth-method")
      std::printf("%s: %zu choices\n", option.name.data(), option.choices.size());
  }

  const auto settings = mtgauge::FromSignature("chrF2|nrefs:1|case:lc|eff:yes|nc:6|nw:0|space:no");
  if (!settings.ok()) return Fail(settings.status());
  std::printf("%s\n", settings->metric.c_str());

  mtgauge::CiteRequest cited;
  cited.metrics = {"chrf"};
  const auto citation = mtgauge::Cite(cited);
  if (!citation.ok()) return Fail(citation.status());
  std::printf("%s", mtgauge::CitationText(*citation).c_str());

  mtgauge::MetricChoice choice;
  choice.metrics = {"chrf"};
  const auto scorer = mtgauge::Scorer::Make(choice);
  if (!scorer.ok()) return Fail(scorer.status());
  const auto references = scorer->Prepare(texts.references);
  if (!references.ok()) return Fail(references.status());
  const std::vector<uint32_t> segment_of = {0, 1};
  std::vector<double> of_bad;
  std::thread other([&] {
    const auto scores = scorer->Score(*references, {"bad", bad}, segment_of);
    if (scores.ok()) of_bad = *scores;
  });
  const auto of_good = scorer->Score(*references, {"good", good}, segment_of);
  other.join();
  if (!of_good.ok()) return Fail(of_good.status());
  std::printf("prepared %.4f %.4f\n", of_good->at(0), of_bad.at(0));
  return 0;
}
