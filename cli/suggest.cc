// "Did you mean": the nearest of some known names.
#include "cli/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mtgauge {
namespace {

constexpr size_t kLongestWord = 64;  // longer ones are no typing mistakes; bounds the work

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

}  // namespace

std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  std::string_view nearest;
  size_t fewest = kLongestWord;
  for (const std::string_view candidate : candidates) {
    const size_t edits = EditDistance(word, candidate);
    const size_t allowed = std::max(word.size(), candidate.size()) / 3;
    if (edits <= std::max<size_t>(allowed, 1) && edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = Nearest(word, candidates);
  return nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest);
}

std::string JoinChoices(std::span<const std::string_view> choices) {
  std::string joined;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) joined += i + 1 == choices.size() ? " or " : ", ";
    joined += choices[i];
  }
  return joined;
}

}  // namespace mtgauge
