// Reads the files of a set one after the other.
#include "core/input/formats/file_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/group_values.h"
#include "core/input/tables/row_source.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// One column of the files.
struct FileSet {
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
std::vector<std::string> FieldsOfAll(const Column& column, const OpenOptions& options) {
  std::vector<std::string> needed = FindFields(column.fields, options.by);
  for (const std::string& field : column.fields) {
    if (IsIdName(field)) needed.push_back(field);
  }
  return needed;
}

Status CheckAlike(const FileSet& set, const std::string& file, const Column& column) {
  const std::string& first = set.files.front();
  std::string what;
  if (column.format != set.format) {
    what = fmt::format("it is {}, but {} is {}", column.format, first, set.format);
  } else if (column.name != set.system) {
    what =
        fmt::format("its system is '{}', but that of {} is '{}'", column.name, first, set.system);
  } else {
    const std::vector<std::string> fields = FieldsOfAll(column, set.options);
    const auto [here, there] =
        std::mismatch(fields.begin(), fields.end(), set.fields.begin(), set.fields.end());
    if (there != set.fields.end()) {
      const auto lacking = std::find_if(there, set.fields.end(), [&](const std::string& field) {
        return std::ranges::count(column.fields, field) == 0;
      });
      what = fmt::format("it has no '{}', but {} has",
                         lacking == set.fields.end() ? *there : *lacking, first);
    } else if (here != fields.end()) {
      what = fmt::format("it has '{}', but {} has not", *here, first);
    }
  }
  if (what.empty()) return OkStatus();
  return InputError({file}, what, "make all files of the set alike");
}

Result<Column> OpenFileOf(const FileSet& set, size_t number) {
  const std::string& file = set.files[number];
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(file));
  MTG_ASSIGN_OR_RETURN(std::vector<Column> columns,
                       OpenColumns(std::move(source), set.role, set.options));
  if (columns.size() != set.columns) {
    return InputError(
        {file},
        fmt::format("it has {}, but {} has {}", Counted(columns.size(), "column of texts"),
                    set.files.front(), set.columns),
        "make all files alike");
  }
  MTG_RETURN_IF_ERROR(CheckAlike(set, file, columns[set.column]));
  return std::move(columns[set.column]);
}

// Returns the size of a file as it lies; 0 if it cannot be known.
uint64_t BytesOf(const std::string& file) {
  std::error_code error;
  const uint64_t bytes = std::filesystem::file_size(file, error);
  return error ? 0 : bytes;
}

// Finds segments in all files of a set, of which it keeps one open.
class SetFinder final : public SegmentFinder {
 public:
  static Result<std::unique_ptr<SegmentFinder>> Make(const FileSet& set,
                                                     const std::atomic<bool>* stop) {
    auto finder = std::make_unique<SetFinder>(set, stop);
    MTG_RETURN_IF_ERROR(finder->Measure());
    return std::unique_ptr<SegmentFinder>(std::move(finder));
  }
  SetFinder(const FileSet& set, const std::atomic<bool>* stop)
      : set_(set), stop_(stop), counts_(set.files.size()) {}

  uint64_t size() const override { return std::accumulate(sizes_.begin(), sizes_.end(), 0UL); }
  bool in_bytes() const override { return in_bytes_; }

  Result<uint64_t> SegmentAt(uint64_t at) override {
    uint64_t before = 0;
    size_t file = 0;
    for (; at >= sizes_[file]; at -= sizes_[file++]) {
      MTG_RETURN_IF_ERROR(Count(file));
      before += *counts_[file];
    }
    MTG_RETURN_IF_ERROR(Open(file));
    // A byte order mark is no part of the text.
    const uint64_t last = std::max<uint64_t>(finder_->size(), 1) - 1;
    MTG_ASSIGN_OR_RETURN(const uint64_t segment, finder_->SegmentAt(std::min(at, last)));
    return before + segment;
  }

  Result<Place> Find(uint64_t segment) override {
    if (segment == 0) return Place();
    uint64_t before = 0;
    for (size_t file = 0;; ++file) {
      const uint64_t wanted = segment - before;
      const bool is_last = file + 1 == counts_.size();
      if (!is_last && counts_[file] && *counts_[file] < wanted) {
        before += *counts_[file];
        continue;
      }
      MTG_RETURN_IF_ERROR(Open(file));
      MTG_ASSIGN_OR_RETURN(Place place, finder_->Find(wanted));
      if (!is_last && place.segments < wanted) {
        counts_[file] = place.segments;
        before += place.segments;
        continue;
      }
      place.segments += before;
      place.file = file;
      return place;
    }
  }

 private:
  // Whether the number of segments is known depends on the format, which all files have.
  Status Measure() {
    MTG_RETURN_IF_ERROR(Open(0));
    in_bytes_ = finder_->in_bytes();
    for (size_t file = 0; file < counts_.size(); ++file) {
      if (in_bytes_) {
        sizes_.push_back(BytesOf(set_.files[file]));
        continue;
      }
      MTG_RETURN_IF_ERROR(Open(file));
      sizes_.push_back(finder_->size());
      counts_[file] = finder_->size();
    }
    return OkStatus();
  }

  Status Open(size_t file) {
    if (finder_ != nullptr && open_ == file) return OkStatus();
    finder_.reset();
    MTG_ASSIGN_OR_RETURN(column_, OpenFileOf(set_, file));
    MTG_ASSIGN_OR_RETURN(finder_, column_.part->Finder(column_.lines, stop_));
    open_ = file;
    return OkStatus();
  }

  Status Count(size_t file) {
    if (counts_[file]) return OkStatus();
    MTG_RETURN_IF_ERROR(Open(file));
    MTG_ASSIGN_OR_RETURN(const Place end, finder_->Find(UINT64_MAX));
    counts_[file] = end.segments;
    return OkStatus();
  }

  const FileSet& set_;
  const std::atomic<bool>* stop_;
  bool in_bytes_ = false;
  std::vector<uint64_t> sizes_;                  // of each file
  std::vector<std::optional<uint64_t>> counts_;  // of the segments of each file, if known
  size_t open_ = 0;
  Column column_;  // of the open file
  std::unique_ptr<SegmentFinder> finder_;
};

class FileSetSource final : public Source, public Cuttable {
 public:
  FileSetSource(std::string name, FileSet set) : name_(std::move(name)), set_(std::move(set)) {}

  // Begins with the first file, which is open already.
  void Begin(std::unique_ptr<Source> first) {
    current_ = std::move(first);
    for (const std::string& file : set_.files) bytes_.push_back(BytesOf(file));
  }

  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  Extent extent() const override {
    const auto current = bytes_.begin() + static_cast<std::ptrdiff_t>(next_);
    const uint64_t of_current = current_ == nullptr ? 0 : current_->extent().read;
    return {std::accumulate(bytes_.begin(), current, of_current),
            std::accumulate(bytes_.begin(), bytes_.end(), uint64_t{0})};
  }
  bool rereadable() const override { return true; }
  bool whole_ids() const override { return current_ != nullptr && current_->whole_ids(); }
  Status PrepareToRewind() override { return OkStatus(); }
  void Rewind() override {
    current_.reset();
    next_ = begin_.file;
    index_ = 0;
    lines_ = begin_.lines;
    warnings_.clear();
    const std::lock_guard<std::mutex> lock(mutex_);
    starts_.assign(next_, 0);
    starts_.push_back(begin_.segments - std::min(begin_.segments, begin_.lines));
  }

  Result<std::unique_ptr<SegmentFinder>> Finder(const SegmentLines&,
                                                const std::atomic<bool>* stop) override {
    return SetFinder::Make(set_, stop);
  }
  void Cut(const Place& begin, const Place* end) override {
    begin_ = begin;
    if (end != nullptr) end_ = *end;
    Rewind();
  }
  Place start() const override { return begin_; }

  FileLine FileOf(uint64_t line) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto after = std::lower_bound(starts_.begin(), starts_.end(), line);
    const size_t file = static_cast<size_t>(after - starts_.begin()) - 1;
    return {set_.files[file], line - starts_[file]};
  }

  std::vector<InputWarning> warnings() const override {
    std::vector<InputWarning> all = warnings_;
    if (current_ != nullptr) Append(current_->warnings(), all);
    return all;
  }

  void Read(uint32_t block_bytes, Block& block) override {
    Fetch(block_bytes, block);
    FinishBlock(block);
  }
  void Fetch(uint32_t block_bytes, Block& block) override {
    if (current_ == nullptr) {
      if (const Status opened = OpenNext(); !opened.ok()) {
        Clear(block, 0);
        block.status = opened;
        return Seal(block);
      }
    }
    const uint64_t index = std::exchange(block.index, index_++);
    current_->Fetch(block_bytes, block);
    block.index = index;
    if (!block.status.ok()) return;
    CountLinesOf(block);
    if (!block.last || next_ == last()) return;
    block.last = false;
    EndFile();
  }

 private:
  static void Append(const std::vector<InputWarning>& more, std::vector<InputWarning>& all) {
    all.insert(all.end(), more.begin(), more.end());
  }

  Status OpenNext() {
    MTG_ASSIGN_OR_RETURN(Column column, OpenFileOf(set_, next_));
    const bool ends = end_ && end_->file == next_;
    const bool begins = begin_.file == next_ && begin_.segments > 0;
    if (begins || ends) column.part->Cut(begins ? begin_ : Place(), ends ? &*end_ : nullptr);
    Append(column.warnings, warnings_);
    current_ = std::move(column.source);
    index_ = 0;
    return OkStatus();
  }

  size_t last() const { return end_ ? end_->file : set_.files.size() - 1; }

  static void AddToLines(uint64_t start, Block& block) {
    for (uint64_t& line : block.extras->lines) line += start;
  }

  // Numbers the lines of all files together, and ends the last line of a file.
  void CountLinesOf(Block& block) {
    const uint64_t start = starts_.back();
    if (block.rest != nullptr) {
      block.rest = [start, rest = std::move(block.rest)](Block& made) {
        rest(made);
        AddToLines(start, made);
      };
      lines_ += block.lines;
      return;
    }
    if (block.extras != nullptr) {
      AddToLines(start, block);
      const std::vector<uint64_t>& lines = block.extras->lines;
      lines_ = lines.empty() ? lines_ + block.lines : lines.back() - start;
      return;
    }
    lines_ += block.lines;
    if (block.bytes > 0) open_line_ = block.data[block.bytes - 1] != '\n';
    if (!block.last || !std::exchange(open_line_, false) || next_ == last()) {
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
  FileSet set_;
  std::unique_ptr<Source> current_;
  std::vector<uint64_t> bytes_;    // of each file
  Place begin_;                    // of a shard
  std::optional<Place> end_ = {};  // of a shard, unless it goes on to the end
  size_t next_ = 0;                // the file that is read
  uint64_t index_ = 0;             // next block of the file
  uint64_t lines_ = 0;             // of the file so far
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
        path, FileSet{files, role, of_all, i, columns.size(), column.format, column.name,
                      FieldsOfAll(column, options)});
    all->Begin(std::move(column.source));
    column.part = all.get();
    column.source = std::move(all);
  }
  return columns;
}

}  // namespace mtgauge
