// A source of segments with everything that a format can know about them, for tests of the code
// that uses it.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/block_filler.h"

namespace mtgauge::test {

struct KnownSegment {
  std::string text, id, document;
  uint64_t line = 0;
  bool missing = false;

  friend bool operator==(const KnownSegment&, const KnownSegment&) = default;
};

// Blocks of `per_block` segments each, whatever size is requested.
class SegmentSource final : public Source {
 public:
  SegmentSource(std::string name, std::vector<KnownSegment> segments, size_t per_block, bool ranged)
      : name_(std::move(name)),
        segments_(std::move(segments)),
        per_block_(per_block),
        ranged_(ranged) {}

  const std::string& name() const override { return name_; }
  bool ranged() const override { return ranged_; }
  bool rereadable() const override { return true; }

  void Read(uint32_t, Block& block) override {
    BlockFiller filler(block);
    const size_t begin = std::min<size_t>(block.index * per_block_, segments_.size());
    const size_t end = std::min(begin + per_block_, segments_.size());
    for (size_t i = begin; i < end; ++i) {
      const KnownSegment& known = segments_[i];
      filler.Add({known.text, known.id, known.document, known.line, known.missing});
    }
    filler.Finish(end == segments_.size());
  }

 private:
  std::string name_;
  std::vector<KnownSegment> segments_;
  size_t per_block_;
  bool ranged_;
};

}  // namespace mtgauge::test
