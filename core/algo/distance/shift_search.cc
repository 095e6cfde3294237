// Makes one move per round: the best of those that bring words to a matching place.
#include "core/algo/distance/shift_search.h"

#include <algorithm>
#include <tuple>

#include "core/base/stop.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMaxLength = 10;    // greatest length of a block
constexpr uint32_t kMaxDistance = 50;  // between a block and its place in the reference
constexpr uint64_t kMostCells = uint64_t{1} << 26;  // cells of a whole table, to limit memory

// A move, as a rotation of the words [first, last) that puts `middle` first.
struct Rotation {
  uint32_t first, middle, last;
};

// Returns the rotation of a move, as in the programs. A target inside the block, or right after it,
// moves the block to the right. It passes as many words as there are between the block's start and
// the target, minus the overlap, but not more than follow the block.
Rotation RotationOf(uint32_t start, uint32_t length, uint32_t target, uint32_t size,
                    uint32_t overlap) {
  const uint32_t end = start + length;
  if (target < start) return {target, start, end};
  if (target > end) return {start, end, target};
  const uint32_t passed = target - start;
  return {start, end, std::min(end + passed - std::min(passed, overlap), size)};
}

}  // namespace

bool ShiftSearch::Better(const Move& move, const Move& other) const {
  const std::tuple ours(move.gain, move.length), theirs(other.gain, other.length);
  if (ours != theirs || rules_->first_of_ties) return ours > theirs;
  return std::tuple(move.start, move.target) < std::tuple(other.start, other.target);
}

bool ShiftSearch::Spent() const {
  return tried_ >= rules_->most_moves || Steps() > rules_->most_steps || StopRequested();
}

std::optional<uint32_t> ShiftSearch::Edits(std::span<const uint32_t> hypothesis,
                                           const WordIndex& reference, const ShiftRules& rules) {
  const auto hyp_len = static_cast<uint32_t>(hypothesis.size());
  moved_ = {};
  words_.clear();
  path_.clear();
  if (reference.size() == 0) moved_.insertions = hyp_len;
  if (hyp_len == 0) moved_.deletions = reference.size();
  if (hyp_len == 0 || reference.size() == 0) return hyp_len + reference.size();
  if (std::ranges::equal(hypothesis, reference.words())) return 0;
  if (rules.cost_beam && uint64_t{hyp_len} * reference.size() > kMostCells) return std::nullopt;
  rules_ = &rules;
  words_.assign(hypothesis.begin(), hypothesis.end());
  least_ = reference.LeastEdits(hypothesis, left_);
  tried_ = 0;
  steps_ = 0;
  distance_.Start(reference, hyp_len, !rules.cost_beam);
  for (uint32_t moves = 0;; ++moves) {
    SetBase(reference);
    if (now_ == least_) return moves + now_;
    ReadAlignment(reference.size());
    const Move best = BestMove(reference);
    if (Steps() > rules.most_steps || StopRequested()) return std::nullopt;
    // At the limit, the programs discard the move found in the last round.
    if (Spent() || best.gain <= 0) return moves + now_;
    ++moved_.shifts;
    moved_.shifted_words += best.length;
    const Rotation turn = RotationOf(best.start, best.length, best.target, hyp_len, rules.overlap);
    std::rotate(words_.begin() + turn.first, words_.begin() + turn.middle,
                words_.begin() + turn.last);
  }
}

EditKinds ShiftSearch::Kinds() {
  EditKinds kinds = moved_;
  if (path_.empty() && !words_.empty()) distance_.Trace(path_);
  for (const EditStep step : path_) {
    kinds.insertions += step == EditStep::kDelete;  // tercom's names are the other way round
    kinds.deletions += step == EditStep::kInsert;
    kinds.substitutions += step == EditStep::kSubstitute;
  }
  return kinds;
}

// Computes the distance and path of the current words.
void ShiftSearch::SetBase(const WordIndex& reference) {
  now_ = distance_.SetBase(words_);
  path_.clear();
  cut_ = false;
  if (rules_->cost_beam && CostBeam::MayCut(reference.size(), now_)) {
    const uint32_t inside = cost_beam_.SetBase(words_, reference.words());
    cost_beam_.Trace(path_);
    steps_ += cost_beam_.cells();
    cut_ = inside != now_;
    now_ = inside;
  } else if (now_ != least_) {  // else no path is needed
    distance_.Trace(path_);
  }
}

// Reads the alignment and the positions of errors from the path.
void ShiftSearch::ReadAlignment(uint32_t ref_len) {
  auto i = static_cast<uint32_t>(words_.size());
  uint32_t j = ref_len;
  align_.resize(j);
  hyp_error_.resize(i);
  ref_error_.resize(j);
  uint32_t next_hyp = UINT32_MAX, next_ref = UINT32_MAX;
  for (const EditStep step : path_) {
    const bool error = step != EditStep::kMatch;
    const uint32_t reached = i;
    if (step != EditStep::kInsert) {
      if (error) next_hyp = i - 1;
      hyp_error_[--i] = next_hyp;
    }
    if (step != EditStep::kDelete) {
      if (error) next_ref = j - 1;
      ref_error_[--j] = next_ref;
      align_[j] = int64_t{reached} - 1;
    }
  }
}

// If the beam cuts nothing, the order of lengths does not matter. Otherwise lengths are tried in
// descending order, as in tercom.
ShiftSearch::Move ShiftSearch::BestMove(const WordIndex& reference) {
  Move best;
  if (!cut_) {
    TryStarts(reference, {1, kMaxLength + 1}, best);
    return best;
  }
  for (uint32_t length = kMaxLength; length > 0; --length) {
    if (!TryStarts(reference, {length, length + 1}, best)) break;
  }
  return best;
}

// Tries all blocks of these lengths. Returns false if the limit is reached.
bool ShiftSearch::TryStarts(const WordIndex& reference, Range lengths, Move& best) {
  steps_ += words_.size();
  for (uint32_t start = 0; start < words_.size(); ++start) {
    if (hyp_error_[start] - start >= kMaxLength) continue;
    const Range places = PlacesNear(start);
    for (uint32_t at = reference.Next(words_[start], places.begin); at < places.end;
         at = reference.Next(words_[start], at + 1)) {
      if (!TryLengths(reference, start, at, lengths, best)) return false;
    }
  }
  return true;
}

// Returns the reference positions to which a block at `start` may move.
ShiftSearch::Range ShiftSearch::PlacesNear(uint32_t start) const {
  const uint32_t low = start > kMaxDistance ? start - kMaxDistance : 0;
  const auto ref_len = static_cast<uint32_t>(align_.size());
  const uint32_t high = std::min(ref_len, start + kMaxDistance + 1);
  if (!rules_->measures_alignment) return {low, high};
  const auto index = [&](int64_t word) {
    const auto found = std::lower_bound(align_.begin(), align_.end(), word);
    return static_cast<uint32_t>(found - align_.begin());
  };
  return {index(int64_t{start} - kMaxDistance), index(int64_t{start} + kMaxDistance + 1)};
}

// Tries all blocks at `start` of these lengths that match the reference at `ref_start`, contain an
// error on both sides and are not aligned with themselves. Returns false if the limit is reached.
bool ShiftSearch::TryLengths(const WordIndex& reference, uint32_t start, uint32_t ref_start,
                             Range lengths, Move& best) {
  ++steps_;
  const uint32_t shortest = std::max({hyp_error_[start] - start, ref_error_[ref_start] - ref_start,
                                      lengths.begin - 1});  // minus 1
  uint32_t longest = lengths.end - 1;
  if (const int64_t align = align_[ref_start]; align >= start) {
    longest = static_cast<uint32_t>(std::min<int64_t>(longest, align - start));
  }
  if (shortest >= longest) return true;
  longest = std::min(
      {longest, static_cast<uint32_t>(words_.size()) - start, reference.size() - ref_start});
  const std::span<const uint32_t> ref_words = reference.words();
  uint32_t length = 0;
  while (length < longest && words_[start + length] == ref_words[ref_start + length]) {
    ++length;
    if (length <= shortest) continue;
    TryTargets(reference, start, ref_start, length, best);
    if (Spent()) return false;
  }
  return true;
}

// Tries the targets of a block: after each word that is aligned with one of the block's reference
// words or with the one before them.
void ShiftSearch::TryTargets(const WordIndex& reference, uint32_t start, uint32_t ref_start,
                             uint32_t length, Move& best) {
  steps_ += length;
  int64_t previous = -1;
  for (uint32_t offset = 0; offset <= length; ++offset) {
    const uint32_t behind = ref_start + offset;
    const int64_t target = behind == 0 ? 0 : align_[behind - 1] + 1;
    if (target == previous) continue;
    previous = target;
    ++tried_;
    Move move{MostGain(length, best), length, start, static_cast<uint32_t>(target)};
    if (!Better(move, best)) continue;
    move.gain = Gain(move);
    if (move.gain <= 0 || !Better(move, best)) continue;
    move.gain = GainInBeam(move, move.gain, reference);
    if (move.gain > 0 && Better(move, best)) best = move;
  }
}

// Returns an upper bound of the gain of a block of this length. Removing n words and inserting them
// elsewhere takes 2 n edits, so in whole tables no block gains more. tercom relies on this even if
// its beam cuts: it stops at a length for which no block could gain as much as the best so far.
int64_t ShiftSearch::MostGain(uint32_t length, const Move& best) const {
  const int64_t all = int64_t{now_} - least_, moved = int64_t{2} * length;
  if (!rules_->cost_beam) return all;
  if (!cut_) return std::min(all, moved);
  return best.gain > moved ? 0 : all;
}

int64_t ShiftSearch::Gain(const Move& move) {
  const Rotation turn = RotationOf(move.start, move.length, move.target,
                                   static_cast<uint32_t>(words_.size()), rules_->overlap);
  if (turn.middle == turn.last) return 0;
  changed_.resize(turn.last - turn.first);
  std::rotate_copy(words_.begin() + turn.first, words_.begin() + turn.middle,
                   words_.begin() + turn.last, changed_.begin());
  return int64_t{now_} - distance_.Changed(turn.first, changed_);
}

// Returns the gain within the beam, which is never greater. changed_ must still be the move's.
int64_t ShiftSearch::GainInBeam(const Move& move, int64_t gain, const WordIndex& reference) {
  const auto after = static_cast<uint32_t>(int64_t{now_} - gain);
  if (!rules_->cost_beam || !CostBeam::MayCut(reference.size(), after)) return gain;
  const uint32_t inside = cost_beam_.Changed(std::min(move.start, move.target), changed_);
  steps_ += cost_beam_.cells();
  return int64_t{now_} - inside;
}

}  // namespace mtgauge
