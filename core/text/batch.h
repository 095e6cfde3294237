// Records and batches: what every input format fills and everything behind it reads.
//
// A record is one segment: k references, of which any may be missing, and S hypotheses. A batch is
// a run of consecutive records, one Stream per reference file and per system.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"

namespace mtgauge {

// A segment that holds LF itself. Its line in the stream's text is empty.
struct Aside {
  uint32_t segment;  // index within the batch
  std::string text;
};

// One column of a batch. `text` holds exactly one LF per segment, at its end, and kTextPadding
// readable bytes follow it. Owned by `owner`, which may be shared with neighbouring batches.
struct Stream {
  const char* text = nullptr;
  uint32_t bytes = 0;
  std::vector<Aside> aside;      // by rising segment
  std::vector<uint8_t> missing;  // per segment, 1 = no such reference; empty = none missing
  std::vector<uint64_t> lines;   // per segment, line in its file; empty: global index + 1
  bool escaped = false;          // entities stand for characters, as in SGML
  std::shared_ptr<const void> owner;
  bool missing_at(uint32_t segment) const { return !missing.empty() && missing[segment] != 0; }
};

// Calls see(segment, text) for the first `count` segments of a stream, in order.
template <typename See>
void ForEachText(const Stream& stream, uint32_t count, const See& see) {
  std::string_view rest(stream.text, stream.bytes);
  auto aside = stream.aside.begin();
  for (uint32_t i = 0; i < count; ++i) {
    const size_t end = rest.find('\n');
    const bool is_aside = aside != stream.aside.end() && aside->segment == i;
    see(i, is_aside ? std::string_view((aside++)->text) : rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
}

// Consecutive records. Plain data; moved from stage to stage, never shared between threads.
struct Batch {
  uint64_t number = 0;  // 0, 1, 2, ... in input order
  uint64_t first = 0;   // global index of the first record
  uint32_t segments = 0;
  std::vector<Stream> refs;
  std::vector<Stream> hyps;
  // What is told of the words of `refs` and `hyps`, a line for each segment; empty: nothing.
  std::vector<Stream> ref_annotations, hyp_annotations;
  std::vector<std::string> ids;        // per segment; empty: the global index is the id
  std::vector<std::string> documents;  // per segment; empty: unknown
  std::vector<std::string> groups;     // per segment, what --by asks for; empty: unknown
  std::vector<uint8_t> excluded;       // per segment, 1 = left out of all scores; empty = none
  // Of lists of candidates, which have one system: the candidates of segment i are the lines from
  // candidate_ends[i - 1] to candidate_ends[i] of its stream. Empty: one hypothesis a segment.
  std::vector<uint32_t> candidate_ends;
  Stream candidate_lines;         // as the file has them, where that was asked for
  std::vector<uint64_t> indices;  // per segment, global; empty: first, first + 1, ...

  uint64_t index_of(uint32_t segment) const {
    return indices.empty() ? first + segment : indices[segment];
  }

  bool excluded_at(uint32_t segment) const { return !excluded.empty() && excluded[segment] != 0; }
  // The lines of a hypothesis stream that are of this segment.
  uint32_t hyp_begin(uint32_t segment) const {
    if (candidate_ends.empty()) return segment;
    return segment == 0 ? 0 : candidate_ends[segment - 1];
  }
  uint32_t hyp_end(uint32_t segment) const {
    return candidate_ends.empty() ? segment + 1 : candidate_ends[segment];
  }
  // The segment of a line of a hypothesis stream.
  uint32_t segment_of_hyp(uint32_t line) const {
    if (candidate_ends.empty()) return line;
    const auto end = std::upper_bound(candidate_ends.begin(), candidate_ends.end(), line);
    return static_cast<uint32_t>(end - candidate_ends.begin());
  }
  // The lines of a hypothesis stream.
  uint32_t hyp_count() const { return candidate_ends.empty() ? segments : candidate_ends.back(); }
  // Where a segment of one of the batch's streams stands in its file.
  uint64_t line_of(const Stream& stream, uint32_t segment) const {
    return stream.lines.empty() ? index_of(segment) + 1 : stream.lines[segment];
  }
};

// The names of a job's streams: a file's path, or "<stdin>", or what a file calls its systems.
struct StreamNames {
  std::vector<std::string> refs;
  std::vector<std::string> hyps;
  std::vector<std::string> hyp_files = {};  // of `hyps`, for messages; empty: `hyps` are files
  // Of `refs` within their files, where a file names them; empty, as a whole or each: it does not.
  std::vector<std::string> ref_names = {};
  // The files of annotations, one for each stream; empty: there are none.
  std::vector<std::string> ref_annotations = {}, hyp_annotations = {};

  const std::string& ref_name(size_t r) const {
    return ref_names.empty() || ref_names[r].empty() ? refs[r] : ref_names[r];
  }
  const std::string& hyp_file(size_t s) const { return hyp_files.empty() ? hyps[s] : hyp_files[s]; }
  bool annotated() const { return !hyp_annotations.empty(); }
};

// A batch made of whole strings held in memory, as the library's callers and the tests have them.
// refs[r][i] == nullptr means that reference r of segment i is missing.
Batch MakeBatch(const std::vector<std::vector<const std::string*>>& refs,
                const std::vector<std::vector<std::string>>& hyps);

// Deals the texts of a batch out into `parts` others, in order: those of segment i go to
// part_of[i]; segments behind `part_of` are left out. The parts know the numbers of their segments
// (`indices`), but not their names. `first` is to be set.
std::vector<Batch> SplitBatch(const Batch& batch, std::span<const uint32_t> part_of,
                              uint32_t parts);

}  // namespace mtgauge
