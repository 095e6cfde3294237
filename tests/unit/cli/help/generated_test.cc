// The manual page and the completions contain all names of the tables. In tests/cli/generate, the
// programs that use them read them.
#include "cli/help/generated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/flags/command.h"
#include "cli/flags/flags.h"
#include "cli/verbs/verbs.h"

namespace mtgauge {
namespace {

using ::testing::HasSubstr;

// Returns the lines from the first that begins with `begin` up to the next that begins with `end`.
std::string Part(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t at = ("\n" + text).find("\n" + begin);
  EXPECT_NE(at, std::string::npos) << begin;
  if (at == std::string::npos) return "";
  return text.substr(at, text.find("\n" + end, at + 1) - at + 1);
}

std::string Spelled(std::string_view flag) { return std::string(flag); }
std::string InRoff(std::string_view flag) { return Replaced(flag, '-', "\\-"); }

// A verb prints a long list.
TEST(Generated, ManNamesEachFlagOfEachVerbAndItsValues) {
  const std::vector<GeneratedFile> pages = GenerateManPages();
  ASSERT_EQ(pages.size(), Verbs().size() + 1);
  EXPECT_EQ(pages[0].text, GenerateMan());
  for (const Verb& verb : Verbs()) {
    const GeneratedFile& page = pages[static_cast<size_t>(&verb - Verbs().data()) + 1];
    EXPECT_EQ(page.name, "mtgauge-" + Spelled(verb.name) + ".1");
    const std::string part = Part(page.text, ".SH \"OPTIONS\"", ".SH ");
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      EXPECT_THAT(part, HasSubstr(InRoff(flag->long_name))) << verb.name;
      EXPECT_THAT(part, HasSubstr("\\fB" + InRoff(flag->short_name))) << verb.name;
      if (flag->choices == nullptr) continue;
      const std::string list = Spelled(flag->noun) + "s";
      if (flag->choices().size() >= 16) {
        if (VerbOf({list}) == nullptr) continue;  // the help of a verb names them in words
        EXPECT_THAT(part, HasSubstr("mtgauge " + list + "' lists all " + list)) << verb.name;
        continue;
      }
      for (const std::string_view choice : flag->choices()) {
        EXPECT_THAT(part, HasSubstr(InRoff(choice))) << verb.name;
      }
    }
  }
}

TEST(Generated, BashOffersEachFlagOfEachVerb) {
  const std::string bash = GenerateBash();
  for (const Verb& verb : Verbs()) {
    const std::string name = "    " + Spelled(verb.name) + ")";
    const std::string line = Part(bash, name, " ");
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      EXPECT_TRUE(line.find(" " + Spelled(flag->long_name)) != std::string::npos ||
                  line.find("'" + Spelled(flag->long_name)) != std::string::npos)
          << verb.name << flag->long_name;
      EXPECT_THAT(line, HasSubstr(Spelled(flag->short_name)));
      const std::string key = "'" + Spelled(verb.name) + " " + Spelled(flag->long_name) + " ";
      EXPECT_EQ(bash.find(key) != std::string::npos, flag->choices != nullptr) << key;
    }
  }
}

TEST(Generated, ZshOffersEachFlagOfEachVerb) {
  const std::string zsh = GenerateZsh();
  for (const Verb& verb : Verbs()) {
    const std::string part = Part(zsh, "    " + Spelled(verb.name) + ")", "      ;;");
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      EXPECT_THAT(
          part, HasSubstr("'*" + Spelled(flag->long_name) + (flag->takes_one_value() ? "=[" : "[")))
          << verb.name;
      if (flag->short_name.empty()) continue;
      EXPECT_THAT(part, HasSubstr("'*" + Spelled(flag->short_name) + "[")) << verb.name;
    }
  }
}

TEST(Generated, FishOffersEachFlagOfEachVerb) {
  const std::string fish = GenerateFish();
  for (const Verb& verb : Verbs()) {
    const std::string given = "__fish_seen_subcommand_from " + Spelled(verb.name) + "'";
    for (const Flag* flag : FlagsOfVerb(verb.bit)) {
      std::string option = given;
      if (!flag->short_name.empty()) {
        option +=
            (flag->short_name.size() == 2 ? " -s " : " -o ") + Spelled(flag->short_name.substr(1));
      }
      EXPECT_THAT(fish, HasSubstr(option + " -l " + Spelled(flag->long_name.substr(2)) + " "));
    }
  }
}

TEST(Generated, EachFormNamesEachVerbAndIsTheSameEachTime) {
  for (std::string (*make)() : {GenerateMan, GenerateBash, GenerateZsh, GenerateFish}) {
    const std::string text = make();
    for (const Verb& verb : Verbs()) EXPECT_THAT(text, HasSubstr(Spelled(verb.name)));
    EXPECT_EQ(text, make());
  }
}

}  // namespace
}  // namespace mtgauge
