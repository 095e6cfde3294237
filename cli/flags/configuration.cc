// Builds the record of the arguments.
#include "cli/flags/configuration.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cli/verbs/verbs.h"

namespace mtgauge {

const Verb& VerbOfBit(uint32_t bit) {
  const std::span<const Verb> verbs = Verbs();
  return *std::find_if(verbs.begin(), verbs.end(),
                       [bit](const Verb& verb) { return verb.bit == bit; });
}

std::vector<FlagRecord> RecordFlags(const LowArgs& args) {
  std::vector<FlagRecord> records;
  for (const Flag* flag : FlagsOfVerb(args.verb)) {
    if (IsRecorded(*flag)) records.push_back({flag, UsesOf(*flag, args)});
  }
  return records;
}

Configuration MakeConfiguration(const LowArgs& filled, const RunRecord& record) {
  Configuration configuration;
  configuration.verb = std::string(VerbOfBit(filled.verb).name);
  configuration.references = filled.references;
  for (FlagRecord& one : RecordFlags(filled)) {
    const Flag& flag = *one.flag;
    if (!flag.moves_output) continue;
    configuration.options.push_back({std::string(KeyOf(flag)), flag.kind, std::move(one.uses)});
  }
  configuration.metrics = record.metrics;
  return configuration;
}

}  // namespace mtgauge
