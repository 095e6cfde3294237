// Shared code of the tests of word metrics: rows compared with definitions on random and on long
// segments, the best of several references, segments too long to score.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/scored.h"

namespace mtgauge::test {

using Row = std::vector<int64_t>;
using oracle::Words;
// Returns a metric's expected row for one reference.
using Definition = Row (*)(const Words& hyp, const Words& ref);

inline double Points(const std::string& spec, const std::vector<std::string>& refs,
                     const std::string& hyp) {
  return ScorePair(spec, refs, hyp).score;
}

inline int64_t Size(const Words& words) { return static_cast<int64_t>(words.size()); }

inline Words Split(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}
// Returns the letters of a text of single-byte characters.
inline Words Letters(const std::string& text) {
  Words letters;
  for (const char c : text) letters.emplace_back(1, c);
  return letters;
}

inline void ExpectDefinition(const std::string& spec, Definition row,
                             Words (*cut)(const std::string&), const std::string& ref,
                             const std::string& hyp) {
  EXPECT_EQ(ScorePair(spec, {ref}, hyp).sums, row(cut(hyp), cut(ref))) << spec << '\n'
                                                                       << ref << '\n'
                                                                       << hyp;
}

// On random segments, and on long ones.
inline void ExpectDefinitions(const std::string& spec, Definition row,
                              Words (*cut)(const std::string&) = Split) {
  RandomText text(31);
  for (int i = 0; i < 200; ++i) {
    std::string ref = "w0";
    for (uint32_t n = text.Below(100); n > 0; --n) {
      ref += (text.Below(4) == 0 ? " longerword" : " w") + std::to_string(text.Below(20));
    }
    std::string hyp = text.Perturb(ref);
    // Single-byte characters, so that letters are bytes.
    std::replace_if(
        hyp.begin(), hyp.end(), [](char c) { return c < 0; }, 'x');
    ExpectDefinition(spec, row, cut, ref, hyp);
  }
  const auto repeat = [](const std::string& unit, int times) {
    std::string all = unit;
    for (int i = 1; i < times; ++i) all += ' ' + unit;
    return all;
  };
  ExpectDefinition(spec, row, cut, repeat("a", 600), repeat("a", 70));
  ExpectDefinition(spec, row, cut, repeat("a b", 65), repeat("b a", 300));
  ExpectDefinition(spec, row, cut, repeat("a b c", 33), "x");
}

// Checks that the row of random segments is that of the better reference.
inline void ExpectBestReference(const std::string& spec) {
  RandomText text(32);
  for (int i = 0; i < 100; ++i) {
    const std::string base = text.Sentence(20);
    const std::vector<std::string> refs = {text.Perturb(base), text.Perturb(base)};
    const Scored both = ScorePair(spec, refs, base);
    const Scored first = ScorePair(spec, {refs[0]}, base),
                 second = ScorePair(spec, {refs[1]}, base);
    EXPECT_TRUE(both.sums == first.sums || both.sums == second.sums) << spec;
    if (!FindMetric(spec.substr(0, spec.find(':')))->higher_is_better) {
      EXPECT_EQ(both.sums[0], std::min(first.sums[0], second.sums[0])) << spec;
    } else {
      EXPECT_EQ(both.score, std::max(first.score, second.score)) << spec;
    }
  }
}

// Checks that work that would take minutes is rejected at once, by the first segment that requires
// it.
inline void ExpectBudget(const std::string& spec) {
  std::string words;
  while (words.size() < size_t{4'300'000}) words += "a ";
  const std::string small = "a b";
  JobOptions options;
  options.metrics = {"exact", spec};
  auto job = Job::Make(options, {{"ref"}, {"sys"}});
  ASSERT_TRUE(job.ok()) << job.status();
  Worker worker(*job);
  Batch fine = MakeBatch({{&small, &words}}, {{words, small}});
  EXPECT_TRUE(worker.Process(fine, {}).ok()) << spec;
  Batch long_both = MakeBatch({{&small, &words, &words}}, {{small, words, words}});
  const Status status = worker.Process(long_both, {});
  EXPECT_EQ(status.kind(), ErrorKind::kInput) << spec;
  EXPECT_EQ(status.message().substr(0, 6), "ref:2:") << status;
  Batch after = MakeBatch({{&small}}, {{small}});
  EXPECT_TRUE(worker.Process(after, {}).ok()) << spec;
}

// Returns the keys of a signature, without the version.
inline std::string KeysOf(const std::string& spec) {
  const std::string text = TextFor(spec, "a");
  const std::string signature = ScorePair(spec, {text}, text).signature;
  return signature.substr(0, signature.find("|version:"));
}

inline void ExpectWrongOptions(const std::vector<std::string>& specs) {
  for (const std::string& spec : specs) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

}  // namespace mtgauge::test
