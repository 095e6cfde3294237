// Counts of segments by n-gram: compared with sets, merged in any order, saved and loaded.
#include "core/algo/ngrams/document_counts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/oracle/naive_ngrams.h"
#include "tests/support/random_text.h"
#include "tests/support/token_list.h"

namespace mtgauge {
namespace {

using oracle::Words;

constexpr uint32_t kOrder = 3;

struct Segment {
  std::vector<Words> texts;
};

std::vector<Segment> RandomSegments(uint64_t seed, uint32_t count) {
  test::RandomText text(seed);
  std::vector<Segment> segments(count);
  for (Segment& segment : segments) {
    segment.texts.resize(1 + text.Below(3));
    for (Words& words : segment.texts) {
      for (uint32_t n = text.Below(15); n > 0; --n) {
        words.push_back((text.Below(3) == 0 ? "averylongword" : "w") +
                        std::to_string(text.Below(12)));
      }
    }
  }
  return segments;
}

// Owns the tokens of all segments.
class Added {
 public:
  explicit Added(HashFunction hash) : hash_(hash) {}
  void To(DocumentCounts& counts, const Segment& segment) {
    const test::TokenLists lists(segment.texts, hash_);
    std::vector<SegmentView> views;
    for (const Tokens& tokens : lists.tokens()) views.push_back({"", tokens});
    counts.Add(views);
  }

 private:
  HashFunction hash_;
};

DocumentCounts Counted(const std::vector<Segment>& segments, HashFunction hash) {
  DocumentCounts counts(kOrder);
  Added added(hash);
  for (const Segment& segment : segments) added.To(counts, segment);
  return counts;
}

uint32_t Find(const DocumentCounts& counts, const Words& gram, HashFunction hash) {
  const auto token = [&](size_t i) { return counts.FindToken(TokenKey(gram[i], hash), gram[i]); };
  DocumentCounts::Found found = token(0);
  for (size_t i = 1; i < gram.size(); ++i) {
    found = counts.FindLonger(static_cast<uint32_t>(i + 1), found.id, token(i).id);
  }
  return found.count;
}

std::string Saved(const DocumentCounts& counts) {
  std::string bytes;
  counts.Save(bytes);
  return bytes;
}

TEST(DocumentCounts, CountsSegmentsOnce) {
  const HashFunction hash = DefaultHash().function;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto segments = RandomSegments(seed, 30);
    const DocumentCounts counts = Counted(segments, hash);
    EXPECT_EQ(counts.documents(), segments.size());
    std::map<Words, uint32_t> expected;
    for (const Segment& segment : segments) {
      std::set<Words> grams;
      for (const Words& words : segment.texts) {
        for (size_t n = 1; n <= kOrder; ++n) {
          for (const auto& [gram, count] : oracle::CountNgrams(words, n)) grams.insert(gram);
        }
      }
      for (const Words& gram : grams) ++expected[gram];
    }
    for (const auto& [gram, count] : expected) EXPECT_EQ(Find(counts, gram, hash), count);
    EXPECT_EQ(Find(counts, {"w0", "unseen"}, hash), 0u);
    EXPECT_EQ(Find(counts, {"unseen"}, hash), 0u);
  }
}

TEST(DocumentCounts, FindsAllOfATextAsOneByOne) {
  const HashFunction hash = DefaultHash().function;
  const DocumentCounts counts = Counted(RandomSegments(3, 40), hash);
  std::vector<std::vector<DocumentCounts::Found>> all;
  for (const Segment& segment : RandomSegments(4, 40)) {
    const Words& words = segment.texts.front();
    std::vector<uint32_t> ids;
    for (const std::string& word : words) {
      ids.push_back(counts.FindToken(TokenKey(word, hash), word).id);
    }
    counts.FindAll(ids, kOrder, all);
    ASSERT_EQ(all.size(), kOrder - 1);
    for (uint32_t order = 2; order <= kOrder; ++order) {
      const std::vector<DocumentCounts::Found>& found = all[order - 2];
      ASSERT_EQ(found.size(), words.size() < order ? 0 : words.size() - order + 1);
      for (size_t i = 0; i < found.size(); ++i) {
        const Words gram(words.begin() + static_cast<ptrdiff_t>(i),
                         words.begin() + static_cast<ptrdiff_t>(i + order));
        EXPECT_EQ(found[i].count, Find(counts, gram, hash));
      }
    }
  }
  counts.FindAll({}, 1, all);
  EXPECT_TRUE(all.empty());
}

TEST(DocumentCounts, MergesInAnyOrderAndKeepsNoTraceOfTheHash) {
  const HashFunction hash = DefaultHash().function;
  const auto segments = RandomSegments(7, 60);
  const std::string whole = Saved(Counted(segments, hash));
  const std::vector<Segment> first(segments.begin(), segments.begin() + 25),
      last(segments.begin() + 25, segments.end());
  for (const bool swapped : {false, true}) {
    DocumentCounts merged = Counted(swapped ? last : first, hash);
    merged.Merge(Counted(swapped ? first : last, hash));
    EXPECT_EQ(Saved(merged), whole);
  }
  EXPECT_EQ(Saved(Counted(segments, Hashes().back().function)), whole);
}

TEST(DocumentCounts, LoadsWhatWasSavedAndNothingElse) {
  const HashFunction hash = DefaultHash().function;
  const auto segments = RandomSegments(9, 20);
  const std::string bytes = Saved(Counted(segments, hash));
  DocumentCounts loaded(kOrder);
  ASSERT_TRUE(loaded.Load(bytes, hash));
  EXPECT_EQ(Saved(loaded), bytes);
  Added(hash).To(loaded, segments[0]);
  EXPECT_EQ(loaded.documents(), 21u);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DocumentCounts(kOrder).Load(bytes.substr(0, size), hash)) << size;
  }
  EXPECT_FALSE(DocumentCounts(kOrder).Load(bytes + '\0', hash));
  EXPECT_FALSE(DocumentCounts(kOrder + 1).Load(bytes, hash));
  test::RandomText text(1);
  for (int i = 0; i < 3000; ++i) {
    std::string broken = bytes;
    broken[text.Below(static_cast<uint32_t>(broken.size()))] = static_cast<char>(text.Below(256));
    DocumentCounts counts(kOrder);
    if (!counts.Load(broken, hash)) continue;
    EXPECT_EQ(Saved(counts), broken);
  }
}

}  // namespace
}  // namespace mtgauge
