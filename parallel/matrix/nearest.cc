// Blocks of hypotheses meet blocks of references. A hypothesis keeps its best references so far.
// Only those are scored whose bound says that they may be better, the highest bound first. What is
// kept depends on scores alone, so bounds only save time.
#include "parallel/matrix/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/contract/score_bounds.h"
#include "core/input/text_columns.h"
#include "core/report/matrix/matrix_output.h"
#include "core/score/pair_blocks.h"
#include "core/score/unit_scale.h"
#include "parallel/matrix/pairs.h"

namespace mtgauge {
namespace {

// So many share what a block of references brings into the cache.
constexpr uint32_t kTile = 128;
// If more than this many references of a block may be better, all are scored together.
constexpr int kMostSingles = 32;
constexpr size_t kMostPending = 2048;  // references of a hypothesis that wait to be scored

struct Kept {
  double score;
  uint64_t reference;
  double raw;  // the score before it was scaled

  // Returns true if it ranks before `other`.
  bool operator<(const Kept& other) const {
    return score != other.score ? score > other.score : reference < other.reference;
  }
};

const TextColumn& ReferencesOf(const PairGroup& group) {
  return group.references ? *group.references : group.hypotheses;
}

const BoundedMetric* BoundedOf(const Job& job) {
  return dynamic_cast<const BoundedMetric*>(job.metrics().front().metric.get());
}

// A block of references under the first metric's view, and all prepared together, if ever needed.
class References {
 public:
  References(TextBlock texts, const TextColumn& column, uint64_t first)
      : texts_(std::move(texts)), column_(column), first_(first) {}

  const TextBlock& texts() const { return texts_; }
  uint64_t first() const { return first_; }
  Result<const ReferenceBlock*> Whole(const Job& job) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!whole_) {
      MTG_ASSIGN_OR_RETURN(TextBlock texts, Cut(job, column_, 0, first_, texts_.size()));
      whole_ = ReferenceBlock::Make(job, std::move(texts));
    }
    return &*whole_;
  }

  static Result<TextBlock> Cut(const Job& job, const TextColumn& column, uint64_t lines_before,
                               uint64_t first, uint32_t count) {
    Batch batch;
    batch.segments = count;
    batch.first = lines_before + first;
    batch.hyps.push_back(StreamOf(column, first, count));
    return TextBlock::Make(job, column.name(), std::move(batch));
  }

 private:
  TextBlock texts_;
  const TextColumn& column_;
  uint64_t first_;
  std::mutex mutex_;
  std::optional<ReferenceBlock> whole_;
};

using Blocks = std::vector<std::unique_ptr<References>>;

// Works on one tile.
struct Searcher {
  Searcher(const Job& job, const ScoreBounds& bounds, size_t hypotheses)
      : scorer(job), asker(bounds.NewAsker()), pending(hypotheses) {}
  PairScorer scorer;
  std::unique_ptr<ScoreBounds::Asker> asker;
  std::vector<ScoreBounds::Bound> found;
  std::vector<std::vector<ScoreBounds::Bound>> pending;  // [hypothesis]
  std::vector<double> scores;
};

// Finds the best references of hypotheses [first, first + rows) of a group.
class Search {
 public:
  Search(const Job& job, const RunOptions& run, bool unit_scale, uint32_t top,
         const NearestLimits& limits, const PairGroup& group)
      : job_(job),
        run_(run),
        unit_scale_(unit_scale),
        top_(top),
        limits_(limits),
        group_(group),
        references_(ReferencesOf(group)) {}

  Status Rows(uint64_t number, uint64_t first, uint64_t rows,
              const std::function<Status(const BestRows&)>& take) {
    first_ = first;
    kept_.assign(rows, {});
    MTG_RETURN_IF_ERROR(CutHypotheses(rows));
    for (uint64_t done = 0; done < references_.size();) {
      const uint64_t count = ShardAt(done);
      MTG_RETURN_IF_ERROR(SearchShard(done, count));
      done += count;
    }
    std::vector<std::vector<double>> scores(tiles_.size());
    MTG_RETURN_IF_ERROR(ForAll(tiles_.size(), run_, [&](size_t t) -> Status {
      MTG_ASSIGN_OR_RETURN(scores[t], ScoresOf(t));
      return OkStatus();
    }));
    for (size_t t = 0; t < tiles_.size(); ++t) {
      MTG_RETURN_IF_ERROR(take(RowsOf(number, t, scores[t])));
    }
    return OkStatus();
  }

 private:
  Status CutHypotheses(uint64_t rows) {
    const size_t tiles = (rows + kTile - 1) / kTile;
    std::vector<std::optional<TextBlock>> cut(tiles);
    MTG_RETURN_IF_ERROR(ForAll(tiles, run_, [&](size_t t) -> Status {
      const auto count = static_cast<uint32_t>(std::min<uint64_t>(kTile, rows - t * kTile));
      MTG_ASSIGN_OR_RETURN(cut[t], References::Cut(job_, group_.hypotheses, group_.lines_before,
                                                   first_ + t * kTile, count));
      return OkStatus();
    }));
    tiles_.clear();
    for (auto& tile : cut) tiles_.push_back(*std::move(tile));
    return OkStatus();
  }

  // Returns the number of references, from one on, that are indexed together.
  uint64_t ShardAt(uint64_t first) const {
    uint64_t count = 0, bytes = 0;
    while (first + count < references_.size() && count < limits_.references &&
           (count % ScoreBounds::kBlock != 0 || bytes <= limits_.bytes)) {
      bytes += references_[first + count++].value_or("").size();
    }
    return count;
  }

  Status SearchShard(uint64_t first, uint64_t count) {
    constexpr uint64_t kBlock = ScoreBounds::kBlock;
    const uint64_t lines_before = group_.references ? 0 : group_.lines_before;
    Blocks blocks((count + kBlock - 1) / kBlock);
    MTG_RETURN_IF_ERROR(ForAll(blocks.size(), run_, [&](size_t b) -> Status {
      const uint64_t from = first + b * kBlock;
      const auto size = static_cast<uint32_t>(std::min(kBlock, first + count - from));
      MTG_ASSIGN_OR_RETURN(TextBlock texts,
                           References::Cut(job_, references_, lines_before, from, size));
      blocks[b] = std::make_unique<References>(std::move(texts), references_, from);
      return OkStatus();
    }));
    std::vector<SegmentView> views, room;
    for (const auto& block : blocks) {
      for (uint32_t r = 0; r < block->texts().size(); ++r) {
        const auto of = block->texts().Views(0, r, room);
        views.insert(views.end(), of.begin(), of.end());
      }
    }
    const std::unique_ptr<ScoreBounds> bounds = BoundedOf(job_)->NewBounds(views);
    return ForAll(tiles_.size(), run_,
                  [&](size_t t) { return SearchTile(t, *bounds, first, blocks); });
  }

  Status SearchTile(size_t t, const ScoreBounds& bounds, uint64_t first, const Blocks& blocks) {
    Searcher searcher(job_, bounds, tiles_[t].size());
    std::vector<SegmentView> room;
    for (uint32_t h = 0; h < tiles_[t].size(); ++h) {
      searcher.asker->Put(h, tiles_[t].Views(0, h, room));
    }
    for (const auto& block : blocks) {
      for (uint32_t h = 0; h < tiles_[t].size(); ++h) {
        MTG_RETURN_IF_ERROR(SearchBlock(t, h, *block, first, searcher));
        if (searcher.pending[h].size() < kMostPending) continue;
        MTG_RETURN_IF_ERROR(Settle(t, h, first, blocks, searcher));
      }
    }
    for (uint32_t h = 0; h < tiles_[t].size(); ++h) {
      MTG_RETURN_IF_ERROR(Settle(t, h, first, blocks, searcher));
    }
    return OkStatus();
  }

  // Scores the references of a block with the highest bounds: as many as are lacking, and one more.
  // Others that may be better must wait, since most of them will not be when all blocks are seen.
  Status SearchBlock(size_t t, uint32_t h, const References& block, uint64_t first,
                     Searcher& searcher) {
    std::vector<Kept>& kept = kept_[t * kTile + h];
    // Of equal scores, those kept so far come first, as their references do.
    const double infinity = std::numeric_limits<double>::infinity();
    const double least =
        kept.size() < top_ ? -infinity : std::nextafter(kept.front().raw, infinity);
    auto& found = searcher.found;
    searcher.asker->Find(h, static_cast<uint32_t>(block.first() - first), least, found);
    std::ranges::make_heap(found, IsWorse);
    for (size_t singles = top_ - kept.size() + 1; singles > 0 && !found.empty(); --singles) {
      if (!MayBeKept(kept, Scaled(found.front().most, first + found.front().reference))) break;
      std::ranges::pop_heap(found, IsWorse);
      MTG_RETURN_IF_ERROR(ScoreOne(t, h, found.back().reference, first, block, searcher));
      found.pop_back();
    }
    for (const ScoreBounds::Bound& bound : found) {
      if (!MayBeKept(kept, Scaled(bound.most, first + bound.reference))) continue;
      searcher.pending[h].push_back(bound);
    }
    return OkStatus();
  }

  // Scores what is pending and may still be better.
  Status Settle(size_t t, uint32_t h, uint64_t first, const Blocks& blocks, Searcher& searcher) {
    const std::vector<Kept>& kept = kept_[t * kTile + h];
    auto& pending = searcher.pending[h];
    const auto block_of = [&](const ScoreBounds::Bound& bound) -> References& {
      return *blocks[bound.reference / ScoreBounds::kBlock];
    };
    std::ranges::make_heap(pending, IsWorse);
    for (int singles = kMostSingles; singles > 0 && !pending.empty(); --singles) {
      if (!MayBeKept(kept, Scaled(pending.front().most, first + pending.front().reference))) break;
      std::ranges::pop_heap(pending, IsWorse);
      const ScoreBounds::Bound best = pending.back();
      pending.pop_back();
      MTG_RETURN_IF_ERROR(ScoreOne(t, h, best.reference, first, block_of(best), searcher));
    }
    std::erase_if(pending, [&](const ScoreBounds::Bound& bound) {
      return !MayBeKept(kept, Scaled(bound.most, first + bound.reference));
    });
    std::ranges::sort(pending, {}, &ScoreBounds::Bound::reference);
    for (auto at = pending.begin(); at != pending.end();) {
      References& block = block_of(*at);
      const auto end = std::find_if(at, pending.end(),
                                    [&](const auto& bound) { return &block_of(bound) != &block; });
      MTG_RETURN_IF_ERROR(ScoreSome(t, h, std::span(at, end), first, block, searcher));
      at = end;
    }
    pending.clear();
    return OkStatus();
  }

  // Scores references of one block: one by one, or many with the help of a table of all.
  Status ScoreSome(size_t t, uint32_t h, std::span<const ScoreBounds::Bound> bounds, uint64_t first,
                   References& block, Searcher& searcher) {
    std::vector<Kept>& kept = kept_[t * kTile + h];
    const ReferenceBlock* whole = nullptr;
    if (bounds.size() > kMostSingles) {
      MTG_ASSIGN_OR_RETURN(whole, block.Whole(job_));
      searcher.scores.resize(whole->size());
      MTG_RETURN_IF_ERROR(
          searcher.scorer.Score(0, tiles_[t], h, *whole, 0, searcher.scores.data()));
    }
    for (const auto& [reference, most] : bounds) {
      const uint64_t number = first + reference;
      if (!MayBeKept(kept, Scaled(most, number))) continue;
      if (whole == nullptr) {
        MTG_RETURN_IF_ERROR(ScoreOne(t, h, reference, first, block, searcher));
      } else if (!IsOwn(t, h, number)) {
        Keep(kept, Scaled(searcher.scores[number - block.first()], number));
      }
    }
    return OkStatus();
  }

  Status ScoreOne(size_t t, uint32_t h, uint32_t reference, uint64_t first, const References& block,
                  Searcher& searcher) {
    const uint64_t number = first + reference;
    if (IsOwn(t, h, number)) return OkStatus();
    MTG_ASSIGN_OR_RETURN(const double score,
                         searcher.scorer.ScorePair(0, tiles_[t], h, block.texts(),
                                                   static_cast<uint32_t>(number - block.first())));
    Keep(kept_[t * kTile + h], Scaled(score, number));
    return OkStatus();
  }

  static bool IsWorse(const ScoreBounds::Bound& a, const ScoreBounds::Bound& b) {
    return a.most != b.most ? a.most < b.most : a.reference > b.reference;
  }
  bool IsOwn(size_t t, uint32_t h, uint64_t reference) const {
    return !group_.references && reference == first_ + t * kTile + h;
  }
  Kept Scaled(double raw, uint64_t reference) const {
    const MetricRow& row = *job_.metrics().front().row;
    return {unit_scale_ ? UnitScore(raw, row.scale, row.higher_is_better) : raw, reference, raw};
  }
  // `kept` is a heap with the last of the best at its front.
  bool MayBeKept(const std::vector<Kept>& kept, const Kept& one) const {
    return kept.size() < top_ || one < kept.front();
  }
  void Keep(std::vector<Kept>& kept, const Kept& one) const {
    if (!MayBeKept(kept, one)) return;
    if (kept.size() == top_) {
      std::pop_heap(kept.begin(), kept.end());
      kept.pop_back();
    }
    kept.push_back(one);
    std::push_heap(kept.begin(), kept.end());
  }

  // Puts the best references of a tile in order. Returns their scores: [metric][row][rank].
  Result<std::vector<double>> ScoresOf(size_t t) {
    std::vector<std::string_view> texts;
    std::vector<double> scores;
    for (uint32_t h = 0; h < tiles_[t].size(); ++h) {
      std::sort(kept_[t * kTile + h].begin(), kept_[t * kTile + h].end());
      for (const Kept& one : kept_[t * kTile + h]) {
        scores.push_back(one.score);
        texts.push_back(references_[one.reference].value_or(""));
      }
    }
    if (job_.metrics().size() == 1 || texts.empty()) return scores;
    const TextColumn column(references_.name(), std::span<const std::string_view>(texts));
    MTG_ASSIGN_OR_RETURN(const TextBlock best,
                         References::Cut(job_, column, 0, 0, static_cast<uint32_t>(texts.size())));
    PairScorer scorer(job_);
    const auto width = static_cast<uint32_t>(texts.size() / tiles_[t].size());
    for (size_t m = 1; m < job_.metrics().size(); ++m) {
      const MetricRow& row = *job_.metrics()[m].row;
      for (uint32_t i = 0; i < best.size(); ++i) {
        MTG_ASSIGN_OR_RETURN(const double score,
                             scorer.ScorePair(m, tiles_[t], i / width, best, i));
        scores.push_back(unit_scale_ ? UnitScore(score, row.scale, row.higher_is_better) : score);
      }
    }
    return scores;
  }

  BestRows RowsOf(uint64_t number, size_t t, std::span<const double> scores) {
    best_.clear();
    for (uint32_t h = 0; h < tiles_[t].size(); ++h) {
      for (const Kept& one : kept_[t * kTile + h]) best_.push_back(one.reference);
    }
    const uint64_t rows = tiles_[t].size();
    return {number, &group_, !group_.references, first_ + t * kTile, rows, best_.size() / rows,
            best_,  scores};
  }

  const Job& job_;
  const RunOptions& run_;
  bool unit_scale_;
  uint32_t top_;
  const NearestLimits& limits_;
  const PairGroup& group_;
  const TextColumn& references_;
  uint64_t first_ = 0;
  std::vector<TextBlock> tiles_;
  std::vector<std::vector<Kept>> kept_;  // [row]
  std::vector<uint64_t> best_;
};

// Hands on groups up to the next one that a search is for.
class UpToSearch final : public GroupReader {
 public:
  UpToSearch(GroupReader& groups, const std::function<bool(const PairGroup&)>& pays)
      : groups_(groups), pays_(pays) {}
  Result<std::optional<PairGroup>> Next() override {
    MTG_ASSIGN_OR_RETURN(std::optional<PairGroup> group, groups_.Next());
    if (group && pays_(*group)) large_ = std::exchange(group, std::nullopt);
    if (group) ++count_;
    return group;
  }
  uint64_t count() const { return count_; }
  const std::optional<PairGroup>& large() const { return large_; }

 private:
  GroupReader& groups_;
  const std::function<bool(const PairGroup&)>& pays_;
  uint64_t count_ = 0;
  std::optional<PairGroup> large_;
};

// Returns true if no block of texts is too long to be cut as one.
bool FitsInBlocks(const TextColumn& texts) {
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < texts.size(); ++i) {
    if (i % ScoreBounds::kBlock == 0) bytes = 0;
    bytes += texts[i].value_or("").size() + 1;
    if (bytes > uint64_t{1} << 30) return false;
  }
  return true;
}

// Chooses the best of whole rows.
Status TakeBestOf(const MatrixRows& rows, uint64_t number, uint32_t top, bool higher_is_better,
                  size_t metrics, const std::function<Status(const BestRows&)>& take) {
  std::vector<uint64_t> best;
  std::vector<double> scores;
  const bool of_themselves = rows.of_themselves && rows.columns > 0;
  const uint64_t width = std::min<uint64_t>(top, rows.columns - (of_themselves ? 1 : 0));
  for (uint64_t row = 0; row < rows.rows; ++row) {
    const uint64_t own = of_themselves ? rows.first + row : UINT64_MAX;
    const std::vector<uint64_t> columns = BestColumns(rows.row(0, row), top, higher_is_better, own);
    best.insert(best.end(), columns.begin(), columns.end());
  }
  for (size_t m = 0; m < metrics; ++m) {
    for (size_t i = 0; i < best.size(); ++i) scores.push_back(rows.row(m, i / width)[best[i]]);
  }
  return take({number, rows.group, rows.of_themselves, rows.first, rows.rows, width, best, scores});
}

}  // namespace

Status ScoreBest(const Job& job, GroupReader& groups, const RunOptions& run, bool unit_scale,
                 uint32_t top, const std::function<Status(const BestRows&)>& take,
                 const NearestLimits& limits) {
  const BoundedMetric* const bounded = BoundedOf(job);
  const bool has_bounds = bounded != nullptr && bounded->NewBounds({}) != nullptr;
  const bool higher = unit_scale || job.metrics().front().row->higher_is_better;
  const std::function<bool(const PairGroup&)> pays = [&](const PairGroup& group) {
    return has_bounds && top <= limits.most_top &&
           group.hypotheses.size() >= limits.least_hypotheses &&
           ReferencesOf(group).size() >= limits.least_references &&
           FitsInBlocks(group.hypotheses) && FitsInBlocks(ReferencesOf(group));
  };
  for (uint64_t number = 0;; ++number) {
    UpToSearch small(groups, pays);
    MTG_RETURN_IF_ERROR(
        ScorePairs(job, small, run, {.unit_scale = unit_scale}, [&](const MatrixRows& rows) {
          return TakeBestOf(rows, number + rows.number, top, higher, job.metrics().size(), take);
        }));
    if (!small.large()) return OkStatus();
    number += small.count();
    const PairGroup& group = *small.large();
    const uint64_t all = group.hypotheses.size();
    Search search(job, run, unit_scale, top, limits, group);
    for (uint64_t first = 0; first < all; first += limits.rows) {
      MTG_RETURN_IF_ERROR(search.Rows(number, first, std::min(limits.rows, all - first), take));
    }
  }
}

}  // namespace mtgauge
