// Numbers WordNet's words, and lists what they share.
#include "core/text/words/wordnet.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

// Pairs of numbers, as lists: of each first one the second ones, rising, each once.
class Lists {
 public:
  // `firsts` is above every first number.
  void Set(std::vector<std::pair<uint32_t, uint32_t>> pairs, uint32_t firsts) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    starts_.assign(size_t{firsts} + 1, 0);
    values_.clear();
    values_.reserve(pairs.size());
    for (const auto& [first, second] : pairs) {
      ++starts_[first + 1];
      values_.push_back(second);
    }
    for (uint32_t i = 0; i < firsts; ++i) starts_[i + 1] += starts_[i];
  }
  std::span<const uint32_t> operator[](uint32_t i) const {
    return std::span(values_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<uint32_t> starts_ = {0};
  std::vector<uint32_t> values_;
};

class WordNetFiles final : public WordNet {
 public:
  absl::Status Read(const std::string& folder) {
    MTG_ASSIGN_OR_RETURN(texts_, ReadWordNetTexts(folder));
    std::string all;
    for (const std::string& text : texts_.index) all += text;
    for (const std::string& text : texts_.exceptions) all += text;
    digest_ = fmt::format("{:016x}", DefaultHash().function(all.data(), all.size()));
    ReadWords();
    for (const std::string& text : texts_.exceptions) {
      ForEachWordNetException(text,
                              [&](std::string_view form, std::span<const std::string_view> bases) {
                                const uint32_t base = Find(bases[0]);
                                if (base != kUnknown) exceptions_.emplace(form, base);
                              });
    }
    return absl::OkStatus();
  }

  uint32_t Find(std::string_view word) const override {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? kUnknown : found->second;
  }
  uint32_t BaseForm(std::string_view word) const override {
    const auto exception = exceptions_.find(word);
    if (exception != exceptions_.end()) return exception->second;
    const uint32_t itself = Find(word);
    if (itself != kUnknown) return itself;
    for (uint32_t part = 0; part < kWordNetParts; ++part) {
      const uint32_t base = ByEndings(word, part);
      if (base != kUnknown) return base;
    }
    return kUnknown;
  }
  std::string_view Word(uint32_t number) const override { return words_[number]; }
  std::span<const uint32_t> Synsets(uint32_t number) const override { return synsets_[number]; }
  std::span<const uint32_t> Related(uint32_t number) const override { return related_[number]; }
  const std::string& digest() const override { return digest_; }

 private:
  // Synsets are numbered by their part of speech and offset, and again 0, 1, ... for their lists.
  void ReadWords() {
    std::vector<std::pair<uint32_t, uint32_t>> synsets, words;
    absl::flat_hash_map<uint32_t, uint32_t> names;
    for (uint32_t part = 0; part < kWordNetParts; ++part) {
      ForEachWordNetEntry(
          texts_.index[part], [&](std::string_view lemma, std::span<const uint32_t> sets) {
            const uint32_t word = AddWord(lemma, part);
            for (const uint32_t set : sets) {
              const uint32_t synset = part << 28 | set;
              const auto name = static_cast<uint32_t>(names.size());
              synsets.emplace_back(word, synset);
              words.emplace_back(names.try_emplace(synset, name).first->second, word);
            }
          });
    }
    Lists words_of;
    words_of.Set(words, static_cast<uint32_t>(names.size()));
    std::vector<std::pair<uint32_t, uint32_t>> related;
    for (const auto& [word, synset] : synsets) {
      for (const uint32_t other : words_of[names[synset]]) related.emplace_back(word, other);
    }
    const auto count = static_cast<uint32_t>(words_.size());
    synsets_.Set(std::move(synsets), count);
    related_.Set(std::move(related), count);
  }

  uint32_t AddWord(std::string_view lemma, uint32_t part) {
    const auto fresh = static_cast<uint32_t>(words_.size());
    const uint32_t word = numbers_.emplace(lemma, fresh).first->second;
    if (word == fresh) {
      words_.push_back(lemma);
      parts_.push_back(0);
    }
    parts_[word] = static_cast<uint8_t>(parts_[word] | 1u << part);
    return word;
  }

  uint32_t ByEndings(std::string_view word, uint32_t part) const {
    std::string form;
    for (const WordEnding& ending : WordNetPartsOfSpeech()[part].endings) {
      if (!word.ends_with(ending.of_form)) continue;
      form.assign(word.substr(0, word.size() - ending.of_form.size()));
      form += ending.of_base;
      const uint32_t base = Find(form);
      if (base != kUnknown && (parts_[base] >> part & 1) != 0) return base;
    }
    return kUnknown;
  }

  WordNetTexts texts_;  // words point into it
  absl::flat_hash_map<std::string_view, uint32_t> numbers_, exceptions_;
  std::vector<std::string_view> words_;
  std::vector<uint8_t> parts_;  // of each word, a bit per part of speech
  Lists synsets_, related_;
  std::string digest_;
};

}  // namespace

absl::StatusOr<const WordNet*> WordNet::Open(const std::string& folder) {
  static std::mutex mutex;
  static absl::flat_hash_map<std::string, std::unique_ptr<const WordNet>> opened;
  const std::lock_guard lock(mutex);
  const auto found = opened.find(folder);
  if (found != opened.end()) return found->second.get();
  auto files = std::make_unique<WordNetFiles>();
  MTG_RETURN_IF_ERROR(files->Read(folder));
  return opened.emplace(folder, std::move(files)).first->second.get();
}

}  // namespace mtgauge
