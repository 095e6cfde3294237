// Loops are found as by their definition, in texts of any bytes.
#include "core/text/loops.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Units = std::vector<std::string_view>;

Units WordsOrCharacters(std::string_view text) {
  Units words, characters;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); at += characters.back().size()) {
    const CodePoint c = DecodeAt(text, at);
    characters.push_back(text.substr(at, c.length));
    if (!IsSpace(c.value)) continue;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
    begin = at + c.length;
  }
  if (text.size() > begin) words.push_back(text.substr(begin));
  return words.size() < 3 ? characters : words;
}

// By definition: tries every suffix and every period.
bool SlowLoops(std::string_view text) {
  const Units units = WordsOrCharacters(text);
  for (size_t length = 12; length <= units.size(); ++length) {
    if (2 * length < units.size()) continue;
    const size_t begin = units.size() - length;
    for (size_t period = 1; 3 * period <= length; ++period) {
      bool repeats = true;
      for (size_t i = begin; i + period < units.size(); ++i) {
        repeats = repeats && units[i] == units[i + period];
      }
      if (repeats) return true;
    }
  }
  return false;
}

// Repeats the last units of a random text some times, and sometimes puts another behind.
std::string RandomLoop(test::RandomText& random) {
  static constexpr std::string_view kParts[] = {
      "a",  "b", "\u4ECA", "\x80",   "\xE3", "\xE3\x80",         " ",     "  ",
      "\t", ".", "\u00A0", "\u3000", "ab",   "abcdefghijklmnop", "\u3002"};
  const uint32_t kinds = 1 + random.Below(15), first = random.Below(15);
  Units parts;
  for (uint32_t n = random.Below(12); n > 0; --n) {
    parts.push_back(kParts[(first + random.Below(kinds)) % 15]);
  }
  const size_t period = 1 + random.Below(5);
  for (uint32_t n = random.Below(40); n > 0 && parts.size() >= period; --n) {
    parts.push_back(parts[parts.size() - period]);
  }
  if (random.Below(4) == 0) parts.push_back(kParts[random.Below(15)]);
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

TEST(Loops, AreThoseOfTheDefinition) {
  test::RandomText random(3);
  LoopFinder finder;
  int loops = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string text = RandomLoop(random);
    const bool slow = SlowLoops(text);
    ASSERT_EQ(finder.Loops(text), slow) << text;
    loops += slow ? 1 : 0;
  }
  EXPECT_GT(loops, 20'000);
}

TEST(Loops, TakeLinearTime) {
  LoopFinder finder;
  EXPECT_TRUE(finder.Loops(std::string(1 << 22, 'a')));
  EXPECT_FALSE(finder.Loops(std::string(1 << 22, 'a') + 'b' + std::string(11, 'a')));
}

}  // namespace
}  // namespace mtgauge
