// Reads the footer, makes the leaves from the schema, and checks what pages rely on.
#include "core/input/columns/parquet_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/thrift.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostFooterBytes = 256 << 20;
constexpr size_t kMostLeaves = 100'000;
constexpr size_t kMostElements = 4 * kMostLeaves;  // of the schema, with the fields around leaves
constexpr size_t kMostChunks = 1 << 22;
constexpr size_t kMostSchemaBytes = 64 << 20;
constexpr int kDeepestSchema = 32;
constexpr std::string_view kMagic = "PAR1", kEncryptedMagic = "PARE";
constexpr uint64_t kTailBytes = 8;  // the footer's length and the magic

// An element of the schema: a leaf or a group of others.
struct Element {
  std::string name;
  int64_t type = -1;
  int64_t length = 0;  // of values of fixed length
  int64_t repetition = 0;
  int64_t children = 0;
  int64_t converted = -1;  // the older annotation
  int64_t logical = 0;     // the newer one
  bool is_signed = true;
};

// The numbers by which Parquet names repetitions and annotations.
constexpr int64_t kOptional = 1, kRepeated = 2;
constexpr int64_t kLogicalMap = 2, kLogicalList = 3, kLogicalInteger = 10, kLogicalNothing = 11,
                  kLogicalHalf = 15;
constexpr int64_t kConvertedMap = 1, kConvertedKeyValue = 2, kConvertedList = 3;

struct Annotation {
  int64_t logical, converted;
  std::string_view name;
};
constexpr Annotation kOtherTypes[] = {{5, 5, kDecimals},        {6, 6, "dates"},
                                      {7, 7, "times of day"},   {7, 8, "times of day"},
                                      {8, 9, "points in time"}, {8, 10, "points in time"},
                                      {14, -2, "UUIDs"},        {-2, 21, "intervals"}};
constexpr std::string_view kFractions = "numbers with fractions";

void ReadElement(ThriftReader& in, Element& element) {
  in.Struct([&] {
    switch (in.id()) {
      case 1:
        element.type = in.Whole();
        break;
      case 2:
        element.length = in.Whole();
        break;
      case 3:
        element.repetition = in.Whole();
        break;
      case 4:
        element.name = in.Text();
        break;
      case 5:
        element.children = in.Whole();
        break;
      case 6:
        element.converted = in.Whole();
        break;
      case 10:
        in.Struct([&] {
          element.logical = in.id();
          if (element.logical != kLogicalInteger) return;
          in.Struct([&] {
            if (in.id() == 2) element.is_signed = in.Truth();
          });
        });
        break;
      default:
        break;
    }
  });
}

// The places in a chunk's metadata.
struct ChunkPlaces {
  int64_t data = 0, dictionary = 0, bytes = 0;
  bool known = false;
};

void ReadChunk(ThriftReader& in, ParquetChunk& chunk) {
  ChunkPlaces places;
  in.Struct([&] {
    if (in.id() == 1) chunk.elsewhere = !in.Text().empty();
    if (in.id() == 8) chunk.encrypted = true;
    if (in.id() != 3) return;
    places.known = true;
    in.Struct([&] {
      switch (in.id()) {
        case 1:
          chunk.type = static_cast<ParquetType>(in.Whole());
          break;
        case 4:
          chunk.codec = in.Whole();
          break;
        case 5:
          chunk.values = in.Whole();
          break;
        case 7:
          places.bytes = in.Whole();
          break;
        case 9:
          places.data = in.Whole();
          break;
        case 11:
          places.dictionary = in.Whole();
          break;
        default:
          break;
      }
    });
  });
  chunk.encrypted = chunk.encrypted || !places.known;
  const bool begins_with_dictionary = places.dictionary > 0 && places.dictionary < places.data;
  chunk.begin = static_cast<uint64_t>(begins_with_dictionary ? places.dictionary : places.data);
  chunk.end = chunk.begin + static_cast<uint64_t>(places.bytes);
}

struct Footer {
  std::vector<Element> schema;
  std::vector<ParquetGroup> groups;
  int64_t rows = 0;
  bool encrypted = false;
};

std::string_view ReadFooter(std::string_view bytes, Footer& footer) {
  ThriftReader in(bytes);
  size_t chunks = 0;
  in.Top([&] {
    switch (in.id()) {
      case 2:
        in.List([&] {
          if (footer.schema.size() == kMostElements)
            return in.Refuse("its schema has too many fields");
          ReadElement(in, footer.schema.emplace_back());
        });
        break;
      case 3:
        footer.rows = in.Whole();
        break;
      case 4:
        in.List([&] {
          ParquetGroup& group = footer.groups.emplace_back();
          in.Struct([&] {
            if (in.id() == 1)
              in.List([&] {
                if (++chunks > kMostChunks) return in.Refuse("it has too many row groups");
                ReadChunk(in, group.chunks.emplace_back());
              });
            if (in.id() == 3) group.rows = in.Whole();
          });
        });
        break;
      case 8:
        footer.encrypted = true;
        break;
      default:
        break;
    }
  });
  return in.fault();
}

// Makes leaves of the elements, which are in the order of a walk through the tree.
class SchemaWalk {
 public:
  SchemaWalk(std::span<const Element> schema, ParquetMetadata& found)
      : schema_(schema), found_(found) {}

  // Returns what is wrong, or nothing.
  std::string_view Walk() {
    if (schema_.empty()) return "it has no schema";
    at_ = 1;
    const std::string_view fault = Children(schema_.front(), Node());
    if (fault.empty() && at_ != schema_.size()) return kWrongCount;
    return fault;
  }

 private:
  static constexpr std::string_view kWrongCount = "its schema has a wrong count of fields";

  struct Node {
    std::string path;
    uint32_t definition = 0, repetition = 0, element = 0;
    int depth = 0;
    int names = 0;  // in the path
    bool in_map = false;
    // A list has levels of its own, whose names are no part of the path: how many follow.
    int hidden = 0;
  };

  static bool IsList(const Element& element) {
    return element.logical == kLogicalList || element.converted == kConvertedList;
  }

  std::string_view Children(const Element& parent, const Node& node) {
    if (parent.children < 0 || static_cast<uint64_t>(parent.children) > schema_.size()) {
      return kWrongCount;
    }
    for (int64_t i = 0; i < parent.children; ++i) {
      if (const std::string_view fault = Field(parent, node); !fault.empty()) return fault;
    }
    return {};
  }

  std::string_view Field(const Element& parent, Node node) {
    if (++node.depth > kDeepestSchema) return "its schema is nested too deeply";
    if (at_ == schema_.size()) return kWrongCount;
    const Element& element = schema_[at_++];
    if (element.repetition < 0 || element.repetition > kRepeated) {
      return "its schema has an unknown repetition";
    }
    if (node.hidden == 0 && IsList(parent) && parent.children == 1 &&
        element.repetition == kRepeated) {
      // If the repeated field has one child, that is the element; in older files it may be the
      // element itself, as its name tells.
      const bool itself = element.children != 1 || element.name == "array" ||
                          element.name == parent.name + "_tuple";
      node.hidden = itself ? 1 : 2;
    }
    if (element.repetition >= kOptional) ++node.definition;
    if (element.repetition == kRepeated) {
      ++node.repetition;
      node.element = node.definition;
    }
    if (node.hidden > 0) {
      --node.hidden;
    } else {
      if (!node.path.empty()) node.path += '.';
      node.path += element.name;
      ++node.names;
      name_bytes_ += node.path.size();
      if (name_bytes_ > kMostSchemaBytes) return "the names in its schema are too long";
    }
    node.in_map = node.in_map || element.logical == kLogicalMap ||
                  element.converted == kConvertedMap || element.converted == kConvertedKeyValue;
    if (element.type < 0 || element.children > 0) return Children(element, node);
    if (found_.leaves.size() == kMostLeaves) return "its schema has too many columns";
    AddLeaf(element, node);
    return {};
  }

  void AddLeaf(const Element& element, const Node& node) {
    Leaf leaf = {.name = node.path, .list = node.repetition > 0, .outermost = node.names == 1};
    SetType(element, node, leaf);
    const bool is_unsigned = element.converted >= 11 && element.converted <= 14;
    const bool is_signed = element.is_signed && !is_unsigned;
    const auto type = static_cast<ParquetType>(std::min<int64_t>(element.type, 8));
    leaf.whole = leaf.type == Leaf::Type::kName &&
                 (type == ParquetType::kInt32 || (type == ParquetType::kInt64 && is_signed));
    found_.leaves.push_back(std::move(leaf));
    found_.parquet.push_back({.type = type,
                              .is_signed = is_signed,
                              .width = WidthOf(type),
                              .most_definition = node.definition,
                              .most_repetition = node.repetition,
                              .element = node.element});
  }

  static uint8_t WidthOf(ParquetType type) {
    switch (type) {
      case ParquetType::kFixedBytes:
        return 2;
      case ParquetType::kInt32:
      case ParquetType::kFloat:
        return 4;
      default:
        return 8;
    }
  }

  static void SetType(const Element& element, const Node& node, Leaf& leaf) {
    const auto* const other =
        std::find_if(std::begin(kOtherTypes), std::end(kOtherTypes), [&](const Annotation& row) {
          return row.logical == element.logical || row.converted == element.converted;
        });
    if (element.logical == kLogicalNothing) {
      leaf.type = Leaf::Type::kText;
      leaf.type_name = "null";
    } else if (node.in_map) {
      leaf.type_name = kMaps;
    } else if (node.repetition > 1) {
      leaf.type_name = "lists of lists";
    } else if (other != std::end(kOtherTypes)) {
      leaf.type_name = other->name;
    } else if (element.logical == kLogicalHalf && element.length == 2) {
      leaf.type = Leaf::Type::kFraction;
      leaf.type_name = kFractions;
    } else {
      SetPlainType(static_cast<ParquetType>(element.type), leaf);
    }
  }

  static void SetPlainType(ParquetType type, Leaf& leaf) {
    switch (type) {
      case ParquetType::kBytes:
        leaf.type = Leaf::Type::kText;
        leaf.type_name = "texts";
        break;
      case ParquetType::kBoolean:
      case ParquetType::kInt32:
      case ParquetType::kInt64:
        leaf.type = Leaf::Type::kName;
        leaf.type_name = type == ParquetType::kBoolean ? "true and false" : "whole numbers";
        break;
      case ParquetType::kFloat:
      case ParquetType::kDouble:
        leaf.type = Leaf::Type::kFraction;
        leaf.type_name = kFractions;
        break;
      default:
        leaf.type_name = type == ParquetType::kInt96 ? "points in time" : "bytes of fixed length";
    }
  }

  std::span<const Element> schema_;
  ParquetMetadata& found_;
  size_t at_ = 0;
  size_t name_bytes_ = 0;
};

// Returns what is wrong, or nothing.
std::string CheckGroups(const Footer& footer, const ParquetMetadata& metadata) {
  int64_t rows = 0;
  for (const ParquetGroup& group : footer.groups) {
    if (group.chunks.size() != metadata.leaves.size()) {
      return "a row group has another number of columns than the schema";
    }
    if (group.rows < 0 || group.rows > INT64_MAX - rows) {
      return "a row group has a wrong number of rows";
    }
    rows += group.rows;
  }
  if (rows == footer.rows) return "";
  return fmt::format("its row groups have {} rows, but its footer says {}", rows, footer.rows);
}

// Finds the footer, and reads its bytes.
Status ReadFooterBytes(Source& bytes, Block& footer) {
  const std::string& file = bytes.name();
  const uint64_t size = bytes.size();
  if (size < kMagic.size() + kTailBytes) return DamagedFile(file, "it is too short for Parquet");
  Block head, tail;
  bytes.ReadAt(0, kMagic.size(), head);
  MTG_RETURN_IF_ERROR(head.status);
  bytes.ReadAt(size - kTailBytes, kTailBytes, tail);
  MTG_RETURN_IF_ERROR(tail.status);
  const std::string_view first(head.data.data(), head.bytes);
  const std::string_view last = std::string_view(tail.data.data(), tail.bytes).substr(4);
  if (first == kEncryptedMagic || last == kEncryptedMagic) {
    return InputError({file}, "it is encrypted Parquet", "decrypt it");
  }
  if (first != kMagic) {
    return InputError({file}, "it is not Parquet", "check its name and the `input-format`");
  }
  if (last != kMagic) {
    return InputError({file},
                      "it is Parquet without its footer: it was cut off, or is being written",
                      "get the whole file");
  }
  uint32_t length = 0;
  std::memcpy(&length, tail.data.data(), sizeof length);
  if (length > kMostFooterBytes || length > size - kMagic.size() - kTailBytes) {
    return DamagedFile(file, "its footer's length is wrong");
  }
  bytes.ReadAt(size - kTailBytes - length, length, footer);
  return footer.status;
}

}  // namespace

Result<ParquetMetadata> ReadParquetFooter(Source& bytes) {
  const std::string& file = bytes.name();
  const auto damaged = [&file](std::string_view what) {
    return DamagedFile(file, std::string(what));
  };
  Block block;
  MTG_RETURN_IF_ERROR(ReadFooterBytes(bytes, block));
  Footer footer;
  if (const auto fault = ReadFooter({block.data.data(), block.bytes}, footer); !fault.empty()) {
    return damaged(fault);
  }
  if (footer.encrypted) return InputError({file}, "it is encrypted Parquet", "decrypt it");
  ParquetMetadata metadata;
  if (const auto fault = SchemaWalk(footer.schema, metadata).Walk(); !fault.empty()) {
    return damaged(fault);
  }
  if (const std::string fault = CheckGroups(footer, metadata); !fault.empty()) {
    return damaged(fault);
  }
  metadata.groups = std::move(footer.groups);
  return metadata;
}

namespace {

void ReadHead(ThriftReader& in, bool has_levels, ParquetPage& page) {
  in.Struct([&] {
    switch (in.id()) {
      case 1:
        page.values = in.Whole();
        break;
      case 2:
        page.encoding = in.Whole();
        break;
      case 3:
        if (has_levels) page.definition_encoding = in.Whole();
        break;
      case 4:
        if (has_levels) page.repetition_encoding = in.Whole();
        break;
      default:
        break;
    }
  });
}

void ReadHeadV2(ThriftReader& in, ParquetPage& page) {
  in.Struct([&] {
    switch (in.id()) {
      case 1:
        page.values = in.Whole();
        break;
      case 4:
        page.encoding = in.Whole();
        break;
      case 5:
        page.definition_bytes = in.Whole();
        break;
      case 6:
        page.repetition_bytes = in.Whole();
        break;
      case 7:
        page.packed = in.Truth();
        break;
      default:
        break;
    }
  });
}

}  // namespace

std::string_view ReadParquetPage(std::string_view bytes, ParquetPage& page) {
  ThriftReader in(bytes);
  in.Top([&] {
    switch (in.id()) {
      case 1:
        page.kind = in.Whole();
        break;
      case 2:
        page.raw_bytes = in.Whole();
        break;
      case 3:
        page.packed_bytes = in.Whole();
        break;
      case 4:
        page.checksum = static_cast<uint32_t>(in.Whole());
        page.has_checksum = true;
        break;
      case 5:  // a data page
      case 7:  // a dictionary, which has no levels
        ReadHead(in, in.id() == 5, page);
        break;
      case 8:  // a data page of version 2
        ReadHeadV2(in, page);
        break;
      default:
        break;
    }
  });
  page.head_bytes = bytes.size() - in.rest().size();
  return in.fault();
}

}  // namespace mtgauge
