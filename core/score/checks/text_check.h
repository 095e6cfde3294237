// Looks for signs that the output, or its pairing with the references, is not what the user
// expects. Changes no score.
//
// Checks that cost almost nothing run on every segment. Those that read the text again run on the
// first kCheckedSegments of the corpus, so that warnings cost little in a large job and do not
// depend on batches or threads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/score/checks/script_check.h"
#include "core/score/checks/text_digest.h"
#include "core/text/batch.h"
#include "core/text/tokenizing/tokenizer.h"
#include "mtgauge/score.h"

namespace mtgauge {

inline constexpr uint64_t kCheckedSegments = 20'000;

// The checks of style use rates, since every large text has a few of these marks. A warning needs
// at least one hypothesis in this many of those checked.
inline constexpr uint64_t kTokenizedPer = 20;     // that end in " .", and kTokenizedLines in all
inline constexpr uint64_t kSubwordPer = 100;      // with marks of BPE or SentencePiece
inline constexpr uint64_t kEntityPer = 200;       // with an entity that the reference does not have
inline constexpr uint64_t kPreamblePer = 200;     // that begin with a chat model's comment
inline constexpr uint64_t kLoopingPer = 200;      // that end in a loop (core/text/loops.h)
inline constexpr uint64_t kEmptyPer = 100;        // that are empty
inline constexpr uint64_t kCombiningPer = 10;     // with marks in their words
inline constexpr uint64_t kTokenizedLines = 100;  // sacreBLEU's rule

// The results of the checks for one hypothesis: these bits, and its Script above them.
using TextMarks = uint32_t;
enum TextMark : TextMarks {
  kEmptyMark = 1,
  kSpacedDotMark = 2,
  kEqualMark = 4,
  kBpeMark = 8,
  kPieceMark = 16,
  kEntityMark = 32,
  kPreambleMark = 64,
  kLoopMark = 128,
  kScriptMark = 256,  // times the script
  kEmptyReferenceMark = 1024,
  kCanaryMark = 2048,
  kTabMark = 4096,          // times the number of tabs, at most kMostTabs
  kAddedMark = 16384,       // the hypothesis or the first reference has such characters,
  kUnassignedMark = 32768,  // see FindNewer()
  kCombiningMark = 65536,   // either has marks in words (core/text/scripts.h)
  kBarsMark = 131072,       // " ||| ", as in n-best lists
};
inline constexpr TextMarks kMostTextMarks = 2 * kBarsMark - 1;
inline constexpr TextMarks kMostTabs = 3;
// Returns the script in the marks.
inline Script ScriptIn(TextMarks marks) { return static_cast<Script>(marks / kScriptMark % 4); }
// The checks that cover only the first kCheckedSegments.
inline constexpr TextMarks kLookMarks = kBpeMark | kPieceMark | kEntityMark | kPreambleMark |
                                        kLoopMark | kCanaryMark | kTabMark * kMostTabs |
                                        kAddedMark | kUnassignedMark | kCombiningMark | kBarsMark;

// Facts about the texts that row files store, enough for the same warnings.
struct TextFacts {
  std::vector<TextMarks> marks;  // [system * segments + segment]; 0 if excluded
  bool each = false;  // the digests are of single segments: [stream * segments + segment]
  std::vector<TextDigest> refs, hyps, sources;  // of the streams
};

// Counts for one system. Merge() adds them up.
struct TextCheck {
  uint64_t segments = 0;
  uint64_t empty = 0;            // blank hypotheses whose reference is not blank
  uint64_t ends_spaced_dot = 0;  // sacreBLEU's rule: raw hypotheses ending in " ."
  uint64_t equals_reference = 0;
  uint64_t empty_references = 0;          // segments with an empty reference beside one that is not
  uint64_t hyp_bytes = 0, ref_bytes = 0;  // of the hypotheses and of the first references
  std::vector<uint8_t> differs;           // [earlier system] 1 once any segment differs from it

  ScriptCounts scripts;  // counted if some tokenizer does not split scripts without spaces

  uint64_t checked = 0;                // segments covered by the checks below
  uint64_t bpe = 0;                    // "@@" at the end of a word
  uint64_t sentencepiece = 0;          // U+2581
  uint64_t entities = 0;               // &quot; &apos; &#39; ... that the reference does not have
  uint64_t preamble = 0;               // "Here is the translation:", "Sure, ..."
  uint64_t looping = 0;                // at the end, in no reference
  uint64_t with_tabs[kMostTabs] = {};  // exactly 1, 2, ... tabs; the last one: or more
  uint64_t first_canary = UINT64_MAX;  // the first segment that is a canary line; if none, this
  // Newer than kCategoryUnicode and than kNewestUnicode; looked for only if a tokenizer depends on
  // either.
  uint64_t newer = 0, unassigned = 0;
  uint64_t combining = 0;  // looked for only if some metric's form of texts drops marks
  uint64_t bars = 0;       // " ||| "

  // Counts a scored hypothesis of a segment. `looked_at`: whether it is one of the first
  // kCheckedSegments.
  void Add(TextMarks marks, bool looked_at, uint64_t segment);
  void Merge(const TextCheck& other);
};

// Calls visit(name, count of each check...) for all counts that Merge() adds up, and for `differs`.
// Row files have them under these names.
template <typename Visit, typename... Checks>
void ForEachCount(const Visit& visit, Checks&... checks) {
  visit("segments", checks.segments...);
  visit("empty", checks.empty...);
  visit("spaced-dots", checks.ends_spaced_dot...);
  visit("equal", checks.equals_reference...);
  visit("empty-references", checks.empty_references...);
  visit("bytes", checks.hyp_bytes...);
  visit("reference-bytes", checks.ref_bytes...);
  visit("differs", checks.differs...);
  visit("scripts", checks.scripts.segments...);
  visit("han", checks.scripts.han...);
  visit("unspaced", checks.scripts.unspaced...);
  visit("checked", checks.checked...);
  visit("bpe", checks.bpe...);
  visit("sentencepiece", checks.sentencepiece...);
  visit("entities", checks.entities...);
  visit("preamble", checks.preamble...);
  visit("looping", checks.looping...);
  visit("one-tab", checks.with_tabs[0]...);
  visit("two-tabs", checks.with_tabs[1]...);
  visit("more-tabs", checks.with_tabs[2]...);
  visit("newer", checks.newer...);
  visit("unassigned", checks.unassigned...);
  visit("bars", checks.bars...);
  visit("combining", checks.combining...);
}

// Offsets of the LF of every segment, per stream, in the streams' own text.
struct LineEnds {
  std::vector<const uint32_t*> refs;
  std::vector<const uint32_t*> hyps;
  std::vector<const uint32_t*> sources;  // empty if no metric needs what was translated
};

// The checks that only some tokenizers and forms of texts need.
struct WantedChecks {
  bool scripts = false;    // a tokenizer does not split scripts without spaces
  bool newer = false;      // the tokens of one depend on the version of Unicode
  bool combining = false;  // a form drops marks
};
// `dropping`: the name of a form of texts in use that drops marks; empty if there is none.
WantedChecks ChecksFor(std::span<const WordCutter> cutters, std::string_view dropping);

// Adds one batch to `checks[s]` for every system s. If scripts matter, the script of each segment
// goes to `found` unless it is null, one system after another. Fills `facts` if it is not null.
void CheckBatch(const Batch& batch, const LineEnds& ends, WantedChecks wanted,
                std::span<TextCheck> checks, std::vector<Script>* found, TextFacts* facts);

// Returns the warnings for merged counts, in a fixed order. `cutters` are the tokenizers in use,
// `dropping` as for ChecksFor(), `tokenized_by_count` is from JobOptions.
std::vector<Warning> MakeWarnings(std::span<const TextCheck> checks,
                                  const std::vector<std::string>& system_names,
                                  std::span<const WordCutter> cutters, std::string_view dropping,
                                  bool tokenized_by_count);

}  // namespace mtgauge
