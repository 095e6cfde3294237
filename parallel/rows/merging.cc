// Concatenates row files: creates the merged blocks on all cores and writes them in order.
#include <oneapi/tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/rowfile/block_bytes.h"
#include "core/rowfile/row_set.h"
#include "core/rowfile/sealed_file.h"
#include "core/rowfile/sums_file.h"
#include "mtgauge/rows.h"
#include "mtgauge/survey.h"
#include "parallel/run/arena.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

namespace tbb = oneapi::tbb;

// The sections of a block to be written.
using Sections = Result<std::vector<std::string>>;

Sections MakeSections(const RowSequence& rows, uint64_t block) {
  std::vector<std::string> sections;
  for (size_t cell = 0; cell < rows.header().cells(); ++cell) {
    MTG_ASSIGN_OR_RETURN(sections.emplace_back(), rows.BlockBytes(block, cell));
  }
  MTG_ASSIGN_OR_RETURN(sections.emplace_back(), rows.FactsBytes(block));
  return sections;
}

Status WriteBlocks(const RowSequence& rows, const RunOptions& run, SealedWriter& writer) {
  const uint32_t threads = run.threads == 0 ? AvailableThreads() : run.threads;
  const uint64_t blocks = rows.header().blocks();
  uint64_t next = 0;
  Status status;
  std::atomic<bool> failed{false};
  const auto number = tbb::make_filter<void, uint64_t>(
      tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> uint64_t {
        const bool stopped = run.stop != nullptr && run.stop->load(std::memory_order_relaxed);
        if (next < blocks && !stopped && !failed) return next++;
        control.stop();
        return 0;
      });
  const auto make = tbb::make_filter<uint64_t, Sections*>(
      tbb::filter_mode::parallel,
      [&](uint64_t block) { return new Sections(MakeSections(rows, block)); });
  const auto write =
      tbb::make_filter<Sections*, void>(tbb::filter_mode::serial_in_order, [&](Sections* made) {
        const std::unique_ptr<Sections> sections(made);
        if (failed) return;
        status = sections->status();
        if (status.ok()) {
          for (const std::string& section : **sections) {
            if (status = writer.Add(section); !status.ok()) break;
          }
        }
        failed = !status.ok();
      });
  RunInArena(threads, [&] { tbb::parallel_pipeline(2 * threads, number & make & write); });
  if (!status.ok()) return status;
  return next == blocks ? OkStatus() : CancelledError();
}

Status MergeSums(const std::vector<std::string>& files, const std::string& output) {
  MTG_ASSIGN_OR_RETURN(const SumsSet sums, SumsSet::Open(files));
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(output));
  std::string bytes;
  for (size_t draws = 0; draws < sums.header().draws.size(); ++draws) {
    for (uint64_t block = 0; block < sums.header().blocks(); ++block) {
      MTG_ASSIGN_OR_RETURN(const OpenBlock of_block, sums.Sums(draws, block));
      bytes.clear();
      AppendBlock(of_block.Sealed(), bytes);
      MTG_RETURN_IF_ERROR(writer.Add(bytes));
    }
  }
  return writer.Finish(ToJson(sums.header()));
}

}  // namespace

Status MergeRows(const std::vector<std::string>& files, const std::string& output,
                 const RunOptions& run) {
  if (files.empty()) return UsageError("no row file", "name the files to merge");
  MTG_ASSIGN_OR_RETURN(const RowSequence rows, RowSequence::Open(files));
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(output));
  MTG_RETURN_IF_ERROR(WriteBlocks(rows, run, writer));
  return writer.Finish(ToJson(rows.header()));
}

Status Merge(const std::vector<std::string>& files, const std::string& output,
             const RunOptions& run) {
  if (files.empty()) return UsageError("no file to merge", "name the files to merge");
  MTG_ASSIGN_OR_RETURN(const SealedFile first, SealedFile::Open(files.front()));
  const auto kind = first.header().find("kind");
  if (kind != first.header().end()) {
    if (*kind == kSurveyKind) return MergeSurveys(files, output);
    if (*kind == kSumsKind) return MergeSums(files, output);
  }
  return MergeRows(files, output, run);
}

}  // namespace mtgauge
