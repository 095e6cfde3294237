// Appends lines and their metadata.
#include "core/input/block_filler.h"

#include <cstring>
#include <string>
#include <utility>

#include "core/simd/kernels.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// A column of extras stays empty until the first line with a value; the lines before that line get
// default values. Complete() pads each used column to the number of lines.
template <typename Value>
void Put(uint32_t line, Value value, std::vector<Value>& column) {
  column.resize(line);
  column.push_back(std::move(value));
}

// A call of memcpy() costs as much as the copy of a usual text.
void CopyText(std::string_view text, char* to) {
  constexpr size_t kStep = 16;
  if (text.size() < kStep) {
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return;
  }
  const size_t last = text.size() - kStep;
  for (size_t i = 0; i < last; i += kStep) std::memcpy(to + i, text.data() + i, kStep);
  std::memcpy(to + last, text.data() + last, kStep);
}

template <typename Value>
void Complete(uint32_t lines, std::vector<Value>& column) {
  if (!column.empty()) column.resize(lines);
}

}  // namespace

Status CheckNames(const std::string& file, uint64_t line, const Segment& segment,
                  std::string_view system) {
  for (const std::string_view name : {segment.id, segment.document, segment.group, system}) {
    if (name.empty() || IsValidUtf8(name)) continue;
    return InputError({file, line}, "invalid UTF-8 in an id, a document, a group or a system",
                      "convert the file to UTF-8 first, as iconv does");
  }
  return OkStatus();
}

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

void BlockFiller::AddLine(std::string_view text, uint64_t line) {
  Put(lines_++, line, block_.extras->lines);
  block_.data.Grow(block_.bytes + text.size() + 1 + kTextPadding, block_.bytes);
  char* const to = block_.data.data() + block_.bytes;
  for (size_t i = 0; i < text.size(); i += kTextPadding) {
    std::memcpy(to + i, text.data() + i, kTextPadding);
  }
  to[text.size()] = '\n';
  block_.bytes += static_cast<uint32_t>(text.size()) + 1;
}

void BlockFiller::AddText(std::string_view line) {
  block_.data.Grow(block_.bytes + line.size() + 1 + kTextPadding, block_.bytes);
  CopyText(line, block_.data.data() + block_.bytes);
  block_.bytes += static_cast<uint32_t>(line.size());
  block_.data[block_.bytes++] = '\n';
  ++lines_;
}

bool BlockFiller::AddTexts(std::span<const std::string_view> texts) {
  uint64_t bytes = block_.bytes + texts.size();
  for (const std::string_view text : texts) bytes += text.size();
  block_.data.Grow(bytes + kTextPadding, block_.bytes);
  char* at = block_.data.data() + block_.bytes;
  for (const std::string_view text : texts) {
    if (text.data() == nullptr) return false;
    CopyText(text, at);
    at += text.size();
    *at++ = '\n';
  }
  block_.bytes = static_cast<uint32_t>(bytes);
  lines_ += static_cast<uint32_t>(texts.size());
  return true;
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
