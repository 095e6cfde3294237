// Myers' bit vectors (1999) from both ends. A distance is the least sum of a row from the beginning
// and a row from the end.
#include "core/algo/distance/moved_distance.h"

#include <algorithm>

#include "core/algo/distance/mask_programs.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNoPlace = UINT32_MAX;

}  // namespace

void MovedDistance::Start(const WordIndex& reference, std::span<const uint32_t> words) {
  reference_ = &reference;
  base_ = words;
  computed_ = 0;
  blocks_ = (reference.size() + 63) / 64;
  place_.assign(reference.counts().size(), kNoPlace);
  uint32_t places = 0;
  for (const uint32_t word : words) {
    if (place_[word] == kNoPlace) place_[word] = places++;
  }
  for (Side* side : {&begin_, &end_}) {
    side->masks.assign(size_t{places} * blocks_, 0);
    side->rows.resize((words.size() + 1) * RowSize());
    side->values.resize((words.size() + 1) * (reference.size() + 1));
    SetMasks(*side, side == &end_);
  }
  for (Run& run : runs_) {
    run.right.rows.resize((words.size() + 1) * RowSize());
    run.left.rows.resize((words.size() + 1) * RowSize());
  }
  row_.resize(RowSize());
}

void MovedDistance::SetMasks(Side& side, bool backwards) {
  const std::span<const uint32_t> theirs = reference_->words();
  for (size_t i = 0; i < theirs.size(); ++i) {
    const uint32_t place = place_[theirs[backwards ? theirs.size() - 1 - i : i]];
    if (place == kNoPlace) continue;
    side.masks[size_t{place} * blocks_ + i / 64] |= uint64_t{1} << (i % 64);
  }
}

// Replaces a row by the next.
void MovedDistance::Step(const Side& side, uint32_t word, uint64_t* row) {
  const uint64_t* const mask = side.masks.data() + size_t{place_[word]} * blocks_;
  NextEditRow(mask, blocks_, row, row + blocks_);
  computed_ += blocks_;
}

uint32_t MovedDistance::SetBase(std::span<const uint32_t> words) {
  base_ = words;
  for (Run& run : runs_) run.length = 0;
  FillSide(begin_, false);
  FillSide(end_, true);
  return begin_.values.back();
}

void MovedDistance::FillSide(Side& side, bool backwards) {
  const uint32_t columns = reference_->size();
  std::fill_n(side.rows.data(), blocks_, ~uint64_t{0});
  std::fill_n(side.rows.data() + blocks_, blocks_, uint64_t{0});
  for (uint32_t i = 0;; ++i) {
    const uint64_t* const row = side.rows.data() + i * RowSize();
    uint16_t* value = side.values.data() + size_t{i} * (columns + 1);
    *value = static_cast<uint16_t>(i);
    for (uint32_t j = 0; j < columns; ++j, ++value) {
      const uint64_t up = row[j / 64] >> (j % 64) & 1;
      const uint64_t down = row[blocks_ + j / 64] >> (j % 64) & 1;
      value[1] = static_cast<uint16_t>(value[0] + up - down);
    }
    if (i == hyp_len()) return;
    uint64_t* const next = side.rows.data() + (i + 1) * RowSize();
    std::copy_n(row, RowSize(), next);
    Step(side, base_[backwards ? hyp_len() - 1 - i : i], next);
  }
}

MovedDistance::Run& MovedDistance::RunOf(uint32_t start, uint32_t length) {
  Run& run = runs_[length == 1 ? 0 : 1];
  if (run.length == length && run.start == start) return run;
  run.start = start;
  run.length = length;
  run.right.done = run.left.done = 0;
  const uint32_t columns = reference_->size(), behind = hyp_len() - start - length;
  std::copy_n(begin_.rows.data() + start * RowSize(), RowSize(), run.right.rows.data());
  std::copy_n(end_.rows.data() + behind * RowSize(), RowSize(), run.left.rows.data());
  const uint16_t* const ahead = begin_.values.data() + size_t{start} * (columns + 1);
  const uint16_t* const rest = end_.values.data() + size_t{behind} * (columns + 1);
  uint32_t without = UINT32_MAX;
  for (uint32_t j = 0; j <= columns; ++j) {
    without = std::min(without, uint32_t{ahead[j]} + rest[columns - j]);
  }
  // Each word that is put in is one edit less, at best.
  run.least = without - std::min(without, length);
  computed_ += columns / 16;
  return run;
}

uint32_t MovedDistance::Least(uint32_t start, uint32_t length) {
  return RunOf(start, length).least;
}

uint32_t MovedDistance::Moved(uint32_t start, uint32_t length, uint32_t target) {
  Run& run = RunOf(start, length);
  const bool to_left = target < start;
  const uint32_t passed = to_left ? start - target : target - start;
  const std::span<const uint32_t> words = base_.subspan(start, length);
  std::copy_n(to_left ? RowLeft(run, passed) : RowRight(run, passed), RowSize(), row_.data());
  for (uint32_t i = 0; i < length; ++i) {
    Step(to_left ? end_ : begin_, words[to_left ? length - 1 - i : i], row_.data());
  }
  if (to_left) return Fewest(row_.data(), hyp_len() - target, begin_, target);
  return Fewest(row_.data(), target + length, end_, hyp_len() - target - length);
}

// Returns the row of the words before the run and so many behind it.
const uint64_t* MovedDistance::RowRight(Run& run, uint32_t passed) {
  for (uint32_t& done = run.right.done; done < passed; ++done) {
    uint64_t* const row = run.right.rows.data() + done * RowSize();
    std::copy_n(row, RowSize(), row + RowSize());
    Step(begin_, base_[run.start + run.length + done], row + RowSize());
  }
  return run.right.rows.data() + passed * RowSize();
}

// Returns the row, from the end, of the words behind the run and so many before it.
const uint64_t* MovedDistance::RowLeft(Run& run, uint32_t passed) {
  for (uint32_t& done = run.left.done; done < passed; ++done) {
    uint64_t* const row = run.left.rows.data() + done * RowSize();
    std::copy_n(row, RowSize(), row + RowSize());
    Step(end_, base_[run.start - 1 - done], row + RowSize());
  }
  return run.left.rows.data() + passed * RowSize();
}

// Returns the distance of two parts: a row whose first value is `first`, and a row from the other
// end.
uint32_t MovedDistance::Fewest(const uint64_t* row, uint32_t first, const Side& other,
                               uint32_t other_row) {
  const uint32_t columns = reference_->size();
  const uint16_t* rest = other.values.data() + (size_t{other_row} + 1) * (columns + 1) - 1;
  uint32_t value = first, fewest = value + *rest;
  for (uint32_t j = 0; j < columns; j += 64) {
    uint64_t up = row[j / 64], down = row[blocks_ + j / 64];
    for (uint32_t left = std::min(columns - j, 64u); left > 0; --left) {
      value += static_cast<uint32_t>(up & 1) - static_cast<uint32_t>(down & 1);
      up >>= 1;
      down >>= 1;
      fewest = std::min(fewest, value + *--rest);
    }
  }
  computed_ += columns / 16;
  return fewest;
}

}  // namespace mtgauge
