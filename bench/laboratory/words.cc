// Reads a laboratory's texts and tokenizes them once.
#include "bench/laboratory/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/request/texts.h"
#include "core/score/worker.h"

namespace mtgauge {

Result<LabRequest> WithOneTokenizer(LabRequest request) {
  if (request.tokenizers.size() > 1) return UsageError("-tok: this laboratory takes one tokenizer");
  if (!request.tokenizers.empty()) request.tokenize = request.tokenizers.front();
  return request;
}

Result<TextSettings> ResolveLabBleu(const LabRequest& request) {
  MTG_ASSIGN_OR_RETURN(LabRequest bleu, WithOneTokenizer(request));
  bleu.metrics = {"bleu"};
  return ResolveTexts(bleu, bleu, TextUse{});
}

Result<LabWords> ReadLabWords(const LabRequest& request) {
  LabWords words;
  MTG_ASSIGN_OR_RETURN(words.settings, ResolveLabBleu(request));
  MTG_ASSIGN_OR_RETURN(words.texts, ReadLabTexts(words.settings, request.stop));
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(words.settings.job, words.texts.names));
  MTG_RETURN_IF_ERROR(SumsOf(job, words.texts).status());
  words.tokenizer = job.views().front().tokenizer;
  const auto cut = [&](const Stream& stream, uint32_t segments) {
    words.cutters.push_back(std::make_unique<Cutter>(Cutting{words.tokenizer}));
    return &words.cutters.back()->Cut(stream, segments);
  };
  for (const Batch& batch : words.texts.batches) {
    const size_t first = words.segments.size();
    words.segments.resize(first + batch.segments);
    const auto add = [&](const Stream& stream, std::vector<Tokens> WordSegment::*side) {
      const View& view = *cut(stream, batch.segments);
      for (uint32_t i = 0; i < batch.segments; ++i) {
        if (stream.missing_at(i)) continue;
        (words.segments[first + i].*side).push_back(view.Segment(i).tokens);
        words.tokens += view.Segment(i).tokens.count;
      }
    };
    for (const Stream& stream : batch.refs) add(stream, &WordSegment::references);
    for (const Stream& stream : batch.hyps) add(stream, &WordSegment::hypotheses);
  }
  return words;
}

Result<std::vector<std::vector<int64_t>>> SumsOf(const Job& job, const LabTexts& texts) {
  Worker worker(job);
  const auto next = texts.Reader();
  while (const std::unique_ptr<Batch> batch = next()) {
    MTG_RETURN_IF_ERROR(worker.Process(*batch, {}));
  }
  return worker.totals().sums;
}

double NanosecondsEach(const Timing& timing, uint64_t count) {
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return 1e9 * SpreadOf(timing.cpu).median / static_cast<double>(count);
}

void AddSpreadWarning(std::span<const Timing> timings, LabReport& report) {
  constexpr double kNoisy = 0.1;
  const auto varying = std::count_if(timings.begin(), timings.end(), [](const Timing& timing) {
    const Spread spread = SpreadOf(timing.cpu);
    return spread.deviation > kNoisy * spread.median;
  });
  if (varying == 0) return;
  report.warnings.push_back(
      {"noise", "",
       fmt::format(
           "{} of {} times vary by more than a tenth from round to round; the machine is too busy, "
           "so measure again when it is idle",
           varying, timings.size())});
}

}  // namespace mtgauge
