// Converts texts to symbols, and parts of symbols back to text of the output.
#include "parallel/resegment/cutting.h"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string_view>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/edit_alignment.h"
#include "core/algo/distance/segmentation.h"
#include "core/base/hash.h"
#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/scripts.h"
#include "core/text/token_places.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "core/text/view.h"

namespace mtgauge {
namespace {

// The tokens of several texts.
class CutTexts {
 public:
  CutTexts(const std::vector<const std::string*>& texts, const TokenizerRow& tokenizer,
           bool lowercase)
      : batch_(MakeBatch({texts}, {})), view_(DefaultHash().function) {
    cased_.Set(batch_.refs.front(), lowercase);
    tokenizer.get().CutStream(cased_.text(), cased_.bytes(), batch_.segments, cased_.asides(),
                              view_);
  }
  Tokens operator[](uint32_t i) const { return view_.Segment(i).tokens; }
  Status Check(const std::string& document, const TokenizerRow& tokenizer) const {
    if (view_.refused() == View::kNone) return OkStatus();
    return Within(fmt::format("document '{}'", document),
                  RefusalError({}, view_.refusal(), tokenizer.name));
  }

 private:
  Batch batch_;
  CasedText cased_;
  View view_;
};

bool IsUnspaced(std::string_view text, size_t at) {
  const uint32_t c = DecodeAt(text, at).value;
  return IsHanScript(c) || IsUnspacedScript(c);
}

// Returns the byte position where a part may begin between tokens at these bytes, or nullopt if it
// may not.
std::optional<uint32_t> PlaceToCut(std::string_view text, uint32_t before, uint32_t token) {
  std::optional<uint32_t> place;
  uint32_t last = before;
  for (uint32_t at = before; at < token;) {
    const CodePoint c = DecodeAt(text, at);
    last = at;
    at += c.length;
    if (IsSpace(c.value)) place = at;
  }
  if (place || token == before) return place;
  const bool beside = IsUnspaced(text, last) || (token < text.size() && IsUnspaced(text, token));
  return beside ? std::optional(token) : std::nullopt;
}

// The output as one text and as symbols, and the positions where it may be divided.
struct OutputText {
  std::string text;
  std::vector<uint32_t> symbols;
  std::vector<uint8_t> starts;   // [symbol], and one for the end: 1 if a part may begin
  std::vector<uint32_t> places;  // [symbol], and one for the end: byte positions in `text`
};

OutputText ReadOutput(const std::vector<const std::string*>& lines, const CutTexts& tokens,
                      const ReferenceSymbols& names) {
  OutputText out;
  Buffer<uint32_t> memory;
  std::vector<uint32_t> begins;
  for (uint32_t i = 0; i < lines.size(); ++i) {
    const auto offset = static_cast<uint32_t>(out.text.size());
    const Symbols symbols = names.Find(tokens[i], memory);
    out.symbols.insert(out.symbols.end(), symbols.begin(), symbols.end());
    for (const uint32_t place : TokenPlaces(*lines[i], tokens[i])) begins.push_back(offset + place);
    for (const char c : *lines[i]) out.text += c == '\n' ? ' ' : c;
    out.text += ' ';
  }
  for (size_t t = 1; t < begins.size(); ++t) {
    const auto place = PlaceToCut(out.text, begins[t - 1], begins[t]);
    out.starts.push_back(place ? 1 : 0);
    out.places.push_back(place.value_or(begins[t]));
  }
  if (!begins.empty()) {
    out.starts.insert(out.starts.begin(), 1);
    out.places.insert(out.places.begin(), 0);
  }
  out.starts.push_back(1);
  out.places.push_back(static_cast<uint32_t>(out.text.size()));
  return out;
}

Status CheckSizes(const DocumentTexts& texts) {
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max() / 2;
  const auto check = [&](const std::vector<const std::string*>& column) -> Status {
    uint64_t bytes = 0;
    for (const std::string* text : column) bytes += text == nullptr ? 1 : text->size() + 1;
    if (bytes <= kMost) return OkStatus();
    return InputError(fmt::format("document '{}' has {} bytes", texts.name, bytes),
                      fmt::format("split it, since at most {} fit", kMost));
  };
  for (const auto& reference : texts.references) MTG_RETURN_IF_ERROR(check(reference));
  return check(texts.lines);
}

// Compares each part of the output with the nearest reference of its segment.
DocumentGaps FindGaps(const std::string& document, Symbols output,
                      const std::vector<std::vector<Symbols>>& segments,
                      const std::vector<uint32_t>& ends, uint32_t distinct) {
  DocumentGaps gaps;
  gaps.document = document;
  gaps.segments = segments.size();
  gaps.output_words = output.size();
  EditAlignment alignment;
  uint32_t begin = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    const Symbols part = output.subspan(begin, ends[i] - begin);
    begin = ends[i];
    size_t words = 0;
    std::optional<EditCounts> nearest;
    for (const Symbols reference : segments[i]) {
      const EditCounts counts = alignment.Count(reference, part, distinct);
      if (nearest && nearest->edits() <= counts.edits()) continue;
      nearest = counts;
      words = reference.size();
    }
    gaps.words += words;
    gaps.deleted += nearest->deletions;
    gaps.inserted += nearest->insertions;
    gaps.missing += 2 * nearest->deletions > words ? 1 : 0;
    gaps.surplus += 2 * nearest->insertions > part.size() ? 1 : 0;
  }
  return gaps;
}

}  // namespace

Result<CutDocument> CutLines(const DocumentTexts& texts, const TokenizerRow& tokenizer,
                             bool lowercase, const std::atomic<bool>* stop) {
  MTG_RETURN_IF_ERROR(CheckSizes(texts));
  std::vector<CutTexts> references;
  references.reserve(texts.references.size());
  for (const auto& reference : texts.references) {
    references.emplace_back(reference, tokenizer, lowercase);
  }
  const CutTexts lines(texts.lines, tokenizer, lowercase);
  std::vector<Tokens> tokens;
  const size_t count = texts.references.front().size();
  std::vector<std::vector<size_t>> of_segment(count);  // indices into `tokens`
  for (size_t r = 0; r < references.size(); ++r) {
    for (uint32_t i = 0; i < count; ++i) {
      if (texts.references[r][i] == nullptr) continue;
      of_segment[i].push_back(tokens.size());
      tokens.push_back(references[r][i]);
    }
  }
  MTG_RETURN_IF_ERROR(lines.Check(texts.name, tokenizer));
  for (const CutTexts& reference : references) {
    MTG_RETURN_IF_ERROR(reference.Check(texts.name, tokenizer));
  }
  ReferenceSymbols names(SymbolKind::kToken, DefaultHash().function);
  names.Set(tokens);
  std::vector<std::vector<Symbols>> segments(count);
  CutDocument cut;
  for (size_t i = 0; i < count; ++i) {
    for (const size_t place : of_segment[i]) {
      segments[i].push_back(names[static_cast<uint32_t>(place)]);
    }
    cut.reference_tokens += segments[i].front().size();
  }
  const OutputText output = ReadOutput(texts.lines, lines, names);
  const auto best =
      CutIntoSegments({output.symbols, output.starts, segments, names.distinct()}, stop);
  if (!best) return CancelledError();
  cut.edits = best->edits;
  cut.tokens = output.symbols.size();
  cut.gaps = FindGaps(texts.name, output.symbols, segments, best->ends, names.distinct());
  const std::string_view text(output.text);
  uint32_t begin = 0;
  for (const uint32_t end : best->ends) {
    const uint32_t place = output.places[end];
    cut.segments.emplace_back(Trim(text.substr(begin, place - begin)));
    begin = place;
  }
  return cut;
}

}  // namespace mtgauge
