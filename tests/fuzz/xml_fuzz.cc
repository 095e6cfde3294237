// Fuzzes the reader of WMT's XML: the guarantees of all formats, and the same result from a pipe
// that delivers a byte at a time as from a file.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/format_promises.h"

namespace {

using mtgauge::fuzz::Promise;

// Sequential, with blocks of one byte.
class Drip final : public mtgauge::Source {
 public:
  explicit Drip(std::string bytes) : bytes_(std::move(bytes)) {}
  const std::string& name() const override { return name_; }
  bool ranged() const override { return false; }
  void Read(uint32_t, mtgauge::Block& block) override {
    mtgauge::Clear(block, 1);
    if (at_ < bytes_.size()) block.data[block.bytes++] = bytes_[at_++];
    block.last = at_ == bytes_.size();
    mtgauge::Seal(block);
  }

 private:
  std::string name_ = "file";
  std::string bytes_;
  size_t at_ = 0;
};

std::string Describe(const mtgauge::Result<std::vector<mtgauge::Column>>& columns) {
  std::string out;
  if (!columns.ok()) return "refused";
  for (const mtgauge::Column& column : *columns) {
    out += column.name + "\n";
    for (const mtgauge::Segment& segment : column.table->segments) {
      for (const auto part : {segment.document, segment.id, segment.text}) {
        out += std::string(part) + "\n";
      }
      out += segment.missing ? "missing\n" : "\n";
    }
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  mtgauge::fuzz::CheckFormat("wmt-xml", bytes, [](const mtgauge::SegmentTable&) {});
  for (const mtgauge::FormatRow& format : mtgauge::Formats()) {
    if (format.name != "wmt-xml") continue;
    const auto role = mtgauge::Role::kReference;
    const auto whole = format.open(mtgauge::MemorySource("file", bytes, true), role, {});
    const auto dripped = format.open(std::make_unique<Drip>(bytes), role, {});
    Promise(Describe(whole) == Describe(dripped), "the same in pieces");
  }
  return 0;
}
