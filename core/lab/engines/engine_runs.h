// The n-gram engines side by side, and segments of every length to run them on.
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

// One engine at work. Reuses its memory; not thread-safe.
class EngineRun {
 public:
  virtual ~EngineRun() = default;
  // As core/algo/ngrams/ngram_match.h defines matches.
  virtual void Match(std::span<const Tokens> references, const Tokens& hypothesis,
                     uint32_t max_order, int64_t* matches) = 0;
  virtual size_t bytes() const = 0;  // of memory held
};

struct LabEngine {
  std::string_view name;
  uint32_t most_tokens;  // of a reference
  std::unique_ptr<EngineRun> (*make)();
};
std::span<const LabEngine> LabEngines();  // table, bitmask, sort

// The bitmask engine on a given set of kernels.
std::unique_ptr<EngineRun> MakeBitmaskRun(const Kernels& kernels);

struct WordSegment {
  std::vector<Tokens> references, hypotheses;
};

// Consecutive segments as one, with as many references as the first; owns what its tokens point to.
class JoinedSegment {
 public:
  explicit JoinedSegment(std::span<const WordSegment> segments);
  const std::vector<Tokens>& references() const { return references_; }
  const Tokens& hypothesis() const { return hypothesis_; }  // of the first system
  uint32_t longest() const { return longest_; }             // reference, in tokens

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

// Segments whose longest reference has up to `most` tokens, and more than the class before.
struct LengthClass {
  uint32_t most = 0;  // UINT32_MAX: the last class
  std::vector<JoinedSegment> segments;
  uint64_t tokens = 0;  // of hypotheses and references
};

// Fills each class from the segments as they are, then from joins of 2, 4, 8, ... of them, until it
// holds `enough` tokens or there are no more.
std::vector<LengthClass> SortByLength(std::span<const WordSegment> segments, uint64_t enough);

// Runs an engine over a class. The digest of its matches, order by order.
uint64_t RunEngine(EngineRun& engine, const LengthClass& of, uint32_t max_order);

}  // namespace mtgauge
