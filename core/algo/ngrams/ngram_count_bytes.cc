// Counts as bytes. All numbers are LEB128 in as few bytes as they need:
//
//   longest n-gram | number of distinct tokens | tokens | behind each token in turn: what follows
//   it
//
//   token    length, bytes, count. The most frequent ones come first, equals by their bytes; a
//   token
//            is then told by its place, from 0.
//   follows  nothing behind an n-gram of the greatest length; behind one that occurs once its tail,
//            behind others its branches.
//   tail     place + 1 of each token that follows, as far as the greatest length goes; 0 ends a
//   tail
//            that the segment ends before.
//   branches for each token that follows, by place: its place less that of the one before it (-1 in
//            front of the first), count, and what follows then; 0 ends them.
#include "core/algo/ngrams/ngram_count_bytes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/algo/ngrams/ngram_counts.h"

namespace mtgauge {
namespace {

// nullopt at the end, and for more bytes than a number needs.
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

// Of a key that spells its token out.
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

// Walks n-grams in the order of their tokens' places, each before the longer ones.
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

// Ids of tokens are their places.
class NgramCounts::Loading {
 public:
  Loading(std::string_view bytes, NgramCounts& counts) : bytes_(bytes), counts_(counts) {}

  bool All(HashFunction hash) {
    if (TakeNumber(bytes_) != counts_.max_order_ || !Tokens(hash)) return false;
    for (uint32_t token = 0; token < tokens_.size(); ++token) {
      counts_.token_followers_[token] = static_cast<uint32_t>(counts_.followers_.size());
      if (!Follows(token, tokens_[token], 1)) return false;
    }
    counts_.Keep(kNone);  // there is something at each of these places
    return bytes_.empty();
  }

 private:
  bool Tokens(HashFunction hash) {
    const auto number = TakeNumber(bytes_);
    if (!number || *number > bytes_.size()) return false;
    std::string_view before;
    for (uint64_t i = 0; i < *number; ++i) {
      const auto size = TakeNumber(bytes_);
      if (!size || *size > bytes_.size()) return false;
      const std::string_view text = bytes_.substr(0, *size);
      bytes_.remove_prefix(*size);
      const auto count = TakeNumber(bytes_);
      if (!count || *count == 0 || *count >= kNone - counts_.all_tokens_) return false;
      const bool sorted =
          i == 0 || *count < tokens_.back() || (*count == tokens_.back() && before < text);
      CountTable::Slot& slot = counts_.TokenSlot(TokenKey(text, hash), text);
      if (!sorted || slot.count > 0) return false;
      slot.count = static_cast<uint32_t>(*count);
      counts_.all_tokens_ += *count;
      tokens_.push_back(slot.count);
      before = text;
    }
    return true;
  }

  bool Follows(uint32_t id, uint32_t count, uint32_t order) {
    if (order == counts_.max_order_) return true;
    return count == 1 ? Tail(order) : Branches(id, count, order);
  }

  bool Tail(uint32_t order) {
    for (; order < counts_.max_order_; ++order) {
      const auto token = TakeNumber(bytes_);
      if (!token || *token > tokens_.size()) return false;
      if (*token == 0) break;
      counts_.Keep(static_cast<uint32_t>(*token - 1));
    }
    counts_.Keep(kNone);
    return true;
  }

  // `left`: how often the prefix occurs.
  bool Branches(uint32_t prefix, uint32_t left, uint32_t order) {
    for (uint32_t next = 0;;) {
      const auto step = TakeNumber(bytes_);
      if (!step || *step > tokens_.size() - next) return false;
      if (*step == 0) return true;
      const auto count = TakeNumber(bytes_);
      if (!count || *count == 0 || *count > left) return false;
      left -= static_cast<uint32_t>(*count);
      next += static_cast<uint32_t>(*step);
      CountTable::Slot& slot = counts_.grams_.FindOrAdd(Key(prefix, next - 1), kAnyId);
      slot.count = static_cast<uint32_t>(*count);
      slot.id = IdOf(slot.count, order + 1);
      if (!Follows(slot.id, slot.count, order + 1)) return false;
    }
  }

  // Of a new n-gram; see grams_.
  uint32_t IdOf(uint32_t count, uint32_t order) {
    if (order == counts_.max_order_) return kNone;
    return count == 1 ? static_cast<uint32_t>(counts_.followers_.size()) : counts_.NewGram();
  }

  std::string_view bytes_;  // what is left of them
  NgramCounts& counts_;
  std::vector<uint32_t> tokens_;  // [place]: count
};

void NgramCounts::Save(std::string& bytes) const { Saving(*this, bytes).All(); }

bool NgramCounts::Load(std::string_view bytes, HashFunction hash) {
  return Loading(bytes, *this).All(hash);
}

}  // namespace mtgauge
