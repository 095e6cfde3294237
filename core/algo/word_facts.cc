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
  index_.Clear(hash_, kMostWords);
  facts_.clear();
  words_.clear();
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
  facts_.push_back({static_cast<uint32_t>(sets_.size()), static_cast<uint32_t>(found_.size()),
                    functions_.Has(word)});
  sets_.insert(sets_.end(), found_.begin(), found_.end());
}

void SynonymIndex::Clear(uint32_t sets) {
  first_.resize(sets, kNone);
  filled_.resize(size_t{sets} / 64 + 1);
  for (const uint32_t set : touched_) {
    first_[set] = kNone;
    filled_[set / 64] = 0;
  }
  touched_.clear();
  nodes_.clear();
}

void SynonymIndex::Add(std::span<const uint32_t> sets, uint32_t name) {
  for (const uint32_t set : sets) {
    touched_.push_back(set);
    filled_[set / 64] |= uint64_t{1} << (set % 64);
    nodes_.push_back({name, first_[set]});
    first_[set] = static_cast<uint32_t>(nodes_.size() - 1);
  }
}

}  // namespace mtgauge
