// Scores that people gave to the outputs of systems, joined over the files of a campaign; also
// tables of metrics' scores, which have the same forms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/judgement_table.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The scores of one language pair under one criterion.
struct HumanScores {
  std::string language_pair;  // empty if no file names it
  std::string criterion;      // "human" if no file names it
  std::string file;           // the first one, for messages
  bool lower_is_better = false;
  bool of_errors = false;  // some are sums of weights of errors
  std::vector<std::string> systems, items, annotators;
  std::vector<std::string> documents, domains;        // of the items; empty if no file names them
  std::vector<JudgementTable::Controls> controls;     // of the annotators; empty without any
  std::vector<JudgementTable::Judgement> judgements;  // rounds are numbered over all tables
  std::vector<std::string> files;                     // of the systems: the first of each
  std::vector<JudgementTable::Gap> gaps;
};

// How the files are read.
struct JudgementReading {
  const std::vector<OutsideFiles>& files;
  std::string option;                             // that names the files: "human"
  std::optional<std::string> language_pair = {};  // the only one to read
  JudgementOptions options = {};
};

// Parses the files, whose contents follow in order. Language pairs that are written in several ways
// are one, with a warning. Returns an InputError if an annotator scores an output twice in a table,
// and for scores of whole systems.
Result<std::vector<HumanScores>> JoinJudgements(const JudgementReading& reading,
                                                const std::vector<std::string>& contents,
                                                std::vector<Warning>& warnings);

// Takes the documents or domains (`kind`) that a file names for its items; `numbers` are the items'
// places in `joined`. Returns an InputError if an item had another one before.
Status TakeUnits(const std::string& file, std::string_view kind,
                 const std::vector<std::string>& items, const std::vector<std::string>& units,
                 std::span<const uint32_t> numbers, std::vector<std::string>& joined);

// Returns an InputError if there is only one annotator, without a name.
Status CheckAnnotatorsNamed(const std::string& file, const std::vector<std::string>& annotators);

// Returns a UsageError if there are weights of errors, but no scores are their sums.
Status CheckErrorWeights(std::string_view weights, bool of_errors);

// Does the same as JoinJudgements() for the files of `humans`, each of which is a round of its own,
// or has several.
Result<std::vector<HumanScores>> ReadHumanScores(const CompareRequest& request,
                                                 const std::vector<std::string>& contents,
                                                 std::vector<Warning>& warnings);

}  // namespace mtgauge
