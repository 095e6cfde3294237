// Terms of a glossary in texts, for the metrics that check their translations.
//
// Terms and translations are looked up as they are, also within words, or as words. Then a text is
// its tokens, with a space before, between and after them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/metric.h"
#include "core/contract/registry.h"
#include "core/contract/text_options.h"
#include "core/text/words/glossary.h"

namespace mtgauge {

// A text to look terms up in. May point to the view.
struct TermText {
  std::string_view text;
  Tokens tokens;
  std::string joined;            // of words
  std::vector<uint32_t> begins;  // of words: the place of the space before each

  void Set(const SegmentView& view, bool words);
};

struct Term {
  std::string name;
  std::vector<std::string> names;  // of its translations
  std::string phrase;              // as it is looked up
  std::vector<std::string> forms;  // its translations as they are looked up
  uint64_t segment = 0;            // from 1; 0 for all
  uint64_t line = 0;

  bool IsTranslatedIn(const TermText& text) const;
};

struct FoundTerm {
  uint32_t term = 0;
  uint32_t count = 0;
  size_t first_form = 0;  // the number of its first translation among those of all found terms
};

// The terms of a source text.
struct FoundTerms {
  std::vector<FoundTerm> found;       // by their first places
  std::vector<uint32_t> occurrences;  // indices into `found`, by place
  size_t forms = 0;                   // translations of all found terms
};

// Finds all of many phrases in a text.
class PhraseFinder {
 public:
  // `phrases` are sorted and differ; none is empty.
  explicit PhraseFinder(std::vector<std::string> phrases);

  // Calls see(place, phrase) in the order of places. Returns the number of steps, and gives up
  // above kMostSteps.
  template <typename See>
  uint64_t ForEach(std::string_view text, const See& see) const {
    uint64_t steps = 0;
    for (size_t at = 0; at < text.size() && steps <= kMostSteps; ++at) {
      const auto byte = static_cast<uint8_t>(text[at]);
      Range range = {begins_[byte], begins_[byte + size_t{1}]};  // what begins like the text here
      for (size_t length = 1; range.low < range.high; ++length, ++steps) {
        if (phrases_[range.low].size() == length) see(at, range.low++);
        if (at + length == text.size()) break;
        range = Narrow(range, length, text[at + length]);
      }
    }
    return steps;
  }

 private:
  struct Range {
    size_t low, high;
  };
  Range Narrow(Range range, size_t length, char next) const;

  std::vector<std::string> phrases_;
  std::array<size_t, std::numeric_limits<uint8_t>::max() + 2> begins_ = {};  // [first byte]
};

// A glossary that is ready to be looked up. Immutable and thread-safe.
class Terms {
 public:
  // Returns an InputError that names the line if a term stands twice.
  static Result<Terms> Make(const Glossary& glossary, const ViewSpec& view, HashFunction hash);

  const std::vector<Term>& all() const { return terms_; }

  // Working memory of Find().
  struct Scratch {
    TermText source;
    std::vector<size_t> free_from;  // [phrase]: the end of its last occurrence
    std::vector<uint32_t> index;    // [phrase]: in FoundTerms::found
  };
  // Finds the terms that hold for a segment (from 0) in its source. As for Python's str.count(),
  // occurrences of one term do not overlap, but for the space between words. Returns false if that
  // takes too many steps.
  bool Find(const SegmentView& source, uint64_t segment, Scratch& work, FoundTerms& out) const;

 private:
  Terms(std::vector<Term> terms, std::vector<uint32_t> ends, std::vector<std::string> phrases)
      : terms_(std::move(terms)), ends_(std::move(ends)), finder_(std::move(phrases)) {}
  uint32_t BeginOf(size_t phrase) const { return phrase == 0 ? 0 : ends_[phrase - 1]; }
  const Term* TermIn(size_t phrase, uint64_t segment) const;

  std::vector<Term> terms_;     // by phrase, then by segment
  std::vector<uint32_t> ends_;  // [phrase]
  PhraseFinder finder_;
  bool words_ = false;
};

// Why a score of terms says nothing.
inline constexpr std::string_view kNoTerm =
    "no term of the glossary is in the source text; check that its first column has the language "
    "of the source";
inline constexpr std::string_view kNoTranslatedTerm =
    "no term of the glossary is in the source text and translated by it in the references; check "
    "that its columns have the languages of source and references";

// The options that such metrics share.
inline constexpr MetricOptionRow kGlossaryOption = {
    "glossary", "FILE", "$MTGAUGE_GLOSSARY",
    "lines with a term, a tab and its translations with | between them; for one segment only, a "
    "tab and its number"};
inline constexpr MetricOptionRow kTermMatchOption = {
    "match", "HOW", "substring",
    "substring: terms are found as they are, also within words; word: as words of the tokenizer"};

struct TermOptions {
  TextOptions text;
  bool words = false;
  std::string digest;          // the glossary's
  std::optional<Terms> terms;  // absent if existing rows are scored

  // Reads glossary, match, tok and lc; `match` is the default.
  static Result<TermOptions> Read(const MetricOptions& given, const MetricContext& context,
                                  std::string_view match);
  ViewSpec View() const;                        // of all texts
  std::string Beyond(uint64_t segments) const;  // as Metric::Beyond()
  // Returns the keys case, tok, those of `own`, match, glossary and the dependencies.
  SignatureKeyList SignatureKeys(SignatureKeyList own) const;
};

}  // namespace mtgauge
