// mtgauge bench: the laboratories.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "bench/laboratory/bench.h"
#include "cli/console/console.h"
#include "cli/flags/requests.h"
#include "cli/laboratories/laboratories.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

Result<const Laboratory*> FindLaboratory(const std::vector<std::string>& words) {
  std::vector<std::string_view> names;
  for (const Laboratory& laboratory : Laboratories()) names.push_back(laboratory.name);
  const std::string known = JoinChoices(names);
  if (words.empty()) return UsageError(fmt::format("say what to measure: {}", known));
  for (const Laboratory& laboratory : Laboratories()) {
    if (laboratory.name == words.front()) return &laboratory;
  }
  const std::string hint = DidYouMean(words.front(), names);
  return UsageError(fmt::format("no laboratory '{}'{}", words.front(),
                                hint.empty() ? " (known: " + known + ")" : hint));
}

LabRequest LabRequestOf(const LowArgs& args, const Program& program) {
  LabRequest request;
  CopyParts(args, request);
  static_cast<LabOptions&>(request) = args;
  static_cast<RunOptions&>(request) = RunOptionsOf(args.threads, args, program);
  request.references.erase(request.references.begin());  // the laboratory's name
  return request;
}

std::string LabJson(std::string_view laboratory, const LabReport& report, const WriteOptions& write,
                    uint32_t threads, const Method& method) {
  Json json;
  json["schema"] = "mtgauge.bench/1";
  json["version"] = kVersion;
  json["laboratory"] = std::string(laboratory);
  json["configuration"] = ConfigJson(write);
  json["machine"] = MachineJson(threads);
  json["method"] = MethodJson(method);
  json.update(report.figures);
  json["warnings"] = report.warnings;
  return DumpJson(json, 1) + '\n';
}

Status WriteFile(const std::string& path, const std::string& text) {
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

Status EnterLaboratories(const Program&) { return OkStatus(); }

Result<LowArgs> CheckBench(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(const Laboratory* const laboratory, FindLaboratory(args.references));
  MTG_RETURN_IF_ERROR(laboratory->check(LabRequestOf(args, Program{})));
  return args;
}

Status RunBench(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const Laboratory* const laboratory, FindLaboratory(args.references));
  const LabRequest request = LabRequestOf(args, program);
  MTG_RETURN_IF_ERROR(laboratory->check(request));
  Bench bench;
  bench.method.rounds = args.rounds;
  bench.stop = program.stop;
  bench.shows_progress = !args.quiet;
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(LabReport report, laboratory->run(request, bench));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, report.warnings));
  LowArgs in_effect = args;
  in_effect.references = request.references;
  const std::string text = args.format == "json"       ? LabJson(laboratory->name, report,
                                                                 WriteOptionsOf(in_effect, RunRecord{}),
                                                                 request.threads, bench.method)
                           : args.format == "markdown" ? LabMarkdown(report)
                                                       : LabText(report);
  MTG_RETURN_IF_ERROR(output.Write(text));
  if (!args.plot.empty()) MTG_RETURN_IF_ERROR(WriteFile(args.plot, SvgOf(report.plot)));
  return output.Finish();
}

}  // namespace mtgauge
