// Words and grapheme clusters by the rules of UAX #29, one position at a time, looking back and
// ahead as far as a rule says. Slow and plain; core/text/segmentation.h is compared with this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/folding.h"
#include "core/text/normalization.h"
#include "core/text/segmentation.h"
#include "core/text/utf8.h"

namespace mtgauge::oracle {

struct PropertyRange {
  uint32_t first, last;
  uint16_t properties;
};

#include "core/text/segmentation_tables.inc"

class NaiveSegments {
 public:
  explicit NaiveSegments(std::vector<uint32_t> text) : text_(std::move(text)) {
    static const std::vector<uint16_t>& all = *new auto(Listed());
    for (const uint32_t c : text_) bits_.push_back(c < all.size() ? all[c] : uint16_t{0});
  }

  bool WordEndsBefore(size_t at) const {
    const int left = Word(at - 1), right = Word(at);
    if (left == kCr && right == kLf) return false;
    if (Newline(left) || Newline(right)) return true;
    if (left == kZwj && Pictographic(at)) return false;
    if (left == kSpace && right == kSpace) return false;
    if (Attached(right)) return false;
    const size_t a = Base(at - 1), next = NextBase(at);
    const int before = a == 0 ? 0 : Word(Base(a - 1));
    const int after = next == text_.size() ? 0 : Word(next);
    const bool emoji = next < text_.size() && Word(next - 1) == kZwj && Pictographic(next);
    return !Joined(before, Word(a), right, emoji ? kAnything : after, a);
  }

  bool ClusterEndsBefore(size_t at) const {
    const int left = Cluster(at - 1), right = Cluster(at);
    if (left == 1 && right == 2) return false;
    if ((left >= 1 && left <= 3) || (right >= 1 && right <= 3)) return true;
    const bool open = left == kSyllable && (text_[at - 1] - 0xAC00) % 28 == 0;
    if (left == kL && (right == kL || right == kV || right == kSyllable)) return false;
    if ((left == kV || open) && (right == kV || right == kT)) return false;
    if ((left == kT || left == kSyllable) && right == kT) return false;
    if (right == 4 || right == 5 || right == 8 || left == 7) return false;
    if (Conjunct(at) == 1 && AfterLinkedConsonant(at)) return false;
    if (Pictographic(at) && left == 5 && AfterPictograph(at - 1)) return false;
    size_t flags = 0;
    while (flags < at && Cluster(at - 1 - flags) == 6) ++flags;
    return right != 6 || flags % 2 == 0;
  }

 private:
  static constexpr int kCr = 1, kLf = 2, kNewline = 3, kExtend = 4, kZwj = 6, kSpace = 7,
                       kALetter = 8, kHebrew = 9, kMidLetter = 10, kMidNum = 11, kMidNumLet = 12,
                       kSingle = 13, kDouble = 14, kNumeric = 15, kKatakana = 16, kExtendNum = 17,
                       kFlag = 18, kAnything = 99;
  static constexpr int kL = 9, kV = 10, kT = 11, kSyllable = 12;

  static std::vector<uint16_t> Listed() {
    std::vector<uint16_t> all(0x110000);
    for (const PropertyRange& range : kSegmentationRanges) {
      for (uint32_t c = range.first; c <= range.last; ++c) all[c] = range.properties;
    }
    return all;
  }

  int Word(size_t at) const { return bits_[at] & 31; }
  int Cluster(size_t at) const { return bits_[at] >> 5 & 15; }
  int Conjunct(size_t at) const { return bits_[at] >> 9 & 3; }
  bool Pictographic(size_t at) const { return (bits_[at] >> 11 & 1) != 0; }
  static bool Newline(int c) { return c >= kCr && c <= kNewline; }
  static bool Attached(int c) { return c >= kExtend && c <= kZwj; }
  static bool Letter(int c) { return c == kALetter || c == kHebrew || c == kAnything; }
  static bool Number(int c) { return c == kNumeric || c == kAnything; }

  // The character that the one at `at` is attached to, or itself.
  size_t Base(size_t at) const {
    while (at > 0 && Attached(Word(at)) && !Newline(Word(at - 1))) --at;
    return at;
  }
  size_t NextBase(size_t at) const {
    for (++at; at < text_.size() && Attached(Word(at)) && !Newline(Word(at - 1));) ++at;
    return at;
  }

  // `after` is kAnything if a zero-width joiner and a pictograph follow, as the crate has it.
  bool Joined(int before, int a, int b, int after, size_t at) const {
    const auto mid_letter = [](int c) {
      return c == kMidLetter || c == kMidNumLet || c == kSingle;
    };
    const auto mid_number = [](int c) { return c == kMidNum || c == kMidNumLet || c == kSingle; };
    const auto plain = [](int c) { return Letter(c) || c == kNumeric || c == kKatakana; };
    if (Letter(a) && (Letter(b) || b == kNumeric)) return true;
    if (Letter(a) && mid_letter(b) && Letter(after)) return true;
    if (Letter(before) && mid_letter(a) && Letter(b)) return true;
    if (a == kHebrew && b == kSingle) return true;
    if (a == kHebrew && b == kDouble && (after == kHebrew || after == kAnything)) return true;
    if (before == kHebrew && a == kDouble && b == kHebrew) return true;
    if (a == kNumeric && (b == kNumeric || Letter(b))) return true;
    if (before == kNumeric && mid_number(a) && b == kNumeric) return true;
    if (a == kNumeric && mid_number(b) && Number(after)) return true;
    if (a == kKatakana && b == kKatakana) return true;
    if ((plain(a) || a == kExtendNum) && b == kExtendNum) return true;
    if (a == kExtendNum && plain(b)) return true;
    if (a != kFlag || b != kFlag) return false;
    size_t flags = 1;
    while (at > 0 && Word(Base(at - 1)) == kFlag) {
      at = Base(at - 1);
      ++flags;
    }
    return flags % 2 == 1;
  }

  bool AfterLinkedConsonant(size_t at) const {
    bool linked = false;
    while (at > 0 && (Conjunct(at - 1) == 2 || Conjunct(at - 1) == 3)) {
      linked |= Conjunct(at - 1) == 3;
      --at;
    }
    return linked && at > 0 && Conjunct(at - 1) == 1;
  }
  bool AfterPictograph(size_t at) const {
    while (at > 0 && Cluster(at - 1) == 4) --at;
    return at > 0 && Pictographic(at - 1);
  }

  std::vector<uint32_t> text_;
  std::vector<uint16_t> bits_;
};

inline std::string Folded(std::string_view text) {
  std::string folded;
  AppendWithout(text, kIgnoreCase, folded);
  return folded;
}

// The tokens of rouge-score-rs.
inline std::vector<std::string> CutUnicode(std::string_view segment, bool words) {
  std::string normal, text;
  AppendNormalized(segment, NormalForm::kNfkc, normal);
  AppendNormalized(Folded(normal), NormalForm::kNfkc, text);
  std::vector<uint32_t> code_points;
  std::vector<std::string> bytes;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    code_points.push_back(c.value);
    bytes.push_back(text.substr(at, c.length));
    at += c.length;
  }
  const NaiveSegments segments(code_points);
  std::vector<std::string> tokens;
  std::string token;
  bool kept = false;
  for (size_t i = 0; i < code_points.size(); ++i) {
    token += bytes[i];
    kept |= IsLetterOrNumber(code_points[i]);
    const bool ends = i + 1 == code_points.size() ||
                      (words ? segments.WordEndsBefore(i + 1) : segments.ClusterEndsBefore(i + 1));
    if (!ends) continue;
    if (kept) tokens.push_back(token);
    token.clear();
    kept = false;
  }
  return tokens;
}
inline std::vector<std::string> CutUnicodeWords(std::string_view segment) {
  return CutUnicode(segment, true);
}
inline std::vector<std::string> CutUnicodeCharacters(std::string_view segment) {
  return CutUnicode(segment, false);
}

}  // namespace mtgauge::oracle
