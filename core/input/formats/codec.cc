// gzip, bzip2, xz and zstd with their own libraries, and the table of codecs.
#include "core/input/formats/codec.h"

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace mtgauge {
namespace {

// The largest window or dictionary that a member may require. It is allocated at once, but only the
// part that the text fills takes up memory. (xz itself compresses with at most 1.5 GiB.)
constexpr int kMaxWindowLog = 31;

Status Damaged(const std::string& why) {
  return InputError(fmt::format("the data are damaged ({})", why), "get an undamaged copy");
}

Status NoMemory() {
  return IoError("there is not enough memory to decompress the data",
                 "raise the memory limit, or compress the text with a smaller window");
}

Status WindowTooLarge() {
  return InputError("decompression needs a window of more than 2 GiB",
                    "compress the text with a smaller window");
}

// Removes the used part of `in` and `out`, given how much the library left over.
void TakeUsed(size_t in_left, size_t out_left, std::string_view& in, std::span<char>& out) {
  in.remove_prefix(in.size() - in_left);
  out = out.last(out_left);
}

class Gzip final : public Codec {
 public:
  Gzip() : ready_(inflateInit2(&stream_, kGzipOnly + kLargestWindow) == Z_OK) {}
  ~Gzip() override { inflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  Result<bool> Decode(std::string_view& in, std::span<char>& out) override {
    if (!ready_) return NoMemory();
    // zlib counts in 32 bits, as blocks do. It does not write to its input.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int result = inflate(&stream_, Z_NO_FLUSH);
    TakeUsed(stream_.avail_in, stream_.avail_out, in, out);
    switch (result) {
      case Z_STREAM_END:
        return true;
      case Z_OK:
      case Z_BUF_ERROR:  // no input, or no room
        return false;
      case Z_MEM_ERROR:
        return NoMemory();
      default:
        return Damaged(stream_.msg != nullptr ? stream_.msg : "not what gzip writes");
    }
  }

 private:
  static constexpr int kGzipOnly = 16, kLargestWindow = 15;  // for inflateInit2()

  z_stream stream_ = {};
  bool ready_;
};

class Bzip2 final : public Codec {
 public:
  Bzip2() : result_(BZ2_bzDecompressInit(&stream_, 0, 0)) {}
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;

  Result<bool> Decode(std::string_view& in, std::span<char>& out) override {
    std::string_view nothing;
    for (;;) {
      HandOut(out);
      if (!text_.empty()) return false;
      if (result_ != BZ_OK) return State();
      Step(nothing, piece_);
      if (!text_.empty() || result_ != BZ_OK) continue;
      if (in.empty()) return false;
      Step(in, {});
    }
  }

 private:
  // Called with input or with room, never with both, so that the pieces of a block's text begin at
  // the same places for any input and room: if libbz2 finds a damaged run, it does not say how much
  // it has written in the same call, and that piece is lost.
  void Step(std::string_view& in, std::span<char> room) {
    // libbz2 counts in 32 bits, as blocks do. It does not write to its input.
    stream_.next_in = const_cast<char*>(in.data());
    stream_.avail_in = static_cast<unsigned>(in.size());
    stream_.next_out = room.data();
    stream_.avail_out = static_cast<unsigned>(room.size());
    result_ = BZ2_bzDecompress(&stream_);
    in.remove_prefix(in.size() - stream_.avail_in);
    text_ = {room.data(), room.size() - stream_.avail_out};
  }

  void HandOut(std::span<char>& out) {
    const size_t bytes = std::min(text_.size(), out.size());
    std::copy_n(text_.begin(), bytes, out.begin());
    text_.remove_prefix(bytes);
    out = out.subspan(bytes);
  }

  Result<bool> State() const {
    if (result_ == BZ_STREAM_END) return true;
    return result_ == BZ_MEM_ERROR ? NoMemory() : Damaged("not what bzip2 writes");
  }

  bz_stream stream_ = {};
  int result_;
  std::array<char, 1 << 16> piece_ = {};
  std::string_view text_;  // the part of the piece that has not been handed out
};

// Finds where the chunks of an .xz stream end (the .xz file format 1.2.0; the LZMA2 chunks as in XZ
// Utils' lzma2_decoder.c). Does not check sizes: liblzma reads the same ones.
class XzFraming {
 public:
  // Number of bytes from here on that contain no relevant framing.
  uint64_t inside() const { return inside_; }
  void Take(std::string_view bytes) {
    if (inside_ == 0) {
      TakeFraming(static_cast<uint8_t>(bytes.front()));
      bytes.remove_prefix(1);
      ++position_;
    }
    position_ += bytes.size();
    inside_ -= bytes.size();
  }

 private:
  enum class Part { kStreamHeader, kBlockHeader, kControl, kSizes };

  void TakeFraming(uint8_t byte) {
    switch (part_) {
      case Part::kStreamHeader:
        if (position_ == 7) check_bytes_ = (byte & 15) == 0 ? 0 : 4U << ((byte & 15) - 1) / 3;
        if (position_ == 11) part_ = Part::kBlockHeader;
        break;
      case Part::kBlockHeader:
        // 0 begins the index; no text follows it.
        inside_ = byte == 0 ? UINT64_MAX : (uint64_t{byte} + 1) * 4 - 1;
        part_ = Part::kControl;
        break;
      case Part::kControl:
        if (byte == 0) {
          inside_ = (3 - position_ % 4) + check_bytes_;
          part_ = Part::kBlockHeader;
          break;
        }
        size_bytes_ = byte >= 0x80 ? 4 : 2;
        properties_ = byte >= 0xC0 ? 1 : 0;
        part_ = Part::kSizes;
        break;
      case Part::kSizes:
        // The last two bytes are the chunk's own size minus 1.
        size_ = static_cast<uint16_t>(size_ << 8 | byte);
        if (--size_bytes_ > 0) break;
        inside_ = uint64_t{size_} + 1 + properties_;
        part_ = Part::kControl;
        break;
    }
  }

  Part part_ = Part::kStreamHeader;
  uint64_t position_ = 0, inside_ = 0;
  uint32_t check_bytes_ = 0, size_bytes_ = 0, properties_ = 0;
  uint16_t size_ = 0;
};

class Xz final : public Codec {
 public:
  Xz() : result_(lzma_stream_decoder(&stream_, kMemory, 0)) {}
  ~Xz() override { lzma_end(&stream_); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;

  Result<bool> Decode(std::string_view& in, std::span<char>& out) override {
    // liblzma decodes beyond the end of a damaged chunk until its input or its room ends, and only
    // then checks. To get the same text for any input and room, pass each chunk separately, and
    // drop the text that the byte after a damaged chunk would add.
    std::string_view nothing;
    while (result_ == LZMA_OK) {
      const bool framing = framing_.inside() == 0;
      if (framing || in.empty()) Step(nothing, out);
      if (result_ != LZMA_OK || in.empty() || out.empty()) break;
      const size_t alone = framing ? 1 : std::min<uint64_t>(in.size(), framing_.inside());
      const std::string_view whole = in.substr(0, alone);
      std::string_view step = whole;
      const std::span<char> before = out;
      Step(step, out);
      if (framing && result_ == LZMA_DATA_ERROR) out = before;
      const size_t used = whole.size() - step.size();
      if (used > 0) framing_.Take(whole.substr(0, used));
      in.remove_prefix(used);
    }
    return State();
  }

 private:
  void Step(std::string_view& in, std::span<char>& out) {
    stream_.next_in = reinterpret_cast<const uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(out.data());
    stream_.avail_out = out.size();
    result_ = lzma_code(&stream_, LZMA_RUN);
    TakeUsed(stream_.avail_in, stream_.avail_out, in, out);
    if (result_ == LZMA_BUF_ERROR) result_ = LZMA_OK;  // no input, or no room
  }

  Result<bool> State() const {
    switch (result_) {
      case LZMA_OK:
        return false;
      case LZMA_STREAM_END:
        return true;
      case LZMA_MEM_ERROR:
        return NoMemory();
      case LZMA_MEMLIMIT_ERROR:
        return WindowTooLarge();
      case LZMA_OPTIONS_ERROR:
        return InputError("the data were compressed with options that mtgauge does not know",
                          "compress the text with other options");
      default:
        return Damaged("not what xz writes");
    }
  }

  // The dictionary, and the other memory of the decoder.
  static constexpr uint64_t kMemory = (uint64_t{1} << kMaxWindowLog) + (1 << 20);

  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret result_;
  XzFraming framing_;
};

class Zstd final : public Codec {
 public:
  Zstd() : context_(ZSTD_createDCtx()) {
    if (context_ != nullptr) ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMaxWindowLog);
  }
  ~Zstd() override { ZSTD_freeDCtx(context_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  Result<bool> Decode(std::string_view& in, std::span<char>& out) override {
    if (context_ == nullptr) return NoMemory();
    for (;;) {
      size_t result = Step(nothing_, out);
      if (result != 0 && ZSTD_isError(result) == 0 && !in.empty() && !out.empty()) {
        const size_t before_last = std::max<size_t>(result, 2) - 1;
        std::string_view some = in.substr(0, before_last);
        const size_t given = some.size();
        std::span<char> no_room = out.first(0);
        result = Step(some, no_room);
        in.remove_prefix(given - some.size());
        if (result != 0 && ZSTD_isError(result) == 0) continue;
      }
      if (ZSTD_isError(result) != 0) return Explain(ZSTD_getErrorCode(result));
      return result == 0;
    }
  }

 private:
  // Called with input or with room, never with both: if libzstd fails, it does not say how much it
  // has written in the same call. The result is the number of bytes to the end of the current unit
  // (a header, a block); the last of them is passed separately. Stored blocks come out in the
  // pieces in which they go in, and an error of the whole frame is found with the last piece, whose
  // text is lost: with a piece of one byte, the loss is the same for any input.
  size_t Step(std::string_view& in, std::span<char>& out) {
    ZSTD_inBuffer from = {in.data(), in.size(), 0};
    ZSTD_outBuffer to = {out.data(), out.size(), 0};
    const size_t result = ZSTD_decompressStream(context_, &to, &from);
    TakeUsed(in.size() - from.pos, out.size() - to.pos, in, out);
    return result;
  }

  static Status Explain(ZSTD_ErrorCode error) {
    switch (error) {
      case ZSTD_error_memory_allocation:
        return NoMemory();
      case ZSTD_error_frameParameter_windowTooLarge:
        return WindowTooLarge();
      case ZSTD_error_dictionary_wrong:
        return InputError("the data were compressed with a dictionary",
                          "compress the text without one");
      default:
        return Damaged(ZSTD_getErrorString(error));
    }
  }

  std::string_view nothing_;
  ZSTD_DCtx* context_;
};

template <typename T>
std::unique_ptr<Codec> Make() {
  return std::make_unique<T>();
}

// RFC 1952; bzip2's decompress.c (a block, or the end of an empty text, behind the header); the .xz
// file format 1.2.0; RFC 8878 (a frame and a skippable frame).
constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kBzip2Low = "BZh11AY&SY", kBzip2High = "BZh91AY&SY";
constexpr std::string_view kEmptyLow = "BZh1\x17rE8P\x90", kEmptyHigh = "BZh9\x17rE8P\x90";
constexpr std::string_view kXz(
    "\xFD"
    "7zXZ\0",
    6);
constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
constexpr std::string_view kSkippedLow = "\x50\x2A\x4D\x18", kSkippedHigh = "\x5F\x2A\x4D\x18";

constexpr CodecRow kCodecs[] = {
    {"gzip", ".gz", kGzip, kGzip, Make<Gzip>},
    {"bzip2", ".bz2", kBzip2Low, kBzip2High, Make<Bzip2>},
    {"bzip2", ".bz2", kEmptyLow, kEmptyHigh, Make<Bzip2>},
    {"xz", ".xz", kXz, kXz, Make<Xz>},
    {"zstd", ".zst", kZstd, kZstd, Make<Zstd>},
    {"zstd", ".zst", kSkippedLow, kSkippedHigh, Make<Zstd>},
};

}  // namespace

bool CodecRow::CouldBegin(std::string_view head) const {
  if (head.size() > low.size()) return false;
  for (size_t i = 0; i < head.size(); ++i) {
    const auto byte = static_cast<unsigned char>(head[i]);
    if (byte < static_cast<unsigned char>(low[i])) return false;
    if (byte > static_cast<unsigned char>(high[i])) return false;
  }
  return true;
}

std::span<const CodecRow> Codecs() { return kCodecs; }

}  // namespace mtgauge
