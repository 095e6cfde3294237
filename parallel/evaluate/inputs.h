// Reads the inputs of `mtgauge meta`: human and metric scores, joined by system and segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/evaluate/measures.h"
#include "core/input/tables/unit_table.h"
#include "core/request/texts.h"
#include "core/score/job.h"
#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "parallel/evaluate/held_texts.h"

namespace mtgauge {

// The scored texts of one language pair.
struct ScoredTexts {
  std::unique_ptr<Job> job, segment_job;
  // [segment]; empty if the texts name none
  std::vector<std::string> ids, documents;
  HeldTexts texts;  // if requested
};

// The joined scores of one language pair.
struct MetaPair {
  EvaluationInput segments;             // with segments as items
  UnitTable documents;                  // documents of the segments; no units if not given
  UnitTable groups;                     // groups for --by; no units if not given
  const ScoredTexts* scored = nullptr;  // null if the pair has no texts
  // The index in the texts of each system, and in the job of each metric; nullopt for outside
  // scores.
  std::vector<size_t> text_systems;
  std::vector<std::optional<size_t>> text_metrics;
  // Human scores of documents: [system][document], in the order of `documents`.
  struct OfDocuments {
    EvaluatedSide side;  // without scores of items
    std::vector<std::vector<double>> cells;
  };
  std::vector<OfDocuments> humans_of_documents;
};

struct MetaInputs {
  std::vector<MetaPair> pairs;  // point to the members below
  std::vector<Warning> warnings;
  std::vector<std::unique_ptr<ScoredTexts>> scored;
  std::vector<std::unique_ptr<Metric>> outside_metrics;
};

// Optional parts of the inputs to compute.
struct MetaWants {
  bool lengths = false;  // EvaluationInput::lengths
  bool texts = false;    // ScoredTexts::texts
};

// The texts to score, and the job that scores them.
struct MetaTexts {
  TextSettings settings;
  Job job;
};

// A request for one language pair, or for all pairs named in the scores. `texts` is set if it has
// texts.
struct PairRequest {
  EvaluateRequest request;
  std::optional<MetaTexts> texts;
};

// Reads and joins all inputs. Returns an InputError that names the system or segment if a system is
// on only one side, an output has two scores, or the metrics lack a segment. With `join` common,
// such systems and segments are left out instead. Segments without human scores, and missing
// scores, are allowed.
Result<MetaInputs> ReadMetaInputs(const EvaluateRequest& request, std::vector<PairRequest> pairs,
                                  const MetaWants& wants);

// Returns the pair with documents as items. Human scores of documents are added as separate
// criteria, next to the means of segment scores. Returns a UsageError if there are no documents.
Result<EvaluationInput> ByDocument(const MetaPair& pair, MetaInputs& inputs);

// Returns a metric's side reduced to its item scores; a system's score is their mean. It can be
// resampled like any other side. `inputs` owns its metric.
Result<EvaluatedSide> MeanSide(const EvaluatedSide& of, const std::vector<std::string>& systems,
                               MetaInputs& inputs);

}  // namespace mtgauge
