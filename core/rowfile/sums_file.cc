// Converts the header to JSON and back, and adds up sums.
#include "core/rowfile/sums_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/hash.h"
#include "core/base/wrapping.h"
#include "core/rowfile/block_bytes.h"
#include "core/rowfile/numbered_files.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostResamples = uint64_t{1} << 48;

SumsHeader ParseSums(const Json& json) {
  SumsHeader header;
  header.version = json.at("version");
  header.rows = json.at("rows");
  header.units = json.at("units");
  header.systems = json.at("systems").get<std::vector<std::string>>();
  header.metrics = json.at("metrics").get<std::vector<std::string>>();
  header.columns = json.at("columns");
  header.generator = json.at("generator");
  header.seed = json.at("seed");
  header.resamples = json.at("resamples");
  header.draws = json.at("draws").get<std::vector<std::string>>();
  header.part = NumberIn(json, "part");
  return header;
}

bool IsConsistentSums(const SumsHeader& header, size_t sections) {
  return header.columns > 0 && header.resamples > 0 && header.resamples <= kMostResamples &&
         sections % header.blocks() == 0 && sections / header.blocks() == header.draws.size();
}

Result<SumsHeader> ParseSumsHeader(const SealedFile& file) {
  MTG_RETURN_IF_ERROR(file.CheckKind(kSumsKind, "name a file that `mtgauge compare` has written"));
  try {
    SumsHeader header = ParseSums(file.header());
    if (IsConsistentSums(header, file.sections())) return header;
  } catch (const Json::exception& fault) {
  }
  return file.Malformed("its header is not that of sums");
}

// Returns what differs between two parts of one run; empty if nothing does.
std::string FirstDifference(const SumsHeader& a, const SumsHeader& b) {
  if (a.rows != b.rows || a.units != b.units || a.columns != b.columns) return "rows";
  if (a.seed != b.seed) return fmt::format("seeds, {} and {}", a.seed, b.seed);
  if (a.resamples != b.resamples) {
    return fmt::format("numbers of resamples, {} and {}", a.resamples, b.resamples);
  }
  if (a.generator != b.generator || a.draws != b.draws) {
    return fmt::format("draws, {} and {}", fmt::join(a.draws, " with "),
                       fmt::join(b.draws, " with "));
  }
  return "";
}

}  // namespace

uint32_t SumsHeader::ResamplesOf(uint64_t block) const {
  return static_cast<uint32_t>(
      std::min<uint64_t>(kBlockSegments, resamples - block * kBlockSegments));
}

Json ToJson(const SumsHeader& header) {
  Json json = {{"kind", kSumsKind}, {"version", header.version}};
  PutNumber(header.part, "part", json);
  json["rows"] = header.rows;
  json["units"] = header.units;
  json["systems"] = header.systems;
  json["metrics"] = header.metrics;
  json["columns"] = header.columns;
  json["generator"] = header.generator;
  json["seed"] = header.seed;
  json["resamples"] = header.resamples;
  json["draws"] = header.draws;
  return json;
}

std::string RowsDigest(const RowHeader& rows) {
  const Json header = ToJson(rows);
  Json of = {{"segments", rows.segments}, {"metrics", header["metrics"]}, {"sums", rows.sums}};
  for (const auto* streams : {&rows.references, &rows.systems, &rows.source}) {
    if (streams->empty()) continue;  // no metric needed it
    Json& digests = of["streams"].emplace_back(Json::array());
    for (const RowStream& stream : *streams) digests.push_back(stream.digest.value);
  }
  const std::string text = of.dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format("{:016x}", FindHash("xxh3")->function(text.data(), text.size()));
}

Result<SumsSet> SumsSet::Open(const std::vector<std::string>& paths) {
  SumsSet set;
  std::vector<NumberedFile> parts;
  for (const std::string& path : paths) {
    MTG_ASSIGN_OR_RETURN(SealedFile file, SealedFile::Open(path));
    MTG_ASSIGN_OR_RETURN(const SumsHeader header, ParseSumsHeader(file));
    parts.push_back({path, header.part});
    if (set.files_.empty()) set.header_ = header;
    set.files_.push_back(std::move(file));
    if (const std::string what = FirstDifference(set.header_, header); !what.empty()) {
      return InputError(
          {.file = path, .named = true},
          fmt::format("{} and {}: their sums have different {}", set.path(), path, what),
          "make all parts from the same row files with the same options");
    }
  }
  MTG_ASSIGN_OR_RETURN(const std::vector<size_t> order, OrderByNumber(parts, "part", "blocks"));
  if (!set.header_.part && paths.size() > 1) {
    return InputError({.file = paths[1], .named = true},
                      fmt::format("{} and {}: both are sums of all blocks", paths[0], paths[1]),
                      "leave one out");
  }
  set.files_ = Arranged(std::move(set.files_), order);
  set.header_.part.reset();
  return set;
}

Result<OpenBlock> SumsSet::Sums(size_t draws, uint64_t block) const {
  const uint32_t count = header_.ResamplesOf(block);
  OpenBlock sums(header_.columns);
  sums.Extend(count);
  std::vector<int64_t> values(count);
  for (const SealedFile& file : files_) {
    MTG_ASSIGN_OR_RETURN(const std::string bytes, file.Read(draws * header_.blocks() + block));
    RowBlock part;
    if (!ParseBlock(bytes, count, header_.columns, part)) {
      return file.Malformed(fmt::format("block {} holds no sums", block));
    }
    for (uint32_t c = 0; c < header_.columns; ++c) {
      part.Values(c, 0, count, values.data());
      int64_t* const into = sums.Column(c);
      std::transform(values.begin(), values.end(), into, into, WrappingSum);
    }
  }
  return sums;
}

}  // namespace mtgauge
