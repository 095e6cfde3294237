// One segment, scored under a metric's spec.
#pragma once

#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"

namespace mtgauge::test {

inline std::vector<std::string> SplitAtSpaces(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// The corpus score of that segment alone. Fails the test when the library refuses.
inline MetricScore ScorePair(const std::string& spec, const std::vector<std::string>& refs,
                             const std::string& hyp) {
  JobOptions options;
  options.metrics = {spec};
  options.on_invalid = OnInvalid::kReplace;
  StreamNames names{{}, {"sys"}};
  std::vector<std::vector<const std::string*>> pointers;
  for (const std::string& ref : refs) {
    names.refs.push_back("ref");
    pointers.push_back({&ref});
  }
  auto job = Job::Make(options, names);
  if (!job.ok()) {
    ADD_FAILURE() << job.status();
    return {};
  }
  Worker worker(*job);
  Batch batch = MakeBatch(pointers, {{hyp}});
  const absl::Status status = worker.Process(batch, {});
  EXPECT_TRUE(status.ok()) << status;
  return MakeReport(*job, worker.totals()).systems[0].scores[0];
}

}  // namespace mtgauge::test
