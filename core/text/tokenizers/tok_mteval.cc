// The default tokenizer of mteval-v13a.pl and mteval-v14.pl, with and without its lowercasing.
//
// sacreBLEU's 13a is modelled on it, with two differences: Perl's \s excludes U+001C to U+001F, and
// mteval lowercases A to Z after decoding entities, so that "&LT;" becomes "& lt ;" and not "<".
#include <cstring>
#include <string_view>

#include "core/text/tokenizing/mteval_rewrite.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr ByteClasses PerlByteClasses() {
  ByteClasses classes = MtevalByteClasses();
  SetClass(classes, kNoPerlSpaces, CharacterClass::kOther);
  return classes;
}

struct MtevalRules {
  static constexpr ByteClasses kByteClasses = PerlByteClasses();
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kOther;
  }
};

class TokenizerMteval final : public Tokenizer {
 public:
  explicit TokenizerMteval(bool lowercase) : lowercase_(lowercase) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::string_view text = segment;
    if (lowercase_ || NeedsMtevalRewriting(text)) {
      char* const rewritten = view.Keep(text);
      const size_t size = RewriteAsMteval(rewritten, text.size());
      if (lowercase_) LowerAscii(rewritten, size);
      text = {rewritten, size};
    }
    CutByRules<MtevalRules>(text, index, view);
  }

  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    // The kernels treat these as white space.
    for (const char separator : kNoPerlSpaces) {
      if (std::memchr(text, separator, bytes) != nullptr) {
        return Tokenizer::CutStream(text, bytes, segments, asides, view);
      }
    }
    if (lowercase_) {
      StreamCutter::Cut13aLowercase(*this, text, bytes, segments, asides, view);
    } else {
      StreamCutter::Cut13a(*this, text, bytes, segments, asides, view);
    }
  }

 private:
  bool lowercase_;
};

}  // namespace

size_t ReplaceAll(char* data, size_t size, std::string_view from, std::string_view to) {
  const std::string_view text(data, size);
  size_t written = 0, read = 0;
  const auto keep_until = [&](size_t end) {
    std::memmove(data + written, data + read, end - read);
    written += end - read;
  };
  for (size_t found = text.find(from); found != text.npos; found = text.find(from, read)) {
    keep_until(found);
    written += to.copy(data + written, to.size());
    read = found + from.size();
  }
  if (read > 0) keep_until(size);
  return read > 0 ? written : size;
}

bool NeedsMtevalRewriting(std::string_view text) {
  return text.find('&') != text.npos || text.find('\n') != text.npos ||
         text.find("<skipped>") != text.npos;
}

// The order matters: "&amp;lt;" becomes "<", "&amp;quot;" becomes "&quot;".
size_t RewriteAsMteval(char* data, size_t size) {
  static constexpr std::string_view kReplacements[][2] = {
      {"<skipped>", ""}, {"-\n", ""},   {"\n", " "},  {"&quot;", "\""},
      {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"}};
  for (const auto& [from, to] : kReplacements) size = ReplaceAll(data, size, from, to);
  return size;
}

void LowerAscii(char* data, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const bool upper = data[i] >= 'A' && data[i] <= 'Z';
    data[i] = static_cast<char>(data[i] | (upper ? 0x20 : 0));
  }
}

extern const TokenizerRow kTokenizerMteval = {
    "mteval",    "mteval",
    "",          "exactly mteval-v13a: differs from 13a in U+001C to U+001F only",
    false,       &OnlyOne<TokenizerMteval, false>,
    "mteval-lc",
};

extern const TokenizerRow kTokenizerMtevalLowercase = {
    "mteval-lc", "mteval-lc",
    "",          "mteval, with A to Z lower-cased after entities are decoded",
    false,       &OnlyOne<TokenizerMteval, true>,
};

}  // namespace mtgauge
