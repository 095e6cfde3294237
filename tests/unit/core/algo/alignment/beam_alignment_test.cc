// METEOR's alignment of words and phrases, compared with its slow twin.
#include "core/algo/alignment/beam_alignment.h"

#include <gtest/gtest.h>

#include <random>

#include "core/contract/metric.h"
#include "tests/oracle/naive_meteor.h"

namespace mtgauge {
namespace {

struct Problem {
  uint32_t hypothesis_size;
  std::vector<uint32_t> reference;                    // names of lists
  std::vector<std::vector<AlignmentOption>> of_name;  // lists
};

// Returns words of a small alphabet: equal ones pair in stage 0; those of one class of `kin` in
// stage 1.
Problem RandomProblem(std::mt19937& random, uint32_t longest, uint32_t alphabet, uint32_t kin) {
  Problem problem;
  std::vector<uint32_t> hypothesis(random() % (longest + 1));
  for (uint32_t& word : hypothesis) word = random() % alphabet;
  problem.hypothesis_size = static_cast<uint32_t>(hypothesis.size());
  problem.reference.resize(random() % (longest + 1));
  for (uint32_t& word : problem.reference) word = random() % alphabet;
  problem.of_name.resize(alphabet);
  for (uint32_t name = 0; name < alphabet; ++name) {
    for (uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (hypothesis[i] == name) problem.of_name[name].push_back({i, 0, 2});
    }
    for (uint32_t i = 0; i < hypothesis.size(); ++i) {
      if (hypothesis[i] != name && hypothesis[i] / kin == name / kin) {
        problem.of_name[name].push_back({i, 1, 0});
      }
    }
  }
  return problem;
}

// Inserts pairs of phrases of up to `longest` words on either side; a few are listed twice.
void AddPhrases(std::mt19937& random, uint32_t phrases, uint32_t longest, Problem& problem) {
  const auto words_from = [&](size_t left) {
    return static_cast<uint16_t>(1 + random() % std::min<size_t>(longest, left));
  };
  const auto size = static_cast<uint32_t>(problem.reference.size());
  for (; phrases > 0 && size > 0 && problem.hypothesis_size > 0; --phrases) {
    const uint32_t i = random() % problem.hypothesis_size, j = random() % size;
    const uint16_t hyp_words = words_from(problem.hypothesis_size - i),
                   ref_words = words_from(size - j);
    const auto credit = static_cast<uint16_t>(hyp_words / 2 + ref_words / 2);
    auto list = problem.of_name[problem.reference[j]];
    list.insert(list.end(), 1 + (random() % 8 == 0 ? 1 : 0), {i, 2, credit, hyp_words, ref_words});
    problem.reference[j] = static_cast<uint32_t>(problem.of_name.size());
    problem.of_name.push_back(list);
  }
}

void ExpectTwinsAgree(const Problem& problem, uint32_t beam, BeamAlignment& alignment) {
  std::vector<AlignmentOption> options;
  std::vector<uint32_t> ends;
  for (const auto& of_name : problem.of_name) {
    options.insert(options.end(), of_name.begin(), of_name.end());
    ends.push_back(static_cast<uint32_t>(options.size()));
  }
  const AlignmentTask task = {problem.hypothesis_size, problem.reference, options, ends};
  ASSERT_LT(alignment.Prepare(task, beam), kMostSteps);
  alignment.Search(task, beam);
  std::vector<std::vector<AlignmentOption>> of_word;
  for (const uint32_t name : problem.reference) of_word.push_back(problem.of_name[name]);
  const std::vector<AlignmentOption> want =
      oracle::AlignByBeam(problem.hypothesis_size, of_word, beam);
  uint32_t chunks = 0, last_end = AlignmentOption::kNone;
  for (size_t j = 0; j < want.size(); ++j) {
    const AlignmentOption& pair = alignment.pairs()[j];
    ASSERT_EQ(pair.hypothesis, want[j].hypothesis) << "word " << j;
    ASSERT_EQ(pair.stage, want[j].stage) << "word " << j;
    ASSERT_EQ(pair.hyp_words, want[j].hyp_words) << "word " << j;
    ASSERT_EQ(pair.ref_words, want[j].ref_words) << "word " << j;
  }
  for (size_t j = 0; j < want.size(); j += want[j].ref_words) {
    const bool is_paired = want[j].hypothesis != AlignmentOption::kNone;
    if (is_paired && want[j].hypothesis != last_end) ++chunks;
    last_end = is_paired ? want[j].hypothesis + want[j].hyp_words : AlignmentOption::kNone;
  }
  ASSERT_EQ(alignment.Chunks(), chunks);
}

TEST(BeamAlignment, EqualsItsTwin) {
  std::mt19937 random(1);
  BeamAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u, 100u}) {
    for (int round = 0; round < 400; ++round) {
      const uint32_t alphabet = 1 + random() % 30;
      ExpectTwinsAgree(RandomProblem(random, 24, alphabet, 1 + random() % 3), beam, alignment);
    }
  }
}

TEST(BeamAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(2);
  BeamAlignment alignment;
  for (const uint32_t alphabet : {1u, 2u, 40u}) {
    for (const uint32_t longest : {70u, 140u}) {
      for (int round = 0; round < 4; ++round) {
        ExpectTwinsAgree(RandomProblem(random, longest, alphabet, 2), 40, alignment);
      }
    }
  }
  // Distances that need the wide keys.
  for (const uint32_t alphabet : {1u, 3u}) {
    ExpectTwinsAgree(RandomProblem(random, 400, alphabet, 1), 4, alignment);
  }
}

TEST(BeamAlignment, OfPhrasesEqualsItsTwin) {
  std::mt19937 random(3);
  BeamAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u, 100u}) {
    for (int round = 0; round < 400; ++round) {
      Problem problem = RandomProblem(random, 24, 1 + random() % 40, 1 + random() % 2);
      AddPhrases(random, random() % 24, 1 + random() % 6, problem);
      ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, beam, alignment));
    }
  }
}

TEST(BeamAlignment, OfPhrasesEqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(4);
  BeamAlignment alignment;
  for (const uint32_t alphabet : {1u, 3u, 200u}) {
    for (const uint32_t phrases : {1u, 20u, 150u}) {
      for (const uint32_t longest : {3u, 130u}) {  // of more words than a number has bits
        Problem problem = RandomProblem(random, 140, alphabet, 1);
        AddPhrases(random, phrases, longest, problem);
        ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, 10, alignment));
      }
    }
  }
  // Only phrases, and credits and distances that need the wide keys.
  for (const uint32_t longest : {2u, 300u}) {
    Problem problem = {600, std::vector<uint32_t>(600, 0), {{}}};
    AddPhrases(random, 200, longest, problem);
    ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, 4, alignment));
  }
}

TEST(BeamAlignment, TellsHowMuchWorkIsAhead) {
  const std::vector<uint32_t> reference(2000, 0);
  std::vector<AlignmentOption> options;
  for (uint32_t i = 0; i < 2000; ++i) options.push_back({i, 0, 2});
  const std::vector<uint32_t> ends = {2000};
  BeamAlignment alignment;
  const AlignmentTask task = {2000, reference, options, ends};
  EXPECT_GE(alignment.Prepare(task, 40), 2000u * 2000 * 40);
  EXPECT_LT(alignment.Prepare(task, 40), kMostSteps);
  alignment.Search(task, 40);
  EXPECT_EQ(alignment.Chunks(), 1u);
}

}  // namespace
}  // namespace mtgauge
