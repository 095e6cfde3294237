// From what was typed to the record of it.
#include "cli/configuration.h"

#include <algorithm>
#include <utility>

#include "cli/verbs.h"

namespace mtgauge {

const Verb& VerbOfBit(uint32_t bit) {
  const std::span<const Verb> verbs = Verbs();
  return *std::find_if(verbs.begin(), verbs.end(),
                       [bit](const Verb& verb) { return verb.bit == bit; });
}

std::string_view KeyOf(const Flag& flag) { return flag.long_name.substr(2); }

bool TakesNumber(const Flag& flag) { return flag.value_name == "N" || flag.value_name == "X"; }

std::vector<FlagRecord> RecordFlags(const LowArgs& args) {
  std::vector<FlagRecord> records;
  for (const Flag* flag : FlagsOfVerb(args.verb)) {
    if (flag->access.get != nullptr) records.push_back({flag, flag->access.get(args)});
  }
  return records;
}

namespace {

OptionKind KindOf(const Flag& flag) {
  if (flag.arity == Arity::kNone) return OptionKind::kSwitch;
  if (flag.arity == Arity::kOneOrMore) return OptionKind::kList;
  return TakesNumber(flag) ? OptionKind::kNumber : OptionKind::kText;
}

}  // namespace

absl::StatusOr<Configuration> MakeConfiguration(const LowArgs& args, const JobOptions* job) {
  Configuration configuration;
  configuration.verb = std::string(VerbOfBit(args.verb).name);
  configuration.references = args.references;
  for (FlagRecord& record : RecordFlags(args)) {
    const Flag& flag = *record.flag;
    if (!flag.moves_output) continue;
    configuration.options.push_back(
        {std::string(KeyOf(flag)), KindOf(flag), std::move(record.uses)});
  }
  if (job == nullptr) return configuration;
  for (const std::string& spec : job->metrics) {
    MTG_ASSIGN_OR_RETURN(MetricOptions options, OptionsInEffect(spec, job->shared));
    configuration.metrics.push_back({spec, std::move(options)});
  }
  return configuration;
}

}  // namespace mtgauge
