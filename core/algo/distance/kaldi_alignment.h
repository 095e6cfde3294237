// How a reference becomes a hypothesis at the least cost, counted by kind, with kaldialign's choice
// between equal costs: a substitution or hit only if it costs less than both others, then a
// deletion only if it costs less than an insertion. Cell by cell, since the counts depend on that
// choice in every cell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/edit_alignment.h"
#include "core/base/buffer.h"
#include "core/text/view.h"

namespace mtgauge {

struct EditCosts {
  uint32_t insertion = 1, deletion = 1, substitution = 1;
};

// Where words of one side, joined without a space, equal one word of the other side.
class JoinedWords {
 public:
  void Set(const Tokens& tokens);
  // Returns how many words up to `end`, at least two, make up `word`; 0 if they do not.
  uint32_t Find(uint32_t end, std::string_view word) const;
  // Returns the greatest number of neighbours that can make up a word of `bytes` bytes.
  uint32_t Most(uint32_t bytes) const;

 private:
  std::string text_;               // all words
  std::vector<uint32_t> ends_;     // of the first n words
  std::vector<uint32_t> word_at_;  // the number of words that end at a place; kNone if none does
  static constexpr uint32_t kNone = UINT32_MAX;
};

// One worker's working memory; not thread-safe.
class KaldiAlignment {
 public:
  // The most cells of a table that is kept at once.
  static constexpr uint64_t kMostCells = uint64_t{1} << 24;

  static uint64_t Steps(uint64_t reference, uint64_t hypothesis) {
    return 2 * (reference + 1) * (hypothesis + 1);
  }
  // Hits are not counted.
  EditCounts Count(Symbols reference, Symbols hypothesis, const EditCosts& costs);
  // The same, but words that are joined in the other text cost nothing. Sets *too_long instead if
  // the table would be too large.
  EditCounts CountJoined(const Tokens& reference, const Tokens& hypothesis, const EditCosts& costs,
                         bool* too_long);

 private:
  struct Cell {
    uint32_t cost, insertions, deletions, substitutions;
  };

  template <typename Equal, typename Join>
  EditCounts Fill(uint32_t reference, uint32_t hypothesis, uint32_t kept, const EditCosts& costs,
                  const Equal& equal, const Join& join);

  Buffer<Cell>
      cells_;  // the rows that are kept, one for each of the latest words of the hypothesis
  JoinedWords reference_, hypothesis_;
};

}  // namespace mtgauge
