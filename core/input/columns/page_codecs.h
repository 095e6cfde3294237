// Unpacks pages and buffers, whose sizes are known before.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mtgauge {

// The numbers by which Parquet names its codecs.
enum class PageCodec : int64_t {
  kNone = 0,
  kSnappy = 1,
  kGzip = 2,
  kLzo = 3,
  kBrotli = 4,
  kHadoopLz4 = 5,  // frames of Hadoop, or else a raw block
  kZstd = 6,
  kLz4 = 7,
  kLz4Frame = 1 << 20,  // of Arrow
};

// Returns what is wrong if so many bytes cannot be made of so few, before memory is taken for them;
// nothing otherwise.
std::string_view CheckRatio(PageCodec codec, uint64_t packed, uint64_t raw);

// Fills `raw`. Returns what is wrong, or nothing.
std::string_view Unpack(PageCodec codec, std::string_view packed, std::span<char> raw);

}  // namespace mtgauge
