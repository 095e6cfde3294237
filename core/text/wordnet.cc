// Reads index.* and *.exc: "lemma pos senses pointers [pointer ...] senses tagged offset ..." and
// "form base ...".
#include "core/text/wordnet.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

struct Ending {
  std::string_view suffix, replacement;
};
constexpr Ending kNounEndings[] = {{"s", ""},      {"ses", "s"},   {"xes", "x"},   {"zes", "z"},
                                   {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}};
constexpr Ending kVerbEndings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                   {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr Ending kAdjectiveEndings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

struct PartOfSpeech {
  std::string_view name;  // of its files
  std::span<const Ending> endings;
};
constexpr PartOfSpeech kParts[] = {
    {"noun", kNounEndings}, {"verb", kVerbEndings}, {"adj", kAdjectiveEndings}, {"adv", {}}};

std::vector<std::string_view> Fields(std::string_view line) {
  std::vector<std::string_view> fields;
  for (size_t begin = 0; begin < line.size();) {
    const size_t end = std::min(line.find(' ', begin), line.size());
    if (end > begin) fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

// Calls take(fields) for each line that is not of the licence.
template <typename Take>
void ForEachEntry(std::string_view text, const Take& take) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (!line.starts_with("  ")) take(Fields(line));
    begin = end + 1;
  }
}

uint32_t ReadNumber(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Lists of numbers, one after the other.
struct Lists {
  std::vector<uint32_t> starts = {0};
  std::vector<uint32_t> values;

  void Add(std::vector<uint32_t> list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    values.insert(values.end(), list.begin(), list.end());
    starts.push_back(static_cast<uint32_t>(values.size()));
  }
  std::span<const uint32_t> operator[](uint32_t i) const {
    return std::span(values).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

class WordNetFiles final : public WordNet {
 public:
  absl::Status Read(const std::string& folder) {
    std::string all;
    std::vector<std::vector<uint32_t>> synsets_of;
    absl::flat_hash_map<uint32_t, std::vector<uint32_t>> words_of;
    for (uint32_t part = 0; part < std::size(kParts); ++part) {
      MTG_ASSIGN_OR_RETURN(const std::string_view index,
                           ReadFile(fmt::format("{}/index.{}", folder, kParts[part].name)));
      all += index;
      ForEachEntry(index, [&](const std::vector<std::string_view>& fields) {
        AddWord(part, fields, synsets_of, words_of);
      });
    }
    for (const PartOfSpeech& part : kParts) {
      MTG_ASSIGN_OR_RETURN(const std::string_view exceptions,
                           ReadFile(fmt::format("{}/{}.exc", folder, part.name)));
      all += exceptions;
      ForEachEntry(exceptions, [&](const std::vector<std::string_view>& fields) {
        if (fields.size() < 2) return;
        const uint32_t base = Find(fields[1]);
        if (base != kUnknown) exceptions_.emplace(fields[0], base);
      });
    }
    for (const std::vector<uint32_t>& synsets : synsets_of) {
      std::vector<uint32_t> related;
      for (const uint32_t synset : synsets) {
        const std::vector<uint32_t>& words = words_of[synset];
        related.insert(related.end(), words.begin(), words.end());
      }
      related_.Add(std::move(related));
      synsets_.Add(synsets);
    }
    digest_ = fmt::format("{:016x}", DefaultHash().function(all.data(), all.size()));
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
    for (uint32_t part = 0; part < std::size(kParts); ++part) {
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
  // The text is kept, since words point into it.
  absl::StatusOr<std::string_view> ReadFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
      return UsageError(fmt::format(
          "cannot read WordNet's file {}; apt-get install wordnet-base, or name the folder of "
          "WordNet 3.0: wordnet=DIR",
          path));
    }
    return texts_.emplace_back(std::istreambuf_iterator<char>(file),
                               std::istreambuf_iterator<char>());
  }

  void AddWord(uint32_t part, const std::vector<std::string_view>& fields,
               std::vector<std::vector<uint32_t>>& synsets_of,
               absl::flat_hash_map<uint32_t, std::vector<uint32_t>>& words_of) {
    if (fields.size() < 4) return;
    const uint32_t senses = ReadNumber(fields[2]);
    const auto [at, added] = numbers_.emplace(fields[0], static_cast<uint32_t>(words_.size()));
    if (added) {
      words_.push_back(fields[0]);
      parts_.push_back(0);
      synsets_of.emplace_back();
    }
    const uint32_t word = at->second;
    parts_[word] = static_cast<uint8_t>(parts_[word] | 1u << part);
    // The offsets are the last fields.
    for (size_t k = fields.size() - std::min<size_t>(senses, fields.size() - 4); k < fields.size();
         ++k) {
      const uint32_t synset = part << 28 | ReadNumber(fields[k]);
      synsets_of[word].push_back(synset);
      words_of[synset].push_back(word);
    }
  }

  uint32_t ByEndings(std::string_view word, uint32_t part) const {
    std::string form;
    for (const Ending& ending : kParts[part].endings) {
      if (!word.ends_with(ending.suffix)) continue;
      form.assign(word.substr(0, word.size() - ending.suffix.size()));
      form += ending.replacement;
      const uint32_t base = Find(form);
      if (base != kUnknown && (parts_[base] >> part & 1) != 0) return base;
    }
    return kUnknown;
  }

  std::deque<std::string> texts_;
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
