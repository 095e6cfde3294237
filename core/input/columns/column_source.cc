// Finds the leaves that the segments need, and reads them side by side.
#include "core/input/columns/column_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/columns/leaf_cursor.h"
#include "core/input/tables/record_segments.h"
#include "core/input/tables/row_fan.h"
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

// Returns all leaves, each once, beginning with the texts.
std::vector<size_t> LeavesOf(const Plan& plan) {
  std::vector<size_t> leaves = {plan.text};
  const auto add = [&](std::optional<size_t> leaf) {
    if (leaf && std::ranges::find(leaves, *leaf) == leaves.end()) leaves.push_back(*leaf);
  };
  for (const std::optional<size_t>& leaf : {plan.id, plan.document, plan.system}) add(leaf);
  for (const size_t leaf : plan.groups) add(leaf);
  return leaves;
}

// Makes the rows of some leaves into segments.
class RowMaker {
 public:
  // Opens a leaf from the first row on.
  using Open = std::function<std::unique_ptr<LeafReader>(size_t leaf)>;

  RowMaker(const ColumnFile& file, const Plan& plan, uint64_t first_row, const Open& open)
      : name_(file.name()),
        plan_(plan),
        segments_(file.name(), plan.layout),
        values_(plan.layout.list ? plan.layout.elements : 1),
        rows_(first_row) {
    const auto start = [&](size_t leaf) {
      return LeafCursor(open(leaf), file.leaves()[leaf].type);
    };
    text_.emplace(start(plan.text));
    if (plan.id) id_.emplace(start(*plan.id));
    if (plan.document) document_.emplace(start(*plan.document));
    if (plan.system) system_.emplace(start(*plan.system));
    for (const size_t leaf : plan.groups) groups_.push_back(start(leaf));
    texts_only_ = !plan.element && !plan.layout.list && LeavesOf(plan).size() == 1;
  }

  bool ended() const { return ended_; }
  uint64_t rows() const { return rows_; }  // of the file so far

  // Adds rows up to `end_row`, until one of the blocks has so many bytes.
  Status Add(uint64_t bytes, uint64_t end_row, std::span<BlockFiller> fillers) {
    ended_ = ended_ || rows_ >= end_row;
    const auto is_full = [bytes](const BlockFiller& filler) { return filler.bytes() >= bytes; };
    while (!ended_ && std::none_of(fillers.begin(), fillers.end(), is_full)) {
      MTG_RETURN_IF_ERROR(AddRow(fillers));
      ended_ = ended_ || rows_ == end_row;
      if (!ended_ && texts_only_) AddTexts(bytes, end_row, fillers.front());
    }
    return OkStatus();
  }

 private:
  Status AddRow(std::span<BlockFiller> fillers) {
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
    ++rows_;
    if (plan_.layout.list) {
      MTG_RETURN_IF_ERROR(segments_.CheckList(rows_, text_->elements().size()));
    }
    const auto value = [](const std::optional<LeafCursor>& cursor) {
      return cursor ? cursor->element(0) : FieldValue();
    };
    for (size_t i = 0; i < values_.size(); ++i) {
      values_[i] = text_->element(plan_.element.value_or(i));
    }
    return segments_.Add({.line = rows_,
                          .texts = values_,
                          .id = value(id_),
                          .document = value(document_),
                          .system = value(system_),
                          .groups = names_},
                         fillers);
  }

  // Adds the texts at hand, up to one that is more than a line.
  void AddTexts(uint64_t bytes, uint64_t end_row, BlockFiller& filler) {
    size_t added = 0;
    for (const std::string_view text : text_->following()) {
      const bool is_line = text.data() != nullptr && text.find('\n') == text.npos;
      if (!is_line || filler.bytes() >= bytes || rows_ + added == end_row) break;
      filler.AddText(text);
      ++added;
    }
    text_->Skip(added);
    rows_ += added;
    ended_ = ended_ || rows_ == end_row;
  }

  // Goes to the next row of a leaf that has as many as the texts.
  Status Follow(bool more, LeafCursor& cursor) const {
    bool here = false;
    MTG_ASSIGN_OR_RETURN(here, cursor.Next());
    return here == more ? OkStatus() : UnequalLeaves(name_);
  }
  Status Follow(bool more, std::optional<LeafCursor>& cursor) const {
    return cursor ? Follow(more, *cursor) : OkStatus();
  }

  std::string name_;
  Plan plan_;
  RecordSegments segments_;
  std::optional<LeafCursor> text_, id_, document_, system_;
  std::vector<LeafCursor> groups_;
  std::vector<FieldValue> names_, values_;
  bool texts_only_ = false;  // no segment has anything else
  uint64_t rows_;
  bool ended_ = false;
};

// The rows of a file that can be cut after any of them.
class ColumnSource : public FanSource, public Cuttable {
 public:
  ColumnSource(std::shared_ptr<const ColumnFile> file, Plan plan)
      : file_(std::move(file)), plan_(std::move(plan)) {}

  const std::string& name() const override { return file_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return file_->ExtentAfter(rows()); }
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
  void Aim(std::span<BlockFiller> fillers) override { aimed_ = fillers; }

 protected:
  virtual uint64_t rows() const = 0;  // of the file so far

  std::shared_ptr<const ColumnFile> file_;
  Plan plan_;
  Place begin_;
  uint64_t end_row_ = UINT64_MAX;
  std::span<BlockFiller> aimed_;
};

// Makes each row when its turn comes, of any leaves.
class RowByRow final : public ColumnSource {
 public:
  RowByRow(std::shared_ptr<const ColumnFile> file, Plan plan)
      : ColumnSource(std::move(file), std::move(plan)) {
    RowByRow::Rewind();
  }

  void Rewind() override {
    maker_.emplace(*file_, plan_, begin_.lines,
                   [this](size_t leaf) { return file_->Read(leaf, begin_.lines); });
    failed_ = OkStatus();
  }

  void Read(uint32_t block_bytes, Block& block) override {
    BlockFiller own(block);
    const std::span<BlockFiller> fillers = aimed_.empty() ? std::span(&own, 1) : aimed_;
    if (failed_.ok()) failed_ = maker_->Add(block_bytes, end_row_, fillers);
    const bool anything = own.bytes() > 0;
    own.Finish(maker_->ended() && failed_.ok());
    // Rows before an error go first, in a block of their own.
    if (!anything) block.status = failed_;
  }

 private:
  uint64_t rows() const override { return maker_->rows(); }

  std::optional<RowMaker> maker_;
  Status failed_;
};

// Some rows of a leaf.
struct PackedPiece {
  std::shared_ptr<PackedRows> rows;
  size_t from, count;
};

class PieceReader final : public LeafReader {
 public:
  explicit PieceReader(std::vector<PackedPiece> pieces) : pieces_(std::move(pieces)) {}

  Result<bool> Next(LeafRows& rows) override {
    rows.ends.clear();
    if (next_ == pieces_.size()) return false;
    const PackedPiece& piece = pieces_[next_++];
    std::span<const std::string_view> values;
    MTG_ASSIGN_OR_RETURN(values, piece.rows->Values());
    values = values.subspan(piece.from, piece.count);
    rows.elements.assign(values.begin(), values.end());
    rows.count = piece.count;
    return true;
  }

 private:
  std::vector<PackedPiece> pieces_;
  size_t next_ = 0;
};

// A leaf whose rows are taken before their values are made.
class PackedLeaf {
 public:
  PackedLeaf(size_t leaf, std::unique_ptr<LeafReader> reader)
      : leaf_(leaf), reader_(std::move(reader)) {}

  size_t leaf() const { return leaf_; }
  // Returns false at the end.
  Result<bool> More() {
    if (rows_ != nullptr && at_ < rows_->count()) return true;
    at_ = 0;
    rows_ = nullptr;  // its memory may serve the next ones
    MTG_ASSIGN_OR_RETURN(rows_, reader_->NextPacked());
    return rows_ != nullptr;
  }
  // Returns how many of the rows at hand have about so many bytes, and surely not much more than
  // kMostBytes; call it after More().
  size_t RowsWithin(uint64_t bytes) const {
    constexpr uint64_t kMostBytes = 64 << 20;
    const uint64_t each = std::max<uint64_t>(rows_->bytes() / rows_->count(), 1);
    const uint64_t safe = kMostBytes / std::max<uint64_t>(rows_->longest(), 1);
    const uint64_t left = rows_->count() - at_;
    // A small rest would be a block of its own.
    const uint64_t rows = bytes / each < left - left / 4 ? bytes / each : left;
    return std::max<uint64_t>(1, std::min(rows, safe));
  }
  // Takes rows; there must be so many.
  Result<std::vector<PackedPiece>> Take(size_t count) {
    std::vector<PackedPiece> pieces;
    while (count > 0) {
      bool more = false;
      MTG_ASSIGN_OR_RETURN(more, More());
      if (!more) break;
      const size_t here = std::min(count, rows_->count() - at_);
      pieces.push_back({rows_, std::exchange(at_, at_ + here), here});
      count -= here;
    }
    if (count > 0) pieces.clear();
    return pieces;
  }

 private:
  size_t leaf_;
  std::unique_ptr<LeafReader> reader_;
  std::shared_ptr<PackedRows> rows_;
  size_t at_ = 0;
};

// Fills a block with texts as RowMaker would. Returns false if they are not all lines, or not
// there.
bool FillLines(const std::vector<PackedPiece>& pieces, Block& block) {
  BlockFiller filler(block);
  size_t lines = 0;
  for (const PackedPiece& piece : pieces) {
    const Result<std::span<const std::string_view>> values = piece.rows->Values();
    if (!values.ok() || !filler.AddTexts(values->subspan(piece.from, piece.count))) return false;
    lines += piece.count;
  }
  filler.Finish(false);
  return block.lines == lines;
}

// Takes pages in their order; other threads make the values and segments.
class PageByPage final : public ColumnSource {
 public:
  PageByPage(std::shared_ptr<const ColumnFile> file, Plan plan)
      : ColumnSource(std::move(file), std::move(plan)) {
    PageByPage::Rewind();
  }

  void Rewind() override {
    leaves_.clear();
    for (const size_t leaf : LeavesOf(plan_)) {
      leaves_.emplace_back(leaf, file_->Read(leaf, begin_.lines));
    }
    rows_ = begin_.lines;
    failed_ = OkStatus();
  }

  void Read(uint32_t block_bytes, Block& block) override {
    Fetch(block_bytes, block);
    FinishBlock(block);
    if (block.lines > 0 && !block.status.ok()) {
      failed_ = std::exchange(block.status, OkStatus());
    }
  }

  void Fetch(uint32_t block_bytes, Block& block) override {
    Clear(block, 0);
    block.extras = nullptr;
    const uint64_t first_row = rows_;
    Result<Pieces> pieces =
        failed_.ok() ? Take(BytesOfBlock(block_bytes)) : Result<Pieces>(failed_);
    if (!pieces.ok()) {
      block.status = failed_ = pieces.status();
      return Seal(block);
    }
    block.lines = rows_ - first_row;
    block.last = block.lines == 0;
    if (block.last) return BlockFiller(block).Finish(true);
    std::optional<std::vector<PackedPiece>> texts;
    if (leaves_.size() == 1) texts = pieces->front();
    const auto maker = std::make_shared<RowMaker>(
        *file_, plan_, first_row, [&](size_t leaf) -> std::unique_ptr<LeafReader> {
          return std::make_unique<PieceReader>((*pieces)[PlaceOf(leaf)]);
        });
    before_ = maker;
    block.rest = [maker, texts = std::move(texts)](Block& made) {
      if (texts && FillLines(*texts, made)) return;
      BlockFiller filler(made);
      const Status status = maker->Add(UINT64_MAX, UINT64_MAX, {&filler, 1});
      filler.Finish(false);
      made.status = status;
    };
  }

 private:
  using Pieces = std::vector<std::vector<PackedPiece>>;  // of each leaf

  uint64_t rows() const override { return rows_; }

  // A thread alone takes pieces of a page that stay in its cache. If others are still at work, each
  // gets a page, since at pieces of one page they would wait for the first of them.
  uint64_t BytesOfBlock(uint32_t block_bytes) const {
    constexpr uint64_t kBlocksOfPage = 4;
    return before_.expired() ? block_bytes : kBlocksOfPage * block_bytes;
  }

  size_t PlaceOf(size_t leaf) const {
    size_t place = 0;
    while (leaves_[place].leaf() != leaf) ++place;
    return place;
  }

  // Takes the next rows of all leaves; none at the end.
  Result<Pieces> Take(uint64_t bytes) {
    Pieces pieces(leaves_.size());
    if (rows_ >= end_row_) return pieces;
    bool more = false;
    MTG_ASSIGN_OR_RETURN(more, leaves_.front().More());
    for (PackedLeaf& leaf : leaves_) {
      bool here = false;
      MTG_ASSIGN_OR_RETURN(here, leaf.More());
      if (here != more) return UnequalLeaves(file_->name());
    }
    if (!more) return pieces;
    const size_t count = std::min<uint64_t>(leaves_.front().RowsWithin(bytes), end_row_ - rows_);
    for (size_t i = 0; i < leaves_.size(); ++i) {
      MTG_ASSIGN_OR_RETURN(pieces[i], leaves_[i].Take(count));
      if (pieces[i].empty()) return UnequalLeaves(file_->name());
    }
    rows_ += count;
    return pieces;
  }

  std::vector<PackedLeaf> leaves_;  // the texts first
  std::weak_ptr<RowMaker> before_;  // of the block before, until its rest is done
  uint64_t rows_ = 0;
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
    plan_.layout.rows_are_lines = true;
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
    if (leaf.type != Leaf::Type::kText) return NoTextsError(leaf.name, leaf.type_name);
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
    std::vector<std::string> names;
    for (const Leaf& leaf : file_.leaves()) {
      if (leaf.type == Leaf::Type::kText) names.push_back(leaf.name);
    }
    return KnownColumns(names);
  }

  Status NoTextsError(std::string_view column, std::string_view type) const {
    return InputError(
        {file_.name()}, fmt::format("the column '{}' has {}, not texts", column, type),
        type == kMaps ? "write the texts of the key that you need as a column, and name it"
                      : "name a column of texts" + Known());
  }

  Status NoColumnError() const {
    const RecordLayout& layout = plan_.layout;
    // Formats have several leaves for a map, with names of their own.
    const auto field = [](std::string_view name) { return name.substr(0, name.find('.')); };
    const auto within = [&](const Leaf& leaf) { return field(leaf.name) == field(layout.text); };
    const auto leaves = file_.leaves();
    const auto map = std::ranges::find_if(leaves, within);
    if (map != leaves.end() && map->type_name == kMaps)
      return NoTextsError(field(map->name), kMaps);
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
      const bool has_values = !leaf.list && leaf.type != Leaf::Type::kOther;
      const bool is_name = has_values && leaf.type != Leaf::Type::kFraction;
      if (has_values) plan_.layout.fields.push_back(leaf.name);
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
  MTG_ASSIGN_OR_RETURN(const Plan plan, Planner(*file, role, options).Make());
  const RecordLayout& layout = plan.layout;
  const std::vector<size_t> leaves = LeavesOf(plan);
  const bool packs =
      std::ranges::all_of(leaves, [&](size_t leaf) { return file->Read(leaf, 0)->packs(); });
  std::unique_ptr<ColumnSource> rows;
  if (packs) {
    rows = std::make_unique<PageByPage>(file, plan);
  } else {
    rows = std::make_unique<RowByRow>(file, plan);
  }
  Cuttable* const part = rows.get();
  std::vector<Column> columns;
  for (std::unique_ptr<Source>& source : FanOut(std::move(rows), layout.elements)) {
    Column& column = columns.emplace_back();
    column.name = layout.chosen ? options.column : layout.system.value_or("");
    column.source = std::move(source);
    column.fields = layout.fields;
    column.part = part;
  }
  return columns;
}

Result<std::vector<ColumnFacts>> DescribeLeaves(const ColumnFile& file) {
  std::vector<ColumnFacts> columns;
  MTG_ASSIGN_OR_RETURN(const uint64_t rows, file.CountRows());
  for (size_t i = 0; i < file.leaves().size(); ++i) {
    const Leaf& leaf = file.leaves()[i];
    ColumnFacts& column = columns.emplace_back();
    column.name = leaf.name;
    column.type = leaf.type_name;
    column.rows = rows;
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
