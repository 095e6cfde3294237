// The beam over sort keys: a candidate is its key alone, whose last field tells from which path and
// by which option it was made.
//
// What all paths have in common does not part them and is left out: the credit and the distance of
// fixed pairs, the most credit a word's options have, and the chunks that end where all paths end
// one. A path that waits behind a phrase is charged that most credit, too. What is left of a key
// only grows along a path. So all that leads to an alignment whose key is at most U has a key of at
// most U, and stands before all that has more: of the beam's paths, those above the key of some
// whole alignment need not be followed. A narrow beam, the scout, finds such an alignment, and it
// is the beam's own unless the scout gave up a path with no more.
#include "core/algo/alignment/beam_alignment.h"

#include <algorithm>
#include <bit>

#include "core/base/buffer.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNone = AlignmentOption::kNone;
constexpr uint32_t kWord = 64;
constexpr uint32_t kInsertionSort = 64;  // the widest beam whose runs are sorted so
constexpr uint32_t kScout = 4;           // the scout's beam

uint64_t Distance(size_t position, uint32_t hypothesis) {
  return position > hypothesis ? position - hypothesis : hypothesis - position;
}

uint16_t MostCredit(std::span<const AlignmentOption> options) {
  uint16_t most = 0;
  for (const AlignmentOption& option : options) most = std::max(most, option.credit);
  return most;
}

// How many bits tell which of a word's options was taken, or none.
unsigned WayBits(size_t options) { return static_cast<unsigned>(std::bit_width(options)); }

// The fields of a key from the lowest: when it was made, distance, chunks, and credit that is
// missing, which has as many bits as chunks.
struct Narrow {
  using Key = uint64_t;
  static constexpr unsigned kOrder = 16, kDistance = 20, kChunks = 14;
};
struct Wide {
  __extension__ using Key = unsigned __int128;
  static constexpr unsigned kOrder = 36, kDistance = 44, kChunks = 24;
};

template <typename Layout, bool kOneWord>
class Beam {
 public:
  using Key = typename Layout::Key;
  static constexpr Key kUnbounded = ~Key{0};

  static bool Fits(size_t reference, uint64_t credit, uint64_t distance, uint64_t made) {
    return std::max<uint64_t>(reference + 1, credit) < uint64_t{1} << Layout::kChunks &&
           distance < uint64_t{1} << Layout::kDistance && made < uint64_t{1} << Layout::kOrder;
  }

  // Paths whose keys are above `bound` are not followed.
  void Begin(uint32_t beam, uint32_t choices, Key bound) {
    beam_ = beam;
    bound_ = bound | kOrders;
    lost_ = kUnbounded;
    words_ = choices / kWord + 1;
    if (keys_.size() <= beam) {
      for (auto* const keys : {&keys_, &charged_, &candidates_, &run_, &charged_run_}) {
        keys->resize(beam + 1);
      }
      paths_.resize(beam + 1);
      next_paths_.resize(beam + 1);
      waits_.resize(beam + 1);
    }
    if (used_.size() < beam * words_) {
      used_.resize(beam * words_);
      next_used_.resize(beam * words_);
    }
    count_ = 1;
    keys_[0] = 0;
    paths_[0] = {kNone, kNone, 0};
    std::fill_n(used_.begin(), words_, 0);
    nodes_end_ = 0;
    last_end_ = kNone;
    alike_ = true;
  }

  // Every path takes the pair, or leaves the word out. None waits.
  void Force(const AlignmentOption& pair) {
    if (!alike_) EndAlike(pair.hypothesis);
    alike_ = true;
    last_end_ = EndOf(pair);
  }

  // Every path takes a pair, leaves the word out or, where `covered`, waits behind its phrase.
  void Choose(size_t position, std::span<const AlignmentOption> options,
              std::span<const uint32_t> bits, bool covered) {
    for (size_t p = 0; alike_ && p < count_; ++p) paths_[p].last_end = last_end_;
    alike_ = false;
    for (size_t p = 0; covered && p < count_; ++p) {
      waits_[p] = static_cast<uint8_t>(paths_[p].until > position);
    }
    Propose(position, options, bits, covered);
    Keep(position, options);
  }

  // Ends the search. Returns the key of the best path, kUnbounded if there is none.
  Key End() {
    const auto closed = [&](size_t p) {
      return keys_[p] + (alike_ ? Key{0} : ChunkEnd(paths_[p].last_end, kNone));
    };
    Key least = kUnbounded;
    for (size_t p = 0; p < count_; ++p) {
      if (closed(p) >= least) continue;
      least = closed(p);
      best_ = p;
    }
    return least;
  }
  // Whether no path was given up that had at most this key.
  bool KeptAllUpTo(Key key) const { return lost_ > (key | kOrders); }

  // Puts what the best path chose into `pairs`.
  void Put(std::span<AlignmentOption> pairs) const {
    for (uint32_t n = paths_[best_].node; n != kNone; n = nodes_[n].before) {
      pairs[nodes_[n].position] = *nodes_[n].option;
    }
  }

 private:
  static constexpr Key kOrders = (Key{1} << Layout::kOrder) - 1;
  static constexpr Key kOneDistance = Key{1} << Layout::kOrder;
  static constexpr Key kOneChunk = kOneDistance << Layout::kDistance;
  static constexpr Key kOneCredit = kOneChunk << Layout::kChunks;

  struct Path {
    uint32_t last_end;  // behind the last pair, in the hypothesis; kNone after a word left out
    uint32_t node;      // of the last pair that was chosen
    uint32_t until;     // the first word of the reference that it has not dealt with
  };
  struct Node {
    const AlignmentOption* option;
    uint32_t before;
    uint32_t position;
  };

  // Words of the hypothesis that a pair takes, as bits of a path's set.
  struct Mask {
    size_t first, last;
    uint64_t of_first, of_last;
  };
  static Mask MaskOf(const AlignmentOption& option, std::span<const uint32_t> bits) {
    const uint32_t begin = bits[option.hypothesis], last = begin + option.hyp_words - 1;
    if (kOneWord) return {0, 0, (~uint64_t{0} >> (kWord - option.hyp_words)) << begin, 0};
    Mask mask = {begin / kWord, last / kWord, ~uint64_t{0} << begin % kWord,
                 ~uint64_t{0} >> (kWord - 1 - last % kWord)};
    if (mask.first == mask.last) mask.of_first &= mask.of_last;
    return mask;
  }
  unsigned Uses(size_t p, const Mask& mask) const {
    const uint64_t* const used = used_.data() + p * words();
    if (kOneWord) return static_cast<unsigned>((used[0] & mask.of_first) != 0);
    uint64_t common = used[mask.first] & mask.of_first;
    for (size_t w = mask.first + 1; w <= mask.last; ++w) {
      common |= used[w] & (w < mask.last ? ~uint64_t{0} : mask.of_last);
    }
    return static_cast<unsigned>(common != 0);
  }
  void Use(uint64_t* used, const Mask& mask) const {
    used[kOneWord ? 0 : mask.first] |= mask.of_first;
    if (kOneWord) return;
    for (size_t w = mask.first + 1; w <= mask.last; ++w) {
      used[w] |= w < mask.last ? ~uint64_t{0} : mask.of_last;
    }
  }

  static uint32_t EndOf(const AlignmentOption& pair) {
    return pair.hypothesis == kNone ? kNone : pair.hypothesis + pair.hyp_words;
  }
  static Key ChunkEnd(uint32_t last_end, uint32_t hypothesis) {
    return Key{static_cast<unsigned>(last_end != kNone) &
               static_cast<unsigned>(last_end != hypothesis)} *
           kOneChunk;
  }

  size_t words() const { return kOneWord ? 1 : words_; }
  void CopyUsed(size_t from, size_t to) {
    const size_t words = this->words();
    for (size_t w = 0; w < words; ++w) next_used_[to * words + w] = used_[from * words + w];
  }

  // Finds the best candidates, sorted. Paths are sorted, and so nearly are the candidates that
  // come from them by one option: each such run is merged into the best so far.
  void Propose(size_t position, std::span<const AlignmentOption> options,
               std::span<const uint32_t> bits, bool covered) {
    const unsigned way_bits = WayBits(options.size());
    const Key most_credit = MostCredit(options);
    if (masks_.size() < options.size()) masks_.resize(options.size());
    found_ = 0;
    std::copy_n(keys_.begin(), count_, charged_.begin());
    for (size_t way = 0; way < options.size(); ++way) {
      const AlignmentOption& option = options[way];
      const Mask mask = masks_[way] = MaskOf(option, bits);
      const auto used = [&](size_t p) { return Uses(p, mask); };
      const auto hindered = [&](size_t p) { return Uses(p, mask) | waits_[p]; };
      const Key cost = (most_credit - option.credit) * kOneCredit + way;
      const Key distance = Distance(position, option.hypothesis) * kOneDistance;
      if (covered) {
        Try(cost, way_bits, option.hypothesis, hindered, distance);
      } else {
        Try(cost, way_bits, option.hypothesis, used, distance);
      }
    }
    const Key without = most_credit * kOneCredit + options.size();
    if (covered) {
      Try(
          without, way_bits, kNone, [&](size_t p) { return unsigned{waits_[p]}; }, 0);
      Wait(without, way_bits);
    } else {
      Try(
          without, way_bits, kNone, [](size_t) { return 0U; }, 0);
    }
  }

  // Above it a candidate need not be looked at. Without a bound all that is lost counts.
  Key MostOfUse() const {
    const bool full = found_ == beam_ && bound_ != kUnbounded;
    return full ? std::min(bound_, candidates_[found_ - 1]) : bound_;
  }

  // Tries to go on with a word of the hypothesis, at a cost, wherever nothing hinders; there the
  // distance is charged to what follows.
  template <typename Hindered>
  void Try(Key cost, unsigned way_bits, uint32_t hypothesis, const Hindered& hindered,
           Key distance) {
    const Key most = MostOfUse();
    const size_t count = count_;
    size_t end = count;
    while (end > 0 && keys_[end - 1] + cost > most) --end;
    Key* const charged = charged_.data();
    const Path* const paths = paths_.data();
    Key* const run = run_.data();
    size_t size = 0;
    for (size_t p = 0; p < end; ++p) {
      const Key not_now{hindered(p)};
      run[size] =
          charged[p] + cost + (Key{p} << way_bits) + ChunkEnd(paths[p].last_end, hypothesis);
      size += static_cast<size_t>(run[size] <= most) & static_cast<size_t>(not_now ^ 1);
      charged[p] += distance & (not_now - 1);
    }
    for (size_t p = end; p < count; ++p) charged[p] += distance & (Key{hindered(p)} - 1);
    if (size == 0) return;
    SortRun(run_, size);
    MergeRun(run_, size);
  }

  // The paths that wait go on as they are.
  void Wait(Key cost, unsigned way_bits) {
    const Key most = MostOfUse();
    size_t size = 0;
    for (size_t p = 0; p < count_; ++p) {
      run_[size] = keys_[p] + cost + (Key{p} << way_bits);
      size += static_cast<size_t>(run_[size] <= most) & waits_[p];
    }
    if (size > 0) MergeRun(run_, size);
  }

  void SortRun(std::vector<Key>& keys, size_t size) const {
    Key* const run = keys.data();
    if (beam_ > kInsertionSort) {
      std::sort(run, run + size);
      return;
    }
    for (size_t next = 1; next < size; ++next) {
      const Key key = run[next];
      size_t at = next;
      for (; at > 0 && key < run[at - 1]; --at) run[at] = run[at - 1];
      run[at] = key;
    }
  }
  void MergeRun(std::vector<Key>& run, size_t size) {
    if (found_ == 0) {
      candidates_.swap(run);
      found_ = size;
      return;
    }
    Key* const best = candidates_.data();
    const Key* const more = run.data();
    size_t old = found_, fresh = size;
    while (old + fresh > beam_) {
      const bool of_run = old == 0 || (fresh > 0 && more[fresh - 1] > best[old - 1]);
      lost_ = std::min(lost_, of_run ? more[--fresh] : best[--old]);
    }
    found_ = old + fresh;
    // From the back, until all of the run is in its place.
    while (fresh > 0 && old > 0) {
      const Key of_run = more[fresh - 1], of_best = best[old - 1];
      best[old + fresh - 1] = std::max(of_run, of_best);
      fresh -= of_run > of_best ? 1 : 0;
      old -= of_run > of_best ? 0 : 1;
    }
    std::copy_n(more, fresh, best);
  }

  // Makes paths of the candidates.
  void Keep(size_t position, std::span<const AlignmentOption> options) {
    const unsigned way_bits = WayBits(options.size());
    const size_t way_mask = (size_t{1} << way_bits) - 1;
    nodes_.Grow(nodes_end_ + found_, nodes_end_);
    const size_t found = found_;
    for (size_t c = 0; c < found; ++c) {
      const Key key = candidates_[c];
      const auto order = static_cast<size_t>(key & kOrders);
      const size_t from = order >> way_bits, way = order & way_mask;
      keys_[c] = key & ~kOrders;
      CopyUsed(from, c);
      const Path& path = paths_[from];
      const auto at = static_cast<uint32_t>(position);
      if (way == options.size()) {
        next_paths_[c] = path.until > at ? path : Path{kNone, path.node, at + 1};
        continue;
      }
      const AlignmentOption& option = options[way];
      Use(&next_used_[c * words()], masks_[way]);
      next_paths_[c] = {EndOf(option), static_cast<uint32_t>(nodes_end_), at + option.ref_words};
      nodes_[nodes_end_++] = {&option, path.node, at};
    }
    count_ = found_;
    paths_.swap(next_paths_);
    used_.swap(next_used_);
  }

  // Charges the paths whose chunk ends when all go on with this word of the hypothesis, and sorts
  // them again: those that are charged and the others are in order each.
  void EndAlike(uint32_t hypothesis) {
    size_t others = 0, charged = 0;
    for (size_t p = 0; p < count_; ++p) {
      const Key charge = ChunkEnd(paths_[p].last_end, hypothesis);
      keys_[p] += charge;
      run_[others] = charged_run_[charged] = keys_[p] | p;
      others += charge == 0 ? 1 : 0;
      charged += charge == 0 ? 0 : 1;
    }
    if (!std::is_sorted(keys_.data(), keys_.data() + count_)) {
      found_ = 0;
      MergeRun(run_, others);
      MergeRun(charged_run_, charged);
      for (size_t p = 0; p < count_; ++p) {
        const auto from = static_cast<size_t>(candidates_[p] & kOrders);
        next_paths_[p] = paths_[from];
        CopyUsed(from, p);
        keys_[p] = candidates_[p] & ~kOrders;
      }
      paths_.swap(next_paths_);
      used_.swap(next_used_);
    }
    while (count_ > 0 && keys_[count_ - 1] > bound_) --count_;
  }

  uint32_t beam_ = 0;
  Key bound_ = 0;
  Key lost_ = 0;                  // the least key that was given up for want of room
  size_t words_ = 0;              // of 64 bits, per path
  size_t count_ = 0, found_ = 0;  // of paths and candidates
  size_t best_ = 0;
  std::vector<Key> keys_, candidates_;
  std::vector<Key> run_;          // candidates of one option
  std::vector<Key> charged_run_;  // of EndAlike()
  std::vector<Key> charged_;      // of paths, with the distances of the pairs that others took
  std::vector<Path> paths_, next_paths_;
  std::vector<Mask> masks_;     // of the options
  std::vector<uint8_t> waits_;  // of paths, whether they have taken a phrase that goes on
  std::vector<uint64_t> used_, next_used_;  // words of the hypothesis
  Buffer<Node> nodes_;
  size_t nodes_end_ = 0;
  bool alike_ = true;  // all paths end alike, at last_end_, and theirs do not count
  uint32_t last_end_ = kNone;
};

// What a search is about.
struct Choices {
  const AlignmentTask& task;
  uint32_t count;                     // of words of the hypothesis to choose among
  std::span<const uint32_t> bits;     // their numbers
  std::span<const uint32_t> covered;  // see BeamAlignment
};

// Returns the key of the best path.
template <typename Search>
typename Search::Key Follow(Search& search, const Choices& choices, uint32_t beam,
                            typename Search::Key bound, std::span<const AlignmentOption> pairs) {
  search.Begin(beam, choices.count, bound);
  for (size_t j = 0; j < pairs.size(); ++j) {
    const std::span<const AlignmentOption> options = choices.task.OptionsAt(j);
    const bool fixed = pairs[j].hypothesis != kNone;
    const bool covered = !choices.covered.empty() && choices.covered[j] != 0;
    if (fixed || (options.empty() && !covered)) {
      search.Force(pairs[j]);
      j += pairs[j].ref_words - 1;
    } else {
      search.Choose(j, options, choices.bits, covered);
    }
  }
  return search.End();
}

template <typename Search>
void SearchBy(Search& search, const Choices& choices, uint32_t beam,
              std::span<AlignmentOption> pairs) {
  auto bound = search.kUnbounded;
  bool found = false;
  if (beam > kScout) {
    bound = Follow(search, choices, kScout, bound, pairs);
    found = search.KeptAllUpTo(bound);
  }
  if (!found) found = Follow(search, choices, beam, bound, pairs) <= bound;
  // The beam may have lost what the scout found.
  if (!found) Follow(search, choices, beam, search.kUnbounded, pairs);
  search.Put(pairs);
}

}  // namespace

struct BeamAlignment::Searches {
  Beam<Narrow, true> narrow;
  Beam<Narrow, false> narrow_keys;
  Beam<Wide, false> wide;
};

BeamAlignment::BeamAlignment() : searches_(std::make_unique<Searches>()) {}
BeamAlignment::~BeamAlignment() = default;

// Counts the pairs that each word occurs in.
void BeamAlignment::CountCoverage(const AlignmentTask& task) {
  times_.assign(task.ends.size(), 0);
  for (const uint32_t name : task.reference) ++times_[name];
  coverage_.assign(task.hypothesis_size, 0);
  bool has_phrases = false;
  for (uint32_t name = 0; name < times_.size(); ++name) {
    if (times_[name] == 0) continue;
    for (const AlignmentOption& option : task.OptionsOf(name)) {
      for (uint32_t w = 0; w < option.hyp_words; ++w) {
        coverage_[option.hypothesis + w] += times_[name];
      }
      has_phrases |= option.ref_words > 1;
    }
  }
  covered_.clear();
  if (!has_phrases) return;
  covered_.resize(task.reference.size() + 1);
  for (size_t j = 0; j < task.reference.size(); ++j) {
    for (const AlignmentOption& option : task.OptionsAt(j)) {
      ++covered_[j + 1];
      --covered_[j + option.ref_words];
    }
  }
  for (size_t j = 1; j < covered_.size(); ++j) covered_[j] += covered_[j - 1];
}

// Of a word that has one option.
bool BeamAlignment::IsFixed(const AlignmentTask& task, size_t position) const {
  const AlignmentOption& option = task.OptionsAt(position)[0];
  if (!covered_.empty() && covered_[position] != 0) return false;
  bool alone = true;
  for (uint32_t w = 0; w < option.hyp_words; ++w) alone &= coverage_[option.hypothesis + w] == 1;
  for (size_t j = position + 1; j < position + option.ref_words; ++j) {
    alone &= covered_[j] == 1 && task.OptionsAt(j).empty();
  }
  return alone;
}

// A phrase's words have numbers one after the other.
void BeamAlignment::NumberChoices(const AlignmentTask& task) {
  choices_ = 0;
  bits_.assign(task.hypothesis_size, kNone);
  for (uint32_t name = 0; name < times_.size(); ++name) {
    if (times_[name] == 0) continue;
    for (const AlignmentOption& option : task.OptionsOf(name)) {
      std::fill_n(bits_.begin() + option.hypothesis, option.hyp_words, 0);
    }
  }
  for (uint32_t& bit : bits_) {
    if (bit != kNone) bit = choices_++;
  }
}

uint64_t BeamAlignment::Prepare(const AlignmentTask& task, uint32_t beam) {
  // The fields of keys can tell of no more.
  constexpr size_t kMostWords = size_t{1} << 22;
  constexpr uint64_t kMostCredit = uint64_t{1} << (Wide::kChunks - 1);
  CountCoverage(task);
  pairs_.assign(task.reference.size(), {});
  most_options_ = 0;
  longest_distance_ = most_credit_ = 0;
  uint64_t chosen = 0, tried = 0;
  for (size_t j = 0; j < task.reference.size(); ++j) {
    const std::span<const AlignmentOption> options = task.OptionsAt(j);
    if (options.size() == 1 && IsFixed(task, j)) {
      pairs_[j] = options[0];
      times_[task.reference[j]] = 0;
      j += options[0].ref_words - 1;
      continue;
    }
    ++chosen;
    most_options_ = std::max(most_options_, static_cast<uint32_t>(options.size()));
    most_credit_ += MostCredit(options);
    for (const AlignmentOption& option : options) {
      tried += option.hyp_words / kWord + 1;
      longest_distance_ += Distance(j, option.hypothesis);
    }
  }
  NumberChoices(task);
  if (task.reference.size() > kMostWords || most_credit_ > kMostCredit) return UINT64_MAX;
  return task.reference.size() + beam * (tried + chosen * (1 + choices_ / kWord));
}

void BeamAlignment::Search(const AlignmentTask& task, uint32_t beam) {
  if (choices_ == 0) return;
  const uint64_t made = uint64_t{beam} << WayBits(most_options_);
  const Choices choices = {task, choices_, bits_, covered_};
  if (!Beam<Narrow, false>::Fits(task.reference.size(), most_credit_, longest_distance_, made)) {
    SearchBy(searches_->wide, choices, beam, pairs_);
  } else if (choices_ < kWord) {
    SearchBy(searches_->narrow, choices, beam, pairs_);
  } else {
    SearchBy(searches_->narrow_keys, choices, beam, pairs_);
  }
}

uint32_t BeamAlignment::Chunks() const {
  uint32_t chunks = 0;
  uint32_t last_end = kNone;
  for (size_t j = 0; j < pairs_.size(); j += pairs_[j].ref_words) {
    const AlignmentOption& pair = pairs_[j];
    if (last_end != kNone && last_end != pair.hypothesis) ++chunks;
    last_end = pair.hypothesis == kNone ? kNone : pair.hypothesis + pair.hyp_words;
  }
  return chunks + (last_end == kNone ? 0 : 1);
}

}  // namespace mtgauge
