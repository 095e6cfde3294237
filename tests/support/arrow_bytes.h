// Writes Arrow IPC for tests: any schema, and buffers with any bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/report/columns/flatbuffer_writer.h"

namespace mtgauge::test {

template <typename Number>
std::string LittleEndian(const std::vector<Number>& numbers) {
  const auto* const bytes = reinterpret_cast<const char*>(numbers.data());
  return std::string(bytes, numbers.size() * sizeof(Number));
}

using Flat = FlatTableWriter;

// The numbers by which Arrow names types.
enum ArrowType {
  kArrowNull = 1,
  kArrowInt = 2,
  kArrowFloat = 3,
  kArrowText = 5,
  kArrowBool = 6,
  kArrowDate = 8,
  kArrowList = 12,
  kArrowStruct = 13,
  kArrowFixedList = 16,
  kArrowMap = 17,
  kArrowLargeText = 20,
  kArrowTextView = 24,
};

inline Flat ArrowColumn(const std::string& name, ArrowType type, const Flat& facts = {},
                        const std::vector<Flat>& children = {}) {
  return Flat().Text(0, name).Number(2, type).Table(3, facts).Tables(5, children);
}
inline Flat WholeNumbers(int bits, bool is_signed) {
  return Flat().Number(0, bits).Number(1, is_signed ? 1 : 0);
}
// The same column with a dictionary.
inline Flat WithDictionary(Flat column, int64_t id, int index_bits) {
  return column.Table(4, Flat().Number(0, id).Table(1, WholeNumbers(index_bits, true)));
}

struct TestBatch {
  int64_t rows = 0;
  std::vector<int64_t> nodes = {};  // values and nulls of each field
  std::vector<std::string> buffers = {};
  std::vector<int64_t> views = {};  // buffers with the texts of each field of views
  int codec = -1;
  int64_t dictionary = -1;  // of this id
  bool adds = false;
};

// A message: its metadata with their frame, and its body.
struct ArrowPart {
  std::string head, body;
};

inline ArrowPart MakePart(int kind, const Flat& header, const std::string& body, int version = 4) {
  const std::string flat = Flat()
                               .Number(0, version)
                               .Number(1, kind)
                               .Table(2, header)
                               .Number(3, static_cast<int64_t>(body.size()))
                               .Bytes();
  return {"\xFF\xFF\xFF\xFF" + LittleEndian<uint32_t>({static_cast<uint32_t>(flat.size())}) + flat,
          body};
}

inline ArrowPart BatchPart(const TestBatch& batch) {
  std::string body;
  std::vector<int64_t> places;
  for (const std::string& buffer : batch.buffers) {
    places.push_back(static_cast<int64_t>(body.size()));
    places.push_back(static_cast<int64_t>(buffer.size()));
    body += buffer;
    PadTo8(body);
  }
  Flat records;
  records.Number(0, batch.rows)
      .Vector(1, batch.nodes.size() / 2, LittleEndian(batch.nodes))
      .Vector(2, batch.buffers.size(), LittleEndian(places))
      .Vector(4, batch.views.size(), LittleEndian(batch.views));
  if (batch.codec >= 0) records.Table(3, Flat().Number(0, batch.codec));
  if (batch.dictionary < 0) return MakePart(3, records, body);
  return MakePart(
      2, Flat().Number(0, batch.dictionary).Table(1, records).Number(2, batch.adds ? 1 : 0), body);
}

inline Flat ArrowSchema(const std::vector<Flat>& columns) { return Flat().Tables(1, columns); }

inline std::string ArrowStream(const std::vector<Flat>& columns,
                               const std::vector<TestBatch>& batches) {
  std::string bytes = MakePart(1, ArrowSchema(columns), "").head;
  for (const TestBatch& batch : batches) {
    const ArrowPart part = BatchPart(batch);
    bytes += part.head + part.body;
  }
  return bytes + std::string("\xFF\xFF\xFF\xFF\0\0\0\0", 8);
}

// Other bytes come first: a file is read by its footer.
inline std::string ArrowFileBytes(const std::vector<Flat>& columns,
                                  const std::vector<TestBatch>& batches) {
  std::string bytes = "ARROW1 other bytes ";
  std::string places[2];
  for (const TestBatch& batch : batches) {
    const ArrowPart part = BatchPart(batch);
    places[batch.dictionary < 0 ? 1 : 0] += LittleEndian<int64_t>(
        {static_cast<int64_t>(bytes.size()), static_cast<int64_t>(part.head.size()),
         static_cast<int64_t>(part.body.size())});
    bytes += part.head + part.body;
  }
  const std::string footer = Flat()
                                 .Number(0, 4)
                                 .Table(1, ArrowSchema(columns))
                                 .Vector(2, places[0].size() / 24, places[0])
                                 .Vector(3, places[1].size() / 24, places[1])
                                 .Bytes();
  return bytes + footer + LittleEndian<uint32_t>({static_cast<uint32_t>(footer.size())}) + "ARROW1";
}

}  // namespace mtgauge::test
