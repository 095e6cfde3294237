// Shares of hypotheses that no good translation looks like, in percent: checks that are scored,
// tested and required like metrics.
//
//   empty          nothing but white space and control characters
//   looping        the end repeats (core/text/loops.h)
//   overlong       more than three times as many characters as the longest reference
//   copied         the source, untranslated: a hypothesis of 10 letters or more, of which at least
//                  80 % stand in one piece in the source; or the source itself, of any length
//   mixed-scripts  a tenth of the letters or more are of a script that is foreign to the hypothesis
//                  and to the references; or a word of two scripts that no reference has
//
// What a reference does, too, is not counted, but for empty.
#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "core/contract/metric_of.h"
#include "core/contract/registry.h"
#include "core/text/letter_scripts.h"
#include "core/text/loops.h"
#include "core/text/normalization.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

template <typename See>
void ForEachCodePoint(std::string_view text, const See& see) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    see(c.value, text.substr(at, c.length));
    at += c.length;
  }
}

uint32_t CharactersOf(std::string_view text) {
  uint32_t count = 0;
  ForEachCodePoint(text, [&count](uint32_t, std::string_view) { ++count; });
  return count;
}

// ---- empty ----

bool IsControl(uint32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }
// Characters of category Cf, which shape text and show nothing themselves.
bool IsFormat(uint32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

struct EmptyCheck {
  struct Prepared {};
  struct Scratch : mtgauge::Scratch {};

  static void Prepare(const ReferenceViews&, Scratch&, Prepared&) {}
  static bool Found(const Prepared&, const SegmentView& hypothesis, Scratch&) {
    bool empty = true;
    ForEachCodePoint(hypothesis.text, [&empty](uint32_t c, std::string_view) {
      empty = empty && (IsSpace(c) || IsControl(c) || IsFormat(c));
    });
    return empty;
  }
};

// ---- looping ----

struct LoopCheck {
  struct Prepared {
    bool of_reference = false;
  };
  struct Scratch : mtgauge::Scratch {
    LoopFinder finder;
  };

  static void Prepare(const ReferenceViews& references, Scratch& work, Prepared& out) {
    out.of_reference = std::any_of(
        references.views.begin(), references.views.end(),
        [&work](const SegmentView& reference) { return work.finder.Loops(reference.text); });
  }
  static bool Found(const Prepared& prepared, const SegmentView& hypothesis, Scratch& work) {
    return !prepared.of_reference && work.finder.Loops(hypothesis.text);
  }
};

// ---- overlong ----

struct OverlongCheck {
  struct Prepared {
    uint64_t longest = 0;
  };
  struct Scratch : mtgauge::Scratch {};

  static void Prepare(const ReferenceViews& references, Scratch&, Prepared& out) {
    out.longest = 0;
    for (const SegmentView& reference : references.views) {
      out.longest = std::max<uint64_t>(out.longest, CharactersOf(reference.text));
    }
  }
  static bool Found(const Prepared& prepared, const SegmentView& hypothesis, Scratch&) {
    constexpr uint64_t kTimes = 3;
    return CharactersOf(hypothesis.text) > kTimes * prepared.longest;
  }
};

// ---- copied ----

struct CopyScratch : Scratch {
  std::string lower, normal;
  std::u32string hypothesis;
};

// The letters and digits of a text, however they are written: in compatibility form and lower case.
void Bare(std::string_view text, CopyScratch& work, std::u32string& out) {
  work.normal.clear();
  work.lower.clear();
  work.normal.reserve(text.size());
  work.lower.reserve(LowercaseCapacity(text.size()));
  AppendNormalized(text, NormalForm::kNfkc, work.normal);
  AppendLowercase(work.normal, work.lower);
  out.clear();
  out.reserve(work.lower.size());
  ForEachCodePoint(work.lower, [&out](uint32_t c, std::string_view) {
    if (!IsSpace(c) && !IsPunctuation(c)) out.push_back(c);
  });
}

// Returns the first place of `part` in `whole` from `from` on.
size_t FindPart(std::u32string_view whole, std::u32string_view part, size_t from) {
  constexpr size_t kUnit = sizeof(char32_t);
  while (from < whole.size()) {
    const char32_t* const begin = whole.data() + from;
    const void* const found =
        memmem(begin, (whole.size() - from) * kUnit, part.data(), part.size() * kUnit);
    if (found == nullptr) return whole.npos;
    const auto bytes =
        static_cast<size_t>(static_cast<const char*>(found) - reinterpret_cast<const char*>(begin));
    from += bytes / kUnit;
    if (bytes % kUnit == 0) return from;
    ++from;  // it was found across characters
  }
  return whole.npos;
}

// Returns whether `least` characters of `text` stand in one piece in `source`. Such a piece
// contains the middle of the text that remains if its first and last text.size() - least characters
// are taken away, so it is enough to look around the places of this middle.
bool HasPiece(std::u32string_view text, std::u32string_view source, size_t least, bool& too_long) {
  const size_t side = text.size() - least;
  const std::u32string_view middle = text.substr(side, text.size() - 2 * side);
  uint64_t steps = 0;
  for (size_t at = FindPart(source, middle, 0); at != source.npos;
       at = FindPart(source, middle, at + 1)) {
    size_t before = 0, after = side + middle.size();
    while (before < side && before < at && text[side - before - 1] == source[at - before - 1]) {
      ++before;
    }
    while (after < text.size() && at + after - side < source.size() &&
           text[after] == source[at + after - side]) {
      ++after;
    }
    if (after - side + before >= least) return true;
    steps += before + after - side - middle.size() + 1;
    too_long = steps > kMostSteps;
    if (too_long) return false;
  }
  return false;
}

struct CopyCheck {
  struct Prepared {
    std::u32string source;
    std::vector<std::u32string> references;
    size_t count = 0;  // of references in use
  };
  using Scratch = CopyScratch;

  static void Prepare(const ReferenceViews& references, Scratch& work, Prepared& out) {
    Bare(references.source.front().text, work, out.source);
    out.count = references.views.size();
    if (out.references.size() < out.count) out.references.resize(out.count);
    for (size_t r = 0; r < out.count; ++r) {
      Bare(references.views[r].text, work, out.references[r]);
    }
  }
  static bool Found(const Prepared& prepared, const SegmentView& hypothesis, Scratch& work) {
    Bare(hypothesis.text, work, work.hypothesis);
    const std::u32string_view text = work.hypothesis;
    const auto letters =
        std::count_if(text.begin(), text.end(), [](char32_t c) { return LetterScript(c) != 0; });
    constexpr int kFewLetters = 10;
    const bool exact = letters > 0 && text == prepared.source;
    if (!exact && letters < kFewLetters) return false;
    for (size_t r = 0; r < prepared.count; ++r) {
      if (text == prepared.references[r]) return false;
    }
    const size_t least = text.size() - text.size() / 5;  // 80 %, rounded up
    return exact || HasPiece(text, prepared.source, least, work.beyond_budget);
  }
};

// ---- mixed-scripts ----

using ScriptCountsOf = std::array<uint32_t, 256>;  // [script]: letters

// Calls see(word, scripts) for each run of letters with letters of two scripts that do not belong
// together, and counts the letters of each script.
template <typename See>
void ForEachMixedWord(std::string_view text, ScriptCountsOf& counts, const See& see) {
  size_t begin = 0, at = 0;
  uint8_t first = 0;  // the script of the word so far
  bool mixed = false;
  const auto end_word = [&] {
    if (mixed) see(text.substr(begin, at - begin));
    first = 0;
    mixed = false;
  };
  ForEachCodePoint(text, [&](uint32_t c, std::string_view bytes) {
    const uint8_t script = LetterScript(c);
    if (script == 0 && CombiningClass(c) == 0) {
      end_word();
    } else if (script != 0) {
      ++counts[script];
      if (first == 0) begin = at;
      mixed = mixed || (first != 0 && !BelongTogether(first, script));
      first = script;
    }
    at += bytes.size();
  });
  end_word();
}

struct MixedCheck {
  struct Prepared {
    ScriptCountsOf scripts = {};          // of all references
    std::vector<std::string_view> words;  // of several scripts
  };
  struct Scratch : mtgauge::Scratch {};

  static void Prepare(const ReferenceViews& references, Scratch&, Prepared& out) {
    out.scripts.fill(0);
    out.words.clear();
    for (const SegmentView& reference : references.views) {
      ForEachMixedWord(reference.text, out.scripts,
                       [&out](std::string_view word) { out.words.push_back(word); });
    }
  }
  static bool Found(const Prepared& prepared, const SegmentView& hypothesis, Scratch&) {
    ScriptCountsOf counts = {};
    bool mixed = false;
    ForEachMixedWord(hypothesis.text, counts, [&](std::string_view word) {
      const auto& known = prepared.words;
      mixed = mixed || std::find(known.begin(), known.end(), word) == known.end();
    });
    if (mixed) return true;
    const auto main =
        static_cast<uint8_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    uint64_t letters = 0;
    for (const uint32_t count : counts) letters += count;
    for (size_t script = 1; script < counts.size(); ++script) {
      const bool foreign = counts[script] > 0 && prepared.scripts[script] == 0 &&
                           !BelongTogether(main, static_cast<uint8_t>(script));
      if (foreign && uint64_t{10} * counts[script] >= letters) return true;
    }
    return false;
  }
};

// ---- what all have in common ----

template <typename Check>
class ShareOfSegments final
    : public MetricOf<ShareOfSegments<Check>, typename Check::Prepared, typename Check::Scratch> {
 public:
  std::vector<ViewSpec> Views() const override { return {{}}; }
  std::vector<std::string> Columns() const override { return {"found", "segments"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override { return {}; }

  void Prepare(const ReferenceViews& references, typename Check::Scratch& work,
               typename Check::Prepared& out) const {
    Check::Prepare(references, work, out);
  }
  void ExtractRow(const typename Check::Prepared& prepared, std::span<const SegmentView> hypothesis,
                  typename Check::Scratch& work, int64_t* row) const {
    row[0] = Check::Found(prepared, hypothesis[0], work) ? 1 : 0;
    row[1] = 1;
  }
  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"found", sums[0]}, {"segments", sums[1]}};
  }
};

template <typename Check>
Result<std::unique_ptr<Metric>> MakeCheck(const MetricOptions&, const MetricContext&) {
  return std::make_unique<ShareOfSegments<Check>>();
}

}  // namespace

extern const MetricRow kEmpty, kLooping, kOverlong, kCopied, kMixedScripts;

const MetricRow kEmpty = {
    .name = "empty",
    .title = "empty",
    .help = "percentage of hypotheses without any visible character",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = {},
    .make = &MakeCheck<EmptyCheck>,
    .references = "not used",
    .equal_is_perfect = false,
};

const MetricRow kLooping = {
    .name = "looping",
    .title = "looping",
    .help = "percentage of hypotheses that end in a loop, as language models do",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = {},
    .make = &MakeCheck<LoopCheck>,
    .references = "a loop that a reference also has is none",
    .equal_is_perfect = false,
    .notes =
        "A loop repeats at least three times, over at least half of the text and 12 words; in text "
        "without spaces, 12 characters.",
};

const MetricRow kOverlong = {
    .name = "overlong",
    .title = "overlong",
    .help = "percentage of hypotheses with over three times the characters of the reference",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = {},
    .make = &MakeCheck<OverlongCheck>,
    .references = "the longest one counts",
    .equal_is_perfect = false,
};

const MetricRow kCopied = {
    .name = "copied",
    .title = "copied",
    .help = "percentage of hypotheses that are the source, untranslated",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = {},
    .make = &MakeCheck<CopyCheck>,
    .references = "what equals a reference is no copy",
    .needs_source = true,
    .equal_is_perfect = false,
    .notes =
        "At least 80 % of a hypothesis of 10 letters or more must stand in one piece in the source; a "
        "shorter one must be all of it. Case, punctuation and spaces do not count.",
};

const MetricRow kMixedScripts = {
    .name = "mixed-scripts",
    .title = "mixed scripts",
    .help = "percentage of hypotheses with letters of a script that does not belong there",
    .paper = "",
    .scale = 100,
    .higher_is_better = false,
    .options = {},
    .make = &MakeCheck<MixedCheck>,
    .references = "their scripts belong there",
    .equal_is_perfect = false,
    .notes =
        "A tenth of the letters is of another script than most and than those of the references, or "
        "a word that no reference has mixes two scripts. Scripts are those of Unicode 15.0. Kana and "
        "Chinese characters belong together, and so do Hangul and Chinese characters.",
};

}  // namespace mtgauge
