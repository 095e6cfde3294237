// Writes Parquet files (format 2: https://parquet.apache.org/docs/file-format).
#include "core/report/columns/parquet_encoder.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/version.h"
#include "core/report/columns/thrift_writer.h"

namespace mtgauge {
namespace {

constexpr std::string_view kMark = "PAR1";
constexpr size_t kPageLines = 16'384, kMostDictionaryBytes = 1 << 20;

// The numbers of Parquet's names.
enum Physical : int32_t { kBooleans = 0, kInt64s = 2, kDoubles = 5, kByteArrays = 6 };
enum Encoding : int32_t { kPlain = 0, kLevels = 3, kDictionary = 8 };
enum PageKind : int32_t { kDataPage = 0, kDictionaryPage = 2 };
constexpr int32_t kOptional = 1, kUtf8 = 0, kZstd = 6;

Physical PhysicalOf(ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return kByteArrays;
    case ColumnType::kWhole:
      return kInt64s;
    case ColumnType::kReal:
      return kDoubles;
    case ColumnType::kSwitch:
      return kBooleans;
  }
  return kByteArrays;
}

template <typename Number>
void AppendLittleEndian(Number number, std::string& out) {
  static_assert(std::endian::native == std::endian::little);
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Appends bits of that width each, without a length.
template <typename Get>
void AppendPacked(size_t count, int width, const Get& get, std::string& out) {
  uint64_t bits = 0;
  int filled = 0;
  for (size_t i = 0; i < count; ++i) {
    bits |= static_cast<uint64_t>(get(i)) << filled;
    for (filled += width; filled >= 8; filled -= 8, bits >>= 8) out += static_cast<char>(bits);
  }
  if (filled > 0) out += static_cast<char>(bits);
}

// Appends numbers of that width as one run: of equal numbers, or packed in groups of eight.
template <typename Get>
void AppendRun(size_t count, int width, const Get& get, std::string& out) {
  bool equal = true;
  for (size_t i = 1; equal && i < count; ++i) equal = get(i) == get(0);
  if (equal) {
    AppendVarint(uint64_t{count} << 1, out);
    AppendPacked(1, (width + 7) / 8 * 8, get, out);
    return;
  }
  constexpr size_t kGroup = 8;
  const size_t groups = (count + kGroup - 1) / kGroup;
  AppendVarint(uint64_t{groups} << 1 | 1, out);
  AppendPacked(
      groups * kGroup, width, [&](size_t i) { return i < count ? get(i) : 0; }, out);
}

void AppendPlainText(std::string_view text, std::string& out) {
  AppendLittleEndian(static_cast<uint32_t>(text.size()), out);
  out += text;
}

// The different texts of a column in order of first appearance, if it is worth it.
struct Dictionary {
  std::string plain;
  std::vector<uint32_t> places;  // of each line's text; 0 if there is none
  size_t size = 0;
};

// `anyway`: even if it is not, since some readers lose values of a column with and without one.
std::optional<Dictionary> MakeDictionary(const ColumnValues& column, bool anyway) {
  Dictionary made;
  std::unordered_map<std::string_view, uint32_t> known;
  made.places.resize(column.size());
  for (size_t line = 0; line < column.size(); ++line) {
    if (column.there[line] == 0) continue;
    const auto [place, is_new] =
        known.try_emplace(column.Text(line), static_cast<uint32_t>(known.size()));
    made.places[line] = place->second;
    if (!is_new) continue;
    AppendPlainText(column.Text(line), made.plain);
    const bool worth =
        made.plain.size() <= kMostDictionaryBytes && 2 * known.size() <= column.size();
    if (!worth && !anyway) {
      return std::nullopt;
    }
  }
  made.size = known.size();
  return made;
}

// The least and the greatest number of a column.
ThriftStruct StatisticsOf(const ColumnValues& column, ColumnType type) {
  ThriftStruct statistics;
  const auto lines = static_cast<int64_t>(column.size());
  const auto there = std::count(column.there.begin(), column.there.end(), uint8_t{1});
  statistics.Long(3, lines - there);
  if (there == 0 || (type != ColumnType::kWhole && type != ColumnType::kReal)) return statistics;
  std::optional<size_t> least, greatest;
  const auto below = [&](size_t a, size_t b) {
    return type == ColumnType::kWhole ? column.values[a] < column.values[b]
                                      : column.Real(a) < column.Real(b);
  };
  for (size_t line = 0; line < column.size(); ++line) {
    if (column.there[line] == 0) continue;
    if (!least || below(line, *least)) least = line;
    if (!greatest || below(*greatest, line)) greatest = line;
  }
  const auto bytes = [&](size_t line, double zero) {
    // Both zeros are equal, so the bounds contain both.
    const bool is_zero = type == ColumnType::kReal && column.Real(line) == 0;
    std::string out;
    AppendLittleEndian(is_zero ? std::bit_cast<int64_t>(zero) : column.values[line], out);
    return out;
  };
  return statistics.Text(5, bytes(*greatest, 0.0)).Text(6, bytes(*least, -0.0));
}

class ParquetEncoder final : public TableEncoder {
 public:
  explicit ParquetEncoder(TableHead head)
      : head_(std::move(head)), has_dictionary_(head_.columns.size()) {}

  std::string Begin() override {
    written_ = kMark.size();
    return std::string(kMark);
  }

  std::string Add(const std::vector<ColumnValues>& columns) override {
    out_.clear();
    std::vector<ThriftStruct> chunks;
    const uint64_t begin = written_;
    raw_of_group_ = 0;
    for (size_t c = 0; c < columns.size(); ++c) chunks.push_back(AddColumn(c, columns[c]));
    const auto lines = static_cast<int64_t>(columns.front().size());
    groups_.push_back(ThriftStruct()
                          .Structs(1, chunks)
                          .Long(2, raw_of_group_)
                          .Long(3, lines)
                          .Long(5, static_cast<int64_t>(begin))
                          .Long(6, static_cast<int64_t>(written_ + out_.size() - begin)));
    lines_ += lines;
    written_ += out_.size();
    return std::move(out_);
  }

  std::string End() override {
    std::vector<ThriftStruct> notes, orders(head_.columns.size());
    for (const auto& [name, text] : head_.notes) {
      notes.push_back(ThriftStruct().Text(1, name).Text(2, text));
    }
    for (ThriftStruct& order : orders) order.Struct(1, {});  // that of the type
    std::string end = ThriftStruct()
                          .Int(1, 1)
                          .Structs(2, Schema())
                          .Long(3, lines_)
                          .Structs(4, groups_)
                          .Structs(5, notes)
                          .Text(6, "mtgauge version " + std::string(kVersion))
                          .Structs(7, orders)
                          .Bytes();
    const auto bytes = static_cast<uint32_t>(end.size());
    AppendLittleEndian(bytes, end);
    return end += kMark;
  }

 private:
  std::vector<ThriftStruct> Schema() const {
    std::vector<ThriftStruct> schema = {
        ThriftStruct().Text(4, "schema").Int(5, static_cast<int32_t>(head_.columns.size()))};
    for (const TableColumn& column : head_.columns) {
      ThriftStruct& field = schema.emplace_back();
      field.Int(1, PhysicalOf(column.type)).Int(3, kOptional).Text(4, column.name);
      if (column.type == ColumnType::kText) {
        field.Int(6, kUtf8).Struct(10, ThriftStruct().Struct(1, {}));
      }
    }
    return schema;
  }

  // A column has dictionaries in all groups or in none, as in the first one.
  std::optional<Dictionary> DictionaryOf(size_t c, const ColumnValues& column) {
    const bool first = groups_.empty();
    if (head_.columns[c].type != ColumnType::kText) return std::nullopt;
    if (!first && !has_dictionary_[c]) return std::nullopt;
    std::optional<Dictionary> made = MakeDictionary(column, !first);
    if (first) has_dictionary_[c] = made.has_value();
    return made;
  }

  // Appends the pages of a column, and returns what the footer says of them.
  ThriftStruct AddColumn(size_t c, const ColumnValues& column) {
    const ColumnType type = head_.columns[c].type;
    const std::optional<Dictionary> dictionary = DictionaryOf(c, column);
    const size_t begin = out_.size();
    raw_of_column_ = 0;
    if (dictionary) {
      AddPage(kDictionaryPage, 7, dictionary->plain,
              ThriftStruct().Int(1, static_cast<int32_t>(dictionary->size)).Int(2, kPlain));
    }
    const size_t data = out_.size();
    for (size_t line = 0; line < column.size(); line += kPageLines) {
      const size_t end = std::min(line + kPageLines, column.size());
      AddPage(kDataPage, 5,
              Levels(column, line, end) + (dictionary ? Places(column, *dictionary, line, end)
                                                      : Plain(column, type, line, end)),
              ThriftStruct()
                  .Int(1, static_cast<int32_t>(end - line))
                  .Int(2, dictionary ? kDictionary : kPlain)
                  .Int(3, kLevels)
                  .Int(4, kLevels));
    }
    raw_of_group_ += raw_of_column_;
    ThriftStruct facts;
    facts.Int(1, PhysicalOf(type))
        .Ints(2, dictionary ? std::vector<int32_t>{kPlain, kLevels, kDictionary}
                            : std::vector<int32_t>{kPlain, kLevels})
        .Texts(3, {head_.columns[c].name})
        .Int(4, kZstd)
        .Long(5, static_cast<int64_t>(column.size()))
        .Long(6, raw_of_column_)
        .Long(7, static_cast<int64_t>(out_.size() - begin))
        .Long(9, static_cast<int64_t>(written_ + data));
    if (dictionary) facts.Long(11, static_cast<int64_t>(written_ + begin));
    facts.Struct(12, StatisticsOf(column, type));
    return ThriftStruct().Long(2, 0).Struct(3, facts);
  }

  // `field`: of the page's head, with what is known for pages of that kind.
  void AddPage(PageKind kind, int field, const std::string& raw, const ThriftStruct& facts) {
    std::string packed(ZSTD_compressBound(raw.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), raw.data(), raw.size(), 1));
    const auto sum = static_cast<int32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(packed.data()), static_cast<uInt>(packed.size())));
    const std::string head = ThriftStruct()
                                 .Int(1, kind)
                                 .Int(2, static_cast<int32_t>(raw.size()))
                                 .Int(3, static_cast<int32_t>(packed.size()))
                                 .Int(4, sum)
                                 .Struct(field, facts)
                                 .Bytes();
    out_ += head;
    out_ += packed;
    raw_of_column_ += static_cast<int64_t>(head.size() + raw.size());
  }

  // Which lines have a value.
  static std::string Levels(const ColumnValues& column, size_t begin, size_t end) {
    std::string run, out;
    AppendRun(
        end - begin, 1, [&](size_t i) { return column.there[begin + i]; }, run);
    AppendPlainText(run, out);
    return out;
  }

  static std::string Plain(const ColumnValues& column, ColumnType type, size_t begin, size_t end) {
    std::string out;
    std::vector<size_t> lines;
    for (size_t line = begin; line < end; ++line) {
      if (column.there[line] != 0) lines.push_back(line);
    }
    if (type == ColumnType::kSwitch) {
      AppendPacked(
          lines.size(), 1, [&](size_t i) { return column.values[lines[i]]; }, out);
      return out;
    }
    for (const size_t line : lines) {
      if (type == ColumnType::kText) {
        AppendPlainText(column.Text(line), out);
      } else {
        AppendLittleEndian(column.values[line], out);
      }
    }
    return out;
  }

  static std::string Places(const ColumnValues& column, const Dictionary& dictionary, size_t begin,
                            size_t end) {
    const int width = std::max(
        1, static_cast<int>(std::bit_width(dictionary.size > 0 ? dictionary.size - 1 : size_t{0})));
    std::vector<uint32_t> places;
    for (size_t line = begin; line < end; ++line) {
      if (column.there[line] != 0) places.push_back(dictionary.places[line]);
    }
    std::string out(1, static_cast<char>(width));
    if (!places.empty())
      AppendRun(
          places.size(), width, [&](size_t i) { return places[i]; }, out);
    return out;
  }

  TableHead head_;
  std::string out_;       // of the group
  uint64_t written_ = 0;  // before it
  int64_t raw_of_column_ = 0, raw_of_group_ = 0, lines_ = 0;
  std::vector<ThriftStruct> groups_;
  std::vector<bool> has_dictionary_;  // [column]
};

}  // namespace

std::unique_ptr<TableEncoder> MakeParquetEncoder(TableHead head, const WriteOptions&) {
  return std::make_unique<ParquetEncoder>(std::move(head));
}

}  // namespace mtgauge
