// Sources of bytes: regular files, read by ranges in any order, and everything else (pipes,
// terminals, devices), read from front to back.
//
// Files are not memory-mapped: access to a map of a truncated file kills the process, and mapped
// pages count as memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/text/batch.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Metadata of a block's lines. Each vector has one element per line, or none if the format does not
// give it; asides are sparse.
struct LineExtras {
  std::vector<std::string> ids;
  std::vector<std::string> documents;
  std::vector<std::string> groups;
  std::vector<std::string> systems;  // in files with records of several systems
  std::vector<uint64_t> lines;       // line of each segment in its file, from 1
  std::vector<uint8_t> missing;      // 1 = the reference is missing
  std::vector<Aside> asides;         // segments that contain LF, by ascending line of the block
  bool escaped = false;              // see Stream
};

// A run of a source's bytes, with its lines counted. `data` contains `bytes` bytes, followed by
// kTextPadding more that can be read and written.
struct Block {
  uint32_t stream = 0;
  uint64_t index = 0;  // 0, 1, 2, ... within the stream
  Buffer<char> data;
  uint32_t bytes = 0;
  uint64_t lines = 0;  // number of LFs in the block
  // lines_before[k]: number of LFs before byte k * kLineStride. Finds the n-th line without a scan.
  std::vector<uint32_t> lines_before;
  bool last = false;  // nothing follows; such a block may be empty
  Status status;      // an error is behind the lines
  // What is left to do after Source::Fetch(): any thread may call it, once. Until then, only
  // `index`, `stream`, `lines` and `last` are set.
  std::function<void(Block&)> rest;
  // Null for plain text. A source that ever sets it returns only whole lines, each with its LF; a
  // block may then be larger than requested.
  std::unique_ptr<LineExtras> extras;

  static constexpr uint32_t kLineStride = 4096;
};

// A problem of a file that does not prevent it from being read.
struct InputWarning {
  std::string code;
  std::string message;  // one sentence with the file's name and the remedy
};

// The beginning of a line in a file, as counts of bytes, lines and segments before it. Lines are
// what errors count: also rows of a table of columns, or elements of an array.
struct Place {
  uint64_t byte = 0;
  uint64_t lines = 0;
  uint64_t segments = 0;  // in a set of files, also of the files before
  size_t file = 0;        // of a set of files
};

// A line of a file.
struct FileLine {
  std::string file;
  uint64_t line = 0;  // from 1
};

// How far files are read.
struct Extent {
  uint64_t read = 0;
  uint64_t bytes = 0;  // of all of them; 0 if unknown
};

// An open source. If ranged() is true, several threads may call Read() at once; otherwise one
// thread at a time, in order of `index`.
class Source {
 public:
  virtual ~Source() = default;
  virtual const std::string& name() const = 0;  // for messages
  virtual bool ranged() const = 0;
  // Total number of bytes that Read() returns, to show progress; 0 if it is not known.
  virtual uint64_t size() const { return 0; }
  // Where size() is not known: how far the files behind the source are read, to show progress. The
  // thread that reads calls it after a Read().
  virtual Extent extent() const { return {}; }
  // Reads block number block.index, of `block_bytes` each, into block.data, bytes, last and status
  // (a sequential source may return fewer bytes), then counts its lines.
  virtual void Read(uint32_t block_bytes, Block& block) = 0;
  // Does the part of Read() for which blocks have an order, and may leave the rest to Block::rest.
  virtual void Fetch(uint32_t block_bytes, Block& block) { Read(block_bytes, block); }
  // Reads `bytes` bytes from byte `from` on, or as many as there are. Only for ranged sources whose
  // size() is known; only FilePart (shard.h) and sources around it use it.
  virtual void ReadAt(uint64_t from, uint32_t bytes, Block& block);
  // Returns what the file contains before the first byte that Read() returns; zero except in a
  // shard.
  virtual Place start() const { return {}; }
  // Returns true if the file goes on behind the last byte that Read() returns; only in a shard.
  virtual bool goes_on() const { return false; }
  // Returns true if reading the block with number 0 begins anew, at any time.
  virtual bool restarts() const { return ranged(); }
  // Returns true if Rewind() works; otherwise see MakeRereadable(). A source that is not ranged and
  // fills Block::extras must implement Rewind() itself, since MakeRereadable() keeps only bytes.
  virtual bool rereadable() const { return ranged(); }
  // Called by MakeRereadable() before the first Read(). A source that wraps another one and is not
  // rereadable() makes the inner source rereadable.
  virtual Status PrepareToRewind() { return OkStatus(); }
  // Starts again from the first byte. Called while no read is in progress.
  virtual void Rewind() {}
  // Returns where a line is, for a source that reads several files.
  virtual FileLine FileOf(uint64_t line) const { return {name(), line}; }
  // Returns whether ids are whole numbers of at most 64 bits, as the type of their column says.
  virtual bool whole_ids() const { return false; }
  // Returns the file's warnings, which are known once its first bytes have been read.
  virtual std::vector<InputWarning> warnings() const { return {}; }
};

// Adds the warnings of the sources, each only once.
void AddInputWarnings(const std::vector<Source*>& sources, std::vector<Warning>& warnings);

// Opens a path; "-" is standard input. Decompresses compressed text (decompress.h). Returns an
// IoError with a remedy for directories and missing files.
Result<std::unique_ptr<Source>> OpenSource(const std::string& path);
// Returns a source that can be read to its end and then read again after Rewind(): `source` itself
// if it is rereadable(); otherwise one that keeps what it reads in an unnamed temporary file in
// TMPDIR or /tmp. Returns an IoError if the file cannot be created.
Result<std::unique_ptr<Source>> MakeRereadable(std::unique_ptr<Source> source);
// Returns a source of bytes in memory, for tests and library callers. `ranged` sets its ranged().
std::unique_ptr<Source> MemorySource(std::string name, std::string bytes, bool ranged);

// Counts the lines of a filled block (lines and lines_before).
void CountLines(Block& block);
// Returns the offset after the LF of the n-th line (n >= 1) of a block with at least n lines.
uint32_t EndOfLine(const Block& block, uint64_t n);

// Does what is left to do for a block.
inline void FinishBlock(Block& block) {
  if (const auto rest = std::exchange(block.rest, nullptr)) rest(block);
}
// For implementers of Source. Clear() begins a Read(): it empties the block and makes room for
// `bytes` of data. Seal() ends it: it sets the padding, counts the lines, and empties a failed
// block.
void Clear(Block& block, uint32_t bytes);
void Seal(Block& block);

}  // namespace mtgauge
