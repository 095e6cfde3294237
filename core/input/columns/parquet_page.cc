// Unpacks a page, reads its levels, and decodes its values.
#include "core/input/columns/parquet_page.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/input/columns/number_texts.h"
#include "core/input/columns/parquet_values.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// The numbers by which Parquet names encodings.
constexpr int64_t kPlain = 0, kPlainDictionary = 2, kRuns = 3, kDeltaNumbers = 5, kDeltaTexts = 6,
                  kFrontCoded = 7, kRunsDictionary = 8, kSplit = 9;
constexpr int64_t kMostValues = 1 << 24;
constexpr std::string_view kUnknownEncoding = "its values have an encoding that is not read";
constexpr std::string_view kLevelsTooLong = "the levels of a page are longer than the page";

// Reads a level for each entry, unless all are 0.
std::string_view ReadLevels(std::string_view bytes, uint32_t most, size_t entries,
                            std::vector<uint32_t>& levels) {
  levels.resize(most > 0 ? entries : 0);
  const auto width = static_cast<unsigned>(std::bit_width(most));
  if (const auto fault = ReadRuns(bytes, width, levels); !fault.empty()) return fault;
  const bool fits =
      std::all_of(levels.begin(), levels.end(), [most](uint32_t level) { return level <= most; });
  return fits ? "" : "a page has a level that is too large";
}

// Levels with their length before them.
std::string_view TakeLevels(std::string_view& bytes, uint32_t most, int64_t encoding,
                            size_t entries, std::vector<uint32_t>& levels) {
  levels.clear();
  if (most == 0) return "";
  if (encoding != kRuns) return "its levels have an encoding that is not read";
  uint32_t length = 0;
  if (bytes.size() < sizeof length) return "a page ends early";
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.remove_prefix(sizeof length);
  if (length > bytes.size()) return kLevelsTooLong;
  const std::string_view own = bytes.substr(0, length);
  bytes.remove_prefix(length);
  return ReadLevels(own, most, entries, levels);
}

}  // namespace

void PageDecoder::BeginChunk(PageCodec codec) {
  codec_ = codec;
  dictionary_ = nullptr;
}

void PageDecoder::Join(const PageDecoder& other) {
  codec_ = other.codec_;
  dictionary_ = other.dictionary_;
}

std::string_view PageDecoder::UnpackTo(Buffer<char>& room, std::string_view packed,
                                       int64_t raw_bytes, std::string_view& raw) const {
  const auto size = static_cast<size_t>(raw_bytes);
  if (codec_ == PageCodec::kNone && packed.size() == size) {
    raw = packed;
    return "";
  }
  if (const auto fault = CheckRatio(codec_, packed.size(), size); !fault.empty()) return fault;
  room.Grow(size + kTextPadding, 0);
  raw = {room.data(), size};
  return Unpack(codec_, packed, {room.data(), size});
}

std::string_view PageDecoder::Dictionary(const ParquetPage& page, std::string_view body) {
  if (page.encoding != kPlain && page.encoding != kPlainDictionary) return kUnknownEncoding;
  // A value takes a bit at least, and a text or a number more.
  const bool short_numbers = leaf_.type == ParquetType::kFixedBytes;
  const uint64_t bits = leaf_.type == ParquetType::kBoolean ? 1 : short_numbers ? 16 : 32;
  const auto size = static_cast<uint64_t>(page.raw_bytes);
  if (page.values < 0 || page.values > kMostValues ||
      static_cast<uint64_t>(page.values) > size * 8 / bits) {
    return "a dictionary has a wrong count";
  }
  const auto made = std::make_shared<PageDictionary>();
  std::string_view raw;
  if (const auto fault = UnpackTo(made->bytes, body, page.raw_bytes, raw); !fault.empty()) {
    return fault;
  }
  // It outlives the page, whose memory may be used again.
  if (raw.data() != made->bytes.data() && !raw.empty()) {
    made->bytes.Grow(size + kTextPadding, 0);
    std::memcpy(made->bytes.data(), raw.data(), raw.size());
    raw = {made->bytes.data(), raw.size()};
  }
  made->texts.assign(static_cast<size_t>(page.values), {});
  const auto fault = is_text() ? Texts(kPlain, raw, made->texts, made->room)
                               : Numbers(kPlain, raw, made->texts, made->room);
  for (const std::string_view text : made->texts) {
    made->longest = std::max<uint64_t>(made->longest, text.size());
  }
  made->usual = raw.size() / std::max<size_t>(made->texts.size(), 1);
  dictionary_ = made;
  return fault;
}

std::string_view PageDecoder::Data(const ParquetPage& page, std::string_view body,
                                   PageValues& values) {
  if (page.values < 0 || page.values > kMostValues) return "a page has too many values";
  const auto entries = static_cast<size_t>(page.values);
  std::string_view encoded;
  const auto fault = page.kind == ParquetPage::kData ? DataV1(page, body, values, encoded)
                                                     : DataV2(page, body, values, encoded);
  if (!fault.empty()) return fault;
  const std::vector<uint32_t>& levels = values.definitions;
  const uint32_t there = leaf_.most_definition;
  const size_t present = levels.empty()
                             ? entries
                             : static_cast<size_t>(std::count(levels.begin(), levels.end(), there));
  values.texts.assign(entries, {});
  // The values that are there come first; then they move to their entries, from the last one.
  if (const auto wrong = Present(page.encoding, encoded, std::span(values.texts).first(present));
      !wrong.empty()) {
    return wrong;
  }
  size_t next = present;
  for (size_t i = entries; present < entries && i-- > 0;) {
    values.texts[i] = levels[i] == there ? values.texts[--next] : std::string_view();
  }
  return "";
}

std::string_view PageDecoder::CountBegun(const ParquetPage& page, std::string_view body,
                                         uint64_t& rows) {
  if (page.values < 0 || page.values > kMostValues) return "a page has too many values";
  const auto entries = static_cast<size_t>(page.values);
  std::string_view fault;
  if (page.kind == ParquetPage::kDataV2) {
    const auto bytes = static_cast<uint64_t>(page.repetition_bytes);
    if (bytes > body.size()) return kLevelsTooLong;
    fault = ReadLevels(body.substr(0, bytes), leaf_.most_repetition, entries, repetitions_);
  } else {
    std::string_view raw;
    fault = UnpackTo(raw_, body, page.raw_bytes, raw);
    if (fault.empty()) {
      fault =
          TakeLevels(raw, leaf_.most_repetition, page.repetition_encoding, entries, repetitions_);
    }
  }
  rows = static_cast<uint64_t>(std::count(repetitions_.begin(), repetitions_.end(), 0));
  return fault;
}

std::string_view PageDecoder::DataV1(const ParquetPage& page, std::string_view body,
                                     PageValues& values, std::string_view& encoded) {
  const auto entries = static_cast<size_t>(page.values);
  if (const auto fault = UnpackTo(raw_, body, page.raw_bytes, encoded); !fault.empty()) {
    return fault;
  }
  if (const auto fault = TakeLevels(encoded, leaf_.most_repetition, page.repetition_encoding,
                                    entries, values.repetitions);
      !fault.empty()) {
    return fault;
  }
  return TakeLevels(encoded, leaf_.most_definition, page.definition_encoding, entries,
                    values.definitions);
}

// The levels come first, are never packed, and their lengths are in the head.
std::string_view PageDecoder::DataV2(const ParquetPage& page, std::string_view body,
                                     PageValues& values, std::string_view& encoded) {
  const auto entries = static_cast<size_t>(page.values);
  const auto repetition = static_cast<uint64_t>(page.repetition_bytes);
  const auto definition = static_cast<uint64_t>(page.definition_bytes);
  if (repetition > body.size() || definition > body.size() - repetition ||
      repetition + definition > static_cast<uint64_t>(page.raw_bytes)) {
    return kLevelsTooLong;
  }
  if (const auto fault = ReadLevels(body.substr(0, repetition), leaf_.most_repetition, entries,
                                    values.repetitions);
      !fault.empty()) {
    return fault;
  }
  if (const auto fault = ReadLevels(body.substr(repetition, definition), leaf_.most_definition,
                                    entries, values.definitions);
      !fault.empty()) {
    return fault;
  }
  encoded = body.substr(repetition + definition);
  const auto raw_bytes = page.raw_bytes - static_cast<int64_t>(repetition + definition);
  if (!page.packed) {
    return encoded.size() == static_cast<uint64_t>(raw_bytes) ? "" : "a page has a wrong size";
  }
  if (raw_bytes == 0) {
    encoded = {};
    return "";
  }
  return UnpackTo(raw_, encoded, raw_bytes, encoded);
}

std::string_view PageDecoder::Present(int64_t encoding, std::string_view encoded,
                                      std::span<std::string_view> texts) {
  if (texts.empty()) return "";
  if (encoding == kRunsDictionary || encoding == kPlainDictionary) {
    return FromDictionary(encoded, texts);
  }
  return is_text() ? Texts(encoding, encoded, texts, room_)
                   : Numbers(encoding, encoded, texts, room_);
}

std::string_view PageDecoder::FromDictionary(std::string_view encoded,
                                             std::span<std::string_view> texts) {
  if (dictionary_ == nullptr) return "a page needs a dictionary, but there is none";
  if (encoded.empty()) return "a page ends early";
  const auto width = static_cast<uint8_t>(encoded.front());
  indexes_.resize(texts.size());
  if (const auto fault = ReadRuns(encoded.substr(1), width, indexes_); !fault.empty()) {
    return fault;
  }
  const std::vector<std::string_view>& dictionary = dictionary_->texts;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (indexes_[i] >= dictionary.size()) return "a page has an index outside its dictionary";
    texts[i] = dictionary[indexes_[i]];
  }
  return "";
}

std::string_view PageDecoder::Texts(int64_t encoding, std::string_view encoded,
                                    std::span<std::string_view> texts, std::string& room) {
  switch (encoding) {
    case kPlain:
      return ReadPlainTexts(encoded, texts);
    case kDeltaTexts:
      return ReadDeltaTexts(encoded, texts);
    case kFrontCoded:
      return ReadFrontCodedTexts(encoded, texts, room);
    default:
      return kUnknownEncoding;
  }
}

// Writes numbers as JSON does.
std::string_view PageDecoder::Numbers(int64_t encoding, std::string_view encoded,
                                      std::span<std::string_view> texts, std::string& room) {
  const size_t count = texts.size();
  const size_t width = leaf_.width;
  std::string_view fault;
  if (leaf_.type == ParquetType::kBoolean) {
    if (encoding == kRuns) {
      if (encoded.size() < 4) return "a page ends early";
      indexes_.resize(count);
      fault = ReadRuns(encoded.substr(4), 1, indexes_);
      numbers_.assign(indexes_.begin(), indexes_.end());
    } else {
      fault = encoding == kPlain ? ReadPlainBits(encoded, count, numbers_) : kUnknownEncoding;
    }
  } else if (encoding == kDeltaNumbers) {
    fault = ReadDeltas(encoded, count, numbers_);
  } else if (encoding == kPlain || encoding == kSplit) {
    fault = ReadPlainNumbers(encoded, width, count, encoding == kSplit, numbers_);
  } else {
    fault = kUnknownEncoding;
  }
  if (!fault.empty()) return fault;
  room.resize(count * kMostDigits);
  char* at = room.data();
  for (size_t i = 0; i < count; ++i) {
    if (leaf_.type == ParquetType::kBoolean) {
      texts[i] = TruthText(numbers_[i] != 0);
      continue;
    }
    if (has_fractions()) {
      texts[i] = WriteFraction(static_cast<uint64_t>(numbers_[i]), width, at);
      continue;
    }
    int64_t number = numbers_[i];
    if (width == 4) {
      number = leaf_.is_signed ? int64_t{static_cast<int32_t>(number)}
                               : int64_t{static_cast<uint32_t>(number)};
    }
    texts[i] = WriteWhole(static_cast<uint64_t>(number), leaf_.is_signed, at);
  }
  return "";
}

}  // namespace mtgauge
