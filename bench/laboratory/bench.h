// The laboratories of the verb bench: what a choice costs and changes on the user's own data.
//
// To add one, add NAME.cc with a function for Laboratory::run, its row in verb.cc, its name in
// cli/verbs/verbs.cc and its line in CMakeLists.txt. measuring/measure.h describes the method of
// measurement.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/laboratory/measuring/measure.h"
#include "cli/flags/lab_options.h"
#include "core/base/status.h"
#include "core/report/forms/json_output.h"
#include "core/report/forms/plot.h"
#include "core/report/forms/text_table.h"
#include "core/request/texts.h"
#include "core/text/batch.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The results of a laboratory.
struct LabReport {
  struct Section {
    std::string title;
    TextTable table;  // without columns: only notes
    std::vector<std::string> notes;
  };
  std::vector<Section> sections;  // human-readable
  Json figures = Json::object();  // machine-readable: added to the JSON object of the output
  Plot plot;                      // for --svg
  std::vector<Warning> warnings;  // about the texts, and from AddNoiseWarnings() about the machine
};

// A laboratory's request: that of a comparison, and what to measure.
struct LabRequest : CompareRequest, LabOptions {};
// Moves the one tokenizer to MetricChoice::tokenize. A UsageError if there are several.
Result<LabRequest> WithOneTokenizer(LabRequest request);

// How a laboratory measures.
struct Bench {
  Method method;
  const std::atomic<bool>* stop = nullptr;
  bool shows_progress = false;  // on a terminal

  Result<std::vector<Timing>> Measure(std::span<const Candidate> candidates) const;
};

using RunLaboratory = Result<LabReport>(const LabRequest& request, const Bench& bench);
// Checks everything that can be checked before input is read.
using CheckLaboratory = Status(const LabRequest& request);
struct Laboratory {
  std::string_view name;
  RunLaboratory* run;
  CheckLaboratory* check;
};
std::span<const Laboratory> Laboratories();

RunLaboratory RunTokenizerLaboratory, RunHashLaboratory, RunEngineLaboratory, RunPlanLaboratory;
CheckLaboratory CheckTokenizerLaboratory, CheckHashLaboratory, CheckEngineLaboratory,
    CheckPlanLaboratory;

// All texts of a job in memory, so that they can be read any number of times.
struct LabTexts {
  StreamNames names;
  std::vector<Batch> batches;
  uint64_t segments = 0;  // number of records
  uint64_t bytes = 0;     // of all references and systems, including line ends

  // Returns a function that returns copies of the batches, which share the text, one after another,
  // and then null. The function must not outlive the texts.
  std::function<std::unique_ptr<Batch>()> Reader() const;
};
Result<LabTexts> ReadLabTexts(const TextSettings& settings, const std::atomic<bool>* stop);

void AddNoiseWarnings(std::span<const Timing> timings, LabReport& report);

// The JSON that all laboratories share. Times are in seconds.
Json MachineJson(uint32_t threads);
Json MethodJson(const Method& method);
Json TextsJson(const LabTexts& texts);
Json TimingJson(const Timing& timing);
Json RatioJson(const Ratio& ratio);

// Returns a number with `digits` decimals, or "-" for NaN.
std::string Rounded(double value, int digits);

// Writes the whole output in the human-readable forms.
std::string LabText(const LabReport& report);
std::string LabMarkdown(const LabReport& report);

}  // namespace mtgauge
