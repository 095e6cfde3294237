// Appends lines and their metadata.
#include "core/input/block_filler.h"

#include <cstring>
#include <string>
#include <utility>

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// A column of extras stays empty until the first line with a value; the lines before that line get
// default values. Complete() pads each used column to the number of lines.
template <typename Value>
void Put(uint32_t line, Value value, std::vector<Value>& column) {
  column.resize(line);
  column.push_back(std::move(value));
}

template <typename Value>
void Complete(uint32_t lines, std::vector<Value>& column) {
  if (!column.empty()) column.resize(lines);
}

}  // namespace

BlockFiller::BlockFiller(Block& block) : block_(block) {
  block.data.Grow(kTextPadding, 0);
  block.bytes = 0;
  block.last = false;
  block.status = OkStatus();
  block.extras = std::make_unique<LineExtras>();
}

void BlockFiller::Add(const Segment& segment, std::string_view system) {
  AddExtras(segment);
  if (!system.empty()) Put(lines_, std::string(system), block_.extras->systems);
  const bool aside = segment.text.find('\n') != std::string_view::npos;
  if (aside) block_.extras->asides.push_back({lines_, std::string(segment.text)});
  AddText(aside ? std::string_view() : segment.text);
}

void BlockFiller::AddText(std::string_view line) {
  block_.data.Grow(block_.bytes + line.size() + 1 + kTextPadding, block_.bytes);
  if (!line.empty()) std::memcpy(block_.data.data() + block_.bytes, line.data(), line.size());
  block_.bytes += static_cast<uint32_t>(line.size());
  block_.data[block_.bytes++] = '\n';
  ++lines_;
}

void BlockFiller::AddExtras(const Segment& segment) {
  LineExtras& extras = *block_.extras;
  if (!segment.id.empty()) Put(lines_, std::string(segment.id), extras.ids);
  if (!segment.document.empty()) Put(lines_, std::string(segment.document), extras.documents);
  if (!segment.group.empty()) Put(lines_, std::string(segment.group), extras.groups);
  if (segment.line != 0) Put(lines_, segment.line, extras.lines);
  if (segment.missing) Put(lines_, uint8_t{1}, extras.missing);
}

void BlockFiller::Finish(bool last) {
  LineExtras& extras = *block_.extras;
  Complete(lines_, extras.ids);
  Complete(lines_, extras.documents);
  Complete(lines_, extras.systems);
  Complete(lines_, extras.groups);
  Complete(lines_, extras.lines);
  Complete(lines_, extras.missing);
  std::memset(block_.data.data() + block_.bytes, 0, kTextPadding);
  block_.last = last;
  CountLines(block_);
}

}  // namespace mtgauge
