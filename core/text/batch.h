// Records and batches. Every input format fills them, and everything after the input reads them.
//
// A record is one segment: k references, any of which may be missing, and S hypotheses. A batch is
// a run of consecutive records, with one Stream per reference file and per system.
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

// A segment that contains LF. Its line in the stream's text is empty.
struct Aside {
  uint32_t segment;  // index within the batch
  std::string text;
};

// One column of a batch. `text` contains exactly one LF per segment, at its end; kTextPadding
// readable bytes follow it. `owner` owns it and may be shared with neighbouring batches.
struct Stream {
  const char* text = nullptr;
  uint32_t bytes = 0;
  std::vector<Aside> aside;      // in ascending order of segments
  std::vector<uint8_t> missing;  // per segment, 1 if missing; empty if none is
  std::vector<uint64_t> lines;   // per segment, its line in the file; empty: global index + 1
  bool escaped = false;          // characters are escaped as entities, as in SGML
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

// Consecutive records. Plain data; moves from stage to stage and is never shared between threads.
struct Batch {
  uint64_t number = 0;  // 0, 1, 2, ... in input order
  uint64_t first = 0;   // global index of the first record
  uint32_t segments = 0;
  std::vector<Stream> refs;
  std::vector<Stream> hyps;
  std::vector<Stream> sources;  // what was translated: one stream, or none
  // Annotations of the words in `refs` and `hyps`, one line per segment; empty if there are none.
  std::vector<Stream> ref_annotations, hyp_annotations;
  std::vector<std::string> ids;        // per segment; empty: the global index is the id
  std::vector<std::string> documents;  // per segment; empty if unknown
  std::vector<std::string> groups;     // per segment, the field named by --by; empty if unknown
  std::vector<uint8_t> excluded;       // per segment, 1 if left out of all scores; empty if none is
  // For lists of candidates, which have one system: the candidates of segment i are the lines from
  // candidate_ends[i - 1] to candidate_ends[i] of its stream. Empty: one hypothesis per segment.
  std::vector<uint32_t> candidate_ends;
  Stream candidate_lines;         // the lines as in the file, if requested
  std::vector<uint64_t> indices;  // per segment, its global index; empty: first, first + 1, ...

  uint64_t index_of(uint32_t segment) const {
    return indices.empty() ? first + segment : indices[segment];
  }

  bool excluded_at(uint32_t segment) const { return !excluded.empty() && excluded[segment] != 0; }
  // The range of lines of a hypothesis stream that belong to this segment.
  uint32_t hyp_begin(uint32_t segment) const {
    if (candidate_ends.empty()) return segment;
    return segment == 0 ? 0 : candidate_ends[segment - 1];
  }
  uint32_t hyp_end(uint32_t segment) const {
    return candidate_ends.empty() ? segment + 1 : candidate_ends[segment];
  }
  // The segment that a line of a hypothesis stream belongs to.
  uint32_t segment_of_hyp(uint32_t line) const {
    if (candidate_ends.empty()) return line;
    const auto end = std::upper_bound(candidate_ends.begin(), candidate_ends.end(), line);
    return static_cast<uint32_t>(end - candidate_ends.begin());
  }
  // The number of lines of a hypothesis stream.
  uint32_t hyp_count() const { return candidate_ends.empty() ? segments : candidate_ends.back(); }
  // The line number of a segment in the file of one of the batch's streams.
  uint64_t line_of(const Stream& stream, uint32_t segment) const {
    return stream.lines.empty() ? index_of(segment) + 1 : stream.lines[segment];
  }
};

// The names of a job's streams: a file's path, "<stdin>", or the name that a file gives a system.
struct StreamNames {
  std::vector<std::string> refs;
  std::vector<std::string> hyps;
  std::vector<std::string> hyp_files = {};  // for messages; empty if `hyps` are files
  // The names of `refs` within their files; empty, as a whole or each, if the file does not name
  // them.
  std::vector<std::string> ref_names = {};
  // The files of annotations, one for each stream; empty if there are none.
  std::vector<std::string> ref_annotations = {}, hyp_annotations = {};
  std::vector<std::string> sources = {};  // of the source text: one, or none

  const std::string& ref_name(size_t r) const {
    return ref_names.empty() || ref_names[r].empty() ? refs[r] : ref_names[r];
  }
  const std::string& hyp_file(size_t s) const { return hyp_files.empty() ? hyps[s] : hyp_files[s]; }
  bool annotated() const { return !hyp_annotations.empty(); }
};

// Makes a batch from strings in memory, for callers of the library and tests. refs[r][i] is null if
// reference r of segment i is missing.
Batch MakeBatch(const std::vector<std::vector<const std::string*>>& refs,
                const std::vector<std::vector<std::string>>& hyps);

// Splits the texts of a batch into `parts` batches and keeps their order: those of segment i go to
// part_of[i]; segments past the end of `part_of` are left out. The parts know the indices of their
// segments, but not their ids, documents or groups. The caller sets `first`.
std::vector<Batch> SplitBatch(const Batch& batch, std::span<const uint32_t> part_of,
                              uint32_t parts);

}  // namespace mtgauge
