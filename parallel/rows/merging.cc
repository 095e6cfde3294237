// Concatenates row files: creates the merged blocks on all cores and writes them in order.

#include <fmt/format.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/input/formats/files_of_set.h"
#include "core/rowfile/block_bytes.h"
#include "core/rowfile/numbered_files.h"
#include "core/rowfile/row_set.h"
#include "core/rowfile/sealed_file.h"
#include "core/rowfile/sums_file.h"
#include "mtgauge/rows.h"
#include "mtgauge/survey.h"
#include "parallel/run/threads.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

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
  const uint64_t blocks = rows.header().blocks();
  uint64_t next = 0;
  Status status;
  std::atomic<bool> failed{false};
  struct Block {
    uint64_t number;
    Sections sections = std::vector<std::string>();
  };
  const auto number = [&]() -> std::shared_ptr<Block> {
    const bool stopped = run.stop != nullptr && run.stop->load(std::memory_order_relaxed);
    if (next == blocks || stopped || failed) return nullptr;
    return std::make_shared<Block>(Block{next++});
  };
  const auto make = [&](Block& block) { block.sections = MakeSections(rows, block.number); };
  const auto write = [&](const Block& block) {
    if (failed) return;
    status = block.sections.status();
    if (status.ok()) {
      for (const std::string& section : *block.sections) {
        if (status = writer.Add(section); !status.ok()) break;
      }
    }
    failed = !status.ok();
  };
  RunPipeline<Block>(run.threads, size_t{2} * ThreadsOf(run.threads), number, make, write);
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

// Opens a file and reads all of it.
Result<SealedFile> OpenWhole(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(SealedFile file, SealedFile::Open(path));
  MTG_RETURN_IF_ERROR(file.CheckVersion());
  MTG_RETURN_IF_ERROR(file.CheckSections());
  return file;
}

Result<NumberedFile> NumberOf(const SealedFile& file) {
  try {
    const bool sums = file.header().value("kind", "") == kSumsKind;
    return NumberedFile{file.path(), NumberIn(file.header(), sums ? "part" : "shard")};
  } catch (const Json::exception& fault) {
    return file.Malformed("its header names no shard");
  }
}

// What all parts of a job have in common.
struct PartOfJob {
  std::string path, kind, job;
};

// Compares a file with the first one, which it may be.
Status CheckSameJob(const SealedFile& file, std::optional<PartOfJob>& first) {
  PartOfJob part = {file.path(), file.header().value("kind", ""), ""};
  if (const auto shard = file.header().find("shard"); shard != file.header().end()) {
    part.job = shard->value(kJobKey, "");
  }
  if (!first) first = part;
  if (part.kind == first->kind && part.job == first->job) return OkStatus();
  return InputError({part.path}, fmt::format("it is not of the same job as {}", first->path),
                    "name the parts of one job");
}

}  // namespace

Result<MissingParts> FindMissing(const std::vector<std::string>& inputs) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, WithFilesOfSets(inputs));
  MissingParts missing;
  std::vector<NumberedFile> parts;
  Status first_problem;
  std::optional<PartOfJob> first_part;
  for (const std::string& path : files) {
    const Result<SealedFile> file = OpenWhole(path);
    const Result<NumberedFile> part =
        file.ok() ? NumberOf(*file) : Result<NumberedFile>(file.status());
    if (part.ok()) {
      MTG_RETURN_IF_ERROR(CheckSameJob(*file, first_part));
      parts.push_back(*part);
      continue;
    }
    if (first_problem.ok()) first_problem = part.status();
    missing.damaged.push_back(part.status().message());
  }
  if (parts.empty() && !first_problem.ok()) return first_problem;
  MTG_ASSIGN_OR_RETURN(const MissingNumbers numbers, FindMissingNumbers(parts, "shard"));
  missing.numbers = numbers.list;
  if (numbers.missing > 0) missing.message = numbers.message;
  return missing;
}

Status MergeRows(const std::vector<std::string>& files, const std::string& output,
                 const RunOptions& run) {
  if (files.empty()) return UsageError("no row file", "name the files to merge");
  MTG_ASSIGN_OR_RETURN(const RowSequence rows, RowSequence::Open(files));
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(output));
  MTG_RETURN_IF_ERROR(WriteBlocks(rows, run, writer));
  return writer.Finish(ToJson(rows.header()));
}

Status Merge(const std::vector<std::string>& inputs, const std::string& output,
             const RunOptions& run) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, WithFilesOfSets(inputs));
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
