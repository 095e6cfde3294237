// How the command line spells the options that the library's messages name.
#include "cli/flags/spelling.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "cli/flags/flags.h"
#include "cli/sacrebleu/flags.h"

namespace mtgauge {
namespace {

// Returns null if no flag has the name.
const Flag* FlagNamed(std::string_view name) {
  for (const std::span<const Flag> rows : {Flags(), SacreBleuFlags()}) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [name](const Flag& flag) { return KeyOf(flag) == name; });
    if (row != rows.end()) return &*row;
  }
  return nullptr;
}

// Returns the spelling within a sentence: short for a few well-known flags, long for all others.
std::string_view NameWithin(const Flag& flag) {
  constexpr std::string_view kKnownShort[] = {"-i", "-m", "-tok", "-lc", "-l", "-t", "-nr"};
  const bool known = std::find(std::begin(kKnownShort), std::end(kKnownShort), flag.short_name) !=
                     std::end(kKnownShort);
  return known ? flag.short_name : flag.long_name;
}

}  // namespace

std::string Spelled(std::string_view sentence) {
  std::string out;
  for (size_t at = 0; at < sentence.size();) {
    const size_t close = sentence[at] == '`' ? sentence.find('`', at + 1) : sentence.npos;
    const Flag* const flag =
        close == sentence.npos ? nullptr : FlagNamed(sentence.substr(at + 1, close - at - 1));
    if (flag == nullptr) {
      out += sentence[at++];
      continue;
    }
    const std::string_view rest = sentence.substr(close + 1);
    const bool heads = rest.starts_with(':') && (out.empty() || out.ends_with(": "));
    out += heads ? FlagLabel(*flag) : std::string(NameWithin(*flag));
    at = close + 1;
  }
  return out;
}

std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') out += "'\\'";  // ends the quotes for one that stands by itself
    out += c;
  }
  return out + '\'';
}

}  // namespace mtgauge
