// Finds the messages of a file by its footer, and those of a stream one after the other.
#include "core/input/columns/arrow_metadata.h"

#include <fmt/format.h>

#include <cstring>
#include <set>
#include <utility>

#include "core/input/columns/arrow_schema.h"
#include "core/input/columns/binary_file.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostHeadBytes = 256 << 20;
constexpr std::string_view kArrowMagic = "ARROW1", kOldFeatherMagic = "FEA1";
constexpr uint32_t kContinued = 0xFFFFFFFF;  // before the length of a message
constexpr uint64_t kLengthBytes = sizeof(uint32_t);

// The numbers by which Arrow names kinds of messages.
constexpr uint8_t kSchemaMessage = 1, kDictionaryMessage = 2, kBatchMessage = 3;

uint32_t LengthAt(std::string_view bytes, uint64_t at) {
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + at, sizeof length);
  return length;
}

class MessageScan {
 public:
  MessageScan(Source& bytes, ArrowMetadata& found) : bytes_(bytes), found_(found) {}

  Status Stream() {
    bool ended = false;
    uint64_t at = 0;
    while (at < bytes_.size() && !ended) {
      Head head;
      MTG_RETURN_IF_ERROR(ReadHead(at, head));
      at = head.end;
      ended = head.bytes.empty();
      if (!ended) MTG_RETURN_IF_ERROR(OneOfStream(head, at));
    }
    if (!has_schema_) return Damaged("it has no schema");
    return at < bytes_.size() ? Joined() : OkStatus();
  }

  Status File() {
    Block block;
    MTG_RETURN_IF_ERROR(ReadFooter(block));
    FlatBuffer buffer({block.data.data(), block.bytes});
    const FlatTable footer = buffer.Root();
    MTG_RETURN_IF_ERROR(Schema(footer.Table(1), footer.Get<int16_t>(0), buffer));
    const FlatVector dictionaries = footer.Vector(2, kBlockBytes);
    const FlatVector batches = footer.Vector(3, kBlockBytes);
    if (!buffer.fault().empty()) return Damaged(buffer.fault());
    found_.messages.reserve(dictionaries.size() + batches.size());
    MTG_RETURN_IF_ERROR(Blocks(dictionaries, kDictionaryMessage));
    return Blocks(batches, kBatchMessage);
  }

 private:
  static constexpr uint64_t kBlockBytes = 24;  // of the place of a message in the footer

  struct Head {
    std::string_view bytes;
    uint64_t from = 0, end = 0;
  };
  struct Facts {
    uint8_t kind = 0;
    ArrowMessage message;
  };

  Status Damaged(std::string_view what) const {
    return DamagedFile(bytes_.name(), std::string(what));
  }
  Status Cut(std::string_view what) const {
    return InputError({bytes_.name()},
                      fmt::format("{} of message {} are not all there: the file was cut off, or is "
                                  "being written",
                                  what, messages_),
                      "get the whole file");
  }
  Status Joined() const {
    return InputError({bytes_.name()}, "it has several streams, one behind the other",
                      "put each stream into a file of its own");
  }

  // Reads the metadata of a message; older files have no mark before the length. There are none at
  // the end of a stream.
  Status ReadHead(uint64_t at, Head& head) {
    ++messages_;
    bytes_.ReadAt(at, 2 * kLengthBytes, block_);
    MTG_RETURN_IF_ERROR(block_.status);
    const std::string_view front(block_.data.data(), block_.bytes);
    if (front.size() < kLengthBytes) return Cut("the metadata");
    uint32_t length = LengthAt(front, 0);
    head.from = at + kLengthBytes;
    if (length == kContinued) {
      if (front.size() < 2 * kLengthBytes) return Cut("the metadata");
      length = LengthAt(front, kLengthBytes);
      head.from += kLengthBytes;
    }
    head.end = head.from + length;
    if (head.end > bytes_.size()) return Cut("the metadata");
    if (length > kMostHeadBytes) return Damaged("a message has more than 256 MiB of metadata");
    bytes_.ReadAt(head.from, length, block_);
    MTG_RETURN_IF_ERROR(block_.status);
    head.bytes = {block_.data.data(), block_.bytes};
    return OkStatus();
  }

  Status Schema(const FlatTable& schema, int16_t version, const FlatBuffer& buffer) {
    constexpr int16_t kOldest = 3, kNewest = 4;
    if (!buffer.fault().empty()) return Damaged(buffer.fault());
    if (!schema.exists()) return Damaged("it has no schema");
    if (version < kOldest || version > kNewest) {
      return InputError({bytes_.name()}, "it is of a version of Arrow that is not read",
                        "write it as version 5 of its metadata");
    }
    if (schema.Get<int16_t>(0) != 0) {
      return InputError({bytes_.name()}, "its numbers are big-endian",
                        "write it on a little-endian machine");
    }
    const std::string wrong = ReadArrowSchema(schema, version, found_);
    if (!buffer.fault().empty()) return Damaged(buffer.fault());
    return wrong.empty() ? OkStatus() : Damaged(wrong);
  }

  // Reads what a message says of itself.
  Status ReadFacts(const Head& head, Facts& facts) {
    FlatBuffer buffer(head.bytes);
    const FlatTable root = buffer.Root();
    facts.kind = root.Get<uint8_t>(1);
    const FlatTable table = root.Table(2);
    ArrowMessage& message = facts.message;
    message.head = head.from;
    message.head_bytes = head.bytes.size();
    message.body = head.end;
    message.body_bytes = root.Get<uint64_t>(3);
    message.dictionary = facts.kind == kDictionaryMessage;
    if (message.dictionary) {
      message.id = table.Get<int64_t>(0);
      message.adds = table.Get<uint8_t>(2) != 0;
    }
    return buffer.fault().empty() ? OkStatus() : Damaged(buffer.fault());
  }

  // Moves `at` to the end of the message.
  Status OneOfStream(const Head& head, uint64_t& at) {
    Facts facts;
    MTG_RETURN_IF_ERROR(ReadFacts(head, facts));
    if (facts.kind == kSchemaMessage) {
      if (std::exchange(has_schema_, true)) return Joined();
      FlatBuffer buffer(head.bytes);
      const FlatTable root = buffer.Root();
      return Schema(root.Table(2), root.Get<int16_t>(0), buffer);
    }
    if (!has_schema_) return Damaged("its first message is not its schema");
    if (facts.kind != kDictionaryMessage && facts.kind != kBatchMessage) {
      return Damaged(fmt::format("message {} is of an unknown kind", messages_));
    }
    if (facts.message.body_bytes > bytes_.size() - head.end) return Cut("the values");
    at += facts.message.body_bytes;
    found_.messages.push_back(facts.message);
    return OkStatus();
  }

  Status ReadFooter(Block& block) {
    const uint64_t tail_bytes = kLengthBytes + kArrowMagic.size();
    const uint64_t size = bytes_.size();
    if (size < kArrowMagic.size() + tail_bytes) return Damaged("it is too short for Arrow");
    bytes_.ReadAt(size - tail_bytes, static_cast<uint32_t>(tail_bytes), block);
    MTG_RETURN_IF_ERROR(block.status);
    const std::string_view tail(block.data.data(), block.bytes);
    if (!tail.ends_with(kArrowMagic)) {
      return InputError({bytes_.name()},
                        "it is Arrow without its footer: it was cut off, or is being written",
                        "get the whole file");
    }
    const uint32_t length = LengthAt(tail, 0);
    if (length > kMostHeadBytes || length > size - kArrowMagic.size() - tail_bytes) {
      return Damaged("its footer's length is wrong");
    }
    bytes_.ReadAt(size - tail_bytes - length, length, block);
    return block.status;
  }

  // Reads the messages that the footer names.
  Status Blocks(const FlatVector& blocks, uint8_t kind) {
    for (uint64_t i = 0; i < blocks.size(); ++i) {
      const auto at = blocks.Get<uint64_t>(i), body_bytes = blocks.Get<uint64_t>(i, 16);
      const auto head_bytes = blocks.Get<uint32_t>(i, 8);
      const uint64_t size = bytes_.size();
      if (at > size || head_bytes > size - at || body_bytes > size - at - head_bytes) {
        return Damaged("its footer has a place outside the file");
      }
      // Else one message could be named any number of times.
      named_bytes_ += head_bytes + body_bytes;
      if (named_bytes_ > size) return Damaged("its footer names more bytes than the file has");
      Head head;
      MTG_RETURN_IF_ERROR(ReadHead(at, head));
      if (head.end > at + head_bytes) return Damaged("its footer and its messages differ");
      Facts facts;
      MTG_RETURN_IF_ERROR(ReadFacts(head, facts));
      ArrowMessage& message = facts.message;
      if (facts.kind != kind) return Damaged("its footer and its messages differ");
      message.body = at + head_bytes;
      message.body_bytes = body_bytes;
      if (message.dictionary && !message.adds && !dictionaries_.insert(message.id).second) {
        return Damaged("it has two dictionaries for a column, which only streams may have");
      }
      found_.messages.push_back(message);
    }
    return OkStatus();
  }

  Source& bytes_;
  ArrowMetadata& found_;
  Block block_;
  bool has_schema_ = false;
  uint64_t messages_ = 0;
  uint64_t named_bytes_ = 0;
  std::set<int64_t> dictionaries_;
};

}  // namespace

Result<ArrowMetadata> ReadArrowMetadata(Source& bytes) {
  const std::string& file = bytes.name();
  Block block;
  bytes.ReadAt(0, kArrowMagic.size(), block);
  MTG_RETURN_IF_ERROR(block.status);
  const std::string_view front(block.data.data(), block.bytes);
  ArrowMetadata found;
  if (front == kArrowMagic) {
    MTG_RETURN_IF_ERROR(MessageScan(bytes, found).File());
  } else if (front.starts_with("\xFF\xFF\xFF\xFF")) {
    MTG_RETURN_IF_ERROR(MessageScan(bytes, found).Stream());
  } else if (front.starts_with(kOldFeatherMagic)) {
    return InputError({file}, "it is Feather 1, which is not read",
                      "write it again as Feather 2, as pandas.read_feather and to_feather do");
  } else {
    return InputError({file}, "it is not Arrow", "check its name and the `input-format`");
  }
  return found;
}

ArrowBatch::ArrowBatch(std::string_view head) : buffer_(head) {
  const FlatTable message = buffer_.Root();
  FlatTable batch = message.Table(2);
  if (message.Get<uint8_t>(1) == kDictionaryMessage) batch = batch.Table(1);
  constexpr uint64_t kTwoNumbers = 16;
  rows_ = batch.Get<uint64_t>(0);
  nodes_ = batch.Vector(1, kTwoNumbers);
  buffers_ = batch.Vector(2, kTwoNumbers);
  views_ = batch.Vector(4, sizeof(uint64_t));
  const FlatTable compression = batch.Table(3);
  if (!compression.exists()) return;
  const auto number = compression.Get<int8_t>(0), method = compression.Get<int8_t>(1);
  codec_ = PageCodec{-1};  // unknown
  if (method == 0 && number == 0) codec_ = PageCodec::kLz4Frame;
  if (method == 0 && number == 1) codec_ = PageCodec::kZstd;
}

}  // namespace mtgauge
