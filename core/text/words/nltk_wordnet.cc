// Reads WordNet's files into hash tables; has NLTK's morphology.
#include "core/text/words/nltk_wordnet.h"

#include <absl/container/flat_hash_map.h>
#include <absl/strings/string_view.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "core/text/words/resource_file.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

// NLTK has one ending of nouns more than WordNet.
constexpr WordEnding kOneMoreOfNouns = {"ves", "f"};

// Synsets of different parts of speech are different. Offsets in files are far below 2^28.
uint32_t Number(size_t part, uint32_t offset) { return static_cast<uint32_t>(part << 28) | offset; }

bool HasCapitals(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace

struct NltkWordNet::Tables {
  struct Part {
    absl::flat_hash_map<std::string, std::vector<uint32_t>> synsets;   // of each lemma
    absl::flat_hash_map<std::string, std::vector<std::string>> bases;  // of exceptions
  };

  void AddPart(size_t part, const WordNetTexts& texts, std::string_view data);
  void AddSynsets(size_t part, const std::string& lemma, std::vector<uint32_t>& found) const;
  void AddBase(size_t part, std::string_view word, const WordEnding& ending,
               std::vector<uint32_t>& found) const;

  std::array<Part, kWordNetParts> parts;
  absl::flat_hash_map<std::string, std::vector<uint32_t>> listing;
};

void NltkWordNet::Tables::AddPart(size_t part, const WordNetTexts& texts, std::string_view data) {
  ForEachWordNetEntry(texts.index[part],
                      [&](std::string_view lemma, std::span<const uint32_t> offsets) {
                        std::vector<uint32_t>& synsets = parts[part].synsets[std::string(lemma)];
                        synsets.clear();
                        for (const uint32_t o : offsets) synsets.push_back(Number(part, o));
                      });
  ForEachWordNetException(texts.exceptions[part],
                          [&](std::string_view form, std::span<const std::string_view> bases) {
                            parts[part].bases[std::string(form)].assign(bases.begin(), bases.end());
                          });
  ForEachWordNetName(data, [&](uint32_t offset, std::string_view name) {
    if (HasCapitals(name) || name.find('_') != std::string_view::npos) return;
    listing[std::string(name)].push_back(Number(part, offset));
  });
}

void NltkWordNet::Tables::AddSynsets(size_t part, const std::string& lemma,
                                     std::vector<uint32_t>& found) const {
  const auto at = parts[part].synsets.find(lemma);
  if (at != parts[part].synsets.end()) {
    found.insert(found.end(), at->second.begin(), at->second.end());
  }
}

void NltkWordNet::Tables::AddBase(size_t part, std::string_view word, const WordEnding& ending,
                                  std::vector<uint32_t>& found) const {
  if (!word.ends_with(ending.of_form)) return;
  std::string base(word.substr(0, word.size() - ending.of_form.size()));
  AddSynsets(part, base.append(ending.of_base), found);
}

NltkWordNet::NltkWordNet(std::unique_ptr<const Tables> tables, std::string digest)
    : tables_(std::move(tables)), digest_(std::move(digest)) {}
NltkWordNet::~NltkWordNet() = default;

void NltkWordNet::FindSynsets(std::string_view word, std::vector<uint32_t>& synsets) const {
  synsets.clear();
  const std::string itself(word);
  for (size_t p = 0; p < kWordNetParts; ++p) {
    tables_->AddSynsets(p, itself, synsets);
    const auto bases = tables_->parts[p].bases.find(itself);
    if (bases != tables_->parts[p].bases.end()) {
      for (const std::string& base : bases->second) tables_->AddSynsets(p, base, synsets);
      continue;
    }
    const WordNetPart& part = WordNetPartsOfSpeech()[p];
    for (const WordEnding& ending : part.endings) tables_->AddBase(p, word, ending, synsets);
    if (part.letter == 'n') tables_->AddBase(p, word, kOneMoreOfNouns, synsets);
  }
  std::sort(synsets.begin(), synsets.end());
  synsets.erase(std::unique(synsets.begin(), synsets.end()), synsets.end());
}

std::span<const uint32_t> NltkWordNet::Listing(std::string_view word) const {
  const auto found = tables_->listing.find(absl::string_view(word.data(), word.size()));
  if (found == tables_->listing.end()) return {};
  return found->second;
}

absl::StatusOr<const NltkWordNet*> NltkWordNet::Open(const std::string& folder) {
  static std::mutex mutex;
  static auto* const opened = new std::map<std::string, std::unique_ptr<const NltkWordNet>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<const NltkWordNet>& wordnet = (*opened)[folder];
  if (wordnet != nullptr) return wordnet.get();
  MTG_ASSIGN_OR_RETURN(const WordNetTexts texts, ReadWordNetTexts(folder));
  FilesDigest digest;
  auto tables = std::make_unique<Tables>();
  for (size_t p = 0; p < kWordNetParts; ++p) {
    MTG_ASSIGN_OR_RETURN(const std::string data, ReadWordNetData(folder, p));
    tables->AddPart(p, texts, data);
    digest.Add(texts.exceptions[p]);
    digest.Add(texts.index[p]);
    digest.Add(data);
  }
  wordnet.reset(new NltkWordNet(std::move(tables), digest.Get()));
  return wordnet.get();
}

}  // namespace mtgauge
