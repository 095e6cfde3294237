// Turns options and a tool's conventions into complete conventions for tests.
#include "core/request/conventions.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "core/base/numbers.h"
#include "core/request/metrics.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

constexpr uint64_t kDefaultSeed = 12345;  // sacreBLEU's default

void SetCompat(const MetricChoice& choice, CompareOptions& options) {
  const CompatTool* tool = FindCompatTool(choice.compat);
  options.sacrebleu = tool != nullptr;
  options.numpy2 = tool != nullptr && tool->numpy2;
}

// Returns the conventions of sacreBLEU's paired tests.
CompareOptions SacreBleuTest(TestKind test) {
  CompareOptions options;
  options.test = test;
  options.resamples = test == TestKind::kBootstrap ? 1000 : 10000;
  options.null = NullRule::kShifted;
  options.ties = TieRule::kStrict;
  options.generator = Generator::kNumpy;
  options.interval = IntervalKind::kOrder;
  options.correction = Correction::kNone;
  return options;
}

// Rejects a number of resamples, or a seed, without the option that it belongs to.
Status CheckCounts(const ScoreRequest& request) {
  const struct {
    std::string_view name;
    bool without;
  } counts[] = {{"confidence", request.confidence_n && !request.confidence},
                {"paired-bs", request.paired_bs_n && !request.paired_bs},
                {"paired-ar", request.paired_ar_n && !request.paired_ar}};
  for (const auto& count : counts) {
    if (!count.without) continue;
    return UsageError({.option = fmt::format("{}-n", count.name)},
                      fmt::format("`{}-n` needs `{}`", count.name, count.name),
                      fmt::format("add it, or leave out `{}-n`", count.name));
  }
  if (request.seed && !request.confidence && !request.paired_bs && !request.paired_ar) {
    return UsageError({.option = "seed"}, "`seed` needs `confidence`, `paired-bs` or `paired-ar`",
                      "leave it out");
  }
  return OkStatus();
}

// Takes the value set for a convention; rejects it if it contradicts the tool of `compat`.
template <typename Value>
Status Choose(const MetricChoice& choice, std::string_view name, const std::optional<Value>& set,
              Value& convention) {
  if (!choice.compat.empty() && set.value_or(convention) != convention) {
    return UsageError({.option = std::string(name)},
                      fmt::format("`{}` contradicts `compat` {}, which sets every convention", name,
                                  choice.compat),
                      "leave one out");
  }
  convention = set.value_or(convention);
  return OkStatus();
}

// Checks that the chosen conventions go together.
Status CheckConventions(const CompareRequest& request, const CompareOptions& options) {
  if (request.null && options.test != TestKind::kBootstrap) {
    return UsageError(
        {.option = "null"},
        fmt::format("`null` is for `test` bs, not {}", NameOf(kTestKinds, options.test)),
        "leave one out");
  }
  if (request.null == NullRule::kShifted && options.correction == Correction::kMaxT) {
    return UsageError({.option = "null"}, "`null` shifted has no max-T correction",
                      "use `correction` holm, or `null` centred");
  }
  if (options.sampling != Sampling::kFull && options.interval == IntervalKind::kBca) {
    return UsageError({.option = "interval"}, "`interval` bca needs resamples of full size",
                      "leave out `sampling`, or use `interval` percentile");
  }
  if (options.sampling != Sampling::kFull && options.generator == Generator::kNumpy) {
    return UsageError({.option = "rng"}, "`rng` numpy has no half-size resamples",
                      "leave out `sampling`, or use `rng` mtg1");
  }
  return OkStatus();
}

}  // namespace

Result<uint64_t> ResolveSeed(const SeedOption& option) {
  if (option.seed) return *option.seed;
  const char* text = std::getenv("SACREBLEU_SEED");
  if (text == nullptr) return kDefaultSeed;
  if (const std::optional<uint64_t> seed = ParseNumber<uint64_t>(text)) return *seed;
  return UsageError(
      {.option = "seed"},
      fmt::format(
          "SACREBLEU_SEED: '{}' is not a whole number below 2^64, and a test without a seed "
          "('none') could not be repeated",
          text),
      "set a number, or unset it");
}

Result<CompareOptions> ResolveTest(const CompareRequest& request) {
  CompareOptions options;
  options.test = request.test.value_or(options.test);
  if (!request.compat.empty()) options = SacreBleuTest(options.test);
  SetCompat(request, options);
  MTG_RETURN_IF_ERROR(Choose(request, "null", request.null, options.null));
  MTG_RETURN_IF_ERROR(Choose(request, "rng", request.generator, options.generator));
  MTG_RETURN_IF_ERROR(Choose(request, "interval", request.interval, options.interval));
  MTG_RETURN_IF_ERROR(Choose(request, "correction", request.correction, options.correction));
  MTG_RETURN_IF_ERROR(
      Choose(request, "sampling", std::optional<Sampling>(request.sampling), options.sampling));
  MTG_RETURN_IF_ERROR(Choose(request, "unit", request.unit, options.unit));
  if (options.unit == Unit::kScreen && request.humans.empty()) {
    return UsageError({.option = "unit"}, "`unit` screen is for scores of people",
                      "use document, or name scores with `human`");
  }
  MTG_RETURN_IF_ERROR(CheckConventions(request, options));
  options.resamples = request.resamples.value_or(options.resamples);
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(request));
  options.alpha = request.alpha;
  options.power = request.power;
  options.clusters = request.clusters;
  options.order = request.order;
  return options;
}

Status CheckGenerator(const CompareRequest& request, const std::vector<NamedFiles>& systems,
                      const CompareOptions& options) {
  if (options.generator != Generator::kNumpy) return OkStatus();
  if (!request.strata.empty()) {
    return UsageError({.option = "rng"}, "`rng` numpy and `compat` resample a whole corpus",
                      "leave out `strata`, or use `rng` mtg1");
  }
  const bool runs = !systems.empty() && systems.front().files.size() > 1;
  if (runs && options.test == TestKind::kRandomization) {
    return UsageError({.option = "rng"},
                      "`rng` numpy and `compat` do not shuffle several runs of a system",
                      "use `rng` mtg1, `test` bs, or one file for each `system`");
  }
  return OkStatus();
}

Result<std::optional<CompareOptions>> ResolveResampling(const ScoreRequest& request) {
  MTG_RETURN_IF_ERROR(CheckCounts(request));
  const bool paired = request.paired_bs || request.paired_ar;
  if (!paired && !request.confidence) return std::optional<CompareOptions>();
  if (request.paired_ar && (request.paired_bs || request.confidence)) {
    return UsageError({.option = "paired-ar"},
                      fmt::format("`paired-ar` and `{}` contradict each other",
                                  request.paired_bs ? "paired-bs" : "confidence"),
                      "leave one out");
  }
  CompareOptions options =
      SacreBleuTest(request.paired_ar ? TestKind::kRandomization : TestKind::kBootstrap);
  const std::optional<uint64_t>& resamples = request.paired_ar   ? request.paired_ar_n
                                             : request.paired_bs ? request.paired_bs_n
                                                                 : request.confidence_n;
  options.resamples = resamples.value_or(options.resamples);
  options.only_p = request.paired_ar;
  MTG_ASSIGN_OR_RETURN(options.seed, ResolveSeed(request));
  if (paired) options.baseline = 0;
  SetCompat(request, options);
  return std::optional<CompareOptions>(options);
}

Status CheckResampledSystems(const ScoreOptions& request, size_t systems) {
  if ((request.paired_bs || request.paired_ar) && systems < 2) {
    return UsageError(
        {.option = fmt::format("paired-{}", request.paired_bs ? "bs" : "ar")},
        fmt::format("`paired-{}` needs at least two systems", request.paired_bs ? "bs" : "ar"),
        "name them with `input`");
  }
  if (request.confidence && !request.paired_bs && systems > 1) {
    return UsageError({.option = "confidence"}, "`confidence` is for one system",
                      "with several use `paired-bs`, or compare them");
  }
  return OkStatus();
}

}  // namespace mtgauge
