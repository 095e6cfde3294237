// The beam search over sort keys. Paths are stored in the order in which they were found. They are
// sorted by key, then by history, only to drop some or to choose the best.
//
// Keys leave out whatever is common to all paths: the credit and distance of fixed pairs, the most
// credit among a word's options, and the chunks that end where all paths end one. A path that waits
// for the end of a phrase is charged that most credit, too. The remaining key only grows along a
// path. So every path that leads to an alignment with a key of at most U has a key of at most U
// itself, and ranks before all paths with greater keys. Paths with a key above that of some
// complete alignment can therefore be dropped. A narrow beam, the scout, finds such an alignment
// first. It is also the result of the full beam unless the scout dropped a path with a key no
// greater.
#include "core/algo/alignment/beam_alignment.h"

#include <algorithm>
#include <utility>

#include "core/base/buffer.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint32_t kNoOption = AlignmentOption::kNone;
constexpr uint32_t kBitsOfWord = 64;
constexpr uint32_t kScout = 4;  // the scout's beam

uint64_t Distance(size_t position, uint32_t hypothesis) {
  return position > hypothesis ? position - hypothesis : hypothesis - position;
}

uint16_t MostCredit(std::span<const AlignmentOption> options) {
  uint16_t most = 0;
  for (const AlignmentOption& option : options) most = std::max(most, option.credit);
  return most;
}

// The fields of a key from the lowest bits up: distance, chunks, and missing credit, which has as
// many bits as chunks.
struct Narrow {
  using Key = uint64_t;
  static constexpr unsigned kDistance = 28, kChunks = 18;
};
struct Wide {
  __extension__ using Key = unsigned __int128;
  static constexpr unsigned kDistance = 44, kChunks = 24;
};

template <typename Layout, bool kOneWord>
class Beam {
 public:
  using Key = typename Layout::Key;
  static constexpr Key kUnbounded = ~Key{0};

  static bool Fits(size_t reference, uint64_t credit, uint64_t distance) {
    return std::max<uint64_t>(reference + 1, credit) < uint64_t{1} << Layout::kChunks &&
           distance < uint64_t{1} << Layout::kDistance;
  }

  // Starts a search that drops paths with keys above `bound`.
  void Begin(uint32_t beam, uint32_t choices, Key bound) {
    beam_ = beam;
    bound_ = bound;
    lost_ = kUnbounded;
    words_ = choices / kBitsOfWord + 1;
    steps_.clear();
    begin_ = count_ = 0;
    OpenStep(kNoOption, {});
    used_.Grow(words(), 0);
    std::fill_n(used_.data(), words(), 0);
    AddPath(0, 0, Place(kNoOption, 0), used_.data());
    CloseStep();
    last_end_ = kNoOption;
    alike_ = true;
  }

  // Makes every path take the pair or leave the word unaligned. No path may be waiting.
  void Force(const AlignmentOption& pair) {
    if (!alike_) {
      OpenStep(kNoOption, {});
      Go({.most = bound_, .place = Place(kNoOption, 0), .hypothesis = pair.hypothesis}, {});
      CloseStep();
    }
    alike_ = true;
    last_end_ = EndOf(pair);
  }

  // Lets every path take a pair, leave the word unaligned or, if `covered`, wait for the end of its
  // phrase.
  void Choose(uint32_t position, std::span<const AlignmentOption> options,
              std::span<const uint32_t> bits, bool covered) {
    for (size_t p = 0; alike_ && p < count_; ++p) {
      place_[p] = Place(last_end_, static_cast<uint32_t>(place_[p] >> 32));
    }
    alike_ = false;
    for (size_t p = 0; covered && p < count_; ++p) {
      if (place_[p] >> 32 > position) used_[(p + 1) * words() - 1] |= kWaits;
    }
    OpenStep(position, options);
    const Key most_credit = MostCredit(options);
    Key most = bound_;
    for (uint32_t way = 0; way < options.size(); ++way) {
      const AlignmentOption& option = options[way];
      Go({.cost = (most_credit - option.credit) * kOneCredit,
          .distance = Distance(position, option.hypothesis) * kOneDistance,
          .most = most,
          .way = way,
          .place = Place(EndOf(option), position + option.ref_words),
          .hypothesis = option.hypothesis,
          .covered = covered},
         MaskOf(option, bits));
      if (found_ > MostFound()) most = std::min(most, Trim());
    }
    const auto without = static_cast<uint32_t>(options.size());
    Go({.cost = most_credit * kOneCredit,
        .most = most,
        .way = without,
        .place = Place(kNoOption, position + 1),
        .covered = covered},
       {});
    if (covered) Wait(most_credit * kOneCredit, most, without);
    Trim();
    CloseStep();
  }

  // Ends the search. Returns the key of the best path, kUnbounded if there is none.
  Key End() {
    const auto closed = [&](size_t p) {
      return key_[begin_ + p] + (alike_ ? Key{0} : ChunkEnd(EndOfPlace(place_[p]), kNoOption));
    };
    Key least = kUnbounded;
    for (uint32_t p = 0; p < count_; ++p) {
      if (closed(p) > least || (closed(p) == least && !IsBefore(p, best_))) continue;
      least = closed(p);
      best_ = p;
    }
    return least;
  }
  // Returns whether no path with at most this key was dropped.
  bool KeptAllUpTo(Key key) const { return lost_ > key; }

  // Writes the choices of the best path into `pairs`.
  void Put(std::span<AlignmentOption> pairs) const {
    uint32_t p = best_;
    for (size_t s = steps_.size(); s-- > 0;) {
      const uint64_t from = from_[steps_[s].begin + p];
      const size_t way = from >> 32;
      if (way < steps_[s].options.size()) pairs[steps_[s].position] = steps_[s].options[way];
      p = static_cast<uint32_t>(from);
    }
  }

 private:
  static constexpr Key kOneDistance = 1;
  static constexpr Key kOneChunk = kOneDistance << Layout::kDistance;
  static constexpr Key kOneCredit = kOneChunk << Layout::kChunks;
  static constexpr uint64_t kWaits = uint64_t{1} << (kBitsOfWord - 1);  // no word has this bit
  static constexpr size_t kMoreFound = 256;  // candidates beyond the beam's size

  // A reference word at which paths were extended, or at which all ended the same way.
  struct Step {
    size_t begin;  // index of its first path
    uint32_t position;
    std::span<const AlignmentOption> options;
  };
  // One way to extend paths.
  struct Way {
    Key cost = 0;      // added to every path that takes it
    Key distance = 0;  // charged to the later siblings of these paths
    Key most = 0;      // drops candidates with greater keys
    uint32_t way = 0;
    uint64_t place = 0;  // the Place() of the paths that take it
    uint32_t hypothesis = kNoOption;
    bool covered = false;
  };

  // Packs the end of the last pair in the hypothesis (kNoOption after an unaligned word) and the
  // first word of the reference that a path has not processed.
  static uint64_t Place(uint32_t end, uint32_t until) { return uint64_t{until} << 32 | end; }
  static uint32_t EndOfPlace(uint64_t place) { return static_cast<uint32_t>(place); }

  // The words of the hypothesis that a pair takes, as bits of a path's set.
  struct Mask {
    size_t first = 0, last = 0;
    uint64_t of_first = 0, of_last = 0;
  };
  static Mask MaskOf(const AlignmentOption& option, std::span<const uint32_t> bits) {
    const uint32_t begin = bits[option.hypothesis], last = begin + option.hyp_words - 1;
    if (kOneWord) return {0, 0, (~uint64_t{0} >> (kBitsOfWord - option.hyp_words)) << begin, 0};
    Mask mask = {begin / kBitsOfWord, last / kBitsOfWord, ~uint64_t{0} << begin % kBitsOfWord,
                 ~uint64_t{0} >> (kBitsOfWord - 1 - last % kBitsOfWord)};
    if (mask.first == mask.last) mask.of_first &= mask.of_last;
    return mask;
  }
  bool IsUsed(const uint64_t* used, const Mask& mask) const {
    uint64_t common = used[mask.first] & mask.of_first;
    for (size_t w = mask.first + 1; w <= mask.last; ++w) {
      common |= used[w] & (w < mask.last ? ~uint64_t{0} : mask.of_last);
    }
    return common != 0;
  }
  static void Use(uint64_t* used, const Mask& mask) {
    used[mask.first] |= mask.of_first;
    for (size_t w = mask.first + 1; w <= mask.last; ++w) {
      used[w] |= w < mask.last ? ~uint64_t{0} : mask.of_last;
    }
  }

  static uint32_t EndOf(const AlignmentOption& pair) {
    return pair.hypothesis == kNoOption ? kNoOption : pair.hypothesis + pair.hyp_words;
  }
  static Key ChunkEnd(uint32_t last_end, uint32_t hypothesis) {
    return Key{static_cast<unsigned>(last_end != kNoOption) &
               static_cast<unsigned>(last_end != hypothesis)} *
           kOneChunk;
  }

  size_t words() const { return kOneWord ? 1 : words_; }

  void OpenStep(uint32_t position, std::span<const AlignmentOption> options) {
    const size_t end = begin_ + count_;
    steps_.push_back({end, position, options});
    charged_.Grow(count_ + kLanes, 0);
    std::copy_n(key_.data() + begin_, count_, charged_.data());
    found_ = 0;
    const size_t most = MostFound() + count_ + kLanes;
    key_.Grow(end + most, end);
    from_.Grow(end + most, end);
    next_place_.Grow(most, 0);
    next_used_.Grow(most * words(), 0);
  }
  // The number of candidates above which some are dropped.
  size_t MostFound() const { return beam_ + kMoreFound; }
  void CloseStep() {
    begin_ = steps_.back().begin;
    count_ = found_;
    std::swap(place_, next_place_);
    std::swap(used_, next_used_);
  }
  void AddPath(Key key, uint64_t from, uint64_t place, const uint64_t* used) {
    key_[steps_.back().begin + found_] = key;
    from_[steps_.back().begin + found_] = from;
    next_place_[found_] = place;
    for (size_t w = 0; w < words(); ++w) next_used_[found_ * words() + w] = used[w];
    ++found_;
  }

  BeamPaths Candidates(size_t from) {
    const size_t at = steps_.back().begin + from;
    return {key_.data() + at, from_.data() + at, next_place_.data() + from,
            next_used_.data() + from};
  }

  // Extends every path that allows it, and charges the distance to what follows from that path.
  void Go(const Way& way, const Mask& mask) {
    const uint64_t waits = way.covered ? kWaits : 0, made = uint64_t{way.way} << 32;
    if constexpr (kHasKernels) {
      const BeamPaths paths = {charged_.data(), nullptr, place_.data(), used_.data()};
      const BeamPaths out = Candidates(found_);
      const BeamWay with = {mask.of_first, mask.of_first | waits, way.cost, kOneChunk,
                            way.most,      way.distance,          made,     way.place,
                            way.hypothesis};
      found_ += kernels_.beam_go(&paths, static_cast<uint32_t>(count_), &with, &out);
    } else {
      for (size_t p = 0; p < count_; ++p) {
        const uint64_t* const used = &used_[p * words()];
        if (IsUsed(used, mask) || (used[words() - 1] & waits) != 0) continue;
        const Key key = charged_[p] + way.cost + ChunkEnd(EndOfPlace(place_[p]), way.hypothesis);
        charged_[p] += way.distance;
        if (key > way.most) continue;
        AddPath(key, made | p, way.place, used);
        Use(&next_used_[(found_ - 1) * words()], mask);
      }
    }
  }

  // Carries waiting paths over unchanged.
  void Wait(Key cost, Key most, uint32_t way) {
    for (size_t p = 0; p < count_; ++p) {
      uint64_t* const used = &used_[p * words()];
      const Key key = key_[begin_ + p] + cost;
      if ((used[words() - 1] & kWaits) == 0 || key > most) continue;
      used[words() - 1] &= ~kWaits;
      AddPath(key, uint64_t{way} << 32 | p, place_[p], used);
    }
  }

  // Returns whether one path of the last step ranks before another: compares their keys, then the
  // paths that they were made from, then the ways.
  bool IsBefore(uint32_t a, uint32_t b) const {
    for (size_t s = steps_.size(); s-- > 0;) {
      const size_t begin = steps_[s].begin;
      if (key_[begin + a] != key_[begin + b]) return key_[begin + a] < key_[begin + b];
      const uint64_t from_a = from_[begin + a], from_b = from_[begin + b];
      a = static_cast<uint32_t>(from_a);
      b = static_cast<uint32_t>(from_b);
      if (a == b) return from_a < from_b;
    }
    return false;
  }

  // Drops all but the best `beam_` candidates. Returns a key above which no candidate is useful.
  Key Trim() {
    if (found_ <= beam_) return kUnbounded;
    uint32_t less = 0;
    const Key lost = FirstLost(less);
    lost_ = std::min(lost_, lost);
    KeepUpTo(less == beam_ ? lost - 1 : lost);
    if (less == beam_) return lost;
    // Keep only some of those with this key.
    Key* const keys = key_.data() + steps_.back().begin;
    equal_.clear();
    for (uint32_t c = 0; c < found_; ++c) {
      if (keys[c] == lost) equal_.push_back(c);
    }
    const auto first_lost = equal_.begin() + (beam_ - less);
    std::nth_element(equal_.begin(), first_lost, equal_.end(),
                     [&](uint32_t a, uint32_t b) { return IsBefore(a, b); });
    for (auto c = first_lost; c != equal_.end(); ++c) keys[*c] = kUnbounded;
    KeepUpTo(lost);
    return lost;
  }
  // Returns the least key among the excess candidates, and how many candidates have a lesser key.
  Key FirstLost(uint32_t& less) {
    const Key* const keys = key_.data() + steps_.back().begin;
    memory_.Grow(2 * (found_ + kLanes), 0);
    Key* const memory = memory_.data();
    if constexpr (kHasKernels) {
      return kernels_.nth_key(keys, static_cast<uint32_t>(found_), beam_, memory, &less);
    } else {
      std::copy_n(keys, found_, memory);
      std::nth_element(memory, memory + beam_, memory + found_);
      const Key lost = memory[beam_];
      less = static_cast<uint32_t>(
          std::count_if(memory, memory + beam_, [&](Key key) { return key < lost; }));
      return lost;
    }
  }
  void KeepUpTo(Key most) {
    const size_t found = std::exchange(found_, 0), begin = steps_.back().begin;
    if constexpr (kHasKernels) {
      const BeamPaths candidates = Candidates(0);
      found_ = kernels_.beam_keep(&candidates, static_cast<uint32_t>(found), most);
    } else {
      for (size_t c = 0; c < found; ++c) {
        if (key_[begin + c] > most) continue;
        AddPath(key_[begin + c], from_[begin + c], next_place_[c], &next_used_[c * words()]);
      }
    }
  }

  static constexpr size_t kLanes = 8;  // kernels read and write this many elements past the end
  static constexpr bool kHasKernels = kOneWord && sizeof(Key) == sizeof(uint64_t);
  const Kernels& kernels_ = ActiveKernels();

  uint32_t beam_ = 0;
  Key bound_ = 0;
  Key lost_ = 0;                  // the least key dropped because the beam was full
  size_t words_ = 0;              // 64-bit words per path
  size_t count_ = 0, found_ = 0;  // numbers of paths and candidates
  size_t begin_ = 0;              // first current path among those of all steps
  uint32_t best_ = 0;
  std::vector<Step> steps_;
  Buffer<Key> key_;        // keys of the paths of all steps
  Buffer<uint64_t> from_;  // path and way that each came from
  Buffer<Key> charged_;    // path keys plus distances of pairs that siblings took
  Buffer<uint64_t> place_, next_place_;
  Buffer<uint64_t> used_, next_used_;  // words of the hypothesis
  Buffer<Key> memory_;                 // used by FirstLost()
  std::vector<uint32_t> equal_;        // candidates with the least dropped key
  bool alike_ = true;                  // all paths end at last_end_; their own ends do not count
  uint32_t last_end_ = kNoOption;
};

// The input of a search.
struct Choices {
  const AlignmentTask& task;
  uint32_t count;                     // number of hypothesis words to choose among
  std::span<const uint32_t> bits;     // their numbers
  std::span<const uint32_t> covered;  // see BeamAlignment
};

// Runs a search and returns the key of the best path.
template <typename Search>
typename Search::Key Follow(Search& search, const Choices& choices, uint32_t beam,
                            typename Search::Key bound, std::span<const AlignmentOption> pairs) {
  search.Begin(beam, choices.count, bound);
  for (uint32_t j = 0; j < pairs.size(); ++j) {
    const std::span<const AlignmentOption> options = choices.task.OptionsAt(j);
    const bool fixed = pairs[j].hypothesis != kNoOption;
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
  // The beam may have dropped the path that the scout found.
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

// Counts the options that contain each word.
void BeamAlignment::CountCoverage(const AlignmentTask& task) {
  coverage_.assign(task.hypothesis_size, 0);
  bool has_phrases = false;
  for (size_t j = 0; j < task.reference.size(); ++j) {
    for (const AlignmentOption& option : task.OptionsAt(j)) {
      for (uint32_t w = 0; w < option.hyp_words; ++w) ++coverage_[option.hypothesis + w];
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

// Returns whether the only option of a word is the only one for all of its words.
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

uint64_t BeamAlignment::Prepare(const AlignmentTask& task, uint32_t beam) {
  constexpr uint64_t kMostTried = uint64_t{1} << 34;  // more would take too long
  // Limits of the fields of keys.
  constexpr size_t kMostWords = size_t{1} << 22;
  constexpr uint64_t kMostCredit = uint64_t{1} << (Wide::kChunks - 1);
  uint64_t listed = 0;
  for (size_t j = 0; j < task.reference.size(); ++j) listed += task.OptionsAt(j).size();
  if (listed > task.reference.size() + kMostTried / beam) return UINT64_MAX;
  CountCoverage(task);
  pairs_.assign(task.reference.size(), {});
  bits_.assign(task.hypothesis_size, kNoOption);
  choices_ = 0;
  longest_distance_ = most_credit_ = 0;
  uint64_t chosen = 0, tried = 0;
  for (size_t j = 0; j < task.reference.size(); ++j) {
    const std::span<const AlignmentOption> options = task.OptionsAt(j);
    if (options.size() == 1 && IsFixed(task, j)) {
      pairs_[j] = options[0];
      j += options[0].ref_words - 1;
      continue;
    }
    ++chosen;
    most_credit_ += MostCredit(options);
    for (const AlignmentOption& option : options) {
      tried += option.hyp_words / kBitsOfWord + 1;
      longest_distance_ += Distance(j, option.hypothesis);
      for (uint32_t w = 0; w < option.hyp_words; ++w) bits_[option.hypothesis + w] = 0;
    }
  }
  // The words of a phrase get consecutive numbers.
  for (uint32_t& bit : bits_) {
    if (bit != kNoOption) bit = choices_++;
  }
  if (task.reference.size() > kMostWords || most_credit_ > kMostCredit) return UINT64_MAX;
  return task.reference.size() + beam * (tried + chosen * (1 + choices_ / kBitsOfWord));
}

void BeamAlignment::Search(const AlignmentTask& task, uint32_t beam) {
  if (choices_ == 0) return;
  const Choices choices = {task, choices_, bits_, covered_};
  if (!Beam<Narrow, false>::Fits(task.reference.size(), most_credit_, longest_distance_)) {
    SearchBy(searches_->wide, choices, beam, pairs_);
  } else if (choices_ < kBitsOfWord) {
    SearchBy(searches_->narrow, choices, beam, pairs_);
  } else {
    SearchBy(searches_->narrow_keys, choices, beam, pairs_);
  }
}

uint32_t BeamAlignment::Chunks() const {
  uint32_t chunks = 0;
  uint32_t last_end = kNoOption;
  for (size_t j = 0; j < pairs_.size(); j += pairs_[j].ref_words) {
    const AlignmentOption& pair = pairs_[j];
    if (last_end != kNoOption && last_end != pair.hypothesis) ++chunks;
    last_end = pair.hypothesis == kNoOption ? kNoOption : pair.hypothesis + pair.hyp_words;
  }
  return chunks + (last_end == kNoOption ? 0 : 1);
}

}  // namespace mtgauge
