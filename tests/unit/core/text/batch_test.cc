// Batches made of strings in memory.
#include "core/text/batch.h"

#include <gtest/gtest.h>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

std::string TextOf(const Stream& stream) { return {stream.text, stream.bytes}; }

TEST(MakeBatch, OneLinePerSegment) {
  const std::string first = "ein Haus", third = "";
  const Batch batch = MakeBatch({{&first, nullptr, &third}}, {{"a", "b", "c"}, {"", "", "z"}});
  EXPECT_EQ(batch.segments, 3u);
  ASSERT_EQ(batch.refs.size(), 1u);
  EXPECT_EQ(TextOf(batch.refs[0]), "ein Haus\n\n\n");
  EXPECT_FALSE(batch.refs[0].missing_at(0));
  EXPECT_TRUE(batch.refs[0].missing_at(1));
  EXPECT_FALSE(batch.refs[0].missing_at(2)) << "empty is not missing";
  ASSERT_EQ(batch.hyps.size(), 2u);
  EXPECT_EQ(TextOf(batch.hyps[0]), "a\nb\nc\n");
  EXPECT_EQ(TextOf(batch.hyps[1]), "\n\nz\n");
  EXPECT_TRUE(batch.hyps[0].missing.empty());
  EXPECT_EQ(batch.line_of(batch.refs[0], 2), 3u);
}

TEST(MakeBatch, SegmentsWithLineFeedsGoAside) {
  const Batch batch = MakeBatch({}, {{"one", "two\nlines", "", "\n"}});
  const Stream& stream = batch.hyps[0];
  EXPECT_EQ(TextOf(stream), "one\n\n\n\n");
  ASSERT_EQ(stream.aside.size(), 2u);
  EXPECT_EQ(stream.aside[0].segment, 1u);
  EXPECT_EQ(stream.aside[0].text, "two\nlines");
  EXPECT_EQ(stream.aside[1].segment, 3u);
  EXPECT_EQ(stream.aside[1].text, "\n");
}

TEST(MakeBatch, TextIsPaddedAndOutlivesTheBatch) {
  Stream stream;
  {
    Batch batch = MakeBatch({}, {{"short"}});
    stream = batch.hyps[0];
  }
  EXPECT_EQ(TextOf(stream), "short\n");
  for (uint32_t i = 0; i < kTextPadding; ++i) EXPECT_EQ(stream.text[stream.bytes + i], '\0');
}

TEST(MakeBatch, NothingAtAll) {
  EXPECT_EQ(MakeBatch({}, {}).segments, 0u);
  const Batch batch = MakeBatch({{}}, {{}});
  EXPECT_EQ(batch.segments, 0u);
  EXPECT_EQ(batch.hyps[0].bytes, 0u);
}

}  // namespace
}  // namespace mtgauge
