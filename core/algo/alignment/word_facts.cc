// Looks up words by key, and compares their text only if the key is hashed.
#include "core/algo/alignment/word_facts.h"

#include "core/text/token_key.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {

FunctionWords::FunctionWords(std::string_view lines) {
  while (!lines.empty()) {
    const size_t end = std::min(lines.find_first_of("\r\n"), lines.size());
    if (end > 0) words_.emplace(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

bool FunctionWords::Has(std::string_view word) const {
  if (words_.empty()) return false;
  std::string lower;
  AppendLowercase(word, lower);
  return words_.contains(lower);
}

uint32_t JavaHash(std::string_view text) {
  uint32_t hash = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    at += c.length;
    if (c.value >= 0x10000) hash = 31 * hash + (0xD7C0 + (c.value >> 10));
    hash = 31 * hash + (c.value < 0x10000 ? c.value : 0xDC00 + (c.value & 0x3FF));
  }
  return hash;
}

void WordFacts::Forget() {
  index_.Clear(hash_, kFirstWords);
  facts_.clear();
  words_.clear();
  stems_.clear();
  sets_.clear();
}

uint32_t WordFacts::Find(const Tokens& tokens, uint32_t i) {
  const uint64_t key = tokens.key[i];
  const auto fresh = static_cast<uint32_t>(facts_.size());
  const uint32_t name = index_.FindOrAdd(
      key, fresh, [&](uint32_t id) { return !IsHashedKey(key) || words_[id] == tokens[i]; });
  if (name == fresh) Learn(key, tokens[i]);
  return name;
}

void WordFacts::Learn(uint64_t key, std::string_view word) {
  words_.emplace_back(IsHashedKey(key) ? word : std::string_view());
  found_.clear();
  if (synonyms_ != nullptr) synonyms_->Find(word, found_);
  uint64_t stem_key = 0;
  std::string_view stem;
  if (stemmer_) {
    stem = stemmer_->Stem(word);
    stem_key = equality_ == Equality::kHashes ? JavaHash(stem) : TokenKey(stem, hash_);
  }
  stems_.emplace_back(IsHashedKey(stem_key) ? stem : std::string_view());
  facts_.push_back({stem_key, static_cast<uint32_t>(sets_.size()),
                    static_cast<uint32_t>(found_.size()),
                    equality_ == Equality::kHashes ? JavaHash(word) : 0,
                    paraphrases_ != nullptr ? paraphrases_->FindWord(word) : Paraphrases::kNone,
                    functions_.Has(word)});
  sets_.insert(sets_.end(), found_.begin(), found_.end());
}

}  // namespace mtgauge
