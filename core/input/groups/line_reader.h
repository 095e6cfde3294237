// Reads the lines of a source, one after another.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/status.h"
#include "core/input/source.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

// Keeps a block and the longest line in memory. Not thread-safe.
class LineReader {
 public:
  // `stop`: polled; may be null.
  LineReader(std::unique_ptr<Source> source, const std::atomic<bool>* stop)
      : source_(std::move(source)), stop_(stop) {}

  const Source& source() const { return *source_; }
  // Returns the next line, valid until the next call and padded as Row requires; nothing at the
  // end.
  Result<std::optional<Row>> Next();
  // Returns the first line without consuming it.
  Result<std::optional<Row>> First();

 private:
  Status Fill();

  std::unique_ptr<Source> source_;
  const std::atomic<bool>* stop_;
  Block block_;
  uint64_t next_block_ = 0;
  std::string text_;  // text not returned yet, from `at_` on
  size_t at_ = 0;
  std::string line_;
  size_t line_bytes_ = 0;  // of the last line, including its LF
  uint64_t lines_ = 0;     // returned
  bool ended_ = false;
};

}  // namespace mtgauge
