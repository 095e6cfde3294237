// Reads dictionaries of synonyms into hash tables and caches those in an index file.
#include "core/text/words/synonyms.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/text/words/index_file.h"
#include "core/text/words/opened_once.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/word_sets.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

// Increment when the arrays change.
constexpr std::string_view kMeteorKind = "meteor-synonyms-2", kWordNetKind = "wordnet-synonyms-2";
constexpr std::string_view kFul = "ful";

// METEOR uses all of WordNet's endings, but no parts of speech.
const std::vector<WordEnding>& AllEndings() {
  static const auto* const all = [] {
    auto* const endings = new std::vector<WordEnding>;
    for (const WordNetPart& part : WordNetPartsOfSpeech()) {
      endings->insert(endings->end(), part.endings.begin(), part.endings.end());
    }
    return endings;
  }();
  return *all;
}

// A dictionary of its own: all of METEOR's words, or WordNet's of one part of speech.
struct Part {
  std::span<const WordEnding> endings;
  bool cuts_ful = false;  // removes "ful" before it tries endings, as WordNet does
  WordSets words = {}, exceptions = {};
};
std::vector<Part> MeteorParts() { return {{.endings = AllEndings()}}; }
std::vector<Part> WordNetParts() {
  std::vector<Part> parts;
  for (const WordNetPart& speech : WordNetPartsOfSpeech()) {
    parts.push_back({.endings = speech.endings, .cuts_ful = speech.name == "noun"});
  }
  return parts;
}

// Removes the first line from `text` and returns it.
std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view TakeWord(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace

// The memory of the arrays, whether they were made from the files or read from the cache.
struct Synonyms::Memory {
  struct OfPart {
    WordSetsMaker words, exceptions;
  };
  std::vector<OfPart> parts;
  std::optional<KeptArrays> kept;

  // A word's last entry replaces earlier ones.
  void AddWord(size_t part, std::string_view word, std::span<const uint32_t> sets) {
    parts[part].words[word].assign(sets.begin(), sets.end());
  }
  // Adds a form to the sets of its base. Call it after adding the words of the part.
  void AddException(size_t part, std::string_view form, std::string_view base) {
    const std::vector<uint32_t>* const of_base = parts[part].words.Find(base);
    std::vector<uint32_t>& sets = parts[part].exceptions[form];
    if (of_base != nullptr) sets.insert(sets.end(), of_base->begin(), of_base->end());
  }
};

// The tables for look-ups.
struct Synonyms::Tables {
  static void AddSetsOfForm(const Part& part, std::string_view word, std::vector<uint32_t>& found);
  void Find(std::string_view word, std::vector<uint32_t>& found) const;

  // The arrays in the order of the index file.
  std::vector<std::string_view> Arrays() const;
  bool SetArrays(std::span<const std::string_view> arrays);
  void SetMemory();

  std::vector<Part> parts;
  Memory memory = {};
};

// Finds the sets of a word that is not an exception. METEOR keeps the "ful" of "spoonsful" while it
// tries the endings, and so never finds its base.
void Synonyms::Tables::AddSetsOfForm(const Part& part, std::string_view word,
                                     std::vector<uint32_t>& found) {
  std::string_view form = word;
  const std::string_view ful = word.ends_with(kFul) ? kFul : std::string_view();
  if (part.cuts_ful) form.remove_suffix(ful.size());
  if (form.ends_with("ss") || word.size() <= 2) return;
  for (const WordEnding& ending : part.endings) {
    if (!form.ends_with(ending.of_form)) continue;
    std::string base(form.substr(0, form.size() - ending.of_form.size()));
    base += ending.of_base;
    if (!part.words.Find(base)) continue;
    part.words.AddSets(base.append(ful), found);
    return;
  }
}

void Synonyms::Tables::Find(std::string_view word, std::vector<uint32_t>& found) const {
  found.clear();
  for (const Part& part : parts) {
    part.words.AddSets(word, found);
    if (!part.exceptions.AddSets(word, found)) AddSetsOfForm(part, word, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::vector<std::string_view> Synonyms::Tables::Arrays() const {
  std::vector<std::string_view> arrays;
  for (const Part& part : parts) {
    part.words.AddArrays(arrays);
    part.exceptions.AddArrays(arrays);
  }
  return arrays;
}

bool Synonyms::Tables::SetArrays(std::span<const std::string_view> arrays) {
  constexpr size_t kOfPart = 2 * WordSets::kArrays;
  if (arrays.size() != kOfPart * parts.size()) return false;
  for (size_t p = 0; p < parts.size(); ++p) {
    const auto of_part = arrays.subspan(p * kOfPart, kOfPart);
    if (!parts[p].words.SetArrays(of_part) ||
        !parts[p].exceptions.SetArrays(of_part.subspan(WordSets::kArrays))) {
      return false;
    }
  }
  return true;
}

void Synonyms::Tables::SetMemory() {
  for (size_t p = 0; p < parts.size(); ++p) {
    parts[p].words = memory.parts[p].words.Get();
    parts[p].exceptions = memory.parts[p].exceptions.Get();
  }
}

namespace {

// Never destroyed: metrics point into it.
OpenedOnce<Synonyms>& Opened() {
  static auto* const opened = new OpenedOnce<Synonyms>;
  return *opened;
}

}  // namespace

Synonyms::Synonyms(std::unique_ptr<const Tables> tables, std::string digest)
    : tables_(std::move(tables)), digest_(std::move(digest)) {}
Synonyms::~Synonyms() = default;

void Synonyms::Find(std::string_view word, std::vector<uint32_t>& sets) const {
  tables_->Find(word, sets);
}

// Loads the tables from the index, or else from the files with read(memory), which returns their
// digest.
template <typename Read>
Result<std::unique_ptr<const Synonyms>> Synonyms::Load(const IndexFile& index, Tables empty,
                                                       const Read& read) {
  MTG_RETURN_IF_ERROR(index.CheckOwner());
  auto tables = std::make_unique<Tables>(std::move(empty));
  std::string digest;
  if (auto kept = index.Read(); kept && tables->SetArrays(kept->arrays)) {
    digest = kept->digest;
    tables->memory.kept = std::move(kept);
  } else {
    tables->memory.parts.resize(tables->parts.size());
    MTG_ASSIGN_OR_RETURN(digest, read(tables->memory));
    tables->SetMemory();
    index.Write(digest, tables->Arrays());
  }
  return std::unique_ptr<const Synonyms>(new Synonyms(std::move(tables), std::move(digest)));
}

Result<std::string> Synonyms::ReadMeteor(const std::string& folder, const std::string& language,
                                         Memory& out) {
  MTG_ASSIGN_OR_RETURN(const std::string exceptions,
                       ReadMeteorFile(folder, fmt::format("synonym/{}.exceptions", language)));
  MTG_ASSIGN_OR_RETURN(const std::string synsets,
                       ReadMeteorFile(folder, fmt::format("synonym/{}.synsets", language)));
  constexpr size_t kUsualEntry = 24;  // bytes of a word and its sets; avoids reallocation
  out.parts[0].words.Reserve(synsets.size() / kUsualEntry);
  std::vector<uint32_t> numbers;
  for (std::string_view text = synsets; !text.empty();) {
    const std::string_view word = TakeLine(text);
    std::string_view line = TakeLine(text);
    numbers.clear();
    for (std::string_view number = TakeWord(line); !number.empty(); number = TakeWord(line)) {
      numbers.push_back(WordNetNumber(number));
    }
    out.AddWord(0, word, numbers);
  }
  for (std::string_view text = exceptions; !text.empty();) {
    const std::string_view base = TakeLine(text);
    std::string_view forms = TakeLine(text);
    for (std::string_view form = TakeWord(forms); !form.empty(); form = TakeWord(forms)) {
      out.AddException(0, form, base);
    }
  }
  FilesDigest digest;
  digest.Add(exceptions);
  digest.Add(synsets);
  return digest.Get();
}

Result<std::string> Synonyms::ReadWordNet(const std::string& folder, Memory& out) {
  MTG_ASSIGN_OR_RETURN(const WordNetTexts texts, ReadWordNetTexts(folder));
  FilesDigest digest;
  absl::flat_hash_map<uint64_t, uint32_t> names;  // of sets; offsets are unique only within a part
  std::vector<uint32_t> numbers;
  for (size_t p = 0; p < kWordNetParts; ++p) {
    digest.Add(texts.exceptions[p]);
    digest.Add(texts.index[p]);
    ForEachWordNetEntry(texts.index[p], [&](std::string_view word, std::span<const uint32_t> sets) {
      numbers.clear();
      for (const uint32_t set : sets) {
        const auto fresh = static_cast<uint32_t>(names.size());
        numbers.push_back(names.try_emplace(uint64_t{p} << 32 | set, fresh).first->second);
      }
      out.AddWord(p, word, numbers);
    });
    ForEachWordNetException(texts.exceptions[p],
                            [&](std::string_view form, std::span<const std::string_view> bases) {
                              for (const std::string_view base : bases)
                                out.AddException(p, form, base);
                            });
  }
  return digest.Get();
}

Result<std::unique_ptr<const Synonyms>> Synonyms::LoadMeteor(const std::string& folder,
                                                             const std::string& language,
                                                             const std::string& cache) {
  std::vector<std::string> files;
  for (const std::string_view what : {"exceptions", "synsets"}) {
    files.push_back(ResourceName(fmt::format("{}/synonym/{}.{}", folder, language, what)));
  }
  if (folder.empty()) files.clear();
  return Load({kMeteorKind, files, cache}, {MeteorParts(), {}},
              [&](Memory& memory) { return ReadMeteor(folder, language, memory); });
}

Result<std::unique_ptr<const Synonyms>> Synonyms::LoadWordNet(const std::string& folder,
                                                              const std::string& cache) {
  return Load({kWordNetKind, WordNetFileNames(folder), cache}, {WordNetParts(), {}},
              [&](Memory& memory) { return ReadWordNet(folder, memory); });
}

Result<const Synonyms*> Synonyms::OpenMeteor(const std::string& folder, const std::string& language,
                                             const std::string& cache) {
  return Opened().Get("meteor:" + language + ":" + folder,
                      [&] { return LoadMeteor(folder, language, cache); });
}

Result<const Synonyms*> Synonyms::OpenWordNet(const std::string& folder, const std::string& cache) {
  return Opened().Get("wordnet:" + folder, [&] { return LoadWordNet(folder, cache); });
}

}  // namespace mtgauge
