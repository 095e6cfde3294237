// Drives the cutting kernels over a stream piece by piece.
#include "core/text/tokenizing/stream_cutter.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "core/base/hash.h"
#include "core/base/ticks.h"
#include "core/text/key_ticks.h"
#include "core/text/token_key.h"
#include "core/text/tokenizing/mteval_rewrite.h"

namespace mtgauge {
namespace {

// The most bytes cut by one kernel call, a multiple of 64. The kernel needs room for one token
// per byte. With small pieces that room is small and soon reused, and a view's memory is
// proportional to its number of tokens.
constexpr uint32_t kPiece = 8192;
constexpr uint32_t kRoom = kPiece + 64;

// The Line::count of a line that the tokenizer must cut.
constexpr uint32_t kLeft = UINT32_MAX;

constexpr uint64_t kHighBits = 0x8080808080808080;

// Returns the high bits of the bytes that equal `byte`.
constexpr uint64_t BytesEqual(uint64_t bytes, unsigned char byte) {
  const uint64_t differing = bytes ^ (kHighBits >> 7) * byte;
  const uint64_t low_bits = ~kHighBits;
  return ~(((differing & low_bits) + low_bits) | differing) & kHighBits;
}

}  // namespace

void StreamCutter::Cut13a(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                          uint32_t segments, std::span<const Aside> asides, View& view) {
  view.Reset(text, bytes, segments);
  if (CutLines(ActiveKernels().cut_13a, text, view)) CutLeftLines(tokenizer, view);
  CutAsides(tokenizer, asides, view);
}

void StreamCutter::Cut13aLowercase(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                                   uint32_t segments, std::span<const Aside> asides, View& view) {
  view.Reset(text, bytes, segments);
  char* const lowered = view.Keep({text, bytes});
  LowerAscii(lowered, bytes);
  if (CutLines(ActiveKernels().cut_13a, lowered, view)) CutLeftLines(tokenizer, view);
  CutAsides(tokenizer, asides, view);
}

void StreamCutter::CutWhitespace(const Tokenizer& tokenizer, const char* text, uint32_t bytes,
                                 uint32_t segments, std::span<const Aside> asides, View& view) {
  view.Reset(text, bytes, segments);
  if (CutLines(ActiveKernels().cut_whitespace, text, view)) CutLeftLines(tokenizer, view);
  CutAsides(tokenizer, asides, view);
}

void StreamCutter::CutRewritten(const Tokenizer& tokenizer, Rewrite* rewrite, const char* text,
                                uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                                View& view) {
  view.Reset(text, bytes, segments);
  char* const copy = view.Keep({text, bytes});
  rewrite(copy, bytes);
  const auto cut = [copy](const char*, auto... arguments) {
    ActiveKernels().cut_whitespace(copy, arguments...);
  };
  if (CutLines(cut, copy, view)) CutLeftLines(tokenizer, view);
  CutAsides(tokenizer, asides, view);
}

void StreamCutter::CutByClasses(const Tokenizer& tokenizer, const CutRules& rules, const char* text,
                                uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                                View& view) {
  const auto kernel = ActiveKernels().cut_classes;
  if (kernel == nullptr) return tokenizer.Tokenizer::CutStream(text, bytes, segments, asides, view);
  view.Reset(text, bytes, segments);
  const auto cut = [&](auto... arguments) { kernel(&rules, arguments...); };
  if (CutLines(cut, text, view, rules.by_character)) CutLeftLines(tokenizer, view);
  CutAsides(tokenizer, asides, view);
}

void StreamCutter::CutAtSpaces(std::string_view kept, uint32_t segment, View& view) {
  view.BeginSegment(kept.data());
  const uint32_t first = view.tokens_;
  bool in_token = false;
  // All bytes after the text count as spaces.
  for (size_t from = 0; from <= kept.size(); from += kPiece) {
    view.GrowTokens(view.tokens_ + kPiece);
    uint32_t* const begin = view.begin_.data();
    uint32_t* const end = view.end_.data();
    uint32_t tokens = view.tokens_;
    const size_t to = std::min(from + kPiece, kept.size() + 1);
    for (size_t at = from; at < to; at += sizeof(uint64_t)) {
      uint64_t bytes = 0;
      std::memcpy(&bytes, kept.data() + at, sizeof bytes);
      const size_t left = kept.size() - at;
      uint64_t spaces = BytesEqual(bytes, ' ');
      if (left < sizeof bytes) spaces |= ~uint64_t{0} << (8 * left) & kHighBits;
      // One bit for each byte where a token begins or ends.
      uint64_t edges = spaces ^ (spaces << 8 | (in_token ? 0 : uint64_t{0x80}));
      for (; edges != 0; edges &= edges - 1) {
        const auto edge =
            static_cast<uint32_t>(at + static_cast<size_t>(std::countr_zero(edges)) / 8);
        if (in_token) {
          end[tokens++] = edge;
        } else {
          begin[tokens] = edge;
        }
        in_token = !in_token;
      }
    }
    view.tokens_ = tokens;
  }
  if (kept.find('\0') == kept.npos && kept.find('\xFF') == kept.npos) {  // the kernel requires it
    AddKeys(kept.data(), first, view.tokens_, view);
  } else {
    for (uint32_t i = first; i < view.tokens_; ++i) {
      view.key_[i] =
          TokenKey(kept.substr(view.begin_[i], view.end_[i] - view.begin_[i]), view.hash_);
    }
  }
  view.EndSegment(segment);
}

template <typename CutKernel>
bool StreamCutter::CutLines(const CutKernel& kernel, const char* base, View& view,
                            bool keyed_by_kernel) {
  uint32_t line_token[kRoom];
  uint32_t line_end[kRoom];
  uint32_t special[kRoom];
  CutState state;
  CutOutput out{};
  out.line_token = line_token;
  out.line_end = line_end;
  out.special = special;
  uint32_t line = 0, first = 0, keyed = 0;
  bool left = false, any_left = false;
  for (uint32_t from = 0; from < view.bytes_; from += kPiece) {
    view.tokens_ = out.begins;
    view.GrowTokens(size_t{out.begins} + kRoom);
    out.begin = view.begin_.data();
    out.end = view.end_.data();
    out.key = view.key_.data();
    out.lines = out.specials = 0;
    kernel(view.text_, from, std::min(view.bytes_ - from, kPiece) + from, &state, &out);
    if (!keyed_by_kernel) AddKeys(base, keyed, out.ends, view);
    keyed = out.ends;

    uint32_t next = 0;
    const uint32_t lines = std::min(out.lines, view.segments_ - line);
    for (uint32_t i = 0; i < lines; ++i, ++line) {
      for (; next < out.specials && special[next] <= line_end[i]; ++next) left = true;
      view.line_end_[line] = line_end[i];
      view.lines_[line] = {base, first, left ? kLeft : line_token[i] - first};
      first = line_token[i];
      any_left |= left;
      left = false;
    }
    left |= next < out.specials;
  }
  view.tokens_ = out.begins;
  return any_left;
}

// The kernels hash with xxh3; with another hash function, the hashed keys are replaced.
void StreamCutter::AddKeys(const char* base, uint32_t first, uint32_t last, View& view) {
  const TickSpan span(KeyTicks::sum());
  uint64_t* const key = view.key_.data();
  ActiveKernels().token_keys(base, view.begin_.data() + first, view.end_.data() + first,
                             last - first, key + first);
  if (view.hash_ == DefaultHash().function) return;
  for (uint32_t i = first; i < last; ++i) {
    if (!IsHashedKey(key[i])) continue;
    const std::string_view token(base + view.begin_[i], view.end_[i] - view.begin_[i]);
    key[i] = TokenKey(token, view.hash_);
  }
}

void StreamCutter::CutLeftLines(const Tokenizer& tokenizer, View& view) {
  for (uint32_t line = 0; line < view.segments_; ++line) {
    if (view.lines_[line].count != kLeft) continue;
    const uint32_t start = line == 0 ? 0 : view.line_end_[line - 1] + 1;
    tokenizer.CutSegment({view.text_ + start, view.line_end_[line] - start}, line, view);
  }
}

void StreamCutter::CutAsides(const Tokenizer& tokenizer, std::span<const Aside> asides,
                             View& view) {
  for (const Aside& aside : asides) {
    const std::string_view kept(view.Keep(aside.text), aside.text.size());
    view.SetAside(aside.segment, kept);
    tokenizer.CutSegment(kept, aside.segment, view);
  }
}

}  // namespace mtgauge
