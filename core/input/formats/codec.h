// Compressed formats: recognizes each by its first bytes, and decodes it.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// Decodes one member: the data from one magic number to the next (a gzip member, a bzip2 or xz
// stream, a zstd frame).
class Codec {
 public:
  virtual ~Codec() = default;
  // Decodes from the front of `in` to the front of `out`, and removes from both what was used up.
  // Returns true at the end of the member. Otherwise all of `in` is used up, or `out` is full and
  // there may be more output without further input. An error's message says what is wrong with "the
  // data" and gives a remedy; the caller adds the place.
  virtual Result<bool> Decode(std::string_view& in, std::span<char>& out) = 0;
};

struct CodecRow {
  std::string_view name;    // for messages
  std::string_view suffix;  // of file names, in lower case
  // The first bytes of a member: byte i is at least low[i] and at most high[i].
  std::string_view low, high;
  std::unique_ptr<Codec> (*make)();

  // Returns true if `head` is a magic number or the beginning of one.
  bool CouldBegin(std::string_view head) const;
};

std::span<const CodecRow> Codecs();

}  // namespace mtgauge
