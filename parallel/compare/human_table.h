// The scores of people that one ranking is from: those of a language pair, or of several as the
// terms of a mean.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"
#include "parallel/compare/human_scores.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

struct HumanTable {
  std::string group;  // the language pair; empty if there is only one ranking, or a mean over pairs
  std::string file, criterion;
  bool lower_is_better = false;
  std::vector<std::string> systems;
  uint32_t items = 0;
  std::vector<JudgementTable::Judgement> judgements;
  std::vector<uint32_t> document_of_item;  // numbers without gaps; empty if not known
  std::vector<uint32_t> term_of_item;      // the same; empty without a mean
  std::vector<MeanTerm> terms;             // with the weights that the mean gives them
};

// Makes an item of its own of what each annotator said about an item, and documents of the screens
// on which an annotator saw a document. The table must have documents.
void SplitByAnnotator(HumanTable& table);

// What a mean is over.
struct MeanFields {
  bool lang = false, domain = false;
};
// Parses PairTestOptions::mean; returns a UsageError for fields that scores of people do not have.
Result<MeanFields> ParseMeanFields(const std::string& mean);

// Makes a table for each ranking. Systems that some term lacks are an InputError, or left out with
// a warning (`common`).
Result<std::vector<HumanTable>> MakeHumanTables(std::vector<HumanScores> scores,
                                                const MeanFields& mean, bool common,
                                                std::vector<Warning>& warnings);

}  // namespace mtgauge
