// Analysis of how systems differ: scores by kind of segment, words, n-grams, errors, and example
// segments. The result is plain data, independent of any output format.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/spans.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// What to analyse in addition to scores. Words are the tokens of the request's tokenizer,
// lowercased if it says so. The reference words of a segment come from its first reference that is
// not missing.
struct ExplainOptions {
  // A file with word frequencies, for example of training data. Each line has a word, a tab and a
  // number. If empty, the frequencies in the references are used.
  std::string counts;
  std::vector<std::string> predicted_spans;  // NAME=FILE: error spans that programs predict
  uint32_t examples = 10;  // number of n-grams and of segments to show for each pair and direction
};

// Segments divided into kinds. Systems are compared on each kind separately, as on the groups of
// CompareRequest::by.
struct SegmentBuckets {
  std::string by;                           // "length"; unique within Findings
  std::string label;                        // "words of the reference"
  std::vector<std::string> names;           // names of the kinds: "10-19"
  std::vector<uint32_t> bucket_of_segment;  // [segment]; includes segments that were left out
  std::vector<uint64_t> segments;           // [kind]: number of scored segments
  // The comparison for each kind that has a scored segment, in order. MetricComparison::group is
  // the name of the kind.
  std::vector<MetricComparison> metrics;
};

// The number of segments of each kind, for each system.
struct SegmentHistogram {
  std::string by;  // "length difference", or the label of a metric
  std::vector<std::string> names;
  std::vector<std::vector<uint64_t>> counts;  // [system][kind]
};

// Counts of words of one kind. A matched word of a hypothesis has the kind of its reference word.
struct WordCounts {
  uint64_t hypothesis = 0, matches = 0;
};
struct WordKind {
  std::string name;
  uint64_t reference = 0;
  std::vector<WordCounts> systems;
};
// Precision, recall and F1. They return 0 if nothing matches.
double PrecisionOf(const WordCounts& counts);
double RecallOf(const WordKind& kind, const WordCounts& counts);
double F1Of(const WordKind& kind, const WordCounts& counts);
struct WordTable {
  std::string by;     // "frequency"; unique within Findings
  std::string label;  // "occurrences in the references"
  std::vector<WordKind> kinds;
};

// An n-gram of the references that one system produces more often than the other.
struct NgramDifference {
  std::string ngram;  // tokens separated by spaces
  // (a + 1) / (a + b + 2) for the numbers of matches (Akabe et al., 2014). Above 0.5, system a is
  // better.
  double score = 0.5;
  uint64_t a = 0, b = 0, reference = 0;  // matches of each system; occurrences in the references
  // The first segments in which the better system has more matches.
  std::vector<uint64_t> segments;
};
struct NgramDifferences {
  uint32_t a = 0, b = 0;  // systems
  std::vector<NgramDifference> a_better, b_better;
};

// Counts of errors in the classes of Popovic and Ney (2011). References and hypotheses are counted
// separately.
struct ErrorCounts {
  uint64_t inflection = 0;  // another form of the same base form
  uint64_t order = 0;       // the word is present, but elsewhere
  uint64_t lexical = 0;     // another word is in its place
  uint64_t missing = 0;     // in hypotheses: extra words
};
struct SystemErrors {
  ErrorCounts reference, hypothesis;
  uint64_t reference_words = 0, hypothesis_words = 0;
};

// The scored outputs of each system that a check finds broken: empty, looping, and so on.
struct BrokenOutputs {
  std::string check;            // "looping", the name of a metric
  std::vector<uint64_t> found;  // [system]
};

// A segment on which one system is better.
struct SegmentDifference {
  uint64_t segment = 0;
  double a = 0, b = 0;  // scores
};
struct ExampleTable {
  uint32_t a = 0, b = 0;  // systems
  // Sorted by the difference in the first metric that has segment scores, largest first. Of several
  // segments with equal texts, only the first is listed.
  std::vector<SegmentDifference> a_better, b_better;
};

// The texts of one segment, as read.
struct SegmentTexts {
  std::vector<std::optional<std::string>> references;
  std::vector<std::string> hypotheses;  // [system]

  // Returns the first reference that is not missing, or null if there is none.
  const std::string* FirstReference() const {
    for (const std::optional<std::string>& reference : references) {
      if (reference) return &*reference;
    }
    return nullptr;
  }
};

// An error span in the output of a system, in characters: [start, end).
struct ShownSpan {
  uint32_t system = 0;
  uint32_t marked_by = 0;  // index into Findings::markers
  uint32_t start = 0, end = 0;
  std::string severity, category, rater;  // empty if not given
};

struct Findings {
  Comparison comparison;  // over all segments
  std::string citation;   // text for a methods section, and BibTeX entries
  std::vector<std::string> systems;
  std::vector<std::string> metrics;    // names of the metrics in `scores`: "BLEU"
  std::vector<bool> higher_is_better;  // [metric]
  std::string tokenizer;               // tokenizer of words: "13a"
  bool lowercase = false;              // words are lowercased
  bool base_forms = false;             // base forms were available for SystemErrors
  // The values behind the scores, for metrics that were computed here or read from row files.
  std::vector<std::vector<std::vector<Detail>>> details;  // [metric][system]
  std::vector<SegmentBuckets> buckets;
  std::vector<SegmentHistogram> histograms;
  std::vector<WordTable> words;
  std::vector<NgramDifferences> ngrams;  // one per tested pair
  std::vector<SystemErrors> errors;      // [system]
  // Empty without texts; the check "copied" needs sources.
  std::vector<BrokenOutputs> checks;
  std::vector<ExampleTable> examples;               // one per tested pair
  std::vector<SegmentTexts> segments;               // in input order
  std::vector<std::string> source, ids, documents;  // [segment]; empty if not given
  std::vector<uint8_t> skipped;      // [segment]: 1 if it was left out; empty if none was
  std::vector<std::string> markers;  // of error spans: "people" and programs; empty for no spans
  std::vector<std::vector<ShownSpan>> spans;  // [segment]; empty if there are no markers
  // [(segment * systems + system) * metrics + metric]; NaN if there is no score.
  std::vector<double> scores;
};

struct ExplainRequest : TextInputs,
                        MetricChoice,
                        RunOptions,
                        SeedOption,
                        OutsideOptions,
                        SignificanceOptions,
                        PairTestOptions,
                        GoldSpans,
                        ExplainOptions {};

// A checked request. Not thread-safe.
class ExplainRun : public RunOf<ExplainRun, ExplainRequest> {
 public:
  using RunOf::RunOf;

  // Reads and analyses all inputs. Call it once. Keeps all texts in memory.
  Result<Findings> Run();
};

// Runs both steps: ExplainRun::Make() and Run().
Result<Findings> Explain(const ExplainRequest& request);

// Options of an HTML page that shows the findings. The page is self-contained: it works in any
// browser, without a network.
struct PageOptions {
  std::string title;    // "SYSTEM and SYSTEM" if empty
  uint32_t digits = 2;  // digits of scores
};
// Writes the page piece by piece. An error of `write` stops it.
Status WritePage(const Findings& findings, const PageOptions& options, const RunOptions& run,
                 const std::function<Status(std::string_view)>& write);

}  // namespace mtgauge
