// Reads WordNet's files into hash tables, caches them and implements NLTK's morphology.
#include "core/text/words/nltk_wordnet.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text/words/index_file.h"
#include "core/text/words/opened_once.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/word_sets.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

constexpr std::string_view kNltkKind = "nltk-wordnet-1";  // increment when the arrays change

// NLTK has one ending of nouns more than WordNet.
constexpr WordEnding kOneMoreOfNouns = {"ves", "f"};

// Synsets of different parts of speech are different. File offsets are far below 2^28.
uint32_t Number(size_t part, uint32_t offset) { return static_cast<uint32_t>(part << 28) | offset; }

bool HasCapitals(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// The tables of one part of speech while they are made.
struct PartMaker {
  WordSetsMaker synsets, exceptions;
};
struct NltkMemory {
  std::array<PartMaker, kWordNetParts> parts;
  WordSetsMaker listing;
  std::optional<KeptArrays> kept;
};

void AddPart(size_t part, const WordNetTexts& texts, std::string_view data, NltkMemory& out) {
  WordSetsMaker &synsets = out.parts[part].synsets, &exceptions = out.parts[part].exceptions;
  ForEachWordNetEntry(texts.index[part],
                      [&](std::string_view lemma, std::span<const uint32_t> offsets) {
                        std::vector<uint32_t>& of_lemma = synsets[lemma];
                        of_lemma.clear();
                        for (const uint32_t o : offsets) of_lemma.push_back(Number(part, o));
                      });
  ForEachWordNetException(texts.exceptions[part],
                          [&](std::string_view form, std::span<const std::string_view> bases) {
                            std::vector<uint32_t>& of_form = exceptions[form];
                            of_form.clear();
                            for (const std::string_view base : bases) {
                              const std::vector<uint32_t>* const of_base = synsets.Find(base);
                              if (of_base != nullptr)
                                of_form.insert(of_form.end(), of_base->begin(), of_base->end());
                            }
                          });
  ForEachWordNetName(data, [&](uint32_t offset, std::string_view name) {
    if (HasCapitals(name) || name.find('_') != std::string_view::npos) return;
    out.listing[name].push_back(Number(part, offset));
  });
}

// Returns the digest of the files.
Result<std::string> ReadFiles(const std::string& folder, NltkMemory& out) {
  MTG_ASSIGN_OR_RETURN(const WordNetTexts texts, ReadWordNetTexts(folder));
  FilesDigest digest;
  for (size_t p = 0; p < kWordNetParts; ++p) {
    MTG_ASSIGN_OR_RETURN(const std::string data, ReadWordNetData(folder, p));
    AddPart(p, texts, data, out);
    digest.Add(texts.exceptions[p]);
    digest.Add(texts.index[p]);
    digest.Add(data);
  }
  return digest.Get();
}

}  // namespace

struct NltkWordNet::Tables {
  struct Part {
    WordSets synsets, exceptions;  // by lemma, and by inflected form
  };

  void SetMemory() {
    for (size_t p = 0; p < kWordNetParts; ++p) {
      parts[p] = {memory.parts[p].synsets.Get(), memory.parts[p].exceptions.Get()};
    }
    listing = memory.listing.Get();
  }
  // The arrays in the order of the index file.
  std::vector<std::string_view> Arrays() const {
    std::vector<std::string_view> arrays;
    for (const Part& part : parts) {
      part.synsets.AddArrays(arrays);
      part.exceptions.AddArrays(arrays);
    }
    listing.AddArrays(arrays);
    return arrays;
  }
  bool SetArrays(std::span<const std::string_view> arrays) {
    constexpr size_t kOfSets = WordSets::kArrays;
    if (arrays.size() != (2 * kWordNetParts + 1) * kOfSets) return false;
    bool good = listing.SetArrays(arrays.last(kOfSets));
    for (size_t p = 0; p < kWordNetParts; ++p) {
      good &= parts[p].synsets.SetArrays(arrays.subspan(2 * p * kOfSets, kOfSets));
      good &= parts[p].exceptions.SetArrays(arrays.subspan((2 * p + 1) * kOfSets, kOfSets));
    }
    return good;
  }

  std::array<Part, kWordNetParts> parts;
  WordSets listing;
  NltkMemory memory;
};

NltkWordNet::NltkWordNet(std::unique_ptr<const Tables> tables, std::string digest)
    : tables_(std::move(tables)), digest_(std::move(digest)) {}
NltkWordNet::~NltkWordNet() = default;

void NltkWordNet::FindSynsets(std::string_view word, std::vector<uint32_t>& synsets) const {
  synsets.clear();
  for (size_t p = 0; p < kWordNetParts; ++p) {
    const WordSets& of_lemma = tables_->parts[p].synsets;
    const auto add_base = [&](const WordEnding& ending) {
      if (!word.ends_with(ending.of_form)) return;
      std::string base(word.substr(0, word.size() - ending.of_form.size()));
      of_lemma.AddSets(base.append(ending.of_base), synsets);
    };
    of_lemma.AddSets(word, synsets);
    if (tables_->parts[p].exceptions.AddSets(word, synsets)) continue;
    const WordNetPart& part = WordNetPartsOfSpeech()[p];
    for (const WordEnding& ending : part.endings) add_base(ending);
    if (part.letter == 'n') add_base(kOneMoreOfNouns);
  }
  std::sort(synsets.begin(), synsets.end());
  synsets.erase(std::unique(synsets.begin(), synsets.end()), synsets.end());
}

std::span<const uint32_t> NltkWordNet::Listing(std::string_view word) const {
  return tables_->listing.Find(word).value_or(std::span<const uint32_t>());
}

Result<std::unique_ptr<const NltkWordNet>> NltkWordNet::Load(const std::string& folder,
                                                             const std::string& cache) {
  std::vector<std::string> files = WordNetFileNames(folder);
  for (size_t p = 0; p < kWordNetParts; ++p) files.push_back(WordNetDataName(folder, p));
  const IndexFile index(kNltkKind, std::move(files), cache);
  MTG_RETURN_IF_ERROR(index.CheckOwner());
  auto tables = std::make_unique<Tables>();
  std::string digest;
  if (auto kept = index.Read(); kept && tables->SetArrays(kept->arrays)) {
    digest = kept->digest;
    tables->memory.kept = std::move(kept);
  } else {
    MTG_ASSIGN_OR_RETURN(digest, ReadFiles(folder, tables->memory));
    tables->SetMemory();
    index.Write(digest, tables->Arrays());
  }
  return std::unique_ptr<const NltkWordNet>(new NltkWordNet(std::move(tables), std::move(digest)));
}

Result<const NltkWordNet*> NltkWordNet::Open(const std::string& folder) {
  static auto* const opened = new OpenedOnce<NltkWordNet>;
  return opened->Get(folder, [&] { return Load(folder, ""); });
}

}  // namespace mtgauge
