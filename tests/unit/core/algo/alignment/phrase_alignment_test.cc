// METEOR's alignment of words and phrases against its slow twin, and against that of words.
#include "core/algo/alignment/phrase_alignment.h"

#include <gtest/gtest.h>

#include <random>

#include "core/algo/alignment/beam_alignment.h"
#include "core/metric/metric.h"
#include "tests/oracle/naive_meteor.h"

namespace mtgauge {
namespace {

using Words = std::vector<uint32_t>;

struct Problem {
  uint32_t hypothesis_size = 0;
  std::vector<std::vector<PhraseOption>> options;
};

// Equal words, and some pairs of phrases.
Problem RandomProblem(std::mt19937& random, uint32_t longest, uint32_t alphabet, uint32_t phrases) {
  Problem problem;
  const uint32_t hyp = 1 + random() % longest, ref = 1 + random() % longest;
  problem.hypothesis_size = hyp;
  problem.options.resize(ref);
  Words words(hyp + ref);
  for (uint32_t& word : words) word = random() % alphabet;
  for (uint32_t j = 0; j < ref; ++j) {
    for (uint32_t i = 0; i < hyp; ++i) {
      if (words[i] == words[hyp + j]) problem.options[j].push_back({i, 1, 1, 0, 2});
    }
  }
  for (; phrases > 0; --phrases) {
    const uint32_t i = random() % hyp, j = random() % ref;
    const auto hyp_words = static_cast<uint16_t>(1 + random() % std::min(3u, hyp - i));
    const auto ref_words = static_cast<uint16_t>(1 + random() % std::min(3u, ref - j));
    const auto credit = static_cast<uint16_t>(hyp_words / 2 + ref_words / 2);
    problem.options[j].push_back({i, hyp_words, ref_words, 1, credit});
  }
  return problem;
}

void ExpectTwinsAgree(const Problem& problem, uint32_t beam, PhraseAlignment& alignment) {
  std::vector<PhraseOption> options;
  std::vector<uint32_t> ends;
  for (const auto& of_word : problem.options) {
    options.insert(options.end(), of_word.begin(), of_word.end());
    ends.push_back(static_cast<uint32_t>(options.size()));
  }
  ASSERT_TRUE(alignment.Search({problem.hypothesis_size, options, ends}, beam, kMostSteps));
  const auto want = oracle::AlignPhrasesByBeam(problem.hypothesis_size, problem.options, beam);
  for (size_t j = 0; j < want.size(); ++j) {
    const PhraseOption& got = alignment.pairs()[j];
    ASSERT_EQ(got.hypothesis, want[j].hypothesis) << "word " << j;
    ASSERT_EQ(got.hyp_words, want[j].hyp_words) << "word " << j;
    ASSERT_EQ(got.ref_words, want[j].ref_words) << "word " << j;
    ASSERT_EQ(got.stage, want[j].stage) << "word " << j;
  }
}

TEST(PhraseAlignment, EqualsItsTwin) {
  std::mt19937 random(1);
  PhraseAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u}) {
    for (int round = 0; round < 300; ++round) {
      const Problem problem = RandomProblem(random, 20, 1 + random() % 30, random() % 12);
      ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, beam, alignment));
    }
  }
}

TEST(PhraseAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(2);
  PhraseAlignment alignment;
  for (const uint32_t alphabet : {1u, 3u, 60u}) {
    for (const uint32_t phrases : {0u, 10u, 100u}) {
      const Problem problem = RandomProblem(random, 140, alphabet, phrases);
      ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, 10, alignment));
    }
  }
}

// Of single words it is the other beam.
TEST(PhraseAlignment, EqualsTheAlignmentOfWords) {
  std::mt19937 random(3);
  PhraseAlignment alignment;
  BeamAlignment of_words;
  for (int round = 0; round < 300; ++round) {
    const uint32_t alphabet = 1 + random() % 20;
    Words hyp(random() % 60), ref(1 + random() % 60);
    for (uint32_t& word : hyp) word = random() % alphabet;
    for (uint32_t& word : ref) word = random() % alphabet;
    std::vector<AlignmentOption> options;
    std::vector<PhraseOption> phrases;
    std::vector<uint32_t> ends, phrase_ends;
    for (uint32_t name = 0; name < alphabet; ++name) {
      for (uint32_t i = 0; i < hyp.size(); ++i) {
        if (hyp[i] == name) options.push_back({i, 0, 2});
      }
      ends.push_back(static_cast<uint32_t>(options.size()));
    }
    const AlignmentTask task = {static_cast<uint32_t>(hyp.size()), ref, options, ends};
    for (const uint32_t name : ref) {
      for (const AlignmentOption& option : task.OptionsOf(name)) {
        phrases.push_back({option.hypothesis, 1, 1, option.stage, option.credit});
      }
      phrase_ends.push_back(static_cast<uint32_t>(phrases.size()));
    }
    of_words.Prepare(task, 40);
    of_words.Search(task, 40);
    ASSERT_TRUE(alignment.Search({task.hypothesis_size, phrases, phrase_ends}, 40, kMostSteps));
    for (size_t j = 0; j < ref.size(); ++j) {
      ASSERT_EQ(alignment.pairs()[j].hypothesis, of_words.pairs()[j].hypothesis);
    }
    ASSERT_EQ(alignment.Chunks(), of_words.Chunks());
  }
}

}  // namespace
}  // namespace mtgauge
