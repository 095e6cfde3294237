// Writes Arrow's files and streams (https://arrow.apache.org/docs/format/Columnar.html).
#include "core/report/columns/arrow_encoder.h"

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/report/columns/flatbuffer_writer.h"

namespace mtgauge {
namespace {

static_assert(std::endian::native == std::endian::little);

// The numbers of Arrow's names.
enum ArrowKind : int64_t { kArrowSchema = 1, kArrowBatch = 3 };
constexpr int64_t kArrowVersion = 4, kInt64Bits = 64, kDoublePrecision = 2;

FlatTableWriter ArrowColumnOf(const TableColumn& column) {
  FlatTableWriter type;
  int64_t number = 0;
  switch (column.type) {
    case ColumnType::kText:
      number = 5;
      break;
    case ColumnType::kWhole:
      number = 2;
      type.Number(0, kInt64Bits).Number(1, 1);
      break;
    case ColumnType::kReal:
      number = 3;
      type.Number(0, kDoublePrecision);
      break;
    case ColumnType::kSwitch:
      number = 6;
      break;
  }
  return FlatTableWriter()
      .Text(0, column.name)
      .Number(1, 1)
      .Number(2, number)
      .Table(3, type)
      .Tables(5, {});
}

FlatTableWriter ArrowSchemaOf(const TableHead& head) {
  std::vector<FlatTableWriter> columns, notes;
  for (const TableColumn& column : head.columns) columns.push_back(ArrowColumnOf(column));
  for (const auto& [name, text] : head.notes) {
    notes.push_back(FlatTableWriter().Text(0, name).Text(1, text));
  }
  return FlatTableWriter().Tables(1, columns).Tables(2, notes);
}

// The buffers of a batch, one after the other.
class ArrowBody {
 public:
  void Add(const void* bytes, size_t size) {
    const int64_t place[] = {static_cast<int64_t>(bytes_.size()), static_cast<int64_t>(size)};
    places_.append(reinterpret_cast<const char*>(place), sizeof place);
    bytes_.append(static_cast<const char*>(bytes), size);
    PadTo8(bytes_);
    ++buffers_;
  }
  // A bit for each line.
  template <typename Number>
  void AddBits(const std::vector<Number>& lines) {
    constexpr size_t kByte = 8;
    std::string bits((lines.size() + kByte - 1) / kByte, '\0');
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] != 0) bits[i / kByte] = static_cast<char>(bits[i / kByte] | 1 << i % kByte);
    }
    Add(bits.data(), bits.size());
  }
  void AddColumn(const ColumnValues& column, ColumnType type) {
    AddBits(column.there);
    if (type == ColumnType::kSwitch) {
      AddBits(column.values);
    } else if (type == ColumnType::kText) {
      std::vector<int32_t> ends = {0};
      ends.insert(ends.end(), column.values.begin(), column.values.end());
      Add(ends.data(), ends.size() * sizeof ends[0]);
      Add(column.texts.data(), column.texts.size());
    } else {
      Add(column.values.data(), column.values.size() * sizeof column.values[0]);
    }
  }

  size_t buffers() const { return buffers_; }
  const std::string& places() const { return places_; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_, places_;
  size_t buffers_ = 0;
};

class ArrowEncoder final : public TableEncoder {
 public:
  ArrowEncoder(TableHead head, bool file) : head_(std::move(head)), file_(file) {}

  std::string Begin() override {
    std::string out;
    if (file_) {
      out = kMark;
      PadTo8(out);
    }
    out += Message(kArrowSchema, ArrowSchemaOf(head_), {});
    written_ = out.size();
    return out;
  }

  std::string Add(const std::vector<ColumnValues>& columns) override {
    ArrowBody body;
    std::string nodes;
    for (size_t c = 0; c < columns.size(); ++c) {
      const auto lines = static_cast<int64_t>(columns[c].size());
      int64_t node[] = {lines, lines};
      for (const uint8_t there : columns[c].there) node[1] -= there;
      nodes.append(reinterpret_cast<const char*>(node), sizeof node);
      body.AddColumn(columns[c], head_.columns[c].type);
    }
    std::string head = Message(kArrowBatch,
                               FlatTableWriter()
                                   .Number(0, static_cast<int64_t>(columns.front().size()))
                                   .Vector(1, columns.size(), nodes)
                                   .Vector(2, body.buffers(), body.places()),
                               body.bytes());
    const auto head_bytes = static_cast<int64_t>(head.size() - body.bytes().size());
    const int64_t place[] = {static_cast<int64_t>(written_), head_bytes,
                             static_cast<int64_t>(body.bytes().size())};
    places_.append(reinterpret_cast<const char*>(place), sizeof place);
    ++batches_;
    written_ += head.size();
    return head;
  }

  std::string End() override {
    std::string end = {'\xFF', '\xFF', '\xFF', '\xFF', 0, 0, 0, 0};
    if (!file_) return end;
    const std::string footer = FlatTableWriter()
                                   .Number(0, kArrowVersion)
                                   .Table(1, ArrowSchemaOf(head_))
                                   .Vector(2, 0, {})
                                   .Vector(3, batches_, places_)
                                   .Bytes();
    const auto bytes = static_cast<uint32_t>(footer.size());
    end += footer;
    end.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    return end += kMark;
  }

 private:
  static constexpr std::string_view kMark = "ARROW1";

  static std::string Message(ArrowKind kind, const FlatTableWriter& header,
                             const std::string& body) {
    const std::string flat = FlatTableWriter()
                                 .Number(0, kArrowVersion)
                                 .Number(1, kind)
                                 .Table(2, header)
                                 .Number(3, static_cast<int64_t>(body.size()))
                                 .Bytes();
    const auto bytes = static_cast<uint32_t>(flat.size());
    std::string out = {'\xFF', '\xFF', '\xFF', '\xFF'};
    out.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    return (out += flat) += body;
  }

  TableHead head_;
  bool file_;             // not a stream
  uint64_t written_ = 0;  // bytes
  std::string places_;    // of the batches, in the file
  size_t batches_ = 0;
};

}  // namespace

std::unique_ptr<TableEncoder> MakeArrowEncoder(TableHead head, const WriteOptions& options) {
  return std::make_unique<ArrowEncoder>(std::move(head), !options.to_pipe);
}

}  // namespace mtgauge
