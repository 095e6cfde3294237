// The byte format of n-gram counts. All numbers are LEB128 in the fewest possible bytes:
//
//   maximum order | number of distinct tokens | tokens | for each token in turn: its followers
//
//   token     Length, bytes, count. Sorted by falling count, then by bytes. The index of a token in
//             this list, from 0, is its rank.
//   followers Nothing after an n-gram of the maximum order, a tail after one that occurs once, and
//             branches after all others.
//   tail      Rank + 1 of each token that follows, up to the maximum order. 0 ends the tail if the
//             segment ends earlier.
//   branches  For each token that follows, by rising rank: its rank minus the previous one's (-1
//             before the first), its count, and the followers of the longer n-gram. Ends with 0.
#include "core/algo/ngrams/ngram_count_bytes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/algo/ngrams/ngram_counts.h"

namespace mtgauge {
namespace {

// Reads a number. Returns nullopt at the end of `bytes` and for an encoding that is too long.
std::optional<uint64_t> TakeNumber(std::string_view& bytes) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < bytes.size() && i < 9; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    number |= uint64_t{byte & 0x7Fu} << (7 * i);
    if (byte >= 0x80) continue;
    if (byte == 0 && i > 0) return std::nullopt;
    bytes.remove_prefix(i + 1);
    return number;
  }
  return std::nullopt;
}

// Returns the token that a key spells out.
std::string SpelledOut(uint64_t key) {
  std::string token;
  for (; key != 0; key >>= 8) token += static_cast<char>(key);
  return token;
}

}  // namespace

void AppendNumber(uint64_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

std::vector<SavedToken> SaveTokens(const TokenCounts& tokens, std::string& bytes) {
  std::vector<std::pair<std::string, SavedToken>> texts;
  texts.reserve(tokens.size());
  tokens.ForEach([&](const CountTable::Slot& slot) {
    texts.emplace_back(
        IsHashedKey(slot.key) ? std::string(tokens.text(slot.id)) : SpelledOut(slot.key),
        SavedToken{slot.id, slot.count});
  });
  std::sort(texts.begin(), texts.end(), [](const auto& a, const auto& b) {
    return a.second.count != b.second.count ? a.second.count > b.second.count : a.first < b.first;
  });
  AppendNumber(texts.size(), bytes);
  std::vector<SavedToken> saved;
  saved.reserve(texts.size());
  for (const auto& [text, token] : texts) {
    AppendNumber(text.size(), bytes);
    bytes += text;
    AppendNumber(token.count, bytes);
    saved.push_back(token);
  }
  return saved;
}

// Writes n-grams in the order of their tokens' ranks, each before the longer ones.
class NgramCounts::Saving {
 public:
  Saving(const NgramCounts& counts, std::string& bytes)
      : counts_(counts), bytes_(bytes), longer_(counts) {}

  void All() {
    AppendNumber(counts_.max_order_, bytes_);
    const std::vector<SavedToken> tokens = SaveTokens(*counts_.tokens_, bytes_);
    places_.resize(tokens.size());
    for (uint32_t place = 0; place < tokens.size(); ++place) places_[tokens[place].id] = place;
    for (const SavedToken& token : tokens) {
      const bool once = token.count == 1 && counts_.max_order_ > 1;
      Follows(token.count, once ? counts_.token_followers_[token.id] : token.id, 1);
    }
  }

 private:
  // `id` as in grams_.
  void Follows(uint32_t count, uint32_t id, uint32_t order) {
    if (order == counts_.max_order_) return;
    if (count > 1) return Branches(id, order);
    Tail(&counts_.followers_[id], order);
  }

  void Tail(const uint32_t* rest, uint32_t order) {
    for (; order < counts_.max_order_; ++order, ++rest) {
      AppendNumber(*rest == kNone ? 0 : uint64_t{places_[*rest]} + 1, bytes_);
      if (*rest == kNone) return;
    }
  }

  void Branches(uint32_t prefix, uint32_t order) {
    const std::span<Gram> grams = longer_.Of(prefix);
    std::sort(grams.begin(), grams.end(),
              [&](const Gram& a, const Gram& b) { return places_[a.token] < places_[b.token]; });
    uint32_t next = 0;
    for (const Gram& gram : grams) {
      AppendNumber(places_[gram.token] - next + 1, bytes_);
      next = places_[gram.token] + 1;
      AppendNumber(gram.count, bytes_);
      Follows(gram.count, gram.id, order + 1);
    }
    AppendNumber(0, bytes_);
  }

  const NgramCounts& counts_;
  std::string& bytes_;
  ByPrefix longer_;
  std::vector<uint32_t> places_;  // [token id]
};

namespace {

// Parses bytes and calls `To` for what they contain. Tokens are identified by rank.
//
//   AddToken(text, count)             Adds a token. Returns false if it is there already.
//   OfToken(token)                    Returns a token's Prefix. Its followers come next.
//   Add(prefix, token, count, order)  Adds an n-gram of `order` tokens. Returns its Prefix.
//   Keep(token), EndTail()            Add the tail of an n-gram that occurs once.
//   Close(prefix)                     There are no more n-grams with this prefix.
template <class To>
class Reading {
 public:
  Reading(std::string_view bytes, uint32_t max_order, To& to)
      : bytes_(bytes), max_order_(max_order), to_(to) {}

  bool All() {
    if (TakeNumber(bytes_) != max_order_ || !Tokens()) return false;
    for (uint32_t token = 0; token < tokens_.size(); ++token) {
      if (!Follows(to_.OfToken(token), tokens_[token], 1)) return false;
    }
    return bytes_.empty();
  }
  uint64_t all_tokens() const { return all_tokens_; }

 private:
  using Prefix = typename To::Prefix;

  bool Tokens() {
    const auto number = TakeNumber(bytes_);
    if (!number || *number > bytes_.size()) return false;
    std::string_view before;
    for (uint64_t i = 0; i < *number; ++i) {
      const auto size = TakeNumber(bytes_);
      if (!size || *size > bytes_.size()) return false;
      const std::string_view text = bytes_.substr(0, *size);
      bytes_.remove_prefix(*size);
      const auto count = TakeNumber(bytes_);
      if (!count || *count == 0 || *count >= UINT32_MAX - all_tokens_) return false;
      const bool sorted =
          i == 0 || *count < tokens_.back() || (*count == tokens_.back() && before < text);
      if (!sorted || !to_.AddToken(text, static_cast<uint32_t>(*count))) return false;
      all_tokens_ += *count;
      tokens_.push_back(static_cast<uint32_t>(*count));
      before = text;
    }
    return true;
  }

  bool Follows(Prefix prefix, uint32_t count, uint32_t order) {
    if (order == max_order_) return true;
    return count == 1 ? Tail(order) : Branches(prefix, count, order);
  }

  bool Tail(uint32_t order) {
    for (; order < max_order_; ++order) {
      const auto token = TakeNumber(bytes_);
      if (!token || *token > tokens_.size()) return false;
      if (*token == 0) break;
      to_.Keep(static_cast<uint32_t>(*token - 1));
    }
    to_.EndTail();
    return true;
  }

  // `left`: the count of the prefix.
  bool Branches(Prefix prefix, uint32_t left, uint32_t order) {
    for (uint32_t next = 0;;) {
      const auto step = TakeNumber(bytes_);
      if (!step || *step > tokens_.size() - next) return false;
      if (*step == 0) break;
      const auto count = TakeNumber(bytes_);
      if (!count || *count == 0 || *count > left) return false;
      left -= static_cast<uint32_t>(*count);
      next += static_cast<uint32_t>(*step);
      const auto times = static_cast<uint32_t>(*count);
      if (!Follows(to_.Add(prefix, next - 1, times, order + 1), times, order + 1)) return false;
    }
    to_.Close(prefix);
    return true;
  }

  std::string_view bytes_;  // not yet parsed
  uint32_t max_order_;
  To& to_;
  uint64_t all_tokens_ = 0;
  std::vector<uint32_t> tokens_;  // [rank]: count
};

// Builds tables of the n-grams that occur more than once. The table of a prefix is written when all
// its n-grams are known, after the tables of longer prefixes.
class TrieReading {
 public:
  using Prefix = size_t;  // index in open_

  explicit TrieReading(HashFunction hash) : hash_(hash) {}

  bool AddToken(std::string_view text, uint32_t count) {
    CountTable::Slot& slot = tokens_->FindOrAdd(TokenKey(text, hash_), text);
    return std::exchange(slot.count, count) == 0;
  }
  Prefix OfToken(uint32_t token) {
    open_.assign(1, {token, 0, {}});
    return 0;
  }
  Prefix Add(Prefix, uint32_t token, uint32_t count, uint32_t) {
    if (count > 1) open_.push_back({token, count, {}});
    return open_.size() - 1;
  }
  void Keep(uint32_t) {}
  void EndTail() {}
  void Close(Prefix prefix) {
    const size_t longer = open_.size() - prefix - 1;
    if (longer == 0) return;
    const Table table = nodes_.Open(static_cast<uint32_t>(longer));
    for (size_t i = prefix + 1; i < open_.size(); ++i) {
      nodes_.SetTable(nodes_.Add(table, open_[i].token, open_[i].count), open_[i].longer);
    }
    open_.resize(prefix + 1);
    open_[prefix].longer = table;
    if (prefix == 0) tables_.emplace_back(open_[0].token, table);
  }

  NgramTrie Trie(uint64_t all_tokens) {
    NgramTrie trie(tokens_, all_tokens);
    trie.Take(std::move(nodes_), tables_);
    return trie;
  }

 private:
  using Table = NgramTrie::Builder::Table;
  struct Open {
    uint32_t token, count;
    Table longer;
  };

  HashFunction hash_;
  std::shared_ptr<TokenCounts> tokens_ = std::make_shared<TokenCounts>();
  std::vector<Open> open_;  // a stack: a token, then n-grams without a table, after their prefixes
  NgramTrie::Builder nodes_;
  NgramTrie::Tables tables_;
};

}  // namespace

class NgramCounts::Loading {
 public:
  using Prefix = uint32_t;  // an id

  Loading(NgramCounts& counts, HashFunction hash) : counts_(counts), hash_(hash) {}

  bool AddToken(std::string_view text, uint32_t count) {
    return counts_.SetToken(text, count, hash_) == Outcome::kSet;
  }
  Prefix OfToken(uint32_t token) {
    counts_.token_followers_[token] = static_cast<uint32_t>(counts_.followers_.size());
    return token;
  }
  Prefix Add(Prefix prefix, uint32_t token, uint32_t count, uint32_t order) {
    CountTable::Slot& slot = counts_.grams_.FindOrAdd(Key(prefix, token), kAnyId);
    slot.count = count;
    slot.id = IdOf(count, order);
    return slot.id;
  }
  void Keep(uint32_t token) { counts_.Keep(token); }
  void EndTail() { counts_.Keep(kNone); }
  void Close(Prefix) {}

 private:
  // Returns the id of a new n-gram; see grams_.
  uint32_t IdOf(uint32_t count, uint32_t order) {
    if (order == counts_.max_order_) return kNone;
    return count == 1 ? static_cast<uint32_t>(counts_.followers_.size()) : counts_.NewGram();
  }

  NgramCounts& counts_;
  HashFunction hash_;
};

void NgramCounts::Save(std::string& bytes) const { Saving(*this, bytes).All(); }

bool NgramCounts::Load(std::string_view bytes, HashFunction hash) {
  Loading loading(*this, hash);
  const bool complete = Reading(bytes, max_order_, loading).All();
  Keep(kNone);  // so that the index after every token is valid
  return complete;
}

std::optional<NgramTrie> ReadTrie(std::string_view bytes, uint32_t max_order, HashFunction hash) {
  TrieReading trie(hash);
  Reading reading(bytes, max_order, trie);
  if (!reading.All()) return std::nullopt;
  return trie.Trie(reading.all_tokens());
}

}  // namespace mtgauge
