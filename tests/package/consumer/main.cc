// Scores a batch held in memory and prints one line a system: what a user of the library writes.
#include <mtgauge/mtgauge.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

int main() {
  const std::vector<std::string> ref = {"The gate of the old garden is open.", "Nobody came."};
  const std::vector<std::string> second_ref = {"The old garden's gate stands open."};
  // Segment 1 has one reference only.
  const std::vector<std::vector<const std::string*>> refs = {{&ref[0], &ref[1]},
                                                             {&second_ref[0], nullptr}};
  const std::vector<std::vector<std::string>> hyps = {
      {"The gate of the garden is open.", "Nobody came."}, {"Open garden.", "No one has come."}};

  const auto job = mtgauge::Job::Make({}, {{"ref", "second_ref"}, {"good", "bad"}});
  if (!job.ok()) {
    std::fprintf(stderr, "%s\n", std::string(job.status().message()).c_str());
    return 1;
  }
  auto batch = std::make_unique<mtgauge::Batch>(mtgauge::MakeBatch(refs, hyps));
  const auto report =
      mtgauge::ScoreBatches(*job, [&batch] { return std::exchange(batch, nullptr); }, {}, {});
  if (!report.ok()) {
    std::fprintf(stderr, "%s\n", std::string(report.status().message()).c_str());
    return 1;
  }
  for (const mtgauge::SystemReport& system : report->systems) {
    for (const mtgauge::MetricScore& score : system.scores) {
      std::printf("%s %s %.4f %s\n", system.name.c_str(), score.metric.c_str(), score.score,
                  score.signature.c_str());
    }
  }
  return 0;
}
