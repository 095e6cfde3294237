// Assembles the input of a comparison: rows, outside scores and units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/input/tables/unit_table.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// Documents and strata of the compared segments, read from files.
struct UnitFiles {
  UnitTable documents;           // of the segments of the input; empty if there is no file
  std::vector<uint32_t> strata;  // the same
};
Result<UnitFiles> ReadUnitFiles(const CompareSettings& settings, size_t segments);

// The input of a comparison, and the objects that it points to.
struct Material {
  std::vector<std::unique_ptr<Metric>> outside_metrics;
  CompareInput input;
  Report report;              // of the texts; empty if there are none
  std::vector<bool> skipped;  // [segment of the input]
  UnitTable documents;        // of the segments that were not skipped; empty if the texts name none
  UnitFiles units;
  std::vector<RowStore> lengths;  // [system]: tokens first; only with `length_controlled`
};

// Returns the document of each segment of the input, empty for skipped segments; nothing if the
// texts name no documents.
std::vector<std::string> DocumentsOfTexts(const Material& material);
// Checks that tables of outside scores name the documents that the file or the texts name, or else
// the same ones.
Status CheckDocuments(const CompareSettings& settings, const UnitTable& of_file,
                      std::vector<std::string> of_texts, const std::vector<OutsideScores>& outside);

// Adds outside scores, which must be matched with the systems.
Status AddOutsideScores(OutsideScores scores, bool drop_missing, Material& material);
Status AddUnits(const CompareSettings& settings, const UnitFiles& files, Material& material);

// Moves the rows of the last metric, which measures lengths, out of the input.
void TakeLengths(Material& material);

void AddSystems(const std::vector<NamedFiles>& systems, CompareInput& input);

}  // namespace mtgauge
