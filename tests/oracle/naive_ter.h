// Translation edit rate as computed by sacreBLEU 2.6.0, written as plainly as possible: a full
// table for every distance, every candidate tried, words as strings. Its tokenizer is the original
// sequence of substitutions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tests/oracle/naive_tokenizers.h"

namespace mtgauge::oracle {

// Words may be strings or numbers.
template <typename Word>
using Sequence = std::vector<Word>;

struct BeamPath {
  int64_t distance = 0;
  std::string steps;  // of the hypothesis: ' ' match, 's', 'd', 'i'
};

template <typename Word>
BeamPath BeamDistance(const Sequence<Word>& hyp, const Sequence<Word>& ref) {
  struct Cell {
    int64_t cost = int64_t{1} << 40;
    char step = '?';
  };
  const auto rows = static_cast<int64_t>(hyp.size()), columns = static_cast<int64_t>(ref.size());
  std::vector<std::vector<Cell>> table(hyp.size() + 1, std::vector<Cell>(ref.size() + 1));
  const auto cell = [&](int64_t i, int64_t j) -> Cell& {
    return table[static_cast<size_t>(i)][static_cast<size_t>(j)];
  };
  const double ratio = rows > 0 ? static_cast<double>(columns) / static_cast<double>(rows) : 1.0;
  const int64_t beam = ratio / 2 > 25 ? static_cast<int64_t>(std::ceil(ratio / 2 + 25)) : 25;
  for (int64_t j = 0; j <= columns; ++j) cell(0, j) = {j, 'i'};
  for (int64_t i = 1; i <= rows; ++i) {
    const auto center = static_cast<int64_t>(std::floor(static_cast<double>(i) * ratio));
    const int64_t end = i == rows ? columns + 1 : std::min(columns + 1, center + beam);
    for (int64_t j = std::max(int64_t{0}, center - beam); j < end; ++j) {
      Cell& here = cell(i, j);
      const auto relax = [&](int64_t cost, char step) {
        if (cost < here.cost) here = {cost, step};
      };
      if (j > 0) {
        const bool same = hyp[static_cast<size_t>(i - 1)] == ref[static_cast<size_t>(j - 1)];
        relax(cell(i - 1, j - 1).cost + (same ? 0 : 1), same ? ' ' : 's');
      }
      relax(cell(i - 1, j).cost + 1, 'd');
      if (j > 0) relax(cell(i, j - 1).cost + 1, 'i');
    }
  }
  BeamPath path{cell(rows, columns).cost, {}};
  for (int64_t i = rows, j = columns; i > 0 || j > 0;) {
    const char step = cell(i, j).step;
    path.steps += step;
    if (step != 'i') --i;
    if (step != 'd') --j;
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

template <typename Word>
Sequence<Word> MoveBlock(const Sequence<Word>& words, int64_t start, int64_t length,
                         int64_t target) {
  Sequence<Word> out;
  const auto append = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < std::min(end, static_cast<int64_t>(words.size())); ++i) {
      out.push_back(words[static_cast<size_t>(i)]);
    }
  };
  const auto size = static_cast<int64_t>(words.size());
  const int64_t end = start + length;
  if (target < start) {
    append(0, target), append(start, end), append(target, start), append(end, size);
  } else if (target > end) {
    append(0, start), append(end, target), append(start, end), append(target, size);
  } else {
    append(0, start), append(end, length + target), append(start, end);
    append(length + target, size);
  }
  return out;
}

// Insertions (words of the hypothesis without a match), deletions, substitutions, shifts and
// shifted words.
using NaiveEditKinds = std::array<int64_t, 5>;

inline void CountSteps(const std::string& steps, NaiveEditKinds& kinds) {
  kinds[0] += std::count(steps.begin(), steps.end(), 'd');
  kinds[1] += std::count(steps.begin(), steps.end(), 'i');
  kinds[2] += std::count(steps.begin(), steps.end(), 's');
}

inline int64_t SumOfKinds(const NaiveEditKinds& kinds) {
  return std::accumulate(kinds.begin(), kinds.begin() + 4, int64_t{0});
}

template <typename Word>
NaiveEditKinds TerEditKinds(Sequence<Word> hyp, const Sequence<Word>& ref) {
  NaiveEditKinds kinds{};
  if (ref.empty()) {
    kinds[0] = static_cast<int64_t>(hyp.size());
    return kinds;
  }
  const auto rows = static_cast<int64_t>(hyp.size()), columns = static_cast<int64_t>(ref.size());
  int64_t tried = 0;
  for (;;) {
    const BeamPath now = BeamDistance(hyp, ref);
    std::vector<int64_t> align, hyp_error, ref_error;
    int64_t k = -1;
    for (const char step : now.steps) {
      if (step != 'i') ++k, hyp_error.push_back(step != ' ');
      if (step != 'd') align.push_back(k), ref_error.push_back(step != ' ');
    }
    const auto has_error = [](const std::vector<int64_t>& errors, int64_t from, int64_t count) {
      return std::count(errors.begin() + from, errors.begin() + from + count, 1) > 0;
    };
    using Rank = std::tuple<int64_t, int64_t, int64_t, int64_t>;
    Rank best{INT64_MIN, 0, 0, 0};
    Sequence<Word> best_words;
    const auto search = [&] {
      for (int64_t start = 0; start < rows; ++start) {
        for (int64_t at = 0; at < columns; ++at) {
          if (std::abs(at - start) > 50) continue;
          for (int64_t n = 1; n <= 10 && start + n <= rows && at + n <= columns; ++n) {
            if (hyp[static_cast<size_t>(start + n - 1)] != ref[static_cast<size_t>(at + n - 1)]) {
              break;
            }
            const int64_t reached = align[static_cast<size_t>(at)];
            if (!has_error(hyp_error, start, n) || !has_error(ref_error, at, n) ||
                (start <= reached && reached < start + n)) {
              continue;
            }
            int64_t previous = -1;
            for (int64_t offset = -1; offset < n; ++offset) {
              const int64_t place = at + offset;
              const int64_t target = place < 0 ? 0 : align[static_cast<size_t>(place)] + 1;
              if (target == previous) continue;
              previous = target;
              Sequence<Word> moved = MoveBlock(hyp, start, n, target);
              const Rank rank{now.distance - BeamDistance(moved, ref).distance, n, -start, -target};
              ++tried;
              if (rank > best) best = rank, best_words = std::move(moved);
            }
            if (tried >= 1000) return;
          }
        }
      }
    };
    search();
    if (tried >= 1000 || std::get<0>(best) <= 0) {
      CountSteps(now.steps, kinds);
      return kinds;
    }
    hyp = best_words;
    ++kinds[3];
    kinds[4] += std::get<1>(best);
  }
}

template <typename Word>
int64_t TerEdits(const Sequence<Word>& hyp, const Sequence<Word>& ref) {
  return SumOfKinds(TerEditKinds(hyp, ref));
}

struct TercomRules {
  bool normalized = false, no_punctuation = false, asian = false;
};

// TercomTokenizer, after lower-casing.
inline std::vector<std::string> CutTercom(std::string_view segment, const TercomRules& rules) {
  CodePoints text = RightStripped(Decode(segment));
  const auto in = [](char32_t c, char32_t low, char32_t high) { return c >= low && c <= high; };
  if (rules.normalized) {
    text = Replace(text, U"\n-", U"");
    text = Replace(text, U"\n", U" ");
    text = WithoutEntities(text);
    text = Replace(SpaceAround(U" " + text + U" ", AsciiMark), U"'s ", U" 's ");
    text = SpaceBesideDigits(text);
    if (rules.asian) {
      text = SpaceAround(
          text, [in](char32_t c) { return in(c, 0x4E00, 0x9FFF) || in(c, 0x3400, 0x4DBF); });
      text = SpaceAround(
          text, [in](char32_t c) { return in(c, 0x31C0, 0x31EF) || in(c, 0x2E80, 0x2EFF); });
      text = SpaceAround(text, [in](char32_t c) {
        return in(c, 0x3300, 0x33FF) || in(c, 0xF900, 0xFAFF) || in(c, 0xFE30, 0xFE4F);
      });
      text = SpaceAround(text, [in](char32_t c) { return in(c, 0x3200, 0x3F22); });
      text = SpaceAround(text, AsianMark);
      text = SpaceAround(text, WideMark);
    }
  }
  if (rules.no_punctuation) {
    std::erase_if(text, [&](char32_t c) { return TercomPunctuation(c, rules.asian); });
  }
  return Split(Decode(Encode(text)));
}

}  // namespace mtgauge::oracle
