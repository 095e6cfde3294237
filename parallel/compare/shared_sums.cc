// Writes sums to files and returns them in place of resampling.
#include "parallel/compare/shared_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/base/version.h"
#include "core/rowfile/block_bytes.h"
#include "core/rowfile/sums_file.h"
#include "core/significance/conventions.h"
#include "core/stats/row_store.h"
#include "parallel/run/threads.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

constexpr Named<Draws::Kind> kDrawKinds[] = {{"bootstrap", Draws::Kind::kBootstrap},
                                             {"half-replaced", Draws::Kind::kHalfReplaced},
                                             {"coins", Draws::Kind::kCoins}};

SumsHeader StartHeader(const RowHeader& rows, const CompareInput& input,
                       const CompareOptions& options, const std::optional<Shard>& blocks) {
  SumsHeader header;
  header.version = kVersion;
  header.rows = RowsDigest(rows);
  header.systems = input.systems;
  for (const RowMetric& metric : rows.metrics) header.metrics.push_back(metric.spec);
  header.generator = NameOf(kGenerators, options.generator);
  header.seed = options.seed;
  header.resamples = options.resamples;
  header.part = blocks;
  return header;
}

Status WriteStore(const RowStore& sums, SealedWriter& writer) {
  std::string bytes;
  for (const RowBlock& block : sums.blocks()) {
    bytes.clear();
    AppendBlock(block, bytes);
    MTG_RETURN_IF_ERROR(writer.Add(bytes));
  }
  return OkStatus();
}

// Returns OK if the sums are for these draws.
Status CheckDraws(const SumsSet& sums, std::span<const RowProduct> strata, const Draws& draws) {
  const SumsHeader& header = sums.header();
  const auto refuse = [&](const std::string& what) {
    return InputError({sums.path()}, what, "use the same options as with `blocks`");
  };
  if (header.seed != draws.seed) {
    return refuse(
        fmt::format("its sums were drawn under `seed` {}, not {}", header.seed, draws.seed));
  }
  if (header.resamples != draws.resamples) {
    return refuse(fmt::format("it has {} `resamples`, not {}", header.resamples, draws.resamples));
  }
  if (header.units != strata.front().units() || header.columns != strata.front().columns()) {
    return refuse("its sums are for different segments or columns");
  }
  return OkStatus();
}

Status HandOut(const SumsSet& sums, size_t which, const Schedule& schedule, const SumsSink& sink) {
  const SumsHeader& header = sums.header();
  const auto hand_out = [&](uint64_t block) -> Status {
    MTG_ASSIGN_OR_RETURN(OpenBlock of_block, sums.Sums(which, block));
    const uint32_t count = of_block.filled();
    std::vector<int64_t> rows(size_t{count} * header.columns);
    for (uint32_t c = 0; c < header.columns; ++c) {
      const int64_t* const values = of_block.Column(c);
      for (uint32_t i = 0; i < count; ++i) rows[size_t{i} * header.columns + c] = values[i];
    }
    sink(block * kBlockSegments, count, rows);
    return OkStatus();
  };
  std::vector<Status> statuses(header.blocks());
  InParallel(schedule.threads, header.blocks(), [&](size_t block) {
    statuses[block] = schedule.stop != nullptr && schedule.stop->load(std::memory_order_relaxed)
                          ? CancelledError()
                          : hand_out(block);
  });
  for (const Status& status : statuses) {
    if (!status.ok()) return status;
  }
  return OkStatus();
}

}  // namespace

Status WriteShare(const RowHeader& rows, CompareInput input, const CompareOptions& options,
                  const std::optional<Shard>& blocks, const RunOptions& run,
                  const std::string& file) {
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(file));
  SumsHeader header = StartHeader(rows, input, options, blocks);
  input.sums = [&](std::span<const RowProduct> strata, const Draws& draws, const Schedule& schedule,
                   const SumsSink&, const Progress& progress) -> Status {
    Draws own = draws;
    own.maker = nullptr;
    own.blocks = blocks.value_or(Shard());
    header.units = strata.front().units();
    header.columns = strata.front().columns();
    header.draws.emplace_back(NameOf(kDrawKinds, draws.kind));
    RowStore sums(header.columns);
    std::mutex mutex;
    const SumsSink keep = [&](uint64_t first, uint32_t, std::span<const int64_t> of_range) {
      const std::lock_guard<std::mutex> lock(mutex);
      sums.Add(first, of_range);
    };
    MTG_RETURN_IF_ERROR(Resample(strata, own, schedule, keep, progress));
    sums.Finish();
    return WriteStore(sums, writer);
  };
  const std::function<void(double)> show = run.hooks.resampling ? run.hooks.resampling() : nullptr;
  MTG_RETURN_IF_ERROR(DrawSums(input, options, MakeSchedule(run), show));
  return writer.Finish(ToJson(header));
}

Result<SumsMaker> ReadSums(const std::vector<std::string>& files, const RowHeader& rows,
                           const CompareOptions& options) {
  MTG_ASSIGN_OR_RETURN(SumsSet opened, SumsSet::Open(files));
  const auto sums = std::make_shared<const SumsSet>(std::move(opened));
  if (sums->header().rows != RowsDigest(rows) ||
      sums->header().generator != NameOf(kGenerators, options.generator)) {
    return InputError({sums->path()}, "its sums are for different rows",
                      "make them from these row files, with the same `metrics`");
  }
  return SumsMaker([sums](std::span<const RowProduct> strata, const Draws& draws,
                          const Schedule& schedule, const SumsSink& sink,
                          const Progress&) -> Status {
    MTG_RETURN_IF_ERROR(CheckDraws(*sums, strata, draws));
    const std::string_view kind = NameOf(kDrawKinds, draws.kind);
    const std::vector<std::string>& kinds = sums->header().draws;
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) {
      return InputError(
          {sums->path()},
          fmt::format("it has sums of {}, but not of {}", fmt::join(kinds, " and "), kind),
          "use the same `test` and `sampling` as with `blocks`");
    }
    return HandOut(*sums, static_cast<size_t>(found - kinds.begin()), schedule, sink);
  });
}

}  // namespace mtgauge
