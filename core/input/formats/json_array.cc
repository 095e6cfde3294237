// Puts the elements of a JSON array into lines.
#include "core/input/formats/json_array.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/row_steps.h"

namespace mtgauge {
namespace {

Status FaultOf(const std::string& file, const ArraySteps& steps, ArraySteps::Fault fault) {
  switch (fault) {
    case ArraySteps::Fault::kNone:
      return OkStatus();
    case ArraySteps::Fault::kNoArray:
      return InputError(
          {file}, "the file does not begin with a JSON array",
          "if it has one object a line, set `input-format` jsonl, and text if each line is "
          "a segment");
    case ArraySteps::Fault::kNoElement:
      return InputError({file, steps.elements() + 1},
                        "an element of the JSON array is missing beside a comma",
                        "remove the comma");
    case ArraySteps::Fault::kAfterEnd:
      return InputError({file}, "something follows the JSON array", "write one array");
  }
  return OkStatus();
}

Status NoEndError(const std::string& file, const ArraySteps& steps) {
  return InputError({file, steps.elements() + 1}, "the JSON array has no end",
                    "check that the file is whole");
}

class ArraySource final : public Source {
 public:
  explicit ArraySource(std::unique_ptr<Source> bytes) : bytes_(std::move(bytes)) {}

  const std::string& name() const override { return bytes_->name(); }
  bool ranged() const override { return false; }
  Extent extent() const override { return bytes_->extent(); }
  bool rereadable() const override { return bytes_->rereadable(); }
  Status PrepareToRewind() override {
    if (bytes_->rereadable()) return bytes_->PrepareToRewind();
    auto kept = MakeRereadable(std::move(bytes_));
    MTG_RETURN_IF_ERROR(kept.status());
    bytes_ = *std::move(kept);
    return OkStatus();
  }
  void Rewind() override {
    bytes_->Rewind();
    Begin();
  }
  Place start() const override { return bytes_->start(); }
  bool restarts() const override { return bytes_->restarts(); }
  std::vector<InputWarning> warnings() const override { return bytes_->warnings(); }

  // The bytes before an error go first, in a block of their own.
  void Read(uint32_t /*block_bytes*/, Block& block) override {
    if (block.index == 0 && restarts()) Begin();
    if (failed_.ok()) {
      const uint64_t index = std::exchange(block.index, next_++);
      bytes_->Read(kBlockBytes, block);
      block.index = index;
      failed_ = block.status;
      uint32_t good = 0;
      while (failed_.ok() && good < block.bytes) {
        failed_ = ErrorOf(steps_.Step(block.data[good]));
        if (failed_.ok()) ++good;
      }
      if (failed_.ok() && block.last && !steps_.ended() && !bytes_->goes_on()) {
        failed_ = NoEndError(name(), steps_);
      }
      block.bytes = good;
      if (!failed_.ok()) block.last = false;
      if (failed_.ok() || good > 0) return Seal(block);
    }
    Clear(block, 0);
    block.status = failed_;
    Seal(block);
  }

 private:
  // The next block of a ranged source begins behind the last one only if both have the same size.
  static constexpr uint32_t kBlockBytes = 256 << 10;

  // In a shard, the bytes begin behind an element.
  void Begin() {
    steps_ = ArraySteps();
    next_ = 0;
    failed_ = OkStatus();
    const uint64_t from = bytes_->start().byte;
    if (from == 0) return;
    Block before;
    bytes_->ReadAt(from - 1, 1, before);
    failed_ = before.status;
    if (before.bytes > 0) steps_.Resume(bytes_->start().lines, before.data[0]);
  }

  Status ErrorOf(ArraySteps::Fault fault) const { return FaultOf(name(), steps_, fault); }

  std::unique_ptr<Source> bytes_;
  ArraySteps steps_;
  uint64_t next_ = 0;  // number of the next block
  Status failed_;
};

}  // namespace

std::unique_ptr<Source> ArrayLines(std::unique_ptr<Source> bytes) {
  return std::make_unique<ArraySource>(std::move(bytes));
}

Result<std::string> ArrayAsLines(const std::string& file, std::string_view bytes) {
  std::string lines;
  ArraySteps steps;
  for (char c : bytes) {
    MTG_RETURN_IF_ERROR(FaultOf(file, steps, steps.Step(c)));
    const bool between = lines.empty() || lines.back() == '\n';
    if (!between || c != ' ') lines += c;
  }
  if (!steps.ended()) return NoEndError(file, steps);
  return lines;
}

}  // namespace mtgauge
