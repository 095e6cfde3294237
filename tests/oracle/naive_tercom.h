// Translation edit rate as computed by tercom 0.10.0, written as plainly as possible: a full table
// for every distance, all moves listed and tried in their order, words as strings or numbers. Its
// text handling is the original sequence of substitutions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/naive_ter.h"
#include "tests/oracle/naive_tokenizers.h"

namespace mtgauge::oracle {

struct TercomPath {
  int64_t distance = 0;
  std::string steps;  // of the hypothesis: ' ' match, 's', 'd', 'i'
};

// A `beam` below 0 means none.
template <typename Word>
TercomPath TercomDistance(const std::vector<Word>& hyp, const std::vector<Word>& ref,
                          int64_t beam) {
  struct Cell {
    int64_t cost = -1;
    char step = '?';
  };
  const size_t rows = hyp.size(), columns = ref.size();
  std::vector<std::vector<Cell>> table(rows + 1, std::vector<Cell>(columns + 1));
  const auto relax = [&](size_t i, size_t j, int64_t cost, char step) {
    Cell& cell = table[i][j];
    if (cell.cost < 0 || cost < cell.cost) cell = {cost, step};
  };
  table[0][0].cost = 0;
  int64_t cheapest = 0;  // of the row's cells that were reached diagonally
  bool any = false;
  for (size_t i = 0; i <= rows; ++i) {
    int64_t next_cheapest = 0;
    bool next_any = false;
    for (size_t j = 0; j <= columns; ++j) {
      const int64_t cost = table[i][j].cost;
      if (cost < 0 || (beam >= 0 && any && i < rows && cost > cheapest + beam)) continue;
      if (i < rows && j < columns) {
        const int64_t diagonal = cost + (hyp[i] == ref[j] ? 0 : 1);
        relax(i + 1, j + 1, diagonal, hyp[i] == ref[j] ? ' ' : 's');
        next_cheapest = next_any ? std::min(next_cheapest, diagonal) : diagonal;
        next_any = true;
      }
      if (i < rows) relax(i + 1, j, cost + 1, 'd');
      if (j < columns) relax(i, j + 1, cost + 1, 'i');
    }
    cheapest = next_cheapest;
    any = next_any;
  }
  TercomPath path{table[rows][columns].cost, {}};
  for (size_t i = rows, j = columns; i > 0 || j > 0;) {
    const char step = table[i][j].step;
    path.steps += step;
    if (step != 'i') --i;
    if (step != 'd') --j;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

struct TercomMove {
  int64_t start, end, behind;  // words start to end move after the word `behind`; -1: to the front
};

template <typename Word>
std::vector<Word> PerformMove(const std::vector<Word>& words, const TercomMove& move) {
  std::vector<Word> out;
  const auto append = [&](int64_t first, int64_t last) {
    for (int64_t i = first; i <= last && i < static_cast<int64_t>(words.size()); ++i) {
      out.push_back(words[static_cast<size_t>(i)]);
    }
  };
  const auto [start, end, behind] = move;
  const auto size = static_cast<int64_t>(words.size());
  if (behind < start) {
    append(0, behind), append(start, end), append(behind + 1, start - 1), append(end + 1, size);
  } else if (behind > end) {
    append(0, start - 1), append(end + 1, behind), append(start, end), append(behind + 1, size);
  } else {
    const int64_t passed = end + behind - start;
    append(0, start - 1), append(end + 1, passed), append(start, end), append(passed + 1, size);
  }
  return out;
}

// By length minus one.
template <typename Word>
std::vector<std::vector<TercomMove>> ListMoves(const std::vector<Word>& hyp,
                                               const std::vector<Word>& ref,
                                               const std::string& steps) {
  std::vector<int64_t> align, hyp_error, ref_error;
  int64_t k = -1;
  for (const char step : steps) {
    if (step != 'i') ++k, hyp_error.push_back(step != ' ');
    if (step != 'd') align.push_back(k), ref_error.push_back(step != ' ');
  }
  const auto has_error = [](const std::vector<int64_t>& errors, int64_t from, int64_t count) {
    return std::count(errors.begin() + from, errors.begin() + from + count, 1) > 0;
  };
  const auto rows = static_cast<int64_t>(hyp.size()), columns = static_cast<int64_t>(ref.size());
  const auto aligned = [&](int64_t place) { return align[static_cast<size_t>(place)]; };
  std::vector<std::vector<TercomMove>> moves(10);
  for (int64_t start = 0; start < rows; ++start) {
    for (int64_t end = start; end < rows && end < start + 10; ++end) {
      const int64_t length = end - start + 1;
      if (!has_error(hyp_error, start, length)) continue;
      for (int64_t place = 0; place + length <= columns; ++place) {
        const int64_t to = aligned(place);
        if (!std::equal(hyp.begin() + start, hyp.begin() + end + 1, ref.begin() + place) ||
            (to >= start && to <= end) || std::abs(to - start) > 50 ||
            !has_error(ref_error, place, length)) {
          continue;
        }
        std::vector<TercomMove>& out = moves[static_cast<size_t>(length - 1)];
        for (int64_t offset = -1; offset < length; ++offset) {
          if (offset == -1 && place == 0) {
            out.push_back({start, end, -1});
          } else if (aligned(place + offset) != start &&
                     (offset == 0 || aligned(place + offset) != to)) {
            out.push_back({start, end, aligned(place + offset)});
          }
        }
      }
    }
  }
  return moves;
}

template <typename Word>
NaiveEditKinds TercomEditKinds(std::vector<Word> hyp, const std::vector<Word>& ref,
                               int64_t beam = 20) {
  NaiveEditKinds kinds{};
  if (hyp.empty() || ref.empty()) {
    kinds[0] = static_cast<int64_t>(hyp.size());
    kinds[1] = static_cast<int64_t>(ref.size());
    return kinds;
  }
  TercomPath now = TercomDistance(hyp, ref, beam);
  for (;;) {
    const auto moves = ListMoves(hyp, ref, now.steps);
    TercomPath best = now;
    std::vector<Word> best_words;
    int64_t best_cost = 0, best_length = 0;
    for (int64_t length = 10; length > 0; --length) {
      for (const TercomMove& move : moves[static_cast<size_t>(length - 1)]) {
        const int64_t fixed = now.distance - (best_cost + best.distance);
        if (fixed > 2 * length || (best_cost != 0 && fixed == 2 * length)) break;
        std::vector<Word> words = PerformMove(hyp, move);
        TercomPath path = TercomDistance(words, ref, beam);
        const int64_t gain = best.distance + best_cost - (path.distance + 1);
        if (gain > 0 || (best_cost == 0 && gain == 0)) {
          best_cost = 1;
          best_length = length;
          best = std::move(path);
          best_words = std::move(words);
        }
      }
    }
    if (best_cost == 0) {
      CountSteps(now.steps, kinds);
      return kinds;
    }
    now = std::move(best);
    hyp = std::move(best_words);
    ++kinds[3];
    kinds[4] += best_length;
  }
}

template <typename Word>
int64_t TercomEdits(const std::vector<Word>& hyp, const std::vector<Word>& ref, int64_t beam = 20) {
  return SumOfKinds(TercomEditKinds(hyp, ref, beam));
}

struct TercomText {
  bool normalized = false, no_punctuation = false, asian = false;
};

inline bool IsJavaSpace(char32_t c) { return (c >= 0x09 && c <= 0x0D) || c == ' '; }

// Replaces Java's "\\s+" by "".
inline CodePoints SqueezeJavaSpaces(const CodePoints& text) {
  CodePoints out;
  for (const char32_t c : text) {
    if (!IsJavaSpace(c)) {
      out += c;
    } else if (out.empty() || out.back() != U' ') {
      out += U' ';
    }
  }
  return out;
}

// Java's split("\\s+"): returns the whole text if nothing splits it; no empty strings at the end.
inline std::vector<CodePoints> JavaSplit(const CodePoints& text) {
  std::vector<CodePoints> words(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsJavaSpace(text[i])) {
      words.back() += text[i];
    } else if (i == 0 || !IsJavaSpace(text[i - 1])) {
      words.emplace_back();
    }
  }
  if (words.size() == 1) return words;
  while (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

// After lower-casing: reads a segment like the program, then tokenizes it like the program.
inline std::vector<std::string> CutTercomText(std::string_view segment, const TercomText& rules) {
  CodePoints text = Decode(segment);
  while (!text.empty() && text.back() <= 0x20) text.pop_back();
  while (!text.empty() && text.front() <= 0x20) text.erase(0, 1);
  if (text.empty()) return {};
  const auto in = [](char32_t c, char32_t low, char32_t high) { return c >= low && c <= high; };
  if (rules.normalized) {
    text = MtevalRewriting(text);
    text = Replace(SpaceAround(U" " + text + U" ", AsciiMark), U"'s ", U" 's ");
    text = SpaceBesideDigits(text);
    if (rules.asian) {
      text = SpaceAround(text, [in](char32_t c) {
        return in(c, 0x3400, 0x4DBF) || in(c, 0x4E00, 0x9FFF) || in(c, 0x31C0, 0x31EF) ||
               in(c, 0x2E80, 0x2EFF) || in(c, 0x3300, 0x33FF) || in(c, 0xF900, 0xFAFF) ||
               in(c, 0xFE30, 0xFE4F) || in(c, 0x3200, 0x32FF);
      });
      // Separates runs of one script from their surroundings.
      const auto space_runs = [&](char32_t low, char32_t high) {
        CodePoints out;
        for (size_t i = 0; i < text.size(); ++i) {
          const bool inside = in(text[i], low, high);
          if (i > 0 && inside != in(text[i - 1], low, high)) out += U' ';
          out += text[i];
        }
        text = out;
      };
      space_runs(0x3040, 0x309F);
      space_runs(0x30A0, 0x30FF);
      space_runs(0x31F0, 0x31FF);
      text = SpaceAround(text, AsianMark);
      text = SpaceAround(text, WideMark);
    }
    text = SqueezeJavaSpaces(text);
    while (!text.empty() && IsJavaSpace(text.front())) text.erase(0, 1);
    while (!text.empty() && IsJavaSpace(text.back())) text.pop_back();
  }
  if (rules.no_punctuation) {
    std::erase_if(text, [&](char32_t c) { return TercomPunctuation(c, rules.asian); });
    text = SqueezeJavaSpaces(text);
  }
  std::vector<std::string> words;
  for (const CodePoints& word : JavaSplit(text)) words.push_back(Encode(word));
  return words;
}

}  // namespace mtgauge::oracle
