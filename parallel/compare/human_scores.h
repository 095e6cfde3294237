// Scores that people gave to the outputs of systems, joined over the files of a campaign.
#pragma once

#include <cstdint>
#include <string>
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
  std::vector<std::string> systems, items, annotators;
  std::vector<std::string> documents, domains;        // of the items; empty if no file names them
  std::vector<JudgementTable::Controls> controls;     // of the annotators; empty without any
  std::vector<JudgementTable::Judgement> judgements;  // rounds are numbered over all files
};

// Parses the files of `humans`, whose contents follow in order. Every file is a round of its own,
// or has several. Returns an InputError if an annotator scores an output twice in a round, and for
// scores of whole systems.
Result<std::vector<HumanScores>> ReadHumanScores(const CompareRequest& request,
                                                 const std::vector<std::string>& contents,
                                                 std::vector<Warning>& warnings);

}  // namespace mtgauge
