// Calls the codecs' own libraries.
#include "core/input/columns/page_codecs.h"

#include <brotli/decode.h>
#include <lz4.h>
#include <lz4frame.h>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

#include <climits>
#include <cstddef>
#include <cstring>

namespace mtgauge {
namespace {

constexpr std::string_view kBadGzip = "it has damaged gzip data";
constexpr std::string_view kBadLz4 = "it has damaged LZ4 data";

std::string_view UnpackSnappy(std::string_view packed, std::span<char> raw) {
  size_t size = 0, room = raw.size();
  const bool ok = snappy_uncompressed_length(packed.data(), packed.size(), &size) == SNAPPY_OK &&
                  size == raw.size() &&
                  snappy_uncompress(packed.data(), packed.size(), raw.data(), &room) == SNAPPY_OK;
  return ok ? "" : "it has damaged Snappy data";
}

// There may be several members.
std::string_view UnpackGzip(std::string_view packed, std::span<char> raw) {
  constexpr int kGzipOrZlib = 32, kLargestWindow = 15;
  z_stream stream = {};
  if (inflateInit2(&stream, kGzipOrZlib + kLargestWindow) != Z_OK) return kBadGzip;
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(raw.data());
  stream.avail_out = static_cast<uInt>(raw.size());
  int result = inflate(&stream, Z_FINISH);
  while (result == Z_STREAM_END && stream.avail_in > 0 && stream.avail_out > 0) {
    inflateReset(&stream);
    result = inflate(&stream, Z_FINISH);
  }
  const bool ok = result == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  return ok ? "" : kBadGzip;
}

std::string_view UnpackBrotli(std::string_view packed, std::span<char> raw) {
  size_t size = raw.size();
  const auto result =
      BrotliDecoderDecompress(packed.size(), reinterpret_cast<const uint8_t*>(packed.data()), &size,
                              reinterpret_cast<uint8_t*>(raw.data()));
  const bool ok = result == BROTLI_DECODER_RESULT_SUCCESS && size == raw.size();
  return ok ? "" : "it has damaged Brotli data";
}

std::string_view UnpackZstd(std::string_view packed, std::span<char> raw) {
  const size_t size = ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size());
  return size == raw.size() ? "" : "it has damaged zstd data";
}

bool UnpackLz4Block(std::string_view packed, std::span<char> raw) {
  return packed.size() <= INT_MAX && raw.size() <= INT_MAX &&
         LZ4_decompress_safe(packed.data(), raw.data(), static_cast<int>(packed.size()),
                             static_cast<int>(raw.size())) == static_cast<int>(raw.size());
}

uint32_t BigEndian(const char* bytes) {
  uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return __builtin_bswap32(value);
}

// Each frame has its size when unpacked, its size, and a block.
bool UnpackHadoopFrames(std::string_view packed, std::span<char> raw) {
  constexpr size_t kSizes = 8;
  while (packed.size() >= kSizes) {
    const uint32_t raw_bytes = BigEndian(packed.data()), bytes = BigEndian(packed.data() + 4);
    packed.remove_prefix(kSizes);
    if (bytes > packed.size() || raw_bytes > raw.size() ||
        !UnpackLz4Block(packed.substr(0, bytes), raw.first(raw_bytes))) {
      return false;
    }
    packed.remove_prefix(bytes);
    raw = raw.subspan(raw_bytes);
  }
  return packed.empty() && raw.empty();
}

// There may be several frames.
bool UnpackLz4Frames(std::string_view packed, std::span<char> raw) {
  LZ4F_dctx* context = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) return false;
  size_t left = 1;  // of the frame
  while (!packed.empty()) {
    size_t written = raw.size(), read = packed.size();
    left = LZ4F_decompress(context, raw.data(), &written, packed.data(), &read, nullptr);
    if (LZ4F_isError(left) != 0 || (read == 0 && written == 0)) break;
    packed.remove_prefix(read);
    raw = raw.subspan(written);
  }
  LZ4F_freeDecompressionContext(context);
  return left == 0 && packed.empty() && raw.empty();
}

}  // namespace

std::string_view CheckRatio(PageCodec codec, uint64_t packed, uint64_t raw) {
  const bool lz4 =
      codec == PageCodec::kLz4 || codec == PageCodec::kHadoopLz4 || codec == PageCodec::kLz4Frame;
  // More than each format can say.
  const uint64_t most = codec == PageCodec::kSnappy ? 32
                        : codec == PageCodec::kGzip ? 1'040
                        : lz4                       ? 256
                                                    : UINT32_MAX;
  constexpr uint64_t kHead = 64;
  return raw > (packed + kHead) * most ? "it says that it has more bytes than it can" : "";
}

std::string_view Unpack(PageCodec codec, std::string_view packed, std::span<char> raw) {
  switch (codec) {
    case PageCodec::kNone:
      if (packed.size() != raw.size()) return "it has a page of a wrong size";
      if (!raw.empty()) std::memcpy(raw.data(), packed.data(), raw.size());
      return "";
    case PageCodec::kSnappy:
      return UnpackSnappy(packed, raw);
    case PageCodec::kGzip:
      return UnpackGzip(packed, raw);
    case PageCodec::kBrotli:
      return UnpackBrotli(packed, raw);
    case PageCodec::kHadoopLz4:
      if (UnpackHadoopFrames(packed, raw)) return "";
      [[fallthrough]];
    case PageCodec::kLz4:
      return UnpackLz4Block(packed, raw) ? "" : kBadLz4;
    case PageCodec::kLz4Frame:
      return UnpackLz4Frames(packed, raw) ? "" : kBadLz4;
    case PageCodec::kZstd:
      return UnpackZstd(packed, raw);
    case PageCodec::kLzo:
      return "it is packed by LZO, which is not read; write it with zstd";
  }
  return "it is packed by an unknown codec";
}

}  // namespace mtgauge
