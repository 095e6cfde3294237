// Files for other programs, made from the tables of verbs and flags: the manual page and the shell
// completions. To add one, add a file generate_NAME.cc and its row in cli/verbs/generate.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/flags.h"

namespace mtgauge {

struct GeneratedFile {
  std::string name;  // "mtgauge-score.1"
  std::string text;
};
struct GeneratedForm {
  std::string_view name;  // "bash"
  std::string (*make)();
  // Returns the files that a folder gets, the one of make() first. Null if there is one only, which
  // is not written into a folder.
  std::vector<GeneratedFile> (*files)() = nullptr;
};
std::vector<std::string_view> GeneratedNames();

std::string GenerateMan();
// Returns the page of the program and those of its verbs.
std::vector<GeneratedFile> GenerateManPages();
std::string GenerateBash();
std::string GenerateZsh();
std::string GenerateFish();

// What a shell offers as a flag's value.
enum class Offer { kNothing, kFiles, kChoices };
Offer OfferOf(const Flag& flag);
// Returns a flag's help up to its first semicolon.
std::string BriefHelp(const Flag& flag);
// Returns `text` with every `from` replaced by `to`.
std::string Replaced(std::string_view text, char from, std::string_view to);

}  // namespace mtgauge
