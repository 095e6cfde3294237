// The steps of the normalizer, one after the other.
#include "core/text/whisper.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/text/folding.h"
#include "core/text/segmentation.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "core/text/whisper_english.h"

namespace mtgauge {
namespace {

struct PlainLetter {
  uint32_t code_point;
  std::string_view plain;
};
// Letters that NFKD leaves whole.
constexpr PlainLetter kPlainLetters[] = {
    {0xC6, "AE"}, {0xD0, "D"},   {0xD8, "O"},   {0xDE, "th"},  {0xDF, "ss"}, {0xE6, "ae"},
    {0xF0, "d"},  {0xF8, "o"},   {0xFE, "th"},  {0x110, "D"},  {0x111, "d"}, {0x141, "L"},
    {0x142, "l"}, {0x152, "OE"}, {0x153, "oe"}, {0x1E9E, "SS"}};

// Deletes from each of `open` to the next of `close`, unless nothing stands between them and
// `least` says that something must.
std::string WithoutBrackets(std::string_view text, std::string_view open, std::string_view close,
                            size_t least) {
  std::string out;
  size_t copied = 0;
  for (size_t begin = text.find_first_of(open); begin != std::string_view::npos;) {
    const size_t end = text.find_first_of(close, begin + 1);
    if (end == std::string_view::npos) break;
    if (end - begin <= least) {
      begin = text.find_first_of(open, begin + 1);
      continue;
    }
    out.append(text.substr(copied, begin - copied));
    copied = end + 1;
    begin = text.find_first_of(open, copied);
  }
  return out.append(text.substr(copied));
}

// Calls `append` for each character: its code point and bytes.
template <typename Append>
void ForEachCharacter(std::string_view text, const Append& append) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    append(next.value, text.substr(at, next.length));
    at += next.length;
  }
}

}  // namespace

void AppendWithoutDiacritics(std::string_view text, std::u32string_view kept, std::string& out) {
  std::string normal;
  AppendNormalized(text, NormalForm::kNfkd, normal);
  ForEachCharacter(normal, [&](uint32_t code_point, std::string_view bytes) {
    const PlainLetter* const letter =
        std::find_if(std::begin(kPlainLetters), std::end(kPlainLetters),
                     [code_point](const PlainLetter& row) { return row.code_point == code_point; });
    const MarkKind kind = MarkKindOf(code_point);
    if (letter != std::end(kPlainLetters)) {
      out += letter->plain;
    } else if (kind == MarkKind::kNone || kept.find(code_point) != std::u32string_view::npos) {
      out += bytes;
    } else if (kind != MarkKind::kNonspacing) {
      out += ' ';
    }
  });
}

void AppendWithSingleSpaces(std::string_view text, std::string& out) {
  bool after_space = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    const bool space = IsSpace(next.value);
    if (!space) out.append(text.substr(at, next.length));
    if (space && !after_space) out += ' ';
    after_space = space;
    at += next.length;
  }
}

namespace {

void AppendWithoutSymbols(std::string_view text, bool keep_marks, std::string& out) {
  std::string normal;
  AppendNormalized(text, NormalForm::kNfkc, normal);
  ForEachCharacter(normal, [&](uint32_t code_point, std::string_view bytes) {
    const MarkKind kind = MarkKindOf(code_point);
    const bool mark = kind == MarkKind::kNonspacing || kind == MarkKind::kOtherMark;
    out += kind == MarkKind::kNone || (mark && keep_marks) ? bytes : " ";
  });
}

// Appends the characters that users see (grapheme clusters), with a space between them.
void AppendSpaced(std::string_view text, std::string& out) {
  std::vector<uint32_t> code_points, begins, ends;
  for (size_t at = 0; at < text.size(); at += DecodeAt(text, at).length) {
    begins.push_back(static_cast<uint32_t>(at));
    code_points.push_back(DecodeAt(text, at).value);
  }
  begins.push_back(static_cast<uint32_t>(text.size()));
  FindClusterEnds(code_points, ends);
  uint32_t begin = 0;
  for (const uint32_t end : ends) {
    if (begin > 0) out += ' ';
    out += text.substr(begins[begin], begins[end] - begins[begin]);
    begin = end;
  }
}

}  // namespace

void AppendWhisper(std::string_view segment, NormalForm form, std::string& out) {
  std::string text, clean;
  AppendLowercase(segment, text);
  text = WithoutBrackets(text, "<[", ">]", 0);
  text = WithoutBrackets(text, "(", ")", 1);
  if (form == NormalForm::kWhisperEnglish) {
    if (!AppendWhisperEnglish(text, out)) out += segment;
    return;
  }
  if (form == NormalForm::kWhisperDiacritics) {
    AppendWithoutDiacritics(text, U"", clean);
  } else {
    AppendWithoutSymbols(text, form == NormalForm::kWhisperMarks, clean);
  }
  text.clear();
  AppendLowercase(clean, text);
  if (form == NormalForm::kWhisperLetters) {
    clean.clear();
    AppendSpaced(text, clean);
    text.swap(clean);
  }
  AppendWithSingleSpaces(text, out);
}

}  // namespace mtgauge
