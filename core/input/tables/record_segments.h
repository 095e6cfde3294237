// Makes segments of records whose fields have names and types: JSON Lines, Parquet and Arrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/block_filler.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// "a[2]" is element 2 of "a".
struct ListPath {
  std::string_view list;
  size_t element = 0;
};
std::optional<ListPath> SplitElement(std::string_view path);

// The value of a field.
struct FieldValue {
  enum class Kind : uint8_t {
    kMissing,  // the record does not have the field
    kNull,
    kText,
    kName,      // a whole number, true or false; `text` is what JSON writes
    kFraction,  // any other number, in as few digits as give it back; only groups have it
    kOther,     // nothing that a segment can use
  };
  Kind kind = Kind::kMissing;
  std::string_view text = {};

  bool names() const { return kind != Kind::kFraction && kind != Kind::kOther; }
};

// The fields of each record that the columns need.
struct RecordLayout {
  std::string text = {};
  bool chosen = false;  // the text's field was chosen by the user; otherwise found by its name
  Role role = Role::kReference;
  bool list = false;                       // the texts are a list
  size_t elements = 1;                     // of the list in the first record; each is a column
  std::vector<std::string> groups = {};    // of OpenOptions::by; empty if not given
  bool groups_may_lack = false;            // OpenOptions::by_may_lack
  std::optional<std::string> system = {};  // of the first record
  std::vector<std::string> fields = {};    // that contain metadata of the segment
  bool rows_are_lines = false;             // the line of each segment is its number in the file
  std::string key = {};  // joins records, which may then belong to several systems; empty: not used

  // Tells that the texts are a list, with so many elements in the first record.
  void SetList(size_t size, const OpenOptions& options);
  // Finds the groups among the fields. If grouped by system, several systems are allowed.
  void SetGroups(const OpenOptions& options);
};

// One record.
struct RecordFields {
  uint64_t line = 0;
  std::span<const FieldValue> texts;  // one for each filler
  FieldValue id, document, system;
  std::span<const FieldValue> groups;
};

class RecordSegments {
 public:
  RecordSegments(std::string file, RecordLayout layout)
      : file_(std::move(file)), layout_(std::move(layout)) {}

  const RecordLayout& layout() const { return layout_; }
  // Returns an InputError if a list of texts cannot be that long.
  Status CheckList(uint64_t line, size_t elements) const;
  // If no field is chosen, a record may have only one of the fields for texts.
  Status CheckOneText(uint64_t line, std::string_view field) const;
  // Adds a segment to each filler.
  Status Add(const RecordFields& record, std::span<BlockFiller> fillers);
  // The same for a record that has nothing but a text, if the layout needs nothing else.
  // `is_line`: the text is as BlockFiller::AddLine() needs it.
  Status AddText(uint64_t line, const FieldValue& text, bool is_line, BlockFiller& filler) const;
  // Returns whether the layout may be content with texts, of which each record has one.
  bool needs_only_texts() const {
    return !layout_.list && layout_.groups.empty() && !layout_.system && layout_.key.empty();
  }

 private:
  Status SetText(uint64_t line, const FieldValue& value, Segment& segment) const;
  Status NameError(uint64_t line) const;
  Status SetGroup(const RecordFields& record, Segment& segment);
  Status CheckSystem(uint64_t line, const FieldValue& value) const;

  std::string file_;
  RecordLayout layout_;
  std::vector<std::string_view> names_;  // of the record, for RecordLayout::groups
  std::string group_;
  std::vector<Segment> segments_;
};

}  // namespace mtgauge
