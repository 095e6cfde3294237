// The record of what the steps of a job have made, in a file beside the job, JOB.toml.done. A step
// whose record still fits need not run again.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// What a file held. If size and time of change are as before, the contents are not read again.
struct FilePrint {
  std::string file;
  uint64_t bytes = 0;
  // In nanoseconds since 1970; the least number if a later change could have the same time.
  int64_t changed = 0;
  std::string xxh3 = {};  // 16 hexadecimal digits; empty if there is no such file

  bool operator==(const FilePrint&) const = default;
};
using FilePrints = std::vector<FilePrint>;

struct StepRecord {
  std::string version;  // of the program
  std::string options;  // the step as a job file, with its defaults
  FilePrints inputs, outputs;

  bool operator==(const StepRecord&) const = default;
};

// Reads the files, except those that have size and time of `known`. Returns an IoError if a file is
// there but cannot be read, and a Cancelled error if `stop` is set meanwhile.
Result<FilePrints> PrintsOf(const std::vector<std::string>& files, const FilePrints& known,
                            const std::atomic<bool>* stop);
// Returns the first difference, "ref.txt has changed"; empty if there is none.
std::string Difference(const FilePrints& before, const FilePrints& now);

class Manifest {
 public:
  // A file that does not exist is an empty manifest. Returns an InputError if the file is damaged.
  static Result<Manifest> Load(const std::string& path);
  // Begins an empty manifest that will replace the file.
  explicit Manifest(std::string path) : path_(std::move(path)) {}

  // Returns the record of the step with this output; null if there is none.
  const StepRecord* Find(const std::string& output) const;
  // Stores the record, and replaces the file at once if the record is new.
  Status Keep(const std::string& output, StepRecord record);

 private:
  std::string path_;
  std::map<std::string, StepRecord> steps_;  // by output
};

}  // namespace mtgauge
