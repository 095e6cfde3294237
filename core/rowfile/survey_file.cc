// Reads and writes survey files.
#include "core/rowfile/survey_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/contract/registry.h"
#include "core/rowfile/numbered_files.h"

namespace mtgauge {
namespace {

std::string LearntBy(const Survey& survey) {
  const auto [key, value] = survey.SignatureKey();
  return key + ":" + value;
}

// Returns the text of a field; null if there is none.
const std::string* TextOf(const Json& object, const char* key) {
  const auto field = object.find(key);
  return field == object.end() ? nullptr : field->get_ptr<const std::string*>();
}

}  // namespace

Status WriteSurveyFile(SealedWriter writer, const SurveyOrigin& origin,
                       const std::map<std::string, const Survey*>& surveys) {
  Json header = {{"kind", kSurveyKind}, {"version", kVersion}};
  PutNumber(origin.shard, "shard", header);
  if (origin.shard && !origin.job.empty()) header["shard"][kJobKey] = origin.job;
  header["segments"] = origin.segments;
  header["references"] = origin.references;
  for (const auto& [name, survey] : surveys) {
    std::string bytes;
    survey->Save(bytes);
    MTG_RETURN_IF_ERROR(writer.Add(bytes));
    header["surveys"].push_back({{"name", name}, {"learnt", LearntBy(*survey)}});
  }
  return writer.Finish(header);
}

Result<SurveyFile> SurveyFile::Open(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(SealedFile sealed, SealedFile::Open(path));
  SurveyFile file(std::move(sealed));
  MTG_RETURN_IF_ERROR(file.ReadHeader());
  return file;
}

Status SurveyFile::ReadHeader() {
  const Json& header = file_.header();
  const std::string* const kind = TextOf(header, "kind");
  if (kind == nullptr || *kind != kSurveyKind) {
    return InputError({path()},
                      fmt::format("this is a file of {}, not a survey",
                                  kind == nullptr ? "an unknown kind" : *kind),
                      "make a survey with `mtgauge survey`");
  }
  MTG_RETURN_IF_ERROR(file_.CheckVersion());
  const auto segments = header.find("segments"), references = header.find("references"),
             surveys = header.find("surveys");
  if (segments == header.end() || !segments->is_number_unsigned() || references == header.end() ||
      !references->is_array() || surveys == header.end() || !surveys->is_array() ||
      surveys->size() != file_.sections()) {
    return file_.Malformed("its header is not that of a survey");
  }
  try {
    origin_.shard = NumberIn(header, "shard");
  } catch (const Json::exception& fault) {
    return file_.Malformed("its header names no shard");
  }
  origin_.segments = segments->get<uint64_t>();
  for (const Json& reference : *references) {
    if (!reference.is_string()) return file_.Malformed("its header names no references");
    origin_.references.insert(reference.get<std::string>());
  }
  for (const Json& survey : *surveys) {
    const std::string* const name = TextOf(survey, "name");
    const std::string* const learnt = TextOf(survey, "learnt");
    if (name == nullptr || learnt == nullptr || (!names_.empty() && *name <= names_.back())) {
      return file_.Malformed("its header names no surveys");
    }
    names_.push_back(*name);
    learnt_.push_back(*learnt);
  }
  return OkStatus();
}

Status SurveyFile::LoadInto(size_t i, Survey& empty) const {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, file_.Read(i));
  if (empty.Load(bytes) && LearntBy(empty) == learnt_[i]) return OkStatus();
  return file_.Malformed(fmt::format("it does not hold a survey for {}", names_[i]));
}

Result<std::unique_ptr<Survey>> SurveyFile::Load(size_t i) const {
  const MetricRow* const row = FindMetric(names_[i].substr(0, names_[i].find('|')));
  std::unique_ptr<Survey> survey =
      row == nullptr || row->survey == nullptr ? nullptr : row->survey(names_[i]);
  if (survey == nullptr) {
    return file_.Malformed(fmt::format("no metric uses a survey for '{}'", names_[i]));
  }
  MTG_RETURN_IF_ERROR(LoadInto(i, *survey));
  return survey;
}

Status SurveyFile::LoadByName(Survey& empty) const {
  if (const std::optional<Shard>& shard = origin_.shard; shard && shard->count > 1) {
    return InputError(
        {path()},
        fmt::format("this survey covers only shard {} of {}", shard->number, shard->count),
        "join the surveys of all shards with `mtgauge merge`");
  }
  const std::string name = empty.Name();
  const auto found = std::lower_bound(names_.begin(), names_.end(), name);
  if (found == names_.end() || *found != name) {
    return InputError(
        {path()},
        fmt::format("the survey is for {}, but the metric is {}", fmt::join(names_, " and "), name),
        "make one with the same options");
  }
  return LoadInto(static_cast<size_t>(found - names_.begin()), empty);
}

Result<std::shared_ptr<const Survey>> SurveyFileShelf::Take(std::unique_ptr<Survey> empty) {
  std::shared_ptr<const Survey>& taken = taken_[empty->Name()];
  if (taken != nullptr) return taken;
  MTG_ASSIGN_OR_RETURN(const SurveyFile file, SurveyFile::Open(path_));
  MTG_RETURN_IF_ERROR(file.LoadByName(*empty));
  taken = std::move(empty);
  references_ = file.origin().references;
  segments_ = file.origin().segments;
  return taken;
}

std::vector<Warning> SurveyFileShelf::WarningsFor(const StreamNames& names,
                                                  uint64_t segments) const {
  if (references_.empty()) return {};
  // Parts of a job may lie in other folders than the whole.
  const auto file_name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  std::set<std::string> surveyed;
  for (const std::string& reference : references_) surveyed.insert(file_name(reference));
  for (size_t r = 0; r < names.refs.size(); ++r) {
    if (surveyed.contains(file_name(names.ref_name(r)))) continue;
    return {{"survey", "",
             fmt::format("{} is a survey of {}, not of {}; make one of these references, unless "
                         "they are the same under another name",
                         path_, fmt::join(references_, ", "), names.ref_name(r))}};
  }
  if (segments_ >= segments) return {};
  return {{"survey", "",
           fmt::format("{} is a survey of {}, and the text has {}; make one of all references",
                       path_, Counted(segments_, "segment"), segments)}};
}

}  // namespace mtgauge
