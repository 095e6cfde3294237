// Numbers WordNet's words, lists the words that share synsets, and caches both in an index file.
#include "core/text/words/wordnet.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/text/words/index_file.h"
#include "core/text/words/opened_once.h"
#include "core/text/words/word_number_table.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

constexpr std::string_view kWordsKind = "wordnet-words-1";  // increment when the arrays change

// Pairs of numbers as lists: for each first number its second ones, ascending and unique.
struct ListArrays {
  std::vector<uint32_t> starts, values;

  // `firsts` must be greater than every first number.
  void Set(std::vector<std::pair<uint32_t, uint32_t>> pairs, uint32_t firsts) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    starts.assign(size_t{firsts} + 1, 0);
    values.clear();
    values.reserve(pairs.size());
    for (const auto& [first, second] : pairs) {
      ++starts[first + 1];
      values.push_back(second);
    }
    for (uint32_t i = 0; i < firsts; ++i) starts[i + 1] += starts[i];
  }
};
// Views of such lists, in arrays that it does not own. Safe with any values.
struct Lists {
  std::span<const uint32_t> starts, values;

  std::span<const uint32_t> operator[](uint32_t i) const {
    const size_t begin = std::min<size_t>(starts[i], values.size());
    const size_t end = std::clamp<size_t>(starts[i + 1], begin, values.size());
    return values.subspan(begin, end - begin);
  }
};

// The memory of the arrays, whether they were made from the files or read from the cache.
struct Memory {
  WordNumberTableMaker words, exceptions;
  std::vector<uint32_t> bases;  // of the exceptions
  std::vector<uint8_t> parts;   // per word, one bit per part of speech
  ListArrays synsets, related;
  std::optional<KeptArrays> kept;
};

class WordNetFiles final : public WordNet {
 public:
  Status Load(const std::string& folder, const std::string& cache) {
    const IndexFile index(kWordsKind, WordNetFileNames(folder), cache);
    MTG_RETURN_IF_ERROR(index.CheckOwner());
    if (auto kept = index.Read(); kept && SetArrays(kept->arrays)) {
      digest_ = kept->digest;
      memory_.kept = std::move(kept);
      return OkStatus();
    }
    MTG_RETURN_IF_ERROR(Read(folder));
    const WordNumberTable words = memory_.words.table(), exceptions = memory_.exceptions.table();
    const auto bytes = [](const auto& values) { return BytesOf(std::span(std::as_const(values))); };
    const std::string_view arrays[] = {BytesOf(words.slots()),
                                       BytesOf(words.ends()),
                                       words.text(),
                                       BytesOf(exceptions.slots()),
                                       BytesOf(exceptions.ends()),
                                       exceptions.text(),
                                       bytes(memory_.bases),
                                       bytes(memory_.parts),
                                       bytes(memory_.synsets.starts),
                                       bytes(memory_.synsets.values),
                                       bytes(memory_.related.starts),
                                       bytes(memory_.related.values)};
    SetArrays(arrays);
    index.Write(digest_, arrays);
    return OkStatus();
  }

  uint32_t Find(std::string_view word) const override { return words_.Find(word); }
  uint32_t BaseForm(std::string_view word) const override {
    const uint32_t exception = exceptions_.Find(word);
    if (exception != kUnknown) return bases_[exception];
    const uint32_t itself = Find(word);
    if (itself != kUnknown) return itself;
    for (uint32_t part = 0; part < kWordNetParts; ++part) {
      const uint32_t base = ByEndings(word, part);
      if (base != kUnknown) return base;
    }
    return kUnknown;
  }
  std::string_view Word(uint32_t number) const override { return words_.Word(number); }
  std::span<const uint32_t> Synsets(uint32_t number) const override { return synsets_[number]; }
  std::span<const uint32_t> Related(uint32_t number) const override { return related_[number]; }
  const std::string& digest() const override { return digest_; }

 private:
  Status Read(const std::string& folder) {
    MTG_ASSIGN_OR_RETURN(const WordNetTexts texts, ReadWordNetTexts(folder));
    std::string all;
    for (const std::string& text : texts.index) all += text;
    for (const std::string& text : texts.exceptions) all += text;
    digest_ = fmt::format("{:016x}", DefaultHash().function(all.data(), all.size()));
    ReadWords(texts);
    for (const std::string& text : texts.exceptions) {
      ForEachWordNetException(text,
                              [&](std::string_view form, std::span<const std::string_view> bases) {
                                const uint32_t base = memory_.words.table().Find(bases[0]);
                                if (base == kUnknown) return;
                                if (memory_.exceptions.FindOrAdd(form) == memory_.bases.size()) {
                                  memory_.bases.push_back(base);
                                }
                              });
    }
    return OkStatus();
  }

  // Returns false if the sizes of the arrays do not match each other.
  bool SetArrays(std::span<const std::string_view> arrays) {
    constexpr size_t kArrays = 12;
    if (arrays.size() != kArrays) return false;
    const auto numbers = [&](size_t a) { return ValuesOf<uint32_t>(arrays[a]); };
    words_ = {ValuesOf<uint64_t>(arrays[0]), numbers(1), arrays[2]};
    exceptions_ = {ValuesOf<uint64_t>(arrays[3]), numbers(4), arrays[5]};
    bases_ = numbers(6);
    parts_ = ValuesOf<uint8_t>(arrays[7]);
    synsets_ = {numbers(8), numbers(9)};
    related_ = {numbers(10), numbers(11)};
    const size_t words = words_.words();
    return std::has_single_bit(words_.slots().size()) &&
           std::has_single_bit(exceptions_.slots().size()) &&
           bases_.size() == exceptions_.words() && parts_.size() == words &&
           synsets_.starts.size() == words + 1 && related_.starts.size() == words + 1 &&
           std::all_of(bases_.begin(), bases_.end(), [&](uint32_t base) { return base < words; });
  }

  // Synsets are numbered by part of speech and offset, and for their word lists also 0, 1, ...
  void ReadWords(const WordNetTexts& texts) {
    std::vector<std::pair<uint32_t, uint32_t>> synsets, words;
    absl::flat_hash_map<uint32_t, uint32_t> names;
    for (uint32_t part = 0; part < kWordNetParts; ++part) {
      ForEachWordNetEntry(
          texts.index[part], [&](std::string_view lemma, std::span<const uint32_t> sets) {
            const uint32_t word = AddWord(lemma, part);
            for (const uint32_t set : sets) {
              const uint32_t synset = part << 28 | set;
              const auto name = static_cast<uint32_t>(names.size());
              synsets.emplace_back(word, synset);
              words.emplace_back(names.try_emplace(synset, name).first->second, word);
            }
          });
    }
    ListArrays of_synset;
    of_synset.Set(words, static_cast<uint32_t>(names.size()));
    const Lists words_of = {of_synset.starts, of_synset.values};
    std::vector<std::pair<uint32_t, uint32_t>> related;
    for (const auto& [word, synset] : synsets) {
      for (const uint32_t other : words_of[names[synset]]) related.emplace_back(word, other);
    }
    const uint32_t count = memory_.words.table().words();
    memory_.synsets.Set(std::move(synsets), count);
    memory_.related.Set(std::move(related), count);
  }

  uint32_t AddWord(std::string_view lemma, uint32_t part) {
    const uint32_t word = memory_.words.FindOrAdd(lemma);
    std::vector<uint8_t>& parts = memory_.parts;
    if (word == parts.size()) parts.push_back(0);
    parts[word] = static_cast<uint8_t>(parts[word] | 1u << part);
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

  Memory memory_;  // owns the arrays of the members below
  WordNumberTable words_, exceptions_;
  std::span<const uint32_t> bases_;
  std::span<const uint8_t> parts_;
  Lists synsets_, related_;
  std::string digest_;
};

}  // namespace

Result<std::unique_ptr<const WordNet>> WordNet::Load(const std::string& folder,
                                                     const std::string& cache) {
  auto files = std::make_unique<WordNetFiles>();
  MTG_RETURN_IF_ERROR(files->Load(folder, cache));
  return files;
}

Result<const WordNet*> WordNet::Open(const std::string& folder) {
  static auto* const opened = new OpenedOnce<WordNet>;
  return opened->Get(folder, [&] { return Load(folder, ""); });
}

}  // namespace mtgauge
