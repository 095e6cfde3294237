// A slab contains rows of a group's matrices: many small groups, or a part of a large one, are
// scored together. Its texts are tokenized and prepared in blocks, and its pairs are scored in
// tiles.
#include "parallel/matrix/pairs.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/stop.h"
#include "core/input/text_columns.h"
#include "core/score/pair_blocks.h"
#include "core/score/unit_scale.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

constexpr uint32_t kBlockHypotheses = 64;
constexpr uint32_t kBlockReferences = 512;
constexpr uint64_t kBlockBytes = uint64_t{1} << 30;  // a block's text must fit in 32 bits
// The number of scores in memory: 256 MB per metric.
constexpr uint64_t kMostPairs = uint64_t{1} << 25;
// A group takes as much memory as this many scores, and each of its texts as this many more, even
// if they are short. So fewer than 8192 groups are held at once.
constexpr uint64_t kPairsOfGroup = 4096, kPairsOfText = 1024;

// How many scores take as much memory as the prepared texts of a slab.
uint64_t PairsInMemory(uint64_t rows, uint64_t columns) {
  return kPairsOfGroup + kPairsOfText * (rows + columns);
}

// A group, and its prepared references, which are made when the first slab needs them.
struct Held {
  PairGroup group;
  uint64_t number = 0;
  bool prepared = false;
  std::vector<ReferenceBlock> blocks = {};
  std::vector<TextBlock> texts = {};  // from which `mean` is computed
  std::optional<MeanBlock> mean = std::nullopt;

  const TextColumn& references() const {
    return group.references ? *group.references : group.hypotheses;
  }
};

struct Slab {
  std::shared_ptr<Held> held;
  uint64_t first = 0, rows = 0;
  uint64_t columns = 0;  // number of scores per row
  std::vector<TextBlock> hypotheses = {};
  std::vector<double> scores = {};
};

// Consecutive texts of a column that become a block: hypotheses of a slab, or references of a
// group.
struct Piece {
  Slab* slab;
  Held* held;
  const TextColumn* texts;
  uint64_t lines_before;
  uint64_t first = 0;
  uint32_t count = 0;
  std::optional<TextBlock> cut = std::nullopt;
  std::optional<ReferenceBlock> prepared = std::nullopt;
};

// A block of hypotheses, and a block of references or the mean of all references.
struct Tile {
  Slab* slab;
  const TextBlock* hypotheses;
  const ReferenceBlock* references;
  const MeanBlock* mean;
  uint64_t row, column;  // position of the first pair in the slab
};

// Divides [first, first + count) of a column into pieces of at most `most` texts and kBlockBytes.
void AddPieces(const Piece& of, uint64_t first, uint64_t count, uint32_t most,
               std::vector<Piece>& pieces) {
  for (const uint64_t end = first + count; first < end;) {
    uint64_t bytes = 0;
    uint32_t size = 0;
    while (size < most && first + size < end) {
      bytes += (*of.texts)[first + size].value_or("").size() + 1;
      if (size > 0 && bytes > kBlockBytes) break;
      ++size;
    }
    pieces.push_back({of.slab, of.held, of.texts, of.lines_before, first, size});
    first += size;
  }
}

class PairsRun {
 public:
  PairsRun(const Job& job, const RunOptions& run, const PairsForm& form)
      : job_(job), run_(run), form_(form) {}

  Status Score(std::span<Slab> slabs) {
    MTG_RETURN_IF_ERROR(MakeBlocks(slabs));
    if (form_.aggregate) MTG_RETURN_IF_ERROR(MakeMeans(slabs));
    std::vector<Tile> tiles;
    for (Slab& slab : slabs) {
      slab.scores.resize(job_.metrics().size() * slab.rows * slab.columns);
      AddTiles(slab, tiles);
    }
    MTG_RETURN_IF_ERROR(ForAll(tiles.size(), run_, [&](size_t i) { return ScoreTile(tiles[i]); }));
    for (Slab& slab : slabs) Mirror(slab);
    return OkStatus();
  }

 private:
  Status MakeBlocks(std::span<Slab> slabs) {
    std::vector<Piece> pieces;
    for (Slab& slab : slabs) {
      Held& held = *slab.held;
      const uint64_t before = held.group.lines_before;
      AddPieces({&slab, nullptr, &held.group.hypotheses, before}, slab.first, slab.rows,
                kBlockHypotheses, pieces);
      if (std::exchange(held.prepared, true)) continue;
      AddPieces({nullptr, &held, &held.references(), held.group.references ? 0 : before}, 0,
                held.references().size(), kBlockReferences, pieces);
    }
    MTG_RETURN_IF_ERROR(ForAll(pieces.size(), run_, [&](size_t i) -> Status {
      Piece& piece = pieces[i];
      Batch batch;
      batch.segments = piece.count;
      batch.first = piece.lines_before + piece.first;
      batch.hyps.push_back(StreamOf(*piece.texts, piece.first, piece.count));
      MTG_ASSIGN_OR_RETURN(piece.cut, TextBlock::Make(job_, piece.texts->name(), std::move(batch)));
      if (piece.held != nullptr && !form_.aggregate) {
        piece.prepared = ReferenceBlock::Make(job_, *std::move(piece.cut));
      }
      return OkStatus();
    }));
    for (Piece& piece : pieces) {
      if (piece.prepared) {
        piece.held->blocks.push_back(*std::move(piece.prepared));
      } else {
        auto& of = piece.held != nullptr ? piece.held->texts : piece.slab->hypotheses;
        of.push_back(*std::move(piece.cut));
      }
    }
    return OkStatus();
  }

  Status MakeMeans(std::span<Slab> slabs) {
    return ForAll(slabs.size(), run_, [&](size_t i) -> Status {
      Held& held = *slabs[i].held;
      if (slabs[i].first > 0) return OkStatus();
      MTG_ASSIGN_OR_RETURN(const std::vector<double> weights, form_.weights(held.group));
      MTG_ASSIGN_OR_RETURN(held.mean, MeanBlock::Make(job_, std::move(held.texts), weights));
      return OkStatus();
    });
  }

  static void AddTiles(Slab& slab, std::vector<Tile>& tiles) {
    const Held& held = *slab.held;
    uint64_t row = 0;
    for (const TextBlock& hypotheses : slab.hypotheses) {
      if (held.mean) tiles.push_back({&slab, &hypotheses, nullptr, &*held.mean, row, 0});
      uint64_t column = 0;
      for (const ReferenceBlock& references : held.blocks) {
        tiles.push_back({&slab, &hypotheses, &references, nullptr, row, column});
        column += references.size();
      }
      row += hypotheses.size();
    }
  }

  // Returns true if pairs are symmetric, so that each score is computed only once per slab:
  // reference r < h of hypothesis h is then copied (both numbered in the whole group).
  bool IsMirrored(const Slab& slab, size_t metric) const {
    return !slab.held->group.references && job_.metrics()[metric].metric->Symmetric();
  }

  Status ScoreTile(const Tile& tile) {
    std::unique_ptr<PairScorer> scorer = Borrow();
    Status status;
    for (size_t m = 0; m < job_.metrics().size(); ++m) {
      for (uint32_t h = 0; h < tile.hypotheses->size() && status.ok(); ++h) {
        status = ScoreRow(tile, m, h, *scorer);
      }
    }
    GiveBack(std::move(scorer));
    return status;
  }

  // Scores one hypothesis of a tile.
  Status ScoreRow(const Tile& tile, size_t m, uint32_t h, PairScorer& scorer) const {
    Slab& slab = *tile.slab;
    const uint64_t row = tile.row + h;
    std::span<double> scores = std::span(slab.scores)
                                   .subspan((m * slab.rows + row) * slab.columns + tile.column,
                                            tile.mean != nullptr ? 1 : tile.references->size());
    uint64_t from = 0;
    if (tile.mean != nullptr) {
      scores[0] = scorer.ScoreMean(m, *tile.hypotheses, h, *tile.mean);
    } else {
      // Columns from slab.first on correspond to rows of this slab. Those before the current row
      // are copied by Mirror().
      if (IsMirrored(slab, m) && tile.column >= slab.first && slab.first + row > tile.column) {
        from = std::min<uint64_t>(slab.first + row - tile.column, scores.size());
      }
      MTG_RETURN_IF_ERROR(scorer.Score(m, *tile.hypotheses, h, *tile.references,
                                       static_cast<uint32_t>(from), scores.data()));
    }
    if (!form_.unit_scale) return OkStatus();
    const MetricRow& metric = *job_.metrics()[m].row;
    for (double& score : scores.subspan(from)) {
      score = UnitScore(score, metric.scale, metric.higher_is_better);
    }
    return OkStatus();
  }

  void Mirror(Slab& slab) const {
    for (size_t m = 0; m < job_.metrics().size(); ++m) {
      if (!IsMirrored(slab, m)) continue;
      double* const scores = slab.scores.data() + m * slab.rows * slab.columns;
      uint64_t column = 0;
      for (const ReferenceBlock& block : slab.held->blocks) {
        const uint64_t end = column + block.size();
        for (uint64_t row = 0; column >= slab.first && row < slab.rows; ++row) {
          const uint64_t last = std::min(end, slab.first + row);
          for (uint64_t r = column; r < last; ++r) {
            scores[row * slab.columns + r] =
                scores[(r - slab.first) * slab.columns + slab.first + row];
          }
        }
        column = end;
      }
    }
  }

  std::unique_ptr<PairScorer> Borrow() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return std::make_unique<PairScorer>(job_);
    std::unique_ptr<PairScorer> scorer = std::move(idle_.back());
    idle_.pop_back();
    return scorer;
  }
  void GiveBack(std::unique_ptr<PairScorer> scorer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(scorer));
  }

  const Job& job_;
  const RunOptions& run_;
  const PairsForm& form_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PairScorer>> idle_;
};

}  // namespace

Status ForAll(size_t count, const RunOptions& run, const std::function<Status(size_t)>& body) {
  std::vector<Status> statuses(count);
  InParallel(run.threads, count, [&](size_t i) {
    const StopScope scope(run.stop);
    statuses[i] = StopRequested() ? CancelledError() : body(i);
  });
  for (Status& status : statuses) MTG_RETURN_IF_ERROR(std::move(status));
  return OkStatus();
}

Status ScorePairs(const Job& job, GroupReader& groups, const RunOptions& run, const PairsForm& form,
                  const std::function<Status(const MatrixRows&)>& take) {
  PairsRun pairs(job, run, form);
  std::vector<Slab> slabs;
  uint64_t held_pairs = 0;
  const auto flush = [&]() -> Status {
    MTG_RETURN_IF_ERROR(pairs.Score(slabs));
    for (const Slab& slab : slabs) {
      MTG_RETURN_IF_ERROR(take({slab.held->number, &slab.held->group, !slab.held->group.references,
                                slab.first, slab.rows, slab.columns, slab.scores}));
    }
    slabs.clear();
    held_pairs = 0;
    return OkStatus();
  };
  for (uint64_t number = 0;; ++number) {
    MTG_ASSIGN_OR_RETURN(std::optional<PairGroup> group, groups.Next());
    if (!group) return flush();
    auto held = std::make_shared<Held>(Held{*std::move(group), number});
    const uint64_t all = held->group.hypotheses.size(), columns = held->references().size();
    const uint64_t most_rows = std::max<uint64_t>(kMostPairs / std::max<uint64_t>(columns, 1), 1);
    // A group without hypotheses has no rows, but is passed on as well.
    for (uint64_t first = 0; first < all || first == 0;) {
      const uint64_t rows = std::min(all - first, most_rows);
      const uint64_t pairs_of_slab = std::max(rows * columns, PairsInMemory(rows, columns));
      if (!slabs.empty() && held_pairs + pairs_of_slab > kMostPairs) MTG_RETURN_IF_ERROR(flush());
      slabs.push_back({held, first, rows, form.aggregate ? 1 : columns});
      held_pairs += pairs_of_slab;
      first += std::max<uint64_t>(rows, 1);
    }
  }
}

}  // namespace mtgauge
