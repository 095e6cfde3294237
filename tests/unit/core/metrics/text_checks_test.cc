// The checks that are scored like metrics: by hand, and copies beside a slow version. Loops have a
// test of their own (core/text/loops_test.cc).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mtgauge/mtgauge.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Lines = std::vector<std::string>;

// Returns whether the check finds something in one hypothesis.
bool Finds(const std::string& check, const std::string& hypothesis, const std::string& reference,
           const std::string& source = "") {
  ScoreRequest request;
  const Lines hyps = {hypothesis}, refs = {reference}, sources = {source};
  request.columns = TextColumns{{{"ref", refs}}, {{"sys", hyps}}};
  if (check == "copied") request.columns->source = TextColumn("src", sources);
  request.metrics = {check};
  const auto report = Score(request);
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() && report->systems[0].scores[0].score == 100;
}

TEST(TextChecks, Empty) {
  for (const char* const text : {"", " \t", "\u00A0\u3000", "\u200B\uFEFF", "\x01\x7F"}) {
    EXPECT_TRUE(Finds("empty", text, "x")) << text;
  }
  EXPECT_FALSE(Finds("empty", "\u200B.", "x"));
  EXPECT_TRUE(Finds("empty", "", ""));
}

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(TextChecks, Looping) {
  EXPECT_TRUE(Finds("looping", "Then " + Repeated("he went home ", 5), "Then he went home"));
  EXPECT_FALSE(Finds("looping", "Then " + Repeated("he went home ", 3), "Then he went home"));
  EXPECT_TRUE(Finds("looping", Repeated("今天", 8), "今天"));
  EXPECT_TRUE(Finds("looping", Repeated("a", 12), "a"));
  EXPECT_FALSE(Finds("looping", Repeated("a", 11), "a"));
  // The loop is not at the end, is less than half of the text, or stands in the reference.
  EXPECT_FALSE(Finds("looping", Repeated("no ", 12) + "and so on it goes to the end", "no"));
  EXPECT_FALSE(Finds("looping", "a b c d e f g h i j k l m " + Repeated("no ", 12), "no"));
  EXPECT_FALSE(Finds("looping", Repeated("la ", 20), Repeated("la ", 14)));
}

TEST(TextChecks, Overlong) {
  EXPECT_FALSE(Finds("overlong", "äöüäöü", "äö"));
  EXPECT_TRUE(Finds("overlong", "äöüäöüä", "äö"));
  EXPECT_TRUE(Finds("overlong", "x", ""));
  EXPECT_FALSE(Finds("overlong", "", ""));
}

TEST(TextChecks, Copied) {
  const std::string source = "Der Wächter öffnete das Tor, und niemand kam.";
  EXPECT_TRUE(Finds("copied", source, "The guard opened the gate.", source));
  EXPECT_TRUE(Finds("copied", "DER WÄCHTER ÖFFNETE DAS TOR", "The guard opened the gate.", source));
  EXPECT_TRUE(Finds("copied", "Der Wächter öffnete das gate", "The guard", source));
  EXPECT_FALSE(Finds("copied", "The guard öffnete das Tor", "The guard", source));
  EXPECT_FALSE(Finds("copied", source, source, source));  // the reference copies, too
  EXPECT_TRUE(Finds("copied", "Tor", "gate", "Tor!"));
  EXPECT_FALSE(Finds("copied", "das Tor", "the gate", source));  // fewer than 10 letters
  EXPECT_FALSE(Finds("copied", "2024, 17:30", "17.30, 2024", "2024, 17:30"));
  EXPECT_FALSE(Finds("copied", "", "x", ""));
}

// The longest common piece of two texts of letters.
size_t LongestPiece(const std::string& a, const std::string& b) {
  size_t longest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      size_t length = 0;
      while (i + length < a.size() && j + length < b.size() && a[i + length] == b[j + length]) {
        ++length;
      }
      longest = std::max(longest, length);
    }
  }
  return longest;
}

TEST(TextChecks, CopiedIsTheSlowVersion) {
  test::RandomText text(8);
  size_t copies = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::string source, hypothesis;
    for (uint32_t n = 10 + text.Below(30); n > 0; --n) source += "ab"[text.Below(2)];
    const size_t from = text.Below(static_cast<uint32_t>(source.size()));
    hypothesis = source.substr(from, 4 + text.Below(30));
    for (uint32_t n = text.Below(8); n > 0; --n) {
      const size_t at = text.Below(2) == 0 ? 0 : hypothesis.size();
      hypothesis.insert(at, 1, "abc"[text.Below(3)]);
    }
    const bool slow =
        source == hypothesis ||
        (hypothesis.size() >= 10 && 5 * LongestPiece(hypothesis, source) >= 4 * hypothesis.size());
    EXPECT_EQ(Finds("copied", hypothesis, "x", source), slow) << hypothesis << ' ' << source;
    copies += slow ? 1 : 0;
  }
  EXPECT_GT(copies, 500u);
}

TEST(TextChecks, MixedScripts) {
  EXPECT_TRUE(Finds("mixed-scripts", "The guard открыл the gate", "The guard opened the gate"));
  EXPECT_FALSE(Finds("mixed-scripts", "The guard said нет", "The guard said нет"));
  EXPECT_FALSE(Finds("mixed-scripts", "東京へ行きましたカメラ", "x"));
  EXPECT_FALSE(Finds("mixed-scripts", "한국어 漢字", "한국어"));
  EXPECT_TRUE(Finds("mixed-scripts", "The long and winding raod and gаte", "The road"));  // а
  EXPECT_FALSE(Finds("mixed-scripts", "The long road and a gаte", "gаte"));
  EXPECT_FALSE(Finds("mixed-scripts", "12 %, 34 €", "x"));
  EXPECT_TRUE(Finds("mixed-scripts", "他 said so", "he said so"));
}

}  // namespace
}  // namespace mtgauge
