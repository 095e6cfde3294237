// A warm worker scores without allocating per segment. This test is a separate executable, because
// it counts allocations by replacing operator new.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/support/learn.h"
#include "tests/support/meteor_data.h"
#include "tests/support/random_text.h"
#include "tests/support/roles.h"
#include "tests/support/source_text.h"

namespace {

std::atomic<uint64_t> allocations{0};

void* Allocate(size_t size, size_t alignment) {
  ++allocations;
  // aligned_alloc requires a multiple of the alignment.
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(size_t size) { return Allocate(size, alignof(std::max_align_t)); }
void* operator new(size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<size_t>(alignment));
}
// If only these are inlined, gcc sees memory from operator new passed to std::free and warns.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace mtgauge {
namespace {

// Returns the number of allocations in the third pass over one batch of `segments` records.
uint64_t WarmAllocations(const MetricRow& row, NgramEngine engine, const MetricOptions& shared,
                         uint32_t segments) {
  JobOptions options;
  options.metrics = {std::string(row.name)};
  options.shared = shared;
  options.context.ngram_engine = engine;
  StreamNames names = {{"ref1", "ref2"}, {"sys1", "sys2"}};
  test::AddSource(row, names);
  auto job = Job::Make(options, names);
  EXPECT_TRUE(job.ok()) << job.status();
  test::RandomText text(21);
  std::vector<std::vector<std::string>> columns(4);
  for (uint32_t i = 0; i < segments; ++i) {
    const std::string base = text.Sentence(5 + text.Below(40));
    for (auto& column : columns) column.push_back(test::TextFor(row.name, text.Perturb(base)));
  }
  std::vector<std::vector<const std::string*>> refs(2);
  for (size_t r = 0; r < 2; ++r) {
    for (const std::string& ref : columns[r]) refs[r].push_back(&ref);
  }
  Batch batch = MakeBatch(refs, {columns[2], columns[3]});
  test::AddSource(row, batch);
  batch.first = 1'000'000;  // after the segments whose text is checked
  EXPECT_TRUE(test::Learn(*job, batch).ok());
  Worker worker(*job);
  uint64_t before = 0;
  for (int pass = 0; pass < 3; ++pass) {
    before = allocations;
    EXPECT_TRUE(worker.Process(batch, {}).ok());
  }
  return allocations - before;
}

TEST(Allocation, DoesNotGrowWithTheSegments) {
  for (const MetricRow& row : Metrics()) {
    if (row.name == "charcut") continue;  // lists common runs in maps, which allocate for each run
    if (row.name == "off-target") continue;  // libcld2 allocates for each text
    for (const NgramEngineRow& engine : NgramEngines()) {
      for (const char* option : {"no", "lc", "stem"}) {
        const MetricOptions shared = {{"lc", option == std::string_view("lc") ? "yes" : "no"},
                                      {"stem", option == std::string_view("stem") ? "en" : "none"}};
        const uint64_t few = WarmAllocations(row, engine.engine, shared, 100);
        const uint64_t many = WarmAllocations(row, engine.engine, shared, 1000);
        // The buffers of each stream grow with the texts.
        const uint64_t growth = row.needs_source ? 25 : 20;
        EXPECT_LE(many, few + growth) << row.name << ' ' << engine.name << ' ' << option;
        EXPECT_LE(few, 40u) << row.name << ' ' << engine.name << ' ' << option;
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
