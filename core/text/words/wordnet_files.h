// The files of WordNet 3.0: index.* ("lemma pos senses pointers [pointer ...] senses tagged offset
// ...") and *.exc ("form base ...") for each part of speech.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// An ending of inflected forms and the one that replaces it in the base.
struct WordEnding {
  std::string_view of_form, of_base;
};

struct WordNetPart {
  std::string_view name;  // in its file names
  char letter;            // in an index
  std::span<const WordEnding> endings;
};
inline constexpr size_t kWordNetParts = 4;
// Nouns, verbs, adjectives and adverbs, with WordNet's endings.
const std::array<WordNetPart, kWordNetParts>& WordNetPartsOfSpeech();

// Returns the names of the files index.* and *.exc in the folder, compressed or not.
std::vector<std::string> WordNetFileNames(const std::string& folder);
// Returns the name of the file data.* of one part of speech.
std::string WordNetDataName(const std::string& folder, size_t part);
// The contents of the files, by part of speech.
struct WordNetTexts {
  std::array<std::string, kWordNetParts> index, exceptions;
};
// Reads the files, each plain or compressed by gzip. Returns a UsageError that names a file that
// cannot be read, or an InputError that names one that is not WordNet's.
Result<WordNetTexts> ReadWordNetTexts(const std::string& folder);
// Returns the contents of data.* of one part of speech, whose lines are synsets; errors as above.
Result<std::string> ReadWordNetData(const std::string& folder, size_t part);

uint32_t WordNetNumber(std::string_view digits);
// Returns the fields of an index line that identify synsets: the last ones, counted by the third.
std::span<const std::string_view> WordNetSetFields(std::span<const std::string_view> fields);
// Returns the fields of a synset's line that contain its words, each followed by a number.
std::span<const std::string_view> WordNetNameFields(std::span<const std::string_view> fields);

// Calls visit(fields) for each line that is not part of the licence.
template <typename Visit>
void ForEachWordNetLine(std::string_view text, const Visit& visit) {
  std::vector<std::string_view> fields;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(' ')) continue;
    fields.clear();
    for (size_t begin = 0; begin < line.size();) {
      const size_t space = std::min(line.find(' ', begin), line.size());
      if (space > begin) fields.push_back(line.substr(begin, space - begin));
      begin = space + 1;
    }
    if (!fields.empty()) visit(std::span<const std::string_view>(fields));
  }
}

// Calls visit(form, bases) for each exception.
template <typename Visit>
void ForEachWordNetException(std::string_view text, const Visit& visit) {
  ForEachWordNetLine(text, [&](std::span<const std::string_view> fields) {
    if (fields.size() > 1) visit(fields[0], fields.subspan(1));
  });
}

// Calls visit(word, sets) for each word of an index; `sets` are numbers of synsets.
template <typename Visit>
void ForEachWordNetEntry(std::string_view text, const Visit& visit) {
  std::vector<uint32_t> sets;
  ForEachWordNetLine(text, [&](std::span<const std::string_view> fields) {
    sets.clear();
    for (const std::string_view field : WordNetSetFields(fields)) {
      sets.push_back(WordNetNumber(field));
    }
    visit(fields[0], std::span<const uint32_t>(sets));
  });
}

// Calls visit(offset, name) for each word of each synset in a data file, spelled as there but
// without its syntactic marker, as in "galore(ip)".
template <typename Visit>
void ForEachWordNetName(std::string_view text, const Visit& visit) {
  ForEachWordNetLine(text, [&](std::span<const std::string_view> fields) {
    const std::span<const std::string_view> names = WordNetNameFields(fields);
    for (size_t i = 0; i < names.size(); i += 2) {
      const std::string_view name = names[i];
      const size_t end = name.ends_with(')') ? name.find('(') : std::string_view::npos;
      visit(WordNetNumber(fields[0]), name.substr(0, end));
    }
  });
}

}  // namespace mtgauge
