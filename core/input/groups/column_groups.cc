// Parquet and Arrow: a row with lists of texts is a group, as a record of JSON Lines is.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/numbers.h"
#include "core/input/columns/leaf_cursor.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/groups/list_format.h"
#include "core/input/groups/own_texts.h"

namespace mtgauge {
namespace {

std::optional<size_t> FindLeaf(const ColumnFile& file, std::string_view name) {
  const std::span<const Leaf> leaves = file.leaves();
  const auto found = std::ranges::find(leaves, name, &Leaf::name);
  if (found == leaves.end()) return std::nullopt;
  return static_cast<size_t>(found - leaves.begin());
}

// The columns that make the groups of a file, read row by row.
class GroupColumns {
 public:
  static Result<GroupColumns> Open(std::shared_ptr<const ColumnFile> file,
                                   const ListFields& fields) {
    GroupColumns columns;
    columns.file_ = std::move(file);
    MTG_RETURN_IF_ERROR(
        columns.Find(fields.hypotheses, fields.kHypothesisNames, false, columns.hypotheses_));
    if (!columns.hypotheses_) return columns.NoColumn("hyps");
    MTG_RETURN_IF_ERROR(columns.Find(fields.references, fields.kReferenceNames,
                                     fields.lists_of_references, columns.references_));
    if (!fields.references.empty() && !columns.references_) {
      return columns.NoColumn(fields.references);
    }
    if (!fields.weights.empty()) MTG_RETURN_IF_ERROR(columns.FindWeights(fields.weights));
    const std::optional<size_t> id = FindLeaf(*columns.file_, "id");
    if (id && !columns.file_->leaves()[*id].list) columns.id_.emplace(*columns.file_, *id);
    return columns;
  }

  // Returns the next row; nothing at the end. `number`: of the group, which is its name if it has
  // no id.
  Result<std::optional<PairGroup>> Next(uint64_t number) {
    bool more = false;
    MTG_ASSIGN_OR_RETURN(more, hypotheses_->cursor.Next());
    for (std::optional<Chosen>* other : {&references_, &weights_, &id_}) {
      if (!*other) continue;
      bool here = false;
      MTG_ASSIGN_OR_RETURN(here, (*other)->cursor.Next());
      if (here != more) return UnequalLeaves(file_->name());
    }
    if (!more) return std::optional<PairGroup>();
    ++row_;
    OwnTexts texts;
    MTG_RETURN_IF_ERROR(AddTexts(*hypotheses_, texts.hypotheses));
    if (references_) MTG_RETURN_IF_ERROR(AddTexts(*references_, texts.references));
    PairGroup group = GroupOf(NameOf(number), fmt::format("{}:{}", file_->name(), row_),
                              std::move(texts), references_.has_value());
    MTG_RETURN_IF_ERROR(AddWeights(group.weights));
    return group;
  }

  // The number of the last row, from 1.
  uint64_t row() const { return row_; }

 private:
  struct Chosen {
    Chosen(const ColumnFile& file, size_t leaf)
        : name(file.leaves()[leaf].name), cursor(file, leaf) {}
    std::string name;
    LeafCursor cursor;
  };

  Status Error(std::string what, std::string remedy) const {
    return InputError({file_->name(), row_}, std::move(what), std::move(remedy));
  }

  Status NoColumn(std::string_view name) const {
    std::vector<std::string> known;
    for (const Leaf& leaf : file_->leaves()) {
      if (leaf.type == Leaf::Type::kText) known.push_back(leaf.name);
    }
    return InputError({file_->name()}, fmt::format("no column is called '{}'", name),
                      fmt::format("name one with lists of texts, as in {}:NAME{}", file_->name(),
                                  KnownColumns(known)));
  }

  // Finds the chosen column of texts, or else the one that has one of the names and, with `lists`,
  // lists.
  Status Find(const std::string& chosen, std::span<const std::string_view> names, bool lists,
              std::optional<Chosen>& found) const {
    for (size_t i = 0; i < file_->leaves().size(); ++i) {
      const Leaf& leaf = file_->leaves()[i];
      const bool is_usual =
          std::ranges::find(names, leaf.name) != names.end() && (leaf.list || !lists);
      const bool is_meant = chosen.empty() ? is_usual : leaf.name == chosen;
      if (!is_meant) continue;
      if (found) return ListFields::TwoFieldsError(file_->name(), 1, found->name, leaf.name);
      if (leaf.type != Leaf::Type::kText) {
        return InputError(
            {file_->name()},
            fmt::format("the column '{}' has {}, not texts", leaf.name, leaf.type_name),
            "name a column with lists of texts, as in " + file_->name() + ":NAME");
      }
      found.emplace(*file_, i);
    }
    return OkStatus();
  }

  Status FindWeights(const std::string& name) {
    const std::optional<size_t> leaf = FindLeaf(*file_, name);
    const bool has_numbers =
        leaf && file_->leaves()[*leaf].list &&
        (file_->leaves()[*leaf].type == Leaf::Type::kFraction || file_->leaves()[*leaf].whole);
    if (!has_numbers) return BadWeights(name);
    weights_.emplace(*file_, *leaf);
    return OkStatus();
  }
  Status BadWeights(std::string_view name) const {
    return Error(fmt::format("the field '{}' is not a list of numbers", name),
                 "write a number for each reference");
  }

  Status AddTexts(const Chosen& column, std::vector<std::string>& texts) const {
    for (const std::string_view text : column.cursor.elements()) {
      if (text.data() == nullptr) {
        return Error(fmt::format("the list '{}' holds something other than strings", column.name),
                     "write a list of strings");
      }
      texts.emplace_back(text);
    }
    return OkStatus();
  }

  Status AddWeights(std::vector<double>& weights) const {
    if (!weights_) return OkStatus();
    for (const std::string_view text : weights_->cursor.elements()) {
      const std::optional<double> weight = ParseNumber<double>(text);
      if (text.data() == nullptr || !weight) return BadWeights(weights_->name);
      weights.push_back(*weight);
    }
    return OkStatus();
  }

  std::string NameOf(uint64_t number) const {
    if (!id_) return std::to_string(number);
    const FieldValue id = id_->cursor.element(0);
    const bool is_name = id.kind == FieldValue::Kind::kText || id.kind == FieldValue::Kind::kName;
    return is_name ? std::string(id.text) : std::to_string(number);
  }

  std::shared_ptr<const ColumnFile> file_;
  std::optional<Chosen> hypotheses_, references_, weights_, id_;
  uint64_t row_ = 0;
};

// The groups of several files, one after another.
class ColumnGroups final : public GroupReader {
 public:
  ColumnGroups(std::vector<std::string> paths, ListFields fields)
      : paths_(std::move(paths)), fields_(std::move(fields)) {}

  Result<std::optional<PairGroup>> Next() override {
    for (;;) {
      if (columns_) {
        MTG_ASSIGN_OR_RETURN(std::optional<PairGroup> group, columns_->Next(groups_ + 1));
        if (group) {
          ++groups_;
          MTG_RETURN_IF_ERROR(names_.Add(group->name, paths_[next_ - 1], columns_->row()));
          return group;
        }
      }
      if (next_ == paths_.size()) return std::optional<PairGroup>();
      const std::string& path = paths_[next_++];
      MTG_ASSIGN_OR_RETURN(BinaryOrText opened, OpenBinaryOrText(path));
      if (opened.columns == nullptr) {
        return InputError({path}, "it is neither Parquet nor Arrow, as the files before it are",
                          "name files of one format");
      }
      MTG_ASSIGN_OR_RETURN(columns_, GroupColumns::Open(std::move(opened.columns), fields_));
    }
  }

 private:
  std::vector<std::string> paths_;
  ListFields fields_;
  size_t next_ = 0;
  std::optional<GroupColumns> columns_;
  uint64_t groups_ = 0;
  GroupNames names_;
};

// Returns true for a format that a file of columns may have.
bool MayBeBinary(std::string_view format) {
  return format.empty() || std::ranges::any_of(Formats(), [&](const FormatRow& row) {
           return row.name == format && row.binary;
         });
}

}  // namespace

Result<std::unique_ptr<GroupReader>> OpenColumnGroups(const GroupFiles& files) {
  std::unique_ptr<GroupReader> none;
  const FileAndColumn path = SplitPath(files.hypotheses);
  std::vector<std::string> paths = {path.file};
  if (IsFileSet(path.file)) {
    MTG_ASSIGN_OR_RETURN(paths, FilesOfSet(path.file));
  }
  // A pipe could not be opened again by the reader of another format.
  std::error_code ignored;
  if (!files.list_format.empty() || !MayBeBinary(files.input_format) ||
      !std::filesystem::is_regular_file(paths.front(), ignored)) {
    return none;
  }
  MTG_ASSIGN_OR_RETURN(const BinaryOrText first, OpenBinaryOrText(paths.front()));
  if (first.columns == nullptr) return none;
  if (!path.column.empty()) {
    const std::optional<size_t> leaf = FindLeaf(*first.columns, path.column);
    if (!leaf || !first.columns->leaves()[*leaf].list) return none;
  }
  MTG_ASSIGN_OR_RETURN(ListFields fields, ListFields::Of(files));
  return std::make_unique<ColumnGroups>(std::move(paths), std::move(fields));
}

}  // namespace mtgauge
