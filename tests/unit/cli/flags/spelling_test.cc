// Options in messages, as the command line spells them.
#include "cli/flags/spelling.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

TEST(Spelling, AnOptionIsItsShortFlagIfItHasOne) {
  EXPECT_EQ(Spelled("choose another by `tokenize`"), "choose another by -tok");
  EXPECT_EQ(Spelled("`null` shifted has none; use `correction` holm"),
            "--null shifted has none; use --correction holm");
  EXPECT_EQ(Spelled("`by`=FILE"), "--by=FILE");
}

TEST(Spelling, BeforeAColonBothSpellingsStand) {
  EXPECT_EQ(Spelled("`metrics`: unknown metric"), "-m/--metrics: unknown metric");
  EXPECT_EQ(Spelled("job.toml:3:1: `metrics`: unknown"), "job.toml:3:1: -m/--metrics: unknown");
  EXPECT_EQ(Spelled("give one of `metrics`: bleu"), "give one of -m: bleu");
  EXPECT_EQ(Spelled("`split-key`: '{'"), "--split-key: '{'");
}

TEST(Spelling, OtherBackticksStay) {
  EXPECT_EQ(Spelled("the folder `resources`, by `key`"), "the folder `resources`, by --key");
  EXPECT_EQ(Spelled("a`b: `key` c`"), "a`b: --key c`");
  EXPECT_EQ(Spelled("``"), "``");
  EXPECT_EQ(Spelled("`"), "`");
  EXPECT_EQ(Spelled(""), "");
}

TEST(Spelling, WhatIsSpelledStaysSo) {
  EXPECT_EQ(Spelled(Spelled("`metrics`: `null`")), Spelled("`metrics`: `null`"));
}

}  // namespace
}  // namespace mtgauge
