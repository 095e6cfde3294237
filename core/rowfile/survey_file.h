// Survey files store what metrics have learnt from references. A sealed file with a section for
// each survey, in the order of their names, and this header:
//
//   kind        "survey"
//   version     of the program
//   shard       number and count, for the survey of a part, and the digest of its job; absent for
//               the whole
//   segments    how many the survey covers
//   references  the names of the reference files, each once, sorted
//   surveys     for each section: name (the metric and what the survey depends on) and learnt (the
//               signature's key for what was learnt)
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/rowfile/sealed_file.h"
#include "core/score/job.h"
#include "mtgauge/options.h"

namespace mtgauge {

// The texts that surveys were made from.
struct SurveyOrigin {
  uint64_t segments = 0;
  std::set<std::string> references;
  std::optional<Shard> shard = std::nullopt;
  std::string job = {};  // of a shard: JobDigest() of its request
};

// Writes one survey for each name.
Status WriteSurveyFile(SealedWriter writer, const SurveyOrigin& origin,
                       const std::map<std::string, const Survey*>& surveys);

// An open file; surveys are read on demand. Every error names the file, if it is not a survey file,
// is damaged or comes from another version of the program.
class SurveyFile {
 public:
  static Result<SurveyFile> Open(const std::string& path);

  const std::string& path() const { return file_.path(); }
  const SurveyOrigin& origin() const { return origin_; }
  const std::vector<std::string>& names() const { return names_; }  // sorted

  // Reads survey `i` without the files of its metric.
  Result<std::unique_ptr<Survey>> Load(size_t i) const;
  // Fills the survey of this name, which must be empty. Returns an InputError if the file is that
  // of a shard.
  Status LoadByName(Survey& empty) const;

 private:
  explicit SurveyFile(SealedFile file) : file_(std::move(file)) {}
  Status ReadHeader();
  Status LoadInto(size_t i, Survey& empty) const;

  SealedFile file_;
  SurveyOrigin origin_;
  std::vector<std::string> names_, learnt_;  // [section]
};

// A survey file that replaces a first pass over the references. It is opened when a survey is
// requested, so that a step of a job file may use a survey that another step writes.
class SurveyFileShelf final : public SurveyShelf {
 public:
  explicit SurveyFileShelf(std::string path) : path_(std::move(path)) {}
  // Caches the surveys; all callers must use the same hash.
  Result<std::shared_ptr<const Survey>> Take(std::unique_ptr<Survey> empty) override;
  std::vector<Warning> WarningsFor(const StreamNames& names, uint64_t segments) const override;

 private:
  std::string path_;
  std::map<std::string, std::shared_ptr<const Survey>> taken_;
  std::set<std::string> references_;  // of the surveys taken
  uint64_t segments_ = 0;
};

}  // namespace mtgauge
