// Reads dictionaries of synonyms into hash tables.
#include "core/text/words/synonyms.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/text/words/resource_file.h"
#include "core/text/words/word_number_table.h"
#include "core/text/words/wordnet_files.h"

namespace mtgauge {
namespace {

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

}  // namespace

struct Synonyms::Tables {
  // What is looked up by itself: all of METEOR's words, or WordNet's of one part of speech.
  struct Part {
    WordNumberTableMaker words;
    std::vector<Range> sets_of;                                                  // of each word
    absl::flat_hash_map<std::string_view, std::vector<std::string_view>> bases;  // of exceptions
    std::span<const WordEnding> endings;
    bool cuts_ful = false;  // before it looks at endings, as WordNet does
  };

  std::string_view Keep(std::string text) { return texts.emplace_back(std::move(text)); }
  // The last entry of a word counts.
  void AddWord(Part& part, std::string_view word, std::span<const uint32_t> of_word);
  void FindIn(const Part& part, std::string_view word, std::vector<uint32_t>& found) const;
  void AddSets(const Part& part, std::string_view word, std::vector<uint32_t>& found) const;
  void AddSetsOfForm(const Part& part, std::string_view word, std::vector<uint32_t>& found) const;
  void Compute(std::string_view word, std::vector<uint32_t>& found) const;

  std::deque<std::string> texts;
  std::vector<Part> parts;
  std::vector<uint32_t> sets;
};

void Synonyms::Tables::AddWord(Part& part, std::string_view word,
                               std::span<const uint32_t> of_word) {
  const uint32_t number = part.words.FindOrAdd(word);
  if (number == part.sets_of.size()) part.sets_of.emplace_back();
  part.sets_of[number] = {static_cast<uint32_t>(sets.size()),
                          static_cast<uint32_t>(of_word.size())};
  sets.insert(sets.end(), of_word.begin(), of_word.end());
}

void Synonyms::Tables::AddSets(const Part& part, std::string_view word,
                               std::vector<uint32_t>& found) const {
  const uint32_t number = part.words.table().Find(word);
  if (number == WordNumberTable::kNone) return;
  const Range range = part.sets_of[number];
  const auto begin = sets.begin() + range.first;
  found.insert(found.end(), begin, begin + range.count);
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
    if (part.words.table().Find(base) == WordNumberTable::kNone) continue;
    return AddSets(part, base.append(ful), found);
  }
}

void Synonyms::Tables::FindIn(const Part& part, std::string_view word,
                              std::vector<uint32_t>& found) const {
  AddSets(part, word, found);
  const auto bases = part.bases.find(word);
  if (bases == part.bases.end()) return AddSetsOfForm(part, word, found);
  for (const std::string_view base : bases->second) AddSets(part, base, found);
}

void Synonyms::Tables::Compute(std::string_view word, std::vector<uint32_t>& found) const {
  found.clear();
  for (const Part& part : parts) FindIn(part, word, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
}

namespace {

using Open = absl::StatusOr<std::unique_ptr<const Synonyms>>;

// What was opened, by name. Never destroyed: metrics point into it.
absl::StatusOr<const Synonyms*> OpenOnce(const std::string& name,
                                         const std::function<Open()>& open) {
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
  tables_->Compute(word, sets);
}

absl::StatusOr<const Synonyms*> Synonyms::OpenMeteor(const std::string& folder,
                                                     const std::string& language) {
  return OpenOnce("meteor:" + language + ":" + folder, [&]() -> Open {
    FilesDigest digest;
    auto tables = std::make_unique<Tables>();
    Tables::Part& part = tables->parts.emplace_back();
    part.endings = AllEndings();
    MTG_ASSIGN_OR_RETURN(std::string exceptions,
                         ReadMeteorFile(folder, fmt::format("synonym/{}.exceptions", language)));
    digest.Add(exceptions);
    for (std::string_view text = tables->Keep(std::move(exceptions)); !text.empty();) {
      const std::string_view base = TakeLine(text);
      std::string_view forms = TakeLine(text);
      for (std::string_view form = TakeWord(forms); !form.empty(); form = TakeWord(forms)) {
        part.bases[form].push_back(base);
      }
    }
    MTG_ASSIGN_OR_RETURN(const std::string synsets,
                         ReadMeteorFile(folder, fmt::format("synonym/{}.synsets", language)));
    digest.Add(synsets);
    constexpr size_t kUsualEntry = 24;  // bytes of a word and its sets; saves growing
    part.words.Reserve(synsets.size() / kUsualEntry);
    std::vector<uint32_t> numbers;
    for (std::string_view text = synsets; !text.empty();) {
      const std::string_view word = TakeLine(text);
      std::string_view line = TakeLine(text);
      numbers.clear();
      for (std::string_view number = TakeWord(line); !number.empty(); number = TakeWord(line)) {
        numbers.push_back(ToNumber(number));
      }
      tables->AddWord(part, word, numbers);
    }
    return std::unique_ptr<const Synonyms>(new Synonyms(std::move(tables), digest.Get()));
  });
}

absl::StatusOr<const Synonyms*> Synonyms::OpenWordNet(const std::string& folder) {
  return OpenOnce("wordnet:" + folder, [&]() -> Open {
    MTG_ASSIGN_OR_RETURN(WordNetTexts texts, ReadWordNetTexts(folder));
    FilesDigest digest;
    auto tables = std::make_unique<Tables>();
    absl::flat_hash_map<uint64_t, uint32_t> names;  // of sets, which each part numbers by itself
    for (size_t p = 0; p < kWordNetParts; ++p) {
      const WordNetPart& speech = WordNetPartsOfSpeech()[p];
      Tables::Part& part = tables->parts.emplace_back();
      part.endings = speech.endings;
      part.cuts_ful = speech.name == "noun";
      digest.Add(texts.exceptions[p]);
      digest.Add(texts.index[p]);
      ForEachWordNetException(tables->Keep(std::move(texts.exceptions[p])),
                              [&](std::string_view form, std::span<const std::string_view> bases) {
                                std::vector<std::string_view>& all = part.bases[form];
                                all.insert(all.end(), bases.begin(), bases.end());
                              });
      std::vector<uint32_t> numbers;
      ForEachWordNetEntry(
          texts.index[p], [&](std::string_view word, std::span<const uint32_t> sets) {
            numbers.clear();
            for (const uint32_t set : sets) {
              const auto fresh = static_cast<uint32_t>(names.size());
              numbers.push_back(names.try_emplace(uint64_t{p} << 32 | set, fresh).first->second);
            }
            tables->AddWord(part, word, numbers);
          });
    }
    return std::unique_ptr<const Synonyms>(new Synonyms(std::move(tables), digest.Get()));
  });
}

}  // namespace mtgauge
