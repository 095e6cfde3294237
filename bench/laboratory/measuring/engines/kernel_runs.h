// Runs the kernels, which have a version for each instruction set, over whole texts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/laboratory/measuring/engines/engine_runs.h"
#include "core/simd/kernels.h"
#include "core/text/batch.h"

namespace mtgauge {

// Tokenizes all texts with 13a, piece by piece, as core/text/tokenizing/stream_cutter.h does. The
// texts must outlive it.
class CutRuns {
 public:
  explicit CutRuns(std::span<const Batch> batches) : batches_(batches) {}

  // Returns a digest of where tokens begin and end.
  uint64_t Run(const Kernels& set);

 private:
  static constexpr uint32_t kPiece = 8192, kRoom = kPiece + 64;

  uint64_t Cut(const Kernels& set, const Stream& stream);

  std::span<const Batch> batches_;
  std::array<uint32_t, kRoom> begin_{}, end_{}, line_token_{}, line_end_{}, special_{};
};

// Computes the keys of adjacent tokens, as many at a time as the scorer does. The tokens' texts
// must outlive it.
class KeyRuns {
 public:
  explicit KeyRuns(std::span<const WordSegment> segments);

  uint64_t tokens() const { return tokens_; }
  // Returns a digest of the keys.
  uint64_t Run(const Kernels& set);

 private:
  static constexpr uint32_t kMost = 2048;

  void Add(const Tokens& tokens);

  std::vector<Tokens> runs_;
  uint64_t tokens_ = 0;
  std::array<uint64_t, kMost + 16> keys_{};
};

}  // namespace mtgauge
