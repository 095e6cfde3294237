// Reads and skips values.
#include "core/input/columns/thrift.h"

namespace mtgauge {
namespace {

constexpr int kDeepestMetadata = 32;
constexpr std::string_view kMetadataEnd = "the metadata end early";

}  // namespace

void ThriftReader::Fail(std::string_view why) {
  if (fault_.empty()) fault_ = why;
  rest_ = {};
}

uint8_t ThriftReader::Byte() {
  if (rest_.empty()) {
    Fail(kMetadataEnd);
    return 0;
  }
  const auto byte = static_cast<uint8_t>(rest_.front());
  rest_.remove_prefix(1);
  return byte;
}

uint64_t ThriftReader::Varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = Byte();
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  Fail("the metadata have a number that is too long");
  return 0;
}

int64_t ThriftReader::Zigzag() {
  const uint64_t value = Varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

void ThriftReader::Drop(uint64_t bytes) {
  if (bytes > rest_.size()) return Fail(kMetadataEnd);
  rest_.remove_prefix(bytes);
}

bool ThriftReader::Enter(int type) {
  if (type_ != type) Fail("the metadata have a value of another type");
  if (++depth_ > kDeepestMetadata) Fail("the metadata are nested too deeply");
  return fault_.empty();
}

// A field's number is given as the distance to the one before, if that is small.
bool ThriftReader::NextField(int& id) {
  const uint8_t head = Byte();
  type_ = head & 15;
  if (type_ == 0 || !fault_.empty()) return false;
  id = head >> 4 != 0 ? static_cast<int16_t>(id + (head >> 4)) : static_cast<int16_t>(Zigzag());
  return fault_.empty();
}

// An element takes a byte at least, so the count is bounded by what is left.
bool ThriftReader::BeginList(uint64_t& elements) {
  const uint8_t head = Byte();
  type_ = head & 15;
  elements = head >> 4 == 15 ? Varint() : head >> 4;
  if (elements > rest_.size()) Fail("the metadata have a list that is longer than they are");
  return fault_.empty();
}

int64_t ThriftReader::Whole() {
  if (type_ < kByte || type_ > kLong) {
    Fail("the metadata have a value of another type");
    return 0;
  }
  const bool byte = type_ == kByte;
  type_ = kRead;
  return byte ? static_cast<int8_t>(Byte()) : Zigzag();
}

bool ThriftReader::Truth() {
  const bool truth = type_ == kTrue;
  if (!truth && type_ != kFalse) Fail("the metadata have a value of another type");
  type_ = kRead;
  return truth;
}

std::string_view ThriftReader::Text() {
  if (type_ != kText) Fail("the metadata have a value of another type");
  const uint64_t bytes = Varint();
  const std::string_view text = rest_.substr(0, bytes);
  Drop(bytes);
  type_ = kRead;
  return text;
}

void ThriftReader::SkipIfUnread() {
  switch (type_) {
    case kRead:
    case kTrue:
    case kFalse:
      break;
    case kByte:
      Drop(1);
      break;
    case kShort:
    case kInt:
    case kLong:
      Varint();
      break;
    case kDouble:
      Drop(8);
      break;
    case kText:
      Text();
      break;
    case kSet:
      type_ = kList;
      [[fallthrough]];
    case kList:
      List([this] {
        // In a list, a truth value has a byte of its own.
        if (type_ == kTrue || type_ == kFalse) Drop(1);
      });
      break;
    case kMap:
      SkipMap();
      break;
    case kStruct:
      Struct([] {});
      break;
    default:
      Fail("the metadata have a value of an unknown type");
  }
  type_ = kRead;
}

void ThriftReader::SkipMap() {
  const uint64_t pairs = Varint();
  if (pairs > rest_.size()) return Fail(kMetadataEnd);
  const uint8_t types = pairs > 0 ? Byte() : 0;
  if (!Enter(kMap)) return;
  for (uint64_t i = 0; i < 2 * pairs && fault_.empty(); ++i) {
    type_ = i % 2 == 0 ? types >> 4 : types & 15;
    if (type_ == kTrue || type_ == kFalse) type_ = kByte;
    SkipIfUnread();
  }
  Leave();
}

}  // namespace mtgauge
