// Cuts whole streams into a View with the kernels of core/simd: the fast path for tokenizers whose
// rules the kernels implement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/simd/kernels.h"
#include "core/text/batch.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"

namespace mtgauge {

// The arguments are those of Tokenizer::CutStream. `tokenizer` cuts the segments that the kernels
// leave: the asides, and lines with bytes that are special to the kernel (core/simd/kernels.h).
// Accepts any bytes; allocates only while the view's arrays grow.
class StreamCutter {
 public:
  // Cuts by the rules of 13a.
  static void Cut13a(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                     uint32_t segments, std::span<const Aside> asides, View& view);
  // Same as above, with A to Z in the tokens lowercased.
  static void Cut13aLowercase(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                              uint32_t segments, std::span<const Aside> asides, View& view);
  // Cuts only at whitespace.
  static void CutWhitespace(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                            uint32_t segments, std::span<const Aside> asides, View& view);
  // Cuts a copy at whitespace after rewriting it in place. The copy keeps its line ends. The
  // tokenizer cuts the lines in whose copy there is 0xFF.
  using Rewrite = void(char* text, size_t bytes);
  static void CutRewritten(const Tokenizer& tokenizer, Rewrite* rewrite, const char* text,
                           uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                           View& view);
  // Cuts by the character classes in `rules`.
  static void CutByClasses(const Tokenizer& tokenizer, const CutRules& rules, const char* text,
                           uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                           View& view);
  // Cuts one segment, a text from View::Keep(), at spaces (only U+0020).
  static void CutAtSpaces(std::string_view kept, uint32_t segment, View& view);

 private:
  // Cuts the view's text with a kernel; the tokens are the same bytes of `base`. Fills the view's
  // arrays; returns true if some lines are left to the tokenizer.
  template <typename CutKernel>
  static bool CutLines(const CutKernel& kernel, const char* base, View& view,
                       bool keyed_by_kernel = false);
  static void AddKeys(const char* base, uint32_t first, uint32_t last, View& view);
  static void CutLeftLines(const Tokenizer& tokenizer, View& view);
  static void CutAsides(const Tokenizer& tokenizer, std::span<const Aside> asides, View& view);
};

}  // namespace mtgauge
