// Reads the files; knows WordNet's endings.
#include "core/text/wordnet_files.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "core/text/resource_file.h"

namespace mtgauge {
namespace {

constexpr WordEnding kNounEndings[] = {{"s", ""},      {"ses", "s"},   {"xes", "x"},
                                       {"zes", "z"},   {"ches", "ch"}, {"shes", "sh"},
                                       {"men", "man"}, {"ies", "y"}};
constexpr WordEnding kVerbEndings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                       {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr WordEnding kAdjectiveEndings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

absl::StatusOr<std::string> ReadWordNetFile(const std::string& folder, const std::string& name) {
  absl::StatusOr<std::string> bytes = ReadResource(folder + "/" + name);
  if (bytes.ok()) return bytes;
  return UsageError(
      fmt::format("cannot read WordNet's file {}/{}; apt-get install wordnet-base, or name the "
                  "folder of WordNet 3.0: wordnet=DIR",
                  folder, name));
}

}  // namespace

const std::array<WordNetPart, kWordNetParts>& WordNetPartsOfSpeech() {
  static const std::array<WordNetPart, kWordNetParts> kParts = {
      {{"noun", kNounEndings}, {"verb", kVerbEndings}, {"adj", kAdjectiveEndings}, {"adv", {}}}};
  return kParts;
}

absl::StatusOr<WordNetTexts> ReadWordNetTexts(const std::string& folder) {
  WordNetTexts texts;
  for (size_t part = 0; part < kWordNetParts; ++part) {
    const std::string_view name = WordNetPartsOfSpeech()[part].name;
    MTG_ASSIGN_OR_RETURN(texts.index[part], ReadWordNetFile(folder, fmt::format("index.{}", name)));
    MTG_ASSIGN_OR_RETURN(texts.exceptions[part],
                         ReadWordNetFile(folder, fmt::format("{}.exc", name)));
  }
  return texts;
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

}  // namespace mtgauge
