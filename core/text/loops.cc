// Finds loops at the end of texts.
#include "core/text/loops.h"

#include <algorithm>
#include <cstddef>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr size_t kRepeats = 3, kLeast = 12;

// Returns false for most texts that do not loop, at little cost: the last character of a loop
// stands twice in it, and so does the last word, where that is surely one unit.
bool MayLoop(std::string_view text) {
  if (text.size() < kLeast) return false;
  size_t last = text.size() - 1;
  while (last > 0 && (text[last] & 0xC0) == 0x80) --last;
  const CodePoint c = DecodeAt(text, last);
  const bool whole = last + c.length == text.size() && !IsSpace(c.value);
  if (whole && text.find(text.substr(last)) == last) return false;
  const size_t begin = text.rfind(' ') + 1;
  const std::string_view word = text.substr(begin);
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char byte) { return byte > ' ' && byte < 0x7F; });
  const bool one_unit = begin > 0 && plain && word.size() < kLeast;
  return !one_unit || text.find(word) < begin;
}

// Splits a text into words or, if it has few, into characters.
void Split(std::string_view text, std::vector<std::string_view>& units) {
  constexpr size_t kFewWords = 3;
  units.clear();
  size_t begin = 0, at = 0;
  const auto end_word = [&] {
    if (at > begin) units.push_back(text.substr(begin, at - begin));
  };
  while (at < text.size()) {
    const CodePoint c = DecodeAt(text, at);
    if (IsSpace(c.value)) {
      end_word();
      begin = at + c.length;
    }
    at += c.length;
  }
  end_word();
  if (units.size() >= kFewWords) return;
  units.clear();
  for (at = 0; at < text.size(); at += units.back().size()) {
    units.push_back(text.substr(at, DecodeAt(text, at).length));
  }
}

}  // namespace

// The border of a prefix of the reversed text is the longest proper prefix that is also its end
// (Knuth, Morris and Pratt 1977), so the prefix has the period length - border.
bool LoopFinder::Loops(std::string_view text) {
  if (!MayLoop(text)) return false;
  Split(text, units_);
  std::reverse(units_.begin(), units_.end());
  border_.assign(units_.size() + 1, 0);
  uint32_t border = 0;
  for (size_t i = 1; i < units_.size(); ++i) {
    while (border > 0 && units_[i] != units_[border]) border = border_[border];
    if (units_[i] == units_[border]) ++border;
    border_[i + 1] = border;
    const size_t length = i + 1;
    if (length >= kLeast && 2 * length >= units_.size() && kRepeats * (length - border) <= length) {
      return true;
    }
  }
  return false;
}

}  // namespace mtgauge
