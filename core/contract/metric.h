// The central interface of the project.
//
// A metric turns a segment into a row of integers, and a sum of rows into a score. Rows are exact
// integers, so sums do not depend on their order, and results do not depend on threads, batches or
// shards. The rest of the program does not depend on particular metrics. Metrics know nothing about
// inputs, threads or output formats.
//
// Every metric describes itself, extracts rows and scores sums of them. The other functions have
// defaults. They are for metrics that learn from all references, for faster scoring of all pairs of
// texts, for the digits of sacreBLEU's resampling, and for the line that the reference tool prints.
//
// A metric's class derives from MetricOf (core/contract/metric_of.h), which implements what deals
// with Prepared and Scratch.
//
// The order of calls: Views, NewSurvey and Observe (only if the metric learns from all references
// first), Bind; then for each segment PrepareRefs once and Extract for each hypothesis; then Score.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/fork.h"
#include "core/base/status.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct StemmerRow;                // core/text/words/stemmer.h
enum class NormalForm : uint8_t;  // core/text/normalization.h; Ignored: core/text/folding.h

// A view that a metric needs of every reference and hypothesis. Views with equal specs are made
// only once.
struct ViewSpec {
  bool lowercase = false;
  const TokenizerRow* tokenizer = nullptr;  // null for text only, without tokens
  const StemmerRow* stemmer = nullptr;      // applied to the tokens; null for none
  // Take the annotations instead of the text, or the text itself if the job has no annotations.
  bool annotations = false;
  bool roles = false;  // a segment that has words needs one with the factor of semantic roles
  std::string strip_before = "";  // drop a hypothesis' text up to this marker
  NormalForm normalize{};         // form of the remaining text; by default unchanged
  uint8_t ignored = 0;            // what is then removed: bits of Ignored

  friend bool operator==(const ViewSpec&, const ViewSpec&) = default;
};

// The references of one segment: views[r * number of views + v], without missing ones.
struct ReferenceViews {
  std::span<const SegmentView> views;
  uint32_t count = 0;  // references present; 0 is possible
  // [view] of what was translated; empty unless the metric needs it.
  std::span<const SegmentView> source = {};
  uint64_t segment = 0;  // global index; known where a source is

  // Copies the tokens of one view of each reference, of `each` views.
  void CopyTokens(std::vector<Tokens>& out, size_t view = 0, size_t each = 1) const {
    out.clear();
    for (; view < views.size(); view += each) out.push_back(views[view].tokens);
  }
};

enum class Level { kCorpus, kSegment };

// The implementation of exp and log: our own, which is the same on every machine, or the
// platform's, called as CPython calls it (for compatibility with sacreBLEU on this machine).
enum class Arithmetic { kPinned, kPlatform, kPlatformCompensatedSum };

// How NumPy computes with a float32 scalar and a Python float: in double before NumPy 2, in float32
// from NumPy 2 on (NEP 50).
enum class NumpyRule { kNumpy1, kNumpy2 };

// The columns for the sum of a metric's floats. They are 0 in every row. Code that adds in
// sacreBLEU's order stores the bits of the sum there. In other code they stay 0, and the score
// comes from the other columns, which are exact and do not depend on the order.
struct FloatColumns {
  uint32_t exact;  // the first of the exact columns with the same content; they end before `sum`
  uint32_t sum;    // the bits of a double; in shuffles, for the chosen segments
  uint32_t rest;   // in shuffles, for the other segments
};

// What a metric learns from all references before it can score (NIST's information weights).
// Merge() is exactly commutative and associative, so that threads cannot change the result; it
// takes another survey of the same name.
class Survey {
 public:
  virtual ~Survey() = default;
  virtual void Observe(const ReferenceViews& references) = 0;
  virtual void Merge(const Survey& other) = 0;
  // Names the metric and everything the survey depends on except the references, as in
  // "nist|case:lc|tok:mteval|order:5". Surveys of the same name are interchangeable.
  virtual std::string Name() const = 0;
  // Appends the learned data as bytes. They depend only on the multiset of references, not on
  // threads or the hash function.
  virtual void Save(std::string& bytes) const = 0;
  // Loads what another survey of this name saved. This one must be empty. Returns false if the
  // bytes are invalid; the survey must not be used then. Time and memory are proportional to the
  // number of bytes.
  [[nodiscard]] virtual bool Load(std::string_view bytes) = 0;
  // Returns the key and value that identify the learned data in the signature.
  virtual std::pair<std::string, std::string> SignatureKey() const = 0;
  // Does the work that Metric::Bind() would otherwise do, in parallel if `fork` allows it. Nothing
  // may be observed or merged afterwards.
  virtual void Finish(const Fork&) {}
};

// The references of one segment, prepared for any number of hypotheses. Immutable between two
// PrepareRefs(): any number of threads may extract with it, each with its own scratch. Contains
// nothing that another segment could use, so that many can be kept. May point to the views given to
// PrepareRefs, which must outlive its use. Reused for the next segment if it is not kept.
class Prepared {
 public:
  virtual ~Prepared() = default;
};

// The references of many segments, one each, prepared to be matched all at once: for all pairs of
// many hypotheses and many references. Immutable; any number of threads may extract with it.
class ReferenceTable {
 public:
  explicit ReferenceTable(size_t references) : references_(references) {}
  virtual ~ReferenceTable() = default;
  size_t references() const { return references_; }

 private:
  size_t references_;
};

// The references of many segments merged into one, whose counts are the weighted means of theirs.
// Immutable; any number of threads may score with it.
class MeanReference {
 public:
  virtual ~MeanReference() = default;
};

// The limit of a metric's work on one segment, in steps of one to three nanoseconds. Only work that
// grows faster than the text is counted. Tests with real and hostile lines stay far below it.
inline constexpr uint64_t kMostSteps = uint64_t{1} << 34;

// The reusable working memory of one metric on one worker, including caches.
class Scratch {
 public:
  virtual ~Scratch() = default;
  // Set by Extract() if a segment would take more steps than kMostSteps or than the metric's own,
  // lower limit. The row must not be used then, and the caller reports an error, since no other
  // number may replace the score. The caller clears the flag.
  bool beyond_budget = false;
};

// Immutable after Bind(), and then safe for concurrent use.
class Metric {
 public:
  virtual ~Metric() = default;

  // Returns the name that scores are printed under if it depends on the options ("chrF2++"). Empty
  // for the title in its MetricRow.
  virtual std::string Title() const { return {}; }
  // Returns more papers to cite in addition to that of its MetricRow, if they depend on the
  // options.
  virtual std::vector<std::string_view> MorePapers() const { return {}; }
  virtual std::vector<ViewSpec> Views() const = 0;
  // Returns the names of the integers of a row; their number is the row's width.
  virtual std::vector<std::string> Columns() const = 0;
  // Returns the metric's own keys of the signature, in order.
  virtual std::vector<std::pair<std::string, std::string>> SignatureKeys() const = 0;

  virtual std::unique_ptr<Survey> NewSurvey() const { return nullptr; }
  // Takes the learned data. Called once, before everything below, and only if NewSurvey() made a
  // survey.
  virtual void Bind(const Survey&) {}

  virtual std::unique_ptr<Prepared> NewPrepared() const = 0;
  virtual std::unique_ptr<Scratch> NewScratch() const = 0;
  virtual void PrepareRefs(const ReferenceViews& references, Scratch& scratch,
                           Prepared& prepared) const = 0;
  // Writes all cells of row[0, width). Accepts any bytes of any length (but see
  // Scratch::beyond_budget). `hypothesis` has one element per view.
  virtual void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis,
                       Scratch& scratch, int64_t* row) const = 0;

  // Makes a table of separate references: [reference * number of views + v]. Their texts must
  // outlive the table. Returns null if the metric has no table for them; they are then prepared one
  // by one.
  virtual std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView>) const {
    return nullptr;
  }
  // Does what Extract() does, for the hypothesis and each reference of the table: rows[reference *
  // width + column].
  virtual void ExtractAll(const ReferenceTable&, std::span<const SegmentView>, Scratch&,
                          int64_t*) const {}
  // Returns true if swapping a hypothesis and its only reference never changes the segment's score,
  // to the last bit.
  virtual bool Symmetric() const { return false; }

  // Returns true if the mean of references can be scored against.
  virtual bool HasMean() const { return false; }
  // Makes the mean of separate references: [reference * number of views + v]. Their texts must
  // outlive it. `weights` has one weight each; empty for equal weights. Returns null if there is
  // too much text.
  virtual std::unique_ptr<MeanReference> NewMean(std::span<const SegmentView>,
                                                 std::span<const double>) const {
    return nullptr;
  }
  // Returns the score of a segment against a mean of references. Never NaN.
  virtual double ScoreMean(const MeanReference&, std::span<const SegmentView>, Scratch&) const {
    return 0;
  }

  // Returns the score for a sum of rows. Never NaN.
  virtual double Score(std::span<const int64_t> sums, Level level) const = 0;
  // Returns the factor of the corpus score that penalizes short outputs; nullopt if there is none.
  virtual std::optional<double> Brevity(std::span<const int64_t>) const { return std::nullopt; }
  // Returns the corpus score for float32 sums, as in sacreBLEU's bootstrap. Metrics that sacreBLEU
  // resamples override it; for others the sums are integers.
  virtual double ScoreFloat32(std::span<const float> sums, NumpyRule rule) const;
  // Returns true if this score is a float32 in sacreBLEU; then its means and differences are too.
  virtual bool ScoresAreFloat32(NumpyRule) const { return false; }
  // Returns the corpus score for sums in an int64 array, as in sacreBLEU's shuffles: values that a
  // metric writes back into the array lose their fraction. Other metrics need not override it.
  virtual double ScoreInt64(std::span<const int64_t> sums) const;
  // Returns the columns of figures that sacreBLEU adds up as floats, segment by segment, so that
  // the last digits of the sum depend on the order. nullopt if there are none, or not with this
  // job's arithmetic.
  virtual std::optional<FloatColumns> Floats() const { return std::nullopt; }
  // Returns what one segment's row adds to these figures.
  virtual double FloatOf(std::span<const int64_t>) const { return 0; }
  // Returns the figures behind the score, for JSON, in order.
  virtual std::vector<Detail> Details(std::span<const int64_t> sums, Level level) const = 0;
  // Returns true if the details are shares of the segments and the score is one of them, which says
  // little without the others: tables show all.
  virtual bool DetailsAreShares() const { return false; }
  // Returns why the score of these sums says nothing, and what to do about it, as a warning; empty
  // if it is a score.
  virtual std::string Caution(std::span<const int64_t>) const { return {}; }
  // Returns what the metric's options say of segments after the last of `segments`, and so without
  // effect, as a warning; empty if they say nothing of such segments.
  virtual std::string Beyond([[maybe_unused]] uint64_t segments) const { return {}; }
  // Returns the same as the reference tool prints it, for text; empty if it prints nothing.
  virtual std::string Verbose(std::span<const int64_t>, Level) const { return {}; }
};

}  // namespace mtgauge
