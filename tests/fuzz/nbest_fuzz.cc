// Any bytes as an n-best list and its references: segments, candidates and errors do not depend on
// the pieces in which they arrive; candidates are the list's lines in order; an error names a file.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "core/input/formats/nbest.h"
#include "tests/support/fuzz_promise.h"
#include "tests/support/pieces_source.h"

namespace {

using mtgauge::Batch;
using mtgauge::test::Promise;

struct Told {
  std::string texts, refs, lines, ids, error;
  uint64_t segments = 0, candidates = 0;
  friend bool operator==(const Told&, const Told&) = default;
};

void Tell(const Batch& batch, Told& told) {
  const mtgauge::Stream& hyps = batch.hyps.front();
  Promise(batch.first == told.segments, "batches follow each other");
  Promise(batch.candidate_ends.size() == batch.segments, "candidates of each segment");
  for (uint32_t i = 0; i < batch.segments; ++i) {
    Promise(batch.hyp_begin(i) < batch.hyp_end(i), "a candidate for each segment");
    told.ids += batch.ids[i] + '\n';
  }
  const std::string texts(hyps.text, hyps.bytes);
  const auto lines = static_cast<uint64_t>(std::count(texts.begin(), texts.end(), '\n'));
  Promise(lines == batch.hyp_count() && hyps.lines.size() == lines, "a line for each candidate");
  for (const uint64_t line : hyps.lines) Promise(line == ++told.candidates, "no line is left out");
  told.texts += texts;
  told.refs.append(batch.refs.front().text, batch.refs.front().bytes);
  told.lines.append(batch.candidate_lines.text, batch.candidate_lines.bytes);
  told.segments += batch.segments;
}

Told Read(mtgauge::Source& references, mtgauge::Source& list, uint32_t most) {
  mtgauge::NbestOptions options;
  options.block_bytes = most;
  options.batch_candidates = most;
  options.keep_lines = true;
  mtgauge::NbestBatches batches({&references}, list, options);
  Told told;
  while (const std::unique_ptr<Batch> batch = batches.Next()) Tell(*batch, told);
  told.error = batches.status().message();
  const bool named = told.error.starts_with("list") || told.error.starts_with("ref");
  Promise(batches.status().ok() || named, "an error names a file");
  return told;
}

}  // namespace

// The references are the bytes before the first NUL.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(bytes.find('\0'), bytes.size());
  const std::string refs = bytes.substr(0, end);
  const std::string list = bytes.substr(std::min(end + 1, bytes.size()));
  const auto whole_refs = mtgauge::MemorySource("ref", refs, true);
  const auto whole_list = mtgauge::MemorySource("list", list, true);
  const Told whole = Read(*whole_refs, *whole_list, 1 << 16);
  for (const uint32_t most : {1U, 30U}) {
    mtgauge::test::PiecesSource ref_pieces("ref", refs, most, 1);
    mtgauge::test::PiecesSource list_pieces("list", list, most, 2);
    Promise(Read(ref_pieces, list_pieces, most) == whole, "pieces do not show");
  }
  return 0;
}
