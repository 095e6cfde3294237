// Reads MeCab's dictionaries.
#include "core/text/mecab/mecab_dictionary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>

#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr uint32_t kMagic = 0xef718f77u;  // XOR the size of the file
constexpr uint32_t kVersion = 102;

struct Header {
  uint32_t magic, version, type, entries, right_classes, left_classes, units, tokens, features,
      unused;
  char charset[32];
};

struct Token {  // as in sys.dic
  uint16_t left, right, part_of_speech;
  int16_t cost;
  uint32_t feature, compound;
};

template <typename T>
std::vector<T> Values(std::string_view bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

// Copies values into a table for random access.
template <typename T>
PagedArray<T> ArrayOf(std::string_view bytes, size_t more = 0) {
  PagedArray<T> table;
  const size_t count = bytes.size() / sizeof(T);
  T* const values = table.Extend(count + more);
  if (count > 0) std::memcpy(values, bytes.data(), count * sizeof(T));
  return table;
}

Status Broken(const std::string& path) {
  return UsageError({.file = path, .option = "tokenize"}, "not a binary dictionary of MeCab", "");
}

// Parses numbers separated by commas.
std::optional<std::vector<int32_t>> NumbersOf(std::string_view text) {
  std::vector<int32_t> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data();; ++at) {
    const auto [behind, error] = std::from_chars(at, end, numbers.emplace_back());
    if (error != std::errc()) return std::nullopt;
    if (behind == end) return numbers;
    if (*behind != ',') return std::nullopt;
    at = behind;
  }
}

// Drops words that are never cheaper than another with the same classes and penalty; of equals the
// first stays. The words kept are moved to the front; returns their number.
size_t KeepCheapest(std::span<MecabWord> words) {
  size_t kept = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    const MecabWord word = words[i];
    const auto same = [&](const MecabWord& other) {
      return other.left == word.left && other.right == word.right && other.penalty == word.penalty;
    };
    const std::span<MecabWord> before = words.first(kept);
    const auto found = std::find_if(before.begin(), before.end(), same);
    if (found != before.end() && found->cost <= word.cost) continue;
    if (found != before.end()) {
      const auto removed = std::remove_if(before.begin(), before.end(), same);
      kept = static_cast<size_t>(removed - before.begin());
    }
    words[kept++] = word;
  }
  return kept;
}

}  // namespace

bool MecabDictionary::Words::Read(std::string_view units, std::string_view tokens,
                                  const MecabDictionary& dictionary) {
  // The longest step from a base: to itself or one of 256 bytes.
  constexpr size_t kBehind = 258;
  const size_t count_of_units = units.size() / sizeof(Unit);
  units_ = ArrayOf<Unit>(units, kBehind);
  std::fill_n(units_.data() + count_of_units, kBehind, Unit{0, UINT32_MAX});
  has_word_.assign(units_.size() / 64 + 1, 0);
  const size_t count_of_words = tokens.size() / sizeof(Token);
  MecabWord* word = words_.Extend(count_of_words);
  for (size_t i = 0; i < count_of_words; ++i) {
    Token token;
    std::memcpy(&token, tokens.data() + i * sizeof(token), sizeof(token));
    if (token.left >= dictionary.left_classes_ || token.right >= dictionary.right_classes_) {
      return false;
    }
    *word++ = {token.left, token.right, token.cost, dictionary.PenaltyOf(token.part_of_speech)};
  }
  for (size_t i = 0; i < count_of_units; ++i) {
    Unit& unit = units_[i];
    if (static_cast<int32_t>(unit.base) >= 0) {
      if (unit.base > count_of_units) return false;
      continue;
    }
    const size_t first = ~unit.base >> 8, count = ~unit.base & 0xFF;
    if (first + count > words_.size()) return false;
    const size_t kept = KeepCheapest({words_.data() + first, count});
    unit.base = ~static_cast<uint32_t>(first << 8 | kept);
    if (unit.check == i && kept > 0) has_word_[i / 64] |= uint64_t{1} << i % 64;
  }
  return static_cast<int32_t>(units_[0].base) >= 0;
}

std::span<const MecabWord> MecabDictionary::Words::Find(std::string_view word) const {
  uint32_t state = Start();
  for (const char byte : word) {
    if (!Follow(byte, state)) return {};
  }
  return At(state);
}

uint16_t MecabDictionary::PenaltyOf(uint16_t part_of_speech) const {
  const auto found = std::find(penalized_.begin(), penalized_.end(), part_of_speech);
  return found == penalized_.end() ? 0 : static_cast<uint16_t>(found - penalized_.begin() + 1);
}

Result<ModelFile> MecabDictionary::ReadFile(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(ModelFile file, ReadModelFile(path));
  digest_ += DigestOfBytes(file.bytes());
  return file;
}

Status MecabDictionary::ReadConnections(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const ModelFile file, ReadFile(path));
  const std::string_view bytes = file.bytes();
  if (bytes.size() < 4) return Broken(path);
  matrix_ = ArrayOf<int16_t>(bytes);
  right_classes_ = static_cast<uint16_t>(matrix_[0]);
  left_classes_ = static_cast<uint16_t>(matrix_[1]);
  const uint64_t connections = uint64_t{right_classes_} * left_classes_;
  if (connections == 0 || bytes.size() != 4 + 2 * connections) return Broken(path);
  least_behind_.assign(Connections(0), Connections(1));
  most_behind_ = least_behind_;
  for (uint32_t left = 1; left < left_classes_; ++left) {
    const int16_t* const costs = Connections(left);
    for (size_t right = 0; right < right_classes_; ++right) {
      least_behind_[right] = std::min(least_behind_[right], costs[right]);
      most_behind_[right] = std::max(most_behind_[right], costs[right]);
    }
  }
  return OkStatus();
}

Status MecabDictionary::ReadWords(const std::string& path, bool is_system, Words& words) {
  MTG_ASSIGN_OR_RETURN(const ModelFile file, ReadFile(path));
  const std::string_view bytes = file.bytes();
  const std::vector<Header> headers = Values<Header>(bytes.substr(0, sizeof(Header)));
  if (headers.empty()) return Broken(path);
  const Header& header = headers.front();
  const uint64_t parts = sizeof(header) + uint64_t{header.units} + header.tokens + header.features;
  if ((header.magic ^ kMagic) != bytes.size() || header.version != kVersion ||
      parts != bytes.size() || header.right_classes != right_classes_ ||
      header.left_classes != left_classes_ || header.units < 8) {
    return Broken(path);
  }
  const std::string_view charset(header.charset, strnlen(header.charset, sizeof(header.charset)));
  if (charset != "UTF-8" && charset != "utf-8" && charset != "utf8") {
    return UsageError({.file = path, .option = "tokenize"},
                      fmt::format("the dictionary is in {}", charset), "give one in UTF-8");
  }
  if (!words.Read(bytes.substr(sizeof(header), header.units),
                  bytes.substr(sizeof(header) + header.units, header.tokens), *this)) {
    return Broken(path);
  }
  if (is_system) entries_ = header.entries;
  return OkStatus();
}

Status MecabDictionary::ReadCharacters(const std::string& path, const Words& unknown) {
  constexpr size_t kNameBytes = 32, kCharacters = 0xFFFF;
  MTG_ASSIGN_OR_RETURN(const ModelFile file, ReadFile(path));
  const std::string_view bytes = file.bytes();
  uint32_t kinds = 0;
  if (bytes.size() < sizeof(kinds)) return Broken(path);
  std::memcpy(&kinds, bytes.data(), sizeof(kinds));
  const uint64_t names = sizeof(kinds) + kNameBytes * uint64_t{kinds};
  if (bytes.size() != names + sizeof(MecabCharacter) * kCharacters || kinds > unknown_.size()) {
    return Broken(path);
  }
  for (uint32_t i = 0; i < kinds; ++i) {
    const char* const name = bytes.data() + sizeof(kinds) + kNameBytes * i;
    unknown_[i] = unknown.Find({name, strnlen(name, kNameBytes)});
    if (unknown_[i].empty()) return Broken(path);
  }
  characters_ = Values<MecabCharacter>(bytes.substr(names));
  for (const MecabCharacter character : characters_) {
    if (character.kind >= kinds) return Broken(path);
  }
  characters_.push_back({});  // char.bin has no entry for U+FFFF
  return OkStatus();
}

Status MecabDictionary::ReadPenalties(const std::string& path, std::string_view bytes) {
  std::istringstream lines{std::string(bytes)};
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    const std::string_view name = Trim(std::string_view(line).substr(0, equals));
    if (name != "left-space-penalty-factor") continue;
    const std::string_view value = Trim(std::string_view(line).substr(equals + 1));
    const std::optional<std::vector<int32_t>> numbers = NumbersOf(value);
    if (!numbers || numbers->size() % 2 != 0) {
      return UsageError({.file = path, .option = "tokenize"},
                        fmt::format("{} = {} is not pairs of numbers", name, value), "");
    }
    for (size_t i = 0; i < numbers->size(); i += 2) {
      penalized_.push_back(static_cast<uint16_t>((*numbers)[i]));
      penalties_.push_back((*numbers)[i + 1]);
    }
  }
  return OkStatus();
}

Result<std::unique_ptr<MecabDictionary>> MecabDictionary::Open(const std::string& folder,
                                                               bool space_penalty) {
  auto dictionary = std::make_unique<MecabDictionary>();
  const std::string settings = folder + "/dicrc";
  MTG_ASSIGN_OR_RETURN(const ModelFile dicrc, dictionary->ReadFile(settings));
  if (space_penalty) {
    MTG_RETURN_IF_ERROR(dictionary->ReadPenalties(settings, dicrc.bytes()));
  }
  MTG_RETURN_IF_ERROR(dictionary->ReadConnections(folder + "/matrix.bin"));
  MTG_RETURN_IF_ERROR(dictionary->ReadWords(folder + "/sys.dic", true, dictionary->words_));
  MTG_RETURN_IF_ERROR(
      dictionary->ReadWords(folder + "/unk.dic", false, dictionary->unknown_words_));
  MTG_RETURN_IF_ERROR(dictionary->ReadCharacters(folder + "/char.bin", dictionary->unknown_words_));
  dictionary->digest_ = DigestOfBytes(dictionary->digest_);
  return dictionary;
}

}  // namespace mtgauge
