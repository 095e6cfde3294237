// Reads the files of a set one after the other.
#include "core/input/formats/file_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/group_values.h"
#include "core/input/tables/row_source.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// One column of the files.
class FileSetSource final : public Source {
 public:
  struct Member {
    std::vector<std::string> files;
    Role role;
    OpenOptions options;
    size_t column, columns;  // of `columns` in each file
    // Of the first file.
    std::string_view format;
    std::string system;               // empty if it names none
    std::vector<std::string> fields;  // the id and the groups that it gives
  };
  // Returns which fields of a file all others must have, too.
  static std::vector<std::string> NeededFields(const Column& column, const OpenOptions& options) {
    std::vector<std::string> needed = FindFields(column.fields, options.by);
    for (const std::string& field : column.fields) {
      if (IsIdName(field)) needed.push_back(field);
    }
    return needed;
  }

  FileSetSource(std::string name, Member member)
      : name_(std::move(name)), member_(std::move(member)) {}

  // Begins with a file that is open already.
  void Begin(std::unique_ptr<Source> first) { current_ = std::move(first); }

  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  bool rereadable() const override { return true; }
  Status PrepareToRewind() override { return OkStatus(); }
  void Rewind() override {
    current_.reset();
    next_ = 0;
    index_ = 0;
    lines_ = 0;
    warnings_.clear();
    const std::lock_guard<std::mutex> lock(mutex_);
    starts_ = {0};
  }

  FileLine FileOf(uint64_t line) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto after = std::lower_bound(starts_.begin(), starts_.end(), line);
    const size_t file = static_cast<size_t>(after - starts_.begin()) - 1;
    return {member_.files[file], line - starts_[file]};
  }

  std::vector<InputWarning> warnings() const override {
    std::vector<InputWarning> all = warnings_;
    if (current_ != nullptr) Append(current_->warnings(), all);
    return all;
  }

  void Read(uint32_t block_bytes, Block& block) override {
    if (current_ == nullptr) {
      if (const Status opened = OpenNext(); !opened.ok()) {
        Clear(block, 0);
        block.status = opened;
        return Seal(block);
      }
    }
    const uint64_t index = std::exchange(block.index, index_++);
    current_->Read(block_bytes, block);
    block.index = index;
    if (!block.status.ok()) return;
    CountLinesOf(block);
    if (!block.last || next_ + 1 == member_.files.size()) return;
    block.last = false;
    EndFile();
  }

 private:
  static void Append(const std::vector<InputWarning>& more, std::vector<InputWarning>& all) {
    all.insert(all.end(), more.begin(), more.end());
  }

  Status OpenNext() {
    const std::string& file = member_.files[next_];
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(file));
    MTG_ASSIGN_OR_RETURN(std::vector<Column> columns,
                         OpenColumns(std::move(source), member_.role, member_.options));
    if (columns.size() != member_.columns) {
      return InputError(
          {file},
          fmt::format("it has {}, but {} has {}", Counted(columns.size(), "column of texts"),
                      member_.files.front(), member_.columns),
          "make all files alike");
    }
    Column& column = columns[member_.column];
    MTG_RETURN_IF_ERROR(CheckAlike(file, column));
    Append(column.warnings, warnings_);
    current_ = std::move(column.source);
    index_ = 0;
    return OkStatus();
  }

  Status CheckAlike(const std::string& file, const Column& column) const {
    const std::string& first = member_.files.front();
    std::string what;
    if (column.format != member_.format) {
      what = fmt::format("it is {}, but {} is {}", column.format, first, member_.format);
    } else if (column.name != member_.system) {
      what = fmt::format("its system is '{}', but that of {} is '{}'", column.name, first,
                         member_.system);
    } else {
      const std::vector<std::string> fields = NeededFields(column, member_.options);
      const auto [here, there] =
          std::mismatch(fields.begin(), fields.end(), member_.fields.begin(), member_.fields.end());
      if (there != member_.fields.end()) {
        what = fmt::format("it has no '{}', but {} has", *there, first);
      } else if (here != fields.end()) {
        what = fmt::format("it has '{}', but {} has not", *here, first);
      }
    }
    if (what.empty()) return OkStatus();
    return InputError({file}, what, "make all files of the set alike");
  }

  // Numbers the lines of all files together, and ends the last line of a file.
  void CountLinesOf(Block& block) {
    const uint64_t start = starts_.back();
    if (block.extras != nullptr) {
      for (uint64_t& line : block.extras->lines) line += start;
      if (!block.extras->lines.empty()) lines_ = block.extras->lines.back() - start;
      return;
    }
    lines_ += block.lines;
    if (block.bytes > 0) open_line_ = block.data[block.bytes - 1] != '\n';
    if (!block.last || !std::exchange(open_line_, false) || next_ + 1 == member_.files.size()) {
      return;
    }
    block.data.Grow(block.bytes + 1 + kTextPadding, block.bytes);
    block.data[block.bytes++] = '\n';
    Seal(block);
    ++lines_;
  }

  void EndFile() {
    Append(current_->warnings(), warnings_);
    current_.reset();
    ++next_;
    const std::lock_guard<std::mutex> lock(mutex_);
    starts_.push_back(starts_.back() + std::exchange(lines_, 0));
  }

  std::string name_;
  Member member_;
  std::unique_ptr<Source> current_;
  size_t next_ = 0;     // the file that is read
  uint64_t index_ = 0;  // next block of the file
  uint64_t lines_ = 0;  // of the file so far
  bool open_line_ = false;
  mutable std::mutex mutex_;            // guards starts_
  std::vector<uint64_t> starts_ = {0};  // lines before each file
  std::vector<InputWarning> warnings_;  // of the files before
};

}  // namespace

Result<std::vector<Column>> OpenFileSet(const std::string& path, Role role,
                                        const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files, FilesOfSet(path));
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> first, OpenSource(files.front()));
  MTG_ASSIGN_OR_RETURN(std::vector<Column> columns, OpenColumns(std::move(first), role, options));
  OpenOptions of_all = options;
  of_all.elements = columns.size();
  for (size_t i = 0; i < columns.size(); ++i) {
    Column& column = columns[i];
    if (column.source == nullptr) {
      return UsageError({.file = path, .named = true},
                        fmt::format("{} has files of a format that is read as a whole", path),
                        "name its files one by one");
    }
    auto all = std::make_unique<FileSetSource>(
        path, FileSetSource::Member{files, role, of_all, i, columns.size(), column.format,
                                    column.name, FileSetSource::NeededFields(column, options)});
    all->Begin(std::move(column.source));
    column.source = std::move(all);
    column.lines = {};
  }
  return columns;
}

}  // namespace mtgauge
