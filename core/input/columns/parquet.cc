// Reads the pages of a leaf one after the other, and cuts them into rows.
#include "core/input/columns/parquet.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/parquet_metadata.h"
#include "core/input/columns/parquet_page.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostPageBytes = 1 << 30;
constexpr uint64_t kWindowBytes = 1 << 20;  // read at once
constexpr uint64_t kHeadBytes = 64 << 10;   // more than most heads of pages have
constexpr uint64_t kLongestHead = 16 << 20;
constexpr size_t kMostRowBytes = 64 << 20;  // of a list that spans pages

// The last row of a page of lists, which may go on in the next page.
class OpenRow {
 public:
  bool is_open() const { return open_; }
  size_t bytes() const { return open_ ? texts_[1 - next_].size() : 0; }
  // Takes the elements of the last row away from `rows`.
  void Keep(LeafRows& rows) {
    const size_t begin = rows.ends.empty() ? 0 : rows.ends.back();
    std::string& texts = texts_[next_];
    next_ = 1 - next_;  // those kept before are still in `rows`
    size_t bytes = 0;
    for (size_t i = begin; i < rows.elements.size(); ++i) bytes += rows.elements[i].size();
    texts.clear();
    texts.reserve(bytes);
    elements_.clear();
    for (size_t i = begin; i < rows.elements.size(); ++i) {
      const std::string_view element = rows.elements[i];
      if (element.data() != nullptr) texts.append(element);
      elements_.push_back(element.data() == nullptr
                              ? element
                              : std::string_view(texts).substr(texts.size() - element.size()));
    }
    rows.elements.resize(begin);
    open_ = true;
  }
  void GiveBack(LeafRows& rows) {
    rows.elements = elements_;
    open_ = false;
  }

 private:
  bool open_ = false;
  std::vector<std::string_view> elements_;
  std::array<std::string, 2> texts_;
  size_t next_ = 0;
};

Status WrongPage(const std::string& file, const std::string& leaf, size_t group,
                 std::string_view what) {
  return DamagedFile(file, fmt::format("column '{}', row group {}: {}", leaf, group, what));
}

std::string_view CheckBody(const ParquetPage& page, std::string_view body) {
  const auto* const first = reinterpret_cast<const Bytef*>(body.data());
  const bool good =
      !page.has_checksum || crc32(0, first, static_cast<uInt>(body.size())) == page.checksum;
  return good ? "" : "a page has a wrong checksum";
}

// The memory of a page. It is used again, since fresh memory costs as much as decoding.
struct PageMemory {
  explicit PageMemory(const ParquetLeaf& leaf) : decoder(leaf) {}

  PageDecoder decoder;
  Block body;
  PageValues values;
};

// Thread-safe.
class PageMemories {
 public:
  std::unique_ptr<PageMemory> Take(const ParquetLeaf& leaf) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (spare_.empty()) return std::make_unique<PageMemory>(leaf);
    std::unique_ptr<PageMemory> taken = std::move(spare_.back());
    spare_.pop_back();
    return taken;
  }
  void Put(std::unique_ptr<PageMemory> memory) {
    const std::lock_guard<std::mutex> lock(mutex_);
    spare_.push_back(std::move(memory));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<PageMemory>> spare_;
};

// The rows of a page of a leaf without lists.
class PackedPage final : public PackedRows {
 public:
  // Leaves out the first rows. `wrong`: makes an error of what is wrong.
  PackedPage(const ParquetPage& page, const PageDecoder& decoder, const ParquetLeaf& leaf,
             std::shared_ptr<PageMemories> memories, size_t first,
             std::function<Status(std::string_view)> wrong)
      : page_(page),
        memories_(std::move(memories)),
        memory_(memories_->Take(leaf)),
        first_(first),
        wrong_(std::move(wrong)) {
    memory_->decoder.Join(decoder);
  }
  ~PackedPage() override { memories_->Put(std::move(memory_)); }
  PackedPage(const PackedPage&) = delete;
  PackedPage& operator=(const PackedPage&) = delete;

  Block& body() { return memory_->body; }
  size_t count() const override { return static_cast<size_t>(page_.values) - first_; }
  uint64_t bytes() const override {
    return std::max(static_cast<uint64_t>(page_.raw_bytes),
                    memory_->decoder.usual_bytes() * count());
  }
  uint64_t longest() const override { return memory_->decoder.longest(); }
  Result<std::span<const std::string_view>> Values() override {
    std::call_once(made_, [this] {
      const std::string_view body(memory_->body.data.data(), memory_->body.bytes);
      std::string_view fault = CheckBody(page_, body);
      if (fault.empty()) fault = memory_->decoder.Data(page_, body, memory_->values);
      if (!fault.empty()) status_ = wrong_(fault);
    });
    if (!status_.ok()) return status_;
    return std::span<const std::string_view>(memory_->values.texts).subspan(first_);
  }

 private:
  ParquetPage page_;
  std::shared_ptr<PageMemories> memories_;
  std::unique_ptr<PageMemory> memory_;
  size_t first_;
  std::function<Status(std::string_view)> wrong_;
  std::once_flag made_;
  Status status_;
};

class ParquetReader final : public LeafReader {
 public:
  ParquetReader(std::shared_ptr<Source> bytes, std::shared_ptr<const ParquetMetadata> metadata,
                size_t leaf, uint64_t first_row)
      : bytes_(std::move(bytes)),
        metadata_(std::move(metadata)),
        leaf_(leaf),
        decoder_(metadata_->parquet[leaf]),
        skip_(first_row) {
    const std::vector<ParquetGroup>& groups = metadata_->groups;
    for (; next_group_ < groups.size() && skip_ > 0; ++next_group_) {
      const auto rows = static_cast<uint64_t>(groups[next_group_].rows);
      if (rows > skip_) break;
      skip_ -= rows;
      rows_ = rows;
    }
    skipping_ = skip_ > 0;
  }

  static Result<uint64_t> CountRows(Source&, const ParquetMetadata& metadata) {
    uint64_t rows = 0;
    for (const ParquetGroup& group : metadata.groups) rows += static_cast<uint64_t>(group.rows);
    return rows;
  }

  Result<bool> Next(LeafRows& rows) override {
    rows.count = 0;
    rows.elements.clear();
    rows.ends.clear();
    while (rows.count == 0) {
      bool more = false;
      MTG_ASSIGN_OR_RETURN(more, FindChunk());
      if (!more) return false;
      MTG_RETURN_IF_ERROR(ReadPage(rows));
      rows_ += rows.count;
    }
    return true;
  }

  bool packs() const override { return !is_list(); }
  Result<std::shared_ptr<PackedRows>> NextPacked() override {
    packing_ = true;
    std::shared_ptr<PackedRows> rows;
    while (rows == nullptr) {
      bool more = false;
      MTG_ASSIGN_OR_RETURN(more, FindChunk());
      if (!more) return rows;
      MTG_ASSIGN_OR_RETURN(rows, PackPage());
      if (rows != nullptr) rows_ += rows->count();
    }
    return rows;
  }

 private:
  // Goes to the next chunk with values, if this one has no more. Returns false at the end.
  Result<bool> FindChunk() {
    while (left_ == 0) {
      if (next_group_ > 0) MTG_RETURN_IF_ERROR(CheckRows());
      if (next_group_ == metadata_->groups.size()) return false;
      MTG_RETURN_IF_ERROR(BeginChunk());
    }
    return true;
  }

  const Leaf& leaf() const { return metadata_->leaves[leaf_]; }
  bool is_list() const { return metadata_->parquet[leaf_].most_repetition > 0; }
  const ParquetChunk& chunk() const { return metadata_->groups[next_group_ - 1].chunks[leaf_]; }

  Status Wrong(std::string_view what) const {
    return WrongPage(bytes_->name(), leaf().name, next_group_, what);
  }

  Status BeginChunk() {
    ++next_group_;
    rows_ = 0;
    const ParquetChunk& chunk = this->chunk();
    if (chunk.encrypted) {
      return InputError({bytes_->name()}, fmt::format("the column '{}' is encrypted", leaf().name),
                        "decrypt it");
    }
    if (chunk.elsewhere) {
      return InputError({bytes_->name()},
                        fmt::format("the column '{}' is in another file", leaf().name),
                        "name the files with the data instead");
    }
    // A chunk without values may be anywhere.
    if (chunk.values == 0) return OkStatus();
    if (chunk.values < 0 || chunk.begin > chunk.end || chunk.end > bytes_->size()) {
      return Wrong("its values are outside the file");
    }
    if (chunk.type != metadata_->parquet[leaf_].type) {
      return Wrong("it has another type than the schema says");
    }
    left_ = chunk.values;
    at_ = chunk.begin;
    decoder_.BeginChunk(static_cast<PageCodec>(chunk.codec));
    return OkStatus();
  }

  Status CheckRows() const {
    const auto wanted = static_cast<uint64_t>(metadata_->groups[next_group_ - 1].rows);
    if (rows_ == wanted) return OkStatus();
    return Wrong(fmt::format("it has {} rows, but its row group has {}", rows_, wanted));
  }

  // Most heads are short; one with long statistics may be long.
  Status ReadHead(ParquetPage& page) {
    std::string_view fault;
    for (const uint64_t bytes : {kHeadBytes, kLongestHead}) {
      MTG_RETURN_IF_ERROR(Show(std::min(bytes, chunk().end - at_)));
      page = {};
      fault = ReadParquetPage(Shown(), page);
      if (fault.empty()) return OkStatus();
    }
    return Wrong(fault);
  }

  // Goes to the next page with values that are read, behind its head. Returns false if there is
  // none yet: the next page had no values, was the dictionary, or is left out.
  Result<bool> FindPage(ParquetPage& page) {
    MTG_RETURN_IF_ERROR(ReadHead(page));
    at_ += page.head_bytes;
    if (page.packed_bytes < 0 || page.raw_bytes < 0) return Wrong("a page has a wrong size");
    const auto size = static_cast<uint64_t>(page.packed_bytes);
    if (std::max(size, static_cast<uint64_t>(page.raw_bytes)) > kMostPageBytes) {
      return Wrong("a page has more than 1 GiB; write it with smaller pages");
    }
    if (size > chunk().end - at_) return Wrong("a page is longer than its column");
    const bool has_values = page.kind == ParquetPage::kData || page.kind == ParquetPage::kDataV2;
    if (has_values && page.values > left_) return Wrong("a page has more values than its column");
    if (has_values && skipping_ && !is_list() && page.values >= 0 &&
        static_cast<uint64_t>(page.values) <= skip_) {
      at_ += size;
      SkipPage(page, static_cast<uint64_t>(page.values));
      return false;
    }
    if (has_values) return true;
    std::string_view body;
    MTG_ASSIGN_OR_RETURN(body, ReadBody(page));
    if (page.kind != ParquetPage::kDictionary) return false;
    if (const auto fault = decoder_.Dictionary(page, body); !fault.empty()) return Wrong(fault);
    return false;
  }

  Result<std::string_view> ReadBody(const ParquetPage& page) {
    const auto size = static_cast<uint64_t>(page.packed_bytes);
    MTG_RETURN_IF_ERROR(Show(size));
    const std::string_view body = Shown().substr(0, size);
    at_ += size;
    if (const auto fault = CheckBody(page, body); !fault.empty()) return Wrong(fault);
    return body;
  }

  // Returns null if there is none yet.
  Result<std::shared_ptr<PackedRows>> PackPage() {
    std::shared_ptr<PackedRows> none;
    ParquetPage page;
    bool found = false;
    MTG_ASSIGN_OR_RETURN(found, FindPage(page));
    if (!found) return none;
    if (page.values < 0) return Wrong("a page has a wrong count");
    const size_t first = FirstEntry();
    const auto wrong = [metadata = metadata_, name = bytes_->name(), leaf = leaf_,
                        group = next_group_](std::string_view what) {
      return WrongPage(name, metadata->leaves[leaf].name, group, what);
    };
    auto rows = std::make_shared<PackedPage>(page, decoder_, metadata_->parquet[leaf_], memories_,
                                             first, wrong);
    MTG_RETURN_IF_ERROR(TakeBody(static_cast<uint32_t>(page.packed_bytes), rows->body()));
    left_ -= page.values;
    return rows->count() == 0 ? none : std::shared_ptr<PackedRows>(std::move(rows));
  }

  // Reads the body of a page into memory of its own.
  Status TakeBody(uint32_t size, Block& body) {
    if (at_ >= from_ && at_ - from_ <= window_.bytes && size <= window_.bytes - (at_ - from_)) {
      body.data.Grow(size + kTextPadding, 0);
      std::memcpy(body.data.data(), Shown().data(), size);
      body.bytes = size;
    } else {
      bytes_->ReadAt(at_, size, body);
      MTG_RETURN_IF_ERROR(body.status);
      if (body.bytes < size) return Wrong("a page ends early");
    }
    at_ += size;
    return OkStatus();
  }

  Status ReadPage(LeafRows& rows) {
    ParquetPage page;
    bool found = false;
    MTG_ASSIGN_OR_RETURN(found, FindPage(page));
    if (!found) return OkStatus();
    std::string_view body;
    MTG_ASSIGN_OR_RETURN(body, ReadBody(page));
    if (skipping_ && is_list()) {
      uint64_t begun = 0;
      if (const auto fault = decoder_.CountBegun(page, body, begun); !fault.empty()) {
        return Wrong(fault);
      }
      if (begun <= skip_) {
        SkipPage(page, begun);
        return OkStatus();
      }
    }
    if (const auto fault = decoder_.Data(page, body, values_); !fault.empty()) return Wrong(fault);
    left_ -= page.values;
    MakeRows(rows);
    if (open_.bytes() > kMostRowBytes) return Wrong("a row has more than 64 MiB of text");
    return OkStatus();
  }

  // Leaves out a page with `begun` beginnings of rows.
  void SkipPage(const ParquetPage& page, uint64_t begun) {
    left_ -= page.values;
    skip_ -= begun;
    rows_ += begun;
  }

  // Returns the first entry of the page that is read.
  size_t FirstEntry() {
    if (!std::exchange(skipping_, false)) return 0;
    const uint64_t skipped = std::exchange(skip_, 0);
    rows_ += skipped;
    if (!is_list()) return skipped;
    size_t entry = 0;
    for (uint64_t begun = 0; entry < values_.repetitions.size(); ++entry) {
      if (values_.repetitions[entry] == 0 && begun++ == skipped) break;
    }
    return entry;
  }

  void MakeRows(LeafRows& rows) {
    const ParquetLeaf& levels = metadata_->parquet[leaf_];
    const size_t first = FirstEntry();
    if (!is_list()) {
      rows.elements.swap(values_.texts);
      rows.elements.erase(rows.elements.begin(),
                          rows.elements.begin() + static_cast<std::ptrdiff_t>(first));
      rows.count = rows.elements.size();
      return;
    }
    bool open = open_.is_open();
    if (open) open_.GiveBack(rows);
    for (size_t i = first; i < values_.texts.size(); ++i) {
      if (values_.repetitions[i] == 0 && std::exchange(open, true)) {
        rows.ends.push_back(rows.elements.size());
      }
      if (values_.definitions[i] >= levels.element) rows.elements.push_back(values_.texts[i]);
    }
    if (left_ == 0) {
      if (open) rows.ends.push_back(rows.elements.size());
    } else if (open) {
      open_.Keep(rows);
    }
    rows.count = rows.ends.size();
  }

  // Makes sure that `size` bytes from at_ on are in memory.
  Status Show(uint64_t size) {
    const uint64_t end = from_ + window_.bytes;
    if (at_ >= from_ && at_ <= end && size <= end - at_) return OkStatus();
    from_ = at_;
    const uint64_t wanted = std::min(
        std::max(size, skipping_ || packing_ ? kHeadBytes : kWindowBytes), chunk().end - at_);
    bytes_->ReadAt(at_, static_cast<uint32_t>(wanted), window_);
    return window_.status;
  }
  std::string_view Shown() const {
    return std::string_view(window_.data.data(), window_.bytes).substr(at_ - from_);
  }

  std::shared_ptr<Source> bytes_;
  std::shared_ptr<const ParquetMetadata> metadata_;
  size_t leaf_;
  PageDecoder decoder_;
  std::shared_ptr<PageMemories> memories_ = std::make_shared<PageMemories>();
  uint64_t skip_;  // rows of the group, as long as they are skipped
  bool packing_ = false;
  bool skipping_ = false;  // also the rest of a list whose beginning was skipped
  size_t next_group_ = 0;
  int64_t left_ = 0;   // values of the chunk
  uint64_t rows_ = 0;  // of the group so far
  uint64_t at_ = 0;    // next byte of the file
  Block window_;
  uint64_t from_ = 0;  // where the window begins
  PageValues values_;
  OpenRow open_;
};

}  // namespace

Result<std::shared_ptr<const ColumnFile>> OpenParquet(std::shared_ptr<Source> bytes) {
  MTG_ASSIGN_OR_RETURN(ParquetMetadata metadata, ReadParquetFooter(*bytes));
  return std::shared_ptr<const ColumnFile>(
      std::make_shared<FileOfLeaves<ParquetMetadata, ParquetReader>>(std::move(bytes),
                                                                     std::move(metadata)));
}

}  // namespace mtgauge
