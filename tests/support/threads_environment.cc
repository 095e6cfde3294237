// Lets a test program use 8 threads on any machine, as the program does for --threads: the library
// itself does not change the process's limits.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <optional>

namespace mtgauge {
namespace {

class ThreadsEnvironment final : public testing::Environment {
 public:
  void SetUp() override {
    threads_.emplace(oneapi::tbb::global_control::max_allowed_parallelism, 8);
  }
  void TearDown() override { threads_.reset(); }

 private:
  std::optional<oneapi::tbb::global_control> threads_;
};

[[maybe_unused]] const testing::Environment* const kThreads =
    testing::AddGlobalTestEnvironment(new ThreadsEnvironment);

}  // namespace
}  // namespace mtgauge
