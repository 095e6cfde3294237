// Checks spans: places in texts, units, and judgements that are there twice.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include "core/base/printing.h"
#include "core/input/spans/span_forms.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

int64_t UnitsOf(uint32_t code_point) {
  return code_point >= 0x10000 && code_point < kInvalidByte ? 2 : 1;
}

int64_t LengthInUnits(std::string_view text) {
  int64_t units = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeAt(text, at);
    units += UnitsOf(point.value);
    at += point.length;
  }
  return units;
}

std::string Trimmed(std::string_view text) {
  return absl::AsciiStrToLower(absl::StripAsciiWhitespace(std::string(text)));
}

}  // namespace

Status SpanCollector::Bad(size_t line, std::string what, std::string remedy) const {
  return InputError({table_.file, line},
                    fmt::format("{}: {}", Described(table_.judgements[current_].output), what),
                    std::move(remedy));
}

Status SpanCollector::Begin(size_t line, JudgedText output, std::string rater, const Texts& texts) {
  texts_ = texts;
  found_.clear();
  beside_ = 0;
  const auto [known, is_new] = known_.try_emplace({output, rater}, table_.judgements.size());
  current_ = known->second;
  if (is_new) {
    table_.judgements.push_back({std::move(output), std::move(rater), line, {}, std::nullopt});
    if (texts.target) table_.judgements.back().text = *texts.target;
    return OkStatus();
  }
  const SpanJudgement& judgement = table_.judgements[current_];
  const std::string who =
      rater.empty() ? std::string() : fmt::format(" by '{:.60}'", judgement.rater);
  return Bad(line, fmt::format("judged twice{}, first on line {}", who, judgement.line),
             "keep one judgement, or name the raters in a field `rater`");
}

Status SpanCollector::Continue(size_t line, JudgedText output, std::string rater,
                               const Texts& texts) {
  const auto known = known_.find({output, rater});
  if (known == known_.end()) return Begin(line, std::move(output), std::move(rater), texts);
  current_ = known->second;
  texts_ = texts;
  return OkStatus();
}

Result<int64_t> SpanCollector::Characters(size_t line, std::string_view text, int64_t units) const {
  int64_t characters = 0, counted = 0;
  for (size_t at = 0; at < text.size() && counted < units; ++characters) {
    const CodePoint point = DecodeAt(text, at);
    counted += UnitsOf(point.value);
    at += point.length;
  }
  if (counted > units) {
    return Bad(line, fmt::format("the offset {} is within a character of two UTF-16 units", units),
               "write offsets as JavaScript counts them");
  }
  return characters + (units - counted);  // beyond the text, each unit is a character
}

Status SpanCollector::Add(size_t line, const Raw& raw) {
  const std::optional<std::string_view>& text = raw.in_source ? texts_.source : texts_.target;
  int64_t start = raw.start, end = raw.end + (table_.end == SpanEnd::kInclusive ? 1 : 0);
  if (utf16_ && text && end > LengthInUnits(*text)) {
    AddOmission();  // a special token after the text, such as [missing]
    return OkStatus();
  }
  if (utf16_ && text && start >= 0 && start < end) {
    MTG_ASSIGN_OR_RETURN(start, Characters(line, *text, start));
    MTG_ASSIGN_OR_RETURN(end, Characters(line, *text, end));
  }
  if (reading_.as_wmt25 && text && start < end && end > LengthInCharacters(*text)) {
    end = LengthInCharacters(*text);
    ++table_.cut;
    if (start >= end) return OkStatus();
  }
  if (let_vanish_ && start == end) {
    ++table_.vanished;
    return OkStatus();
  }
  if (text && start >= 0 && start < end && end > LengthInCharacters(*text)) {
    return Bad(
        line,
        fmt::format("the span from {} to {} ends after the text, which has {}", raw.start, raw.end,
                    Counted(static_cast<uint64_t>(LengthInCharacters(*text)), "character")),
        "count characters, not bytes or UTF-16 units; `end` says whether an end is inclusive");
  }
  return AddPlace(line, start, end, raw);
}

Status SpanCollector::AddPlace(size_t line, int64_t start, int64_t end, const Raw& raw) {
  constexpr int64_t kFarthest = INT32_MAX;
  if (start < 0 || end > kFarthest || start >= end) {
    const bool empty = start == end && table_.end == SpanEnd::kExclusive;
    return Bad(line,
               fmt::format("the span from {} to {} is {}", raw.start, raw.end,
                           empty ? "empty" : "no span"),
               empty ? "if the end is its last character, use `end` inclusive"
                     : "write a start of at least 0, and an end that is not before it");
  }
  table_.judgements[current_].spans.push_back(
      {static_cast<uint32_t>(start), static_cast<uint32_t>(end), raw.in_source,
       Trimmed(raw.severity),
       std::string(absl::StripAsciiWhitespace(
           absl::string_view(raw.category.data(), raw.category.size())))});
  return OkStatus();
}

Status SpanCollector::AddText(size_t line, std::string_view marked, const Raw& raw) {
  const std::optional<std::string_view>& text = raw.in_source ? texts_.source : texts_.target;
  if (marked.empty()) {
    AddOmission();
    return OkStatus();
  }
  if (!text) {
    return Bad(line, fmt::format("an error with the text '{:.40}', but without a place", marked),
               "give start and end, or the text of the output in a field `text`");
  }
  const int64_t length = LengthInCharacters(marked);
  size_t& from = found_.try_emplace(std::string(marked), size_t{0}).first->second;
  const size_t at = text->find(marked, from);
  int64_t start = 0;
  if (at == std::string_view::npos) {
    // A place after the text, which no other span overlaps.
    ++table_.not_found;
    start = LengthInCharacters(*text) + static_cast<int64_t>(beside_);
    beside_ += static_cast<uint64_t>(length);
  } else {
    from = at + 1;
    start = LengthInCharacters(text->substr(0, at));
  }
  return AddPlace(line, start, start + length, raw);
}

}  // namespace mtgauge
