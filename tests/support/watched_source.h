// A source that forwards reads to another one, and reports them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "core/input/source.h"

namespace mtgauge::test {

class WatchedSource final : public Source {
 public:
  WatchedSource(std::unique_ptr<Source> source, std::function<void()> on_read)
      : source_(std::move(source)), on_read_(std::move(on_read)) {}
  const std::string& name() const override { return source_->name(); }
  bool ranged() const override { return source_->ranged(); }
  void Read(uint32_t block_bytes, Block& block) override {
    on_read_();
    source_->Read(block_bytes, block);
  }

 private:
  std::unique_ptr<Source> source_;
  std::function<void()> on_read_;
};

}  // namespace mtgauge::test
