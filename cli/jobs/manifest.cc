// Compares files with their prints, and reads and writes the manifest as JSON.
#include "cli/jobs/manifest.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

#include "core/base/hash.h"
#include "core/report/forms/json_output.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

constexpr std::string_view kSchema = "mtgauge.done/1";
constexpr size_t kReadBytes = 1 << 20;
// Clocks of file systems are this coarse: after a younger change, another one may leave no trace.
constexpr int64_t kYoung = 2'000'000'000;
constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kUnknownChange = INT64_MIN;

// A file that is read once.
class ReadOnce {
 public:
  explicit ReadOnce(const std::string& path)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ReadOnce() {
    if (fd_ >= 0) close(fd_);
  }
  ReadOnce(const ReadOnce&) = delete;
  ReadOnce& operator=(const ReadOnce&) = delete;

  bool open_failed() const { return fd_ < 0; }
  // Returns the number of bytes, 0 at the end; negative after an error.
  ssize_t Read(std::string& buffer) const { return read(fd_, buffer.data(), buffer.size()); }

 private:
  int fd_;
};

Status CannotRead(const std::string& file) {
  return IoError(fmt::format("{}: cannot read the file: {}; check its permissions", file,
                             std::generic_category().message(errno)));
}

Result<std::string> DigestOf(const std::string& file, const std::atomic<bool>* stop) {
  const ReadOnce reader(file);
  if (reader.open_failed()) return CannotRead(file);
  ContentHash hash;
  std::string buffer(kReadBytes, '\0');
  while (true) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return CancelledError();
    const ssize_t bytes = reader.Read(buffer);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes < 0) return CannotRead(file);
    if (bytes == 0) return fmt::format("{:016x}", hash.value());
    hash.Add({buffer.data(), static_cast<size_t>(bytes)});
  }
}

const FilePrint* FindPrint(const FilePrints& prints, const std::string& file) {
  const auto found = std::find_if(prints.begin(), prints.end(),
                                  [&](const FilePrint& print) { return print.file == file; });
  return found == prints.end() ? nullptr : &*found;
}

Result<FilePrint> PrintOf(const std::string& file, const FilePrint* known,
                          const std::atomic<bool>* stop) {
  struct stat about;
  if (stat(file.c_str(), &about) != 0) return FilePrint{.file = file};
  const int64_t changed = about.st_mtim.tv_sec * kSecond + about.st_mtim.tv_nsec;
  FilePrint print{file, static_cast<uint64_t>(about.st_size), changed, ""};
  if (known != nullptr && known->bytes == print.bytes && known->changed == changed) return *known;
  const int64_t now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
  if (now - changed < kYoung) print.changed = kUnknownChange;
  MTG_ASSIGN_OR_RETURN(print.xxh3, DigestOf(file, stop));
  return print;
}

Json PrintsJson(const FilePrints& prints) {
  Json json = Json::array();
  for (const FilePrint& print : prints) {
    json.push_back({{"file", print.file},
                    {"bytes", print.bytes},
                    {"changed", print.changed},
                    {"xxh3", print.xxh3}});
  }
  return json;
}

FilePrints ParsePrints(const Json& json) {
  FilePrints prints;
  for (const Json& one : json) {
    prints.push_back({one.at("file"), one.at("bytes"), one.at("changed"), one.at("xxh3")});
  }
  return prints;
}

Json ToJson(const std::map<std::string, StepRecord>& steps) {
  Json json = {{"schema", kSchema}, {"steps", Json::array()}};
  for (const auto& [output, record] : steps) {
    json["steps"].push_back({{"output", output},
                             {"version", record.version},
                             {"options", record.options},
                             {"inputs", PrintsJson(record.inputs)},
                             {"outputs", PrintsJson(record.outputs)}});
  }
  return json;
}

Result<std::string> TextOf(const std::string& path) {
  const ReadOnce reader(path);
  if (reader.open_failed() && errno == ENOENT) return std::string();
  if (reader.open_failed()) return CannotRead(path);
  std::string text, buffer(kReadBytes, '\0');
  ssize_t bytes = 0;
  while ((bytes = reader.Read(buffer)) > 0) text.append(buffer, 0, static_cast<size_t>(bytes));
  if (bytes < 0) return CannotRead(path);
  return text;
}

}  // namespace

Result<FilePrints> PrintsOf(const std::vector<std::string>& files, const FilePrints& known,
                            const std::atomic<bool>* stop) {
  FilePrints prints;
  for (const std::string& file : files) {
    MTG_ASSIGN_OR_RETURN(FilePrint print, PrintOf(file, FindPrint(known, file), stop));
    prints.push_back(std::move(print));
  }
  return prints;
}

std::string Difference(const FilePrints& before, const FilePrints& now) {
  for (const FilePrint& print : now) {
    const FilePrint* const known = FindPrint(before, print.file);
    if (known == nullptr) return fmt::format("{} is new", print.file);
    if (known->bytes == print.bytes && known->xxh3 == print.xxh3) continue;
    return fmt::format("{} {}", print.file, print.xxh3.empty() ? "is missing" : "has changed");
  }
  for (const FilePrint& print : before) {
    if (FindPrint(now, print.file) == nullptr) return fmt::format("{} is missing", print.file);
  }
  return "";
}

Result<Manifest> Manifest::Load(const std::string& path) {
  Manifest manifest(path);
  MTG_ASSIGN_OR_RETURN(const std::string text, TextOf(path));
  if (text.empty()) return manifest;
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != kSchema) {
      return InputError({path}, "this is not the record of a job", "move the file away");
    }
    for (const Json& step : json.at("steps")) {
      manifest.steps_[step.at("output")] = {step.at("version"), step.at("options"),
                                            ParsePrints(step.at("inputs")),
                                            ParsePrints(step.at("outputs"))};
    }
  } catch (const Json::exception&) {
    return InputError({path}, "the record of the job is damaged",
                      "remove it, and all steps run again");
  }
  return manifest;
}

const StepRecord* Manifest::Find(const std::string& output) const {
  const auto found = steps_.find(output);
  return found == steps_.end() ? nullptr : &found->second;
}

Status Manifest::Keep(const std::string& output, StepRecord record) {
  StepRecord& kept = steps_[output];
  if (kept == record) return OkStatus();
  kept = std::move(record);
  MTG_ASSIGN_OR_RETURN(Output file, Output::Open(path_));
  MTG_RETURN_IF_ERROR(file.Write(DumpJson(ToJson(steps_), 1) + '\n'));
  return file.Finish();
}

}  // namespace mtgauge
