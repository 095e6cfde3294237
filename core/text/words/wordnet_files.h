// The files of WordNet 3.0 as they are: index.* ("lemma pos senses pointers [pointer ...] senses
// tagged offset ...") and *.exc ("form base ...") of each part of speech.
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

// A form that ends so may come from a base that ends so instead.
struct WordEnding {
  std::string_view of_form, of_base;
};

struct WordNetPart {
  std::string_view name;  // of its files
  char letter;            // in an index
  std::span<const WordEnding> endings;
};
inline constexpr size_t kWordNetParts = 4;
// Nouns, verbs, adjectives, adverbs, with WordNet's endings.
const std::array<WordNetPart, kWordNetParts>& WordNetPartsOfSpeech();

// The names of index.* and *.exc as they lie there, packed or not.
std::vector<std::string> WordNetFileNames(const std::string& folder);
// The same of data.* of one part.
std::string WordNetDataName(const std::string& folder, size_t part);
// The bytes of the files, by part.
struct WordNetTexts {
  std::array<std::string, kWordNetParts> index, exceptions;
};
// Each plain or packed by gzip. A UsageError that names the file that cannot be read, an InputError
// the one that is not WordNet's.
absl::StatusOr<WordNetTexts> ReadWordNetTexts(const std::string& folder);
// The bytes of data.* of one part, whose lines are synsets; the same errors.
absl::StatusOr<std::string> ReadWordNetData(const std::string& folder, size_t part);

uint32_t WordNetNumber(std::string_view digits);
// The fields of an index's line that number synsets: the last, as many as its third field says.
std::span<const std::string_view> WordNetSetFields(std::span<const std::string_view> fields);
// The fields of a synset's line that name its words, each with a number behind it.
std::span<const std::string_view> WordNetNameFields(std::span<const std::string_view> fields);

// Calls visit(fields) for each line that is not of the licence.
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

// Calls visit(word, sets) for each word of an index, sets being numbers of synsets.
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

// Calls visit(offset, name) for each word of each synset of a data file, as it is spelled there but
// without a mark of its syntax, as in "galore(ip)".
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
