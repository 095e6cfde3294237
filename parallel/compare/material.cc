// Assembles the input of a comparison.
#include "parallel/compare/material.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/printing.h"
#include "core/input/tables/same_documents.h"
#include "parallel/compare/picking.h"

namespace mtgauge {
namespace {

// Returns the unit of every segment of the input, or an empty table if there is no file.
Result<UnitTable> ReadUnits(const std::string& file, size_t segments) {
  if (file.empty()) return UnitTable();
  MTG_ASSIGN_OR_RETURN(UnitTable table, ReadUnitTable(file, 0));
  if (table.unit_of_segment.size() == segments) return table;
  return InputError({file}, LinesForSegments(table.unit_of_segment.size(), segments),
                    "write one line per segment");
}

// Returns the file that is expected to name the documents; none for texts in memory.
std::string FileOfDocuments(const CompareSettings& settings) {
  const CompareRequest& request = settings.request;
  if (!request.rows.empty()) return request.rows.front();
  if (request.columns) return "";
  if (settings.texts) {
    const auto& refs = settings.texts->names.refs;
    return refs.empty() ? "" : refs.front();
  }
  if (settings.scores.empty() || settings.scores.front().files.empty()) return "";
  return settings.scores.front().files.front();
}

// Renumbers the units of the segments that were not skipped, without gaps.
std::vector<uint32_t> DenseUnits(const std::vector<uint32_t>& all,
                                 const std::vector<bool>& skipped) {
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!skipped[i]) kept.push_back(all[i]);
  }
  return Dense(kept);
}

}  // namespace

Result<UnitFiles> ReadUnitFiles(const CompareSettings& settings, size_t segments) {
  UnitFiles files;
  MTG_ASSIGN_OR_RETURN(files.documents, ReadUnits(settings.request.documents, segments));
  MTG_ASSIGN_OR_RETURN(UnitTable strata, ReadUnits(settings.request.strata, segments));
  files.strata = std::move(strata.unit_of_segment);
  return files;
}

std::vector<std::string> DocumentsOfTexts(const Material& material) {
  if (material.documents.names.empty()) return {};
  std::vector<std::string> kept = NamesOfUnits(material.documents), all;
  size_t next = 0;
  for (const bool is_skipped : material.skipped) {
    all.push_back(is_skipped ? "" : std::move(kept[next++]));
  }
  return all;
}

Status CheckDocuments(const CompareSettings& settings, const UnitTable& of_file,
                      std::vector<std::string> of_texts,
                      const std::vector<OutsideScores>& outside) {
  NamedDocuments known = {settings.request.documents, {}, NamesOfUnits(of_file)};
  const auto is_named = [](const std::string& document) { return !document.empty(); };
  if (known.documents.empty() && std::ranges::any_of(of_texts, is_named)) {
    known.file = settings.texts->names.refs.front();
    known.documents = std::move(of_texts);
  }
  known.ids = SegmentNumbers(known.documents.size());
  for (const OutsideScores& scores : outside) {
    for (const NamedDocuments& table : scores.documents) {
      if (known.documents.empty()) known = table;
      MTG_RETURN_IF_ERROR(CheckSameDocuments(table, known, true));
    }
  }
  return OkStatus();
}

Status AddOutsideScores(OutsideScores scores, bool drop_missing, Material& material) {
  MTG_ASSIGN_OR_RETURN(OutsideMetric made,
                       MakeOutsideMetric(std::move(scores), material.skipped, drop_missing,
                                         material.report.warnings));
  material.outside_metrics.push_back(std::move(made.metric));
  material.input.metrics.push_back(std::move(made.compared));
  return OkStatus();
}

Status AddUnits(const CompareSettings& settings, const UnitFiles& files, Material& material) {
  CompareInput& input = material.input;
  input.document_of_segment = DenseUnits(files.documents.unit_of_segment, material.skipped);
  input.stratum_of_segment = DenseUnits(files.strata, material.skipped);
  if (settings.options.unit != Unit::kDocument || !settings.request.documents.empty()) {
    return OkStatus();
  }
  const UnitTable& documents = material.documents;
  if (documents.unnamed == documents.unit_of_segment.size()) {
    return UsageError({.file = FileOfDocuments(settings), .option = "unit"},
                      "`unit` document needs the document of each segment",
                      "name a file with them, as in `documents` FILE");
  }
  if (documents.unnamed > 0) {
    return InputError({.file = FileOfDocuments(settings), .segment = documents.first_unnamed - 1},
                      fmt::format("segment {} has no document, which `unit` document needs",
                                  documents.first_unnamed),
                      "add it to every segment");
  }
  input.document_of_segment = documents.unit_of_segment;
  return OkStatus();
}

void TakeLengths(Material& material) {
  material.lengths = std::move(material.input.metrics.back().rows);
  material.input.metrics.pop_back();
}

void AddSystems(const std::vector<NamedFiles>& systems, CompareInput& input) {
  for (const NamedFiles& system : systems) {
    input.systems.push_back(system.name);
    input.runs_of_system.push_back(static_cast<uint32_t>(system.files.size()));
  }
}

}  // namespace mtgauge
