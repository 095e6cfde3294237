// The checks and the texts of their warnings.
#include "core/score/checks/text_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "core/base/printing.h"
#include "core/text/folding.h"
#include "core/text/loops.h"
#include "core/text/scripts.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr size_t kNamedSystems = 10;  // in one warning

std::string_view LineText(const Stream& stream, const uint32_t* ends, uint32_t segment) {
  if (!stream.aside.empty()) {
    const auto aside =
        std::lower_bound(stream.aside.begin(), stream.aside.end(), segment,
                         [](const Aside& a, uint32_t wanted) { return a.segment < wanted; });
    if (aside != stream.aside.end() && aside->segment == segment) return aside->text;
  }
  const uint32_t begin = segment == 0 ? 0 : ends[segment - 1] + 1;
  return {stream.text + begin, ends[segment] - begin};
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Finds a subword mark at the end of a word: "un@@ believable".
bool HasBpeMark(std::string_view text) {
  for (size_t at = text.find("@@"); at != std::string_view::npos; at = text.find("@@", at + 2)) {
    if (at > 0 && text[at - 1] != ' ' && (at + 2 == text.size() || text[at + 2] == ' '))
      return true;
  }
  return false;
}

bool HasEntity(std::string_view text) {
  static constexpr std::string_view kEntities[] = {"&quot;", "&apos;", "&amp;", "&lt;",
                                                   "&gt;",   "&nbsp;", "&#"};
  if (!Contains(text, "&")) return false;
  return std::any_of(std::begin(kEntities), std::end(kEntities),
                     [&](std::string_view entity) { return Contains(text, entity); });
}

bool StartsWithIgnoringCase(std::string_view text, std::string_view lowered) {
  if (text.size() < lowered.size()) return false;
  for (size_t i = 0; i < lowered.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != lowered[i]) return false;
  }
  return true;
}

// Returns whether a text begins as a chat model's answer that talks about the translation.
bool HasPreamble(std::string_view text) {
  static constexpr std::string_view kOpenings[] = {"here is the translat",
                                                   "here's the translat",
                                                   "here is a translat",
                                                   "here is your translat",
                                                   "sure, here",
                                                   "sure! here",
                                                   "certainly! here",
                                                   "of course! here",
                                                   "translation:",
                                                   "translated text:",
                                                   "the translation is",
                                                   "the translation of",
                                                   "as an ai",
                                                   "```",
                                                   "<think>"};
  static constexpr std::string_view kFirstLetters = "hHsScCoOtTaA`<";
  if (text.empty() || kFirstLetters.find(text.front()) == std::string_view::npos) return false;
  return std::any_of(std::begin(kOpenings), std::end(kOpenings), [&](std::string_view opening) {
    return StartsWithIgnoringCase(text, opening);
  });
}

bool IsHex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Finds a GUID, as in 01234567-89ab-cdef-0123-456789abcdef.
bool HasGuid(std::string_view text) {
  constexpr size_t kGroups[] = {8, 4, 4, 4, 12};
  constexpr size_t kBytes = 36;
  for (size_t hyphen = text.find('-', kGroups[0]); hyphen != text.npos;
       hyphen = text.find('-', hyphen + 1)) {
    size_t at = hyphen - kGroups[0];
    if (text.size() - at < kBytes) return false;
    bool matches = true;
    for (const size_t digits : kGroups) {
      const std::string_view group = text.substr(at, digits);
      matches = matches && std::all_of(group.begin(), group.end(), IsHex);
      at += digits;
      matches = matches && (digits == kGroups[4] || text[at++] == '-');
    }
    if (matches) return true;
  }
  return false;
}

// Finds a line that test sets contain so that they are recognized in training data.
bool IsCanary(std::string_view text) {
  constexpr std::string_view kWord = "canary";
  if (!HasGuid(text)) return false;
  for (size_t at = 0; at + kWord.size() <= text.size(); ++at) {
    if (StartsWithIgnoringCase(text.substr(at), kWord)) return true;
  }
  return false;
}

// Returns kTabMark times the number of tabs; more than kMostTabs count as that.
TextMarks TabMarks(std::string_view text) {
  TextMarks tabs = 0;
  for (size_t at = text.find('\t'); at != text.npos && tabs < kMostTabs;
       at = text.find('\t', at + 1)) {
    ++tabs;
  }
  return static_cast<TextMarks>(kTabMark * tabs);
}

// Returns the marks that need a look at the whole text.
TextMarks LookAt(std::string_view hyp, std::string_view ref, bool escaped) {
  TextMarks marks = 0;
  if (HasBpeMark(hyp)) marks |= kBpeMark;
  if (Contains(hyp, "\xE2\x96\x81")) marks |= kPieceMark;
  if (!escaped && HasEntity(hyp) && !HasEntity(ref)) marks |= kEntityMark;
  if (HasPreamble(hyp) && !HasPreamble(ref)) marks |= kPreambleMark;
  if (IsCanary(hyp)) marks |= kCanaryMark;
  // Bars are rarer than the space before them, so looking for them first is faster.
  if (Contains(hyp, "||| ") && Contains(hyp, " ||| ")) marks |= kBarsMark;
  return marks | TabMarks(hyp);
}

TextMarks NewerMarks(std::string_view hyp, std::string_view ref) {
  const int newer = FindNewer(hyp) | FindNewer(ref);
  TextMarks marks = 0;
  if ((newer & kAddedCharacters) != 0) marks |= kAddedMark;
  if ((newer & kUnassignedCharacters) != 0) marks |= kUnassignedMark;
  return marks;
}

bool HasMarksInWords(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    at += next.length;
    if (!IsSpelledWithMarks(next.value)) continue;
    const MarkKind kind = MarkKindOf(next.value);
    if (kind == MarkKind::kNonspacing || kind == MarkKind::kOtherMark) return true;
  }
  return false;
}

// Returns the marks that cost almost nothing.
TextMarks Glance(std::string_view hyp, std::string_view ref) {
  TextMarks marks = 0;
  if (IsBlankText(hyp) && !IsBlankText(ref)) marks |= kEmptyMark;
  if (hyp.size() >= 2 && std::memcmp(hyp.data() + hyp.size() - 2, " .", 2) == 0) {
    marks |= kSpacedDotMark;
  }
  if (hyp.size() == ref.size() && !hyp.empty() && hyp == ref) marks |= kEqualMark;
  return marks;
}

void CheckScripts(const Batch& batch, const LineEnds& ends, size_t system, ScriptCounts& counts,
                  std::vector<Script>* found, TextFacts* facts) {
  for (uint32_t i = 0; i < batch.segments; ++i) {
    Script script = Script::kSpaced;
    if (!batch.excluded_at(i)) {
      script = ScriptOf(LineText(batch.hyps[system], ends.hyps[system], i));
      counts.Add(script);
    }
    if (found != nullptr) found->push_back(script);
    if (facts != nullptr) {
      facts->marks[system * batch.segments + i] |=
          static_cast<TextMarks>(kScriptMark * static_cast<TextMarks>(script));
    }
  }
}

// Returns the marks of each segment that its references decide.
std::vector<TextMarks> ReferenceMarks(const Batch& batch, const LineEnds& ends) {
  std::vector<TextMarks> marks(batch.segments);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    bool blank = false, has_text = false;
    for (size_t r = 0; r < batch.refs.size(); ++r) {
      if (batch.refs[r].missing_at(i)) continue;
      const std::string_view text = LineText(batch.refs[r], ends.refs[r], i);
      (IsBlankText(text) ? blank : has_text) = true;
      if (batch.first + i < kCheckedSegments && IsCanary(text)) marks[i] |= kCanaryMark;
    }
    if (blank && has_text) marks[i] |= kEmptyReferenceMark;
  }
  return marks;
}

// Returns whether a hypothesis ends in a loop that no reference has, as the metric `looping` does.
bool LoopsAlone(const Batch& batch, const LineEnds& ends, uint32_t segment, std::string_view hyp,
                LoopFinder& finder) {
  if (!finder.Loops(hyp)) return false;
  for (size_t r = 0; r < batch.refs.size(); ++r) {
    const bool missing = batch.refs[r].missing_at(segment);
    if (!missing && finder.Loops(LineText(batch.refs[r], ends.refs[r], segment))) return false;
  }
  return true;
}

// `of_references`: see ReferenceMarks().
void CheckSystem(const Batch& batch, const LineEnds& ends, size_t system,
                 std::span<const TextMarks> of_references, WantedChecks wanted, TextCheck& check,
                 TextFacts* facts) {
  const Stream& hyps = batch.hyps[system];
  const Stream& refs = batch.refs.front();
  LoopFinder finder;
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.excluded_at(i)) continue;
    const std::string_view hyp = LineText(hyps, ends.hyps[system], i);
    const std::string_view ref = LineText(refs, ends.refs.front(), i);
    const bool looked_at = batch.first + i < kCheckedSegments;
    TextMarks marks = Glance(hyp, ref) | of_references[i];
    if (looked_at) marks |= LookAt(hyp, ref, hyps.escaped);
    if (looked_at && LoopsAlone(batch, ends, i, hyp, finder)) marks |= kLoopMark;
    if (looked_at && wanted.newer) marks |= NewerMarks(hyp, ref);
    if (looked_at && wanted.combining && (HasMarksInWords(hyp) || HasMarksInWords(ref))) {
      marks |= kCombiningMark;
    }
    check.Add(marks, looked_at, batch.index_of(i));
    check.hyp_bytes += hyp.size();
    check.ref_bytes += ref.size();
    if (facts != nullptr) facts->marks[system * batch.segments + i] = marks;
  }
}

// Appends the digest of the stream or, if `each`, those of its segments.
void AddDigests(const Batch& batch, const Stream& stream, const uint32_t* ends, bool each,
                std::vector<TextDigest>& digests) {
  if (!each) digests.emplace_back();
  for (uint32_t i = 0; i < batch.segments; ++i) {
    TextDigest& digest = each ? digests.emplace_back() : digests.back();
    if (stream.missing_at(i)) {
      digest.AddMissing();
    } else {
      digest.Add(LineText(stream, ends, i), !batch.excluded_at(i));
    }
  }
}

void StartFacts(const Batch& batch, const LineEnds& ends, TextFacts& facts) {
  facts.marks.assign(batch.hyps.size() * batch.segments, 0);
  for (size_t r = 0; r < batch.refs.size(); ++r) {
    AddDigests(batch, batch.refs[r], ends.refs[r], facts.each, facts.refs);
  }
  for (size_t s = 0; s < batch.hyps.size(); ++s) {
    AddDigests(batch, batch.hyps[s], ends.hyps[s], facts.each, facts.hyps);
  }
  for (size_t i = 0; i < ends.sources.size(); ++i) {
    AddDigests(batch, batch.sources[i], ends.sources[i], facts.each, facts.sources);
  }
}

bool SameText(const Stream& a, const Stream& b) {
  const auto same = [](const Aside& x, const Aside& y) {
    return x.segment == y.segment && x.text == y.text;
  };
  return a.bytes == b.bytes && std::memcmp(a.text, b.text, a.bytes) == 0 &&
         std::equal(a.aside.begin(), a.aside.end(), b.aside.begin(), b.aside.end(), same);
}

// Returns "3 of 120 hypotheses (2.5%)", for messages.
std::string ShareOf(uint64_t part, uint64_t whole, const std::string& counted) {
  const double percent = 100 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{} of {} ({:.3g}%)", part, counted, percent);
}
std::string Share(uint64_t part, uint64_t whole) {
  return ShareOf(part, whole, Counted(whole, "hypothesis", "hypotheses"));
}

// Returns whether there is at least one, and at least one in `per` of those checked.
bool Frequent(uint64_t count, uint64_t whole, uint64_t per) {
  return count > 0 && count * per >= whole;
}

// With fewer segments, rates say nothing about a system.
constexpr uint64_t kEnoughForRates = 10;
// One text with a tab may be a sentence; of a table, at most one line in kTablePer differs.
constexpr uint64_t kEnoughForTable = 2, kTablePer = 10;

// Uses the rate, so that a few such lines do not make a large text count as tokenized.
bool LooksTokenized(const TextCheck& c, bool by_count) {
  return c.ends_spaced_dot >= kTokenizedLines &&
         (by_count || Frequent(c.ends_spaced_dot, c.segments, kTokenizedPer));
}

void WarnOfText(const TextCheck& c, const std::string& name, bool tokenized_by_count,
                std::vector<Warning>& out) {
  const auto warn = [&](const char* code, const std::string& message) {
    out.push_back({code, name, message});
  };
  if (LooksTokenized(c, tokenized_by_count)) {
    warn("tokenized", Share(c.ends_spaced_dot, c.segments) +
                          " end in \" .\", so the output looks tokenized; detokenize it, or scores "
                          "will not be comparable");
  }
  if (Frequent(c.bpe, c.checked, kSubwordPer)) {
    warn("bpe", "BPE marks (\"@@ \") in " + Share(c.bpe, c.checked) + "; undo the subword split");
  }
  if (Frequent(c.sentencepiece, c.checked, kSubwordPer)) {
    warn("sentencepiece", "SentencePiece marks (U+2581) in " + Share(c.sentencepiece, c.checked) +
                              "; decode the pieces");
  }
  if (Frequent(c.entities, c.checked, kEntityPer)) {
    warn("entities",
         "undecoded entities such as &apos; in " + Share(c.entities, c.checked) + "; decode them");
  }
  if (Frequent(c.preamble, c.checked, kPreamblePer)) {
    warn("preamble", "a chat model's comment on the translation is at the beginning of " +
                         Share(c.preamble, c.checked) + "; strip them");
  }
  if (Frequent(c.looping, c.checked, kLoopingPer)) {
    warn("looping", Share(c.looping, c.checked) + " end in a loop; look at the decoder");
  }
}

// Several systems side by side, or several candidates, are often taken for one.
void WarnOfTable(const TextCheck& c, const std::string& name, std::vector<Warning>& out) {
  if (c.checked < kEnoughForTable) return;
  if (kTablePer * (c.checked - c.bars) <= c.checked) {
    return out.push_back({"list", name,
                          Share(c.bars, c.checked) +
                              " have \" ||| \", so this looks like an n-best list; score it with "
                              "`mtgauge nbest`, or keep only the texts"});
  }
  const auto* const most = std::max_element(std::begin(c.with_tabs), std::end(c.with_tabs));
  if (kTablePer * (c.checked - *most) > c.checked) return;
  const auto tabs = static_cast<uint64_t>(most - std::begin(c.with_tabs)) + 1;
  out.push_back(
      {"table", name,
       fmt::format("{} have {}{}, so this looks like a table with several systems; choose its "
                   "columns, as in `input` FILE:1 FILE:2 (/dev/stdin:1 for standard input), which "
                   "are read as `input-format` tsv",
                   Share(*most, c.checked), Counted(tabs, "tab"),
                   tabs == kMostTabs ? " or more" : "")});
}

// Adds the warnings about references, which are the same for all systems.
void WarnOfReferences(const TextCheck& c, std::vector<Warning>& out) {
  if (!Frequent(c.empty_references, c.segments, kEmptyPer)) return;
  out.push_back(
      {"empty-references", "",
       fmt::format("in {}, one reference is empty and another is not; the empty one counts as a "
                   "reference; if it stands for a missing one, set `empty-references` missing",
                   ShareOf(c.empty_references, c.segments, Counted(c.segments, "segment")))});
}

void WarnOfCanaries(std::span<const TextCheck> checks, std::vector<Warning>& out) {
  uint64_t first = UINT64_MAX;
  for (const TextCheck& check : checks) first = std::min(first, check.first_canary);
  if (first == UINT64_MAX) return;
  out.push_back({"canary", "",
                 fmt::format("segment {} is a canary line, which marks a test set and is not meant "
                             "to be translated, but it is scored; remove it from all files",
                             first + 1)});
}

// Adds one warning for each tokenizer, about all systems that it concerns.
void WarnOfScripts(std::span<const TextCheck> checks, const std::vector<std::string>& names,
                   std::span<const WordCutter> cutters, std::vector<Warning>& out) {
  for (const WordCutter& cutter : cutters) {
    std::vector<std::string> whole;
    for (size_t s = 0; s < checks.size(); ++s) {
      const bool has_text = checks[s].segments > 0;
      if (has_text && LeavesWhole(*cutter.tokenizer, checks[s].scripts)) whole.push_back(names[s]);
    }
    if (whole.empty()) continue;
    const bool one = whole.size() == 1, all = whole.size() == checks.size();
    out.push_back(ScriptWarning(cutter, one ? whole.front() : "", "system",
                                one || all ? std::span<const std::string>() : whole));
  }
}

// Warns of characters that the tokens of one tokenizer may depend on. One segment suffices, since
// these tokens then differ between versions of Unicode.
void WarnOfNewer(const TextCheck& c, const std::string& name, std::span<const WordCutter> cutters,
                 std::vector<Warning>& out) {
  for (const WordCutter& cutter : cutters) {
    const TokenizerRow* const tokenizer = cutter.tokenizer;
    if (tokenizer->unicode.empty()) continue;
    const uint64_t segments = tokenizer->unicode == kNewestUnicode ? c.unassigned : c.newer;
    if (segments == 0) continue;
    return out.push_back(
        {"unicode", name,
         fmt::format("{} or their references have characters that are newer than Unicode {}; the "
                     "tokenizer {} treats them as letters, and newer versions may not; repair them "
                     "if they are damaged",
                     Share(segments, c.checked), tokenizer->unicode, tokenizer->name)});
  }
}

void WarnOfMarks(const TextCheck& c, const std::string& name, std::string_view dropping,
                 std::vector<Warning>& out) {
  if (dropping.empty() || !Frequent(c.combining, c.checked, kCombiningPer)) return;
  out.push_back({"marks", name,
                 fmt::format("{} or their references have marks in their words, as Hindi and Thai "
                             "have; normalize={} drops marks, so that such words lose vowels or "
                             "fall apart; use normalize=whisper-basic+marks",
                             Share(c.combining, c.checked), dropping)});
}

void WarnOfRates(const TextCheck& c, const std::string& name, std::vector<Warning>& out) {
  if (Frequent(c.empty, c.segments, kEmptyPer)) {
    out.push_back({"empty", name,
                   Share(c.empty, c.segments) +
                       " are empty where the reference is not; check that the output is complete"});
  }
  if (c.segments < kEnoughForRates) return;
  if (2 * c.equals_reference >= c.segments) {
    out.push_back({"identical-to-reference", name,
                   Share(c.equals_reference, c.segments) +
                       " equal the first reference; check that the files are not mixed up"});
  }
  const double ratio =
      static_cast<double>(c.hyp_bytes) / static_cast<double>(std::max<uint64_t>(c.ref_bytes, 1));
  if (c.ref_bytes > 0 && (ratio < 0.8 || ratio > 1.25)) {
    out.push_back({"length-ratio", name,
                   fmt::format("the output is {:.2f} times as long as the first reference; check "
                               "the pairing and that nothing was cut off",
                               ratio)});
  }
}

// Returns the next system from `from` on with the same text as this one; `size()` if there is none.
size_t NextEqual(const TextCheck& check, size_t from) {
  const auto begin = check.differs.begin() + static_cast<std::ptrdiff_t>(from);
  return static_cast<size_t>(std::find(begin, check.differs.end(), uint8_t{0}) -
                             check.differs.begin());
}

// Adds one warning for all systems with the text of `s`, at the second of them.
void WarnOfEqualSystems(std::span<const TextCheck> checks, size_t s,
                        const std::vector<std::string>& names, std::vector<Warning>& out) {
  const size_t first = NextEqual(checks[s], 0);
  if (first == s || NextEqual(checks[s], first + 1) != s) return;
  size_t more = 0;
  std::string others;
  for (size_t other = s + 1; other < checks.size(); ++other) {
    const std::vector<uint8_t>& differs = checks[other].differs;
    if (differs.size() <= s || differs[s] != 0) continue;
    if (++more <= kNamedSystems) others += (more == 1 ? "" : ", ") + names[other];
  }
  if (more > kNamedSystems) others += fmt::format(" and {} more", more - kNamedSystems);
  out.push_back(
      {"identical-systems", names[s],
       fmt::format(
           "every hypothesis equals that of {}{}; check that the files are not the same system {}",
           names[first], more == 0 ? "" : ", as do those of " + others,
           more == 0 ? "twice" : "several times")});
}

}  // namespace

void TextCheck::Add(TextMarks marks, bool looked_at, uint64_t segment) {
  const auto has = [marks](TextMark mark) -> uint64_t { return (marks & mark) != 0 ? 1 : 0; };
  ++segments;
  empty += has(kEmptyMark);
  ends_spaced_dot += has(kSpacedDotMark);
  equals_reference += has(kEqualMark);
  empty_references += has(kEmptyReferenceMark);
  if (!looked_at) return;
  ++checked;
  bpe += has(kBpeMark);
  sentencepiece += has(kPieceMark);
  entities += has(kEntityMark);
  preamble += has(kPreambleMark);
  looping += has(kLoopMark);
  if (has(kCanaryMark) != 0) first_canary = std::min(first_canary, segment);
  const TextMarks tabs = marks / kTabMark % (kMostTabs + 1);
  if (tabs > 0) ++with_tabs[tabs - 1];
  unassigned += has(kUnassignedMark);
  newer += (marks & (kAddedMark | kUnassignedMark)) != 0 ? 1 : 0;
  combining += has(kCombiningMark);
  bars += has(kBarsMark);
}

void TextCheck::Merge(const TextCheck& o) {
  const auto add = [](const char*, auto& count, const auto& more) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(count)>>) {
      count += more;
    } else {
      count.resize(std::max(count.size(), more.size()));
      for (size_t i = 0; i < more.size(); ++i) count[i] |= more[i];
    }
  };
  ForEachCount(add, *this, o);
  first_canary = std::min(first_canary, o.first_canary);
}

WantedChecks ChecksFor(std::span<const WordCutter> cutters, std::string_view dropping) {
  WantedChecks wanted{.combining = !dropping.empty()};
  for (const WordCutter& cutter : cutters) {
    wanted.scripts |= LeavesSome(*cutter.tokenizer);
    wanted.newer |= !cutter.tokenizer->unicode.empty();
  }
  return wanted;
}

void CheckBatch(const Batch& batch, const LineEnds& ends, WantedChecks wanted,
                std::span<TextCheck> checks, std::vector<Script>* found, TextFacts* facts) {
  if (facts != nullptr) StartFacts(batch, ends, *facts);
  const std::vector<TextMarks> of_references = ReferenceMarks(batch, ends);
  for (size_t s = 0; s < checks.size(); ++s) {
    CheckSystem(batch, ends, s, of_references, wanted, checks[s], facts);
    if (wanted.scripts) CheckScripts(batch, ends, s, checks[s].scripts, found, facts);
    checks[s].differs.resize(s);
    for (size_t earlier = 0; earlier < s; ++earlier) {
      uint8_t& differs = checks[s].differs[earlier];
      if (differs == 0 && !SameText(batch.hyps[s], batch.hyps[earlier])) differs = 1;
    }
  }
}

std::vector<Warning> MakeWarnings(std::span<const TextCheck> checks,
                                  const std::vector<std::string>& system_names,
                                  std::span<const WordCutter> cutters, std::string_view dropping,
                                  bool tokenized_by_count) {
  std::vector<Warning> warnings;
  if (!checks.empty()) WarnOfReferences(checks.front(), warnings);
  WarnOfCanaries(checks, warnings);
  for (size_t s = 0; s < checks.size(); ++s) {
    const TextCheck& check = checks[s];
    if (check.segments == 0) continue;
    const std::string& name = system_names[s];
    WarnOfText(check, name, tokenized_by_count, warnings);
    WarnOfTable(check, name, warnings);
    WarnOfNewer(check, name, cutters, warnings);
    WarnOfMarks(check, name, dropping, warnings);
    WarnOfRates(check, name, warnings);
    WarnOfEqualSystems(checks, s, system_names, warnings);
  }
  WarnOfScripts(checks, system_names, cutters, warnings);
  return warnings;
}

}  // namespace mtgauge
