// Runs of the vector loops.
#include "bench/laboratory/measuring/engines/kernel_runs.h"

#include <algorithm>
#include <cstring>

namespace mtgauge {
namespace {

// Returns true if a token contains NUL; the kernels do not handle such tokens.
bool HoldsNul(const Tokens& tokens) {
  const size_t bytes = tokens.end[tokens.count - 1] - tokens.begin[0];
  return std::memchr(tokens.base + tokens.begin[0], 0, bytes) != nullptr;
}

}  // namespace

uint64_t CutRuns::Run(const Kernels& set) {
  uint64_t digest = 0;
  for (const Batch& batch : batches_) {
    for (const std::vector<Stream>* streams : {&batch.refs, &batch.hyps}) {
      for (const Stream& stream : *streams) digest = digest * 31 + Cut(set, stream);
    }
  }
  return digest;
}

uint64_t CutRuns::Cut(const Kernels& set, const Stream& stream) {
  CutOutput out{begin_.data(), end_.data(), line_token_.data(), line_end_.data(), special_.data()};
  CutState state;
  uint64_t digest = 0;
  for (uint32_t from = 0; from < stream.bytes; from += kPiece) {
    out.begins = out.ends = out.lines = out.specials = 0;
    set.cut_13a(stream.text, from, std::min(stream.bytes - from, kPiece) + from, &state, &out);
    digest = digest * 31 + out.begins;
    if (out.ends > 0) digest = digest * 31 + end_[out.ends - 1];
    if (out.begins > 0) digest = digest * 31 + begin_[out.begins / 2];
  }
  return digest;
}

KeyRuns::KeyRuns(std::span<const WordSegment> segments) {
  for (const auto side : {&WordSegment::references, &WordSegment::hypotheses}) {
    for (const WordSegment& segment : segments) {
      for (const Tokens& tokens : segment.*side) Add(tokens);
    }
  }
}

uint64_t KeyRuns::Run(const Kernels& set) {
  uint64_t digest = 0;
  for (const Tokens& run : runs_) {
    set.token_keys(run.base, run.begin, run.end, run.count, keys_.data());
    digest = digest * 31 + keys_[run.count - 1] + keys_[run.count / 2];
  }
  return digest;
}

void KeyRuns::Add(const Tokens& tokens) {
  if (tokens.count == 0 || tokens.count > kMost || HoldsNul(tokens)) return;
  tokens_ += tokens.count;
  if (!runs_.empty()) {
    Tokens& last = runs_.back();
    const bool next = last.base == tokens.base && last.begin + last.count == tokens.begin;
    if (next && last.count + tokens.count <= kMost) {
      last.count += tokens.count;
      return;
    }
  }
  runs_.push_back(tokens);
}

}  // namespace mtgauge
