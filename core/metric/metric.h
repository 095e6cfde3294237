// The central interface of the project.
//
// A metric turns one segment into a row of integers, and a sum of rows into a score. Nothing else
// in the program knows what a metric is; a metric knows nothing of files, threads, resampling or
// printing. Rows are exact integers, so sums do not depend on their order, and so nothing that is
// computed from them depends on threads, batches or shards.
//
// The order of calls: Views, NewSurvey and Observe (only if the metric learns from all references
// first), Bind, then per segment PrepareRefs once and Extract for each hypothesis, then Score.
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
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/view.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct StemmerRow;                // core/text/words/stemmer.h
enum class NormalForm : uint8_t;  // core/text/normalization.h

// A view that a metric wants of every reference and hypothesis. Equal specs are cut once.
struct ViewSpec {
  bool lowercase = false;
  const TokenizerRow* tokenizer = nullptr;  // nullptr: text only, no tokens
  const StemmerRow* stemmer = nullptr;      // of the tokens; nullptr: none
  // Cut from the annotations; from the text itself if the job has none.
  bool annotations = false;
  std::string strip_before = "";  // of hypotheses: text up to this marker is left out
  NormalForm normalize{};         // the form that the remaining text is put into; by default none

  friend bool operator==(const ViewSpec&, const ViewSpec&) = default;
};

// The references of one segment: views[r * number of views + v], missing ones left out.
struct ReferenceViews {
  std::span<const SegmentView> views;
  uint32_t count = 0;  // references present; 0 is possible
};

enum class Level { kCorpus, kSegment };

// Whose exp and log: our own, the same on every machine, or the platform's, called as CPython calls
// them (compatibility with sacreBLEU on this machine).
enum class Arithmetic { kPinned, kPlatform, kPlatformCompensatedSum };

// How NumPy rounds a float32 scalar that meets a Python float: to double before NumPy 2, to float32
// from NumPy 2 on (NEP 50).
enum class NumpyRule { kNumpy1, kNumpy2 };

// Columns for the sum of a metric's floats. They are 0 in every row. Code that adds in sacreBLEU's
// order stores the bits of the sum there. Elsewhere they stay 0, and the score comes from the other
// columns, which are exact and do not depend on the order.
struct FloatColumns {
  uint32_t exact;  // the first of the exact columns with the same content; they end before `sum`
  uint32_t sum;    // the bits of a double; in shuffles of the segments that were chosen
  uint32_t rest;   // in shuffles of the others
};

// What a metric learns from all references before it can score (NIST's information weights).
// Merge() is commutative and associative, exactly, so that threads cannot change the outcome; it
// takes another survey of the same name.
class Survey {
 public:
  virtual ~Survey() = default;
  virtual void Observe(const ReferenceViews& references) = 0;
  virtual void Merge(const Survey& other) = 0;
  // The metric and what the survey depends on besides the references, as in
  // "nist|case:lc|tok:mteval|order:5": one of the same name may take its place.
  virtual std::string Name() const = 0;
  // Appends what was learnt as bytes, which follow from the references as a multiset and from
  // nothing else: neither threads nor the hash show.
  virtual void Save(std::string& bytes) const = 0;
  // Loads what another survey of this name has saved. This one must be empty. False for invalid
  // bytes; the survey must not be used then. Time and memory follow the number of bytes.
  [[nodiscard]] virtual bool Load(std::string_view bytes) = 0;
  // The key and value that identify in the signature what was learnt.
  virtual std::pair<std::string, std::string> SignatureKey() const = 0;
  // Does the work that Metric::Bind() would otherwise do, in parallel as far as `fork` allows.
  // Nothing more may be observed or merged.
  virtual void Finish(const Fork&) {}
};

// The references of one segment, made ready for any number of hypotheses. Immutable between two
// PrepareRefs(): any number of threads may extract with it, each with its own scratch. Holds
// nothing that another segment could use, so that many can be kept. May point to the views given to
// PrepareRefs, which must outlive its use. Reused from segment to segment where it is not kept.
class Prepared {
 public:
  virtual ~Prepared() = default;
};

// References of many segments, one each, made ready to be matched all at once: for all pairs of
// many hypotheses and many references. Immutable; any number of threads may extract with it.
class ReferenceTable {
 public:
  explicit ReferenceTable(size_t references) : references_(references) {}
  virtual ~ReferenceTable() = default;
  size_t references() const { return references_; }

 private:
  size_t references_;
};

// References of many segments as one, whose counts are the weighted means of theirs. Immutable; any
// number of threads may score with it.
class MeanReference {
 public:
  virtual ~MeanReference() = default;
};

// The most work that one segment may cost a metric, in steps of one to three nanoseconds. Only work
// that grows faster than the text is counted; tests of real and hostile lines stay far below.
inline constexpr uint64_t kMostSteps = uint64_t{1} << 34;

// Reusable working memory of one metric on one worker, caches included.
class Scratch {
 public:
  virtual ~Scratch() = default;
  // Set by Extract() for a segment that would take more than kMostSteps or the metric's own, lower
  // bound: its row must not be used, and the caller reports an error, since no other number may
  // replace the score. The caller clears the flag.
  bool beyond_budget = false;
};

// Immutable after Bind() and then safe for concurrent use.
class Metric {
 public:
  virtual ~Metric() = default;

  // The name that scores are printed under where it depends on the options ("chrF2++"); empty: the
  // title in the metric's row.
  virtual std::string Title() const { return {}; }
  // The tool with the same scores ("": none), if it depends on the options; otherwise the row's.
  virtual std::optional<std::string_view> Equals() const { return std::nullopt; }
  // Papers to cite besides the row's, if they depend on the options.
  virtual std::vector<std::string_view> MorePapers() const { return {}; }
  virtual std::vector<ViewSpec> Views() const = 0;
  // Names of the row's columns; their number is the row's width.
  virtual std::vector<std::string> Columns() const = 0;
  // The metric's own keys of the signature, in order.
  virtual std::vector<std::pair<std::string, std::string>> SignatureKeys() const = 0;

  virtual std::unique_ptr<Survey> NewSurvey() const { return nullptr; }
  // Takes what was learnt; called once, before anything below, and only when NewSurvey() made one.
  virtual void Bind(const Survey&) {}

  virtual std::unique_ptr<Prepared> NewPrepared() const = 0;
  virtual std::unique_ptr<Scratch> NewScratch() const = 0;
  virtual void PrepareRefs(const ReferenceViews& references, Scratch& scratch,
                           Prepared& prepared) const = 0;
  // Writes every cell of row[0, width). Total: any bytes, any length (but see
  // Scratch::beyond_budget); `hypothesis` has one element per view.
  virtual void Extract(const Prepared& prepared, std::span<const SegmentView> hypothesis,
                       Scratch& scratch, int64_t* row) const = 0;

  // For separate references: [reference * number of views + v], whose texts must outlive the table.
  // Null: the metric has no table for these; they are prepared one by one.
  virtual std::unique_ptr<ReferenceTable> NewTable(std::span<const SegmentView>) const {
    return nullptr;
  }
  // The same as Extract() for the hypothesis and each reference of the table: rows[reference *
  // width + column].
  virtual void ExtractAll(const ReferenceTable&, std::span<const SegmentView>, Scratch&,
                          int64_t*) const {}
  // Whether a segment's score is the same, to the last bit, when its hypothesis and its only
  // reference change places.
  virtual bool Symmetric() const { return false; }

  // Whether references can be put together into their mean.
  virtual bool HasMean() const { return false; }
  // For separate references: [reference * number of views + v], whose texts must outlive it.
  // `weights`: one each; empty: equal weights. Null: there is too much text.
  virtual std::unique_ptr<MeanReference> NewMean(std::span<const SegmentView>,
                                                 std::span<const double>) const {
    return nullptr;
  }
  // The score of a segment against it. Never NaN.
  virtual double ScoreMean(const MeanReference&, std::span<const SegmentView>, Scratch&) const {
    return 0;
  }

  // The score of a sum of rows. Never NaN.
  virtual double Score(std::span<const int64_t> sums, Level level) const = 0;
  // The corpus score of float32 sums, as in sacreBLEU's bootstrap. Metrics that sacreBLEU resamples
  // override it; for others the sums are integers.
  virtual double ScoreFloat32(std::span<const float> sums, NumpyRule rule) const;
  // Whether this score is a float32 in sacreBLEU, so that its means and differences are too.
  virtual bool ScoresAreFloat32(NumpyRule) const { return false; }
  // The corpus score of sums in an array of int64, as in sacreBLEU's shuffles: values that a metric
  // writes back into the array lose their fraction. Other metrics need not override it.
  virtual double ScoreInt64(std::span<const int64_t> sums) const;
  // Figures that sacreBLEU adds up as floats, one segment after another, so that the last digits of
  // their sum depend on the order. nullopt: there are none, or not with this job's arithmetic.
  virtual std::optional<FloatColumns> Floats() const { return std::nullopt; }
  // What the row of one segment adds to these figures.
  virtual double FloatOf(std::span<const int64_t>) const { return 0; }
  // The figures behind it, for JSON, in order.
  virtual std::vector<Detail> Details(std::span<const int64_t> sums, Level level) const = 0;
  // The same as the reference tool prints it, for text; empty if it prints nothing.
  virtual std::string Verbose(std::span<const int64_t>, Level) const { return {}; }
};

}  // namespace mtgauge
