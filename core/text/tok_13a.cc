// The tokenizer of mteval-v13a.pl as sacreBLEU has it: WMT's default.
#include <cstring>
#include <string_view>

#include "core/text/segment_cutter.h"
#include "core/text/stream_cutter.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct Rules13a {
  static constexpr ByteClasses kByteClasses = MtevalByteClasses();
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kOther;
  }
};

bool NeedsRewriting(std::string_view text) {
  return text.find('&') != text.npos || text.find('\n') != text.npos ||
         text.find("<skipped>") != text.npos;
}

// Replaces from left to right without looking again at what was put in; returns the new size. In
// place: `to` is never the longer one.
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

// sacreBLEU's order, which shows: "&amp;lt;" becomes "<", "&amp;quot;" becomes "&quot;".
size_t Rewrite(char* data, size_t size) {
  static constexpr std::string_view kReplacements[][2] = {
      {"<skipped>", ""}, {"-\n", ""},   {"\n", " "},  {"&quot;", "\""},
      {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"}};
  for (const auto& [from, to] : kReplacements) size = ReplaceAll(data, size, from, to);
  return size;
}

class Tokenizer13a final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::string_view text = TrimRight(segment);
    if (NeedsRewriting(text)) {
      char* const rewritten = view.Keep(text);
      text = {rewritten, Rewrite(rewritten, text.size())};
    }
    CutByRules<Rules13a>(text, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::Cut13a(*this, text, bytes, segments, asides, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizer13a = {
    "13a",
    "13a",
    "",
    "mteval-v13a: decodes four entities, splits ASCII punctuation (WMT's default)",
    false,
    []() -> const Tokenizer& {
      static const Tokenizer13a tokenizer;
      return tokenizer;
    },
};

}  // namespace mtgauge
