// Errors by class: segments worked out by hand, and random texts compared with a plain twin.
#include "core/explain/error_classes.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "tests/unit/core/explain/make_corpus.h"

namespace mtgauge {
namespace {

SystemErrors Class(const std::string& reference, const std::string& hypothesis) {
  uint64_t too_long = 0;
  return ClassErrors(MakeCorpus({reference}, {{hypothesis}}), 0, too_long);
}

void ExpectCounts(const ErrorCounts& counts, uint64_t inflection, uint64_t order, uint64_t lexical,
                  uint64_t missing) {
  EXPECT_EQ(counts.inflection, inflection);
  EXPECT_EQ(counts.order, order);
  EXPECT_EQ(counts.lexical, lexical);
  EXPECT_EQ(counts.missing, missing);
}

TEST(ErrorClasses, ByHand) {
  SystemErrors errors = Class("the red house", "the house");
  ExpectCounts(errors.reference, 0, 0, 0, 1);
  ExpectCounts(errors.hypothesis, 0, 0, 0, 0);
  errors = Class("the house", "the big red house");
  ExpectCounts(errors.reference, 0, 0, 0, 0);
  ExpectCounts(errors.hypothesis, 0, 0, 0, 2);
  errors = Class("the red house", "the blue house");
  ExpectCounts(errors.reference, 0, 0, 1, 0);
  ExpectCounts(errors.hypothesis, 0, 0, 1, 0);
  errors = Class("today he came", "he came today");
  ExpectCounts(errors.reference, 0, 1, 0, 0);
  ExpectCounts(errors.hypothesis, 0, 1, 0, 0);
  errors = Class("", "a b");
  ExpectCounts(errors.hypothesis, 0, 0, 0, 2);
  EXPECT_EQ(errors.hypothesis_words, 2U);
  EXPECT_EQ(errors.reference_words, 0U);
}

TEST(ErrorClasses, InflectionsShareABaseForm) {
  Corpus corpus = MakeCorpus({"he goes home"}, {{"he went house"}});
  AppendWords("he go home", corpus.vocabulary, corpus.reference.bases);
  AppendWords("he go house", corpus.vocabulary, corpus.systems[0].bases);
  uint64_t too_long = 0;
  const SystemErrors errors = ClassErrors(corpus, 0, too_long);
  ExpectCounts(errors.reference, 1, 0, 1, 0);
  ExpectCounts(errors.hypothesis, 1, 0, 1, 0);
}

TEST(ErrorClasses, SegmentsThatAreTooLongAreCounted) {
  std::string words;
  for (int i = 0; i < 9000; ++i) words += "a ";
  uint64_t too_long = 0;
  const SystemErrors errors = ClassErrors(MakeCorpus({words, "a"}, {{words, "a"}}), 0, too_long);
  EXPECT_EQ(too_long, 1U);
  EXPECT_EQ(errors.reference_words, 1U);
}

// The twin: distances by their recursive definition, and sets of positions.
using Words = std::vector<uint32_t>;
enum Step { kEqual, kReplaced, kMissing, kExtra };
struct Alignment {
  std::vector<Step> reference, hypothesis;
};

Alignment Align(const Words& r, const Words& h) {
  std::map<std::pair<size_t, size_t>, uint32_t> known;
  const std::function<uint32_t(size_t, size_t)> distance = [&](size_t i, size_t j) -> uint32_t {
    if (i == 0 || j == 0) return static_cast<uint32_t>(i + j);
    const auto at = std::pair(i, j);
    if (const auto found = known.find(at); found != known.end()) return found->second;
    const uint32_t aligned = distance(i - 1, j - 1) + (r[i - 1] == h[j - 1] ? 0 : 1);
    return known[at] = std::min({aligned, distance(i - 1, j) + 1, distance(i, j - 1) + 1});
  };
  Alignment alignment{std::vector<Step>(r.size()), std::vector<Step>(h.size())};
  for (size_t i = r.size(), j = h.size(); i > 0 || j > 0;) {
    const uint32_t here = distance(i, j);
    if (i > 0 && j > 0 && here == distance(i - 1, j - 1) + (r[i - 1] == h[j - 1] ? 0 : 1)) {
      const Step step = r[i - 1] == h[j - 1] ? kEqual : kReplaced;
      alignment.reference[--i] = alignment.hypothesis[--j] = step;
    } else if (i > 0 && here == distance(i - 1, j) + 1) {
      alignment.reference[--i] = kMissing;
    } else {
      alignment.hypothesis[--j] = kExtra;
    }
  }
  return alignment;
}

void ClassPlainly(const Words& r, const Words& h, SystemErrors& errors) {
  const Alignment alignment = Align(r, h);
  std::vector<bool> r_matched(r.size()), h_matched(h.size());
  for (size_t i = 0; i < r.size(); ++i) r_matched[i] = alignment.reference[i] == kEqual;
  for (size_t j = 0; j < h.size(); ++j) h_matched[j] = alignment.hypothesis[j] == kEqual;
  for (size_t j = 0; j < h.size(); ++j) {
    for (size_t i = 0; i < r.size() && !h_matched[j]; ++i) {
      if (!r_matched[i] && r[i] == h[j]) r_matched[i] = h_matched[j] = true;
    }
  }
  const auto count = [](const std::vector<Step>& steps, const std::vector<bool>& matched,
                        Step absent, ErrorCounts& counts) {
    for (size_t i = 0; i < steps.size(); ++i) {
      if (steps[i] == kEqual) continue;
      ++(matched[i] ? counts.order : steps[i] == absent ? counts.missing : counts.lexical);
    }
  };
  count(alignment.reference, r_matched, kMissing, errors.reference);
  count(alignment.hypothesis, h_matched, kExtra, errors.hypothesis);
}

TEST(ErrorClasses, AreThoseOfAPlainDefinition) {
  for (uint32_t seed = 1; seed <= 30; ++seed) {
    std::mt19937_64 random(seed);
    const uint32_t words = 2 + seed % 12;
    const Corpus corpus =
        MakeCorpus(RandomTexts(30, words, random), {RandomTexts(30, words, random)});
    SystemErrors expected;
    for (size_t i = 0; i < corpus.segments(); ++i) {
      const auto r = corpus.reference.words[i], h = corpus.systems[0].words[i];
      ClassPlainly({r.begin(), r.end()}, {h.begin(), h.end()}, expected);
    }
    uint64_t too_long = 0;
    const SystemErrors found = ClassErrors(corpus, 0, too_long);
    SCOPED_TRACE(seed);
    ExpectCounts(found.reference, 0, expected.reference.order, expected.reference.lexical,
                 expected.reference.missing);
    ExpectCounts(found.hypothesis, 0, expected.hypothesis.order, expected.hypothesis.lexical,
                 expected.hypothesis.missing);
  }
}

}  // namespace
}  // namespace mtgauge
