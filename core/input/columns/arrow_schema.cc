// Walks through the tree of fields.
#include "core/input/columns/arrow_schema.h"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace mtgauge {
namespace {

constexpr size_t kMostFields = 100'000;
constexpr size_t kMostNameBytes = 16 << 20;  // of all leaves together
constexpr int kDeepestField = 32;
constexpr std::string_view kTooManyFields = "its schema has too many columns";

struct FieldType {
  std::string_view name = {};
  ArrowLayout layout = ArrowLayout::kOther;
  uint8_t buffers = 2;
  uint8_t width = 0;  // bytes of an offset
  bool nested = false;
};

constexpr std::string_view kTextsName = "texts", kListsName = "lists", kStructName = "structures";
constexpr FieldType kTextType = {kTextsName, ArrowLayout::kTexts, 3, 4};
constexpr FieldType kLargeTextType = {kTextsName, ArrowLayout::kTexts, 3, 8};
constexpr FieldType kViewType = {kTextsName, ArrowLayout::kViews};
constexpr uint8_t kUnionNumber = 14;

// In the order of their numbers.
constexpr FieldType kFieldTypes[] = {
    {},
    {kTextsName, ArrowLayout::kNothing, 0},
    {"whole numbers", ArrowLayout::kWhole},
    {"numbers with fractions", ArrowLayout::kFractions},
    kTextType,  // of bytes
    kTextType,
    {"true and false", ArrowLayout::kBits},
    {kDecimals},
    {"dates"},
    {"times of day"},
    {"points in time"},
    {"intervals"},
    {kListsName, ArrowLayout::kList, 2, 4, true},
    {kStructName, ArrowLayout::kStruct, 1, 0, true},
    {"unions", ArrowLayout::kOther, 1, 0, true},
    {"bytes of fixed length"},
    {kListsName, ArrowLayout::kFixedList, 1, 0, true},
    {kMaps, ArrowLayout::kOther, 2, 0, true},
    {"spans of time"},
    kLargeTextType,  // of bytes
    kLargeTextType,
    {kListsName, ArrowLayout::kList, 2, 8, true},
    {"runs of equal values", ArrowLayout::kOther, 0, 0, true},
    kViewType,  // of bytes
    kViewType,
    {"views of lists", ArrowLayout::kOther, 3, 0, true},
    {"views of lists", ArrowLayout::kOther, 3, 0, true},
};

Leaf::Type LeafType(ArrowLayout layout) {
  switch (layout) {
    case ArrowLayout::kNothing:
    case ArrowLayout::kTexts:
    case ArrowLayout::kViews:
      return Leaf::Type::kText;
    case ArrowLayout::kWhole:
    case ArrowLayout::kBits:
      return Leaf::Type::kName;
    case ArrowLayout::kFractions:
      return Leaf::Type::kFraction;
    default:
      return Leaf::Type::kOther;
  }
}

bool IsList(ArrowLayout layout) {
  return layout == ArrowLayout::kList || layout == ArrowLayout::kFixedList;
}

// Sets the type of a whole number.
bool SetWhole(const FlatTable& type, ArrowField& field) {
  const auto bits = type.Get<int32_t>(0);
  field.width = static_cast<uint8_t>(bits / 8);
  field.is_signed = type.Get<uint8_t>(1) != 0;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

// Sets the width of a number with a fraction: 2, 4 or 8 bytes.
bool SetFraction(const FlatTable& type, ArrowField& field) {
  const auto precision = type.Get<int16_t>(0);
  if (precision < 0 || precision > 2) return false;
  field.width = static_cast<uint8_t>(2 << precision);
  return true;
}

bool IsInt64(const ArrowField& field) {
  constexpr uint8_t kLongest = 8;
  return field.layout == ArrowLayout::kWhole && (field.is_signed || field.width < kLongest);
}

class FieldWalk {
 public:
  FieldWalk(int16_t version, ArrowMetadata& found) : version_(version), found_(found) {}

  std::string Fields(const FlatTable& schema) { return Each(schema.Tables(1), Branch()); }

 private:
  // The way to a field.
  struct Branch {
    std::string path = {};
    std::optional<size_t> parent = std::nullopt;
    int depth = 0;
    int lists = 0;
    int names = 0;          // in the path
    bool nameless = false;  // the element of a list
    bool in_other = false;  // a field around it is not read
  };

  std::string Each(const FlatVector& fields, const Branch& branch) {
    if (fields.size() > kMostFields) return std::string(kTooManyFields);
    for (uint64_t i = 0; i < fields.size(); ++i) {
      if (std::string fault = Field(fields.Table(i), branch); !fault.empty()) return fault;
    }
    return {};
  }

  std::string Field(const FlatTable& table, Branch branch) {
    if (++branch.depth > kDeepestField) return "its schema is nested too deeply";
    if (++visited_ > kMostFields) return std::string(kTooManyFields);
    if (!std::exchange(branch.nameless, false)) {
      if (!branch.path.empty()) branch.path += '.';
      branch.path += table.Text(0);
      ++branch.names;
      name_bytes_ += branch.path.size();
      if (name_bytes_ > kMostNameBytes) return std::string(kTooManyFields);
    }
    const auto number = table.Get<uint8_t>(2);
    if (number == 0 || number >= std::size(kFieldTypes)) {
      return fmt::format("the column '{}' has an unknown type", branch.path);
    }
    const FieldType& type = kFieldTypes[number];
    ArrowField field = {.layout = type.layout, .width = type.width, .parent = branch.parent};
    if (!SetNumbers(table.Table(3), field)) {
      return fmt::format("the column '{}' has numbers of an unknown width", branch.path);
    }
    if (const FlatTable dictionary = table.Table(4); dictionary.exists()) {
      return Dictionary(dictionary, type, field, branch);
    }
    uint8_t buffers = type.buffers;
    if (number == kUnionNumber) buffers = UnionBuffers(table.Table(3));
    Place(buffers, field);
    const FlatVector children = table.Tables(5);
    if (IsList(field.layout) && children.size() != 1) {
      return fmt::format("the list '{}' has a wrong count of fields", branch.path);
    }
    const bool is_leaf = !type.nested || field.layout == ArrowLayout::kOther;
    if (is_leaf && !branch.in_other) {
      if (std::string fault = AddLeaf(branch, type, {}); !fault.empty()) return fault;
      found_.leaves.back().whole = IsInt64(field);
    }
    branch.parent = found_.fields.size();
    found_.fields.push_back(field);
    branch.lists += IsList(field.layout) ? 1 : 0;
    branch.nameless = IsList(field.layout);
    branch.in_other = branch.in_other || is_leaf;
    return type.nested ? Each(children, branch) : std::string();
  }

  static bool SetNumbers(const FlatTable& type, ArrowField& field) {
    if (field.layout == ArrowLayout::kWhole) return SetWhole(type, field);
    if (field.layout == ArrowLayout::kFractions) return SetFraction(type, field);
    if (field.layout != ArrowLayout::kFixedList) return true;
    const auto elements = type.Get<int32_t>(0);
    field.elements = static_cast<uint64_t>(elements);
    return elements >= 0;
  }

  // Types, places if it is dense, and which are null in older versions.
  uint8_t UnionBuffers(const FlatTable& type) const {
    constexpr int16_t kWithoutNulls = 4;
    const bool dense = type.Get<int16_t>(0) == 1, nulls = version_ < kWithoutNulls;
    return static_cast<uint8_t>(1 + (dense ? 1 : 0) + (nulls ? 1 : 0));
  }

  // Gives the next node and buffers to a field.
  void Place(size_t buffers, ArrowField& field) {
    field.node = nodes_++;
    field.buffer = std::exchange(buffers_, buffers_ + buffers);
    field.views = views_;
    views_ += field.layout == ArrowLayout::kViews ? 1 : 0;
  }

  // The batches have indexes; the values are in another kind of messages.
  std::string Dictionary(const FlatTable& dictionary, const FieldType& type,
                         const ArrowField& value, const Branch& branch) {
    ArrowField index = {.layout = ArrowLayout::kWhole, .width = 4, .parent = branch.parent};
    const FlatTable index_type = dictionary.Table(1);
    if (index_type.exists() && !SetWhole(index_type, index)) {
      return fmt::format("the column '{}' has indexes of an unknown width", branch.path);
    }
    constexpr size_t kBuffers = 2;
    Place(kBuffers, index);
    const ArrowLeaf leaf = {.dictionary = dictionary.Get<int64_t>(0), .value = value};
    std::string fault;
    if (!branch.in_other) {
      fault = AddLeaf(branch, type, leaf);
      found_.leaves.back().whole = IsInt64(value);
    }
    found_.fields.push_back(index);
    return fault;
  }

  // Adds the leaf of the next field.
  std::string AddLeaf(const Branch& branch, const FieldType& type, ArrowLeaf arrow) {
    arrow.field = found_.fields.size();
    const bool lists_of_lists = branch.lists > 1;
    found_.arrow.push_back(arrow);
    found_.leaves.push_back(
        {.name = branch.path,
         .type = lists_of_lists ? Leaf::Type::kOther : LeafType(type.layout),
         .type_name = lists_of_lists ? std::string_view("lists of lists") : type.name,
         .list = branch.lists > 0,
         .outermost = branch.names == 1});
    return {};
  }

  int16_t version_;
  ArrowMetadata& found_;
  size_t visited_ = 0, nodes_ = 0, buffers_ = 0, views_ = 0, name_bytes_ = 0;
};

}  // namespace

std::string ReadArrowSchema(const FlatTable& schema, int16_t version, ArrowMetadata& found) {
  return FieldWalk(version, found).Fields(schema);
}

}  // namespace mtgauge
