// Detects scripts without spaces and warns about them.
#include "core/score/checks/script_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text/scripts.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns whether the character that contains this byte may be in such a script. Latin, Greek,
// Cyrillic, Arabic and Hebrew letters begin with bytes below E0, and Hangul with EA to ED.
bool MayBeUnspacedAt(std::string_view text, size_t at) {
  for (int i = 0; i < 3 && at > 0 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80; ++i) --at;
  const auto lead = static_cast<uint8_t>(text[at]);
  return lead >= 0xE0 && (lead < 0xEB || lead > 0xED);
}

// Few enough that three bytes suffice for most segments of Latin text.
constexpr size_t kLooks = 3;

}  // namespace

Script ScriptOf(std::string_view text) {
  bool may_be = false;
  for (size_t look = 1; look <= kLooks && !text.empty(); ++look) {
    const size_t at = text.size() * look / (kLooks + 1);
    may_be = may_be || (static_cast<uint8_t>(text[at]) >= 0x80 && MayBeUnspacedAt(text, at));
  }
  if (!may_be) return Script::kSpaced;
  size_t unspaced = 0, han = 0, all = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<uint8_t>(text[at]);
    all += (byte & 0xC0) != 0x80 ? 1 : 0;
    if (byte < 0xE0) continue;
    if (byte >= 0xE4 && byte <= 0xE9) {  // U+4000 to U+9FFF, nearly all of them Chinese characters
      ++han;
      at += 2;
      continue;
    }
    const uint32_t value = DecodeAt(text, at).value;
    han += IsHanScript(value) ? 1 : 0;
    unspaced += IsUnspacedScript(value) ? 1 : 0;
  }
  if (2 * (unspaced + han) <= all) return Script::kSpaced;
  return 4 * unspaced > all ? Script::kUnspaced : Script::kHan;
}

void ScriptCounts::Add(Script script) {
  ++segments;
  han += script == Script::kHan ? 1 : 0;
  unspaced += script == Script::kUnspaced ? 1 : 0;
}

void ScriptCounts::Merge(const ScriptCounts& other) {
  segments += other.segments;
  han += other.han;
  unspaced += other.unspaced;
}

bool LeavesSome(const TokenizerRow& tokenizer) {
  return !tokenizer.splits_unspaced_scripts || tokenizer.splits_han_alone;
}

bool LeavesWhole(const TokenizerRow& tokenizer, const ScriptCounts& counts) {
  if (tokenizer.splits_han_alone) return 2 * counts.unspaced > counts.segments;
  return !tokenizer.splits_unspaced_scripts && 2 * (counts.han + counts.unspaced) > counts.segments;
}

namespace {

// "'a', 'b' and 3 more"
std::string Quoted(std::span<const std::string> names) {
  constexpr size_t kNamed = 5;
  std::string quoted;
  for (const std::string& name : names.first(std::min(names.size(), kNamed))) {
    quoted += fmt::format("{}'{}'", quoted.empty() ? "" : ", ", name);
  }
  if (names.size() > kNamed) quoted += fmt::format(" and {} more", names.size() - kNamed);
  return quoted;
}

}  // namespace

Warning ScriptWarning(const WordCutter& cutter, const std::string& system, std::string_view noun,
                      std::span<const std::string> places) {
  std::string what;
  if (!places.empty()) {
    what = fmt::format("in {}{} {}, ", noun, places.size() > 1 ? "s" : "", Quoted(places));
  }
  what += "most text is in a script without spaces, which ";
  if (cutter.metrics.empty()) {
    what += fmt::format(
        "the tokenizer {} does not split; for Chinese or Japanese, name the target language or use "
        "zh or ja-mecab; for others, such as Thai, use flores200 or char, or `metrics` chrf",
        cutter.tokenizer->name);
  } else {
    what += fmt::format("{} cannot split into words, whatever the tokenizer; use `metrics` chrf{}",
                        fmt::join(cutter.metrics, " and "),
                        cutter.may_split_asian ? " or ter:norm=yes,asian=yes" : "");
  }
  return {"script", system, what};
}

}  // namespace mtgauge
