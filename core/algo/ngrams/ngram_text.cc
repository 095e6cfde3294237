// Splits the positions of each n-gram by the token that follows, depth first. A position here is
// that of the token after the n-gram.
#include "core/algo/ngrams/ngram_text.h"

#include <algorithm>
#include <functional>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "core/algo/ngrams/ngram_count_bytes.h"
#include "core/base/buffer.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSegmentEnd = UINT32_MAX;
constexpr uint32_t kSharesOfThread = 2;  // so that threads finish at about the same time
constexpr uint32_t kAhead = 16;          // prefetch distance, in positions

using Text = std::span<const uint32_t>;

// Groups the positions after an n-gram by the token there. The groups are a stack, because those of
// longer n-grams are added and removed while those of shorter ones are in use.
class PlaceGroups {
 public:
  // An n-gram that is longer by one token.
  struct Group {
    uint32_t token, count;
    uint32_t begin;  // first of its positions
  };

  // `tokens`: greater than every token in the text.
  PlaceGroups(Text text, uint32_t tokens) : text_(text.data()), counts_(tokens) {}

  size_t size() const { return groups_.size(); }
  Group operator[](size_t i) const { return groups_[i]; }
  void Cut(size_t size) { groups_.resize(size); }

  // Adds the groups that have two or more of these positions, in no particular order. If `longer`,
  // also replaces `places` by the next positions of these groups, each group from its `begin` on.
  void AddRepeated(uint32_t* places, uint32_t count, bool longer) {
    const size_t first = size();
    const uint32_t kept = Read(places, count);
    uint32_t end = 0;
    for (size_t i = first; i < size(); ++i) {
      Group& group = groups_[i];
      group.count = std::exchange(counts_[group.token], kOnce);
      group.begin = end;
      if (group.count == 1) continue;
      counts_[group.token] = end;
      end += group.count;
    }
    if (longer && end > 0) Move(kept, places);
    size_t repeated = first;
    for (size_t i = first; i < size(); ++i) {
      counts_[groups_[i].token] = 0;
      if (groups_[i].count > 1) groups_[repeated++] = groups_[i];
    }
    Cut(repeated);
  }

  // Adds all groups, by rising token, and replaces `places` by their next positions.
  void AddAll(uint32_t* places, uint32_t count) {
    const size_t first = size();
    const uint32_t kept = Read(places, count);
    std::sort(groups_.begin() + static_cast<ptrdiff_t>(first), groups_.end(),
              [](const Group& a, const Group& b) { return a.token < b.token; });
    uint32_t end = 0;
    for (size_t i = first; i < size(); ++i) {
      Group& group = groups_[i];
      group.count = std::exchange(counts_[group.token], end);
      group.begin = end;
      end += group.count;
    }
    Move(kept, places);
    for (size_t i = first; i < size(); ++i) counts_[groups_[i].token] = 0;
  }

 private:
  struct Place {
    uint32_t token, behind;
  };
  static constexpr uint32_t kOnce = UINT32_MAX;

  // Reads the positions that are not at the end of a segment into read_. Adds groups, and counts
  // their positions in counts_. Returns the number of positions read.
  uint32_t Read(const uint32_t* places, uint32_t count) {
    read_.Grow(count, 0);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
      if (i + kAhead < count) __builtin_prefetch(&text_[places[i + kAhead]]);
      const uint32_t token = text_[places[i]];
      if (token == kSegmentEnd) continue;
      read_[kept++] = {token, places[i] + 1};
      if (counts_[token]++ == 0) groups_.push_back({token, 0, 0});
    }
    return kept;
  }

  // Moves positions to their groups. counts_ has the next free index of each group, or kOnce for a
  // group that is dropped.
  void Move(uint32_t kept, uint32_t* places) {
    for (uint32_t i = 0; i < kept; ++i) {
      uint32_t& to = counts_[read_[i].token];
      if (to != kOnce) places[to++] = read_[i].behind;
    }
  }

  const uint32_t* text_;
  std::vector<uint32_t> counts_;  // [token]; 0 between calls
  std::vector<Group> groups_;
  Buffer<Place> read_;
};

// Returns [token]: the number of positions of lower tokens. The last element is the total.
std::vector<uint32_t> StartsOf(const TokenCounts& tokens) {
  std::vector<uint32_t> starts(size_t{tokens.size()} + 1);
  tokens.ForEach([&](const CountTable::Slot& slot) { starts[slot.id + 1] = slot.count; });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

// The positions after each token, by token and then in text order. `starts` must outlive it.
class TokenPlaces {
 public:
  // Each thread writes the positions of one part of the text, after those of earlier parts.
  TokenPlaces(Text text, std::span<const uint32_t> starts, const Fork& fork) : starts_(starts) {
    places_.Extend(starts.back());
    const uint32_t parts = fork.threads;
    const auto for_each = [&](uint32_t part, const auto& visit) {
      const size_t end = text.size() * (part + 1) / parts;
      for (size_t i = text.size() * part / parts; i < end; ++i) {
        if (text[i] != kSegmentEnd) visit(text[i], static_cast<uint32_t>(i + 1));
      }
    };
    std::vector<std::vector<uint32_t>> next = {{starts.begin(), starts.end()}};  // [part][token]
    next.resize(parts, std::vector<uint32_t>(starts.size()));
    fork.run(parts - 1, [&](uint32_t part) {
      for_each(part, [&](uint32_t token, uint32_t) { ++next[part + 1][token]; });
    });
    for (uint32_t part = 1; part < parts; ++part) {
      std::transform(next[part].begin(), next[part].end(), next[part - 1].begin(),
                     next[part].begin(), std::plus<>());
    }
    fork.run(parts, [&](uint32_t part) {
      for_each(part, [&](uint32_t token, uint32_t place) { places_[next[part][token]++] = place; });
    });
  }
  std::span<uint32_t> Of(uint32_t token) {
    return {places_.data() + starts_[token], places_.data() + starts_[token + 1]};
  }

 private:
  std::span<const uint32_t> starts_;
  PagedArray<uint32_t> places_;
};

// Splits the tokens into ranges with about equal numbers of occurrences.
std::vector<uint32_t> RangesOf(const std::vector<uint32_t>& starts, uint32_t ranges) {
  std::vector<uint32_t> begins;
  for (uint32_t range = 0; range < ranges; ++range) {
    const uint64_t place = uint64_t{starts.back()} * range / ranges;
    const auto found = std::lower_bound(starts.begin(), starts.end() - 1, place);
    begins.push_back(static_cast<uint32_t>(found - starts.begin()));
  }
  begins.push_back(static_cast<uint32_t>(starts.size() - 1));
  return begins;
}

// Counts n-grams that occur more than once.
class TrieCounting {
 public:
  TrieCounting(Text text, uint32_t tokens, uint32_t max_order)
      : text_(text.data()), max_order_(max_order), groups_(text, tokens) {}

  void CountToken(uint32_t token, std::span<uint32_t> places) {
    if (places.size() < 2 || max_order_ == 1) return;
    const auto table = Lengthen(2, places.data(), static_cast<uint32_t>(places.size()));
    if (table.slots > 0) tables_.emplace_back(token, table);
  }
  void MoveTo(NgramTrie& trie) { trie.Take(std::move(nodes_), tables_); }

 private:
  using Table = NgramTrie::Builder::Table;

  // Builds the table of the n-grams of `order` tokens that extend one with these positions.
  Table Lengthen(uint32_t order, uint32_t* places, uint32_t count) {
    if (count == 2) return LengthenPair(order, places[0], places[1]);
    const size_t first = groups_.size();
    const bool longer = order < max_order_;
    groups_.AddRepeated(places, count, longer);
    const size_t end = groups_.size();
    if (end == first) return {};
    const Table table = nodes_.Open(static_cast<uint32_t>(end - first));
    for (size_t i = first; i < end; ++i) {
      const PlaceGroups::Group group = groups_[i];
      const size_t node = nodes_.Add(table, group.token, group.count);
      if (longer) nodes_.SetTable(node, Lengthen(order + 1, places + group.begin, group.count));
    }
    groups_.Cut(first);
    return table;
  }
  // The same for two positions: adds n-grams while the tokens at both are equal.
  Table LengthenPair(uint32_t order, uint32_t a, uint32_t b) {
    Table first;
    size_t before = SIZE_MAX;
    for (; order <= max_order_; ++order, ++a, ++b) {
      if (text_[a] != text_[b] || text_[a] == kSegmentEnd) break;
      const Table table = nodes_.Open(1);
      if (before == SIZE_MAX) {
        first = table;
      } else {
        nodes_.SetTable(before, table);
      }
      before = nodes_.Add(table, text_[a], 2);
    }
    return first;
  }

  const uint32_t* text_;
  uint32_t max_order_;
  PlaceGroups groups_;
  NgramTrie::Builder nodes_;
  NgramTrie::Tables tables_;
};

// Writes the followers of n-grams (ngram_count_bytes.cc) of a text whose token ids are ranks.
class TextSaving {
 public:
  TextSaving(Text text, uint32_t tokens, uint32_t max_order, std::string& bytes)
      : text_(text.data()), max_order_(max_order), groups_(text, tokens), bytes_(bytes) {}

  // Writes the followers of an n-gram of `order` tokens, given the positions after it.
  void Follows(uint32_t order, uint32_t* places, uint32_t count) {
    if (order == max_order_) return;
    if (count == 1) return Tail(order, places[0]);
    const size_t first = groups_.size();
    groups_.AddAll(places, count);
    const size_t end = groups_.size();
    uint32_t next = 0;
    for (size_t i = first; i < end; ++i) {
      const PlaceGroups::Group group = groups_[i];
      AppendNumber(uint64_t{group.token} - next + 1, bytes_);
      next = group.token + 1;
      AppendNumber(group.count, bytes_);
      Follows(order + 1, places + group.begin, group.count);
    }
    AppendNumber(0, bytes_);
    groups_.Cut(first);
  }

 private:
  void Tail(uint32_t order, uint32_t place) {
    for (; order < max_order_; ++order, ++place) {
      const uint32_t token = text_[place];
      AppendNumber(token == kSegmentEnd ? 0 : uint64_t{token} + 1, bytes_);
      if (token == kSegmentEnd) return;
    }
  }

  const uint32_t* text_;
  uint32_t max_order_;
  PlaceGroups groups_;
  std::string& bytes_;
};

}  // namespace

uint32_t* NgramText::Extend(size_t count) {
  if (text_.size() + count >= kSegmentEnd) throw std::bad_alloc();
  return text_.Extend(count);
}

void NgramText::Add(const Tokens& segment) {
  if (segment.count == 0) return;
  for (uint32_t i = 0; i < segment.count; ++i) tokens_->PrefetchEntry(segment.key[i]);
  for (uint32_t i = 0; i < segment.count; ++i) tokens_->PrefetchText(segment.key[i]);
  uint32_t* const ids = Extend(size_t{segment.count} + 1);
  for (uint32_t i = 0; i < segment.count; ++i) {
    CountTable::Slot& slot = tokens_->FindOrAdd(segment.key[i], segment[i]);
    ids[i] = slot.id;
    ++slot.count;
  }
  ids[segment.count] = kSegmentEnd;
  all_tokens_ += segment.count;
}

void NgramText::Merge(const NgramText& other) {
  std::vector<uint32_t> ours(other.tokens_->size());
  other.tokens_->ForEach([&](const CountTable::Slot& theirs) {
    CountTable::Slot& slot = tokens_->FindOrAdd(theirs.key, other.tokens_->text(theirs.id));
    slot.count += theirs.count;
    ours[theirs.id] = slot.id;
  });
  uint32_t* const ids = Extend(other.text_.size());
  for (size_t i = 0; i < other.text_.size(); ++i) {
    ids[i] = other.text_[i] == kSegmentEnd ? kSegmentEnd : ours[other.text_[i]];
  }
  all_tokens_ += other.all_tokens_;
}

NgramTrie NgramText::Count(const Fork& fork) const {
  const Text text(text_.data(), text_.size());
  const std::vector<uint32_t> starts = StartsOf(*tokens_);
  TokenPlaces places(text, starts, fork);
  const uint32_t shares = fork.threads == 1 ? 1 : kSharesOfThread * fork.threads;
  const std::vector<uint32_t> begins = RangesOf(starts, shares);
  std::vector<TrieCounting> countings;
  for (uint32_t i = 0; i < shares; ++i) countings.emplace_back(text, tokens_->size(), max_order_);
  fork.run(shares, [&](uint32_t share) {
    for (uint32_t token = begins[share]; token < begins[share + 1]; ++token) {
      countings[share].CountToken(token, places.Of(token));
    }
  });
  NgramTrie trie(tokens_, all_tokens_);
  for (TrieCounting& counting : countings) counting.MoveTo(trie);
  return trie;
}

void NgramText::Save(std::string& bytes) const {
  AppendNumber(max_order_, bytes);
  const std::vector<SavedToken> tokens = SaveTokens(*tokens_, bytes);
  std::vector<uint32_t> places(tokens.size());
  std::vector<uint32_t> starts = {0};
  for (uint32_t place = 0; place < tokens.size(); ++place) {
    places[tokens[place].id] = place;
    starts.push_back(starts.back() + tokens[place].count);
  }
  PagedArray<uint32_t> text;
  text.Extend(text_.size());
  for (size_t i = 0; i < text.size(); ++i) {
    text[i] = text_[i] == kSegmentEnd ? kSegmentEnd : places[text_[i]];
  }
  const auto count = static_cast<uint32_t>(tokens.size());
  const Text renumbered(text.data(), text.size());
  TextSaving saving(renumbered, count, max_order_, bytes);
  TokenPlaces behind(renumbered, starts, {});
  for (uint32_t token = 0; token < count; ++token) {
    const std::span<uint32_t> of_token = behind.Of(token);
    saving.Follows(1, of_token.data(), static_cast<uint32_t>(of_token.size()));
  }
}

}  // namespace mtgauge
