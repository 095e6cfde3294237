// METEOR's alignment of words against its slow twin.
#include "core/algo/alignment/beam_alignment.h"

#include <gtest/gtest.h>

#include <random>

#include "core/metric/metric.h"
#include "tests/oracle/naive_meteor.h"

namespace mtgauge {
namespace {

struct Problem {
  uint32_t hypothesis_size;
  std::vector<uint32_t> reference;
  std::vector<std::vector<AlignmentOption>> of_name;
};

// Words of a small alphabet: equal ones pair in stage 0; those of one class of `kin` in stage 1.
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

void ExpectTwinsAgree(const Problem& problem, uint32_t beam, BeamAlignment& alignment) {
  std::vector<AlignmentOption> options;
  std::vector<uint32_t> ends;
  for (const auto& of_name : problem.of_name) {
    options.insert(options.end(), of_name.begin(), of_name.end());
    ends.push_back(static_cast<uint32_t>(options.size()));
  }
  const AlignmentTask task = {problem.hypothesis_size, problem.reference, options, ends};
  alignment.Prepare(task, beam);
  alignment.Search(task, beam);
  std::vector<std::vector<AlignmentOption>> of_word;
  for (const uint32_t name : problem.reference) of_word.push_back(problem.of_name[name]);
  const std::vector<AlignmentOption> want =
      oracle::AlignByBeam(problem.hypothesis_size, of_word, beam);
  for (size_t j = 0; j < want.size(); ++j) {
    ASSERT_EQ(alignment.pairs()[j].hypothesis, want[j].hypothesis) << "word " << j;
    ASSERT_EQ(alignment.pairs()[j].stage, want[j].stage) << "word " << j;
  }
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
