// Compressed text for tests, made by the libraries of the formats.
#pragma once

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge::test {

inline std::string Gzip(std::string_view text, int level = 6) {
  z_stream stream = {};
  if (deflateInit2(&stream, level, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string archive(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(archive.data());
  stream.avail_out = static_cast<uInt>(archive.size());
  const int result = deflate(&stream, Z_FINISH);
  archive.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("deflate");
  return archive;
}

// Returns blocks of level * 100 kB.
inline std::string Bzip2(std::string_view text, int level = 1) {
  std::string from(text), archive(text.size() + text.size() / 100 + 600, '\0');
  auto size = static_cast<unsigned>(archive.size());
  const int result = BZ2_bzBuffToBuffCompress(archive.data(), &size, from.data(),
                                              static_cast<unsigned>(from.size()), level, 0, 0);
  if (result != BZ_OK) throw std::runtime_error("BZ2_bzBuffToBuffCompress");
  archive.resize(size);
  return archive;
}

inline std::string Xz(std::string_view text) {
  std::string archive(lzma_stream_buffer_bound(text.size()), '\0');
  size_t size = 0;
  const lzma_ret result = lzma_easy_buffer_encode(
      0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const uint8_t*>(text.data()), text.size(),
      reinterpret_cast<uint8_t*>(archive.data()), &size, archive.size());
  if (result != LZMA_OK) throw std::runtime_error("lzma_easy_buffer_encode");
  archive.resize(size);
  return archive;
}

// Returns a frame with a checksum, as a pipe is compressed: the frame does not contain its size,
// has blocks of at most 128 KiB, and a window of 2 ^ window_log bytes.
inline std::string Zstd(std::string_view text, int window_log = 17) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
  std::string archive(ZSTD_compressBound(text.size()) + 64, '\0');
  ZSTD_outBuffer out = {archive.data(), archive.size(), 0};
  ZSTD_inBuffer in = {text.data(), text.size(), 0};
  const size_t begun = ZSTD_compressStream2(context, &out, &in, ZSTD_e_flush);
  const size_t left = ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
  ZSTD_freeCCtx(context);
  if (begun != 0 || left != 0) throw std::runtime_error("ZSTD_compressStream2");
  archive.resize(out.pos);
  return archive;
}

// Returns a zstd frame that contains the size of its text, as a file is compressed.
inline std::string ZstdSized(std::string_view text) {
  std::string archive(ZSTD_compressBound(text.size()), '\0');
  const size_t size = ZSTD_compress(archive.data(), archive.size(), text.data(), text.size(), 3);
  if (ZSTD_isError(size)) throw std::runtime_error("ZSTD_compress");
  archive.resize(size);
  return archive;
}

// Returns a zstd frame without text.
inline std::string ZstdSkippable(std::string_view content, char kind = '\x50') {
  std::string frame = {kind, '\x2A', '\x4D', '\x18'};
  for (int shift = 0; shift < 32; shift += 8) {
    frame += static_cast<char>(content.size() >> shift & 0xFF);
  }
  return frame.append(content);
}

struct ArchiveFormat {
  const char* name;  // in messages
  std::string (*pack)(std::string_view text);
};

inline const std::vector<ArchiveFormat>& ArchiveFormats() {
  static const std::vector<ArchiveFormat> formats = {
      {"gzip", [](std::string_view text) { return Gzip(text); }},
      {"bzip2", [](std::string_view text) { return Bzip2(text); }},
      {"xz", [](std::string_view text) { return Xz(text); }},
      {"zstd", [](std::string_view text) { return Zstd(text); }},
      {"zstd", [](std::string_view text) { return ZstdSized(text); }},
  };
  return formats;
}

}  // namespace mtgauge::test
