// Finds the leaves that the segments need, and reads them side by side.
#include "core/input/columns/column_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/columns/binary_file.h"
#include "core/input/tables/record_segments.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {
namespace {

// The leaves that make a column of segments.
struct Plan {
  RecordLayout layout;
  size_t text = 0;
  std::optional<size_t> element = {};  // of the list
  std::optional<size_t> id = {}, document = {}, system = {};
  std::vector<size_t> groups = {};
};

// One leaf, row by row.
class LeafCursor {
 public:
  LeafCursor(const ColumnFile& file, size_t leaf, uint64_t first_row = 0)
      : reader_(file.Read(leaf, first_row)),
        is_name_(file.leaves()[leaf].type == Leaf::Type::kName) {}

  // Goes to the next row; returns false at the end.
  Result<bool> Next() {
    if (++row_ < rows_.count) return true;
    row_ = 0;
    return reader_->Next(rows_);
  }
  // The values of the row's list, or its only value.
  std::span<const std::string_view> elements() const {
    const std::span<const std::string_view> all = rows_.elements;
    if (rows_.ends.empty()) return all.subspan(row_, 1);
    const size_t begin = row_ == 0 ? 0 : rows_.ends[row_ - 1];
    return all.subspan(begin, rows_.ends[row_] - begin);
  }
  FieldValue element(size_t i) const {
    using Kind = FieldValue::Kind;
    if (i >= elements().size()) return {};
    const std::string_view text = elements()[i];
    if (text.data() == nullptr) return {Kind::kNull};
    return {is_name_ ? Kind::kName : Kind::kText, text};
  }

 private:
  std::unique_ptr<LeafReader> reader_;
  bool is_name_;
  LeafRows rows_;
  size_t row_ = 0;
};

class ColumnSource final : public Source, public Cuttable {
 public:
  ColumnSource(std::shared_ptr<const ColumnFile> file, Plan plan)
      : file_(std::move(file)), plan_(std::move(plan)), segments_(file_->name(), plan_.layout) {
    Rewind();
  }

  const std::string& name() const override { return file_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return file_->ExtentAfter(rows_); }
  bool rereadable() const override { return true; }
  bool whole_ids() const override { return plan_.id && file_->leaves()[*plan_.id].whole; }
  Status PrepareToRewind() override { return file_->PrepareToRewind(); }

  Result<std::unique_ptr<SegmentFinder>> Finder(const SegmentLines&,
                                                const std::atomic<bool>*) override {
    MTG_ASSIGN_OR_RETURN(const uint64_t rows, file_->CountRows());
    return std::unique_ptr<SegmentFinder>(std::make_unique<RowFinder>(rows));
  }
  void Cut(const Place& begin, const Place* end) override {
    begin_ = begin;
    end_row_ = end == nullptr ? UINT64_MAX : end->lines;
    Rewind();
  }
  Place start() const override { return begin_; }

  void Rewind() override {
    const auto open = [this](std::optional<size_t> leaf, std::optional<LeafCursor>& cursor) {
      if (leaf) cursor.emplace(*file_, *leaf, begin_.lines);
    };
    open(plan_.text, text_);
    open(plan_.id, id_);
    open(plan_.document, document_);
    open(plan_.system, system_);
    groups_.clear();
    for (const size_t leaf : plan_.groups) groups_.emplace_back(*file_, leaf, begin_.lines);
    rows_ = begin_.lines;
    ended_ = rows_ >= end_row_;
    failed_ = OkStatus();
  }

  void Read(uint32_t block_bytes, Block& block) override {
    BlockFiller filler(block);
    while (failed_.ok() && !ended_ && filler.bytes() < block_bytes) failed_ = AddRow(filler);
    const bool anything = filler.bytes() > 0;
    filler.Finish(ended_ && failed_.ok());
    // Rows before an error go first, in a block of their own.
    if (!anything) block.status = failed_;
  }

 private:
  Status AddRow(BlockFiller& filler) {
    bool more = false;
    MTG_ASSIGN_OR_RETURN(more, text_->Next());
    MTG_RETURN_IF_ERROR(Follow(more, id_));
    MTG_RETURN_IF_ERROR(Follow(more, document_));
    MTG_RETURN_IF_ERROR(Follow(more, system_));
    names_.clear();
    for (LeafCursor& group : groups_) {
      MTG_RETURN_IF_ERROR(Follow(more, group));
      if (more) names_.push_back(group.element(0));
    }
    ended_ = !more;
    if (ended_) return OkStatus();
    ended_ = ++rows_ == end_row_;
    if (plan_.layout.list) {
      MTG_RETURN_IF_ERROR(segments_.CheckList(rows_, text_->elements().size()));
    }
    const auto value = [](const std::optional<LeafCursor>& cursor) {
      return cursor ? cursor->element(0) : FieldValue();
    };
    const FieldValue text = text_->element(plan_.element.value_or(0));
    return segments_.Add({.line = rows_,
                          .texts = {&text, 1},
                          .id = value(id_),
                          .document = value(document_),
                          .system = value(system_),
                          .groups = names_},
                         {&filler, 1});
  }

  // Goes to the next row of a leaf that has as many as the texts.
  Status Follow(bool more, LeafCursor& cursor) const {
    bool here = false;
    MTG_ASSIGN_OR_RETURN(here, cursor.Next());
    if (here == more) return OkStatus();
    return DamagedFile(file_->name(), "its columns have different numbers of rows");
  }
  Status Follow(bool more, std::optional<LeafCursor>& cursor) const {
    return cursor ? Follow(more, *cursor) : OkStatus();
  }

  std::shared_ptr<const ColumnFile> file_;
  Plan plan_;
  RecordSegments segments_;
  std::optional<LeafCursor> text_, id_, document_, system_;
  std::vector<LeafCursor> groups_;
  std::vector<FieldValue> names_;
  Place begin_;
  uint64_t end_row_ = UINT64_MAX;
  uint64_t rows_ = 0;  // of the file so far
  bool ended_ = false;
  Status failed_;
};

class Planner {
 public:
  Planner(const ColumnFile& file, Role role, const OpenOptions& options)
      : file_(file), options_(options) {
    plan_.layout.text = options.column;
    plan_.layout.chosen = !options.column.empty();
    plan_.layout.role = role;
    plan_.layout.key = options.key;
  }

  Result<Plan> Make() {
    MTG_RETURN_IF_ERROR(FindText());
    MTG_RETURN_IF_ERROR(FindNames());
    RecordLayout& layout = plan_.layout;
    if (file_.leaves()[plan_.text].list) MTG_RETURN_IF_ERROR(FindElements());
    if (plan_.system) MTG_RETURN_IF_ERROR(FindSystem());
    layout.SetGroups(options_);
    for (const std::string& group : layout.groups) {
      plan_.groups.push_back(*Find(group));
      MTG_RETURN_IF_ERROR(CheckOnce(plan_.groups.back()));
    }
    return plan_;
  }

 private:
  // A column with the whole name wins over fields within fields.
  std::optional<size_t> Find(std::string_view name) const {
    std::optional<size_t> found;
    for (size_t i = 0; i < file_.leaves().size(); ++i) {
      const Leaf& leaf = file_.leaves()[i];
      if (leaf.name == name && (!found || leaf.outermost)) found = i;
      if (found == i && leaf.outermost) break;
    }
    return found;
  }

  // Two columns with a name that is needed cannot be told apart.
  Status CheckOnce(size_t chosen) const {
    const auto leaves = file_.leaves();
    const bool once =
        std::count_if(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
          return leaf.name == leaves[chosen].name && leaf.outermost == leaves[chosen].outermost;
        }) == 1;
    if (once) return OkStatus();
    return InputError({file_.name()},
                      fmt::format("the name '{}' is there twice", leaves[chosen].name),
                      "give the columns different names");
  }

  Status FindText() {
    RecordLayout& layout = plan_.layout;
    for (const std::string_view name : TextNames(layout.role)) {
      if (layout.text.empty() && Find(name)) layout.text = name;
    }
    std::optional<size_t> text = Find(layout.text);
    if (!text) text = FindElement();
    if (!text) return NoColumnError();
    plan_.text = *text;
    MTG_RETURN_IF_ERROR(CheckOnce(*text));
    const Leaf& leaf = file_.leaves()[*text];
    if (leaf.type != Leaf::Type::kText) {
      return InputError({file_.name()},
                        fmt::format("the column '{}' has {}, not texts", leaf.name, leaf.type_name),
                        fmt::format("name a column of texts{}", Known()));
    }
    for (const Leaf& other : file_.leaves()) {
      MTG_RETURN_IF_ERROR(RecordSegments(file_.name(), layout).CheckOneText(1, other.name));
    }
    return OkStatus();
  }

  // Counts the elements of the first row's list.
  Status FindElements() {
    if (plan_.element) return OkStatus();
    RecordLayout& layout = plan_.layout;
    LeafCursor first(file_, plan_.text);
    bool has_rows = false;
    MTG_ASSIGN_OR_RETURN(has_rows, first.Next());
    const size_t elements = has_rows ? first.elements().size() : 0;
    if (layout.role == Role::kReference) layout.SetList(elements, options_);
    return RecordSegments(file_.name(), layout).CheckList(1, elements);
  }

  // Finds the list of a name like refs[0].
  std::optional<size_t> FindElement() {
    const std::optional<ListPath> path = SplitElement(plan_.layout.text);
    const std::optional<size_t> leaf = path ? Find(path->list) : std::nullopt;
    if (!leaf || !file_.leaves()[*leaf].list) return std::nullopt;
    plan_.element = path->element;
    return leaf;
  }

  // " (there are 'a', 'b')"
  std::string Known() const {
    constexpr size_t kMost = 10;
    std::vector<std::string> names;
    for (const Leaf& leaf : file_.leaves()) {
      if (leaf.type == Leaf::Type::kText && names.size() < kMost) {
        names.push_back(fmt::format("'{}'", leaf.name));
      }
    }
    return names.empty() ? "" : fmt::format(" (there are {})", fmt::join(names, ", "));
  }

  Status NoColumnError() const {
    const RecordLayout& layout = plan_.layout;
    const auto names = TextNames(layout.role);
    const std::string what =
        layout.chosen ? fmt::format("no column is called '{}'", layout.text)
                      : fmt::format("no column '{}', '{}' or '{}'", names[0], names[1], names[2]);
    return InputError(
        {file_.name()}, what,
        fmt::format("name a column of texts, as in {}:NAME{}", file_.name(), Known()));
  }

  Status FindNames() {
    const auto leaves = file_.leaves();
    const bool tells_system = plan_.layout.role == Role::kSystem || !options_.key.empty();
    for (size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& leaf = leaves[i];
      if (i == plan_.text) continue;
      const bool is_name = !leaf.list && leaf.type != Leaf::Type::kOther;
      if (is_name) plan_.layout.fields.push_back(leaf.name);
      const bool is_id = options_.key.empty() ? IsIdName(leaf.name) : leaf.name == options_.key;
      const bool is_system = leaf.name == "system" && tells_system;
      if (!is_id && !is_system && !IsDocumentName(leaf.name)) continue;
      if (!is_name) return NameTypeError(leaf);
      MTG_RETURN_IF_ERROR(CheckOnce(i));
      if (is_id) plan_.id = i;
      if (IsDocumentName(leaf.name)) plan_.document = i;
      if (is_system) plan_.system = i;
    }
    return OkStatus();
  }

  Status NameTypeError(const Leaf& leaf) const {
    return InputError(
        {file_.name()},
        fmt::format("the column '{}' has {}{}, but ids, documents and systems are texts or whole "
                    "numbers",
                    leaf.name, leaf.list ? "lists of " : "", leaf.type_name),
        "write it with another type, or leave it out");
  }

  Status FindSystem() {
    LeafCursor first(file_, *plan_.system);
    bool has_rows = false;
    MTG_ASSIGN_OR_RETURN(has_rows, first.Next());
    if (!has_rows) return OkStatus();
    const FieldValue value = first.element(0);
    if (value.kind == FieldValue::Kind::kText) plan_.layout.system = value.text;
    return OkStatus();
  }

  const ColumnFile& file_;
  const OpenOptions& options_;
  Plan plan_;
};

}  // namespace

Result<std::vector<Column>> SegmentColumns(std::shared_ptr<const ColumnFile> file, Role role,
                                           const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(Plan plan, Planner(*file, role, options).Make());
  const RecordLayout& layout = plan.layout;
  std::vector<Column> columns(layout.elements);
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = layout.chosen ? options.column : layout.system.value_or("");
    columns[i].fields = layout.fields;
    if (layout.list) plan.element = i;
    auto source = std::make_unique<ColumnSource>(file, plan);
    columns[i].part = source.get();
    columns[i].source = std::move(source);
  }
  return columns;
}

Result<std::vector<ColumnFacts>> DescribeLeaves(const ColumnFile& file) {
  std::vector<ColumnFacts> columns;
  for (size_t i = 0; i < file.leaves().size(); ++i) {
    const Leaf& leaf = file.leaves()[i];
    ColumnFacts& column = columns.emplace_back();
    column.name = leaf.name;
    column.type = leaf.type_name;
    if (leaf.type == Leaf::Type::kOther) continue;
    if (leaf.list) column.type = "lists of " + column.type;
    LeafCursor cursor(file, i);
    bool has_rows = false;
    MTG_ASSIGN_OR_RETURN(has_rows, cursor.Next());
    if (has_rows) column.first = cursor.element(0).text;
  }
  return columns;
}

}  // namespace mtgauge
