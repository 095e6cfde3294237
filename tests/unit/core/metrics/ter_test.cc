// TER and its parts against the plain programs of tests/oracle/naive_ter.h and naive_tercom.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "core/algo/cost_beam.h"
#include "core/algo/shift_search.h"
#include "core/metric/mean_length.h"
#include "core/metric/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/tok_tercom.h"
#include "tests/oracle/naive_ter.h"
#include "tests/oracle/naive_tercom.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using Words = std::vector<uint32_t>;

// Words of the reference are below `distinct`; in a hypothesis `distinct` stands for all others.
struct Pair {
  Words hyp, ref;
  uint32_t distinct;
};

class Pairs {
 public:
  explicit Pairs(uint64_t seed) : random_(seed) {}

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  // The hypothesis is the reference with blocks moved and words replaced, or has nothing to do with
  // it; then it is cut or filled up to its length.
  Pair Next(uint32_t hyp_len, uint32_t ref_len, uint32_t distinct) {
    Pair pair{{}, {}, distinct};
    for (uint32_t i = 0; i < ref_len; ++i) pair.ref.push_back(Below(distinct));
    pair.hyp = pair.ref;
    if (Below(5) == 0) pair.hyp.clear();
    pair.hyp.resize(hyp_len, distinct);
    for (uint32_t& word : pair.hyp) {
      if (word == distinct || Below(6) == 0) word = Below(distinct + 1);
    }
    for (uint32_t moves = Below(4); moves > 0 && hyp_len > 1; --moves) {
      uint32_t cut[3] = {Below(hyp_len + 1), Below(hyp_len + 1), Below(hyp_len + 1)};
      std::sort(cut, cut + 3);
      std::rotate(pair.hyp.begin() + cut[0], pair.hyp.begin() + cut[1], pair.hyp.begin() + cut[2]);
    }
    return pair;
  }

 private:
  std::mt19937_64 random_;
};

std::string Steps(const std::vector<EditStep>& path) {
  std::string steps;
  for (const EditStep step : path) steps += " sdi"[static_cast<size_t>(step)];
  return {steps.rbegin(), steps.rend()};
}

// Distance, path and the distances of `turns` random rotations of the hypothesis.
void ExpectDistances(const Pair& pair, uint32_t turns, Pairs& random, BeamDistance& distance) {
  SCOPED_TRACE(testing::Message() << pair.hyp.size() << " words against " << pair.ref.size());
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  const auto size = static_cast<uint32_t>(pair.hyp.size());
  distance.Start(index, size);
  const oracle::BeamPath expected = oracle::BeamDistance(pair.hyp, pair.ref);
  ASSERT_EQ(distance.SetBase(pair.hyp), expected.distance);
  std::vector<EditStep> path;
  distance.Trace(path);
  ASSERT_EQ(Steps(path), expected.steps);
  for (; turns > 0; --turns) {
    uint32_t cut[3] = {random.Below(size + 1), random.Below(size + 1), random.Below(size + 1)};
    std::sort(cut, cut + 3);
    Words turned = pair.hyp;
    std::rotate(turned.begin() + cut[0], turned.begin() + cut[1], turned.begin() + cut[2]);
    const Words changed(turned.begin() + cut[0], turned.begin() + cut[2]);
    ASSERT_EQ(distance.Changed(cut[0], changed), oracle::BeamDistance(turned, pair.ref).distance)
        << cut[0] << ' ' << cut[1] << ' ' << cut[2];
  }
}

TEST(BeamDistance, EqualsTheWholeTable) {
  Pairs random(1);
  BeamDistance distance;  // one for all, as the search has it
  for (int i = 0; i < 3000; ++i) {
    const Pair pair = random.Next(1 + random.Below(40), 1 + random.Below(40), 1 + random.Below(30));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 4, random, distance));
  }
}

TEST(BeamDistance, TheBeamCutsAndBlocksEnd) {
  Pairs random(2);
  BeamDistance distance;
  for (uint32_t i = 0; i < 600; ++i) {
    const uint32_t ref_len = 24 + random.Below(250), hyp_len = 1 + random.Below(250);
    const Pair pair = random.Next(hyp_len, ref_len, 1 + random.Below(1 + i / 4));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 3, random, distance));
  }
  for (const uint32_t ref_len : {63U, 64U, 65U, 127U, 128U, 129U, 192U}) {
    for (uint32_t hyp_len = ref_len - 3; hyp_len <= ref_len + 3; ++hyp_len) {
      const Pair pair = random.Next(hyp_len, ref_len, 3);
      ASSERT_NO_FATAL_FAILURE(ExpectDistances(pair, 5, random, distance));
    }
  }
}

TEST(BeamDistance, LengthsThatHaveNothingInCommon) {
  Pairs random(3);
  BeamDistance distance;
  for (uint32_t i = 0; i < 300; ++i) {
    const uint32_t few = 1 + random.Below(6), many = 100 + random.Below(900);
    const uint32_t distinct = 1 + random.Below(5);
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(random.Next(few, many, distinct), 3, random, distance));
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(random.Next(many, few, distinct), 1, random, distance));
    const Pair fifty = random.Next(few, few * 50 - i % 3, distinct);  // where the beam grows
    ASSERT_NO_FATAL_FAILURE(ExpectDistances(fifty, 3, random, distance));
  }
}

// What tercom's beam is applied to, and the beam itself. Returns whether it changed the distance.
bool ExpectCostBeam(const Pair& pair, CostBeam& beam, BeamDistance& distance) {
  SCOPED_TRACE(testing::PrintToString(pair.hyp) + " against " + testing::PrintToString(pair.ref));
  const oracle::TercomPath whole = oracle::TercomDistance(pair.hyp, pair.ref, -1);
  const oracle::TercomPath cut = oracle::TercomDistance(pair.hyp, pair.ref, CostBeam::kBeam);
  std::vector<EditStep> path;
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  distance.Start(index, static_cast<uint32_t>(pair.hyp.size()), false);
  EXPECT_EQ(distance.SetBase(pair.hyp), whole.distance);
  distance.Trace(path);
  EXPECT_EQ(Steps(path), whole.steps);
  EXPECT_EQ(beam.SetBase(pair.hyp, pair.ref), cut.distance);
  beam.Trace(path);
  EXPECT_EQ(Steps(path), cut.steps);
  if (!CostBeam::MayCut(index.size(), static_cast<uint32_t>(whole.distance))) {
    EXPECT_EQ(cut.distance, whole.distance);
    EXPECT_EQ(cut.steps, whole.steps);
  }
  return cut.distance != whole.distance;
}

// The second half of the hypothesis before the first, or much in front of the reference that the
// hypothesis lacks: what leads away from the diagonal.
Pair Turned(Pairs& random, uint32_t most, uint32_t distinct) {
  Pair pair = random.Next(1 + random.Below(most), 1 + random.Below(most), distinct);
  if (random.Below(2) == 0) {
    pair.hyp.assign(pair.ref.begin() + random.Below(static_cast<uint32_t>(pair.ref.size())),
                    pair.ref.end());
  }
  std::rotate(pair.hyp.begin(),
              pair.hyp.begin() + random.Below(static_cast<uint32_t>(pair.hyp.size())),
              pair.hyp.end());
  return pair;
}

// The distances of random rotations of a base, most of them of few words, some of them thousands of
// words away from the end.
TEST(CostBeam, ChangesEqualTheWholeTable) {
  Pairs random(14);
  CostBeam beam;
  uint32_t cut = 0;
  uint64_t base_cells = 0, cells = 0;
  for (uint32_t i = 0; i < 600; ++i) {
    const Pair pair = Turned(random, i % 20 == 0 ? 300 : 80, 1 + random.Below(80));
    base_cells += (beam.SetBase(pair.hyp, pair.ref), beam.cells());
    const auto size = static_cast<uint32_t>(pair.hyp.size());
    const uint32_t first = random.Below(size), words = 1 + random.Below(std::min(size - first, 9U));
    Words turned = pair.hyp;
    const auto begin = turned.begin() + first;
    std::rotate(begin, begin + random.Below(words), begin + words);
    const oracle::TercomPath want = oracle::TercomDistance(turned, pair.ref, CostBeam::kBeam);
    ASSERT_EQ(beam.Changed(first, std::span(turned).subspan(first, words)), want.distance);
    cells += beam.cells();
    cut += oracle::TercomDistance(turned, pair.ref, -1).distance != want.distance ? 1 : 0;
  }
  EXPECT_GT(cut, 20U);
  EXPECT_LT(cells, base_cells / 2);
}

// Rows that are too many to be kept are computed anew.
TEST(CostBeam, ChangesWithoutKeptRows) {
  CostBeam beam;
  Words hyp(3000, 0), ref(3000, 1);  // little in common, so the beam leaves half of the cells
  for (const uint32_t i : {10U, 11U, 12U, 500U, 501U}) hyp[i] = ref[i] = 2 + i;
  beam.SetBase(hyp, ref);
  EXPECT_GT(beam.cells(), uint64_t{1} << 22);
  Words turned = hyp;
  std::rotate(turned.begin() + 8, turned.begin() + 11, turned.begin() + 14);
  EXPECT_EQ(beam.Changed(8, std::span(turned).subspan(8, 6)),
            oracle::TercomDistance(turned, ref, CostBeam::kBeam).distance);
}

TEST(CostBeam, EqualsTheWholeTable) {
  Pairs random(11);
  CostBeam beam;
  BeamDistance distance;
  uint32_t cut = 0;
  for (uint32_t i = 0; i < 2000; ++i) {
    const uint32_t most = i % 20 == 0 ? 300 : 70;
    cut += ExpectCostBeam(Turned(random, most, 1 + random.Below(80)), beam, distance) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(cut, 20U);  // the beam was put to the test
  for (const uint32_t ref_len : {20U, 21U, 63U, 64U, 65U, 128U, 129U}) {
    ExpectCostBeam(random.Next(ref_len + 1, ref_len, 2), beam, distance);
    ExpectCostBeam(random.Next(1, ref_len, 2), beam, distance);
    ExpectCostBeam({Words(5, ref_len), Words(ref_len, 0), ref_len}, beam, distance);
  }
}

void ExpectTercomEdits(const Pair& pair, ShiftSearch& search) {
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  ASSERT_EQ(search.Edits(pair.hyp, index, kTercomShifts), oracle::TercomEdits(pair.hyp, pair.ref))
      << testing::PrintToString(pair.hyp) << " against " << testing::PrintToString(pair.ref);
}

TEST(ShiftSearch, EqualsThePlainTercom) {
  Pairs random(12);
  ShiftSearch search;
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = random.Next(random.Below(30), random.Below(30), 1 + random.Below(25));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
  for (int i = 0; i < 60; ++i) {
    const Pair pair = random.Next(60 + random.Below(80), 60 + random.Below(80), 60);
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
}

// Long ways, over which the beam cuts and blocks are too far from their place.
TEST(ShiftSearch, EqualsThePlainTercomWhereTheBeamCuts) {
  Pairs random(13);
  ShiftSearch search;
  uint32_t beam_matters = 0;
  for (uint32_t i = 0; i < 500; ++i) {
    const uint32_t most = 30 + random.Below(70);
    const Pair pair = Turned(random, most, 20 + random.Below(80));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
    beam_matters += oracle::TercomEdits(pair.hyp, pair.ref) !=
                            oracle::TercomEdits(pair.hyp, pair.ref, int64_t{-1})
                        ? 1
                        : 0;
  }
  EXPECT_GT(beam_matters, 10U);
}

// Few distinct words: ties everywhere, and moves of a block into itself.
TEST(ShiftSearch, EqualsThePlainTercomInTies) {
  Pairs random(14);
  ShiftSearch search;
  for (uint32_t i = 0; i < 600; ++i) {
    const Pair pair = random.Next(1 + random.Below(24), 1 + random.Below(24), 2 + i % 3);
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
  ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits({Words(90, 0), Words(40, 0), 1}, search));
  ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits({Words(3, 0), Words(520, 0), 1}, search));
}

// Over 4,096 words a side, with ten blocks of three words moved far apart from each other.
TEST(ShiftSearch, TercomOnLongLines) {
  constexpr uint32_t kMany = 5'000;
  ShiftSearch search;
  Words words(kMany);
  for (uint32_t i = 0; i < kMany; ++i) words[i] = i;
  WordIndex index;
  index.Set(words, kMany);
  for (auto at = words.begin(); words.end() - at >= 500; at += 500) std::rotate(at, at + 3, at + 9);
  EXPECT_EQ(search.Edits(words, index, kTercomShifts), 10U);
  EXPECT_EQ(search.Edits(Words(kMany, kMany), index, kTercomShifts), kMany);
}

// Once the steps are used up there is no answer, and before that the answer is the one.
TEST(ShiftSearch, NoAnswerIsAnother) {
  Pairs random(15);
  ShiftSearch search;
  uint32_t refused = 0, answered = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair pair = random.Next(1 + random.Below(60), 1 + random.Below(60), 20);
    WordIndex index;
    index.Set(pair.ref, pair.distinct);
    const auto exact = search.Edits(pair.hyp, index, kTercomShifts);
    ASSERT_TRUE(exact);
    for (uint64_t steps = 1; steps < 1'000'000; steps *= 4) {
      ShiftRules rules = kTercomShifts;
      rules.most_steps = steps;
      const auto edits = search.Edits(pair.hyp, index, rules);
      ++(edits ? answered : refused);
      if (edits) ASSERT_EQ(edits, exact) << steps;
    }
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(answered, 300U);
}

// Tables that are too large are not begun, if they are needed at all.
TEST(ShiftSearch, TercomOnEndlessLines) {
  constexpr uint32_t kMany = 200'000;
  ShiftSearch search;
  WordIndex index;
  index.Set(Words(kMany, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 1), index, kTercomShifts), std::nullopt);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index, kTercomShifts), 0U);
  EXPECT_EQ(search.Edits({}, index, kTercomShifts), kMany);
  EXPECT_EQ(search.Edits(Words(10, 0), index, kTercomShifts), kMany - 10);
}

void ExpectEdits(const Pair& pair, ShiftSearch& search) {
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  ASSERT_EQ(search.Edits(pair.hyp, index), oracle::TerEdits(pair.hyp, pair.ref))
      << testing::PrintToString(pair.hyp) << " against " << testing::PrintToString(pair.ref);
}

TEST(ShiftSearch, EqualsThePlainProgram) {
  Pairs random(4);
  ShiftSearch search;
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = random.Next(random.Below(30), random.Below(30), 1 + random.Below(25));
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
  for (int i = 0; i < 60; ++i) {
    const Pair pair = random.Next(40 + random.Below(80), 40 + random.Below(80), 40);
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
}

// Few distinct words give more candidates than the limit lets through.
TEST(ShiftSearch, StopsAtTheLimit) {
  Pairs random(5);
  ShiftSearch search;
  for (uint32_t i = 0; i < 25; ++i) {
    const Pair pair = random.Next(40 + random.Below(40), 40 + random.Below(40), 2 + i % 6);
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
}

TEST(ShiftSearch, ShortestSequences) {
  ShiftSearch search, tercom;
  for (uint32_t code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; ++code) {
    Pair pair{{}, {}, 3};  // up to three words each; 3 is unknown, 4 and 5 are none
    uint32_t rest = code;
    for (int i = 0; i < 6; ++i, rest /= 6) {
      const uint32_t word = rest % 6;
      if (i < 3 && word < 3) pair.ref.push_back(word);
      if (i >= 3 && word < 4) pair.hyp.push_back(word);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, tercom));
  }
}

// Linear memory, and work that the limit bounds; the figures are known without a search.
TEST(ShiftSearch, AMillionWords) {
  constexpr uint32_t kMany = 1'000'000;
  ShiftSearch search;
  Words words(kMany);
  for (uint32_t i = 0; i < kMany; ++i) words[i] = i;
  WordIndex index;
  index.Set(words, kMany);
  EXPECT_EQ(search.Edits(Words(kMany, kMany), index), kMany);
  std::rotate(words.begin(), words.begin() + 5, words.begin() + 30);
  EXPECT_EQ(search.Edits(words, index), 1U);
  index.Set(Words(kMany, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index), 0U);
  EXPECT_EQ(search.Edits(Words(10, 0), index), kMany - 10);
  index.Set(Words(7, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index), kMany - 7);
}

std::vector<std::string> Cut(std::string_view text, const TercomRules& rules) {
  View view(DefaultHash().function);
  view.Reset("\n", 1, 1);
  TercomTokenizer(rules).get().CutSegment(text, 0, view);
  const Tokens tokens = view.Segment(0).tokens;
  std::vector<std::string> out;
  for (uint32_t i = 0; i < tokens.count; ++i) out.emplace_back(tokens[i]);
  return out;
}

void ExpectTokens(const std::string& text) {
  for (const bool normalized : {false, true}) {
    for (const bool no_punctuation : {false, true}) {
      for (const bool asian : {false, true}) {
        const oracle::TercomRules rules = {normalized, no_punctuation, asian};
        std::vector<std::string> expected = oracle::CutTercom(text, rules);
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, false}), expected) << text;
        std::string joined;
        for (const std::string& token : expected) joined += token + ' ';
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, true}),
                  oracle::CutTercom(joined, rules))
            << text;
        ASSERT_EQ(Cut(text, {normalized, no_punctuation, asian, false, true}),
                  oracle::CutTercomText(text, {normalized, no_punctuation, asian}))
            << testing::PrintToString(text);
      }
    }
  }
}

TEST(TercomTokenizer, EveryShortStringEqualsTheExpressions) {
  const std::vector<std::string> alphabet = {"a",  "'s", ".",  "1",  "-",  " ",  "!",
                                             "\n", "\t", "漢", "か", "ー", "、", "&quot;"};
  const auto kinds = static_cast<uint32_t>(alphabet.size());
  for (uint32_t length = 0; length <= 4; ++length) {
    uint32_t codes = 1;
    for (uint32_t i = 0; i < length; ++i) codes *= kinds;
    for (uint32_t code = 0; code < codes; ++code) {
      std::string text;
      for (uint32_t i = 0, rest = code; i < length; ++i, rest /= kinds)
        text += alphabet[rest % kinds];
      ASSERT_NO_FATAL_FAILURE(ExpectTokens(text));
    }
  }
}

TEST(TercomTokenizer, RandomText) {
  test::RandomText random(6);
  for (int i = 0; i < 500; ++i) ASSERT_NO_FATAL_FAILURE(ExpectTokens(random.Sentence(12)));
  EXPECT_TRUE(Cut(std::string("\0.\xFF\xC2", 4), {true, true, true, true}).size() > 0);
}

// What the program makes of texts that lose their first word, or all words.
TEST(TercomTokenizer, EmptyWordsOfTheOriginal) {
  using List = std::vector<std::string>;
  const TercomRules deletes = {false, true, false, false, true};
  const TercomRules both = {true, true, false, false, true};
  EXPECT_EQ(Cut("\" yes .", deletes), (List{"", "yes"}));
  EXPECT_EQ(Cut("\"yes .", both), (List{"", "yes"}));
  EXPECT_EQ(Cut("\"yes .", deletes), (List{"yes"}));
  EXPECT_EQ(Cut("...", deletes), (List{""}));
  EXPECT_EQ(Cut(". .", deletes), (List{}));
  EXPECT_EQ(Cut(" \t", deletes), (List{}));
  EXPECT_EQ(Cut("<skipped>", {true, false, false, false, true}), (List{""}));
  EXPECT_EQ(Cut("\x01 a\u00A0b\x1C\vc\x1F", {false, false, false, false, true}),
            (List{"a\u00A0b\x1C", "c"}));
}

std::vector<std::string> Split(const std::string& text) { return oracle::CutNone(text); }

std::vector<int64_t> RowOf(const std::string& spec, const std::string& hyp,
                           const std::vector<std::string>& refs) {
  return test::ScorePair(spec, refs, hyp).rows.at(0);
}

constexpr int64_t kParts = 5'354'228'880;

TEST(Ter, Rows) {
  using Row = std::vector<int64_t>;
  EXPECT_EQ(RowOf("ter", "b c d a", {"a b c d"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("ter", "A", {"a"}), (Row{0, 1, 0, 0}));
  EXPECT_EQ(RowOf("ter:case=mixed", "A", {"a"}), (Row{1, 1, 0, 0}));
  EXPECT_EQ(RowOf("ter", "", {"a b"}), (Row{2, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter", "a b", {""}), (Row{2, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter", "", {""}), (Row{0, 0, 0, 0}));
  EXPECT_EQ(RowOf("ter", "a b", {"a c d", "a b"}), (Row{0, 2, kParts / 2, 0}));
  EXPECT_EQ(RowOf("ter", "a", {"a", "b", "c c"}), (Row{0, 1, kParts / 3, 0}));
  // Words longer than a key that differ only behind its end.
  EXPECT_EQ(RowOf("ter", "abcdefghij abcdefghik", {"abcdefghik abcdefghij"}), (Row{1, 2, 0, 0}));
  // A reference is normalized twice, a hypothesis once.
  EXPECT_EQ(RowOf("ter:norm=yes", "it's.", {"it's."}), (Row{2, 3, 0, 0}));
  EXPECT_EQ(RowOf("ter:punct=no", "yes, no", {"(yes) no!"}), (Row{0, 2, 0, 0}));
}

TEST(Ter, RowsInTheDialectOfTercom) {
  using Row = std::vector<int64_t>;
  EXPECT_EQ(RowOf("ter:dialect=tercom", "B c d a", {"a b c d"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom", "a", {"a", "b", "c c"}), (Row{0, 1, kParts / 3, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom,norm=yes", "it's.", {"it's."}), (Row{0, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom", "a\u00A0b", {"a b"}), (Row{2, 2, 0, 0}));
  // The empty word before "yes" is a word of both.
  EXPECT_EQ(RowOf("ter:dialect=tercom,punct=no", "? yes", {"! yes"}), (Row{0, 2, 0, 0}));
  EXPECT_EQ(RowOf("ter:dialect=tercom,punct=no", "", {"."}), (Row{1, 1, 0, 0}));
}

TEST(Ter, RowsOfHter) {
  using Row = std::vector<int64_t>;
  EXPECT_EQ(RowOf("hter", "a b", {"a c"}), (Row{1, 2, 0, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"a c", "a b d e"}), (Row{1, 4, 0, 0}));
  EXPECT_EQ(RowOf("hter", "b c d a", {"a b c d", "b c d a", "x x"}), (Row{1, 3, 0, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"a c", "", "x"}), (Row{1, 0, kParts / 2, 0}));
  EXPECT_EQ(RowOf("hter", "a b", {"", "x"}), (Row{2, 1, 0, 0}));
  EXPECT_EQ(RowOf("hter:dialect=sacrebleu", "a\u00A0b", {"a b", "a"}), (Row{0, 1, 0, 0}));
}

// In tercom's dialect alone: the search of sacreBLEU has an end of its own.
TEST(Ter, ASegmentBeyondTheBudgetIsAnError) {
  std::string words, others;
  for (int i = 0; i < 9'000; ++i) {
    words += "a ";
    others += i % 9 == 0 ? "b " : "a ";
  }
  const std::string small = "a b";
  for (const char* spec : {"ter", "ter:dialect=tercom", "hter"}) {
    const Job job = test::MakeJob(spec, 1).value();
    Worker worker(job);
    Batch fine = MakeBatch({{&small, &words}}, {{words, words}});
    EXPECT_TRUE(worker.Process(fine, {}).ok()) << spec;
    Batch long_both = MakeBatch({{&small, &words}}, {{small, others}});
    const absl::Status status = worker.Process(long_both, {});
    if (std::string_view(spec) == "ter") {
      EXPECT_TRUE(status.ok()) << status;
      continue;
    }
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << spec;
    EXPECT_EQ(status.message().substr(0, 7), "ref0:2:") << status;
    Batch after = MakeBatch({{&small}}, {{small}});
    EXPECT_TRUE(worker.Process(after, {}).ok()) << spec;
  }
}

// No other reference was made for the hypothesis.
TEST(Ter, HterNeedsTheFirstReference) {
  const std::string post = "a b", other = "a b c";
  const auto process = [&](const char* spec, const std::string* first, const std::string* second) {
    const Job job = test::MakeJob(spec, 2).value();
    Worker worker(job);
    Batch batch = MakeBatch({{&post, first}, {&other, second}}, {{"a b", "a b"}});
    return worker.Process(batch, {});
  };
  for (const char* spec : {"hter", "hter:dialect=sacrebleu"}) {
    EXPECT_TRUE(process(spec, &post, nullptr).ok()) << spec;
    const absl::Status status = process(spec, nullptr, &other);
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << spec;
    EXPECT_EQ(status.message(),
              "ref0:2: the segment lacks its first reference, which HTER cannot do without; give "
              "it, or leave out -m hter");
  }
  EXPECT_TRUE(process("ter:dialect=tercom", nullptr, &other).ok());
}

TEST(Ter, RowsOfRandomTextEqualThePlainProgram) {
  test::RandomText random(7);
  for (int i = 0; i < 300; ++i) {
    const std::string ref = random.Sentence(1 + random.Below(25)), hyp = random.Perturb(ref);
    EXPECT_EQ(RowOf("ter:case=mixed", hyp, {ref})[0], oracle::TerEdits(Split(hyp), Split(ref)))
        << hyp << " against " << ref;
    const oracle::TercomText rules = {i % 2 != 0, i % 3 != 0, i % 5 != 0};
    const std::string spec = fmt::format(
        "ter:dialect=tercom,case=mixed,norm={},punct={},asian={}", rules.normalized ? "yes" : "no",
        rules.no_punctuation ? "no" : "yes", rules.asian ? "yes" : "no");
    const auto hyp_words = oracle::CutTercomText(hyp, rules);
    const auto ref_words = oracle::CutTercomText(ref, rules);
    EXPECT_EQ(RowOf(spec, hyp, {ref}),
              (std::vector<int64_t>{oracle::TercomEdits(hyp_words, ref_words),
                                    static_cast<int64_t>(ref_words.size()), 0, 0}))
        << hyp << " against " << ref;
  }
}

TEST(Ter, MeansOfManyReferences) {
  for (size_t count = 1; count <= 40; ++count) {
    std::vector<std::string> refs(count, "a a a");
    refs[0] = "a a";
    const std::vector<int64_t> row = RowOf("ter", "a", refs);
    const auto exact = static_cast<long double>(3 * count - 1) / static_cast<long double>(count);
    const auto parts =
        static_cast<long double>(row[2]) + std::ldexp(static_cast<long double>(row[3]), -30);
    const long double ours = static_cast<long double>(row[1]) + parts / kParts;
    EXPECT_LE(std::fabs(static_cast<double>(ours - exact)), 1e-18) << count;
    if (count <= 24) EXPECT_EQ(row[3], 0) << count;
  }
}

// Under sacreBLEU's arithmetic the mean of a segment is the quotient that Python has, whatever the
// number of references.
TEST(Ter, FloatsAreQuotients) {
  MetricContext context;
  context.arithmetic = Arithmetic::kPlatform;
  const auto made = std::move(MakeMetric("ter", {}, context)).value();
  const Metric& ter = *made.metric;
  ASSERT_TRUE(ter.Floats());
  for (int64_t count = 1; count <= 3000; count += 1 + count / 7) {
    for (int64_t total : {int64_t{1}, int64_t{2}, count - 1, count, count + 1, 3 * count + 1,
                          17 * count + count / 2}) {
      std::vector<int64_t> row(ter.Columns().size(), 0);
      const MeanLength mean = MeanLength::Of(total, count);
      row[1] = mean.whole;
      row[2] = mean.parts;
      row[3] = FineLength(total, count);
      EXPECT_EQ(ter.FloatOf(row), static_cast<double>(total) / static_cast<double>(count))
          << total << " / " << count;
    }
  }
  const auto native = std::move(MakeMetric("ter", {}, {})).value();
  EXPECT_FALSE(native.metric->Floats());
  EXPECT_EQ(ter.Score(std::vector<int64_t>{5, 8, kParts / 3, 0, 0, 0}, Level::kCorpus),
            100.0 * (5.0 / (25.0 / 3.0)));
  EXPECT_EQ(ter.Score(std::vector<int64_t>{5, 8, kParts / 3, 0, std::bit_cast<int64_t>(8.5), 0},
                      Level::kCorpus),
            100.0 * (5.0 / 8.5));
}

TEST(Ter, Scores) {
  const auto made = std::move(MakeMetric("ter", {}, {})).value();
  const Metric& ter = *made.metric;
  const auto score = [&](std::vector<int64_t> sums) { return ter.Score(sums, Level::kCorpus); };
  EXPECT_EQ(score({0, 0, 0, 0}), 0.0);
  EXPECT_EQ(score({3, 0, 0, 0}), 100.0);
  EXPECT_EQ(score({1, 3, 0, 0}), 100.0 * (1.0 / 3.0));
  EXPECT_EQ(score({9, 3, 0, 0}), 300.0);
  EXPECT_EQ(score({5, 8, kParts / 3, 0}), 100.0 * (5.0 / (25.0 / 3.0)));
  const auto single = [&](std::vector<float> sums, NumpyRule rule) {
    return ter.ScoreFloat32(sums, rule);
  };
  EXPECT_EQ(single({1, 3, 0, 0}, NumpyRule::kNumpy1), 100.0 * static_cast<double>(1.0F / 3.0F));
  EXPECT_EQ(single({1, 3, 0, 0}, NumpyRule::kNumpy2), static_cast<double>(100.0F * (1.0F / 3.0F)));
  EXPECT_EQ(single({1, 0, 0, 0}, NumpyRule::kNumpy2), 100.0);
  EXPECT_EQ(single({0, 0, 0, 0}, NumpyRule::kNumpy2), 0.0);
}

TEST(Ter, Options) {
  const auto keys = std::move(MakeMetric("ter:norm=yes,punct=no,asian=yes,case=mixed", {}, {}))
                        .value()
                        .metric->SignatureKeys();
  const decltype(keys) expected = {
      {"case", "mixed"}, {"tok", "tercom"}, {"norm", "yes"}, {"punct", "no"}, {"asian", "yes"}};
  EXPECT_EQ(keys, expected);
  for (const char* wrong : {"ter:norm=1", "ter:case=yes", "ter:punct=", "ter:dialect=ter"}) {
    EXPECT_EQ(MakeMetric(wrong, {}, {}).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(Ter, TellsItsDialect) {
  const auto equals = [](const char* spec) {
    const auto made = MakeMetric(spec, {}, {});
    return made.ok() ? std::string(made->Equals()) : made.status().ToString();
  };
  EXPECT_EQ(equals("ter"), "sacrebleu-2.6.0");
  EXPECT_EQ(equals("ter:dialect=tercom"), "tercom-0.10.0");
  EXPECT_EQ(equals("hter"), "tercom-0.10.0");
  EXPECT_EQ(equals("hter:dialect=sacrebleu"), "");
  EXPECT_EQ(equals("bleu"), "sacrebleu-2.6.0");
  const auto last_key = [](const char* spec) {
    return std::move(MakeMetric(spec, {}, {})).value().metric->SignatureKeys().at(5);
  };
  using Key = std::pair<std::string, std::string>;
  EXPECT_EQ(last_key("ter:dialect=tercom"), (Key{"dialect", "tercom"}));
  EXPECT_EQ(last_key("hter:dialect=sacrebleu"), (Key{"length", "rest"}));
}

// Flags reach one metric, or all that have the option; a spec is stronger.
TEST(Ter, OptionsOfFlags) {
  const auto keys = [](const char* spec, const MetricOptions& shared) {
    return std::move(MakeMetric(spec, shared, {})).value().metric->SignatureKeys();
  };
  EXPECT_EQ(keys("ter", {{"ter.norm", "yes"}}), keys("ter:norm=yes", {}));
  EXPECT_EQ(keys("ter:norm=no", {{"ter.norm", "yes"}}), keys("ter", {}));
  EXPECT_EQ(keys("hter", {{"ter.norm", "yes"}}), keys("hter", {}));
  EXPECT_EQ(keys("chrf", {{"chrf.lc", "yes"}, {"lc", "no"}}), keys("chrf:lc=yes", {}));
  EXPECT_EQ(keys("bleu", {{"chrf.lc", "yes"}}), keys("bleu", {}));
}

}  // namespace
}  // namespace mtgauge
