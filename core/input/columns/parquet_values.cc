// Decodes values, with all bounds checked.
#include "core/input/columns/parquet_values.h"

#include <algorithm>
#include <cstring>

namespace mtgauge {
namespace {

constexpr std::string_view kEndsEarly = "a page ends early";
constexpr std::string_view kTextTooLong = "a text is longer than its page";
constexpr uint64_t kMostText = 1 << 30;  // of one page

// Returns up to 8 bytes from `at` on.
uint64_t Load(std::string_view bytes, size_t at) {
  uint64_t word = 0;
  if (at + sizeof word <= bytes.size()) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
  } else if (at < bytes.size()) {
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
  }
  return word;
}

// Returns false at the end of the bytes, or if the number has more than 64 bits.
bool TakeVarint(std::string_view& bytes, uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool TakeZigzag(std::string_view& bytes, uint64_t& value) {
  if (!TakeVarint(bytes, value)) return false;
  value = (value >> 1) ^ (~(value & 1) + 1);
  return true;
}

void UnpackBits(std::string_view bytes, unsigned width, std::span<uint32_t> values) {
  const uint64_t mask = (uint64_t{1} << width) - 1;
  size_t bit = 0;
  for (uint32_t& value : values) {
    value = static_cast<uint32_t>(Load(bytes, bit / 8) >> bit % 8 & mask);
    bit += width;
  }
}

// Returns the `width` bits, up to 64, from `bit` on.
uint64_t BitsAt(std::string_view bytes, size_t bit, unsigned width) {
  if (width == 0) return 0;
  const unsigned shift = bit % 8;
  uint64_t value = Load(bytes, bit / 8) >> shift;
  if (width + shift > 64) value |= Load(bytes, bit / 8 + 8) << (64 - shift);
  return width == 64 ? value : value & ((uint64_t{1} << width) - 1);
}

uint32_t Load32(const char* bytes) {
  uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

}  // namespace

std::string_view ReadRuns(std::string_view bytes, unsigned width, std::span<uint32_t> values) {
  if (width > 32) return "a page has a wrong width of bits";
  while (!values.empty()) {
    uint64_t head = 0;
    if (!TakeVarint(bytes, head)) return kEndsEarly;
    uint64_t count = head >> 1;
    if (count == 0) return "a page has an empty run";
    if ((head & 1) == 0) {
      const size_t value_bytes = (width + 7) / 8;
      if (bytes.size() < value_bytes) return kEndsEarly;
      const auto value = static_cast<uint32_t>(Load(bytes.substr(0, value_bytes), 0));
      bytes.remove_prefix(value_bytes);
      count = std::min<uint64_t>(count, values.size());
      std::fill_n(values.begin(), count, value);
    } else {
      // Groups of 8 values; the last group may be cut off after the last value.
      const uint64_t wanted = std::min<uint64_t>(count, values.size() / 8 + 1) * width;
      const std::string_view packed = bytes.substr(0, wanted);
      count = std::min<uint64_t>({count * 8, values.size()});
      if (packed.size() * 8 < count * width) return kEndsEarly;
      UnpackBits(packed, width, values.first(count));
      bytes.remove_prefix(std::min<uint64_t>(head / 2 * width, bytes.size()));
    }
    values = values.subspan(count);
  }
  return "";
}

std::string_view ReadDeltas(std::string_view& bytes, size_t count, std::vector<int64_t>& numbers) {
  uint64_t block = 0, minis = 0, total = 0, value = 0;
  if (!TakeVarint(bytes, block) || !TakeVarint(bytes, minis) || !TakeVarint(bytes, total) ||
      !TakeZigzag(bytes, value)) {
    return kEndsEarly;
  }
  if (minis == 0 || block == 0 || block > 1 << 24 || block % minis != 0 || block / minis % 8 != 0) {
    return "a page has a wrong size of blocks";
  }
  if (total != count) return "a page has another count of numbers than of values";
  numbers.clear();
  if (count > 0) numbers.push_back(static_cast<int64_t>(value));
  const uint64_t per_mini = block / minis;
  while (numbers.size() < count) {
    uint64_t least = 0;
    if (!TakeZigzag(bytes, least) || bytes.size() < minis) return kEndsEarly;
    const std::string_view widths = bytes.substr(0, minis);
    bytes.remove_prefix(minis);
    for (const char byte : widths) {
      if (numbers.size() == count) break;
      const auto width = static_cast<uint8_t>(byte);
      if (width > 64) return "a page has a number of more than 64 bits";
      const uint64_t used = per_mini * width / 8;
      if (used > bytes.size()) return kEndsEarly;
      const uint64_t here = std::min<uint64_t>(per_mini, count - numbers.size());
      for (uint64_t i = 0; i < here; ++i) {
        value += least + BitsAt(bytes, i * width, width);
        numbers.push_back(static_cast<int64_t>(value));
      }
      bytes.remove_prefix(used);
    }
  }
  return "";
}

std::string_view ReadPlainTexts(std::string_view& bytes, std::span<std::string_view> texts) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  for (std::string_view& text : texts) {
    if (end - at < 4) return kEndsEarly;
    const uint32_t length = Load32(at);
    at += 4;
    if (length > static_cast<size_t>(end - at)) return kTextTooLong;
    text = {at, length};
    at += length;
  }
  bytes.remove_prefix(static_cast<size_t>(at - bytes.data()));
  return "";
}

std::string_view ReadDeltaTexts(std::string_view& bytes, std::span<std::string_view> texts) {
  std::vector<int64_t> lengths;
  if (const auto fault = ReadDeltas(bytes, texts.size(), lengths); !fault.empty()) return fault;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (lengths[i] < 0 || static_cast<uint64_t>(lengths[i]) > bytes.size()) return kTextTooLong;
    texts[i] = bytes.substr(0, static_cast<size_t>(lengths[i]));
    bytes.remove_prefix(texts[i].size());
  }
  return "";
}

std::string_view ReadFrontCodedTexts(std::string_view& bytes, std::span<std::string_view> texts,
                                     std::string& room) {
  std::vector<int64_t> shared;
  if (const auto fault = ReadDeltas(bytes, texts.size(), shared); !fault.empty()) return fault;
  if (const auto fault = ReadDeltaTexts(bytes, texts); !fault.empty()) return fault;
  uint64_t total = 0, before = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    if (shared[i] < 0 || static_cast<uint64_t>(shared[i]) > before) return kTextTooLong;
    before = static_cast<uint64_t>(shared[i]) + texts[i].size();
    total += before;
    if (total > kMostText) return "a page has more than 1 GiB of text";
  }
  room.clear();
  room.reserve(total);
  size_t last = 0;  // beginning of the text before
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t begin = room.size();
    room.append(room, last, static_cast<size_t>(shared[i]));
    room.append(texts[i]);
    texts[i] = {room.data() + begin, room.size() - begin};
    last = begin;
  }
  return "";
}

std::string_view ReadPlainNumbers(std::string_view bytes, size_t width, size_t count, bool split,
                                  std::vector<int64_t>& numbers) {
  if (bytes.size() / width < count) return kEndsEarly;
  numbers.resize(count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t value = 0;
    for (size_t b = 0; b < width; ++b) {
      const size_t at = split ? b * count + i : i * width + b;
      value |= uint64_t{static_cast<uint8_t>(bytes[at])} << (8 * b);
    }
    numbers[i] = width == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
  }
  return "";
}

std::string_view ReadPlainBits(std::string_view bytes, size_t count,
                               std::vector<int64_t>& numbers) {
  if (bytes.size() < (count + 7) / 8) return kEndsEarly;
  numbers.resize(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = bytes[i / 8] >> i % 8 & 1;
  return "";
}

}  // namespace mtgauge
