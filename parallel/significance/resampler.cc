// There are two ways to compute resamples. Native counts are drawn block by block, so a task is a
// chunk of resamples times a range of blocks, and a block's rows stay in the cache for all
// resamples of a chunk. Resamples that are drawn as a whole go through a pipeline: a serial stage
// draws, and a parallel stage multiplies.
#include "parallel/significance/resampler.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/wrapping.h"
#include "core/score/stages.h"
#include "core/stats/random/bits.h"
#include "core/stats/random/numpy_random.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

constexpr uint32_t kBatch = 1024;      // resamples with sums in memory at the same time
constexpr uint32_t kChunk = 64;        // resamples per task
constexpr uint64_t kRange = 16;        // blocks per task
constexpr size_t kRangesInMemory = 8;  // for rows that are read from files

// Counts of resamples that are multiplied together, and the sum of each.
struct Group {
  BlockCounts counts[kResamplesTogether];
  uint32_t totals[kResamplesTogether];
};

// Scratch memory of a task, reused by later tasks of the thread.
struct Workspace {
  Group group;
  RowProduct::Scratch product;
  std::vector<int64_t> sums;
};

uint32_t SumOf(const BlockCounts& counts, uint32_t units) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < units; ++i) sum += counts.counts[i];
  for (const auto& [unit, further] : counts.spill) sum += further;
  return sum;
}

// Adds one draw of a unit.
void AddDraw(BlockCounts& counts, uint32_t unit) {
  if (counts.counts[unit] < kMostCount) {
    ++counts.counts[unit];
  } else {
    counts.spill.emplace_back(unit, 1);
  }
}

void Clear(BlockCounts& counts) {
  std::fill(std::begin(counts.counts), std::end(counts.counts), uint8_t{0});
  counts.spill.clear();
}

// Tracks progress, and checks for early stops.
class Meter {
 public:
  Meter(const Schedule& schedule, const Progress& progress, double whole)
      : stop_(schedule.stop), progress_(progress), whole_(whole) {}

  bool Stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  void Done(double part) {
    if (!progress_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ += part;
    progress_(std::min(done_ / whole_, 1.0));
  }

 private:
  const std::atomic<bool>* stop_;
  const Progress& progress_;
  double whole_;
  double done_ = 0;
  std::mutex mutex_;
};

// Blocks [first, last).
struct BlockRange {
  uint64_t first, last;
};

// Returns the blocks of a share, numbered over all strata.
BlockRange ShareOf(std::span<const RowProduct> strata, const Draws& draws) {
  uint64_t blocks = 0;
  for (const RowProduct& stratum : strata) blocks += stratum.blocks();
  const Shard share = draws.blocks.value_or(Shard());
  return {blocks * (share.number - 1) / share.count, blocks * share.number / share.count};
}

bool IsByBlock(const Draws& draws) {
  return draws.source == Draws::Source::kMtg1 && draws.kind != Draws::Kind::kHalf;
}

// Computes resamples that are drawn block by block: native ones except kHalf.
class ByBlock {
 public:
  ByBlock(std::span<const RowProduct> strata, const Draws& draws, const SumsSink& sink,
          const Schedule& schedule, Meter& meter)
      : strata_(strata),
        draws_(draws),
        sink_(sink),
        threads_(schedule.threads),
        stages_(schedule.stages),
        meter_(meter),
        in_memory_(strata.front().in_memory()) {
    const BlockRange share = ShareOf(strata, draws);
    uint64_t before = 0;
    for (uint32_t s = 0; s < strata.size(); ++s) {
      bootstraps_.emplace_back(strata[s].units(),
                               draws.kind == Draws::Kind::kHalfReplaced ? 2U : 1U);
      const uint64_t end = before + strata[s].blocks();
      const uint64_t last = std::min(share.last, end) - std::min(share.last, before);
      uint64_t first = std::min(share.first, end) - std::min(share.first, before);
      for (; first < last; first += kRange) {
        ranges_.push_back({s, first, std::min(first + kRange, last)});
      }
      before = end;
    }
    columns_ = strata.front().columns();
  }

  Status Run() {
    const uint32_t batch = BatchSize();
    for (uint64_t first = 0; first < draws_.resamples && !meter_.Stopped(); first += batch) {
      MTG_RETURN_IF_ERROR(RunBatch(
          first, static_cast<uint32_t>(std::min<uint64_t>(batch, draws_.resamples - first))));
    }
    return OkStatus();
  }

 private:
  struct Range {
    uint32_t stratum;
    uint64_t first, last;                         // blocks
    std::vector<RowProduct::Loaded> loaded = {};  // for rows that are read from files
    Status status = OkStatus();                   // of loading the blocks
  };

  // Returns a smaller size if the draws per block would need more memory than rows that are read
  // from files.
  uint32_t BatchSize() const {
    constexpr uint64_t kMostTotals = 32 << 20;  // of 4 bytes each
    uint64_t blocks = 0;
    for (const RowProduct& stratum : strata_) blocks += stratum.blocks();
    return static_cast<uint32_t>(
        std::clamp<uint64_t>(kMostTotals / std::max<uint64_t>(blocks, 1), kChunk, kBatch));
  }

  Status RunBatch(uint64_t first, uint32_t count) {
    MakeTotals(first, count);
    const uint32_t chunks = (count + kChunk - 1) / kChunk;
    sums_.assign(size_t{count} * columns_, 0);
    chunk_mutexes_ = std::make_unique<std::mutex[]>(chunks);
    // Rows from files are in memory for only some ranges at a time.
    const size_t window = in_memory_ ? ranges_.size() : kRangesInMemory;
    for (size_t begin = 0; begin < ranges_.size(); begin += window) {
      const std::span<Range> ranges =
          std::span(ranges_).subspan(begin, std::min(window, ranges_.size() - begin));
      if (!in_memory_) MTG_RETURN_IF_ERROR(Load(ranges));
      InParallel(threads_, chunks * ranges.size(), [&](size_t task) {
        if (meter_.Stopped()) return;
        const auto from = static_cast<uint32_t>(task % chunks) * kChunk;
        const uint32_t size = std::min(kChunk, count - from);
        const Range& range = ranges[task / chunks];
        AddRange(first, from, size, range);
        meter_.Done(static_cast<double>(size) * static_cast<double>(range.last - range.first));
      });
      for (Range& range : ranges) range.loaded.clear();
      if (meter_.Stopped()) return OkStatus();
    }
    InParallel(threads_, chunks, [&](size_t chunk) {
      const auto from = static_cast<uint32_t>(chunk) * kChunk;
      const uint32_t size = std::min(kChunk, count - from);
      StageLaps laps(stages_);
      sink_(first + from, size,
            std::span(sums_).subspan(size_t{from} * columns_, size_t{size} * columns_));
      laps.End(Stage::kScore);
    });
    return OkStatus();
  }

  Status Load(std::span<Range> ranges) const {
    InParallel(threads_, ranges.size(), [&](size_t r) {
      Range& range = ranges[r];
      for (uint64_t block = range.first; block < range.last && !meter_.Stopped(); ++block) {
        Result<RowProduct::Loaded> loaded = strata_[range.stratum].Load(block);
        range.status = loaded.status();
        if (!loaded.ok()) return;
        range.loaded.push_back(std::move(loaded).value());
      }
    });
    for (const Range& range : ranges) MTG_RETURN_IF_ERROR(range.status);
    return OkStatus();
  }

  const RowProduct::Loaded& LoadedBlock(const Range& range, uint64_t block) const {
    return in_memory_ ? strata_[range.stratum].loaded(block) : range.loaded[block - range.first];
  }

  // Computes how many draws of each resample fall into each block.
  void MakeTotals(uint64_t first, uint32_t count) {
    if (draws_.kind == Draws::Kind::kCoins) return;
    totals_.resize(strata_.size());
    for (uint32_t s = 0; s < strata_.size(); ++s) {
      const uint64_t blocks = strata_[s].blocks();
      totals_[s].resize(count * blocks);
      InParallel(threads_, count, [&](size_t i) {
        StageLaps laps(stages_);
        bootstraps_[s].BlockTotals({draws_.seed, first + i, s},
                                   std::span(totals_[s]).subspan(i * blocks, blocks));
        laps.End(Stage::kDraw);
      });
    }
  }

  // Adds the sums over the blocks of a range to the resamples first + [from, from + size).
  void AddRange(uint64_t first, uint32_t from, uint32_t size, const Range& range) {
    thread_local Workspace work;
    StageLaps laps(stages_);
    uint64_t draw_ticks = 0;
    work.sums.assign(size_t{size} * columns_, 0);
    for (uint64_t block = range.first; block < range.last; ++block) {
      for (uint32_t r = 0; r < size; r += kResamplesTogether) {
        const uint32_t together = std::min(kResamplesTogether, size - r);
        {
          const TickSpan span(laps.TicksInto(draw_ticks));
          for (uint32_t i = 0; i < together; ++i) {
            Fill(range.stratum, block, first, from + r + i, work.group.counts[i],
                 work.group.totals[i]);
          }
        }
        strata_[range.stratum].Add(LoadedBlock(range, block),
                                   std::span(work.group.counts).first(together),
                                   std::span(work.group.totals).first(together), work.product,
                                   work.sums.data() + size_t{r} * columns_);
      }
    }
    const std::lock_guard<std::mutex> lock(chunk_mutexes_[from / kChunk]);
    int64_t* into = sums_.data() + size_t{from} * columns_;
    for (size_t i = 0; i < work.sums.size(); ++i) into[i] = WrappingSum(into[i], work.sums[i]);
    laps.End(Stage::kMultiply, Stage::kDraw, draw_ticks);
  }

  void Fill(uint32_t s, uint64_t block, uint64_t first, uint32_t resample, BlockCounts& counts,
            uint32_t& total) const {
    const ResampleKey key = {draws_.seed, first + resample, s};
    if (draws_.kind == Draws::Kind::kCoins) {
      CoinBlock(key, block, strata_[s].units_of(block), counts);
      total = SumOf(counts, strata_[s].units_of(block));
    } else {
      total = totals_[s][resample * strata_[s].blocks() + block];
      bootstraps_[s].CountBlock(key, block, total, counts);
    }
  }

  std::span<const RowProduct> strata_;
  const Draws& draws_;
  const SumsSink& sink_;
  uint32_t threads_;
  StageTimes* stages_;
  Meter& meter_;
  uint32_t columns_ = 0;
  std::vector<Bootstrap> bootstraps_;  // per stratum
  std::vector<Range> ranges_;
  bool in_memory_;
  // For the current batch.
  std::vector<std::vector<uint32_t>> totals_;  // per stratum, [resample][block]
  std::vector<int64_t> sums_;                  // [resample][column]
  std::unique_ptr<std::mutex[]> chunk_mutexes_;
};

// Computes resamples that are drawn as a whole: NumPy's, whose sequence is for the whole corpus,
// and halves.
class Sequence {
 public:
  Sequence(std::span<const RowProduct> strata, const Draws& draws, const SumsSink& sink,
           const Schedule& schedule, Meter& meter)
      : strata_(strata),
        draws_(draws),
        sink_(sink),
        threads_(ThreadsOf(schedule.threads)),
        stages_(schedule.stages),
        meter_(meter),
        random_(draws.seed) {
    constexpr uint64_t kCoinsPerDraw = 32;  // as in NumpyCoins
    for (uint64_t coin = 0; coin < draws.coins_before; coin += kCoinsPerDraw) random_.Next32();
  }

  void Run() {
    RunPipeline<Drawn>(
        threads_, threads_ + 1, [this] { return Draw(); },
        [this](Drawn& drawn) { Multiply(drawn); }, [](Drawn& /*drawn*/) {});
  }

 private:
  struct Drawn {
    uint64_t first = 0;
    uint32_t count = 0;
    std::vector<std::vector<Group>> blocks;  // [stratum][block]
    std::vector<NumpyRandom> before;         // NumPy's state before each resample
  };

  std::shared_ptr<Drawn> Draw() {
    if (next_ == draws_.resamples || meter_.Stopped()) return nullptr;
    auto drawn = std::make_shared<Drawn>();
    StageLaps laps(stages_);
    drawn->first = next_;
    drawn->count =
        static_cast<uint32_t>(std::min<uint64_t>(kResamplesTogether, draws_.resamples - next_));
    next_ += drawn->count;
    for (uint32_t s = 0; s < strata_.size(); ++s) {
      drawn->blocks.emplace_back(strata_[s].blocks());
      for (Group& group : drawn->blocks[s]) {
        for (BlockCounts& counts : group.counts) Clear(counts);
      }
      for (uint32_t i = 0; i < drawn->count; ++i) DrawOne(*drawn, s, i);
    }
    laps.End(Stage::kDraw);
    return drawn;
  }

  void DrawOne(Drawn& drawn, uint32_t s, uint32_t i) {
    const uint64_t units = strata_[s].units();
    std::vector<Group>& blocks = drawn.blocks[s];
    switch (draws_.kind) {
      case Draws::Kind::kBootstrap:
        if (draws_.float32_sums) drawn.before.push_back(random_);
        for (uint64_t k = 0; k < units; ++k) {
          const uint64_t unit = random_.Bounded(units);
          AddDraw(blocks[unit / kBlockSegments].counts[i],
                  static_cast<uint32_t>(unit % kBlockSegments));
        }
        break;
      case Draws::Kind::kCoins:
        for (uint64_t block = 0; block < blocks.size(); ++block) {
          coins_.Fill(std::span(blocks[block].counts[i].counts, strata_[s].units_of(block)));
        }
        break;
      case Draws::Kind::kHalf:
        mask_.resize((units + 63) / 64);
        HalfMask({draws_.seed, drawn.first + i, s}, units, mask_);
        for (uint64_t unit = 0; unit < units; unit += 64) {
          StoreBits(mask_[unit / 64], static_cast<uint32_t>(std::min<uint64_t>(64, units - unit)),
                    &blocks[unit / kBlockSegments].counts[i].counts[unit % kBlockSegments]);
        }
        break;
      case Draws::Kind::kHalfReplaced:
        break;  // drawn by block
    }
  }

  void Multiply(Drawn& drawn) const {
    StageLaps laps(stages_);
    RowProduct::Scratch scratch;
    const uint32_t columns = strata_.front().columns();
    std::vector<int64_t> sums(size_t{drawn.count} * columns, 0);
    double blocks = 0;
    for (uint32_t s = 0; s < strata_.size(); ++s) {
      const RowProduct& rows = strata_[s];
      blocks += static_cast<double>(rows.blocks());
      for (uint64_t block = 0; block < rows.blocks(); ++block) {
        Group& group = drawn.blocks[s][block];
        for (uint32_t i = 0; i < drawn.count; ++i) {
          group.totals[i] = SumOf(group.counts[i], rows.units_of(block));
        }
        rows.Add(rows.loaded(block), std::span(group.counts).first(drawn.count),
                 std::span(group.totals).first(drawn.count), scratch, sums.data());
      }
    }
    for (uint32_t i = 0; i < drawn.before.size(); ++i) {
      const std::span of_resample = std::span(sums).subspan(size_t{i} * columns, columns);
      RoundAsFloat32(drawn.before[i], of_resample);
      AddFloat32(drawn.before[i], of_resample);
    }
    if (draws_.kind == Draws::Kind::kCoins) {
      for (uint32_t i = 0; i < drawn.count; ++i) {
        AddMasked(drawn.blocks.front(), i, std::span(sums).subspan(size_t{i} * columns, columns));
      }
    }
    laps.End(Stage::kMultiply);
    sink_(drawn.first, drawn.count, sums);
    laps.End(Stage::kScore);
    meter_.Done(drawn.count * blocks);
  }

  // NumPy adds float32 rows in the order of the draws. Up to 2^24, every partial sum is an integer
  // that float32 represents exactly. For larger sums, the additions are repeated as NumPy does
  // them.
  void RoundAsFloat32(NumpyRandom random, std::span<int64_t> sums) const {
    constexpr int64_t kExact = int64_t{1} << 24;
    std::vector<bool> is_count(sums.size(), true);
    for (const FloatSums& floats : draws_.floats) {
      std::fill(is_count.begin() + floats.columns.exact, is_count.begin() + floats.columns.sum,
                false);
    }
    bool all_exact = true;
    for (size_t c = 0; c < sums.size(); ++c) {
      all_exact = all_exact && (!is_count[c] || std::abs(sums[c]) <= kExact);
    }
    if (all_exact) return;
    const RowProduct& rows = strata_.front();
    std::vector<float> rounded(sums.size(), 0.0F);
    std::vector<int64_t> row(sums.size());
    for (uint64_t k = 0; k < rows.units(); ++k) {
      rows.Row(random.Bounded(rows.units()), row.data());
      for (size_t c = 0; c < row.size(); ++c) rounded[c] += static_cast<float>(row[c]);
    }
    for (size_t c = 0; c < row.size(); ++c) sums[c] = static_cast<int64_t>(rounded[c]);
  }

  // Repeats the draws, to add floats in their order.
  void AddFloat32(NumpyRandom random, std::span<int64_t> sums) const {
    if (draws_.floats.empty()) return;
    const uint64_t units = strata_.front().units();
    std::vector<float> added(draws_.floats.size(), 0.0F);
    for (uint64_t k = 0; k < units; ++k) {
      const uint64_t unit = random.Bounded(units);
      for (size_t f = 0; f < added.size(); ++f) {
        added[f] += static_cast<float>(draws_.floats[f].values[unit]);
      }
    }
    for (size_t f = 0; f < added.size(); ++f) {
      sums[draws_.floats[f].columns.sum] = std::bit_cast<int64_t>(static_cast<double>(added[f]));
    }
  }

  // Computes the sums of both sides of a mask in the order of a matrix product in double.
  void AddMasked(const std::vector<Group>& blocks, uint32_t i, std::span<int64_t> sums) const {
    const uint64_t units = strata_.front().units();
    for (const FloatSums& floats : draws_.floats) {
      double added[2] = {0, 0};  // [chosen]
      uint64_t unit = 0;
      while (unit < units) {
        const uint64_t end = unit + RunOfProduct(units - unit);
        double run[2] = {0, 0};
        for (; unit < end; ++unit) {
          const uint8_t chosen =
              blocks[unit / kBlockSegments].counts[i].counts[unit % kBlockSegments];
          run[chosen] += floats.values[unit];
        }
        added[0] += run[0];
        added[1] += run[1];
      }
      sums[floats.columns.sum] = std::bit_cast<int64_t>(added[1]);
      sums[floats.columns.rest] = std::bit_cast<int64_t>(added[0]);
    }
  }

  // Returns how many of the remaining units OpenBLAS adds up before it adds them to the total.
  static uint64_t RunOfProduct(uint64_t left) {
    constexpr uint64_t kRun = 384;
    if (left >= 2 * kRun) return kRun;
    return left > kRun ? (left + 1) / 2 : left;
  }

  std::span<const RowProduct> strata_;
  const Draws& draws_;
  const SumsSink& sink_;
  uint32_t threads_;
  StageTimes* stages_;
  Meter& meter_;
  // For the serial stage.
  NumpyRandom random_;
  NumpyCoins coins_{random_};
  std::vector<uint64_t> mask_;
  uint64_t next_ = 0;
};

Status CheckDraws(std::span<const RowProduct> strata, const Draws& draws) {
  if (strata.empty() || strata.front().units() == 0) {
    return InputError("there is nothing to resample", "give at least one segment");
  }
  const bool half = draws.kind == Draws::Kind::kHalf || draws.kind == Draws::Kind::kHalfReplaced;
  if (half && std::any_of(strata.begin(), strata.end(),
                          [](const RowProduct& stratum) { return stratum.units() < 2; })) {
    return InputError("half of one unit cannot be drawn",
                      "leave out `sampling`, or join small strata");
  }
  if (draws.blocks && !IsByBlock(draws)) {
    return UsageError({.option = "blocks"}, "`blocks`: these resamples cannot be drawn in parts",
                      "leave it out");
  }
  if (draws.source == Draws::Source::kMtg1) return OkStatus();
  if (strata.size() > 1) {
    return UsageError({.option = "rng"}, "`rng` numpy resamples a whole corpus",
                      "leave out the strata");
  }
  if (half) {
    return UsageError({.option = "rng"}, "`rng` numpy has no half-size resamples",
                      "use `rng` mtg1");
  }
  return OkStatus();
}

}  // namespace

Status Resample(std::span<const RowProduct> strata, const Draws& draws, const Schedule& schedule,
                const SumsSink& sink, const Progress& progress) {
  MTG_RETURN_IF_ERROR(CheckDraws(strata, draws));
  if (draws.maker) return draws.maker(strata, draws, schedule, sink, progress);
  const BlockRange share = ShareOf(strata, draws);
  Meter meter(schedule, progress,
              static_cast<double>(share.last - share.first) * static_cast<double>(draws.resamples));
  if (IsByBlock(draws)) {
    MTG_RETURN_IF_ERROR(ByBlock(strata, draws, sink, schedule, meter).Run());
  } else {
    Sequence(strata, draws, sink, schedule, meter).Run();
  }
  return meter.Stopped() ? CancelledError() : OkStatus();
}

}  // namespace mtgauge
