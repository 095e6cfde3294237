// From what was typed to the record of it.
#include "cli/flags/configuration.h"

#include <algorithm>
#include <utility>

#include "cli/verbs/verbs.h"

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

Configuration MakeConfiguration(const LowArgs& filled, const RunRecord& record) {
  Configuration configuration;
  configuration.verb = std::string(VerbOfBit(filled.verb).name);
  configuration.references = filled.references;
  for (FlagRecord& one : RecordFlags(filled)) {
    const Flag& flag = *one.flag;
    if (!flag.moves_output) continue;
    configuration.options.push_back({std::string(KeyOf(flag)), KindOf(flag), std::move(one.uses)});
  }
  configuration.metrics = record.metrics;
  return configuration;
}

}  // namespace mtgauge
