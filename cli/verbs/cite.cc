// mtgauge cite: how to cite, in a paper, the scores and tests computed here.
#include "mtgauge/cite.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/requests.h"
#include "cli/flags/spelling.h"
#include "cli/verbs/verbs.h"
#include "core/base/numbers.h"
#include "mtgauge/output.h"
#include "mtgauge/signature.h"

namespace mtgauge {
namespace {

std::string ReferencesFor(const SignatureSettings& settings) {
  const std::optional<uint32_t> number = ParseNumber<uint32_t>(settings.references);
  if (!number || *number == 1) return " REFERENCE";
  constexpr uint32_t kMostNamed = 8;
  std::string names;
  for (uint32_t r = 1; r <= std::min(*number, kMostNamed); ++r) {
    names += fmt::format(" REFERENCE{}", r);
  }
  return names + (*number > kMostNamed ? " ..." : "");
}

std::string CommandFor(const SignatureSettings& settings) {
  bool has_test_set = false;
  std::string flags;
  for (const auto& [name, value] : settings.options) {
    has_test_set = has_test_set || name == "test-set";
    flags += ' ' + Spelled('`' + name + '`') + (value.empty() ? "" : ' ' + ShellWord(value));
  }
  return fmt::format("mtgauge score{} -i OUTPUT -m {}{}\n",
                     has_test_set ? "" : ReferencesFor(settings), ShellWord(settings.metric),
                     flags);
}

// Writes the command for each signature, then what the signature cannot tell.
Status WriteCommands(const std::vector<std::string>& signatures, Output& output) {
  for (const std::string& signature : signatures) {
    MTG_ASSIGN_OR_RETURN(const SignatureSettings settings, FromSignature(signature));
    std::string text = CommandFor(settings);
    for (const std::string& note : settings.notes) text += "# " + Spelled(note) + '\n';
    MTG_RETURN_IF_ERROR(output.Write(text));
  }
  return output.Finish();
}

}  // namespace

Status RunCite(const LowArgs& args, const Program&) {
  if (!args.signatures.empty()) {
    const Flag* const other = FirstGiven(kCiteVerb, args, [](const Flag& flag) {
      return flag.long_name != "--signature" && flag.long_name != "--output";
    });
    if (other != nullptr) {
      return UsageError(
          fmt::format("--signature names the metric and its options; leave out {}",
                      other->short_name.empty() ? other->long_name : other->short_name));
    }
    MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
    return WriteCommands(args.signatures, output);
  }
  CiteRequest request;
  CopyParts(args, request);
  request.reference_count = args.num_refs;
  MTG_ASSIGN_OR_RETURN(const Citation citation, Cite(request));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_RETURN_IF_ERROR(output.Write(CitationText(citation)));
  return output.Finish();
}

}  // namespace mtgauge
