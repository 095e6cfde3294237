// Scores texts held in memory and prints one line per system; then scores single hypotheses against
// references that are prepared once, from two threads: what a user of the library writes.
#include <mtgauge/mtgauge.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

int Fail(const absl::Status& status) {
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return 1;
}

// The score of one hypothesis for each segment; nothing on failure.
std::vector<double> ScoreAlone(const mtgauge::Job& job,
                               const mtgauge::PreparedReferences& references,
                               const std::vector<std::string>& hyps) {
  mtgauge::HypothesisScorer scorer(job);  // one per thread
  const mtgauge::TextColumn column("hyps", hyps);
  mtgauge::Batch batch = mtgauge::BatchOf({{}, {column}});
  std::vector<uint32_t> segment_of;
  for (uint32_t i = 0; i < hyps.size(); ++i) segment_of.push_back(i);
  std::vector<double> scores(hyps.size());
  if (!scorer.Score(references, job.names(), batch, segment_of, scores).ok()) return {};
  return scores;
}

}  // namespace

int main() {
  const std::vector<std::string> refs = {"The gate of the old garden is open.", "Nobody came."};
  const std::vector<std::string> second_refs = {"The old garden's gate stands open.", ""};
  const uint8_t present[] = {0b01};  // segment 1 has one reference only
  const std::vector<std::string> good = {"The gate of the garden is open.", "Nobody came."};
  const std::vector<std::string> bad = {"Open garden.", "No one has come."};
  const mtgauge::TextColumns texts = {{{"ref", refs}, {"second_ref", second_refs, present}},
                                      {{"good", good}, {"bad", bad}}};

  const auto job = mtgauge::Job::Make({}, mtgauge::NamesOf(texts));
  if (!job.ok()) return Fail(job.status());
  const auto report = mtgauge::ScoreTexts(*job, texts, {}, {});
  if (!report.ok()) return Fail(report.status());
  for (const mtgauge::SystemReport& system : report->systems) {
    for (const mtgauge::MetricScore& score : system.scores) {
      std::printf("%s %s %.4f %s\n", system.name.c_str(), score.metric.c_str(), score.score,
                  score.signature.c_str());
    }
  }

  const auto references = mtgauge::PreparedReferences::Make(
      *job, job->names(), mtgauge::BatchOf({texts.references, {}}));
  if (!references.ok()) return Fail(references.status());
  std::vector<double> of_good, of_bad;
  std::thread other([&] { of_bad = ScoreAlone(*job, *references, bad); });
  of_good = ScoreAlone(*job, *references, good);
  other.join();
  std::printf("prepared %.4f %.4f\n", of_good.at(0), of_bad.at(0));
  return 0;
}
