// Whisper's English normalizer: our own sentences, as whisper-normalizer 0.1.15 changes them.
#include "core/text/whisper_english.h"

#include <gtest/gtest.h>

#include "core/text/whisper.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

std::string English(std::string_view text) {
  std::string out;
  AppendWhisper(text, NormalForm::kWhisperEnglish, out);
  return out;
}

TEST(WhisperEnglish, AsTheTool) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"Mr. Smith won't pay twenty-five dollars.", "mister smith will not pay $25"},
      {"It's been one hundred and five years, hmm.", "it has been 105 years"},
      {"two million three hundred thousand and ten", "2300010"},
      {"nineteen eighty four was in the nineteen-eighties", "1984 was in the 1980s"},
      {"one oh one, double seven, triple o", "10177000"},
      {"three and a half metres and a half", "3.5 meters and a half"},
      {"minus five degrees, plus ten percent, five per cent", "-5 degrees +10% 5%"},
      {"$1 and ¢5 or $0.07 or three dollars and seven cents", " one.05 or ¢7 or $3.07"},
      {"the colour of Dr. Grey's armour", "the color of doctor gray is armor"},
      {"I'm gonna go, they've gone, he'd been there",
       "i am going to go they have gone he had been there"},
      {"£3.5 million, 1,000,000 euros, $20", "£3500000 €1000000 $20"},
      {"3.14 point one, point, one point two point three", "3.14 one one.2.3"},
      {"the first, the second one, 3 rd, 1960s and 5 th", "the 1st the 2nd one 3rd 1960s and 5th"},
      {"[noise] we didn't (laughs) say 'twas", "we did not say twas"},
      {"50% of 100 % and %", "50% of 100 and "},
      {"1 and 1s and 11", "one and ones and 11"},
      {"²½ and ٣٫٥", "21 2 and 3 5"},
      {"naïve Ærø ΟΔΟΣ", "naive aero οδος"},
      {"zero zero seven, oh seven hundred", "70700"},
      {"two and three", "2 and 3"},
      {"hundred and", "100 and"},
      {"twenty twenty five", "2025"},
      {"one thousand one hundred eleven hundred", "12100"},
      {"fifty sixes, two hundredths, ten millions", "56s 2 hundredths 10000000s"},
      {"and a half", ""},
      {"", ""},
      {"...", "."},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(English(text), expected) << text;
}

TEST(WhisperEnglish, SegmentsThatStopTheToolStay) {
  const std::string text = "Mr. " + std::string(5'000, '9');
  EXPECT_EQ(English(text), text);
}

TEST(WhisperEnglish, AnyBytes) {
  test::RandomText random(91);
  for (int i = 0; i < 2'000; ++i) {
    const std::string text = random.Bytes(random.Below(60));
    std::string once;
    AppendWhisper(text, NormalForm::kWhisperEnglish, once);
    EXPECT_LE(once.size(), 20 * text.size() + 20);
  }
}

}  // namespace
}  // namespace mtgauge
