// Skips the prologue of a file.
#include "core/input/formats/first_tag.h"

#include <algorithm>
#include <cstddef>

namespace mtgauge {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

bool StartsWithLowered(std::string_view text, std::string_view lowered) {
  return text.size() >= lowered.size() &&
         std::equal(lowered.begin(), lowered.end(), text.begin(),
                    [](char wanted, char has) { return wanted == Lower(has); });
}

bool StartsWithWord(std::string_view text, std::string_view lowered) {
  if (!StartsWithLowered(text, lowered)) return false;
  if (text.size() == lowered.size()) return true;
  const char next = text[lowered.size()];
  return IsAsciiSpace(next) || next == '>' || next == '/';
}

Detected DetectFirstTag(std::string_view head, std::initializer_list<std::string_view> names) {
  for (;;) {
    while (!head.empty() && IsAsciiSpace(head.front())) head.remove_prefix(1);
    if (head.empty()) return Detected::kNeedsMore;
    if (head.front() != '<') return Detected::kNo;
    head.remove_prefix(1);
    if (!head.starts_with('?') && !head.starts_with('!')) break;
    const std::string_view closing = head.starts_with("!--") ? "-->" : ">";
    const size_t end = head.find(closing);
    if (end == head.npos) return Detected::kNeedsMore;
    head.remove_prefix(end + closing.size());
  }
  for (const std::string_view name : names) {
    if (StartsWithWord(head, name)) {
      return head.size() > name.size() ? Detected::kYes : Detected::kNeedsMore;
    }
    if (name.size() > head.size() && StartsWithLowered(head, name.substr(0, head.size()))) {
      return Detected::kNeedsMore;
    }
  }
  return Detected::kNo;
}

}  // namespace mtgauge
