// Determines the files that a command line reads, and checks that it writes to none of them.
#include "cli/flags/input_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/contract/registry.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/formats/mtme_folder.h"
#include "core/input/group_values.h"
#include "core/input/sacrebleu/test_sets.h"
#include "core/input/standard_input.h"
#include "core/input/tables/pair_list.h"
#include "core/request/texts.h"

namespace mtgauge {
namespace {

void Append(const std::vector<std::string>& more, std::vector<std::string>& files) {
  files.insert(files.end(), more.begin(), more.end());
}

std::optional<struct stat> About(int descriptor) {
  struct stat about;
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return about;
}

std::optional<struct stat> About(const std::string& path) {
  struct stat about;
  if (stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
  return about;
}

// Returns "FILE" for the tokenizer "spm:FILE", or an empty string if it reads no file.
std::string ModelOf(std::string_view tokenizer) {
  const size_t colon = tokenizer.find(':');
  return colon == std::string_view::npos ? "" : std::string(tokenizer.substr(colon + 1));
}

void AppendOption(const MetricOptionRow& option, const std::string& value,
                  std::vector<std::string>& files) {
  if (option.value == "FILE") {
    files.push_back(value == option.fallback ? UsualFile(option) : value);
  }
  if (option.name == "tok") files.push_back(ModelOf(value));
}

// Adds the files that the options of the metrics name.
void AppendMetricFiles(const LowArgs& args, std::vector<std::string>& files) {
  for (const std::string& spec : args.metrics) {
    const Result<MetricOptions> given = OptionsInEffect(spec, {});
    if (!given.ok()) continue;  // rejected later
    for (const MetricOptionRow& option : FindMetric(MetricSpec(spec).name())->options) {
      AppendOption(option, given->find(option.name)->second, files);
    }
  }
  for (const MetricSetting& setting : args.metric_settings) {
    const MetricRow* const row = FindMetric(setting.metric);
    if (row == nullptr) continue;
    for (const MetricOptionRow& option : row->options) {
      if (option.name == setting.option) AppendOption(option, setting.value, files);
    }
  }
  if (args.tokenize) files.push_back(ModelOf(*args.tokenize));
  for (const std::string& tokenizer : args.tokenizers) files.push_back(ModelOf(tokenizer));
}

// Adds the files that a list of language pairs names; a pattern without matches as it stands, for
// files that are still to be written. A list that is not a regular file could not be read again.
void AppendPairFiles(const LowArgs& args, std::vector<std::string>& files) {
  if (!About(args.pair_list)) return;
  const Result<std::vector<PairFiles>> rows = ReadPairList(args.pair_list);
  if (!rows.ok()) return;  // rejected later
  std::vector<std::string> wanted = SplitFields(args.language_pair.value_or(""));
  for (std::string& pair : wanted) pair = pair.substr(0, pair.find(':'));
  for (const PairFiles& row : ChosenPairs(*rows, wanted)) {
    for (const auto* cell : {&row.references, &row.outputs, &row.humans}) {
      for (const std::string& pattern : *cell) {
        const std::vector<std::string> found = MatchingFiles(pattern);
        if (found.empty()) files.push_back(pattern);
        for (const std::string& file : found) Append(SplitName(file).files, files);
      }
    }
    files.push_back(row.source);
  }
}

// Adds the positional words, if they are files.
void AppendReferences(const Verb& verb, const LowArgs& args, std::vector<std::string>& files) {
  if (verb.words != nullptr && !verb.files_follow) return;
  const size_t first = verb.files_follow && !args.references.empty() ? 1 : 0;
  files.insert(files.end(), args.references.begin() + static_cast<std::ptrdiff_t>(first),
               args.references.end());
  if (!args.test_set || !args.language_pair) return;
  const auto references = TestSetReferences(*args.test_set, *args.language_pair);
  if (references.ok()) Append(*references, files);
}

bool ReadsStandardInputByDefault(const Verb& verb, const LowArgs& args) {
  if (!args.inputs.empty() || !args.pair_list.empty() || !args.rows.empty()) return false;
  return (verb.bit & (kScoreVerb | kSegmentsVerb | kNbestVerb | kTokenizeVerb | kMatrixVerb |
                      kMbrVerb | kResegmentVerb)) != 0;
}

bool Same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Returns true if a file belongs to a folder of mt-metrics-eval.
bool IsOfFolder(const std::string& file, const std::string& folder) {
  if (!IsMtmeFolder(folder)) return false;
  for (const std::string_view part :
       {"references", "system-outputs", "sources", "documents", "human-scores"}) {
    if (FileOf(file).starts_with(FileOf(fmt::format("{}/{}", folder, part)) + '/')) return true;
  }
  return false;
}

bool IsRead(const struct stat& output, const std::string& path,
            const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    const std::string file = SplitPath(input).file;
    std::vector<std::string> files = {file};
    if (IsFileSet(file)) {
      if (auto found = FilesOfSet(file); found.ok()) files = *std::move(found);
    }
    for (const std::string& each : files) {
      const auto about = each == kStandardInput ? About(STDIN_FILENO) : About(each);
      if (about && Same(output, *about)) return true;
    }
    if (!path.empty() && IsOfFolder(path, file)) return true;
  }
  return false;
}

}  // namespace

std::string UsualFile(const MetricOptionRow& option) {
  if (option.value != "FILE" || !option.fallback.starts_with('$')) return "";
  const char* const usual = std::getenv(std::string(option.fallback.substr(1)).c_str());
  return usual == nullptr ? "" : usual;
}

std::vector<std::string> InputFiles(const Verb& verb, const LowArgs& args) {
  std::vector<std::string> files = {args.documents, args.hyp_documents, args.strata,
                                    args.survey,    args.pair_list,     args.source,
                                    args.counts,    args.segmentation,  args.development};
  AppendReferences(verb, args, files);
  AppendPairFiles(args, files);
  for (const std::string& input : args.inputs) Append(SplitName(input).files, files);
  for (const auto* paths :
       {&args.rows, &args.sums, &args.ref_annotations, &args.annotations, &args.golds}) {
    Append(*paths, files);
  }
  for (const std::string& spans : args.predicted_spans) Append(SplitName(spans).files, files);
  for (const NamedFiles& system : args.systems) Append(system.files, files);
  // Beside a folder of mt-metrics-eval, a name may be that of human scores in it.
  const bool folder = std::any_of(files.begin(), files.end(), IsMtmeFolder);
  for (const OutsideFiles& human : args.humans) {
    for (const std::string& file : human.files) {
      if (!folder || About(file)) files.push_back(file);
    }
  }
  for (const OutsideFiles& scores : args.scores) Append(scores.files, files);
  for (const std::string* fields : {&args.by, &args.mean}) {
    for (const std::string& field : SplitFields(*fields)) {  // FIELD, or FIELD=FILE
      const size_t at = field.find('=');
      if (at != field.npos) files.push_back(field.substr(at + 1));
    }
  }
  AppendMetricFiles(args, files);
  if (ReadsStandardInputByDefault(verb, args)) files.emplace_back(kStandardInput);
  std::erase(files, "");
  return files;
}

Status CheckOverwrites(const Verb& verb, const LowArgs& args,
                       const std::vector<std::string>& besides) {
  std::vector<std::string> inputs = InputFiles(verb, args);
  Append(besides, inputs);
  const struct {
    std::string_view flag;
    const std::string& path;
  } outputs[] = {{"-o/--output", args.output}, {"--svg", args.plot}};
  for (const auto& output : outputs) {
    const auto about = About(output.path);
    if (!about || !IsRead(*about, output.path, inputs)) continue;
    return UsageError(fmt::format("{}: {} is one of the inputs; write to another file", output.flag,
                                  output.path));
  }
  if (!args.plot.empty() && !args.output.empty() && FileOf(args.plot) == FileOf(args.output)) {
    return UsageError(
        fmt::format("--svg: {} is the output, too; write to another file", args.plot));
  }
  if (!args.output.empty()) return OkStatus();
  const auto standard_output = About(STDOUT_FILENO);
  if (!standard_output || !IsRead(*standard_output, "", inputs)) return OkStatus();
  return UsageError("standard output goes to one of the inputs; write to another file");
}

std::string FileOf(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  if (error) return path;
  const std::filesystem::path file = std::filesystem::weakly_canonical(whole, error);
  return error ? path : file.string();
}

Status RunVerb(const Verb& verb, const LowArgs& args, const Program& program) {
  if (verb.fail == nullptr) MTG_RETURN_IF_ERROR(CheckOverwrites(verb, args));
  return verb.run(args, program);
}

}  // namespace mtgauge
