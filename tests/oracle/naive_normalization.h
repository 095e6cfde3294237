// Unicode's normal forms as in the standard (UAX #15): the whole text is decomposed, its marks are
// swapped until they are in order, and pairs are composed. Slow and plain; AppendNormalized() is
// compared with this.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/normalization.h"
#include "core/text/utf8.h"

namespace mtgauge::oracle {

// Returns the last character of class 0 before `at` that is not blocked from it, or npos (D115,
// D117).
inline size_t NaiveStarter(const std::u32string& text, size_t at) {
  for (size_t i = at; i-- > 0;) {
    const uint8_t value = CombiningClass(text[i]);
    if (value == 0) {
      return i + 1 == at || CombiningClass(text[at - 1]) < CombiningClass(text[at])
                 ? i
                 : std::u32string::npos;
    }
  }
  return std::u32string::npos;
}

inline std::string NaiveNormalized(std::string_view text, NormalForm form) {
  const bool compatible = form == NormalForm::kNfkc || form == NormalForm::kNfkd;
  const bool composed = form == NormalForm::kNfc || form == NormalForm::kNfkc;
  std::u32string all;
  for (size_t at = 0; at < text.size();) {
    const CodePoint code_point = DecodeAt(text, at);
    AppendDecomposed(code_point.value, compatible, all);
    at += code_point.length;
  }
  for (bool swapped = true; swapped;) {
    swapped = false;
    for (size_t i = 1; i < all.size(); ++i) {
      const uint8_t before = CombiningClass(all[i - 1]), own = CombiningClass(all[i]);
      if (own == 0 || before <= own) continue;
      std::swap(all[i - 1], all[i]);
      swapped = true;
    }
  }
  for (size_t at = 1; composed && at < all.size();) {
    const size_t starter = NaiveStarter(all, at);
    const char32_t one =
        starter == std::u32string::npos ? char32_t{0} : Composition(all[starter], all[at]);
    if (one == 0) {
      ++at;
      continue;
    }
    all[starter] = one;
    all.erase(at, 1);
  }
  std::string out;
  for (const char32_t character : all) {
    if (character < kInvalidByte) {
      AppendUtf8(character, out);
    } else {
      out += static_cast<char>(character - kInvalidByte);
    }
  }
  return out;
}

}  // namespace mtgauge::oracle
