// Reads WordNet's files and defines its endings.
#include "core/text/words/wordnet_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr WordEnding kNounEndings[] = {{"s", ""},      {"ses", "s"},   {"xes", "x"},
                                       {"zes", "z"},   {"ches", "ch"}, {"shes", "sh"},
                                       {"men", "man"}, {"ies", "y"}};
constexpr WordEnding kVerbEndings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                       {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr WordEnding kAdjectiveEndings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

Result<std::string> ReadWordNetFile(const std::string& folder, const std::string& name) {
  Result<std::string> bytes = ReadResource(folder + "/" + name);
  if (bytes.ok()) return bytes;
  return UsageError({.option = "wordnet"},
                    fmt::format("cannot read WordNet's file {}/{}", folder, name),
                    "apt-get install wordnet-base, or name the folder of WordNet 3.0: wordnet=DIR");
}

// An offset in a data file, which identifies a synset.
bool IsOffset(std::string_view field) {
  constexpr size_t kDigits = 8;
  return field.size() == kDigits &&
         std::all_of(field.begin(), field.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Checks for "lemma pos senses pointers [pointer ...] senses tagged offset ...".
bool IsIndexLine(std::span<const std::string_view> fields, char letter) {
  constexpr size_t kFixed = 6;
  if (fields.size() < kFixed || fields[1] != std::string_view(&letter, 1)) return false;
  const size_t senses = WordNetNumber(fields[2]), pointers = WordNetNumber(fields[3]);
  const std::span<const std::string_view> sets = WordNetSetFields(fields);
  return senses > 0 && fields.size() == kFixed + pointers + senses &&
         std::all_of(sets.begin(), sets.end(), IsOffset);
}

// Checks for a form and its bases.
bool IsExceptionLine(std::span<const std::string_view> fields) { return fields.size() > 1; }

Status NotWordNets(const std::string& path, std::string_view why) {
  return InputError({.file = path, .option = "wordnet"},
                    fmt::format("not WordNet's file ({})", why),
                    "name a folder with the files of WordNet 3.0: wordnet=DIR");
}

// Rejects files that are not WordNet's: any bytes could be split into fields and would score.
template <typename IsLine>
Status CheckWordNetFile(const std::string& path, std::string_view text, const IsLine& is_line) {
  const auto refuse = [&path](std::string_view why) { return NotWordNets(path, why); };
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r';
  };
  if (std::any_of(text.begin(), text.end(), is_control)) return refuse("it is not text");
  std::string wrong;
  ForEachWordNetLine(text, [&](std::span<const std::string_view> fields) {
    if (wrong.empty() && !is_line(fields)) wrong = fmt::format("the entry '{}'", fields[0]);
  });
  return wrong.empty() ? OkStatus() : refuse(wrong);
}

// Checks for "offset file letter words word number [word number ...] pointers ...".
bool IsDataLine(std::span<const std::string_view> fields) {
  return IsOffset(fields[0]) && !WordNetNameFields(fields).empty();
}

Status CheckIndex(const std::string& path, std::string_view text, char letter) {
  if (!text.starts_with("  ")) {
    return NotWordNets(path, "it does not begin with the licence, indented by two spaces");
  }
  return CheckWordNetFile(path, text, [letter](std::span<const std::string_view> fields) {
    return IsIndexLine(fields, letter);
  });
}

}  // namespace

const std::array<WordNetPart, kWordNetParts>& WordNetPartsOfSpeech() {
  static const std::array<WordNetPart, kWordNetParts> kParts = {{{"noun", 'n', kNounEndings},
                                                                 {"verb", 'v', kVerbEndings},
                                                                 {"adj", 'a', kAdjectiveEndings},
                                                                 {"adv", 'r', {}}}};
  return kParts;
}

std::vector<std::string> WordNetFileNames(const std::string& folder) {
  std::vector<std::string> names;
  for (const WordNetPart& part : WordNetPartsOfSpeech()) {
    names.push_back(ResourceName(fmt::format("{}/index.{}", folder, part.name)));
    names.push_back(ResourceName(fmt::format("{}/{}.exc", folder, part.name)));
  }
  return names;
}

std::string WordNetDataName(const std::string& folder, size_t part) {
  return ResourceName(fmt::format("{}/data.{}", folder, WordNetPartsOfSpeech()[part].name));
}

Result<WordNetTexts> ReadWordNetTexts(const std::string& folder) {
  WordNetTexts texts;
  for (size_t part = 0; part < kWordNetParts; ++part) {
    const auto& [name, letter, endings] = WordNetPartsOfSpeech()[part];
    const std::string index = fmt::format("index.{}", name);
    const std::string exceptions = fmt::format("{}.exc", name);
    MTG_ASSIGN_OR_RETURN(texts.index[part], ReadWordNetFile(folder, index));
    MTG_RETURN_IF_ERROR(CheckIndex(folder + "/" + index, texts.index[part], letter));
    MTG_ASSIGN_OR_RETURN(texts.exceptions[part], ReadWordNetFile(folder, exceptions));
    MTG_RETURN_IF_ERROR(
        CheckWordNetFile(folder + "/" + exceptions, texts.exceptions[part], IsExceptionLine));
  }
  return texts;
}

Result<std::string> ReadWordNetData(const std::string& folder, size_t part) {
  const std::string name = fmt::format("data.{}", WordNetPartsOfSpeech()[part].name);
  MTG_ASSIGN_OR_RETURN(std::string data, ReadWordNetFile(folder, name));
  MTG_RETURN_IF_ERROR(CheckWordNetFile(folder + "/" + name, data, IsDataLine));
  return data;
}

uint32_t WordNetNumber(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::span<const std::string_view> WordNetSetFields(std::span<const std::string_view> fields) {
  constexpr size_t kLeading = 4;
  if (fields.size() < kLeading) return {};
  return fields.last(std::min<size_t>(WordNetNumber(fields[2]), fields.size() - kLeading));
}

std::span<const std::string_view> WordNetNameFields(std::span<const std::string_view> fields) {
  constexpr size_t kLeading = 4;
  constexpr int kHexadecimal = 16;
  if (fields.size() < kLeading) return {};
  size_t words = 0;
  const std::string_view digits = fields[kLeading - 1];
  std::from_chars(digits.data(), digits.data() + digits.size(), words, kHexadecimal);
  if (words > (fields.size() - kLeading) / 2) return {};
  return fields.subspan(kLeading, 2 * words);
}

}  // namespace mtgauge
