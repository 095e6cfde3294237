// One side of an evaluation, read from files or scored from texts, with its own names, before it is
// joined with the others.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/input/tables/judgement_table.h"
#include "core/stats/row_store.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "parallel/evaluate/inputs.h"

namespace mtgauge {

// A label "NAME@PAIR".
struct SideLabel {
  std::string name, pair;
};

// What one rater gave, as RawSide::cells.
struct RaterCells {
  std::string name;
  std::vector<std::vector<double>> cells;
};

// One side, with the names in its files.
struct RawSide {
  SideLabel label;
  std::string file;        // the first file, for messages
  std::string whole_file;  // the first file with scores of whole systems
  std::string signature;
  bool lower_is_better = false;
  bool numbered = true;  // segments are identified by their order
  std::vector<std::string> systems, items;
  std::vector<std::string> system_files;   // [system]; empty if tables name the systems
  std::vector<std::vector<double>> cells;  // [system][item]; NaN if missing
  std::vector<double> whole;               // [system]; NaN if not given
  std::vector<RaterCells> raters;          // if asked for and named
  // Error spans that people marked in outputs, as `cells`; empty if some judgements do not say.
  std::vector<std::vector<double>> marks;
  bool knows_marks = true;
  std::map<std::string, std::string> document_of;  // documents of items, if known
  std::map<std::string, size_t> line_of;           // lines of items in the first file, if known
  bool of_documents = false;                       // the items are documents
  bool of_errors = false;                          // some scores are sums of weights of errors
  // For texts, with rows in the order of the systems. The jobs own the metrics.
  ScoredTexts* scored = nullptr;
  const Metric *metric = nullptr, *segment_metric = nullptr;
  std::optional<size_t> text_metric;
  std::vector<RowStore> rows;
  std::vector<size_t> places;  // original indices of the evaluated systems

  bool HasSegments() const { return !items.empty() && !of_documents; }
};

// Options for reading files of scores.
struct SideReading {
  std::string_view fallback;            // the name of a side that has none
  std::string pair = {};                // the language pair of scores that name none
  std::vector<std::string> pairs = {};  // all requested pairs
  bool normalize = false;               // converts scores to z-scores of each annotator
  bool raters = false;                  // fills RawSide::raters
  JudgementOptions judgements;
  std::vector<Warning>& warnings;
};

// Reads one use of `human` or `scores`. Without a name, each criterion of a file is a side. A file
// may contain several language pairs; if one is requested, only that one is read.
Status ReadSides(const OutsideFiles& given, const SideReading& reading,
                 std::vector<RawSide>& sides);

// Scores the texts: segments as the command 'segments' does, and systems from the same rows. If
// `hold` is true, the texts are kept in `inputs`, which also owns the jobs.
Status ScoreSides(const EvaluateRequest& request, MetaTexts of, bool hold, MetaInputs& inputs,
                  std::vector<RawSide>& sides);

}  // namespace mtgauge
