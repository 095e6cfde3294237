// Fuzzes the reader of row files. Unchanged hostile bytes are rejected with the file's name, or are
// a file that merges into an equivalent one. Then their checksums and sums are corrected, to reach
// the code after these checks: parsers, combination, scoring.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/version.h"
#include "core/rowfile/block_bytes.h"
#include "core/rowfile/row_set.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::AppendU64;
using mtgauge::Json;
using mtgauge::ReadU64;
using mtgauge::test::FuzzPath;
using mtgauge::test::Promise;

constexpr size_t kFirstMark = 16, kLastMark = 48, kIndexEntry = 16;

std::string Merged() { return FuzzPath() + ".merged"; }

void Write(const std::string& bytes) {
  std::ofstream(FuzzPath(), std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}
std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

uint64_t Checksum(std::string_view bytes) {
  return mtgauge::FindHash("xxh3")->function(bytes.data(), bytes.size());
}

// A file cut into its components; impossible lengths are made to fit.
struct Pieces {
  std::vector<std::string> sections;
  std::string header;

  explicit Pieces(std::string_view bytes) {
    const size_t end = bytes.size() - kLastMark;
    const auto header_size =
        static_cast<size_t>(std::min<uint64_t>(ReadU64(bytes.data() + end + 16), end - kFirstMark));
    const size_t header_begin = end - header_size;
    const auto count = static_cast<size_t>(
        std::min<uint64_t>(ReadU64(bytes.data() + end), (header_begin - kFirstMark) / kIndexEntry));
    const size_t index_begin = header_begin - count * kIndexEntry;
    size_t at = kFirstMark;
    for (size_t i = 0; i < count; ++i) {
      const uint64_t size = ReadU64(bytes.data() + index_begin + i * kIndexEntry);
      const auto fits = static_cast<size_t>(std::min<uint64_t>(size, index_begin - at));
      sections.emplace_back(bytes.substr(at, fits));
      at += fits;
    }
    header = bytes.substr(header_begin, header_size);
  }
};

// Returns the file with valid checksums and this version, and with these sums if given.
std::string Sealed(const Pieces& pieces, const std::vector<std::vector<int64_t>>* sums) {
  std::string bytes("\x89MTGAUGE\r\n\x1a\n\1\0\0\0", kFirstMark), index;
  for (const std::string& section : pieces.sections) {
    bytes += section;
    AppendU64(section.size(), index);
    AppendU64(Checksum(section), index);
  }
  std::string header = pieces.header;
  if (Json json = Json::parse(header, nullptr, false); json.is_object()) {
    json["version"] = mtgauge::kVersion;
    if (sums != nullptr) json["sums"] = *sums;
    header = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  std::string mark;
  AppendU64(pieces.sections.size(), mark);
  AppendU64(Checksum(index), mark);
  AppendU64(header.size(), mark);
  AppendU64(Checksum(header), mark);
  AppendU64(Checksum(mark), mark);
  return bytes + index + header + mark + "MTGEND\r\n";
}

void ExpectNamed(const mtgauge::Status& status) {
  const std::string& message = status.message();
  // A missing shard has no file.
  const bool named = message.find(FuzzPath()) != std::string::npos ||
                     message.find(" missing; make ") != std::string::npos;
  if (!named) std::cerr << message << '\n';
  Promise(named, "an error names the file");
  Promise(message.find('\n') == std::string::npos, "an error is one line");
}

// Returns the sums of all rows, or nothing if the file cannot be read or contains numbers that no
// metric computes.
std::optional<std::vector<std::vector<int64_t>>> ReadAll(const mtgauge::RowFile& file) {
  std::vector<std::vector<int64_t>> sums;
  bool plausible = true, good = true;
  for (size_t cell = 0; cell < file.header.cells(); ++cell) {
    std::vector<int64_t>& of_cell = sums.emplace_back(file.header.WidthOf(cell));
    for (uint64_t b = 0; b < file.header.blocks(); ++b) {
      const auto block = file.ReadBlock(b, cell);
      if (!block.ok()) {
        ExpectNamed(block.status());
        good = false;
        continue;
      }
      std::string bytes;
      mtgauge::AppendBlock(*block, bytes);
      Promise(bytes == file.ReadBytes(b, cell).value(), "a block is written as it was read");
      for (uint32_t column = 0; column < of_cell.size(); ++column) {
        for (uint32_t i = 0; i < block->segments; ++i) {
          const int64_t value = block->At(column, i);
          plausible = plausible && value > -(int64_t{1} << 40) && value < (int64_t{1} << 40);
          if (plausible) of_cell[column] += value;
        }
      }
    }
  }
  for (uint64_t b = 0; b < file.header.blocks(); ++b) {
    const auto facts = file.ReadFacts(b);
    if (facts.ok()) continue;
    ExpectNamed(facts.status());
    good = false;
  }
  if (!good || !plausible) return std::nullopt;
  return sums;
}

// Alone, twice in sequence, and twice side by side.
void PutTogether() {
  const auto twice = mtgauge::RowSequence::Open({FuzzPath(), FuzzPath()});
  if (!twice.ok()) ExpectNamed(twice.status());
  for (const std::vector<std::string>& paths :
       {std::vector{FuzzPath()}, std::vector{FuzzPath(), FuzzPath()}}) {
    const auto set = mtgauge::RowSet::Open(paths);
    if (!set.ok()) {
      ExpectNamed(set.status());
      continue;
    }
    const auto count = static_cast<uint32_t>(
        std::min<uint64_t>(set->header().segments, mtgauge::kBlockSegments + 1));
    uint64_t bytes = 0;
    if (const auto facts = set->ReadFacts(0, count); !facts.ok()) ExpectNamed(facts.status());
    if (const auto rows = set->ReadRows(0, count, bytes); !rows.ok()) ExpectNamed(rows.status());
  }
  mtgauge::RunOptions run;
  run.threads = 1;
  if (!mtgauge::MergeRows({FuzzPath()}, Merged(), run).ok()) return;
  const std::string once = ReadFile(Merged());
  Promise(mtgauge::MergeRows({Merged()}, Merged(), run).ok(), "what was merged can be merged");
  Promise(ReadFile(Merged()) == once, "merging what is whole changes nothing");
}

void Ask() {
  for (const char* form : {"text", "json"}) (void)mtgauge::DescribeRows(FuzzPath(), form);
  mtgauge::ScoreRequest score;
  score.rows = {FuzzPath()};
  score.threads = 1;
  (void)mtgauge::Score(score);
  mtgauge::SegmentsRequest segments;
  segments.rows = {FuzzPath()};
  segments.threads = 1;
  (void)mtgauge::Segments(segments);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  Write(bytes);
  if (const auto file = mtgauge::RowFile::Open(FuzzPath()); !file.ok()) ExpectNamed(file.status());
  if (size >= kFirstMark + kLastMark) {
    const Pieces pieces(bytes);
    Write(Sealed(pieces, nullptr));
    Ask();
    const auto file = mtgauge::RowFile::Open(FuzzPath());
    if (file.ok()) {
      const auto sums = ReadAll(*file);
      PutTogether();
      if (sums) {
        Write(Sealed(pieces, &*sums));
        Ask();
      }
    } else {
      ExpectNamed(file.status());
    }
  }
  unlink(FuzzPath().c_str());
  unlink(Merged().c_str());
  return 0;
}
