// A beam search over sets of used words.
//
// States with the same set can become equal, so for each option only the best one counts: a state
// that the option would join, otherwise the head of the set. Few candidates of a set are examined:
// crossings with words of the set decrease from the first option to the last. Together with the
// least crossings with fixed pairs, they bound the range of options that may be among the best.
#include "core/algo/alignment/staged_alignment.h"

#include <algorithm>
#include <bit>

namespace mtgauge {
namespace {

constexpr uint32_t kWordBits = 64;

// Returns the hash of one word number. The hash of a set is the sum over its words.
uint64_t HashOf(uint32_t bit) {
  uint64_t hash = (bit + 1) * 0x9E3779B97F4A7C15u;
  hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

}  // namespace

class StagedAlignment::Search {
 public:
  void Begin(uint32_t beam, uint32_t choices);
  // Passes a word that is already paired with `hypothesis`, or with nothing if that is kNone.
  void Pass(uint32_t hypothesis);
  // Chooses one of `options`, or none, for the next word. They are in ascending order.
  void Choose(uint32_t position, std::span<Option> options);
  // Calls visit(position, hypothesis) for the pairs of the best state.
  template <typename Visit>
  void End(const Visit& visit) const;
  bool exact() const { return exact_; }

 private:
  __extension__ using Rank = unsigned __int128;
  struct State {
    uint32_t matches, joins;
    uint64_t crossings;
    uint32_t last;  // the word paired with the previous word, or kNone
    uint32_t node;
    uint32_t set;   // the set of used words
    uint32_t next;  // next state of that set, or kNone
  };
  struct UsedSet {
    uint64_t hash;
    uint32_t first;  // its first state
  };
  // A possible successor of a state. Less is better.
  struct Candidate {
    Rank rank;       // prefers more matches, then fewer crossings, then more joins
    uint64_t order;  // the option, and the state it comes from
    friend bool operator<(const Candidate& x, const Candidate& y) {
      return x.rank < y.rank || (x.rank == y.rank && x.order < y.order);
    }
  };
  struct Node {
    uint32_t before, position, hypothesis;
  };
  struct Sets {  // words_ numbers for each set
    std::vector<UsedSet> rows;
    std::vector<uint64_t> used;
    std::vector<uint32_t> behind;  // number of used words after each number's bits
    void Clear() {
      rows.clear();
      used.clear();
      behind.clear();
    }
  };

  static bool Better(const State& x, const State& y) {
    if (x.matches != y.matches) return x.matches > y.matches;
    return x.crossings != y.crossings ? x.crossings < y.crossings : x.joins > y.joins;
  }
  static Rank RankOf(uint32_t matches, uint64_t crossings, uint32_t joins) {
    return Rank{UINT32_MAX - matches} << 96 | Rank{crossings} << 32 | (UINT32_MAX - joins);
  }
  static Candidate MakeCandidate(Rank rank, uint32_t option, uint32_t from) {
    return {rank, uint64_t{option} << 32 | from};
  }

  bool IsUsed(uint32_t set, uint32_t bit) const {
    return (now_.used[set * words_ + bit / kWordBits] >> (bit % kWordBits) & 1) != 0;
  }
  // Returns the number of words of the set from this one on.
  uint32_t UsedFrom(uint32_t set, uint32_t bit) const {
    const size_t word = set * words_ + bit / kWordBits;
    return now_.behind[word] +
           static_cast<uint32_t>(std::popcount(now_.used[word] >> (bit % kWordBits)));
  }
  void LinkStates();
  void ProposeFrom(uint32_t set);
  void ProposeJoin(uint32_t from);
  void ProposeOthers(uint32_t from);
  void Propose(const Candidate& candidate);
  void Cut();
  void Keep(uint32_t position);
  uint32_t AddSet(const UsedSet& parent, uint32_t parent_index, uint32_t bit);

  uint32_t beam_ = 0;
  size_t words_ = 0;
  bool exact_ = true;
  std::vector<State> states_, next_states_;
  Sets now_, next_;
  std::vector<uint32_t> set_at_;  // hash table of the next sets; kNone if empty
  std::span<Option> options_;
  uint64_t turn_ = 0;  // identifies the set and step that candidates come from
  std::vector<Candidate> made_;
  Candidate worst_{};  // candidates that are not better are dropped
  std::vector<Node> nodes_;
};

void StagedAlignment::Search::Begin(uint32_t beam, uint32_t choices) {
  beam_ = beam;
  words_ = choices / kWordBits + 1;
  exact_ = true;
  states_.assign(1, {0, 0, 0, kNone, kNone, 0, kNone});
  now_.Clear();
  now_.rows.push_back({0, 0});
  now_.used.assign(words_, 0);
  now_.behind.assign(words_, 0);
  set_at_.assign(std::bit_ceil(size_t{2} * beam), kNone);
  nodes_.clear();
}

void StagedAlignment::Search::Pass(uint32_t hypothesis) {
  for (State& state : states_) {
    if (hypothesis != kNone && state.last != kNone && state.last + 1 == hypothesis) ++state.joins;
    state.last = hypothesis;
  }
}

// Links the states of each set, in order.
void StagedAlignment::Search::LinkStates() {
  for (UsedSet& set : now_.rows) set.first = kNone;
  for (auto s = static_cast<uint32_t>(states_.size()); s-- > 0;) {
    uint32_t& first = now_.rows[states_[s].set].first;
    states_[s].next = first;
    first = s;
  }
}

void StagedAlignment::Search::Choose(uint32_t position, std::span<Option> options) {
  options_ = options;
  LinkStates();
  made_.clear();
  worst_ = {~Rank{0}, UINT64_MAX};
  for (uint32_t set = 0; set < now_.rows.size(); ++set) ProposeFrom(set);
  Keep(position);
}

// Proposes the candidates of a set, one for each option. The states of a set either all end with
// the same word, after a word that left no choice, or all with different words. The head is the
// best state; a state that is worse than the head does not become better by joining.
void StagedAlignment::Search::ProposeFrom(uint32_t set) {
  ++turn_;
  uint32_t head = now_.rows[set].first;
  for (uint32_t s = head; s != kNone; s = states_[s].next) {
    if (Better(states_[s], states_[head])) head = s;
  }
  ProposeJoin(head);
  for (uint32_t s = states_[head].next; s != kNone; s = states_[s].next) {
    const bool as_good = !Better(states_[head], states_[s]);
    if (as_good && states_[s].last != states_[head].last) ProposeJoin(s);
  }
  ProposeOthers(head);
}

// Proposes the option that follows the last word of the state, if there is one.
void StagedAlignment::Search::ProposeJoin(uint32_t from) {
  const State& state = states_[from];
  if (state.last == kNone) return;
  const auto option = std::lower_bound(
      options_.begin(), options_.end(), state.last + 1,
      [](const Option& with, uint32_t hypothesis) { return with.hypothesis < hypothesis; });
  if (option == options_.end() || option->hypothesis != state.last + 1) return;
  if (IsUsed(state.set, option->bit)) return;
  option->joined = turn_;
  const uint64_t crossings = state.crossings + option->crossings + UsedFrom(state.set, option->bit);
  Propose(MakeCandidate(RankOf(state.matches + 1, crossings, state.joins + 1), option->hypothesis,
                        from));
}

// Proposes the head's candidates that join nothing: goes from the last word of the set to either
// side until no remaining candidate can be among the best.
void StagedAlignment::Search::ProposeOthers(uint32_t from) {
  const State& head = states_[from];
  const uint32_t set = head.set;
  Propose(MakeCandidate(RankOf(head.matches, head.crossings, head.joins), kNone, from));
  const auto rank = [&](uint64_t more) {
    return RankOf(head.matches + 1, head.crossings + more, head.joins);
  };
  const auto propose = [&](const Option& option) {
    if (option.joined == turn_ || IsUsed(set, option.bit)) return;
    Propose(
        MakeCandidate(rank(option.crossings + UsedFrom(set, option.bit)), option.hypothesis, from));
  };
  const auto behind =
      std::partition_point(options_.begin(), options_.end(),
                           [&](const Option& option) { return UsedFrom(set, option.bit) > 0; });
  for (auto option = behind; option != options_.end(); ++option) {
    const Rank least = rank(option->least_from);
    if (!(MakeCandidate(least, option->hypothesis, from) < worst_)) break;
    propose(*option);
  }
  for (auto option = behind; option != options_.begin();) {
    --option;
    if (rank(option->least_before + UsedFrom(set, option->bit)) > worst_.rank) break;
    propose(*option);
  }
}

void StagedAlignment::Search::Propose(const Candidate& candidate) {
  if (!(candidate < worst_)) return;
  made_.push_back(candidate);
  if (made_.size() == size_t{2} * beam_) Cut();
}

// Drops all but the best `beam_` candidates.
void StagedAlignment::Search::Cut() {
  const auto last = made_.begin() + (beam_ - 1);
  std::nth_element(made_.begin(), last, made_.end());
  worst_ = *last;
  made_.resize(beam_);
  exact_ = false;
}

// Turns the best candidates into states.
void StagedAlignment::Search::Keep(uint32_t position) {
  if (made_.size() > beam_) Cut();
  std::sort(made_.begin(), made_.end());
  next_states_.clear();
  next_.Clear();
  for (const Candidate& candidate : made_) {
    const auto hypothesis = static_cast<uint32_t>(candidate.order >> 32);
    const State& from = states_[static_cast<uint32_t>(candidate.order)];
    State& state = next_states_.emplace_back(from);
    state.last = hypothesis;
    uint32_t bit = kNone;
    if (hypothesis != kNone) {
      ++state.matches;
      state.crossings = static_cast<uint64_t>(candidate.rank >> 32);
      state.joins = UINT32_MAX - static_cast<uint32_t>(candidate.rank);
      state.node = static_cast<uint32_t>(nodes_.size());
      nodes_.push_back({from.node, position, hypothesis});
      const auto option = std::lower_bound(
          options_.begin(), options_.end(), hypothesis,
          [](const Option& with, uint32_t word) { return with.hypothesis < word; });
      bit = option->bit;
    }
    state.set = AddSet(now_.rows[from.set], from.set, bit);
  }
  for (const UsedSet& set : next_.rows) {
    size_t at = set.hash & (set_at_.size() - 1);
    while (set_at_[at] != kNone) {
      set_at_[at] = kNone;
      at = (at + 1) & (set_at_.size() - 1);
    }
  }
  states_.swap(next_states_);
  std::swap(now_, next_);
}

// Returns the index of the parent set plus the word `bit`, or of the parent set itself if that is
// kNone.
uint32_t StagedAlignment::Search::AddSet(const UsedSet& parent, uint32_t parent_index,
                                         uint32_t bit) {
  const auto fresh = static_cast<uint32_t>(next_.rows.size());
  const auto words = static_cast<std::ptrdiff_t>(words_);
  const auto used = now_.used.begin() + parent_index * words;
  const auto behind = now_.behind.begin() + parent_index * words;
  next_.used.insert(next_.used.end(), used, used + words);
  next_.behind.insert(next_.behind.end(), behind, behind + words);
  uint64_t hash = parent.hash;
  if (bit != kNone) {
    hash += HashOf(bit);
    next_.used[fresh * words_ + bit / kWordBits] |= uint64_t{1} << (bit % kWordBits);
    for (size_t w = 0; w < bit / kWordBits; ++w) ++next_.behind[fresh * words_ + w];
  }
  const auto set_words = [&](uint32_t set) { return next_.used.begin() + set * words; };
  size_t at = hash & (set_at_.size() - 1);
  for (; set_at_[at] != kNone; at = (at + 1) & (set_at_.size() - 1)) {
    const uint32_t other = set_at_[at];
    if (next_.rows[other].hash != hash ||
        !std::equal(set_words(other), set_words(other) + words, set_words(fresh))) {
      continue;
    }
    next_.used.resize(fresh * words_);
    next_.behind.resize(fresh * words_);
    return other;
  }
  set_at_[at] = fresh;
  next_.rows.push_back({hash, kNone});
  return fresh;
}

template <typename Visit>
void StagedAlignment::Search::End(const Visit& visit) const {
  uint32_t node = std::min_element(states_.begin(), states_.end(), Better)->node;
  for (; node != kNone; node = nodes_[node].before) {
    visit(nodes_[node].position, nodes_[node].hypothesis);
  }
}

StagedAlignment::StagedAlignment() : search_(std::make_unique<Search>()) {}
StagedAlignment::~StagedAlignment() = default;

void StagedAlignment::Begin(uint32_t hypothesis_size, uint32_t reference_size) {
  pairs_.assign(reference_size, kNone);
  taken_.assign(hypothesis_size, 0);
  exact_ = true;
}

void StagedAlignment::Fix(size_t position, uint32_t hypothesis) {
  pairs_[position] = hypothesis;
  taken_[hypothesis] = 1;
}

void StagedAlignment::ListOptions(std::span<const uint32_t> names, const WordLists& lists) {
  times_.assign(lists.names(), 0);
  for (size_t j = 0; j < names.size(); ++j) {
    if (pairs_[j] == kNone) ++times_[names[j]];
  }
  range_of_.resize(lists.names());
  options_.clear();
  coverage_.assign(taken_.size(), 0);
  for (uint32_t name = 0; name < times_.size(); ++name) {
    const auto begin = static_cast<uint32_t>(options_.size());
    if (times_[name] > 0) {
      lists.ForEach(name, [&](uint32_t i) {
        if (taken_[i] != 0) return;
        options_.push_back({i});
        coverage_[i] += times_[name];
      });
    }
    range_of_[name] = {begin, static_cast<uint32_t>(options_.size()), kNone};
  }
}

// Fixes each pair that is the only one of both its words: every largest choice contains it.
void StagedAlignment::FixForcedPairs(std::span<const uint32_t> names) {
  for (size_t j = 0; j < names.size(); ++j) {
    if (pairs_[j] != kNone) continue;
    const std::span<const Option> options = OptionsOf(names[j]);
    if (options.size() != 1) continue;
    if (coverage_[options[0].hypothesis] == 1) Fix(j, options[0].hypothesis);
  }
}

// Numbers the hypothesis words to choose from, in order; returns how many there are.
uint32_t StagedAlignment::NumberChoices() {
  bits_.assign(taken_.size(), kNone);
  uint32_t choices = 0;
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] == 0 && coverage_[i] > 0) bits_[i] = choices++;
  }
  for (Option& option : options_) option.bit = bits_[option.hypothesis];
  return choices;
}

uint64_t StagedAlignment::Steps(std::span<const uint32_t> names, uint32_t beam, uint32_t choices) {
  uint64_t open = 0, options = 0;
  for (size_t j = 0; j < names.size(); ++j) {
    if (pairs_[j] != kNone || OptionsOf(names[j]).empty()) continue;
    ++open;
    options += OptionsOf(names[j]).size();
  }
  constexpr uint32_t kOfOption = 32, kOfState = 32;  // fixed costs
  return options * (uint64_t{beam} + kOfOption) +
         open * beam * (kOfState + uint64_t{choices} / kWordBits);
}

void StagedAlignment::CountFixed() {
  taken_before_.resize(taken_.size());
  uint32_t count = 0;
  for (size_t i = 0; i < taken_.size(); ++i) {
    taken_before_[i] = count;
    count += taken_[i];
  }
  passed_.assign(taken_.size() + 1, 0);
  passed_count_ = 0;
}

// Adds the word to a Fenwick tree.
void StagedAlignment::PassFixed(uint32_t hypothesis) {
  ++passed_count_;
  for (size_t n = hypothesis + 1; n < passed_.size(); n += n & (~n + 1)) ++passed_[n];
}

// Returns the crossings with fixed pairs if the current word is paired with this one.
uint64_t StagedAlignment::CrossingsWithFixed(uint32_t hypothesis) const {
  if (taken_before_.back() == 0 && passed_count_ == 0) return 0;
  uint64_t both_before = 0;
  for (size_t n = hypothesis; n > 0; n &= n - 1) both_before += passed_[n];
  return passed_count_ + taken_before_[hypothesis] - 2 * both_before;
}

// Counts the crossings of a name's options with fixed pairs, unless they are up to date.
void StagedAlignment::CountCrossings(uint32_t name) {
  if (range_of_[name].passed == passed_count_) return;
  range_of_[name].passed = passed_count_;
  const std::span<Option> options = OptionsOf(name);
  uint64_t least = UINT64_MAX;
  for (Option& option : options) {
    option.crossings = CrossingsWithFixed(option.hypothesis);
    least = std::min(least, option.crossings);
    option.least_before = least;
  }
  least = UINT64_MAX;
  for (size_t o = options.size(); o-- > 0;) {
    least = std::min(least, options[o].crossings);
    options[o].least_from = least;
  }
}

bool StagedAlignment::AddStage(std::span<const uint32_t> names, const WordLists& lists,
                               uint32_t beam, uint64_t most_steps) {
  ListOptions(names, lists);
  if (options_.empty()) return true;
  FixForcedPairs(names);
  const uint32_t choices = NumberChoices();
  if (choices == 0) return true;
  if (Steps(names, beam, choices) > most_steps) return false;
  CountFixed();
  search_->Begin(beam, choices);
  for (size_t j = 0; j < names.size(); ++j) {
    if (pairs_[j] != kNone || OptionsOf(names[j]).empty()) {
      search_->Pass(pairs_[j]);
      if (pairs_[j] != kNone) PassFixed(pairs_[j]);
    } else {
      CountCrossings(names[j]);
      search_->Choose(static_cast<uint32_t>(j), OptionsOf(names[j]));
    }
  }
  exact_ = exact_ && search_->exact();
  search_->End([&](uint32_t position, uint32_t hypothesis) { Fix(position, hypothesis); });
  return true;
}

uint32_t StagedAlignment::Chunks() const {
  uint32_t chunks = 0, last = kNone;
  for (const uint32_t hypothesis : pairs_) {
    if (hypothesis != kNone && (last == kNone || last + 1 != hypothesis)) ++chunks;
    last = hypothesis;
  }
  return chunks;
}

}  // namespace mtgauge
