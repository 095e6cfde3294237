// Alignments with the fewest edits by their rules, over whole tables: the one of rapidfuzz, the one
// of kaldialign, and the extended edit distance. Slow and plain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/oracle/naive_sequences.h"

namespace mtgauge::oracle {

struct NaiveCounts {
  int64_t hits = 0, substitutions = 0, deletions = 0, insertions = 0;
  friend bool operator==(const NaiveCounts&, const NaiveCounts&) = default;
};

using Table = std::vector<std::vector<int64_t>>;

// Row i of the table is for the first i words of the reference.
inline Table NaiveDistances(const Words& ref, const Words& hyp) {
  Table table(ref.size() + 1, std::vector<int64_t>(hyp.size() + 1));
  for (size_t i = 0; i <= ref.size(); ++i) {
    for (size_t j = 0; j <= hyp.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = static_cast<int64_t>(i + j);
        continue;
      }
      table[i][j] = std::min({table[i - 1][j - 1] + (ref[i - 1] == hyp[j - 1] ? 0 : 1),
                              table[i - 1][j] + 1, table[i][j - 1] + 1});
    }
  }
  return table;
}

// For texts whose table rapidfuzz does not cut in two.
inline NaiveCounts NaiveRapidfuzz(Words ref, Words hyp) {
  NaiveCounts counts;
  const auto strip = [&] {
    const auto [r, h] = std::mismatch(ref.begin(), ref.end(), hyp.begin(), hyp.end());
    counts.hits += r - ref.begin();
    ref.erase(ref.begin(), r);
    hyp.erase(hyp.begin(), h);
    std::reverse(ref.begin(), ref.end());
    std::reverse(hyp.begin(), hyp.end());
  };
  strip();
  strip();
  const Table table = NaiveDistances(ref, hyp);
  size_t i = ref.size(), j = hyp.size();
  while (i > 0 || j > 0) {
    if (j == 0 || (i > 0 && table[i][j] == table[i - 1][j] + 1)) {
      ++counts.deletions;
      --i;
    } else if (i == 0 || (j > 1 && table[i][j - 1] == table[i - 1][j - 1] - 1)) {
      ++counts.insertions;
      --j;
    } else {
      ++(ref[i - 1] == hyp[j - 1] ? counts.hits : counts.substitutions);
      --i, --j;
    }
  }
  return counts;
}

struct NaiveCosts {
  int64_t insertion = 1, deletion = 1, substitution = 1;
};

// Returns the words from `begin` to `end`, joined.
inline std::string Joined(const Words& words, size_t begin, size_t end) {
  std::string joined;
  for (size_t i = begin; i < end; ++i) joined += words[i];
  return joined;
}

// Hits are not counted.
inline NaiveCounts NaiveKaldialign(const Words& ref, const Words& hyp, const NaiveCosts& costs,
                                   bool compounds) {
  struct Cell {
    int64_t cost = 0;
    NaiveCounts counts = {};
  };
  std::vector<std::vector<Cell>> table(ref.size() + 1, std::vector<Cell>(hyp.size() + 1));
  for (size_t i = 0; i <= ref.size(); ++i) {
    for (size_t j = 0; j <= hyp.size(); ++j) {
      if (i + j == 0) continue;
      Cell deleted = i > 0 ? table[i - 1][j] : Cell{INT64_MAX / 2, {}};
      deleted.cost += costs.deletion;
      ++deleted.counts.deletions;
      Cell inserted = j > 0 ? table[i][j - 1] : Cell{INT64_MAX / 2, {}};
      inserted.cost += costs.insertion;
      ++inserted.counts.insertions;
      Cell replaced = i > 0 && j > 0 ? table[i - 1][j - 1] : Cell{INT64_MAX / 2, {}};
      if (i > 0 && j > 0 && ref[i - 1] != hyp[j - 1]) {
        replaced.cost += costs.substitution;
        ++replaced.counts.substitutions;
      }
      Cell& best = table[i][j] = deleted.cost < inserted.cost ? deleted : inserted;
      if (replaced.cost < std::min(deleted.cost, inserted.cost)) best = replaced;
      if (!compounds || i == 0 || j == 0) continue;
      for (size_t k = 2; k <= std::max(i, j); ++k) {
        if (k <= i && Joined(ref, i - k, i) == hyp[j - 1] && table[i - k][j - 1].cost < best.cost) {
          best = table[i - k][j - 1];
        }
      }
      for (size_t k = 2; k <= j; ++k) {
        if (Joined(hyp, j - k, j) == ref[i - 1] && table[i - 1][j - k].cost < best.cost) {
          best = table[i - 1][j - k];
        }
      }
    }
  }
  return table.back().back().counts;
}

// The extended edit distance of torchmetrics, of texts that are prepared.
inline double NaiveEed(const std::u32string& hyp, const std::u32string& ref) {
  std::vector<double> row(hyp.size() + 1, 1);
  row[0] = 0;
  std::vector<int64_t> visits(hyp.size() + 1, -1);
  for (const char32_t character : ref) {
    std::vector<double> next = {row[0] + 1};
    for (size_t i = 1; i <= hyp.size(); ++i) {
      const double same = row[i - 1] + (hyp[i - 1] == character ? 0 : 1);
      next.push_back(std::min({next[i - 1] + 0.2, same, row[i] + 1}));
    }
    const auto least = std::min_element(next.begin(), next.end());
    ++visits[static_cast<size_t>(least - next.begin())];
    const double most = *least + 2;
    if (character == U' ') {
      for (double& value : next) value = std::min(value, most);
    }
    row = next;
  }
  int64_t covered = 0;
  for (const int64_t count : visits) covered += count < 0 ? 1 : count;
  const double coverage = 0.3 * static_cast<double>(covered);
  return std::min(1.0, (row.back() + coverage) / (static_cast<double>(ref.size()) + coverage));
}

}  // namespace mtgauge::oracle
