// The loops of every instruction set give the same digest for the same texts, and another for
// others.
#include "bench/laboratory/measuring/engines/kernel_runs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

TEST(KernelRuns, EverySetCutsAlike) {
  test::RandomText text(7);
  std::vector<Batch> batches, others;
  batches.push_back(MakeBatch({}, {text.Segments(300)}));
  others.push_back(MakeBatch({}, {text.Segments(300)}));
  CutRuns runs(batches), of_others(others);
  const uint64_t wanted = runs.Run(**RunnableKernels().begin());
  for (const Kernels* set : RunnableKernels()) {
    EXPECT_EQ(runs.Run(*set), wanted) << set->name;
    EXPECT_NE(of_others.Run(*set), wanted) << set->name;
  }
}

TEST(KernelRuns, EverySetMakesTheSameKeys) {
  const std::string letters = "abcdefghijkl";
  // More than is made at a time, with tokens of all lengths.
  std::vector<uint32_t> begin, end;
  std::string text;
  for (uint32_t i = 0; i < 5000; ++i) {
    begin.push_back(static_cast<uint32_t>(text.size()));
    text += letters.substr(0, 1 + i % 12);
    end.push_back(static_cast<uint32_t>(text.size()));
    text += ' ';
  }
  text.append(kTextPadding, '\0');
  begin.resize(begin.size() + 16);  // may be read after the last
  end.resize(begin.size());
  std::vector<WordSegment> segments;
  for (uint32_t i = 0; i < 5000; i += 50) {
    Tokens tokens;
    tokens.base = text.data();
    tokens.begin = begin.data() + i;
    tokens.end = end.data() + i;
    tokens.count = 50;
    segments.push_back({{tokens}, {}});
  }
  KeyRuns runs(segments);
  EXPECT_EQ(runs.tokens(), 5000U);
  const uint64_t wanted = runs.Run(**RunnableKernels().begin());
  for (const Kernels* set : RunnableKernels()) EXPECT_EQ(runs.Run(*set), wanted) << set->name;
}

}  // namespace
}  // namespace mtgauge
