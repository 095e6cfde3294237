// Folding and whisper forms: every code point as CPython 3.11, by checksums, and by hand.
#include "core/text/folding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "core/text/utf8.h"
#include "core/text/whisper.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;

// Returns the checksum of what becomes of each code point after "a", each followed by LF.
template <typename Append>
uint64_t Checksum(const Append& append) {
  std::string all;
  for (uint32_t code_point = 0; code_point < 0x110000; ++code_point) {
    if (code_point >= 0xD800 && code_point < 0xE000) continue;
    std::string text = "a";
    AppendUtf8(code_point, text);
    append(text, all);
    all += '\n';
  }
  return crc32(0, reinterpret_cast<const Bytef*>(all.data()), static_cast<uInt>(all.size()));
}

std::string Without(std::string_view text, uint8_t ignored) {
  std::string out;
  AppendWithout(text, ignored, out);
  return out;
}

std::string Whisper(std::string_view text, NormalForm form = NormalForm::kWhisperBasic) {
  std::string out;
  AppendWhisper(text, form, out);
  return out;
}

TEST(Folding, EveryCharacterAsPython) {
  const auto checksum = [](uint8_t ignored) {
    return Checksum(
        [ignored](std::string_view text, std::string& out) { AppendWithout(text, ignored, out); });
  };
  EXPECT_EQ(checksum(kIgnoreCase), 4044352634u);
  EXPECT_EQ(checksum(kIgnorePunctuation), 1911785679u);
  EXPECT_EQ(checksum(kIgnoreCase | kIgnorePunctuation), 2990703827u);
}

TEST(Folding, ByHand) {
  EXPECT_EQ(Without("Straße, İ ΟΔΟΣ!", kIgnoreCase), "strasse, i\u0307 οδοσ!");
  EXPECT_EQ(Without("Wer? «Ich» — $5+1.", kIgnorePunctuation), "Wer Ich  $5+1");
  EXPECT_EQ(Without("A-\xFF\xC3", kIgnoreCase | kIgnorePunctuation), "a\xFF\xC3");
  EXPECT_EQ(Without("", kIgnoreCase), "");
}

TEST(IgnoringText, LinesStay) {
  const Batch batch = MakeBatch({}, {{"A.", "", "...", "B\n!", "ß"}});
  IgnoringText text;
  text.Remove(batch.hyps[0], kIgnoreCase);
  std::vector<std::string> lines;
  ForEachText(text.Remove(batch.hyps[0], kIgnoreCase | kIgnorePunctuation), batch.segments,
              [&](uint32_t, std::string_view line) { lines.emplace_back(line); });
  EXPECT_THAT(lines, ElementsAre("a", "", "", "b\n", "ss"));
}

TEST(Whisper, EveryCharacterAsTheTool) {
  const auto checksum = [](NormalForm form) {
    return Checksum(
        [form](std::string_view text, std::string& out) { AppendWhisper(text, form, out); });
  };
  EXPECT_EQ(checksum(NormalForm::kWhisperBasic), 726069361u);
  EXPECT_EQ(checksum(NormalForm::kWhisperDiacritics), 97847260u);
  // With regex 2025.11.3, whose clusters are those of Unicode 17, as ours; later versions know
  // marks of Unicode 18.
  EXPECT_EQ(checksum(NormalForm::kWhisperLetters), 1971082872u);
  EXPECT_EQ(checksum(NormalForm::kWhisperMarks), 2608985834u);
}

TEST(Whisper, ByHand) {
  EXPECT_EQ(Whisper("Hello, [noise] WORLD (laughs)!"), "hello world ");
  EXPECT_EQ(Whisper("a () b (c"), "a b c");
  EXPECT_EQ(Whisper("<x] y [z"), " y z");
  EXPECT_EQ(Whisper("\uFB01ne  Café "), "fine café ");
  EXPECT_EQ(Whisper("Café Łódź", NormalForm::kWhisperDiacritics), "cafe lodz");
  EXPECT_EQ(Whisper("हिन्दी"), "ह न द ");
  EXPECT_EQ(Whisper("हिन्दी", NormalForm::kWhisperMarks), "हिन्दी");
  // One character of two code points stays together.
  EXPECT_EQ(Whisper("Ab, x\u200Dy!", NormalForm::kWhisperLetters), "a b x\u200D y ");
  EXPECT_EQ(Whisper("\xFF \n\t x"), "\xFF x");
  EXPECT_EQ(Whisper(""), "");
}

TEST(Whisper, LinesStay) {
  const Batch batch = MakeBatch({}, {{"A [b", "c] D", "", " (x) ", "(y\nz) w\n"}});
  NormalizedText text;
  std::vector<std::string> lines;
  ForEachText(text.Normalize(batch.hyps[0], NormalForm::kWhisperBasic), batch.segments,
              [&](uint32_t, std::string_view line) { lines.emplace_back(line); });
  EXPECT_THAT(lines, ElementsAre("a b", "c d", "", " ", " w "));
}

}  // namespace
}  // namespace mtgauge
