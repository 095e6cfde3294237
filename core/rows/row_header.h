// The header of a row file: systems and metrics, and everything else that a score needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/rows/sealed_file.h"
#include "core/score/checks/text_digest.h"
#include "core/score/job.h"
#include "core/score/source_facts.h"
#include "mtgauge/options.h"

namespace mtgauge {

// A reference or a system.
struct RowStream {
  std::string name;  // as printed
  std::string file;
  TextDigest digest;
};

struct RowMetric {
  std::string spec;
  std::string signature;             // but for the number of references
  std::string learnt;                // the signature's key of what was learnt first; or empty
  std::vector<std::string> columns;  // of its rows
};

struct RowHeader {
  std::string version;  // of the program that scored
  TextInputs texts;     // as they were asked for
  MetricChoice choice;
  std::vector<RowStream> references, systems;
  std::vector<size_t> systems_of_file;  // [output file]
  std::vector<RowMetric> metrics;
  std::string by;  // the field that the groups of the segments are of; empty: no groups
  bool has_ids = false, has_documents = false;  // of the first segment
  uint64_t segments = 0;                        // skipped ones included
  uint64_t replaced = 0;
  std::vector<std::vector<int64_t>> sums;  // [system * metrics + metric][column]
  SourceFacts sources;
  std::optional<Shard> shard;
  // The files that a shard is cut from, and their bytes, which all shards must have; 0: not known.
  std::vector<std::pair<std::string, uint64_t>> sizes;

  size_t cells() const { return systems.size() * metrics.size(); }
  uint32_t WidthOf(size_t cell) const {
    return static_cast<uint32_t>(metrics[cell % metrics.size()].columns.size());
  }
  uint64_t blocks() const;
};

Json ToJson(const RowHeader& header);
// Of an opened file, as far as this program can use it.
absl::StatusOr<RowHeader> ParseRowHeader(const SealedFile& file);

// The streams and metrics of a job.
void Describe(const Job& job, RowHeader& header);

}  // namespace mtgauge
