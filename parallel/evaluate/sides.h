// One side of an evaluation, from its files or from scored texts, with its own names, before it is
// joined with the others.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/judgement_table.h"
#include "core/metric/metric.h"
#include "core/stats/row_store.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "parallel/evaluate/inputs.h"

namespace mtgauge {

// "NAME@PAIR"
struct SideLabel {
  std::string name, pair;
};

// One side under the names of its files.
struct RawSide {
  SideLabel label;
  std::string file;        // the first, for messages
  std::string whole_file;  // the first that tells of whole systems
  std::string signature;
  bool lower_is_better = false;
  bool numbered = true;  // segments are told by their order
  std::vector<std::string> systems, items;
  std::vector<std::string> system_files;           // [system]; empty: tables name them
  std::vector<std::vector<double>> cells;          // [system][item]; NaN: missing
  std::vector<double> whole;                       // [system]; NaN: not given
  std::map<std::string, std::string> document_of;  // of items, where it is told
  bool of_documents = false;                       // the items are documents
  // Of texts, whose rows are those of the systems; the jobs own the metrics.
  ScoredTexts* scored = nullptr;
  const Metric *metric = nullptr, *segment_metric = nullptr;
  std::optional<size_t> text_metric;
  std::vector<RowStore> rows;
  std::vector<size_t> places;  // in the file, of the systems that are evaluated

  bool HasSegments() const { return !items.empty() && !of_documents; }
};

// How files of scores are read.
struct SideReading {
  std::string_view fallback;            // the name of a side that has none
  std::string pair = {};                // the language pair of what names none
  std::vector<std::string> pairs = {};  // all that are asked for
  bool normalize = false;               // scores become z-scores of each annotator
  JudgementOptions judgements;
  std::vector<Warning>& warnings;
};

// One `human` or `scores`. Without a name each criterion of a file is a side. A file may tell of
// several language pairs; where one is asked for, of it alone.
absl::Status ReadSides(const OutsideFiles& given, const SideReading& reading,
                       std::vector<RawSide>& sides);

// Scores the texts, segments as the verb 'segments' does and systems from the same rows. `hold`:
// the texts are kept in `inputs`, which owns the jobs, too.
absl::Status ScoreSides(const EvaluateRequest& request, MetaTexts of, bool hold, MetaInputs& inputs,
                        std::vector<RawSide>& sides);

}  // namespace mtgauge
