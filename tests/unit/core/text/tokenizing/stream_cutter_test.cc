// StreamCutter, compared with cutting segment by segment.
#include "core/text/tokenizing/stream_cutter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/text/tokenizers/tok_jiwer.h"
#include "core/text/tokenizers/tok_lepor.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Words = std::vector<std::string>;
using test::RandomText;

uint64_t ConstantHash(const char*, size_t) { return 7; }

struct CutTokens {
  Words tokens;
  std::vector<uint64_t> keys;
  std::string text;
  bool operator==(const CutTokens&) const = default;
};

std::vector<CutTokens> Contents(const View& view) {
  std::vector<CutTokens> contents;
  for (uint32_t i = 0; i < view.segments(); ++i) {
    const SegmentView segment = view.Segment(i);
    CutTokens& cut = contents.emplace_back();
    cut.text = segment.text;
    for (uint32_t t = 0; t < segment.tokens.count; ++t) {
      cut.tokens.emplace_back(segment.tokens[t]);
      cut.keys.push_back(segment.tokens.key[t]);
    }
  }
  return contents;
}

void ExpectStreamEqualsSegments(const std::vector<std::string>& segments, HashFunction hash) {
  std::string text;
  std::vector<Aside> asides;
  for (uint32_t i = 0; i < segments.size(); ++i) {
    const bool aside = segments[i].find('\n') != std::string::npos;
    if (aside) asides.push_back({i, segments[i]});
    if (!aside) text += segments[i];
    text += '\n';
  }
  const uint32_t bytes = static_cast<uint32_t>(text.size());
  const uint32_t count = static_cast<uint32_t>(segments.size());
  text.append(kTextPadding, '1');
  std::vector<TokenizerRow> rows = {JiwerWords(), LeporWords(), HLeporWords()};
  rows.insert(rows.end(), Tokenizers().begin(), Tokenizers().end());
  for (const TokenizerRow& row : rows) {
    const Tokenizer& tokenizer = row.get();
    View fast(hash), slow(hash);
    for (int again = 0; again < 2; ++again) {  // the second time into used memory
      tokenizer.CutStream(text.data(), bytes, count, asides, fast);
      slow.Reset(text.data(), bytes, count);
      tokenizer.Tokenizer::CutStream(text.data(), bytes, count, asides, slow);
      ASSERT_EQ(fast.segments(), count);
      ASSERT_EQ(Contents(fast), Contents(slow)) << row.name;
      ASSERT_TRUE(std::equal(fast.line_end(), fast.line_end() + count, slow.line_end()))
          << row.name;
    }
  }
}

TEST(StreamCutter, EqualsCuttingSegmentBySegment) {
  RandomText random(6);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> segments = random.Segments(150);
    for (uint32_t i = 0; i < 30; ++i) segments.push_back(random.Bytes(random.Below(300)));
    for (uint32_t i = 0; i < 5; ++i) segments.push_back("ein Wort-\nzwei\n&amp;");
    for (const char* blank : {" ", "  ", " a", "a ", "a  b", "a b", "\t"})
      segments.push_back(blank);
    for (size_t i = segments.size() - 1; i > 0; --i) {
      std::swap(segments[i], segments[random.Below(static_cast<uint32_t>(i + 1))]);
    }
    ExpectStreamEqualsSegments(segments, round % 2 == 0 ? DefaultHash().function : ConstantHash);
  }
}

// Characters of every kind and length, and broken ones, a few kinds at a time.
TEST(StreamCutter, CutsEveryMixtureOfCharacters) {
  RandomText random(7);
  for (int round = 0; round < 300; ++round) {
    const std::vector<std::string> kinds = random.Characters(2 + random.Below(8));
    std::vector<std::string> segments(1 + random.Below(60));
    for (std::string& segment : segments) {
      for (uint32_t n = random.Below(90); n > 0; --n) {
        segment += kinds[random.Below(static_cast<uint32_t>(kinds.size()))];
      }
    }
    ASSERT_NO_FATAL_FAILURE(ExpectStreamEqualsSegments(segments, DefaultHash().function));
  }
}

TEST(StreamCutter, CutsExtremeStreams) {
  const HashFunction hash = DefaultHash().function;
  ExpectStreamEqualsSegments({}, hash);
  ExpectStreamEqualsSegments({""}, hash);
  ExpectStreamEqualsSegments(std::vector<std::string>(20000, ""), hash);
  ExpectStreamEqualsSegments({std::string(100000, 'a')}, hash);
  ExpectStreamEqualsSegments({std::string(100000, '.'), "", std::string(100000, '1') + "."}, hash);
  ExpectStreamEqualsSegments({std::string(100000, '\0'), "a b"}, hash);
  for (const char* character : {"«", "。", "٣", "\u3000", "漢", "😀", "\x80", "\xE3", "- ", ". "}) {
    std::string run;
    for (int i = 0; i < 5000; ++i) run += character;
    ExpectStreamEqualsSegments({run, "a" + run, "1" + run + "1", "1" + run + ".", "", run}, hash);
  }
  // A special byte whose line ends in a later piece.
  ExpectStreamEqualsSegments({"&amp;" + std::string(50000, 'b') + " c", "plain line"}, hash);
}

}  // namespace
}  // namespace mtgauge
