// Reading groups: columns as they are, files as one group, and lists.
#include "core/input/groups/group_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <utility>

#include "core/base/suggest.h"
#include "core/input/batches.h"
#include "core/input/byte_order_mark.h"
#include "core/input/formats/format.h"
#include "core/input/formats/json_record.h"
#include "core/input/formats/nbest.h"
#include "core/input/groups/line_reader.h"
#include "core/input/text_columns.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

using Texts = std::vector<std::string>;
using MaybeGroup = absl::StatusOr<std::optional<PairGroup>>;

constexpr std::string_view kBars = "|||";
constexpr std::string_view kHypothesisNames[] = {"hyps", "hypotheses", "candidates",
                                                 "hyp",  "hypothesis", "translation"};
constexpr std::string_view kReferenceNames[] = {"refs", "references", "ref", "reference"};

// A group that owns its texts.
struct OwnTexts {
  Texts hypotheses, references;
};
PairGroup GroupOf(std::string name, const std::string& file, OwnTexts texts, bool has_references) {
  auto owned = std::make_shared<const OwnTexts>(std::move(texts));
  PairGroup group{std::move(name), TextColumn(file, std::span(owned->hypotheses))};
  if (has_references) group.references = TextColumn(file, std::span(owned->references));
  group.owner = owned;
  return group;
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class MemoryGroups final : public GroupReader {
 public:
  explicit MemoryGroups(std::span<const PairGroup> groups) : left_(groups) {}

  MaybeGroup Next() override {
    if (left_.empty()) return std::optional<PairGroup>();
    const PairGroup& group = left_.front();
    left_ = left_.subspan(1);
    MTG_RETURN_IF_ERROR(CheckTexts(group.hypotheses, "hypothesis"));
    if (group.references) MTG_RETURN_IF_ERROR(CheckTexts(*group.references, "reference"));
    return group;
  }

 private:
  std::span<const PairGroup> left_;
};

// All texts of a source.
absl::StatusOr<Texts> ReadTexts(Source& source, const std::atomic<bool>* stop) {
  Texts texts;
  const auto keep = [&](std::unique_ptr<Batch> batch) {
    const Stream& stream = batch->hyps.front();
    const char* at = stream.text;
    auto aside = stream.aside.begin();
    for (uint32_t i = 0; i < batch->segments; ++i) {
      const auto* const end = static_cast<const char*>(
          std::memchr(at, '\n', static_cast<size_t>(stream.text + stream.bytes - at)));
      texts.emplace_back(at, end);
      if (aside != stream.aside.end() && aside->segment == i) texts.back() = (aside++)->text;
      at = end + 1;
    }
    return absl::OkStatus();
  };
  MTG_RETURN_IF_ERROR(ForEachBatch({&source}, 0, stop, keep));
  return texts;
}

// A file with one column, as any verb reads it.
class OneFile {
 public:
  static absl::StatusOr<OneFile> Open(const GroupFiles& files, const std::string& path, Role role) {
    OpenOptions options;
    options.stop = files.stop;
    options.format = files.input_format;
    MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs({{path, role}}, options));
    if (opened.front().size() > 1) {
      return UsageError(
          fmt::format("{} holds {} systems or references", path, opened.front().size()),
          fmt::format("choose one, as in {}:{}", path, opened.front().front().name));
    }
    OneFile file;
    file.source = std::move(opened.front().front().source);
    MTG_ASSIGN_OR_RETURN(file.texts, ReadTexts(*file.source, files.stop));
    return file;
  }

  std::unique_ptr<Source> source;
  Texts texts;
};

// All lines of one file with all lines of another.
class FilesAsGroup final : public GroupReader {
 public:
  // `lines`: the hypotheses as plain text; null: their file is to be opened.
  FilesAsGroup(GroupFiles files, std::unique_ptr<LineReader> lines)
      : files_(std::move(files)), lines_(std::move(lines)) {}

  MaybeGroup Next() override {
    if (std::exchange(done_, true)) return std::optional<PairGroup>();
    auto owned = std::make_shared<OwnTexts>();
    std::string name;
    if (lines_ != nullptr) {
      name = lines_->source().name();
      MTG_RETURN_IF_ERROR(ReadLines(owned->hypotheses));
      Warn(lines_->source());
    } else {
      MTG_ASSIGN_OR_RETURN(OneFile file, OneFile::Open(files_, files_.hypotheses, Role::kSystem));
      name = file.source->name();
      owned->hypotheses = std::move(file.texts);
      Warn(*file.source);
    }
    PairGroup group{"1", TextColumn(name, std::span<const std::string>(owned->hypotheses))};
    if (!files_.references.empty()) {
      MTG_ASSIGN_OR_RETURN(OneFile references,
                           OneFile::Open(files_, files_.references.front(), Role::kReference));
      owned->references = std::move(references.texts);
      group.references =
          TextColumn(references.source->name(), std::span<const std::string>(owned->references));
      Warn(*references.source);
    }
    group.owner = owned;
    return group;
  }
  std::vector<InputWarning> warnings() const override { return warnings_; }

 private:
  absl::Status ReadLines(Texts& texts) {
    while (true) {
      MTG_ASSIGN_OR_RETURN(const std::optional<Row> row, lines_->Next());
      if (!row) return absl::OkStatus();
      texts.emplace_back(row->text);
    }
  }
  void Warn(const Source& source) {
    for (InputWarning& warning : source.warnings()) warnings_.push_back(std::move(warning));
  }

  GroupFiles files_;
  std::unique_ptr<LineReader> lines_;
  std::vector<InputWarning> warnings_;
  bool done_ = false;
};

// The number behind the last separator of a line.
absl::StatusOr<double> WeightOfLine(const std::string& file, const Row& row) {
  const size_t bars = row.text.rfind(kBars);
  std::string_view number = row.text.substr(bars + kBars.size());
  number.remove_prefix(std::min(number.find_first_not_of(" \t"), number.size()));
  number = number.substr(0, number.find_last_not_of(" \t") + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size()) {
    return BadRow(file, row.line, fmt::format("'{}' is no score of a candidate", number),
                  "end every line with ' ||| ' and a number, or leave out `weights`");
  }
  return value;
}

// Candidates that stand together under one id.
class NbestGroups final : public GroupReader {
 public:
  NbestGroups(std::unique_ptr<LineReader> lines, bool weighed, std::vector<OneFile> references)
      : lines_(std::move(lines)), weighed_(weighed), references_(std::move(references)) {}

  MaybeGroup Next() override {
    const std::string& file = lines_->source().name();
    OwnTexts texts;
    std::vector<double> weights;
    std::string id;
    uint64_t lines_before = 0;
    while (true) {
      MTG_ASSIGN_OR_RETURN(const std::optional<Row> row, lines_->First());
      if (!row) break;
      const std::optional<NbestLine> line = ParseNbestLine(row->text);
      if (!line) {
        return BadRow(file, row->line, "not a line of an n-best list", "write ID ||| TEXT");
      }
      if (texts.hypotheses.empty()) {
        id = line->id;
        lines_before = row->line - 1;
      } else if (line->id != id) {
        break;
      }
      texts.hypotheses.emplace_back(line->text);
      if (weighed_) {
        MTG_ASSIGN_OR_RETURN(weights.emplace_back(), WeightOfLine(file, *row));
      }
      MTG_RETURN_IF_ERROR(lines_->Next().status());
    }
    if (texts.hypotheses.empty()) return AtEnd();
    MTG_RETURN_IF_ERROR(TakeReferences(lines_before, texts));
    PairGroup group = GroupOf(std::move(id), file, std::move(texts), !references_.empty());
    group.weights = std::move(weights);
    group.lines_before = lines_before;
    return group;
  }
  std::vector<InputWarning> warnings() const override { return lines_->source().warnings(); }

 private:
  absl::Status TakeReferences(uint64_t lines_before, OwnTexts& texts) {
    for (const OneFile& file : references_) {
      if (groups_ >= file.texts.size()) {
        return InputError({lines_->source().name(), lines_before + 1},
                          fmt::format("more ids than references in {}, of which there are {}",
                                      file.source->name(), file.texts.size()),
                          "give one reference for each id of the list");
      }
      texts.references.push_back(file.texts[groups_]);
    }
    ++groups_;
    return absl::OkStatus();
  }
  MaybeGroup AtEnd() const {
    for (const OneFile& file : references_) {
      if (file.texts.size() == groups_) continue;
      return InputError({file.source->name()},
                        fmt::format("{} references, but {} has {} ids", file.texts.size(),
                                    lines_->source().name(), groups_),
                        "give one reference for each id of the list");
    }
    return std::optional<PairGroup>();
  }

  std::unique_ptr<LineReader> lines_;
  bool weighed_;
  std::vector<OneFile> references_;
  uint64_t groups_ = 0;
};

// Records with lists of texts.
class JsonGroups final : public GroupReader {
 public:
  JsonGroups(std::unique_ptr<LineReader> lines, std::string weights)
      : lines_(std::move(lines)), weights_(std::move(weights)) {}

  MaybeGroup Next() override {
    std::optional<Row> row;
    do {
      MTG_ASSIGN_OR_RETURN(row, lines_->Next());
      if (!row) return std::optional<PairGroup>();
    } while (IsBlank(row->text));
    const std::string& file = lines_->source().name();
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file, *row, parser_));
    OwnTexts texts;
    MTG_ASSIGN_OR_RETURN(const bool has_hypotheses,
                         TakeTexts(*row, record, kHypothesisNames, texts.hypotheses));
    if (!has_hypotheses) {
      return BadRow(file, row->line, "no field 'hyps' with a list of texts",
                    "give every record one, as in {\"hyps\": [\"...\"], \"refs\": [\"...\"]}");
    }
    MTG_ASSIGN_OR_RETURN(const bool has_references,
                         TakeTexts(*row, record, kReferenceNames, texts.references));
    const std::string place = fmt::format("{}:{}", file, row->line);
    ++groups_;
    PairGroup group = GroupOf(NameOf(record), place, std::move(texts), has_references);
    MTG_RETURN_IF_ERROR(TakeWeights(*row, record, group.weights));
    return group;
  }
  std::vector<InputWarning> warnings() const override { return lines_->source().warnings(); }

 private:
  absl::StatusOr<bool> TakeTexts(const Row& row, const dom::object& record,
                                 std::span<const std::string_view> names, Texts& texts) const {
    const std::string& file = lines_->source().name();
    std::string_view chosen;
    for (const dom::key_value_pair field : record) {
      if (std::find(names.begin(), names.end(), field.key) == names.end()) continue;
      if (!chosen.empty()) {
        return BadRow(file, row.line,
                      fmt::format("the record has both '{}' and '{}'", chosen, field.key),
                      "leave out one");
      }
      chosen = field.key;
      dom::array list;
      std::string_view text;
      if (field.value.get(text) == simdjson::SUCCESS) {
        texts.emplace_back(text);
        continue;
      }
      if (field.value.get(list) != simdjson::SUCCESS) {
        return BadRow(file, row.line, fmt::format("the field '{}' is no list of texts", field.key),
                      "give a list of strings");
      }
      for (const dom::element element : list) {
        if (element.get(text) != simdjson::SUCCESS) {
          return BadRow(file, row.line,
                        fmt::format("'{}' holds something that is no text", field.key),
                        "give a list of strings");
        }
        texts.emplace_back(text);
      }
    }
    return !chosen.empty();
  }

  absl::Status TakeWeights(const Row& row, const dom::object& record,
                           std::vector<double>& weights) const {
    if (weights_.empty()) return absl::OkStatus();
    const auto bad = [&] {
      return BadRow(lines_->source().name(), row.line,
                    fmt::format("no list of numbers in the field '{}'", weights_),
                    "give every record one, a number for each reference");
    };
    dom::array list;
    if (record.at_key(weights_).get(list) != simdjson::SUCCESS) return bad();
    for (const dom::element element : list) {
      if (element.get(weights.emplace_back()) != simdjson::SUCCESS) return bad();
    }
    return absl::OkStatus();
  }

  std::string NameOf(const dom::object& record) const {
    std::string_view name;
    int64_t number = 0;
    const auto id = record.at_key("id");
    if (id.get(name) == simdjson::SUCCESS) return std::string(name);
    if (id.get(number) == simdjson::SUCCESS) return std::to_string(number);
    return std::to_string(groups_);
  }

  std::unique_ptr<LineReader> lines_;
  std::string weights_;
  dom::parser parser_;
  uint64_t groups_ = 0;
};

std::string_view FormatOf(const std::optional<Row>& first) {
  if (!first) return "lines";
  const size_t at = first->text.find_first_not_of(" \t");
  if (at != std::string_view::npos && first->text[at] == '{') return "jsonl";
  return ParseNbestLine(first->text) ? "nbest" : "lines";
}

absl::StatusOr<std::unique_ptr<GroupReader>> OpenList(const GroupFiles& files,
                                                      std::string_view format,
                                                      std::unique_ptr<LineReader> lines) {
  if (format == "jsonl") {
    if (!files.references.empty()) {
      return UsageError("records with lists hold their own references",
                        "leave out the file of references");
    }
    return std::make_unique<JsonGroups>(std::move(lines), files.weights);
  }
  if (!files.weights.empty() && files.weights != "score") {
    return UsageError({.option = "weights"},
                      fmt::format("`weights`: an n-best list has no field '{}'", files.weights),
                      "use `weights` score, which is what ends each line");
  }
  std::vector<OneFile> references;
  for (const std::string& path : files.references) {
    MTG_ASSIGN_OR_RETURN(references.emplace_back(), OneFile::Open(files, path, Role::kReference));
  }
  return std::make_unique<NbestGroups>(std::move(lines), !files.weights.empty(),
                                       std::move(references));
}

}  // namespace

std::vector<std::string_view> ListFormats() { return {"lines", "nbest", "jsonl"}; }

absl::StatusOr<std::unique_ptr<GroupReader>> OpenGroups(const GroupFiles& files) {
  std::string_view format = files.list_format;
  std::unique_ptr<LineReader> lines;
  if (format != "lines") {
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(files.hypotheses));
    const auto marked = std::make_shared<std::atomic<bool>>(false);
    lines = std::make_unique<LineReader>(
        WithWarnings(WithoutMark(std::move(source), marked), marked), files.stop);
    MTG_ASSIGN_OR_RETURN(const std::optional<Row> first, lines->First());
    if (format.empty()) format = FormatOf(first);
  }
  if (format != "lines") return OpenList(files, format, std::move(lines));
  if (files.references.size() > 1) {
    return UsageError("two files of references for one group", "give one");
  }
  if (!files.weights.empty()) {
    return UsageError({.option = "weights"}, "`weights`: lines of text have none",
                      "use an n-best list or JSON Lines");
  }
  // Of standard input the first lines have been read.
  if (files.hypotheses != "-") lines = nullptr;
  return std::make_unique<FilesAsGroup>(files, std::move(lines));
}

std::unique_ptr<GroupReader> GroupsInMemory(std::span<const PairGroup> groups) {
  return std::make_unique<MemoryGroups>(groups);
}

}  // namespace mtgauge
