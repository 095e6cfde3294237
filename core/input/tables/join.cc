// Makes tables from streams of records.
#include "core/input/tables/join.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/input/group_values.h"

namespace mtgauge {
namespace {

// Stores strings one after another in large pieces.
class Arena {
 public:
  std::string_view Keep(std::string_view text) {
    if (text.empty()) return {};
    if (pieces_.empty() || pieces_.back().capacity() - pieces_.back().size() < text.size()) {
      pieces_.emplace_back();
      pieces_.back().reserve(std::max(kPiece, text.size()));
    }
    std::string& piece = pieces_.back();
    const size_t at = piece.size();
    piece += text;  // has room: nothing moves
    return std::string_view(piece).substr(at);
  }

 private:
  static constexpr size_t kPiece = 1 << 20;
  std::deque<std::string> pieces_;
};

// Gives segments the values in their keys.
class KeySplitter {
 public:
  // `by`: as in OpenOptions.
  KeySplitter(KeyTemplate shape, std::string text, std::string_view by)
      : shape_(std::move(shape)), text_(std::move(text)), names_(shape_.names()) {
    for (const std::string& field : FindFields(names_, by)) groups_.push_back(Place(field));
    for (const std::string& name : names_) {
      if (IsDocumentField(name)) document_ = Place(name);
    }
  }

  const std::vector<std::string>& names() const { return names_; }

  // The strings that the segment gets are valid until the next call.
  Status Apply(const Source& source, Segment& segment) {
    const auto values = shape_.Match(segment.id);
    if (!values) {
      const FileLine place = source.FileOf(segment.line);
      return InputError(
          {.file = place.file, .line = place.line, .option = "split-key"},
          fmt::format("'{}' does not have the form '{}' of `split-key`", segment.id, text_),
          "correct one of the two");
    }
    if (document_ < names_.size()) {
      // The same document name may occur in another language or domain.
      const std::string_view last = (*values)[document_];
      segment.document =
          segment.id.substr(0, static_cast<size_t>(last.data() + last.size() - segment.id.data()));
    }
    std::vector<std::string_view> group;
    for (const size_t field : groups_) {
      group.push_back(field == document_ ? segment.document : (*values)[field]);
    }
    if (!group.empty()) segment.group = group_ = JoinValues(group);
    return OkStatus();
  }

 private:
  // Returns the position of a name; names_.size() if it is not there.
  size_t Place(std::string_view name) const {
    return name.empty() ? names_.size()
                        : static_cast<size_t>(std::ranges::find(names_, name) - names_.begin());
  }

  KeyTemplate shape_;
  std::string text_;
  std::vector<std::string> names_;
  size_t document_ = names_.size();
  std::vector<size_t> groups_;  // the fields of `by`
  std::string group_;           // of the last segment
};

class TableMaker {
 public:
  // `splitter` may be null; it must outlive the maker.
  TableMaker(std::shared_ptr<const Source> source, std::string key, KeySplitter* splitter)
      : source_(std::move(source)), key_(std::move(key)), splitter_(splitter) {}

  Status Add(const Block& block) {
    if (block.bytes == 0) return OkStatus();
    const LineExtras& extras = *block.extras;
    const char* at = block.data.data();
    auto aside = extras.asides.begin();
    for (size_t i = 0; i < block.lines; ++i) {
      const auto* const end = static_cast<const char*>(
          std::memchr(at, '\n', static_cast<size_t>(block.data.data() + block.bytes - at)));
      Segment segment;
      segment.text = {at, static_cast<size_t>(end - at)};
      at = end + 1;
      if (aside != extras.asides.end() && aside->segment == i) segment.text = (aside++)->text;
      segment.line = extras.lines.empty() ? ++rows_ : extras.lines[i];
      segment.missing = !extras.missing.empty() && extras.missing[i] != 0;
      if (!extras.ids.empty()) segment.id = extras.ids[i];
      if (!extras.documents.empty()) segment.document = extras.documents[i];
      if (!extras.groups.empty()) segment.group = extras.groups[i];
      MTG_RETURN_IF_ERROR(
          AddSegment(segment, extras.systems.empty() ? std::string_view() : extras.systems[i]));
    }
    return OkStatus();
  }

  std::vector<SegmentTable> Take() {
    if (tables_.empty()) TableOf("");
    return std::move(tables_);
  }

 private:
  Status AddSegment(const Segment& segment, std::string_view system) {
    if (segment.id.empty()) {
      const FileLine place = source_->FileOf(segment.line);
      return InputError({.file = place.file, .line = place.line, .option = "key"},
                        fmt::format("the field '{}' is missing or empty", key_),
                        "every record needs it, since `key` joins by it");
    }
    Segment kept = segment;
    kept.text = arena_->Keep(segment.text);
    kept.id = arena_->Keep(segment.id);
    // Neighbours mostly have the same value.
    kept.document = document_ =
        segment.document == document_ ? document_ : arena_->Keep(segment.document);
    if (splitter_ != nullptr) MTG_RETURN_IF_ERROR(splitter_->Apply(*source_, kept));
    kept.group = group_ = kept.group == group_ ? group_ : arena_->Keep(kept.group);
    TableOf(system).segments.push_back(kept);
    return OkStatus();
  }

  SegmentTable& TableOf(std::string_view system) {
    if (last_ < tables_.size() && tables_[last_].system == system) return tables_[last_];
    const auto [place, is_new] = places_.try_emplace(std::string(system), tables_.size());
    last_ = place->second;
    if (is_new) {
      const std::string& name = source_->name();
      const bool is_set = source_->FileOf(1).file != name;
      tables_.push_back({name, std::string(system), {}, arena_, false, is_set ? source_ : nullptr});
    }
    return tables_[last_];
  }

  std::shared_ptr<const Source> source_;
  std::string key_;
  KeySplitter* splitter_;
  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>();
  std::vector<SegmentTable> tables_;
  absl::flat_hash_map<std::string, size_t> places_;  // of the systems' tables
  size_t last_ = 0;
  uint64_t rows_ = 0;                  // of a file whose rows are its lines
  std::string_view document_, group_;  // of the previous segment
};

// Returns where a record is, for a message about another one in `file`.
std::string Shown(const FileLine& place, const std::string& file) {
  return place.file == file ? fmt::format("on line {}", place.line)
                            : fmt::format("in {}:{}", place.file, place.line);
}

Status CheckUnique(const SegmentTable& table, const std::string& key) {
  absl::flat_hash_map<std::string_view, uint64_t> lines;
  for (const Segment& segment : table.segments) {
    const auto [place, is_new] = lines.emplace(segment.id, segment.line);
    if (is_new) continue;
    const FileLine first = table.PlaceOf(place->second), second = table.PlaceOf(segment.line);
    return InputError(
        {second.file, second.line},
        fmt::format("the {} '{}' is already {}{}", key, segment.id, Shown(first, second.file),
                    table.system.empty() ? "" : fmt::format(" for the system '{}'", table.system)),
        "use it for one record only");
  }
  return OkStatus();
}

// Merges references that are repeated for every system; they must be equal.
Status MergeReferences(std::vector<SegmentTable>& tables) {
  std::vector<SegmentTable*> all;
  for (SegmentTable& table : tables) all.push_back(&table);
  MTG_RETURN_IF_ERROR(AlignTablesById(all));
  const std::vector<Segment>& first = tables.front().segments;
  for (const SegmentTable& table : tables) {
    for (size_t i = 0; i < first.size(); ++i) {
      const Segment& segment = table.segments[i];
      if (segment.text == first[i].text && segment.missing == first[i].missing) continue;
      const FileLine place = table.PlaceOf(segment.line);
      return InputError(
          {place.file, place.line},
          fmt::format("the reference of '{}' differs from that {}", segment.id,
                      Shown(table.PlaceOf(first[i].line), place.file)),
          "use the same reference for all systems, or put references into a separate file");
    }
  }
  tables.resize(1);
  tables.front().system.clear();
  return OkStatus();
}

}  // namespace

Result<KeyTemplate> KeyTemplate::Parse(std::string_view text) {
  KeyTemplate shape;
  const auto wrong = [text](std::string_view what) {
    return UsageError({.option = "split-key"}, fmt::format("`split-key`: '{}': {}", text, what),
                      "write names and separators, as in '{lang}_#_{domain}_#_{doc}_#_{}'");
  };
  size_t open = text.find('{');
  shape.begin_ = text.substr(0, open);
  while (open != text.npos) {
    const size_t close = text.find('}', open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (close == text.npos || name.find('{') != name.npos) return wrong("a brace is not closed");
    const size_t next = text.find('{', close);
    const std::string_view stop = text.substr(close + 1, std::min(next, text.size()) - close - 1);
    if (next != text.npos && stop.empty()) return wrong("there is no separator between two names");
    const bool again = !name.empty() && std::ranges::count(shape.names(), name) > 0;
    if (again) return wrong("a name occurs twice");
    shape.parts_.push_back({std::string(name), std::string(stop)});
    open = next;
  }
  for (const Part& part : shape.parts_) {
    if (!part.name.empty()) return shape;
  }
  return wrong("there is no name in braces");
}

std::vector<std::string> KeyTemplate::names() const {
  std::vector<std::string> names;
  for (const Part& part : parts_) {
    if (!part.name.empty()) names.push_back(part.name);
  }
  return names;
}

std::optional<std::vector<std::string_view>> KeyTemplate::Match(std::string_view key) const {
  std::vector<std::string_view> values;
  if (!key.starts_with(begin_)) return std::nullopt;
  key.remove_prefix(begin_.size());
  for (size_t i = 0; i < parts_.size(); ++i) {
    const bool last = i + 1 == parts_.size();
    const std::string& stop = parts_[i].stop;
    if (last && !key.ends_with(stop)) return std::nullopt;
    const size_t end = last ? key.size() - stop.size() : key.find(stop);
    if (end == key.npos || end == 0) return std::nullopt;
    if (!parts_[i].name.empty()) values.push_back(key.substr(0, end));
    key.remove_prefix(end + stop.size());
  }
  return values;
}

Result<std::vector<Column>> ReadTables(Column column, Role role, const OpenOptions& options) {
  std::optional<KeySplitter> splitter;
  if (!options.split_key.empty()) {
    MTG_ASSIGN_OR_RETURN(KeyTemplate shape, KeyTemplate::Parse(options.split_key));
    splitter.emplace(std::move(shape), options.split_key, options.by);
    const std::vector<std::string>& names = splitter->names();
    column.fields.insert(column.fields.end(), names.begin(), names.end());
  }
  const std::shared_ptr<Source> source = std::move(column.source);
  TableMaker maker(source, options.key, splitter ? &*splitter : nullptr);
  for (Block block; !block.last; ++block.index) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    source->Read(256 << 10, block);
    MTG_RETURN_IF_ERROR(block.status);
    MTG_RETURN_IF_ERROR(maker.Add(block));
  }
  std::vector<SegmentTable> tables = maker.Take();
  for (const SegmentTable& table : tables) MTG_RETURN_IF_ERROR(CheckUnique(table, options.key));
  if (role == Role::kReference) MTG_RETURN_IF_ERROR(MergeReferences(tables));
  std::vector<Column> columns;
  for (SegmentTable& table : tables) {
    const bool own_name = tables.size() > 1 || column.name.empty();
    columns.push_back(
        {own_name ? table.system : column.name, nullptr, std::move(table), column.fields});
  }
  return columns;
}

}  // namespace mtgauge
