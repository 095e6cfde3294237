// Results of a run, batch by batch in input order, and their receiver.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/score/checks/text_check.h"
#include "core/score/source_facts.h"
#include "core/text/batch.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The results of a batch. Delivered in input order, by one thread at a time.
struct Delivery {
  uint64_t first = 0;
  uint32_t count = 0;
  std::vector<SegmentScores> segments;     // if requested
  std::vector<std::vector<int64_t>> rows;  // if requested; see BatchOutput
  std::vector<uint8_t> excluded;           // 1 if left out, with rows of zeros; empty if none is
  std::vector<std::string> documents;      // of the segments; empty if not given
  std::vector<std::string> groups;         // of the segments; empty if not given
  std::vector<uint32_t> references;        // present per segment; empty: all
  // [system * count + segment], if there are groups and a tokenizer does not split scripts without
  // spaces; otherwise empty.
  std::vector<Script> scripts;
  // If requested:
  TextFacts facts;
  std::vector<std::string> ids;  // of the segments; empty if not given
  // Whether the first record of the input has an id, and a document. Formats with columns use this
  // because it does not depend on where batches begin.
  bool has_ids = false, has_documents = false;
  // If requested: the scored texts, without the fields above.
  Batch texts;
  std::string text;  // space for the output of Sink::prepare
};

// Puts the rows and other values of some segments of a batch in their places in the whole.
// `segments`: their indices in the input, ascending; `whole` has its `first` and `count`.
void PutInPlace(const Delivery& part, std::span<const uint64_t> segments, Delivery& whole);

struct Totals;

struct Sink {
  bool want_segments = false;
  bool want_rows = false;
  // An error stops the run and is returned. May be null if nothing is wanted.
  std::function<Status(const Delivery&)> deliver;
  // Work on a delivery that does not depend on order. Called once before the delivery, by any
  // thread. May be null.
  std::function<void(Delivery&)> prepare = nullptr;
  bool want_texts = false;
  bool want_facts = false, want_ids = false;  // the facts need ids, too
  // Filled at the end, unless it is null.
  SourceFacts* sources = nullptr;
  Totals* totals = nullptr;  // of the only job
};

}  // namespace mtgauge
