// Fuzzes the readers of Parquet and Arrow: the segments do not depend on the size of blocks, an
// error names the file, and nothing is read outside the bytes; tables of scores are whole.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/input/columns/table_text.h"
#include "core/input/formats/format.h"
#include "core/input/tables/text_file.h"
#include "tests/support/fuzz_promise.h"
#include "tests/support/late_blocks.h"

namespace {

using mtgauge::Block;
using mtgauge::Role;
using mtgauge::test::Promise;

// `late`: as several threads may.
std::string Read(const std::string& bytes, Role role, const std::string& column,
                 uint32_t block_bytes, bool late) {
  mtgauge::OpenOptions options;
  options.column = column;
  options.by = "lang";
  auto columns = mtgauge::OpenColumns(mtgauge::MemorySource("file", bytes, true), role, options);
  if (!columns.ok()) return columns.status().message();
  std::string told, asides, ids;
  const auto take = [&](const Block& block) {
    told.append(block.data.data(), block.bytes);
    if (!block.status.ok()) {
      Promise(late || block.bytes == 0, "a failed block holds nothing");
      Promise(block.status.message().starts_with("file"), "the file is named");
      told += block.status.message();
    }
    if (block.extras == nullptr) return;  // it is another format by now
    Promise(block.bytes == 0 || block.data[block.bytes - 1] == '\n', "whole lines");
    for (const auto& aside : block.extras->asides) asides += aside.text + '\n';
    for (const auto& id : block.extras->ids) ids += id;
  };
  for (mtgauge::Column& one : *columns) {
    if (one.source == nullptr) continue;
    if (late) mtgauge::test::ReadLate(*one.source, block_bytes, take);
    for (Block block; !late && !block.last && block.status.ok(); ++block.index) {
      one.source->Read(block_bytes, block);
      take(block);
    }
  }
  return told + asides + ids;
}

// A table of scores has as many fields on each line.
void CheckTable(const std::string& bytes) {
  for (const mtgauge::FormatRow& row : mtgauge::Formats()) {
    if (row.columns == nullptr) continue;
    const auto file = row.columns(mtgauge::MemorySource("file", bytes, true), {});
    const auto text = file.ok() ? mtgauge::TableText(**file) : file.status();
    if (!text.ok()) {
      Promise(text.status().message().starts_with("file"), "the file is named");
      continue;
    }
    const auto rows = mtgauge::CutLines(*text);
    for (const std::string_view line : rows) {
      Promise(mtgauge::CutFields(line).size() == mtgauge::CutFields(rows.front()).size(),
              "whole lines");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  CheckTable(bytes);
  for (const Role role : {Role::kReference, Role::kSystem}) {
    for (const char* column : {"", "x.y", "refs[1]"}) {
      const std::string whole = Read(bytes, role, column, 1 << 16, false);
      for (const bool late : {false, true}) {
        Promise(whole == Read(bytes, role, column, 1, late), "blocks of any size, at any time");
      }
    }
  }
  return 0;
}
