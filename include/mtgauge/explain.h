// Where systems differ: scores by kinds of segments, words, n-grams and errors, and the segments
// themselves. Plain data that says nothing about its layout.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"

namespace mtgauge {

// What to look at besides scores. Words are tokens of the request's tokenizer and casing. The
// reference words of a segment are those of its first reference that is not missing.
struct ExplainOptions {
  // A file with word frequencies, for example of training data: a word, a tab and a number per
  // line. Empty: frequencies in the references.
  std::string counts;
  std::string source;      // a file with the source of each segment, which is shown; empty: none
  uint32_t examples = 10;  // n-grams, and segments, to show for each pair and direction
};

// Kinds of segments. Systems are compared on each kind separately, like groups of
// CompareRequest::by.
struct SegmentBuckets {
  std::string by;                           // "length"; unique among the findings'
  std::string label;                        // "words of the reference"
  std::vector<std::string> names;           // of the kinds: "10-19"
  std::vector<uint32_t> bucket_of_segment;  // [segment]; of segments that were left out, too
  std::vector<uint64_t> segments;           // [kind], scored
  // Of every kind with a scored segment, in order; MetricComparison::group is its name.
  std::vector<MetricComparison> metrics;
};

// How many segments of each system are of which kind.
struct SegmentHistogram {
  std::string by;  // "length difference", or the label of a metric
  std::vector<std::string> names;
  std::vector<std::vector<uint64_t>> counts;  // [system][kind]
};

// Words of a kind. A matched word of a hypothesis has the kind of its reference word.
struct WordCounts {
  uint64_t hypothesis = 0, matches = 0;
};
struct WordKind {
  std::string name;
  uint64_t reference = 0;
  std::vector<WordCounts> systems;
};
// 0 where nothing matches.
double PrecisionOf(const WordCounts& counts);
double RecallOf(const WordKind& kind, const WordCounts& counts);
double F1Of(const WordKind& kind, const WordCounts& counts);
struct WordTable {
  std::string by;     // "frequency"; unique among the findings'
  std::string label;  // "occurrences in the references"
  std::vector<WordKind> kinds;
};

// An n-gram of the references that one system has more often than the other.
struct NgramDifference {
  std::string ngram;  // tokens, a space between them
  // (a + 1) / (a + b + 2) of the numbers of matches (Akabe et al. 2014): above 0.5, system a is
  // better at it.
  double score = 0.5;
  uint64_t a = 0, b = 0, reference = 0;  // matches of each system; occurrences in the references
  // The first segments in which the better system has more matches.
  std::vector<uint64_t> segments;
};
struct NgramDifferences {
  uint32_t a = 0, b = 0;  // systems
  std::vector<NgramDifference> a_better, b_better;
};

// Errors as Popovic and Ney (2011) class them, seen from the words of the references and from those
// of the hypotheses.
struct ErrorCounts {
  uint64_t inflection = 0;  // another form of the base form
  uint64_t order = 0;       // the word is there, elsewhere
  uint64_t lexical = 0;     // another word in its place
  uint64_t missing = 0;     // of the hypotheses: extra words
};
struct SystemErrors {
  ErrorCounts reference, hypothesis;
  uint64_t reference_words = 0, hypothesis_words = 0;
};

// A segment where one system is better.
struct SegmentDifference {
  uint64_t segment = 0;
  double a = 0, b = 0;  // scores
};
struct ExampleTable {
  uint32_t a = 0, b = 0;  // systems
  // By the first metric that has scores of segments, the largest difference first; of segments with
  // equal texts the first alone.
  std::vector<SegmentDifference> a_better, b_better;
};

// One segment, as it was read.
struct SegmentTexts {
  std::vector<std::optional<std::string>> references;
  std::vector<std::string> hypotheses;  // [system]

  // The first reference that is there; null: none is.
  const std::string* FirstReference() const {
    for (const std::optional<std::string>& reference : references) {
      if (reference) return &*reference;
    }
    return nullptr;
  }
};

struct Findings {
  Comparison comparison;  // of all segments
  std::string citation;   // sentences for a section on methods, and BibTeX
  std::vector<std::string> systems;
  std::vector<std::string> metrics;    // of `scores`: "BLEU"
  std::vector<bool> higher_is_better;  // [metric]
  std::string tokenizer;               // "13a", of words
  bool lowercase = false;              // words are folded
  bool base_forms = false;             // SystemErrors knows base forms
  // The figures behind scores, for metrics that were computed here or read from row files.
  std::vector<std::vector<std::vector<Detail>>> details;  // [metric][system]
  std::vector<SegmentBuckets> buckets;
  std::vector<SegmentHistogram> histograms;
  std::vector<WordTable> words;
  std::vector<NgramDifferences> ngrams;             // for each pair that is tested
  std::vector<SystemErrors> errors;                 // [system]
  std::vector<ExampleTable> examples;               // for each pair that is tested
  std::vector<SegmentTexts> segments;               // in input order
  std::vector<std::string> source, ids, documents;  // [segment]; empty: not given
  std::vector<uint8_t> skipped;                     // [segment], 1: left out; empty: none
  // [(segment * systems + system) * metrics + metric]; NaN where there is none.
  std::vector<double> scores;
};

struct ExplainRequest : TextInputs,
                        MetricChoice,
                        RunOptions,
                        SeedOption,
                        OutsideOptions,
                        SignificanceOptions,
                        PairTestOptions,
                        ExplainOptions {};

// A checked request. Only one thread may use it at a time.
class ExplainRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<ExplainRun> Make(const ExplainRequest& request);
  ExplainRun(ExplainRun&&) noexcept;
  ExplainRun& operator=(ExplainRun&&) noexcept;
  ~ExplainRun();

  const ExplainRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Reads and analyses everything; call it once. Needs memory for all texts.
  absl::StatusOr<Findings> Run();

 private:
  struct Plan;
  explicit ExplainRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Both steps in one call.
absl::StatusOr<Findings> Explain(const ExplainRequest& request);

// Findings as a page of HTML that holds all that it shows, for any browser, without a network.
struct PageOptions {
  std::string title;    // empty: "SYSTEM and SYSTEM"
  uint32_t digits = 2;  // of scores
};
// Writes the page piece by piece; an error of `write` stops it.
absl::Status WritePage(const Findings& findings, const PageOptions& options, const RunOptions& run,
                       const std::function<absl::Status(std::string_view)>& write);

}  // namespace mtgauge
