// Reads dictionaries of synonyms into hash tables, and keeps those as an index file.
#include "core/text/words/synonyms.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "core/text/words/index_file.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/word_number_table.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

// Count on when the arrays change.
constexpr std::string_view kMeteorKind = "meteor-synonyms-1", kWordNetKind = "wordnet-synonyms-1";
constexpr std::string_view kFul = "ful";

// METEOR knows all of WordNet's endings, but no parts of speech.
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

// Of the sets of one word.
struct Range {
  uint32_t first = 0, count = 0;
};

// Words that each belong to sets.
struct Entries {
  WordNumberTable words;
  std::span<const Range> sets_of;  // of each word
};

// What is looked up by itself: all of METEOR's words, or WordNet's of one part of speech.
struct Part {
  std::span<const WordEnding> endings;
  bool cuts_ful = false;  // before it looks at endings, as WordNet does
  Entries words = {}, exceptions = {};
};
std::vector<Part> MeteorParts() { return {{.endings = AllEndings()}}; }
std::vector<Part> WordNetParts() {
  std::vector<Part> parts;
  for (const WordNetPart& speech : WordNetPartsOfSpeech()) {
    parts.push_back({.endings = speech.endings, .cuts_ful = speech.name == "noun"});
  }
  return parts;
}

// Takes the first line off `text`.
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

uint32_t ToNumber(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// Makes the arrays of the entries of one part.
class EntriesMaker {
 public:
  void Reserve(size_t words) { words_.Reserve(words); }
  // The sets of a word, none if it is new.
  Range& FindOrAdd(std::string_view word) {
    const uint32_t number = words_.FindOrAdd(word);
    if (number == sets_of_.size()) sets_of_.emplace_back();
    return sets_of_[number];
  }
  const Range* Find(std::string_view word) const {
    const uint32_t number = words_.table().Find(word);
    return number == WordNumberTable::kNone ? nullptr : &sets_of_[number];
  }
  Entries Get() const { return {words_.table(), sets_of_}; }

 private:
  WordNumberTableMaker words_;
  std::vector<Range> sets_of_;
};

}  // namespace

// Where the arrays lie: made of the files, or kept.
struct Synonyms::Memory {
  struct OfPart {
    EntriesMaker words, exceptions;
  };
  std::vector<OfPart> parts;
  std::vector<uint32_t> sets;
  std::optional<KeptArrays> kept;

  // The last entry of a word counts.
  void AddWord(size_t part, std::string_view word, std::span<const uint32_t> of_word) {
    parts[part].words.FindOrAdd(word) = {static_cast<uint32_t>(sets.size()),
                                         static_cast<uint32_t>(of_word.size())};
    sets.insert(sets.end(), of_word.begin(), of_word.end());
  }
  // A form belongs to the sets of all of its bases. After the words of its part.
  void AddException(size_t part, std::string_view form, std::string_view base) {
    const Range* const of_base = parts[part].words.Find(base);
    Range& range = parts[part].exceptions.FindOrAdd(form);
    const Range before = range;
    range = {static_cast<uint32_t>(sets.size()), before.count};
    for (uint32_t i = 0; i < before.count; ++i) sets.push_back(sets[before.first + i]);
    for (uint32_t i = 0; of_base != nullptr && i < of_base->count; ++i, ++range.count) {
      sets.push_back(sets[of_base->first + i]);
    }
  }
};

// What look-ups need. Total, whatever the arrays hold.
struct Synonyms::Tables {
  // False: there is no such word.
  bool AddSets(const Entries& entries, std::string_view word, std::vector<uint32_t>& found) const;
  void AddSetsOfForm(const Part& part, std::string_view word, std::vector<uint32_t>& found) const;
  void Find(std::string_view word, std::vector<uint32_t>& found) const;

  // As an index file has them.
  std::vector<std::string_view> Arrays() const;
  bool SetArrays(std::span<const std::string_view> arrays);
  void SetMemory();

  std::vector<Part> parts;
  std::span<const uint32_t> sets;
  Memory memory = {};
};

bool Synonyms::Tables::AddSets(const Entries& entries, std::string_view word,
                               std::vector<uint32_t>& found) const {
  const uint32_t number = entries.words.Find(word);
  if (number >= entries.sets_of.size()) return false;
  const Range range = entries.sets_of[number];
  if (range.first > sets.size() || range.count > sets.size() - range.first) return true;
  const auto begin = sets.begin() + range.first;
  found.insert(found.end(), begin, begin + range.count);
  return true;
}

// A word that is no exception. METEOR looks for the base of "spoonsful" with the "ful" on, and so
// never finds it, and then puts "ful" behind the base of other words.
void Synonyms::Tables::AddSetsOfForm(const Part& part, std::string_view word,
                                     std::vector<uint32_t>& found) const {
  std::string_view form = word;
  const std::string_view ful = word.ends_with(kFul) ? kFul : std::string_view();
  if (part.cuts_ful) form.remove_suffix(ful.size());
  if (form.ends_with("ss") || word.size() <= 2) return;
  for (const WordEnding& ending : part.endings) {
    if (!form.ends_with(ending.of_form)) continue;
    std::string base(form.substr(0, form.size() - ending.of_form.size()));
    base += ending.of_base;
    if (part.words.words.Find(base) == WordNumberTable::kNone) continue;
    AddSets(part.words, base.append(ful), found);
    return;
  }
}

void Synonyms::Tables::Find(std::string_view word, std::vector<uint32_t>& found) const {
  found.clear();
  for (const Part& part : parts) {
    AddSets(part.words, word, found);
    if (!AddSets(part.exceptions, word, found)) AddSetsOfForm(part, word, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

std::vector<std::string_view> Synonyms::Tables::Arrays() const {
  std::vector<std::string_view> arrays = {BytesOf(sets)};
  for (const Part& part : parts) {
    for (const Entries& entries : {part.words, part.exceptions}) {
      const WordNumberTable& words = entries.words;
      arrays.insert(arrays.end(), {BytesOf(words.slots()), BytesOf(words.ends()), words.text(),
                                   BytesOf(entries.sets_of)});
    }
  }
  return arrays;
}

bool Synonyms::Tables::SetArrays(std::span<const std::string_view> arrays) {
  constexpr size_t kOfEntries = 4;
  if (arrays.size() != 1 + 2 * kOfEntries * parts.size()) return false;
  sets = ValuesOf<uint32_t>(arrays[0]);
  const std::string_view* next = &arrays[1];
  for (Part& part : parts) {
    for (Entries* const entries : {&part.words, &part.exceptions}) {
      const auto slots = ValuesOf<uint64_t>(next[0]);
      if (!std::has_single_bit(slots.size())) return false;
      *entries = {{slots, ValuesOf<uint32_t>(next[1]), next[2]}, ValuesOf<Range>(next[3])};
      next += kOfEntries;
    }
  }
  return true;
}

void Synonyms::Tables::SetMemory() {
  sets = memory.sets;
  for (size_t p = 0; p < parts.size(); ++p) {
    parts[p].words = memory.parts[p].words.Get();
    parts[p].exceptions = memory.parts[p].exceptions.Get();
  }
}

namespace {

using Opened = absl::StatusOr<std::unique_ptr<const Synonyms>>;

// What was opened, by name. Never destroyed: metrics point into it.
absl::StatusOr<const Synonyms*> OpenOnce(const std::string& name,
                                         const std::function<Opened()>& open) {
  static std::mutex mutex;
  static auto* const opened = new std::map<std::string, std::unique_ptr<const Synonyms>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<const Synonyms>& synonyms = (*opened)[name];
  if (synonyms == nullptr) {
    MTG_ASSIGN_OR_RETURN(synonyms, open());
  }
  return synonyms.get();
}

}  // namespace

Synonyms::Synonyms(std::unique_ptr<const Tables> tables, std::string digest)
    : tables_(std::move(tables)), digest_(std::move(digest)) {}
Synonyms::~Synonyms() = default;

void Synonyms::Find(std::string_view word, std::vector<uint32_t>& sets) const {
  tables_->Find(word, sets);
}

// Takes the tables from the index of the files, else from the files by read(memory), which returns
// their digest.
template <typename Read>
absl::StatusOr<std::unique_ptr<const Synonyms>> Synonyms::Load(const IndexFile& index, Tables empty,
                                                               const Read& read) {
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

absl::StatusOr<std::string> Synonyms::ReadMeteor(const std::string& folder,
                                                 const std::string& language, Memory& out) {
  MTG_ASSIGN_OR_RETURN(const std::string exceptions,
                       ReadMeteorFile(folder, fmt::format("synonym/{}.exceptions", language)));
  MTG_ASSIGN_OR_RETURN(const std::string synsets,
                       ReadMeteorFile(folder, fmt::format("synonym/{}.synsets", language)));
  constexpr size_t kUsualEntry = 24;  // bytes of a word and its sets; saves growing
  out.parts[0].words.Reserve(synsets.size() / kUsualEntry);
  std::vector<uint32_t> numbers;
  for (std::string_view text = synsets; !text.empty();) {
    const std::string_view word = TakeLine(text);
    std::string_view line = TakeLine(text);
    numbers.clear();
    for (std::string_view number = TakeWord(line); !number.empty(); number = TakeWord(line)) {
      numbers.push_back(ToNumber(number));
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

absl::StatusOr<std::string> Synonyms::ReadWordNet(const std::string& folder, Memory& out) {
  MTG_ASSIGN_OR_RETURN(const WordNetTexts texts, ReadWordNetTexts(folder));
  FilesDigest digest;
  absl::flat_hash_map<uint64_t, uint32_t> names;  // of sets, which each part numbers by itself
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

absl::StatusOr<std::unique_ptr<const Synonyms>> Synonyms::LoadMeteor(const std::string& folder,
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

absl::StatusOr<std::unique_ptr<const Synonyms>> Synonyms::LoadWordNet(const std::string& folder,
                                                                      const std::string& cache) {
  return Load({kWordNetKind, WordNetFileNames(folder), cache}, {WordNetParts(), {}},
              [&](Memory& memory) { return ReadWordNet(folder, memory); });
}

absl::StatusOr<const Synonyms*> Synonyms::OpenMeteor(const std::string& folder,
                                                     const std::string& language,
                                                     const std::string& cache) {
  return OpenOnce("meteor:" + language + ":" + folder,
                  [&] { return LoadMeteor(folder, language, cache); });
}

absl::StatusOr<const Synonyms*> Synonyms::OpenWordNet(const std::string& folder,
                                                      const std::string& cache) {
  return OpenOnce("wordnet:" + folder, [&] { return LoadWordNet(folder, cache); });
}

}  // namespace mtgauge
