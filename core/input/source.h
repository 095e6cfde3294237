// Where bytes come from: regular files, read by ranges in any order, and everything else (pipes,
// terminals, devices), read from front to back.
//
// Nothing is mapped: a truncated map kills the process, and mapped pages count as memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/text/batch.h"

namespace mtgauge {

// What a format knows of the lines of a block beyond their text: one element per line, or none at
// all where it does not know.
struct LineExtras {
  std::vector<std::string> ids;
  std::vector<std::string> documents;
  std::vector<std::string> groups;
  std::vector<std::string> systems;  // of files that hold the records of several
  std::vector<uint64_t> lines;       // where each segment stands in its file, from 1
  std::vector<uint8_t> missing;      // 1 = there is no such reference
  std::vector<Aside> asides;         // segments that hold LF, by rising line of the block
  bool escaped = false;              // Stream's
};

// A run of a source's bytes, with its lines counted. `bytes` bytes of data, kTextPadding more
// readable and writable.
struct Block {
  uint32_t stream = 0;
  uint64_t index = 0;  // 0, 1, 2, ... within the stream
  Buffer<char> data;
  uint32_t bytes = 0;
  uint64_t lines = 0;  // LF in the block
  // lines_before[k]: LF before byte k * kLineStride. Finds the n-th line without a scan.
  std::vector<uint32_t> lines_before;
  bool last = false;  // nothing follows; such a block may be empty
  absl::Status status;
  // Null for plain text. A source that ever fills it returns whole lines only, each with its LF; a
  // block may then be larger than what was asked for.
  std::unique_ptr<LineExtras> extras;

  static constexpr uint32_t kLineStride = 4096;
};

// What is odd about a file and does not keep it from being read.
struct InputWarning {
  std::string code;
  std::string message;  // one sentence with the file's name and the remedy
};

// Where a line of a file begins: what is before it.
struct Place {
  uint64_t byte = 0;
  uint64_t lines = 0;
  uint64_t segments = 0;
};

// An open source. Read() may be called by several threads at once when ranged() is true, and in
// order of `index` by one thread at a time otherwise.
class Source {
 public:
  virtual ~Source() = default;
  virtual const std::string& name() const = 0;  // for messages
  virtual bool ranged() const = 0;
  // Bytes that Read() gives in all, for whoever shows progress; 0 where that is not known before.
  virtual uint64_t size() const { return 0; }
  // Fills block.data, bytes, last and status for block number block.index of `block_bytes` each
  // (a sequential source may return fewer), then counts its lines.
  virtual void Read(uint32_t block_bytes, Block& block) = 0;
  // Of ranged sources whose size() is known: the same for `bytes` bytes from byte `from` on, or
  // those that there are. Only what part.h puts around a source asks for it.
  virtual void ReadAt(uint64_t from, uint32_t bytes, Block& block);
  // What of the file lies before the first byte that Read() gives: nothing, but for a shard.
  virtual Place start() const { return {}; }
  // Whether Rewind() works; otherwise see MakeRereadable(). A source that is not ranged and fills
  // Block::extras must see to it itself, since MakeRereadable() keeps bytes alone.
  virtual bool rereadable() const { return ranged(); }
  // Called by MakeRereadable() before the first Read(): a source around another one, which is not
  // rereadable(), makes that so.
  virtual absl::Status PrepareToRewind() { return absl::OkStatus(); }
  // Called when nothing is being read: the bytes are wanted once more, from the first.
  virtual void Rewind() {}
  // What there is to say about the file, once its first bytes have been read.
  virtual std::vector<InputWarning> warnings() const { return {}; }
};

// Opens a path; "-" is standard input. Compressed text is decompressed (decompress.h). Directories
// and missing files are IoErrors with a remedy.
absl::StatusOr<std::unique_ptr<Source>> OpenSource(const std::string& path);
// A source that can be read, up to its end, and then read again after Rewind(): `source` itself
// when it is rereadable(); otherwise one that keeps what it reads in an unnamed temporary file, in
// TMPDIR or /tmp. An IoError when there is no room for one.
absl::StatusOr<std::unique_ptr<Source>> MakeRereadable(std::unique_ptr<Source> source);
// Bytes held in memory, for tests and library callers. `ranged` chooses how it behaves.
std::unique_ptr<Source> MemorySource(std::string name, std::string bytes, bool ranged);

// Counts the lines of a filled block (lines and lines_before).
void CountLines(Block& block);
// Where the n-th line (n >= 1) of a block with so many ends: the offset behind its LF.
uint32_t EndOfLine(const Block& block, uint64_t n);

// For those who write a Source. Clear() begins a Read(): it empties the block and makes room for
// `bytes` of data. Seal() ends it: defined padding, counted lines; a failed block holds nothing.
void Clear(Block& block, uint32_t bytes);
void Seal(Block& block);

}  // namespace mtgauge
