// Writes Thrift's compact protocol.
#include "core/report/columns/thrift_writer.h"

namespace mtgauge {
namespace {

enum ThriftType {
  kThriftInt = 5,
  kThriftLong,
  kThriftDouble,
  kThriftText,
  kThriftList,
  kThriftStruct = 12
};

}  // namespace

void AppendVarint(uint64_t number, std::string& out) {
  constexpr uint64_t kMore = 0x80;
  for (; number >= kMore; number >>= 7) out += static_cast<char>(number | kMore);
  out += static_cast<char>(number);
}

ThriftStruct& ThriftStruct::Int(int field, int32_t value) {
  Head(field, kThriftInt);
  AppendSigned(value);
  return *this;
}

ThriftStruct& ThriftStruct::Long(int field, int64_t value) {
  Head(field, kThriftLong);
  AppendSigned(value);
  return *this;
}

ThriftStruct& ThriftStruct::Text(int field, std::string_view value) {
  Head(field, kThriftText);
  AppendText(value);
  return *this;
}

ThriftStruct& ThriftStruct::Struct(int field, const ThriftStruct& value) {
  Head(field, kThriftStruct);
  bytes_ += value.Bytes();
  return *this;
}

ThriftStruct& ThriftStruct::Ints(int field, const std::vector<int32_t>& values) {
  ListHead(field, values.size(), kThriftInt);
  for (const int32_t value : values) AppendSigned(value);
  return *this;
}

ThriftStruct& ThriftStruct::Texts(int field, const std::vector<std::string>& values) {
  ListHead(field, values.size(), kThriftText);
  for (const std::string& value : values) AppendText(value);
  return *this;
}

ThriftStruct& ThriftStruct::Structs(int field, const std::vector<ThriftStruct>& values) {
  ListHead(field, values.size(), kThriftStruct);
  for (const ThriftStruct& value : values) bytes_ += value.Bytes();
  return *this;
}

// A field's number is written as the distance from the one before, which fits into 4 bits.
void ThriftStruct::Head(int field, int type) {
  bytes_ += static_cast<char>((field - last_) << 4 | type);
  last_ = field;
}

void ThriftStruct::ListHead(int field, size_t size, int type) {
  constexpr size_t kLong = 15;
  Head(field, kThriftList);
  bytes_ += static_cast<char>((size < kLong ? size : kLong) << 4 | static_cast<size_t>(type));
  if (size >= kLong) AppendVarint(size, bytes_);
}

void ThriftStruct::AppendSigned(int64_t value) {
  AppendVarint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63), bytes_);
}

void ThriftStruct::AppendText(std::string_view value) {
  AppendVarint(value.size(), bytes_);
  bytes_ += value;
}

}  // namespace mtgauge
