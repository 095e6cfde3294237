// "Did you mean": finds the known name closest to a wrong one.
#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mtgauge {
namespace {

constexpr size_t kLongestWord = 64;  // longer words are not typing mistakes; limits the work

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

std::string Lowered(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lowered;
}

// Returns the edits from `word` to the beginning of a longer name.
size_t EditsToBeginning(std::string_view word, std::string_view name) {
  size_t fewest = kLongestWord;
  for (size_t size = word.size() - 1; size <= std::min(word.size() + 1, name.size()); ++size) {
    fewest = std::min(fewest, EditDistance(word, name.substr(0, size)));
  }
  return fewest;
}

constexpr size_t kLeastBegun = 5;  // letters and hyphens that identify a name
constexpr size_t kLeastLeftOut = 3;
constexpr size_t kLeastPart = 2;

// Finds a name that begins almost like the word ("--smoth"), or that contains it ("mecab").
std::string_view Begun(std::string_view typed, std::span<const std::string_view> candidates) {
  if (typed.size() > kLongestWord) return {};
  const std::string word = Lowered(typed);
  for (const std::string_view candidate : candidates) {
    const bool longer = candidate.size() >= word.size() + kLeastLeftOut;
    const bool begins =
        longer && word.size() >= kLeastBegun && EditsToBeginning(word, Lowered(candidate)) <= 1;
    if (begins) return candidate;
  }
  for (const std::string_view candidate : candidates) {
    if (word.size() >= kLeastPart && Lowered(candidate).find(word) != std::string::npos) {
      return candidate;
    }
  }
  return {};
}

}  // namespace

std::string_view Nearest(std::string_view typed, std::span<const std::string_view> candidates) {
  if (typed.size() > kLongestWord) return {};
  const std::string word = Lowered(typed);
  std::string_view nearest;
  size_t fewest = kLongestWord;
  for (const std::string_view candidate : candidates) {
    const size_t edits = EditDistance(word, Lowered(candidate));
    const size_t allowed = std::max(word.size(), candidate.size()) / 3;
    if (edits <= std::max<size_t>(allowed, 1) && edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view nearest = Nearest(word, candidates);
  if (nearest.empty()) nearest = Begun(word, candidates);
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

Status CheckKnown(std::string_view option, std::string_view value,
                  std::span<const std::string_view> known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return OkStatus();
  return UsageError({.option = std::string(option)},
                    fmt::format("`{}`: unknown value '{}'", option, value),
                    "use " + JoinChoices(known));
}

}  // namespace mtgauge
