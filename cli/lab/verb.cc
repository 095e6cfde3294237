// mtgauge bench: the laboratories.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "cli/console/console.h"
#include "cli/flags/configuration.h"
#include "cli/flags/requests.h"
#include "cli/lab/bench.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

absl::StatusOr<const Laboratory*> FindLaboratory(const std::vector<std::string>& words) {
  const std::string known = JoinChoices(LaboratoryNames());
  if (words.empty()) return UsageError(fmt::format("say what to measure: {}", known));
  for (const Laboratory& laboratory : Laboratories()) {
    if (laboratory.name == words.front()) return &laboratory;
  }
  const std::string hint = DidYouMean(words.front(), LaboratoryNames());
  return UsageError(fmt::format("no laboratory '{}'{}", words.front(),
                                hint.empty() ? " (known: " + known + ")" : hint));
}

absl::StatusOr<std::string> LabJson(const Laboratory& laboratory, const LabReport& report,
                                    const LowArgs& args) {
  WriteOptions write;
  write.configuration = MakeConfiguration(args, RunRecord{});
  Json json;
  json["schema"] = "mtgauge.bench/1";
  json["version"] = kVersion;
  json["laboratory"] = std::string(laboratory.name);
  json["configuration"] = ConfigJson(write);
  json["machine"] = MachineJson(args);
  json["method"] = MethodJson(LabMethod(args));
  json.update(report.figures);
  json["warnings"] = WarningsJson(report.warnings);
  return DumpJson(json, 1) + '\n';
}

absl::StatusOr<std::string> Written(const Laboratory& laboratory, const LabReport& report,
                                    const LowArgs& args) {
  if (args.format == "json") return LabJson(laboratory, report, args);
  return args.format == "markdown" ? LabMarkdown(report) : LabText(report);
}

absl::Status WriteFile(const std::string& path, const std::string& text) {
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(path));
  MTG_RETURN_IF_ERROR(output.Write(text));
  return output.Finish();
}

}  // namespace

std::span<const Laboratory> Laboratories() {
  static constexpr Laboratory kLaboratories[] = {
      {"tokenizers", RunTokenizerLaboratory, CheckTokenizerLaboratory},
      {"hashes", RunHashLaboratory, CheckHashLaboratory},
      {"engines", RunEngineLaboratory, CheckEngineLaboratory},
      {"plan", RunPlanLaboratory, CheckPlanLaboratory},
  };
  return kLaboratories;
}

std::vector<std::string_view> LaboratoryNames() {
  std::vector<std::string_view> names;
  for (const Laboratory& laboratory : Laboratories()) names.push_back(laboratory.name);
  return names;
}

absl::StatusOr<LowArgs> CheckBench(const LowArgs& typed) {
  MTG_ASSIGN_OR_RETURN(const Laboratory* const laboratory, FindLaboratory(typed.references));
  LowArgs args = typed;
  args.references.erase(args.references.begin());
  MTG_RETURN_IF_ERROR(laboratory->check(args));
  return typed;
}

absl::Status RunBench(const LowArgs& typed, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const Laboratory* const laboratory, FindLaboratory(typed.references));
  LowArgs args = typed;
  args.references.erase(args.references.begin());
  MTG_RETURN_IF_ERROR(laboratory->check(args));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(LabReport report, laboratory->run(args, program));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  MTG_ASSIGN_OR_RETURN(const std::string written, Written(*laboratory, report, args));
  MTG_RETURN_IF_ERROR(output.Write(written));
  if (!args.plot.empty()) MTG_RETURN_IF_ERROR(WriteFile(args.plot, SvgOf(report.plot)));
  return output.Finish();
}

}  // namespace mtgauge
