// Reads row files one after another and side by side.
#include "core/rowfile/row_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/wrapping.h"
#include "core/rowfile/append_part.h"
#include "core/rowfile/block_bytes.h"
#include "core/rowfile/row_agreement.h"

namespace mtgauge {

Result<RowFile> RowFile::Open(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(SealedFile file, SealedFile::Open(path));
  MTG_ASSIGN_OR_RETURN(RowHeader header, ParseRowHeader(file));
  return RowFile{std::move(file), std::move(header)};
}

uint32_t RowFile::SegmentsOf(uint64_t block) const {
  return static_cast<uint32_t>(
      std::min<uint64_t>(kBlockSegments, header.segments - block * kBlockSegments));
}

Result<std::string> RowFile::ReadBytes(uint64_t block, size_t section) const {
  return file.Read(block * (header.cells() + 1) + section);
}

Result<RowBlock> RowFile::ReadBlock(uint64_t block, size_t cell) const {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(block, cell));
  RowBlock parsed;
  if (!ParseBlock(bytes, SegmentsOf(block), header.WidthOf(cell), parsed)) {
    return file.Malformed(fmt::format("block {} holds no rows", block));
  }
  return parsed;
}

Result<SegmentFacts> RowFile::ReadFacts(uint64_t block) const {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(block, header.cells()));
  SegmentFacts facts;
  if (!ParseFacts(bytes, SegmentsOf(block), header.systems.size(), facts)) {
    return file.Malformed(fmt::format("block {} holds no facts", block));
  }
  return facts;
}

Result<RowSequence> RowSequence::Join(std::vector<RowFile> files) {
  RowSequence sequence;
  MTG_RETURN_IF_ERROR(OrderShards(files));
  sequence.header_ = files.front().header;
  sequence.header_.shard.reset();
  sequence.header_.sizes.clear();
  sequence.first_.push_back(0);
  for (size_t i = 1; i < files.size(); ++i) {
    MTG_RETURN_IF_ERROR(CheckFollows(files.front(), files[i]));
    sequence.first_.push_back(sequence.header_.segments);
    AppendHeader(files[i].header, sequence.header_);
  }
  MTG_RETURN_IF_ERROR(CheckNoneTwice(files));
  sequence.files_ = std::move(files);
  return sequence;
}

std::vector<RowSequence::Part> RowSequence::PartsOf(uint64_t first, uint64_t count) const {
  std::vector<Part> parts;
  auto file =
      static_cast<size_t>(std::upper_bound(first_.begin(), first_.end(), first) - first_.begin()) -
      1;
  while (count > 0) {
    const uint64_t within = first - first_[file];
    if (within >= files_[file].header.segments) {
      ++file;
      continue;
    }
    const uint64_t block = within / kBlockSegments;
    const auto from = static_cast<uint32_t>(within % kBlockSegments);
    const auto run =
        static_cast<uint32_t>(std::min<uint64_t>(count, files_[file].SegmentsOf(block) - from));
    parts.push_back({&files_[file], block, from, run});
    first += run;
    count -= run;
  }
  return parts;
}

std::vector<uint64_t> RowSequence::BlockStarts() const {
  std::vector<uint64_t> starts;
  for (size_t file = 0; file < files_.size(); ++file) {
    for (uint64_t block = 0; block < files_[file].header.blocks(); ++block) {
      starts.push_back(first_[file] + block * kBlockSegments);
    }
  }
  starts.push_back(header_.segments);
  return starts;
}

namespace {

// Returns a key for the run of a shard: shards of one run have the same number of shards, metrics
// and systems. Shards made from separate files may name the systems differently.
std::string RunOf(const RowHeader& header, bool by_name) {
  std::string run = fmt::format("{} {}", header.shard->count, header.systems.size());
  for (const RowMetric& metric : header.metrics) run += '\n' + metric.spec;
  for (const RowStream& system : header.systems) {
    if (by_name) run += '\n' + system.name;
  }
  return run;
}

using Places = std::vector<size_t>;

// Groups shards by run.
std::map<std::string, Places> GroupShards(const std::vector<RowFile>& files, const Places& places,
                                          bool by_name) {
  std::map<std::string, Places> groups;
  for (const size_t place : places) {
    groups[RunOf(files[place].header, by_name)].push_back(place);
  }
  return groups;
}

// Returns whether every shard of a run is present exactly once.
bool IsComplete(const std::vector<RowFile>& files, const Places& group) {
  std::set<uint32_t> numbers;
  for (const size_t place : group) numbers.insert(files[place].header.shard->number);
  return numbers.size() == group.size() && group.size() == files[group.front()].header.shard->count;
}

// Returns which files to join, in the order of the first of each run. Shards that do not form a
// complete run by the names of their systems are joined by their numbers, as `merge` would.
std::vector<Places> RunsAmong(const std::vector<RowFile>& files) {
  std::vector<Places> runs;
  Places shards, left;
  for (size_t i = 0; i < files.size(); ++i) {
    const std::optional<Shard>& shard = files[i].header.shard;
    if (shard && shard->count > 1) {
      shards.push_back(i);
    } else {
      runs.push_back({i});
    }
  }
  for (const auto& [run, group] : GroupShards(files, shards, true)) {
    if (IsComplete(files, group)) {
      runs.push_back(group);
    } else {
      left.insert(left.end(), group.begin(), group.end());
    }
  }
  std::sort(left.begin(), left.end());
  for (const auto& [run, group] : GroupShards(files, left, false)) runs.push_back(group);
  std::sort(runs.begin(), runs.end());
  return runs;
}

Result<std::vector<RowSequence>> JoinShards(std::vector<RowFile> files) {
  std::vector<RowSequence> sequences;
  for (const Places& group : RunsAmong(files)) {
    std::vector<RowFile> of_run;
    for (const size_t place : group) of_run.push_back(std::move(files[place]));
    MTG_ASSIGN_OR_RETURN(RowSequence joined, RowSequence::Join(std::move(of_run)));
    sequences.push_back(std::move(joined));
  }
  return sequences;
}

// The grid of systems and metrics that the sequences fill side by side.
class Grid {
 public:
  explicit Grid(RowHeader& header) : header_(header) {
    header_.systems.clear();
    header_.metrics.clear();
    header_.choice.metrics.clear();
    header_.texts.inputs.clear();
    header_.systems_of_file.clear();
    for (RowLanguage& language : header_.languages) {
      language.metrics.clear();
      language.systems.clear();
    }
  }

  void Add(size_t number, const RowSequence& sequence) {
    const RowHeader& from = sequence.header();
    std::vector<size_t> metrics;
    for (size_t m = 0; m < from.metrics.size(); ++m) {
      metrics.push_back(MetricOf(from, m));
    }
    std::vector<size_t> systems;
    bool known = true;
    for (const RowStream& system : from.systems) {
      const std::optional<size_t> found = FindFree(system, metrics);
      known = known && found.has_value();
      systems.push_back(found.value_or(0));
    }
    if (!known) systems = AddSystems(sequence);
    for (size_t s = 0; s < systems.size(); ++s) {
      for (size_t m = 0; m < metrics.size(); ++m) {
        places_[{systems[s], metrics[m]}] = {number, s * metrics.size() + m};
      }
    }
  }

  // Returns [system * metrics + metric]: the sequence and its cell.
  Result<std::vector<std::pair<size_t, size_t>>> Places() {
    TellApart();
    std::vector<std::pair<size_t, size_t>> places;
    for (size_t s = 0; s < header_.systems.size(); ++s) {
      for (size_t m = 0; m < header_.metrics.size(); ++m) {
        const auto found = places_.find({s, m});
        if (found == places_.end()) {
          return InputError({.file = paths_[s], .named = true},
                            fmt::format("{} has no rows of the system '{}' for {}", paths_[s],
                                        header_.systems[s].name, header_.metrics[m].spec),
                            "use row files with the same metrics for all systems");
        }
        places.push_back(found->second);
      }
    }
    return places;
  }

 private:
  size_t MetricOf(const RowHeader& from, size_t metric) {
    for (size_t m = 0; m < header_.metrics.size(); ++m) {
      if (header_.metrics[m].spec == from.metrics[metric].spec) return m;
    }
    header_.metrics.push_back(from.metrics[metric]);
    header_.choice.metrics.push_back(from.choice.metrics[metric]);
    for (size_t l = 0; l < header_.languages.size(); ++l) {
      header_.languages[l].metrics.push_back(from.languages[l].metrics[metric]);
    }
    return header_.metrics.size() - 1;
  }

  // Finds the same output if it has no rows for these metrics yet.
  std::optional<size_t> FindFree(const RowStream& system,
                                 const std::vector<size_t>& metrics) const {
    for (size_t s = 0; s < header_.systems.size(); ++s) {
      const RowStream& known = header_.systems[s];
      if (known.name != system.name || known.digest != system.digest) continue;
      const bool free = std::none_of(metrics.begin(), metrics.end(), [&](size_t m) {
        return places_.contains({s, m});
      });
      if (free) return s;
    }
    return std::nullopt;
  }

  std::vector<size_t> AddSystems(const RowSequence& sequence) {
    const RowHeader& from = sequence.header();
    std::vector<size_t> systems;
    for (const RowStream& system : from.systems) {
      systems.push_back(header_.systems.size());
      header_.systems.push_back(system);
      paths_.push_back(sequence.path());
    }
    for (size_t l = 0; l < header_.languages.size(); ++l) {
      std::vector<TextDigest>& into = header_.languages[l].systems;
      into.insert(into.end(), from.languages[l].systems.begin(), from.languages[l].systems.end());
    }
    for (const std::string& input : from.texts.inputs) {
      header_.texts.inputs.push_back(input);
      input_paths_.push_back(sequence.path());
    }
    header_.systems_of_file.insert(header_.systems_of_file.end(), from.systems_of_file.begin(),
                                   from.systems_of_file.end());
    return systems;
  }

  // Adds the file's name to systems that have the same name in several row files.
  void TellApart() {
    std::map<std::string, size_t> count, inputs;
    for (const RowStream& system : header_.systems) ++count[system.name];
    for (const std::string& input : header_.texts.inputs) ++inputs[input];
    for (size_t s = 0; s < header_.systems.size(); ++s) {
      std::string& name = header_.systems[s].name;
      if (count[name] > 1) name = paths_[s] + ":" + name;
    }
    for (size_t i = 0; i < header_.texts.inputs.size(); ++i) {
      std::string& input = header_.texts.inputs[i];
      if (inputs[input] > 1) input = input_paths_[i] + ":" + input;
    }
  }

  RowHeader& header_;
  std::vector<std::string> paths_, input_paths_;  // per system, per input
  std::map<std::pair<size_t, size_t>, std::pair<size_t, size_t>> places_;
};

// Takes ids, documents and groups from the first file that has them.
void TakeNames(const SegmentFacts& from, SegmentFacts& into) {
  if (into.ids.empty()) into.ids = from.ids;
  if (into.documents.empty()) into.documents = from.documents;
  if (into.groups.empty()) into.groups = from.groups;
}

Result<SegmentFacts> FactsOf(const RowSequence& sequence, uint64_t first, uint32_t count) {
  SegmentFacts facts;
  facts.segments = count;
  const size_t systems = sequence.header().systems.size();
  facts.marks.resize(systems * count);
  uint32_t before = 0;
  for (const RowSequence::Part& part : sequence.PartsOf(first, count)) {
    MTG_ASSIGN_OR_RETURN(const SegmentFacts block, part.file->ReadFacts(part.block));
    AppendPart(block.excluded, part.from, part.count, before, facts.excluded);
    AppendPart(block.lacking, part.from, part.count, before, facts.lacking);
    AppendPart(block.ids, part.from, part.count, before, facts.ids);
    AppendPart(block.documents, part.from, part.count, before, facts.documents);
    AppendPart(block.groups, part.from, part.count, before, facts.groups);
    for (size_t s = 0; s < systems; ++s) {
      const auto marks =
          block.marks.begin() + static_cast<std::ptrdiff_t>(s * block.segments) + part.from;
      std::copy_n(marks, part.count,
                  facts.marks.begin() + static_cast<std::ptrdiff_t>(s * count + before));
    }
    before += part.count;
  }
  return facts;
}

}  // namespace

namespace {

Result<std::vector<RowFile>> OpenFiles(const std::vector<std::string>& paths) {
  std::vector<RowFile> files;
  for (const std::string& path : paths) {
    MTG_ASSIGN_OR_RETURN(RowFile file, RowFile::Open(path));
    files.push_back(std::move(file));
  }
  return files;
}

// Appends a cell's rows to the block.
Status AppendParts(const std::vector<RowSequence::Part>& parts, size_t cell, OpenBlock& into) {
  for (const RowSequence::Part& part : parts) {
    MTG_ASSIGN_OR_RETURN(const RowBlock rows, part.file->ReadBlock(part.block, cell));
    const uint32_t at = into.filled();
    into.Extend(part.count);
    for (uint32_t c = 0; c < part.file->header.WidthOf(cell); ++c) {
      rows.Values(c, part.from, part.count, into.Column(c) + at);
    }
  }
  return OkStatus();
}

}  // namespace

Result<RowSequence> RowSequence::Open(const std::vector<std::string>& paths) {
  MTG_ASSIGN_OR_RETURN(std::vector<RowFile> files, OpenFiles(paths));
  MTG_ASSIGN_OR_RETURN(RowSequence sequence, Join(std::move(files)));
  MTG_RETURN_IF_ERROR(sequence.FindCheckedEnds());
  return sequence;
}

Status RowSequence::FindCheckedEnds() {
  const std::vector<RowLanguage>& languages = header_.languages;
  const bool all_checked = header_.segments <= kCheckedSegments;
  if (languages.empty() || files_.size() == 1 || all_checked) return OkStatus();
  // Languages with the same settings are checked as one corpus.
  std::vector<size_t> corpus;
  std::vector<uint64_t> left(languages.size(), kCheckedSegments);
  for (const RowLanguage& language : languages) {
    const auto same = std::ranges::find_if(
        languages, [&](const RowLanguage& other) { return SameSettings(language, other); });
    corpus.push_back(static_cast<size_t>(same - languages.begin()));
  }
  std::vector<uint64_t> ends(languages.size(), UINT64_MAX);
  for (uint64_t first = 0; first < header_.segments; first += kBlockSegments) {
    const uint64_t count = std::min<uint64_t>(kBlockSegments, header_.segments - first);
    MTG_ASSIGN_OR_RETURN(const SegmentFacts facts,
                         FactsOf(*this, first, static_cast<uint32_t>(count)));
    size_t language = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const std::string group = i < facts.groups.size() ? facts.groups[i] : std::string();
      if (i == 0 || group != facts.groups[i - 1]) {
        language = header_.FindLanguage(LanguageOf(header_, group));
      }
      if (language == languages.size()) {
        return InputError(
            {.file = path(), .named = true},
            fmt::format("{}: its header lacks the language of segment {}", path(), first + i + 1),
            "make it again");
      }
      uint64_t& of_corpus = left[corpus[language]];
      if (of_corpus > 0 && --of_corpus == 0) ends[corpus[language]] = first + i + 1;
    }
  }
  for (const size_t first : corpus) checked_ends_.push_back(ends[first]);
  return OkStatus();
}

std::vector<RowSequence::Part> RowSequence::PartsOfBlock(uint64_t block) const {
  const uint64_t first = block * kBlockSegments;
  return PartsOf(first, std::min<uint64_t>(kBlockSegments, header_.segments - first));
}

bool RowSequence::IsWhole(const std::vector<Part>& parts) const {
  return parts.size() == 1 && parts.front().from == 0 &&
         parts.front().count == parts.front().file->SegmentsOf(parts.front().block);
}

Result<RowBlock> RowSequence::Block(uint64_t block, size_t cell) const {
  const std::vector<Part> parts = PartsOfBlock(block);
  if (IsWhole(parts)) return parts.front().file->ReadBlock(parts.front().block, cell);
  OpenBlock open(header_.WidthOf(cell));
  MTG_RETURN_IF_ERROR(AppendParts(parts, cell, open));
  return open.Sealed();
}

Result<std::string> RowSequence::BlockBytes(uint64_t block, size_t cell) const {
  const std::vector<Part> parts = PartsOfBlock(block);
  if (IsWhole(parts)) return parts.front().file->ReadBytes(parts.front().block, cell);
  MTG_ASSIGN_OR_RETURN(const RowBlock rows, Block(block, cell));
  std::string bytes;
  AppendBlock(rows, bytes);
  return bytes;
}

Result<std::string> RowSequence::FactsBytes(uint64_t block) const {
  const uint64_t first = block * kBlockSegments;
  const auto count =
      static_cast<uint32_t>(std::min<uint64_t>(kBlockSegments, header_.segments - first));
  MTG_ASSIGN_OR_RETURN(SegmentFacts facts, FactsOf(*this, first, count));
  // The checks covered the first segments of each part, which may be later ones in the whole.
  std::vector<uint64_t> ends(count, kCheckedSegments);
  for (uint32_t i = 0; i < count && !checked_ends_.empty(); ++i) {
    ends[i] = checked_ends_[header_.FindLanguage(LanguageOf(header_, facts.groups[i]))];
  }
  for (size_t i = 0; i < facts.marks.size(); ++i) {
    if (first + i % count >= ends[i % count]) facts.marks[i] &= static_cast<TextMarks>(~kLookMarks);
  }
  std::string bytes;
  AppendFacts(facts, bytes);
  return bytes;
}

Result<RowSet> RowSet::Open(const std::vector<std::string>& paths) {
  MTG_ASSIGN_OR_RETURN(std::vector<RowFile> files, OpenFiles(paths));
  RowSet set;
  MTG_ASSIGN_OR_RETURN(set.sequences_, JoinShards(std::move(files)));
  MTG_RETURN_IF_ERROR(set.Arrange());
  return set;
}

Status RowSet::Arrange() {
  header_ = sequences_.front().header();
  Grid grid(header_);
  for (size_t i = 0; i < sequences_.size(); ++i) {
    if (i > 0) MTG_RETURN_IF_ERROR(CheckBeside(sequences_.front(), sequences_[i]));
    grid.Add(i, sequences_[i]);
    if (i > 0) AddBeside(sequences_[i].header(), header_);
  }
  MTG_ASSIGN_OR_RETURN(const auto places, grid.Places());
  header_.sums.clear();
  for (const auto& [sequence, cell] : places) {
    places_.push_back({sequence, cell});
    header_.sums.push_back(sequences_[sequence].header().sums[cell]);
  }
  return OkStatus();
}

Result<SegmentFacts> RowSet::ReadFacts(uint64_t first, uint32_t count) const {
  std::vector<SegmentFacts> facts;
  for (const RowSequence& sequence : sequences_) {
    MTG_ASSIGN_OR_RETURN(facts.emplace_back(), FactsOf(sequence, first, count));
  }
  if (facts.size() == 1) return std::move(facts.front());
  SegmentFacts all;
  all.segments = count;
  all.lacking = facts.front().lacking;
  for (const SegmentFacts& of : facts) {
    TakeNames(of, all);
    if (of.excluded.empty()) continue;
    all.excluded.resize(count);
    for (uint32_t i = 0; i < count; ++i) all.excluded[i] |= of.excluded[i];
  }
  const size_t metrics = header_.metrics.size();
  for (size_t s = 0; s < header_.systems.size(); ++s) {
    const Place& place = places_[s * metrics];
    const size_t own = place.cell / sequences_[place.sequence].header().metrics.size();
    const auto marks =
        facts[place.sequence].marks.begin() + static_cast<std::ptrdiff_t>(own * count);
    all.marks.insert(all.marks.end(), marks, marks + count);
  }
  return all;
}

Result<std::vector<std::vector<int64_t>>> RowSet::ReadRows(uint64_t first, uint32_t count,
                                                           uint64_t& bytes) const {
  std::vector<std::vector<int64_t>> rows;
  std::vector<int64_t> values;
  for (size_t cell = 0; cell < places_.size(); ++cell) {
    const Place& place = places_[cell];
    const uint32_t width = header_.WidthOf(cell);
    std::vector<int64_t>& of_cell = rows.emplace_back(size_t{count} * width);
    uint32_t before = 0;
    for (const RowSequence::Part& part : sequences_[place.sequence].PartsOf(first, count)) {
      MTG_ASSIGN_OR_RETURN(const RowBlock block, part.file->ReadBlock(part.block, place.cell));
      bytes += block.byte_count;
      values.resize(part.count);
      for (uint32_t column = 0; column < width; ++column) {
        block.Values(column, part.from, part.count, values.data());
        int64_t* cell_of_row = of_cell.data() + size_t{before} * width + column;
        for (uint32_t i = 0; i < part.count; ++i) cell_of_row[size_t{i} * width] = values[i];
      }
      before += part.count;
    }
  }
  return rows;
}

uint64_t RowSet::bytes() const {
  uint64_t bytes = 0;
  for (const RowSequence& sequence : sequences_) {
    for (const RowFile& file : sequence.files()) bytes += file.file.size();
  }
  return bytes;
}

Status RowSet::Select(const std::vector<std::string>& metrics) {
  std::vector<size_t> chosen;
  for (const std::string& wanted : metrics) {
    size_t found = 0;
    while (found < header_.metrics.size() && header_.metrics[found].spec != wanted &&
           header_.choice.metrics[found] != wanted) {
      ++found;
    }
    if (found == header_.metrics.size()) {
      std::string known;
      for (const RowMetric& metric : header_.metrics) {
        known += (known.empty() ? "" : ", ") + metric.spec;
      }
      return UsageError({.option = "metrics"},
                        fmt::format("the row files have no rows for '{}'", wanted),
                        fmt::format("they have {}; other metrics need the texts", known));
    }
    chosen.push_back(found);
  }
  const RowHeader all = header_;
  const std::vector<Place> places = std::move(places_);
  places_.clear();
  header_.metrics.clear();
  header_.choice.metrics.clear();
  header_.sums.clear();
  for (RowLanguage& language : header_.languages) language.metrics.clear();
  for (const size_t m : chosen) {
    header_.metrics.push_back(all.metrics[m]);
    header_.choice.metrics.push_back(all.choice.metrics[m]);
    for (size_t l = 0; l < all.languages.size(); ++l) {
      header_.languages[l].metrics.push_back(all.languages[l].metrics[m]);
    }
  }
  for (size_t s = 0; s < all.systems.size(); ++s) {
    for (const size_t m : chosen) {
      places_.push_back(places[s * all.metrics.size() + m]);
      header_.sums.push_back(all.sums[s * all.metrics.size() + m]);
    }
  }
  return OkStatus();
}

Result<std::vector<std::vector<int64_t>>> RowSet::ReadSums(uint64_t first, uint32_t count,
                                                           uint64_t& bytes) const {
  std::vector<std::vector<int64_t>> sums;
  std::vector<int64_t> values;
  for (size_t cell = 0; cell < places_.size(); ++cell) {
    const Place& place = places_[cell];
    std::vector<int64_t>& of_cell = sums.emplace_back(header_.WidthOf(cell), 0);
    for (const RowSequence::Part& part : sequences_[place.sequence].PartsOf(first, count)) {
      MTG_ASSIGN_OR_RETURN(const RowBlock block, part.file->ReadBlock(part.block, place.cell));
      bytes += block.byte_count;
      if (part.count == block.segments) {
        AddTotals(block, of_cell);
        continue;
      }
      values.resize(part.count);
      for (uint32_t column = 0; column < of_cell.size(); ++column) {
        block.Values(column, part.from, part.count, values.data());
        of_cell[column] =
            std::accumulate(values.begin(), values.end(), of_cell[column], WrappingSum);
      }
    }
  }
  return sums;
}

Result<RowBlock> RowSet::KeptBlock(size_t cell, uint64_t block,
                                   std::span<const uint64_t> skipped) const {
  const Place& place = places_[cell];
  const RowSequence& rows = sequences_[place.sequence];
  if (skipped.empty()) return rows.Block(block, place.cell);
  // Find the input segment with index `kept` among those that are not skipped.
  uint64_t kept = block * kBlockSegments;
  size_t before = 0, least = 0, most = skipped.size();
  while (least < most) {
    before = (least + most) / 2;
    if (skipped[before] - before <= kept) {
      least = before + 1;
    } else {
      most = before;
    }
  }
  uint64_t segment = kept + least;
  const uint64_t end = std::min(kept + kBlockSegments, header_.segments - skipped.size());
  OpenBlock open(header_.WidthOf(cell));
  for (size_t next = least; kept < end; segment = skipped[next++] + 1) {
    const uint64_t run =
        std::min((next < skipped.size() ? skipped[next] : header_.segments) - segment, end - kept);
    MTG_RETURN_IF_ERROR(AppendParts(rows.PartsOf(segment, run), place.cell, open));
    kept += run;
    if (kept == end) break;
  }
  return open.Sealed();
}

}  // namespace mtgauge
