// What `mtgauge meta` reads: human scores and metrics' scores, joined by system and segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/compare/evaluation_input.h"
#include "core/input/tables/unit_table.h"
#include "core/meta/measures.h"
#include "core/metric/metric.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "parallel/evaluate/held_texts.h"

namespace mtgauge {

// The texts of one language pair, scored.
struct ScoredTexts {
  std::unique_ptr<Job> job, segment_job;
  HeldTexts texts;  // where they were asked for
};

// One language pair.
struct MetaPair {
  EvaluationInput segments;             // its items are segments
  UnitTable documents;                  // of the segments; no units: not given
  UnitTable groups;                     // that --by asks for; likewise
  const ScoredTexts* scored = nullptr;  // null: the pair has no texts
  // Which of the texts' systems the systems are, and which of the job's metrics the metrics are;
  // nothing for outside scores.
  std::vector<size_t> text_systems;
  std::vector<std::optional<size_t>> text_metrics;
  // Human scores of documents: [system][document], by the order of `documents`.
  struct OfDocuments {
    EvaluatedSide side;  // without scores of items
    std::vector<std::vector<double>> cells;
  };
  std::vector<OfDocuments> humans_of_documents;
};

struct MetaInputs {
  std::vector<MetaPair> pairs;  // refer to what is below
  std::vector<Warning> warnings;
  std::vector<std::unique_ptr<ScoredTexts>> scored;
  std::vector<std::unique_ptr<Metric>> outside_metrics;
};

struct MetaWants {
  bool flips = false;  // SideScores::flips
  bool texts = false;  // ScoredTexts::texts
};

// The texts to score and the job that does.
struct MetaTexts {
  TextSettings settings;
  Job job;
};

// What is asked about one language pair, or about all that the scores name; with its texts, if it
// has any.
struct PairRequest {
  EvaluateRequest request;
  std::optional<MetaTexts> texts;
};

// Bad joins are InputErrors that name the system or segment: systems that only one side has, two
// scores of one output, segments that the metrics do not have. Under `join` common what only some
// sides have is left out. Segments without human scores, and missing scores, are allowed.
absl::StatusOr<MetaInputs> ReadMetaInputs(const EvaluateRequest& request,
                                          std::vector<PairRequest> pairs, const MetaWants& wants);

// The pair with documents for items: human scores of documents stand beside the means of those of
// segments. A UsageError where no documents are told.
absl::StatusOr<EvaluationInput> ByDocument(const MetaPair& pair, bool flips, MetaInputs& inputs);

// A metric's side with nothing but its scores of items, of which a system's is the mean; it can be
// drawn anew as any. `inputs` owns its metric.
absl::StatusOr<EvaluatedSide> MeanSide(const EvaluatedSide& of,
                                       const std::vector<std::string>& systems, bool flips,
                                       MetaInputs& inputs);

}  // namespace mtgauge
