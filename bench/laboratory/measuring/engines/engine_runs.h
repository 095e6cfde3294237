// The n-gram engines, and segments of all lengths to run them on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

// A running engine. Reuses its memory. Not thread-safe.
class EngineRun {
 public:
  virtual ~EngineRun() = default;
  // Writes the matches as core/algo/ngrams/ngram_match.h defines them.
  virtual void Match(std::span<const Tokens> references, const Tokens& hypothesis,
                     uint32_t max_order, int64_t* matches) = 0;
  virtual size_t bytes() const = 0;  // memory in use
};

struct LabEngine {
  std::string_view name;
  uint32_t most_tokens;  // limit on a reference's tokens
  std::unique_ptr<EngineRun> (*make)();
};
std::span<const LabEngine> LabEngines();  // table, bitmask, sort

// Makes a run of the bitmask engine with a given set of kernels.
std::unique_ptr<EngineRun> MakeBitmaskRun(const Kernels& kernels);

struct WordSegment {
  std::vector<Tokens> references, hypotheses;
};

// Consecutive segments joined into one, with as many references as the first segment. Owns the
// memory that its tokens point to.
class JoinedSegment {
 public:
  explicit JoinedSegment(std::span<const WordSegment> segments);
  const std::vector<Tokens>& references() const { return references_; }
  const Tokens& hypothesis() const { return hypothesis_; }  // the first system's
  uint32_t longest() const { return longest_; }             // the longest reference, in tokens

 private:
  struct Text {
    std::string bytes;
    std::vector<uint32_t> begin, end;
    std::vector<uint64_t> key;

    void Append(const Tokens& tokens);
    Tokens Finish();
  };
  std::vector<std::unique_ptr<Text>> texts_;
  std::vector<Tokens> references_;
  Tokens hypothesis_;
  uint32_t longest_ = 0;
};

// Segments whose longest reference has at most `most` tokens, but more than the previous class
// allows.
struct LengthClass {
  uint32_t most = 0;  // UINT32_MAX for the last class
  std::vector<JoinedSegment> segments;
  uint64_t tokens = 0;  // in hypotheses and references
};

// Fills each class from single segments, then from joins of 2, 4, 8, ... segments, until it has
// `enough` tokens or there are no more.
std::vector<LengthClass> SortByLength(std::span<const WordSegment> segments, uint64_t enough);

// Runs an engine over a class. Returns a digest of its matches, order by order.
uint64_t RunEngine(EngineRun& engine, const LengthClass& of, uint32_t max_order);

}  // namespace mtgauge
