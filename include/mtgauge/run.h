// What the runs of all requests share: ScoreRun, CompareRun and the others.
#pragma once

#include <memory>

#include "mtgauge/options.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// A checked request. It is made first, so that all errors of the request are known before the texts
// are read, and it then runs once.
template <typename Run, typename Request>
class RunOf {
 public:
  // Returns a UsageError if the request is invalid. Reads files that the metrics need, but no
  // texts.
  static Result<Run> Make(const Request& request);
  RunOf(RunOf&&) noexcept;
  RunOf& operator=(RunOf&&) noexcept;
  ~RunOf();

  const Request& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;   // empty if there are no texts

  struct [[gnu::visibility("hidden")]] Plan;  // the library's
  explicit RunOf(std::unique_ptr<Plan> plan);

 protected:
  std::unique_ptr<Plan> plan_;
};

}  // namespace mtgauge
