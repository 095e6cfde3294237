// Looks words up by their keys first.
#include "core/algo/word_facts.h"

#include "core/text/token_key.h"
#include "core/text/unicode.h"

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
    stem_key = TokenKey(stem, hash_);
  }
  stems_.emplace_back(IsHashedKey(stem_key) ? stem : std::string_view());
  facts_.push_back({stem_key, static_cast<uint32_t>(sets_.size()),
                    static_cast<uint32_t>(found_.size()), functions_.Has(word)});
  sets_.insert(sets_.end(), found_.begin(), found_.end());
}

}  // namespace mtgauge
