// The table of group formats, and groups in memory.
#include "core/input/groups/group_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/suggest.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/groups/line_reader.h"
#include "core/input/groups/list_format.h"
#include "core/input/text_columns.h"

namespace mtgauge {

extern const ListFormatRow kJsonGroups, kNbestGroups, kLineGroups;

namespace {

// In the order of detection: any file is accepted as lines.
std::span<const ListFormatRow> ListFormatRows() {
  static const ListFormatRow formats[] = {kJsonGroups, kNbestGroups, kLineGroups};
  return formats;
}

class MemoryGroups final : public GroupReader {
 public:
  explicit MemoryGroups(std::span<const PairGroup> groups) : left_(groups) {}

  Result<std::optional<PairGroup>> Next() override {
    if (left_.empty()) return std::optional<PairGroup>();
    const PairGroup& group = left_.front();
    left_ = left_.subspan(1);
    MTG_RETURN_IF_ERROR(CheckTexts(group.hypotheses, "hypothesis"));
    if (group.references) MTG_RETURN_IF_ERROR(CheckTexts(*group.references, "reference"));
    return group;
  }

 private:
  std::span<const PairGroup> left_;
};

}  // namespace

Result<ListFields> ListFields::Of(const GroupFiles& files) {
  const FileAndColumn hypotheses = SplitPath(files.hypotheses);
  ListFields fields = {hypotheses.column, "", files.weights, files.lists_of_references};
  for (const std::string& path : files.references) {
    FileAndColumn references = SplitPath(path);
    if (references.file != hypotheses.file || references.column.empty() ||
        files.references.size() > 1) {
      return UsageError("these records hold their own references",
                        fmt::format("leave out the reference file, or name one field of them, as "
                                    "in {}:refs",
                                    hypotheses.file));
    }
    fields.references = std::move(references.column);
  }
  return fields;
}

Status ListFields::NoHypothesesError(const std::string& file, uint64_t line) const {
  return InputError({file, line},
                    fmt::format("there is no field '{}' with a list of texts",
                                hypotheses.empty() ? "hyps" : hypotheses),
                    fmt::format("write records like {{\"hyps\": [\"...\"], \"refs\": "
                                "[\"...\"]}}, or name the field, as in {}:FIELD",
                                file));
}

Status ListFields::NoReferencesError(const std::string& file, uint64_t line) const {
  return InputError({file, line},
                    fmt::format("there is no field '{}' with a list of texts", references),
                    "name a field that all records have, or leave it out to compare the "
                    "hypotheses with each other");
}

Status ListFields::TwoFieldsError(const std::string& file, uint64_t line, std::string_view first,
                                  std::string_view second) {
  return InputError({file, line}, fmt::format("the record has both '{}' and '{}'", first, second),
                    "leave out one");
}

std::vector<std::string_view> ListFormats() { return NamesOfRows(ListFormatRows()); }

Result<std::unique_ptr<GroupReader>> OpenGroups(const GroupFiles& files) {
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<GroupReader> columns, OpenColumnGroups(files));
  if (columns != nullptr) return columns;
  const FileAndColumn path = SplitPath(files.hypotheses);
  OpenOptions options;
  options.stop = files.stop;
  options.input_format = files.list_format.empty() ? files.input_format : kPlainText;
  Result<std::unique_ptr<Source>> source = OpenLines(path.file, options, Reading::kLists);
  // A column, and a set of files, may have a format without lines.
  const bool in_columns = !path.column.empty() || IsFileSet(path.file);
  if (!source.ok() && in_columns && files.list_format.empty()) {
    return kLineGroups.open(files, nullptr);
  }
  MTG_RETURN_IF_ERROR(source.status());
  auto lines = std::make_unique<LineReader>(*std::move(source), files.stop);
  MTG_ASSIGN_OR_RETURN(const std::optional<Row> first, lines->First());
  const ListFormatRow& format =
      *std::ranges::find_if(ListFormatRows(), [&](const ListFormatRow& row) {
        return files.list_format.empty() ? row.detect(first.value_or(Row()), path.column)
                                         : row.name == files.list_format;
      });
  return format.open(files, std::move(lines));
}

std::unique_ptr<GroupReader> GroupsInMemory(std::span<const PairGroup> groups) {
  return std::make_unique<MemoryGroups>(groups);
}

}  // namespace mtgauge
