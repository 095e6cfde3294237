// Reads texts by sacreBLEU's rules.
#include "core/input/sacrebleu/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/foreign.h"
#include "core/input/sacrebleu/test_set_fields.h"
#include "core/input/sacrebleu/test_sets.h"
#include "core/input/source.h"
#include "core/input/standard_input.h"
#include "core/simd/kernels.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr char kColumns[] = "columns";  // the option of a ColumnError
constexpr uint32_t kBlockBytes = 4 << 20;
constexpr uint32_t kBatchSegments = 1024;
constexpr size_t kBatchBytes = 1 << 20;  // of one stream, unless a segment is longer

Status CheckUtf8(const std::string& name, std::string_view bytes) {
  if (IsValidUtf8(bytes)) return OkStatus();
  const size_t at = FindInvalidUtf8(bytes).value_or(0);
  const std::string_view before = bytes.substr(0, at);
  const auto line = static_cast<uint64_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  return InputError({name, line},
                    fmt::format("invalid UTF-8 (0x{:02X})", static_cast<unsigned char>(bytes[at])),
                    "convert the file to UTF-8");
}

Result<std::string> ReadBytes(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(path));
  std::string bytes;
  Block block;
  for (; !block.last; ++block.index) {
    source->Read(kBlockBytes, block);
    MTG_RETURN_IF_ERROR(block.status);
    bytes.append(block.data.data(), block.bytes);
  }
  MTG_RETURN_IF_ERROR(CheckNotBinary(source->name(), bytes));
  MTG_RETURN_IF_ERROR(CheckUtf8(source->name(), bytes));
  return bytes;
}

// Replaces CR LF and CR with LF.
void UnifyLineEnds(std::string& bytes) {
  if (bytes.find('\r') == std::string::npos) return;
  size_t to = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
    bytes[to++] = bytes[i] == '\r' ? '\n' : bytes[i];
  }
  bytes.resize(to);
}

void AddLine(std::string_view line, PythonColumn& column) {
  column.text += line;
  column.text += '\n';
  ++column.lines;
}

void Seal(PythonColumn& column) { column.text.append(kTextPadding, '\0'); }
void Unseal(PythonColumn& column) { column.text.resize(column.bytes()); }

// Returns at most `most` fields; the last one contains the rest.
std::vector<std::string_view> SplitAtTabs(std::string_view line, size_t most) {
  std::vector<std::string_view> fields;
  while (fields.size() + 1 < most) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos) break;
    fields.push_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  fields.push_back(line);
  return fields;
}

// Reads one reference file with several references separated by tabs.
Result<std::vector<PythonColumn>> ReadReferenceColumns(const std::string& path, int64_t wanted) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(path));
  const size_t most = wanted > 0 ? static_cast<size_t>(wanted) : SIZE_MAX;
  std::vector<PythonColumn> columns;
  size_t number = 0;
  MTG_RETURN_IF_ERROR(ForEachLine(bytes, [&](std::string_view line) -> Status {
    ++number;
    const std::vector<std::string_view> fields = SplitAtTabs(TrimRight(line), most);
    if (fields.size() != most) {
      return ColumnError(
          fmt::format("FATAL: line {}: expected {} fields, but found {}. ({}; `num-refs` says how "
                      "many references there are between tabs)",
                      number, wanted, fields.size(), path));
    }
    columns.resize(fields.size());
    for (size_t i = 0; i < fields.size(); ++i) AddLine(fields[i], columns[i]);
    return OkStatus();
  }));
  columns.resize(std::max<size_t>(columns.size(), 1));
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = fmt::format("{} column {}", path, i + 1);
    Seal(columns[i]);
  }
  return columns;
}

// Reads the references of all test sets, one set after another.
Result<std::vector<PythonColumn>> ReadTestSets(const SacreBleuInputs& inputs) {
  std::vector<PythonColumn> columns;
  for (const std::string& set : TestSetNames(inputs)) {
    MTG_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                         TestSetReferences(set, *inputs.language_pair));
    const bool first = columns.empty();
    if (!first && files.size() != columns.size()) {
      return InputError(fmt::format("{} has {} and the test sets before it {}", set,
                                    Counted(files.size(), "reference"), columns.size()),
                        "score them one by one");
    }
    for (size_t r = 0; r < files.size(); ++r) {
      MTG_ASSIGN_OR_RETURN(PythonColumn column, ReadColumn(files[r]));
      if (first) {
        columns.push_back(std::move(column));
        continue;
      }
      Unseal(columns[r]);
      columns[r].text += column.text;  // ends with padding, so the column is sealed again
      columns[r].lines += column.lines;
    }
  }
  return columns;
}

Result<std::vector<PythonColumn>> ReadReferences(const SacreBleuInputs& inputs) {
  if (inputs.test_set) return ReadTestSets(inputs);
  if (inputs.num_refs != 1) {
    return ReadReferenceColumns(inputs.references.front(), inputs.num_refs);
  }
  std::vector<PythonColumn> columns;
  for (const std::string& path : inputs.references) {
    MTG_ASSIGN_OR_RETURN(PythonColumn column, ReadColumn(path));
    columns.push_back(std::move(column));
  }
  return columns;
}

// Reads the columns of standard input; the first line determines their number. Empty input is one
// system with one empty line.
Result<std::vector<PythonColumn>> ReadStandardInput() {
  MTG_ASSIGN_OR_RETURN(std::string bytes, ReadBytes(std::string(kStandardInput)));
  UnifyLineEnds(bytes);
  if (bytes.empty()) bytes = "\n";
  std::vector<PythonColumn> columns;
  size_t number = 0;
  MTG_RETURN_IF_ERROR(ForEachLine(bytes, [&](std::string_view line) -> Status {
    const std::vector<std::string_view> fields = SplitAtTabs(TrimRight(line), SIZE_MAX);
    if (++number == 1) columns.resize(fields.size());
    if (fields.size() != columns.size()) {
      return ColumnError(
          fmt::format("FATAL: the number of tab-delimited fields in the input stream differ across "
                      "lines. (<stdin> line {} has {}, line 1 has {})",
                      number, fields.size(), columns.size()));
    }
    for (size_t i = 0; i < fields.size(); ++i) {
      // As in sacreBLEU, fields of the first line keep the blanks at their ends.
      AddLine(number == 1 ? fields[i] : TrimRight(fields[i]), columns[i]);
    }
    return OkStatus();
  }));
  for (size_t i = 0; i < columns.size(); ++i) {
    columns[i].name = fmt::format("System {}", i + 1);
    Seal(columns[i]);
  }
  return columns;
}

Status ReadSystems(const std::vector<std::string>& paths, bool paired, SacreBleuTexts& texts) {
  texts.unnamed = paths.empty();
  if (texts.unnamed) {
    MTG_ASSIGN_OR_RETURN(texts.systems, ReadStandardInput());
    return OkStatus();
  }
  for (const std::string& path : paths) {
    const bool known = std::any_of(texts.systems.begin(), texts.systems.end(),
                                   [&](const PythonColumn& system) { return system.name == path; });
    if (known && paired && path == texts.systems.front().name) {
      texts.baseline_repeated = true;
      continue;
    }
    if (known) {
      return InputError(
          fmt::format("'{}' already used to name a system. Make sure to have a different basename "
                      "for each system.",
                      path));
    }
    MTG_ASSIGN_OR_RETURN(PythonColumn column, ReadColumn(path));
    texts.systems.push_back(std::move(column));
  }
  return OkStatus();
}

Status CheckLengths(const SacreBleuTexts& texts) {
  for (const PythonColumn& system : texts.systems) {
    if (system.lines == 0) {
      return InputError(fmt::format("{} contains no sentence", system.name), "check the input");
    }
    for (const PythonColumn& reference : texts.references) {
      if (reference.lines == system.lines) continue;
      return InputError(fmt::format(
          "System and reference streams have different lengths. ({} has {} lines, {} has {})",
          system.name, system.lines, reference.name, reference.lines));
    }
  }
  return OkStatus();
}

// Returns how many of the next `most` lines make a batch of moderate size; at least one.
uint32_t LinesThatFit(const PythonColumn& column, size_t at, uint32_t most) {
  const size_t begin = at;
  for (uint32_t lines = 1;; ++lines) {
    at = column.text.find('\n', at) + 1;
    if (lines == most || at - begin >= kBatchBytes) return lines;
  }
}

// Returns lines of a column without copying them.
Stream Slice(const PythonColumn& column, size_t begin, uint32_t lines) {
  size_t end = begin;
  for (uint32_t line = 0; line < lines; ++line) end = column.text.find('\n', end) + 1;
  Stream stream;
  stream.text = column.text.data() + begin;
  stream.bytes = static_cast<uint32_t>(end - begin);
  return stream;
}

}  // namespace

size_t PythonColumn::bytes() const { return text.size() - kTextPadding; }

StreamNames SacreBleuTexts::Names() const {
  StreamNames names;
  for (const PythonColumn& column : references) names.refs.push_back(column.name);
  for (const PythonColumn& column : systems) names.hyps.push_back(column.name);
  return names;
}

std::function<std::unique_ptr<Batch>()> SacreBleuTexts::Batches() const {
  struct Progress {
    uint64_t number = 0, first = 0;
    std::vector<size_t> at;  // of each stream, references first
  };
  const auto progress = std::make_shared<Progress>();
  progress->at.resize(references.size() + systems.size());
  return [this, progress]() -> std::unique_ptr<Batch> {
    const auto column = [this](size_t i) -> const PythonColumn& {
      return i < references.size() ? references[i] : systems[i - references.size()];
    };
    const uint64_t left = references.front().lines - progress->first;
    if (left == 0) return nullptr;
    auto lines = static_cast<uint32_t>(std::min<uint64_t>(left, kBatchSegments));
    for (size_t i = 0; i < progress->at.size(); ++i) {
      lines = LinesThatFit(column(i), progress->at[i], lines);
    }
    auto batch = std::make_unique<Batch>();
    batch->number = progress->number++;
    batch->first = progress->first;
    batch->segments = lines;
    for (size_t i = 0; i < progress->at.size(); ++i) {
      size_t& at = progress->at[i];
      Stream stream = Slice(column(i), at, lines);
      at += stream.bytes;
      (i < references.size() ? batch->refs : batch->hyps).push_back(std::move(stream));
    }
    progress->first += lines;
    return batch;
  };
}

Status ColumnError(const std::string& message) {
  return InputError({.option = kColumns}, message, {});
}
bool IsColumnError(const Status& status) { return status.error().option == kColumns; }

Status ForEachLine(std::string_view text, const std::function<Status(std::string_view)>& use) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    MTG_RETURN_IF_ERROR(use(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return OkStatus();
}

Result<PythonColumn> ReadColumn(const std::string& path) {
  // For sacreBLEU, "-" is the name of a file.
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadBytes(path == kStandardInput ? "./-" : path));
  PythonColumn column;
  column.name = path;
  column.text.reserve(bytes.size() + 1 + kTextPadding);
  MTG_RETURN_IF_ERROR(ForEachLine(bytes, [&](std::string_view line) {
    AddLine(TrimRight(line), column);
    return OkStatus();
  }));
  Seal(column);
  return column;
}

Status KeepSegments(const std::vector<bool>& kept, PythonColumn& column) {
  if (kept.empty()) return OkStatus();
  if (kept.size() != column.lines) {
    return InputError(fmt::format("{} has {} for the {} of the test set", column.name,
                                  Counted(column.lines, "line"), Counted(kept.size(), "segment")),
                      "check it");
  }
  PythonColumn out;
  out.name = column.name;
  size_t at = 0;
  MTG_RETURN_IF_ERROR(ForEachLine({column.text.data(), column.bytes()}, [&](std::string_view line) {
    if (kept[at++]) AddLine(line, out);
    return OkStatus();
  }));
  Seal(out);
  column = std::move(out);
  return OkStatus();
}

Result<SacreBleuTexts> ReadSacreBleuTexts(const SacreBleuInputs& inputs, bool paired) {
  SacreBleuTexts texts;
  MTG_ASSIGN_OR_RETURN(texts.references, ReadReferences(inputs));
  MTG_RETURN_IF_ERROR(ReadSystems(inputs.inputs, paired, texts));
  MTG_ASSIGN_OR_RETURN(const std::vector<bool> kept, KeptSegments(inputs));
  for (std::vector<PythonColumn>* columns : {&texts.references, &texts.systems}) {
    for (PythonColumn& column : *columns) MTG_RETURN_IF_ERROR(KeepSegments(kept, column));
  }
  MTG_RETURN_IF_ERROR(CheckLengths(texts));
  return texts;
}

}  // namespace mtgauge
