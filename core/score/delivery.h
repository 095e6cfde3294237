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
  std::vector<SegmentScores> segments;     // when asked for
  std::vector<std::vector<int64_t>> rows;  // when asked for; see BatchOutput
  std::vector<uint8_t> excluded;           // 1: left out, its rows are zero; empty: none
  std::vector<std::string> documents;      // of the segments; empty: not given
  std::vector<std::string> groups;         // of the segments; empty: not given
  std::vector<uint32_t> references;        // present, of the segments; empty: all that there are
  // [system * count + segment]: if there are groups and a tokenizer does not split scripts without
  // spaces; otherwise empty.
  std::vector<Script> scripts;
  // When asked for:
  TextFacts facts;
  std::vector<std::string> ids;  // of the segments; empty: not given
  // Whether the first record of all has an id, and a document: what forms with columns go by, since
  // it does not depend on where batches are cut.
  bool has_ids = false, has_documents = false;
  // When asked for: what was scored, without what stands above.
  Batch texts;
  std::string text;  // room for what Sink::prepare makes of it
};

// Puts the rows of some segments of a batch, and what is told of these, in their places among all.
// `segments`: their numbers in the input, by rising number; `whole` has its `first` and `count`.
void PutInPlace(const Delivery& part, std::span<const uint64_t> segments, Delivery& whole);

struct Sink {
  bool want_segments = false;
  bool want_rows = false;
  // An error stops the run and is returned. May be null when nothing is wanted.
  std::function<absl::Status(const Delivery&)> deliver;
  // Work on a delivery that does not depend on order: called once before it is delivered, by any
  // thread. May be null.
  std::function<void(Delivery&)> prepare = nullptr;
  bool want_texts = false;
  bool want_facts = false;
  // Filled at the end, unless it is null.
  SourceFacts* sources = nullptr;
};

}  // namespace mtgauge
