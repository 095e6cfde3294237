// Digests of parts combine to the digest of the whole, for any cut; other texts have other digests.
#include "core/score/checks/text_digest.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Texts = std::vector<std::optional<std::string>>;  // nothing if missing

TextDigest DigestOf(const Texts& texts, size_t begin, size_t end) {
  TextDigest digest;
  for (size_t i = begin; i < end; ++i) {
    if (texts[i]) {
      digest.Add(*texts[i], i % 7 != 3);
    } else {
      digest.AddMissing();
    }
  }
  return digest;
}

Texts RandomTexts(size_t count) {
  test::RandomText random(5);
  Texts texts;
  for (size_t i = 0; i < count; ++i) {
    texts.emplace_back(random.Bytes(random.Below(40)));
    if (random.Below(5) == 0) texts.back().reset();
    if (random.Below(5) == 0) texts.back() = "";
  }
  return texts;
}

TEST(TextDigest, AnyCut) {
  const Texts texts = RandomTexts(60);
  const TextDigest whole = DigestOf(texts, 0, texts.size());
  EXPECT_EQ(whole.segments, texts.size());
  for (size_t i = 0; i <= texts.size(); ++i) {
    for (size_t j = i; j <= texts.size(); ++j) {
      TextDigest digest = DigestOf(texts, 0, i);
      TextDigest rest = DigestOf(texts, i, j);
      rest.Append(DigestOf(texts, j, texts.size()));
      digest.Append(rest);
      ASSERT_EQ(digest, whole) << i << ' ' << j;
    }
  }
}

TEST(TextDigest, BytesAreThoseThatAreScored) {
  TextDigest digest;
  digest.Add("four", true);
  digest.Add("three", false);
  digest.AddMissing();
  EXPECT_EQ(digest.bytes, 4U);
  EXPECT_EQ(digest.segments, 3U);
}

// Order, boundaries of segments, missing and empty ones all matter.
TEST(TextDigest, OtherTexts) {
  const Texts cases[] = {{},
                         {""},
                         {"", ""},
                         {std::nullopt},
                         {"a"},
                         {"a", ""},
                         {"", "a"},
                         {"a", std::nullopt},
                         {"ab"},
                         {"a", "b"},
                         {"b", "a"},
                         {std::nullopt, "a"},
                         {"a", "a"},
                         {"a\n"},
                         {"A"},
                         {std::string("\0", 1)},
                         {"a", "b ", "c"},
                         {"a", " b", "c"}};
  std::set<std::pair<uint64_t, uint64_t>> seen;
  for (const Texts& texts : cases) {
    const TextDigest digest = DigestOf(texts, 0, texts.size());
    EXPECT_LT(digest.value, (uint64_t{1} << 61) - 1);
    EXPECT_TRUE(seen.emplace(digest.segments, digest.value).second);
  }
}

TEST(TextDigest, LargeCountsOfSegments) {
  TextDigest a, b, c;
  a.Add("x", true);
  b.segments = uint64_t{1} << 40;
  b.value = 12345;
  c.Add("y", true);
  TextDigest left = a, right = b;
  left.Append(b);
  left.Append(c);
  right.Append(c);
  TextDigest whole = a;
  whole.Append(right);
  EXPECT_EQ(left, whole);
}

}  // namespace
}  // namespace mtgauge
