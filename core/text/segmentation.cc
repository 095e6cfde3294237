// The rules of UAX #29 for extended grapheme clusters and words, by their numbers there, as the
// Rust crate unicode-segmentation applies them.
#include "core/text/segmentation.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace mtgauge {
namespace {

struct PropertyRange {
  uint32_t first, last;
  uint16_t properties;
};

#include "core/text/segmentation_tables.inc"

enum class WordClass : uint8_t {
  kOther,
  kCr,
  kLf,
  kNewline,
  kExtend,
  kFormat,
  kZwj,
  kSpace,
  kLetter,
  kHebrew,
  kMidLetter,
  kMidNumber,
  kMidBoth,
  kSingleQuote,
  kDoubleQuote,
  kNumber,
  kKatakana,
  kJoiner,
  kFlag
};
enum class ClusterClass : uint8_t {
  kOther,
  kCr,
  kLf,
  kControl,
  kExtend,
  kZwj,
  kFlag,
  kPrepend,
  kSpacing,
  kInitial,
  kVowel,
  kFinal,
  kSyllable
};
enum class Conjunct : uint8_t { kNone, kConsonant, kExtend, kLinker };

// What the tables say about a character.
struct Properties {
  explicit Properties(uint16_t bits)
      : word(static_cast<WordClass>(bits & 31)),
        cluster(static_cast<ClusterClass>(bits >> 5 & 15)),
        conjunct(static_cast<Conjunct>(bits >> 9 & 3)),
        pictographic((bits >> 11 & 1) != 0),
        letter_or_number((bits >> 12 & 1) != 0) {}
  WordClass word;
  ClusterClass cluster;
  Conjunct conjunct;
  bool pictographic, letter_or_number;
};

uint16_t FindProperties(uint32_t code_point) {
  const auto* const found = std::upper_bound(
      std::begin(kSegmentationRanges), std::end(kSegmentationRanges), code_point,
      [](uint32_t value, const PropertyRange& range) { return value < range.first; });
  if (found == std::begin(kSegmentationRanges)) return 0;
  const PropertyRange& range = *std::prev(found);
  return code_point <= range.last ? range.properties : uint16_t{0};
}

Properties PropertiesOf(uint32_t code_point) {
  static const std::array<uint16_t, 128>& ascii = *new auto([] {
    std::array<uint16_t, 128> properties{};
    for (uint32_t c = 0; c < properties.size(); ++c) properties[c] = FindProperties(c);
    return properties;
  }());
  return Properties(code_point < ascii.size() ? ascii[code_point] : FindProperties(code_point));
}

bool IsNewline(WordClass c) {
  return c == WordClass::kCr || c == WordClass::kLf || c == WordClass::kNewline;
}
bool IsAttached(WordClass c) {
  return c == WordClass::kExtend || c == WordClass::kFormat || c == WordClass::kZwj;
}
bool IsLetter(WordClass c) { return c == WordClass::kLetter || c == WordClass::kHebrew; }
bool IsBetweenLetters(WordClass c) {
  return c == WordClass::kMidLetter || c == WordClass::kMidBoth || c == WordClass::kSingleQuote;
}
bool IsBetweenNumbers(WordClass c) {
  return c == WordClass::kMidNumber || c == WordClass::kMidBoth || c == WordClass::kSingleQuote;
}
bool TakesJoiner(WordClass c) {
  return IsLetter(c) || c == WordClass::kNumber || c == WordClass::kKatakana;
}

// A character with those attached to it (WB4).
struct Unit {
  WordClass word = WordClass::kOther;
  bool pictographic = false;
  bool ends_in_joiner = false;  // its last character is a zero-width joiner
  bool alone = true;            // nothing is attached
  uint32_t end = 0;
};

// WB5 to WB13b for the boundary between `a` and `b`, whose neighbours are `before` and `after`.
bool Joins(WordClass before, WordClass a, WordClass b, WordClass after) {
  using enum WordClass;
  if (IsLetter(a) && IsLetter(b)) return true;
  if (IsLetter(a) && IsBetweenLetters(b) && IsLetter(after)) return true;
  if (IsLetter(before) && IsBetweenLetters(a) && IsLetter(b)) return true;
  if (a == kHebrew && b == kSingleQuote) return true;
  if (a == kHebrew && b == kDoubleQuote && after == kHebrew) return true;
  if (before == kHebrew && a == kDoubleQuote && b == kHebrew) return true;
  const bool a_number = a == kNumber, b_number = b == kNumber;
  if ((a_number || IsLetter(a)) && b_number) return true;
  if (a_number && IsLetter(b)) return true;
  if (before == kNumber && IsBetweenNumbers(a) && b_number) return true;
  if (a_number && IsBetweenNumbers(b) && after == kNumber) return true;
  if (a == kKatakana && b == kKatakana) return true;
  if ((TakesJoiner(a) || a == kJoiner) && b == kJoiner) return true;
  return a == kJoiner && TakesJoiner(b);
}

std::vector<Unit> UnitsOf(std::span<const uint32_t> code_points) {
  std::vector<Unit> units;
  for (uint32_t i = 0; i < code_points.size(); ++i) {
    const Properties properties = PropertiesOf(code_points[i]);
    const bool zwj = properties.word == WordClass::kZwj;
    if (IsAttached(properties.word) && !units.empty() && !IsNewline(units.back().word)) {
      units.back().ends_in_joiner = zwj;
      units.back().alone = false;
      units.back().end = i + 1;
    } else {
      units.push_back({properties.word, properties.pictographic, zwj, true, i + 1});
    }
  }
  return units;
}

// Returns whether what follows `b` decides if it belongs to `a`.
bool LooksAhead(WordClass a, WordClass b) {
  return (IsLetter(a) && IsBetweenLetters(b)) || (a == WordClass::kNumber && IsBetweenNumbers(b)) ||
         (a == WordClass::kHebrew && b == WordClass::kDoubleQuote);
}

bool JoinsUnits(std::span<const Unit> units, size_t i, bool odd_flags) {
  const Unit &a = units[i], &b = units[i + 1];
  if (a.word == WordClass::kCr && b.word == WordClass::kLf) return true;  // WB3
  if (IsNewline(a.word) || IsNewline(b.word)) return false;               // WB3a, WB3b
  if (a.ends_in_joiner && b.pictographic) return true;                    // WB3c
  if (a.alone && a.word == WordClass::kSpace && b.word == WordClass::kSpace) return true;  // WB3d
  if (a.word == WordClass::kFlag && b.word == WordClass::kFlag) return odd_flags;  // WB15, WB16
  // The crate unicode-segmentation has begun to look ahead when WB3c joins what follows.
  const bool joined = b.ends_in_joiner && i + 2 < units.size() && units[i + 2].pictographic;
  if (joined && LooksAhead(a.word, b.word)) return true;
  const WordClass before = i > 0 ? units[i - 1].word : WordClass::kOther;
  const WordClass after = i + 2 < units.size() ? units[i + 2].word : WordClass::kOther;
  return Joins(before, a.word, b.word, after);
}

// The state of GB9c, GB11, GB12 and GB13 after a character.
struct ClusterState {
  enum class Sequence : uint8_t { kNone, kBegun, kReady };
  Sequence conjunct = Sequence::kNone, pictographic = Sequence::kNone;
  bool odd_flags = false;

  void Add(const Properties& c) {
    if (c.conjunct == Conjunct::kConsonant) {
      conjunct = Sequence::kBegun;
    } else if (c.conjunct == Conjunct::kLinker && conjunct != Sequence::kNone) {
      conjunct = Sequence::kReady;
    } else if (c.conjunct != Conjunct::kExtend) {
      conjunct = Sequence::kNone;
    }
    if (c.pictographic) {
      pictographic = Sequence::kBegun;
    } else if (c.cluster == ClusterClass::kZwj && pictographic == Sequence::kBegun) {
      pictographic = Sequence::kReady;
    } else if (c.cluster != ClusterClass::kExtend || pictographic == Sequence::kReady) {
      pictographic = Sequence::kNone;
    }
    odd_flags = c.cluster == ClusterClass::kFlag && !odd_flags;
  }
};

bool IsControl(ClusterClass c) {
  return c == ClusterClass::kCr || c == ClusterClass::kLf || c == ClusterClass::kControl;
}

// GB6 to GB8. A syllable without a final consonant is as one that ends in a vowel.
bool JoinsHangul(uint32_t before, ClusterClass a, ClusterClass b) {
  using enum ClusterClass;
  constexpr uint32_t kFirstSyllable = 0xAC00, kFinals = 28;
  const bool open = a == kSyllable && (before - kFirstSyllable) % kFinals == 0;
  if (a == kInitial) return b == kInitial || b == kVowel || b == kSyllable;
  if (a == kVowel || open) return b == kVowel || b == kFinal;
  return (a == kFinal || a == kSyllable) && b == kFinal;
}

bool JoinsClusters(uint32_t before, const Properties& a, const Properties& b,
                   const ClusterState& state) {
  using enum ClusterClass;
  using Sequence = ClusterState::Sequence;
  if (a.cluster == kCr && b.cluster == kLf) return true;            // GB3
  if (IsControl(a.cluster) || IsControl(b.cluster)) return false;   // GB4, GB5
  if (JoinsHangul(before, a.cluster, b.cluster)) return true;       // GB6 to GB8
  if (b.cluster == kExtend || b.cluster == kZwj) return true;       // GB9
  if (b.cluster == kSpacing || a.cluster == kPrepend) return true;  // GB9a, GB9b
  if (state.conjunct == Sequence::kReady && b.conjunct == Conjunct::kConsonant)
    return true;                                                              // GB9c
  if (state.pictographic == Sequence::kReady && b.pictographic) return true;  // GB11
  return a.cluster == kFlag && b.cluster == kFlag && state.odd_flags;         // GB12, GB13
}

}  // namespace

void FindWordEnds(std::span<const uint32_t> code_points, std::vector<uint32_t>& ends) {
  const std::vector<Unit> units = UnitsOf(code_points);
  bool odd_flags = false;  // whether an odd number of flag letters ends here
  for (size_t i = 0; i < units.size(); ++i) {
    odd_flags = units[i].word == WordClass::kFlag && !odd_flags;
    if (i + 1 < units.size() && JoinsUnits(units, i, odd_flags)) continue;
    ends.push_back(units[i].end);
  }
}

void FindClusterEnds(std::span<const uint32_t> code_points, std::vector<uint32_t>& ends) {
  ClusterState state;
  for (uint32_t i = 0; i < code_points.size(); ++i) {
    const Properties here = PropertiesOf(code_points[i]);
    state.Add(here);
    if (i + 1 < code_points.size() &&
        JoinsClusters(code_points[i], here, PropertiesOf(code_points[i + 1]), state)) {
      continue;
    }
    ends.push_back(i + 1);
  }
}

bool IsLetterOrNumber(uint32_t code_point) { return PropertiesOf(code_point).letter_or_number; }

}  // namespace mtgauge
