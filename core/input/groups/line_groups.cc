// One group: all lines of one file with all lines of another.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/input/groups/list_format.h"
#include "core/input/groups/own_texts.h"

namespace mtgauge {
namespace {

class FilesAsGroup final : public GroupReader {
 public:
  // `lines`: the hypotheses as plain text; null if their file must be opened.
  FilesAsGroup(GroupFiles files, std::unique_ptr<LineReader> lines)
      : files_(std::move(files)), lines_(std::move(lines)) {}

  Result<std::optional<PairGroup>> Next() override {
    if (std::exchange(done_, true)) return std::optional<PairGroup>();
    auto owned = std::make_shared<OwnTexts>();
    std::string name;
    if (lines_ != nullptr) {
      name = lines_->source().name();
      MTG_RETURN_IF_ERROR(ReadLines(owned->hypotheses));
      Warn(lines_->source());
    } else {
      MTG_ASSIGN_OR_RETURN(OneFile file, OneFile::Open(files_, files_.hypotheses, Role::kSystem));
      name = file.source->name();
      owned->hypotheses = std::move(file.texts);
      Warn(*file.source);
    }
    PairGroup group{"1", TextColumn(name, std::span<const std::string>(owned->hypotheses))};
    if (!files_.references.empty()) {
      MTG_ASSIGN_OR_RETURN(OneFile references,
                           OneFile::Open(files_, files_.references.front(), Role::kReference));
      owned->references = std::move(references.texts);
      group.references =
          TextColumn(references.source->name(), std::span<const std::string>(owned->references));
      Warn(*references.source);
    }
    group.owner = owned;
    return group;
  }
  std::vector<InputWarning> warnings() const override { return warnings_; }

 private:
  Status ReadLines(std::vector<std::string>& texts) {
    while (true) {
      MTG_ASSIGN_OR_RETURN(const std::optional<Row> row, lines_->Next());
      if (!row) return OkStatus();
      texts.emplace_back(row->text);
    }
  }
  void Warn(const Source& source) {
    for (InputWarning& warning : source.warnings()) warnings_.push_back(std::move(warning));
  }

  GroupFiles files_;
  std::unique_ptr<LineReader> lines_;
  std::vector<InputWarning> warnings_;
  bool done_ = false;
};

Result<std::unique_ptr<GroupReader>> OpenLineGroups(const GroupFiles& files,
                                                    std::unique_ptr<LineReader> lines) {
  if (files.references.size() > 1) {
    return UsageError("plain lines are one group, which has one reference file", "name only one");
  }
  if (!files.weights.empty()) {
    return UsageError({.option = "weights"}, "`weights`: plain lines have no weights",
                      "use an n-best list or JSON Lines");
  }
  // A file is opened again, in any supported format; standard input is not, since its first lines
  // are already consumed.
  if (files.hypotheses != "-") lines = nullptr;
  return std::make_unique<FilesAsGroup>(files, std::move(lines));
}

}  // namespace

extern const ListFormatRow kLineGroups;
const ListFormatRow kLineGroups = {"lines", [](const Row&, const std::string&) { return true; },
                                   OpenLineGroups};

}  // namespace mtgauge
