// Fuzzes the readers of TSV, CSV and JSON Lines: segments and errors do not depend on the pieces in
// which bytes arrive, nor on when segments are made, and an error names the file.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "core/input/formats/format.h"
#include "tests/support/fuzz_promise.h"
#include "tests/support/late_blocks.h"
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
  std::string text, ids, documents, groups, systems, lines, missing, asides, error;
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
  for (const std::string& system : extras.systems) told.systems += system + ' ';
  for (size_t i = 0; i < block.lines; ++i) {
    told.missing += extras.missing.empty() || extras.missing[i] == 0 ? '0' : '1';
  }
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

void ReadColumnLate(Source& source, Told& told) {
  mtgauge::test::ReadLate(source, 1 << 16, [&](const Block& block) {
    if (block.extras != nullptr) Tell(block, told);
    if (block.status.ok()) return;
    NamesTheFile(block.status);
    told.error += block.status.message();
  });
}

using ColumnReader = void (*)(Source&, Told&);

Told Read(std::unique_ptr<Source> bytes, Role role, const std::string& column, ColumnReader read) {
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
  for (mtgauge::Column& opened : *columns) read(*opened.source, told);
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
        const auto whole = [&] { return mtgauge::MemorySource(name, bytes, true); };
        const Told told = Read(whole(), role, column, ReadColumn);
        Promise(Read(whole(), role, column, ReadColumnLate) == told,
                "segments are made at any time");
        for (const uint32_t longest : {3U, 1U << 15}) {
          for (const ColumnReader read : {ReadColumn, ReadColumnLate}) {
            auto pieces = std::make_unique<mtgauge::test::PiecesSource>(name, bytes, longest, 1);
            Promise(Read(std::move(pieces), role, column, read) == told, "pieces do not show");
          }
        }
      }
    }
  }
  return 0;
}
