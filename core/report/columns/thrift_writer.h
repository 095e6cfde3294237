// Thrift's compact protocol, in which Parquet's metadata are written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Appends a number in groups of 7 bits, the lowest first.
void AppendVarint(uint64_t number, std::string& out);

// A struct. Its fields are set in the order of their numbers.
class ThriftStruct {
 public:
  ThriftStruct& Int(int field, int32_t value);
  ThriftStruct& Long(int field, int64_t value);
  ThriftStruct& Text(int field, std::string_view value);
  ThriftStruct& Struct(int field, const ThriftStruct& value);
  ThriftStruct& Ints(int field, const std::vector<int32_t>& values);
  ThriftStruct& Texts(int field, const std::vector<std::string>& values);
  ThriftStruct& Structs(int field, const std::vector<ThriftStruct>& values);

  std::string Bytes() const { return bytes_ + '\0'; }

 private:
  void Head(int field, int type);
  void ListHead(int field, size_t size, int type);
  void AppendSigned(int64_t value);
  void AppendText(std::string_view value);

  std::string bytes_;
  int last_ = 0;  // number of the last field
};

}  // namespace mtgauge
