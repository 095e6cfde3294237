// The tokenizers on strings with known tokens, and the table of them. The expected tokens are those
// of sacreBLEU 2.6.0.
#include "core/text/tokenizing/tokenizer.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/text/token_key.h"
#include "core/text/unicode.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using namespace std::string_literals;

// Returns the tokens joined by "|".
std::string Joined(const Tokens& tokens) {
  std::string joined;
  for (uint32_t i = 0; i < tokens.count; ++i) {
    if (i > 0) joined += '|';
    joined += tokens[i];
  }
  return joined;
}

std::string CutOne(std::string_view tokenizer, std::string_view segment) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  FindTokenizer(tokenizer)->get().CutSegment(segment, 0, view);
  return Joined(view.Segment(0).tokens);
}

struct Case {
  std::string segment, tokens_13a, tokens_intl, tokens_zh;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"Plain words only.", "Plain|words|only|.", "Plain|words|only|.", "Plain|words|only|."},
      {"It cost 3,000.50 euros, no less.", "It|cost|3,000.50|euros|,|no|less|.",
       "It|cost|3,000.50|euros|,|no|less|.", "It|cost|3,000.50|euros|,|no|less|."},
      {"In 2017.", "In|2017|.", "In|2017.", "In|2017."},
      {"wait...", "wait|.|.|.", "wait|.|.|.", "wait|.|.|."},
      {"1..2", "1|.|.|2", "1|.|.|2", "1|.|.|2"},
      {"1.,2.,", "1|.|,|2|.|,", "1|.|,|2|.|,", "1|.|,|2|.|,"},
      {"a.b,c", "a|.|b|,|c", "a|.|b|,|c", "a|.|b|,|c"},
      {"1.5.", "1.5|.", "1.5.", "1.5."},
      {".5", ".|5", ".5", ".5"},
      {" .5", ".|5", ".|5", ".5"},
      {",", ",", ",", ","},
      {"3-4 and x-y", "3|-|4|and|x-y", "3-4|and|x|-|y", "3|-|4|and|x-y"},
      {"-5 -x 9-", "-5|-x|9|-", "-5|-|x|9-", "-5|-x|9|-"},
      {"tea&quot;s&quot; &amp;lt; &amp;quot; &apos;", "tea|\"|s|\"|<|&|quot|;|&|apos|;",
       "tea|&|quot|;|s|&|quot|;|&|amp|;|lt|;|&|amp|;|quot|;|&|apos|;",
       "tea|&|quot|;|s|&|quot|;|&|amp|;|lt|;|&|amp|;|quot|;|&|apos|;"},
      {"R&D &lt;b&gt; &LT;", "R|&|D|<|b|>|&|LT|;", "R|&|D|&|lt|;|b|&|gt|;|&|LT|;",
       "R|&|D|&|lt|;|b|&|gt|;|&|LT|;"},
      {"x<skipped>y <skip<skipped>ped>", "xy|<|skipped|>",
       "x|<|skipped|>|y|<|skip|<|skipped|>|ped|>", "x|<|skipped|>|y|<|skip|<|skipped|>|ped|>"},
      {"first-\nsecond\nthird", "firstsecond|third", "first|-|second|third", "first-|second|third"},
      {"$5/kg (net) [sic]", "$|5|/|kg|(|net|)|[|sic|]", "$|5|/|kg|(|net|)|[|sic|]",
       "$|5|/|kg|(|net|)|[|sic|]"},
      {"don't \"quote\" `it`", "don't|\"|quote|\"|`|it|`", "don|'|t|\"|quote|\"|`|it|`",
       "don't|\"|quote|\"|`|it|`"},
      {"a_b@c#d%e^f*g~h\\i{j}", "a|_|b|@|c|#|d|%|e|^|f|*|g|~|h|\\|i|{|j|}",
       "a|_|b|@|c|#|d|%|e|^|f|*|g|~|h|\\|i|{|j|}", "a|_|b|@|c|#|d|%|e|^|f|*|g|~|h|\\|i|{|j|}"},
      {"\u00A0wide\u3000spaces\u2003here\u0085", "wide|spaces|here", "wide|spaces|here",
       "wide|spaces|here"},
      {"zero\u200Bwidth\uFEFF", "zero\u200Bwidth\uFEFF", "zero\u200Bwidth\uFEFF",
       "zero|\u200B|width\uFEFF"},
      {"«Où?» — dit-il…", "«Où|?|»|—|dit-il…", "«|Où|?|»|—|dit|-|il|…", "«Où|?|»|—|dit-il|…"},
      {"5€ ±2 x²", "5€|±2|x²", "5|€|±|2|x²", "5|€|±2|x²"},
      {"٣.٤ ٣,", "٣|.|٤|٣|,", "٣.٤|٣,", "٣|.|٤|٣|,"},
      {"“q” 10–20", "“q”|10–20", "“|q|”|10–20", "“|q|”|10|–|20"},
      {"2017年3月", "2017年3月", "2017年3月", "2017|年|3|月"},
      {"你好，world。", "你好，world。", "你好|，|world|。", "你|好|，|world|。"},
      {"「かな」カナ한글", "「かな」カナ한글", "「|かな|」|カナ한글", "「|かな|」|カナ한글"},
      {"\U00020000字\u2A6D\u2A6E", "\U00020000字\u2A6D\u2A6E", "\U00020000字|\u2A6D|\u2A6E",
       "\U00020000|字|\u2A6D|\u2A6E"},
      {"５．５", "５．５", "５．５", "５|．|５"},
      {"\U0001F600+1", "\U0001F600|+|1", "\U0001F600|+|1", "\U0001F600|+|1"},
      {"\x1C"
       "a\x1D"
       "b\x1F"
       "c",
       "a|b|c", "a|b|c", "a|b|c"},
      {"tab\tand\vvt\r", "tab|and|vt", "tab|and|vt", "tab|and|vt"},
      {"nul\0in.side"s, "nul\0in|.|side"s, "nul\0in|.|side"s, "nul\0in|.|side"s},
      {"", "", "", ""},
      {"   ", "", "", ""},
  };
  return cases;
}

TEST(Tokenizer, KnownTokens) {
  for (const Case& known : Cases()) {
    EXPECT_EQ(CutOne("13a", known.segment), known.tokens_13a) << known.segment;
    EXPECT_EQ(CutOne("intl", known.segment), known.tokens_intl) << known.segment;
    EXPECT_EQ(CutOne("zh", known.segment), known.tokens_zh) << known.segment;
  }
}

TEST(Tokenizer, CharAndNone) {
  EXPECT_EQ(CutOne("char", " aé 漢\u3000\U0001F600.e\u0301 "), "a|é|漢|\U0001F600|.|e|\u0301");
  EXPECT_EQ(CutOne("none",
                   "\u00A0 a.b\u2028(c), \u3000d\x1C"
                   "e\u200B"),
            "a.b|(c),|d|e\u200B");
  EXPECT_EQ(CutOne("char", " \n "), "");
  EXPECT_EQ(CutOne("none", " \n "), "");
}

// mteval reads U+2028 as a space before it looks for hyphens at the ends of lines.
TEST(Tokenizer, MtevalKeepsTheHyphenBeforeALineSeparator) {
  EXPECT_EQ(CutOne("mteval-intl", "well-\u2028known \u00ADa\u00AD\u2028b"),
            CutOne("mteval-intl", "well- known \u00ADa\u00AD b"));
  EXPECT_EQ(CutOne("mteval-intl", "well-\u2028known"), "well|-|known");
  EXPECT_EQ(CutOne("mteval-intl-lc", "Well\u2028Known"), "well|known");
}

// An undecodable byte is a separate character, neither space nor punctuation nor digit.
TEST(Tokenizer, InvalidBytesAreLetters) {
  EXPECT_EQ(CutOne("char", "a\xE2\x80 \xFF"), "a|\xE2|\x80|\xFF");
  EXPECT_EQ(CutOne("none", "a\x85 b\xA0\xC2 c"), "a\x85|b\xA0\xC2|c");
  EXPECT_EQ(CutOne("13a", "\xFF.\xFF 5\xC2-"), "\xFF|.|\xFF|5\xC2-");
  EXPECT_EQ(CutOne("intl", "\xE2\x80.5"), "\xE2\x80|.|5");
  EXPECT_EQ(CutOne("zh", "\xE4\xBD\xE4\xBD\xA0"), "\xE4\xBD|你");
}

TEST(Tokenizers, TableIsSound) {
  std::set<std::string_view> names;
  for (const TokenizerRow& row : Tokenizers()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(FindTokenizer(row.name), &row);
    EXPECT_EQ(row.signature, row.name);
    EXPECT_FALSE(row.help.empty());
    EXPECT_EQ(&row.get(), &row.get());
  }
  EXPECT_EQ(Tokenizers().front().name, "13a");
  EXPECT_EQ(FindTokenizer("14a"), nullptr);
  EXPECT_EQ(FindTokenizer("intl")->unicode, kNewestUnicode);
  EXPECT_EQ(FindTokenizer("mteval-intl")->unicode, kCategoryUnicode);
  EXPECT_EQ(FindTokenizer("13a")->unicode, "");
  EXPECT_TRUE(FindTokenizer("zh")->splits_unspaced_scripts);
  EXPECT_FALSE(FindTokenizer("13a")->splits_unspaced_scripts);
}

TEST(Tokenizers, MtevalDecodesBeforeItLowers) {
  EXPECT_EQ(CutOne("mteval-lc", "R&LT;B &lt;B&gt; <SKIPPED>ÄA 3-X"),
            "r|&|lt|;|b|<|b|>|<|skipped|>|Äa|3|-|x");
  EXPECT_EQ(CutOne("mteval", "R&LT;B <skipped>A."), "R|&|LT|;|B|A|.");
  EXPECT_EQ(CutOne("mteval",
                   "a\x1C\x1F"
                   "b c\u00A0d"),
            "a\x1C\x1F"
            "b|c|d");
  EXPECT_EQ(CutOne("13a",
                   "a\x1C\x1F"
                   "b"),
            "a|b");
}

TEST(Tokenizers, ChosenByLanguage) {
  EXPECT_EQ(TokenizerForLanguage("zh"), "zh");
  EXPECT_EQ(TokenizerForLanguage("ja"), "ja-mecab");
  EXPECT_EQ(TokenizerForLanguage("ko"), "ko-mecab");
  for (const std::string_view language : {"de", "", "zh-Hant", "ZH"}) {
    EXPECT_EQ(TokenizerForLanguage(language), "13a") << language;
  }
}

// ---- streams ----

void ExpectSameTokens(const View& view, const View& expected, const char* what) {
  ASSERT_EQ(view.segments(), expected.segments());
  for (uint32_t i = 0; i < expected.segments(); ++i) {
    const SegmentView got = view.Segment(i), want = expected.Segment(i);
    ASSERT_EQ(got.text, want.text) << what << ", segment " << i;
    ASSERT_EQ(Joined(got.tokens), Joined(want.tokens)) << what << ": " << want.text;
    ASSERT_EQ(view.line_end()[i], expected.line_end()[i]);
    for (uint32_t k = 0; k < want.tokens.count; ++k) {
      ASSERT_EQ(got.tokens.key[k], want.tokens.key[k]) << what << ": " << want.tokens[k];
    }
  }
}

// Checks that each segment alone, the default CutStream and the tokenizer's own agree on text and
// tokens.
void CheckStream(const TokenizerRow& row, const std::vector<std::string>& segments,
                 const HashRow& hash) {
  SCOPED_TRACE(std::string(row.name) + ", " + std::string(hash.name));
  const Batch batch = MakeBatch({}, {segments});
  const Stream& stream = batch.hyps[0];
  View twin(hash.function), fast(hash.function);
  row.get().Tokenizer::CutStream(stream.text, stream.bytes, batch.segments, stream.aside, twin);
  row.get().CutStream(stream.text, stream.bytes, batch.segments, stream.aside, fast);
  ASSERT_EQ(twin.segments(), segments.size());
  for (uint32_t i = 0; i < segments.size(); ++i) {
    ASSERT_EQ(twin.Segment(i).text, segments[i]);
    const Tokens tokens = twin.Segment(i).tokens;
    ASSERT_EQ(Joined(tokens), CutOne(row.name, segments[i]));
    for (uint32_t k = 0; k < tokens.count; ++k) {
      ASSERT_EQ(tokens.key[k], TokenKey(tokens[k], hash.function));
    }
  }
  ASSERT_NO_FATAL_FAILURE(ExpectSameTokens(fast, twin, "CutStream"));
}

TEST(TokenizerStream, KnownSegments) {
  std::vector<std::string> segments;
  for (const Case& known : Cases()) segments.push_back(known.segment);
  for (const TokenizerRow& row : Tokenizers()) {
    for (const HashRow& hash : Hashes()) {
      ASSERT_NO_FATAL_FAILURE(CheckStream(row, segments, hash));
    }
  }
}

TEST(TokenizerStream, AwkwardSegments) {
  const std::vector<std::string> segments = {"",
                                             "a\r",
                                             "\0"s,
                                             "first-\nsecond",
                                             "",
                                             "\n",
                                             "b\0\0c ."s,
                                             "\xFF\xFE.",
                                             "\xE2\x80",
                                             "\xE3\x80\x80",
                                             " \u0085",
                                             "&quot;",
                                             "-",
                                             std::string(200, '.'),
                                             std::string(200, '\xFF'),
                                             "x" + std::string(70, ' ') + "y",
                                             "a\nb\n",
                                             "1.",
                                             "A\x1C"
                                             "B \x1D",
                                             "&LT; A&lt;B <SKIPPED>",
                                             ".1"};
  for (const TokenizerRow& row : Tokenizers()) {
    ASSERT_NO_FATAL_FAILURE(CheckStream(row, segments, DefaultHash()));
    ASSERT_NO_FATAL_FAILURE(CheckStream(row, {}, DefaultHash()));
    ASSERT_NO_FATAL_FAILURE(CheckStream(row, {""}, DefaultHash()));
  }
}

TEST(TokenizerStream, RandomSegments) {
  test::RandomText random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> segments = random.Segments(30);
    for (int i = 0; i < 20; ++i) segments.push_back(random.Bytes(random.Below(150)));
    segments.push_back(random.Sentence(20) + "\n" + random.Sentence(5) + "-\n" + random.Word());
    for (const TokenizerRow& row : Tokenizers()) {
      ASSERT_NO_FATAL_FAILURE(CheckStream(row, segments, DefaultHash()));
    }
  }
}

TEST(TokenizerStream, ViewsAreReused) {
  View view(DefaultHash().function);
  const Tokenizer& tokenizer = FindTokenizer("13a")->get();
  for (const std::vector<std::string>& segments :
       {std::vector<std::string>{"a b", "c &lt; d", "e\nf"}, {"z"}, {"", "y. &gt;"}}) {
    const Batch batch = MakeBatch({}, {segments});
    const Stream& stream = batch.hyps[0];
    tokenizer.CutStream(stream.text, stream.bytes, batch.segments, stream.aside, view);
    ASSERT_EQ(view.segments(), segments.size());
    for (uint32_t i = 0; i < segments.size(); ++i) {
      EXPECT_EQ(view.Segment(i).text, segments[i]);
      EXPECT_EQ(Joined(view.Segment(i).tokens), CutOne("13a", segments[i]));
    }
  }
}

TEST(RefusalError, NamesTheReasonAndTheRemedy) {
  const ErrorPlace place{.file = "out.txt", .line = 7};
  const Status too_long = RefusalError(place, Refusal::kTooLong, "ja-mecab");
  EXPECT_EQ(too_long.message(),
            "out.txt:7: the segment is too long for the tokenizer ja-mecab; split it, or choose "
            "another by `tokenize`");
  EXPECT_EQ(too_long.error().option, "tokenize");
  EXPECT_EQ(RefusalError(place, Refusal::kControlSymbol, "flores200").message(),
            "out.txt:7: the segment has a control symbol of the tokenizer flores200; remove it, or "
            "choose another by `tokenize`");
}

}  // namespace
}  // namespace mtgauge
