// The laboratories of the verb bench: what a choice costs and changes on the user's own data.
//
// To add one: cli/lab/NAME.cc with a function as Laboratory::run, its row in cli/lab/verb.cc and
// its line in cli/CMakeLists.txt. The method is that of core/lab/measure.h.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/lab/options.h"
#include "core/base/status.h"
#include "core/lab/measure.h"
#include "core/report/forms/json_output.h"
#include "core/report/forms/plot.h"
#include "core/report/forms/text_table.h"
#include "core/request/texts.h"
#include "core/text/batch.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"

namespace mtgauge {

// What a laboratory has found.
struct LabReport {
  struct Section {
    std::string title;
    TextTable table;  // without columns: notes alone
    std::vector<std::string> notes;
  };
  std::vector<Section> sections;  // for people
  Json figures = Json::object();  // for programs: added to the object of the output
  Plot plot;                      // for --svg
  std::vector<Warning> warnings;  // about the texts and, by AddNoiseWarnings(), about the machine
};

// What a laboratory is asked: a comparison's request, and what is measured.
struct LabRequest : CompareRequest, LabOptions {};
// With its one tokenizer in MetricChoice::tokenize; a UsageError where there are several.
absl::StatusOr<LabRequest> WithOneTokenizer(LabRequest request);

// What a laboratory measures with.
struct Bench {
  Method method;
  const std::atomic<bool>* stop = nullptr;
  bool shows_progress = false;  // on a terminal

  absl::StatusOr<std::vector<Timing>> Measure(std::span<const Candidate> candidates) const;
};

using RunLaboratory = absl::StatusOr<LabReport>(const LabRequest& request, const Bench& bench);
// All that can be checked before anything is read.
using CheckLaboratory = absl::Status(const LabRequest& request);
struct Laboratory {
  std::string_view name;
  RunLaboratory* run;
  CheckLaboratory* check;
};
std::span<const Laboratory> Laboratories();
std::vector<std::string_view> LaboratoryNames();

RunLaboratory RunTokenizerLaboratory, RunHashLaboratory, RunEngineLaboratory, RunPlanLaboratory;
CheckLaboratory CheckTokenizerLaboratory, CheckHashLaboratory, CheckEngineLaboratory,
    CheckPlanLaboratory;

// All texts of a job, held in memory, so that they can be read any number of times.
struct LabTexts {
  StreamNames names;
  std::vector<Batch> batches;
  uint64_t segments = 0;  // records
  uint64_t bytes = 0;     // of all references and systems, line ends included

  // Hands out copies of the batches, which share the text, one after another; then null. Must not
  // outlive the texts.
  std::function<std::unique_ptr<Batch>()> Reader() const;
};
absl::StatusOr<LabTexts> ReadLabTexts(const TextSettings& settings, const std::atomic<bool>* stop);

void AddNoiseWarnings(std::span<const Timing> timings, LabReport& report);

// What the JSON of all laboratories shares. Times are in seconds.
Json MachineJson(uint32_t threads);
Json MethodJson(const Method& method);
Json TextsJson(const LabTexts& texts);
Json TimingJson(const Timing& timing);
Json RatioJson(const Ratio& ratio);

// A number in so many digits behind the point, for people; "-" where there is none.
std::string Rounded(double value, int digits);

// The whole output in the forms for people.
std::string LabText(const LabReport& report);
std::string LabMarkdown(const LabReport& report);

}  // namespace mtgauge
