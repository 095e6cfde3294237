// The soft alignment beside one that follows its definition cell by cell.
#include "core/algo/alignment/soft_alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;
constexpr double kNever = -std::numeric_limits<double>::infinity();

std::vector<uint32_t> Owners(const Words& reference, const Words& output, bool characters = false) {
  return AlignSoftly(reference, output, characters, nullptr).value();
}

// Of words of ASCII.
double SlowSimilarity(const std::string& a, const std::string& b, bool characters) {
  const std::string marks = ".!?,;:-()";
  const auto is_mark = [&](const std::string& word) {
    return word.size() == 1 && marks.find(word) != marks.npos;
  };
  if (is_mark(a) != is_mark(b)) return kNever;
  if (characters) return a == b ? 1 : 0;
  const std::set<char> of_a(a.begin(), a.end()), of_b(b.begin(), b.end());
  std::set<char> any = of_a;
  any.insert(of_b.begin(), of_b.end());
  double both = 0;
  for (const char c : of_a) both += of_b.contains(c) ? 1 : 0;
  return both / static_cast<double>(any.size());
}

// Finds the best alignment of beginnings by recursion, and the owners by looking around each word.
class SlowAlignment {
 public:
  SlowAlignment(const Words& reference, const Words& output, bool characters)
      : reference_(reference), output_(output), characters_(characters) {}

  std::vector<uint32_t> Owners() {
    std::vector<int> partner(output_.size(), -1);
    std::vector<size_t> before(output_.size());  // reference words that come before
    for (size_t i = reference_.size(), j = output_.size(); j > 0;) {
      const double best = Best(i, j);
      before[j - 1] = i;
      if (i == 0) {
        --j;
      } else if (best == Best(i - 1, j - 1) + Similarity(i - 1, j - 1)) {
        partner[--j] = static_cast<int>(--i);
      } else {
        best == Best(i - 1, j) ? --i : --j;
      }
    }
    std::vector<uint32_t> owners;
    for (size_t j = 0; j < output_.size(); ++j) {
      if (partner[j] >= 0) {
        owners.push_back(static_cast<uint32_t>(partner[j]));
        continue;
      }
      // A lone word like it, before it and after the same reference word, decides for both.
      const bool follows =
          j > 0 && partner[j - 1] < 0 && before[j - 1] == before[j] && owners.back() == before[j];
      const double ahead = Similarity(before[j], j), behind = Similarity(before[j] - 1, j);
      const size_t none = kNoOwner;
      owners.push_back(static_cast<uint32_t>(follows || ahead > behind ? before[j]
                                             : before[j] == 0          ? none
                                                                       : before[j] - 1));
    }
    return owners;
  }

 private:
  double Similarity(size_t i, size_t j) const {
    return i < reference_.size() ? SlowSimilarity(reference_[i], output_[j], characters_) : kNever;
  }
  double Best(size_t i, size_t j) {
    if (i == 0 || j == 0) return 0;
    const auto known = best_.find({i, j});
    if (known != best_.end()) return known->second;
    const double pair = Best(i - 1, j - 1) + Similarity(i - 1, j - 1);
    return best_[{i, j}] = std::max({pair, Best(i - 1, j), Best(i, j - 1)});
  }

  const Words &reference_, &output_;
  bool characters_;
  std::map<std::pair<size_t, size_t>, double> best_;
};

TEST(SoftAlignment, LoneWordsGoToTheMoreSimilarNeighbour) {
  EXPECT_THAT(Owners({"abc", "xyz"}, {"abc", "abd", "xyz"}), ElementsAre(0, 0, 1));
  EXPECT_THAT(Owners({"abc", "xyz"}, {"abc", "xyw", "xyz"}), ElementsAre(0, 1, 1));
  // Once a word goes to the next, so do those up to it.
  EXPECT_THAT(Owners({"abc", "xyz"}, {"abc", "xyw", "abd", "xyz"}), ElementsAre(0, 1, 1, 1));
}

TEST(SoftAlignment, PunctuationMarksAreNoWords) {
  EXPECT_THAT(Owners({"a", ".", "b"}, {"a", "b"}), ElementsAre(0, 2));
  EXPECT_THAT(Owners({"a"}, {"."}), ElementsAre(kNoOwner));
  EXPECT_THAT(Owners({"。"}, {"！", "x"}), ElementsAre(0, 0));
}

TEST(SoftAlignment, CharactersAreEqualOrNot) {
  EXPECT_THAT(Owners({"ab", "b"}, {"b"}, true), ElementsAre(1));
}

TEST(SoftAlignment, EqualsTheSlowOne) {
  test::RandomText random(11);
  const Words some = {"a", "b", "ab", "abc", "bca", "xyz", ".", ",", "zz", "xa"};
  const auto words = [&](uint32_t most) {
    Words made;
    for (uint32_t left = random.Below(most); left > 0; --left) {
      made.push_back(some[random.Below(static_cast<uint32_t>(some.size()))]);
    }
    return made;
  };
  for (int round = 0; round < 600; ++round) {
    Words reference = words(14);
    if (reference.empty()) reference = {"a"};
    const Words output = words(18);
    const bool characters = round % 3 == 0;
    EXPECT_EQ(Owners(reference, output, characters),
              SlowAlignment(reference, output, characters).Owners())
        << testing::PrintToString(reference) << testing::PrintToString(output);
  }
}

TEST(SoftAlignment, Stops) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(AlignSoftly({"a"}, {"a"}, false, &stop), std::nullopt);
}

}  // namespace
}  // namespace mtgauge
