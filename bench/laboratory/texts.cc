// Reads the texts of a laboratory, and measures.
#include "parallel/score/texts.h"

#include <cstddef>
#include <utility>

#include "bench/laboratory/bench.h"
#include "cli/console/progress.h"
#include "core/input/batches.h"

namespace mtgauge {

Result<LabTexts> ReadLabTexts(const TextSettings& settings, const std::atomic<bool>* stop) {
  RunOptions run;
  run.stop = stop;
  MTG_ASSIGN_OR_RETURN(Texts opened, Texts::Open(settings, run));
  LabTexts texts;
  texts.names = opened.names();
  const std::vector<std::unique_ptr<Source>> owned = opened.TakeSources();
  std::vector<Source*> sources;
  for (const auto& source : owned) sources.push_back(source.get());
  const auto keep = [&](std::unique_ptr<Batch> batch) {
    texts.segments += batch->segments;
    for (const std::vector<Stream>* streams : {&batch->refs, &batch->hyps}) {
      for (const Stream& stream : *streams) {
        texts.bytes += stream.bytes;
        for (const Aside& aside : stream.aside) texts.bytes += aside.text.size();
      }
    }
    texts.batches.push_back(std::move(*batch));
    return OkStatus();
  };
  MTG_RETURN_IF_ERROR(ForEachBatch(sources, texts.names.refs.size(), stop, keep));
  MTG_RETURN_IF_ERROR(CheckAnyScored(texts.names, texts.segments, 0));
  return texts;
}

std::function<std::unique_ptr<Batch>()> LabTexts::Reader() const {
  return [this, at = size_t{0}]() mutable {
    return at == batches.size() ? nullptr : std::make_unique<Batch>(batches[at++]);
  };
}

Result<std::vector<Timing>> Bench::Measure(std::span<const Candidate> candidates) const {
  ProgressLine line("measuring", shows_progress);
  return MeasureInTurns(candidates, method, Now, *stop,
                        [&line](double share) { line.Show(share); });
}

void AddNoiseWarnings(std::span<const Timing> timings, LabReport& report) {
  for (std::string& sentence : NoiseWarnings(timings)) {
    report.warnings.push_back({"noise", "", std::move(sentence)});
  }
}

}  // namespace mtgauge
