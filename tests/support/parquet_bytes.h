// Writes Parquet files for tests: any schema, pages and encodings, also wrong ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge::test {

inline std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
inline std::string Zigzag(int64_t value) {
  return Varint((static_cast<uint64_t>(value) << 1) ^ (value < 0 ? UINT64_MAX : 0));
}
inline std::string LittleEndian(uint64_t value, size_t bytes) {
  std::string made;
  for (size_t i = 0; i < bytes; ++i) made += static_cast<char>(value >> (8 * i));
  return made;
}

// A struct of Thrift's compact protocol. Fields are added in the order of their ids.
class ThriftStruct {
 public:
  ThriftStruct& Whole(int id, int64_t value) { return Field(id, 6, Zigzag(value)); }
  ThriftStruct& Truth(int id, bool value) { return Field(id, value ? 1 : 2, ""); }
  ThriftStruct& Text(int id, std::string_view text) {
    return Field(id, 8, Varint(text.size()).append(text));
  }
  ThriftStruct& Struct(int id, const ThriftStruct& value) { return Field(id, 12, value.bytes()); }
  ThriftStruct& List(int id, const std::vector<ThriftStruct>& values) {
    std::string bytes = static_cast<char>(0xF0 | 12) + Varint(values.size());
    for (const ThriftStruct& value : values) bytes += value.bytes();
    return Field(id, 9, bytes);
  }
  std::string bytes() const { return bytes_ + '\0'; }

 private:
  ThriftStruct& Field(int id, int type, std::string_view value) {
    bytes_ += static_cast<char>((id - last_) << 4 | type);
    bytes_ += value;
    last_ = id;
    return *this;
  }
  std::string bytes_;
  int last_ = 0;
};

struct ParquetField {
  std::string name;
  int type = -1;       // -1: a group
  int repetition = 0;  // 0: required, 1: optional, 2: repeated
  int children = 0;
  int converted = -1;
  int length = 0;   // of bytes of fixed length
  int logical = 0;  // the newer annotation, without facts of its own
};

// A page as it is written; its body is not packed.
struct TestPage {
  int kind = 0;
  int encoding = 0;
  int64_t values = 0;
  std::string body = {};  // with the levels
  int64_t definition_bytes = 0, repetition_bytes = 0;
};

inline std::string PageBytes(const TestPage& page) {
  ThriftStruct head, inner;
  head.Whole(1, page.kind);
  head.Whole(2, static_cast<int64_t>(page.body.size()));
  head.Whole(3, static_cast<int64_t>(page.body.size()));
  inner.Whole(1, page.values);
  if (page.kind == 3) {
    inner.Whole(2, 0).Whole(3, page.values).Whole(4, page.encoding);
    inner.Whole(5, page.definition_bytes).Whole(6, page.repetition_bytes).Truth(7, false);
    head.Struct(8, inner);
  } else {
    inner.Whole(2, page.encoding);
    if (page.kind == 0) inner.Whole(3, 3).Whole(4, 3);
    head.Struct(page.kind == 0 ? 5 : 7, inner);
  }
  return head.bytes() + page.body;
}

struct TestChunk {
  int type = 6;
  int64_t values = 0;
  std::vector<TestPage> pages = {};
};
struct TestGroup {
  int64_t rows = 0;
  std::vector<TestChunk> chunks;
};

// `fields`: without the root; `children`: of the root.
inline std::string ParquetBytes(const std::vector<ParquetField>& fields, int children,
                                const std::vector<TestGroup>& groups) {
  std::string bytes = "PAR1";
  std::vector<ThriftStruct> schema(1), written;
  schema.front().Text(4, "root").Whole(5, children);
  for (const ParquetField& field : fields) {
    ThriftStruct& element = schema.emplace_back();
    if (field.type >= 0) element.Whole(1, field.type);
    if (field.length > 0) element.Whole(2, field.length);
    element.Whole(3, field.repetition).Text(4, field.name);
    if (field.children > 0) element.Whole(5, field.children);
    if (field.converted >= 0) element.Whole(6, field.converted);
    if (field.logical > 0) element.Struct(10, ThriftStruct().Struct(field.logical, {}));
  }
  int64_t rows = 0;
  for (const TestGroup& group : groups) {
    std::vector<ThriftStruct> chunks;
    for (const TestChunk& chunk : group.chunks) {
      const auto begin = static_cast<int64_t>(bytes.size());
      for (const TestPage& page : chunk.pages) bytes += PageBytes(page);
      ThriftStruct about;
      about.Whole(1, chunk.type).Whole(4, 0).Whole(5, chunk.values);
      about.Whole(7, static_cast<int64_t>(bytes.size()) - begin).Whole(9, begin);
      chunks.emplace_back().Struct(3, about);
    }
    written.emplace_back().List(1, chunks).Whole(3, group.rows);
    rows += group.rows;
  }
  ThriftStruct footer;
  footer.Whole(1, 1).List(2, schema).Whole(3, rows).List(4, written);
  const std::string made = footer.bytes();
  return bytes + made + LittleEndian(made.size(), 4) + "PAR1";
}

// Encodings of values.
inline std::string PlainTexts(const std::vector<std::string>& texts) {
  std::string bytes;
  for (const std::string& text : texts) bytes += LittleEndian(text.size(), 4) + text;
  return bytes;
}
// Bit-packed groups of 8, or a run of one value, as `packed` says for each 8 values.
inline std::string Runs(const std::vector<uint32_t>& values, unsigned width,
                        const std::vector<bool>& packed = {}) {
  std::string bytes;
  for (size_t at = 0; at < values.size(); at += 8) {
    const size_t count = std::min<size_t>(8, values.size() - at);
    bool same = at / 8 < packed.size() && !packed[at / 8];
    for (size_t i = 0; i < count; ++i) same = same && values[at + i] == values[at];
    if (same) {
      bytes += Varint(count << 1) + LittleEndian(values[at], (width + 7) / 8);
      continue;
    }
    std::string bits(width, '\0');
    for (size_t i = 0; i < count * width; ++i) {
      if (values[at + i / width] >> i % width & 1) bits[i / 8] |= static_cast<char>(1 << i % 8);
    }
    bytes += Varint(3) + bits;
  }
  return bytes;
}
inline std::string WithLength(const std::string& bytes) {
  return LittleEndian(bytes.size(), 4) + bytes;
}
// Blocks of 128 differences in 4 parts, each of the width that it needs.
inline std::string Deltas(const std::vector<int64_t>& numbers) {
  std::string bytes = Varint(128) + Varint(4) + Varint(numbers.size()) +
                      Zigzag(numbers.empty() ? 0 : numbers.front());
  const auto step = [&](size_t i) {
    return static_cast<int64_t>(static_cast<uint64_t>(numbers[i + 1]) -
                                static_cast<uint64_t>(numbers[i]));
  };
  for (size_t at = 0; at + 1 < numbers.size(); at += 128) {
    const size_t count = std::min<size_t>(128, numbers.size() - 1 - at);
    int64_t least = step(at);
    for (size_t i = 0; i < count; ++i) least = std::min(least, step(at + i));
    std::string widths, packed;
    for (size_t part = 0; part < 4; ++part) {
      const auto rest = [&](size_t i) {
        return i < count ? static_cast<uint64_t>(step(at + i)) - static_cast<uint64_t>(least) : 0;
      };
      unsigned width = 0;
      for (size_t i = part * 32; i < part * 32 + 32; ++i) {
        while (width < 64 && rest(i) >> width != 0) ++width;
      }
      const bool used = part * 32 < count;
      widths += static_cast<char>(used ? width : 0);
      std::string bits(used ? width * 4 : 0, '\0');
      for (size_t i = 0; i < bits.size() * 8; ++i) {
        if (rest(part * 32 + i / width) >> i % width & 1) {
          bits[i / 8] |= static_cast<char>(1 << i % 8);
        }
      }
      packed += bits;
    }
    bytes += Zigzag(least) + widths + packed;
  }
  return bytes;
}

}  // namespace mtgauge::test
