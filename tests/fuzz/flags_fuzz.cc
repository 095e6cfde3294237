// Feeds arbitrary command lines to the flag parser. The input is split at NUL bytes and parsed as a
// whole and for each verb. In every accepted line, each word is accounted for.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/flags/arguments.h"
#include "cli/flags/command.h"
#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"

namespace {

std::vector<std::string> SplitAtNul(const uint8_t* data, size_t size) {
  std::vector<std::string> pieces(1);
  for (size_t i = 0; i < size; ++i) {
    if (data[i] == 0) {
      pieces.emplace_back();
    } else {
      pieces.back() += static_cast<char>(data[i]);
    }
  }
  return pieces;
}

size_t TotalBytes(const std::vector<std::string>& words) {
  size_t bytes = 0;
  for (const std::string& word : words) bytes += word.size();
  return bytes;
}

// Values and positionals consist of the arguments' bytes; nothing is invented or used twice.
void CheckParsed(const mtgauge::Arguments& parsed, const std::vector<std::string>& words) {
  size_t bytes = TotalBytes(parsed.positionals);
  for (const mtgauge::FlagUse& use : parsed.uses) {
    const bool none = use.flag->kind == mtgauge::OptionKind::kSwitch;
    const bool one = use.flag->takes_one_value();
    if (none ? !use.values.empty() : one ? use.values.size() != 1 : use.values.empty()) abort();
    bytes += TotalBytes(use.values);
  }
  if (bytes > TotalBytes(words)) abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::vector<std::string> words = SplitAtNul(data, size);
  if (mtgauge::ReadCommand(words).ok() && words.front().empty()) abort();
  for (const mtgauge::Verb& verb : mtgauge::Verbs()) {
    const auto flags = mtgauge::FlagsOfVerb(verb.bit);
    const auto parsed = mtgauge::SplitArguments(flags, verb.positionals, words);
    if (parsed.ok()) CheckParsed(*parsed, words);
    if (!parsed.ok() && parsed.status().message().empty()) abort();
  }
  return 0;
}
