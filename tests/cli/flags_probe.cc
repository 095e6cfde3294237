// Gives tests/differential/argparse_diff.py access to the parser of flags.
//
//   flags_probe table VERB            prints the verb's flags as a JSON array
//   flags_probe parse VERB < LINES    reads one JSON array of arguments per line; prints an object
//   per
//                                     line: {"error"}, {"help"} or {"values", "positionals"}
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/flags/arguments.h"
#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

using Json = nlohmann::ordered_json;

Json TableJson(const Verb& verb) {
  Json table = Json::array();
  for (const Flag* flag : FlagsOfVerb(verb.bit)) {
    Json row;
    row["long"] = std::string(flag->long_name);
    row["short"] = std::string(flag->short_name);
    row["arity"] = flag->kind == OptionKind::kSwitch           ? "none"
                   : flag->kind == OptionKind::kList           ? "+"
                   : flag->kind == OptionKind::kOptionalNumber ? "?"
                                                               : "one";
    row["help"] = flag->ends_reading();
    table.push_back(row);
  }
  return Json{{"positionals", verb.positionals}, {"flags", table}};
}

Json ParseJson(const Verb& verb, const std::vector<std::string>& arguments) {
  const Result<Arguments> parsed =
      SplitArguments(FlagsOfVerb(verb.bit), verb.positionals, arguments);
  Json out = Json::object();
  if (!parsed.ok()) {
    out["error"] = parsed.status().message();
  } else if (parsed->help || parsed->version) {
    out["help"] = true;
  } else {
    out["values"] = Json::object();
    for (const FlagUse& use : parsed->uses) {
      Json& value = out["values"][std::string(use.flag->long_name)];
      if (use.values.empty()) {
        value = true;
      } else if (use.flag->kind == OptionKind::kList) {
        for (const std::string& each : use.values) value.push_back(each);
      } else {
        value = use.values.front();
      }
    }
    out["positionals"] = parsed->positionals;
  }
  return out;
}

int Main(const std::vector<std::string>& arguments) {
  for (const Verb& verb : Verbs()) {
    if (arguments.size() != 2 || verb.name != arguments[1]) continue;
    if (arguments[0] == "table") {
      std::cout << TableJson(verb).dump() << '\n';
      return 0;
    }
    std::string line;
    while (std::getline(std::cin, line)) {
      std::cout << ParseJson(verb, Json::parse(line).get<std::vector<std::string>>()).dump()
                << '\n';
    }
    return 0;
  }
  std::cerr << "usage: flags_probe table|parse VERB\n";
  return 2;
}

}  // namespace
}  // namespace mtgauge

int main(int argc, char** argv) {
  return mtgauge::Main(std::vector<std::string>(argv + 1, argv + argc));
}
