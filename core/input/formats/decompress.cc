// Detects whether a source is compressed, and decodes one member after another.
#include "core/input/formats/decompress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/formats/codec.h"

namespace mtgauge {
namespace {

// The result for the first bytes of a member.
struct Recognized {
  const CodecRow* row = nullptr;  // its magic is complete
  bool maybe = false;             // they are the beginning of a magic
};

Recognized Recognize(std::string_view head) {
  Recognized recognized;
  for (const CodecRow& row : Codecs()) {
    if (!row.CouldBegin(head)) continue;
    if (head.size() == row.low.size()) return {&row, false};
    recognized.maybe = true;
  }
  return recognized;
}

class DecompressingSource final : public Source {
 public:
  explicit DecompressingSource(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  const std::string& name() const override { return source_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return source_->extent(); }
  bool rereadable() const override { return source_->ranged(); }

  void Read(uint32_t block_bytes, Block& block) override {
    if (state_ == State::kPlain && InputUsedUp()) return ReadThrough(block_bytes, block);
    Clear(block, block_bytes);
    std::span<char> out(block.data.data(), block_bytes);
    Advance(out);
    // Reads the source only once per call, so that the caller can check its stop flag.
    if (Starved(out) && !input_.last) {
      Fill(block_bytes);
      Advance(out);
    }
    if (Starved(out) && input_.last) {
      Finish();
      Advance(out);
    }
    block.bytes = static_cast<uint32_t>(block_bytes - out.size());
    // Text before an error goes out first, so that the result does not depend on how blocks are
    // cut.
    if (!Failed()) {
      block.last = AtEnd();
    } else if (block.bytes == 0) {
      block.status = Error();
    }
    Seal(block);
    lines_ += block.lines;
  }

  Status PrepareToRewind() override { return source_->PrepareToRewind(); }
  void Rewind() override {
    source_->Rewind();
    input_ = Block();
    rest_ = head_ = {};
    head_bytes_.clear();
    state_ = State::kHead;
    row_ = nullptr;
    more_to_come_ = false;
    lines_ = 0;
    problem_ = OkStatus();
  }

 private:
  enum class State {
    kHead,    // gathering the first bytes of a member, or what follows the last one
    kMember,  // decoding
    kPlain,   // the source is not compressed
    kEnd,
  };

  bool InputUsedUp() const { return head_.empty() && rest_.empty(); }
  bool Failed() const { return !problem_.ok() || !input_.status.ok(); }
  // Returns true if there is room for more, but no input left.
  bool Starved(std::span<const char> out) const {
    return !Failed() && state_ != State::kEnd && !out.empty() && InputUsedUp();
  }
  bool AtEnd() const {
    return state_ == State::kEnd || (state_ == State::kPlain && input_.last && InputUsedUp());
  }

  void ReadThrough(uint32_t block_bytes, Block& block) {
    const uint64_t index = std::exchange(block.index, input_.index++);
    source_->Read(block_bytes, block);
    block.index = index;
  }

  void Fill(uint32_t block_bytes) {
    // All blocks of a ranged source have the same size.
    if (input_.index == 0 || !source_->ranged()) input_bytes_ = block_bytes;
    source_->Read(input_bytes_, input_);
    ++input_.index;
    rest_ = {input_.data.data(), input_.bytes};
  }

  // Continues as far as the input and the room allow.
  void Advance(std::span<char>& out) {
    while (!Failed() && !out.empty() && (!InputUsedUp() || more_to_come_)) {
      if (state_ == State::kHead) {
        GatherHead();
      } else if (state_ == State::kPlain) {
        Copy(NextInput(), out);
      } else {
        DecodeSome(out);
      }
    }
  }

  std::string_view& NextInput() { return head_.empty() ? rest_ : head_; }

  void GatherHead() {
    if (row_ != nullptr && head_bytes_.empty() && rest_.front() == '\0') {
      rest_.remove_prefix(std::min(rest_.find_first_not_of('\0'), rest_.size()));
      return;
    }
    head_bytes_ += rest_.front();
    rest_.remove_prefix(1);
    const Recognized recognized = Recognize(head_bytes_);
    if (recognized.maybe) return;
    if (row_ == nullptr && recognized.row == nullptr) return BeginPlain();
    if (recognized.row == nullptr || (row_ != nullptr && row_->name != recognized.row->name)) {
      return FailAfterMember();
    }
    row_ = recognized.row;
    codec_ = row_->make();
    state_ = State::kMember;
    head_ = head_bytes_;
  }

  void BeginPlain() {
    state_ = State::kPlain;
    head_ = head_bytes_;
  }

  void FailAfterMember() {
    problem_ = InputError("other bytes follow the compressed data",
                          "remove them, or get an undamaged copy");
  }

  static void Copy(std::string_view& in, std::span<char>& out) {
    const size_t count = std::min(in.size(), out.size());
    std::memcpy(out.data(), in.data(), count);
    in.remove_prefix(count);
    out = out.subspan(count);
  }

  void DecodeSome(std::span<char>& out) {
    const Result<bool> ended = codec_->Decode(NextInput(), out);
    problem_ = ended.status();
    const bool member_ended = ended.ok() && *ended;
    more_to_come_ = !member_ended && out.empty();
    if (!member_ended) return;
    codec_.reset();
    head_bytes_.clear();
    state_ = State::kHead;
  }

  // Called when the source is at its end and all of it is used up.
  void Finish() {
    if (state_ == State::kMember) {
      problem_ =
          InputError("the file ends in the middle of the compressed data", "get the complete file");
    } else if (state_ == State::kHead && row_ == nullptr) {
      BeginPlain();
    } else if (state_ == State::kHead && !head_bytes_.empty()) {
      FailAfterMember();
    } else if (state_ == State::kHead) {
      state_ = State::kEnd;
    }
  }

  Status Error() const {
    if (!input_.status.ok()) return input_.status;
    const mtgauge::Error& problem = problem_.error();
    return MakeStatus(problem.kind, {name(), lines_ + 1},
                      fmt::format("{}: {}", row_->name, problem.what), problem.remedy);
  }

  std::unique_ptr<Source> source_;
  Block input_;  // of the source; its index is that of the next block
  uint32_t input_bytes_ = 0;
  std::string_view rest_;  // unused part of `input_`

  State state_ = State::kHead;
  std::string head_bytes_;         // the first bytes of the member
  std::string_view head_;          // unused part of head_bytes_, once they are recognized
  const CodecRow* row_ = nullptr;  // of the latest member; null before the first
  std::unique_ptr<Codec> codec_;   // of the member being decoded
  bool more_to_come_ = false;      // the codec may have text left that had no room
  uint64_t lines_ = 0;             // number of LFs passed on so far
  Status problem_;                 // an error in the compressed data
};

}  // namespace

std::unique_ptr<Source> Decompress(std::unique_ptr<Source> source) {
  if (source->ranged()) {
    size_t longest = 0;
    for (const CodecRow& row : Codecs()) longest = std::max(longest, row.low.size());
    Block start;
    source->Read(static_cast<uint32_t>(longest), start);
    const std::string_view head(start.data.data(), start.bytes);
    const bool compressed =
        std::any_of(Codecs().begin(), Codecs().end(), [head](const CodecRow& row) {
          return head.size() >= row.low.size() && row.CouldBegin(head.substr(0, row.low.size()));
        });
    if (!compressed) return source;
  }
  return std::make_unique<DecompressingSource>(std::move(source));
}

}  // namespace mtgauge
