// Fuzzes the readers of TSV, CSV and JSON Lines: segments and errors do not depend on the pieces in
// which bytes arrive, and an error names the file.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/input/formats/format.h"
#include "tests/support/fuzz_promise.h"
#include "tests/support/pieces_source.h"

namespace {

using mtgauge::Block;
using mtgauge::Role;
using mtgauge::Source;
using mtgauge::test::Promise;

void NamesTheFile(const mtgauge::Status& status) {
  Promise(status.message().starts_with("file"), "the file is named");
}

// The content of a column, for any blocks.
struct Told {
  std::string text, ids, documents, groups, lines, asides, error;
  friend bool operator==(const Told&, const Told&) = default;
};

void Tell(const Block& block, Told& told) {
  const mtgauge::LineExtras& extras = *block.extras;
  Promise(block.bytes == 0 || block.data[block.bytes - 1] == '\n', "whole lines");
  Promise(extras.lines.size() == block.lines, "a line of the file for each");
  Promise(extras.missing.empty() || extras.missing.size() == block.lines, "a mark for each");
  told.text.append(block.data.data(), block.bytes);
  for (const uint64_t line : extras.lines) told.lines += std::to_string(line) + ' ';
  for (const std::string& id : extras.ids) told.ids += id;
  for (const std::string& document : extras.documents) told.documents += document;
  Promise(extras.groups.empty() || extras.groups.size() == block.lines, "a group for each");
  for (const std::string& group : extras.groups) told.groups += group + ' ';
  for (const mtgauge::Aside& aside : extras.asides) told.asides += aside.text + '\n';
}

void ReadColumn(Source& source, Told& told) {
  for (Block block; !block.last; ++block.index) {
    source.Read(1 << 16, block);
    if (!block.status.ok()) {
      Promise(block.bytes == 0, "a failed block holds nothing");
      NamesTheFile(block.status);
      told.error += block.status.message();
      return;
    }
    Tell(block, told);
  }
}

Told Read(std::unique_ptr<Source> bytes, Role role, const std::string& column) {
  Told told;
  mtgauge::OpenOptions options;
  options.column = column;
  options.by = "lang";
  auto columns = mtgauge::OpenColumns(std::move(bytes), role, options);
  if (!columns.ok()) {
    NamesTheFile(columns.status());
    told.error = columns.status().message();
    return told;
  }
  for (mtgauge::Column& opened : *columns) ReadColumn(*opened.source, told);
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const mtgauge::FormatRow& sgml = mtgauge::Formats().front();
  if (sgml.detect(bytes) == mtgauge::Detected::kYes) return 0;
  for (const std::string name : {"file.tsv", "file.csv", "file.jsonl", "file.json"}) {
    for (const Role role : {Role::kReference, Role::kSystem}) {
      for (const std::string column : {"", "2", "ref"}) {
        const Told whole = Read(mtgauge::MemorySource(name, bytes, true), role, column);
        for (const uint32_t longest : {3U, 1U << 15}) {
          auto pieces = std::make_unique<mtgauge::test::PiecesSource>(name, bytes, longest, 1);
          Promise(Read(std::move(pieces), role, column) == whole, "pieces do not show");
        }
      }
    }
  }
  return 0;
}
