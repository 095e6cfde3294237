// One stream of a batch under all views of a job, made once and read by every metric.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/folding.h"
#include "core/text/normalization.h"
#include "core/text/stripping.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

// The stemmers of a job's views with their caches. Make one per thread.
class ViewStemmers {
 public:
  explicit ViewStemmers(const Job& job);
  // Returns null if the view is not of stems.
  Stemmer* of(size_t view) { return stemmers_[view] ? &*stemmers_[view] : nullptr; }

 private:
  std::vector<std::optional<Stemmer>> stemmers_;  // [view]
};

enum class TextRole { kReference, kHypothesis };

// Reuses its memory from batch to batch. After Cut() it is only read, by any number of threads. It
// points to the stream's text, which must outlive it.
class StreamViews {
 public:
  StreamViews(const Job& job, TextRole role);  // the job must outlive it

  // Tokenizes `segments` lines. `annotation` may be null if no view uses it.
  void Cut(const Stream& stream, const Stream* annotation, uint32_t segments,
           ViewStemmers& stemmers);
  // Returns an InputError if a tokenizer failed on a segment, since it must not be scored without
  // its tokens. `file` and `batch` give the location.
  Status CheckCut(const Batch& batch, const Stream& stream, const std::string& file) const;

  SegmentView Segment(size_t view, uint32_t segment) const { return views_[view].Segment(segment); }
  // Offset of the LF of each segment in the stream's own text.
  const uint32_t* line_end() const;

 private:
  const Job* job_;
  // The text that views are made from; views of the same text share it.
  struct PreparedText {
    ViewSpec spec;  // without tokenizer and stemmer
    StrippedText stripped = {};
    NormalizedText normalized = {};
    IgnoringText ignoring = {};
    CasedText cased = {};

    void Set(const Stream& stream);
  };
  PreparedText& TextOf(ViewSpec spec);

  TextRole role_;
  std::deque<PreparedText> texts_;
  std::vector<PreparedText*> text_of_;  // [view], then that of plain_lines_
  std::vector<View> views_;
  std::optional<View> plain_lines_;  // only if no view is of the unmodified text
};

}  // namespace mtgauge
