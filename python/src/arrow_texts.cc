// Checks an array before its texts are used: first its type, then its structure, then each offset
// and index.
#include "arrow_texts.h"

#include <charconv>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace mtgauge::python {
namespace {

// Buffers may start at any address.
template <typename Value>
Value Load(const void* buffer, int64_t at) {
  Value value;
  std::memcpy(&value, static_cast<const char*>(buffer) + at * int64_t{sizeof(Value)}, sizeof value);
  return value;
}
template <typename Number>
int64_t LoadNumber(const void* buffer, int64_t at) {
  return static_cast<int64_t>(Load<Number>(buffer, at));
}
using NumberLoader = int64_t (*)(const void* buffer, int64_t at);

// A view has a length, then up to 12 bytes of text, or the first four of them, a buffer and an
// offset.
constexpr int64_t kViewBytes = 16, kShortText = 12;
struct LongView {
  int32_t size, first_bytes, buffer, offset;
};

struct TextFormat {
  std::string_view format;
  int64_t buffers;       // at least; 0 if all texts are missing
  NumberLoader offsets;  // null for views
};
constexpr TextFormat kTextFormats[] = {{"u", 3, &LoadNumber<int32_t>},
                                       {"z", 3, &LoadNumber<int32_t>},
                                       {"U", 3, &LoadNumber<int64_t>},
                                       {"Z", 3, &LoadNumber<int64_t>},
                                       {"vu", 3, nullptr},
                                       {"vz", 3, nullptr},
                                       {"n", 0, nullptr}};

struct NumberFormat {
  std::string_view format;
  NumberLoader load;
};
constexpr NumberFormat kListFormats[] = {{"+l", &LoadNumber<int32_t>},
                                         {"+L", &LoadNumber<int64_t>}};
constexpr NumberFormat kIndexFormats[] = {
    {"c", &LoadNumber<int8_t>},   {"C", &LoadNumber<uint8_t>}, {"s", &LoadNumber<int16_t>},
    {"S", &LoadNumber<uint16_t>}, {"i", &LoadNumber<int32_t>}, {"I", &LoadNumber<uint32_t>},
    {"l", &LoadNumber<int64_t>},  {"L", &LoadNumber<uint64_t>}};

// Types without texts, by the first characters of their format.
constexpr std::pair<std::string_view, std::string_view> kOtherTypes[] = {
    {"b", "bool"},
    {"c", "int8"},
    {"C", "uint8"},
    {"s", "int16"},
    {"S", "uint16"},
    {"i", "int32"},
    {"I", "uint32"},
    {"l", "int64"},
    {"L", "uint64"},
    {"e", "float16"},
    {"f", "float32"},
    {"g", "float64"},
    {"d:", "decimal"},
    {"td", "date"},
    {"tt", "time"},
    {"ts", "timestamp"},
    {"w:", "fixed-size binary"},
    {"+s", "struct"},
    {"+u", "union"},
    {"+r", "run-end"},
    {"+m", "map"},
    {"+w", "fixed-size list"},
    {"+v", "list view"},
    {"+l", "list"},
    {"+L", "list"}};

template <typename Row, size_t kRows>
const Row* Find(const Row (&rows)[kRows], std::string_view format) {
  for (const Row& row : rows) {
    if (row.format == format) return &row;
  }
  return nullptr;
}

// How the texts of a column are stored.
struct TextType {
  const TextFormat* texts = nullptr;
  NumberLoader indices = nullptr;  // into a dictionary with the texts; null if there is none
  NumberLoader lists = nullptr;    // null if the texts are not in lists of any size
  int64_t list_size = -1;          // of all lists; -1 if the texts are not in lists of one size

  bool InLists() const { return lists != nullptr || list_size >= 0; }
};

// Reads arrays of one type.
class Reader {
 public:
  Reader(const ArrowSchema& schema, const std::string& name, TextViews& texts)
      : name_(name), texts_(texts), table_(IsTable(schema)), type_(TypeOf(ColumnOf(schema))) {
    if (type_.InLists()) texts_.ExpectLists();
  }

  void Read(const ArrowArray& array) const {
    if (table_) return ReadColumn(OnlyColumn(array));
    ReadColumn(array);
  }

 private:
  void ReadColumn(const ArrowArray& array) const {
    if (type_.InLists()) return ReadLists(array);
    CheckElements(array);
    for (int64_t i = 0; i < array.length; ++i) AddElement(array, i);
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw std::invalid_argument(name_ + ": invalid Arrow data: " + what +
                                "; pass a list of str instead");
  }
  void Require(bool holds, const char* otherwise) const {
    if (!holds) Fail(otherwise);
  }
  // `at`: an element of an array.
  void RequireAt(bool holds, int64_t at, const char* otherwise) const {
    if (!holds) Fail("element " + std::to_string(at) + " " + otherwise);
  }

  std::string_view FormatOf(const ArrowSchema& schema) const {
    Require(schema.release != nullptr, "its type was already used up");
    Require(schema.format != nullptr, "its type has no format");
    return schema.format;
  }
  [[noreturn]] void FailType(const std::string& type) const {
    throw NotTexts(name_ + ": an Arrow column of type " + type +
                   " has no texts; pass a column of strings");
  }
  [[noreturn]] void FailFormat(std::string_view format) const {
    for (const auto& [first, type] : kOtherTypes) {
      if (format.substr(0, first.size()) == first) FailType(std::string(type));
    }
    FailType("'" + std::string(format) + "'");
  }

  bool IsTable(const ArrowSchema& schema) const { return FormatOf(schema) == "+s"; }
  // Returns the type of a table's only column, or of a column itself.
  const ArrowSchema& ColumnOf(const ArrowSchema& schema) const {
    if (!table_) return schema;
    if (schema.n_children != 1) {
      throw NotTexts(name_ + ": a table of " + std::to_string(schema.n_children) +
                     " columns; pass one of its columns");
    }
    Require(schema.children != nullptr && schema.children[0] != nullptr,
            "a table lacks the type of its column");
    return *schema.children[0];
  }
  // Returns the only column of a table, without a copy of its data.
  ArrowArray OnlyColumn(const ArrowArray& table) const {
    Check(table, 1);
    Require(table.null_count <= 0 && (table.length == 0 || table.buffers[0] == nullptr),
            "a table has rows that are null");
    Require(table.n_children == 1 && table.children != nullptr && table.children[0] != nullptr,
            "a table has no column");
    ArrowArray column = *table.children[0];
    Check(column, 0);
    Require(table.offset <= column.length - table.length, "a table's column is too short");
    column.offset += table.offset;
    column.length = table.length;
    column.null_count = -1;
    return column;
  }

  TextType TypeOf(const ArrowSchema& schema) const {
    const std::string_view format = FormatOf(schema);
    const NumberFormat* list = Find(kListFormats, format);
    const int64_t list_size = ListSizeOf(format);
    if ((list == nullptr && list_size < 0) || schema.dictionary != nullptr) {
      return TextTypeOf(schema);
    }
    Require(schema.n_children == 1 && schema.children != nullptr && schema.children[0] != nullptr,
            "a list type lacks the type of its elements");
    TextType type = TextTypeOf(*schema.children[0]);
    type.lists = list == nullptr ? nullptr : list->load;
    type.list_size = list_size;
    return type;
  }
  // Returns the size of all lists of a type, or -1 for other types.
  static int64_t ListSizeOf(std::string_view format) {
    constexpr std::string_view kBegin = "+w:";
    int64_t size = -1;
    if (format.substr(0, kBegin.size()) != kBegin) return size;
    std::from_chars(format.data() + kBegin.size(), format.data() + format.size(), size);
    return size;
  }
  TextType TextTypeOf(const ArrowSchema& schema) const {
    const std::string_view format = FormatOf(schema);
    if (schema.dictionary == nullptr) return {PlainFormat(schema)};
    const NumberFormat* indices = Find(kIndexFormats, format);
    Require(indices != nullptr, "the indices of a dictionary are not integers");
    if (schema.dictionary->dictionary != nullptr) FailType("dictionary of dictionaries");
    return {PlainFormat(*schema.dictionary), indices->load};
  }
  const TextFormat* PlainFormat(const ArrowSchema& schema) const {
    const std::string_view format = FormatOf(schema);
    const TextFormat* found = Find(kTextFormats, format);
    if (found == nullptr) FailFormat(format);
    return found;
  }

  // Checks what all arrays have in common. `buffers`: so many must be there.
  void Check(const ArrowArray& array, int64_t buffers) const {
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / kViewBytes - 1;
    Require(array.release != nullptr, "an array was already used up");
    Require(array.length >= 0 && array.offset >= 0, "an array's length or offset is negative");
    Require(array.length <= kMost && array.offset <= kMost - array.length,
            "an array's length is impossible");
    Require(array.null_count >= -1 && array.null_count <= array.length,
            "an array's count of nulls is impossible");
    if (buffers == 0) return;
    Require(array.n_buffers >= buffers && array.buffers != nullptr, "an array lacks buffers");
    if (array.length == 0) return;
    Require(buffers < 2 || array.buffers[1] != nullptr, "an array lacks a buffer");
    Require(array.null_count <= 0 || array.buffers[0] != nullptr,
            "an array has nulls but does not say which");
  }
  void CheckElements(const ArrowArray& array) const {
    if (type_.indices == nullptr) return Check(array, type_.texts->buffers);
    Check(array, 2);
    Require(array.dictionary != nullptr, "an array has no dictionary");
    Check(*array.dictionary, type_.texts->buffers);
  }

  static bool Has(const ArrowArray& array, int64_t i) {
    const auto* bits = static_cast<const uint8_t*>(array.buffers[0]);
    const int64_t at = array.offset + i;
    return bits == nullptr || (bits[at / 8] >> (at % 8) & 1) != 0;
  }

  // Returns where a text or a list begins and ends.
  std::pair<int64_t, int64_t> Range(NumberLoader offsets, const ArrowArray& array,
                                    int64_t i) const {
    const int64_t at = array.offset + i;
    const int64_t begin = offsets(array.buffers[1], at), end = offsets(array.buffers[1], at + 1);
    RequireAt(begin >= 0 && begin <= end, i, "has offsets that decrease");
    return {begin, end};
  }

  // `elements`: those of all lists.
  std::pair<int64_t, int64_t> ListRange(const ArrowArray& array, int64_t i,
                                        const ArrowArray& elements) const {
    constexpr const char* kTooFew = "ends behind the last element of all lists";
    if (type_.lists == nullptr) {
      const int64_t size = type_.list_size, at = array.offset + i;
      RequireAt(size == 0 || at < elements.length / size, i, kTooFew);
      return {at * size, at * size + size};
    }
    const auto range = Range(type_.lists, array, i);
    RequireAt(range.second <= elements.length, i, kTooFew);
    return range;
  }

  void ReadLists(const ArrowArray& array) const {
    Check(array, type_.lists == nullptr ? 1 : 2);
    Require(array.n_children == 1 && array.children != nullptr && array.children[0] != nullptr,
            "an array of lists has no elements");
    const ArrowArray& elements = *array.children[0];
    CheckElements(elements);
    for (int64_t i = 0; i < array.length; ++i) {
      if (Has(array, i)) {
        const auto [begin, end] = ListRange(array, i, elements);
        for (int64_t k = begin; k < end; ++k) AddElement(elements, k);
      }
      texts_.EndList();
    }
  }

  // Adds a text, or a word of a dictionary.
  void AddElement(const ArrowArray& array, int64_t i) const {
    if (type_.indices == nullptr) return AddText(array, i);
    if (!Has(array, i)) return texts_.AddMissing();
    const int64_t word = type_.indices(array.buffers[1], array.offset + i);
    RequireAt(word >= 0 && word < array.dictionary->length, i, "is not in the dictionary");
    AddText(*array.dictionary, word);
  }

  void AddText(const ArrowArray& array, int64_t i) const {
    if (type_.texts->buffers == 0 || !Has(array, i)) return texts_.AddMissing();
    texts_.Add(type_.texts->offsets == nullptr ? ViewOf(array, i) : TextOf(array, i));
  }

  std::string_view TextOf(const ArrowArray& array, int64_t i) const {
    const auto [begin, end] = Range(type_.texts->offsets, array, i);
    if (begin == end) return "";
    RequireAt(array.buffers[2] != nullptr, i, "has no text");
    return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<size_t>(end - begin)};
  }

  std::string_view ViewOf(const ArrowArray& array, int64_t i) const {
    const int64_t at = array.offset + i;
    const auto view = Load<LongView>(array.buffers[1], at);
    RequireAt(view.size >= 0, i, "has a negative length");
    if (view.size <= kShortText) {
      return {static_cast<const char*>(array.buffers[1]) + at * kViewBytes + sizeof view.size,
              static_cast<size_t>(view.size)};
    }
    // After the buffers of texts, there is one with their sizes.
    const void* sizes = array.buffers[array.n_buffers - 1];
    RequireAt(view.buffer >= 0 && view.buffer < array.n_buffers - 3 && sizes != nullptr, i,
              "is in a buffer that does not exist");
    const void* texts = array.buffers[2 + view.buffer];
    const int64_t end = int64_t{view.offset} + view.size;
    RequireAt(view.offset >= 0 && end <= Load<int64_t>(sizes, view.buffer) && texts != nullptr, i,
              "is outside its buffer");
    return {static_cast<const char*>(texts) + view.offset, static_cast<size_t>(view.size)};
  }

  const std::string& name_;
  TextViews& texts_;
  bool table_;
  TextType type_;
};

}  // namespace

ArrowArrays ReadArrowArray(const ArrowSchema& schema, ArrowOwned<ArrowArray> array,
                           const std::string& name, TextViews& texts) {
  Reader(schema, name, texts).Read(*array);
  ArrowArrays arrays;
  arrays.push_back(std::move(array));
  return arrays;
}

ArrowArrays ReadArrowStream(ArrowArrayStream& stream, const std::string& name, TextViews& texts) {
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* error = stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
    throw std::invalid_argument(
        name + ": no Arrow data: " + (error == nullptr ? "the producer gives no reason" : error));
  };
  const ArrowOwned<ArrowSchema> schema(new ArrowSchema{});
  check(stream.get_schema(&stream, schema.get()));
  const Reader reader(*schema, name, texts);
  ArrowArrays arrays;
  for (;;) {
    ArrowOwned<ArrowArray> array(new ArrowArray{});
    check(stream.get_next(&stream, array.get()));
    if (array->release == nullptr) return arrays;
    reader.Read(*array);
    arrays.push_back(std::move(array));
  }
}

}  // namespace mtgauge::python
