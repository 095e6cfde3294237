// Resegments the output by the references: reads both sides, and processes documents in parallel.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "core/base/printing.h"
#include "core/input/batches.h"
#include "core/input/formats/format.h"
#include "core/input/standard_input.h"
#include "core/input/tables/unit_table.h"
#include "core/input/text_columns.h"
#include "core/request/metrics.h"
#include "core/request/options.h"
#include "core/score/checks/encoding.h"
#include "core/score/checks/script_check.h"
#include "mtgauge/resegment.h"
#include "parallel/resegment/cutting.h"
#include "parallel/run/memory.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

// One side, references or output: columns of lines in memory.
class Side {
 public:
  Side(std::vector<std::string> names, OnInvalid on_invalid)
      : on_invalid_(on_invalid), texts_(names.size()), missing_(names.size()) {
    names_.refs = std::move(names);
  }

  Status Take(Batch& batch) {
    MTG_ASSIGN_OR_RETURN(const uint64_t replaced, MendEncoding(names_, on_invalid_, batch));
    replaced_ += replaced;
    for (size_t r = 0; r < batch.refs.size(); ++r) {
      const Stream& stream = batch.refs[r];
      ForEachText(stream, batch.segments, [&](uint32_t i, std::string_view text) {
        texts_[r].emplace_back(text);
        missing_[r].push_back(stream.missing_at(i) ? 1 : 0);
      });
    }
    documents_.insert(documents_.end(), batch.documents.begin(), batch.documents.end());
    return OkStatus();
  }
  Status ReadDocuments(const std::string& file) {
    if (file.empty()) return OkStatus();
    MTG_ASSIGN_OR_RETURN(const UnitTable table, ReadUnitTable(file, 0));
    if (table.unit_of_segment.size() != size()) {
      return InputError(
          {file},
          fmt::format("{}, but {} has {}", Counted(table.unit_of_segment.size(), "document"),
                      name(), Counted(size(), "line")),
          "write one line for each");
    }
    documents_.clear();
    for (const uint32_t unit : table.unit_of_segment) documents_.push_back(table.names[unit]);
    return OkStatus();
  }

  const std::string& name() const { return names_.refs.front(); }
  size_t size() const { return texts_.front().size(); }
  size_t columns() const { return texts_.size(); }
  uint64_t replaced() const { return replaced_; }
  const std::vector<std::string>& documents() const { return documents_; }  // empty if not known
  void DropDocuments() { documents_.clear(); }
  const std::string* Text(size_t column, size_t i) const {
    return missing_[column][i] != 0 ? nullptr : &texts_[column][i];
  }

 private:
  StreamNames names_;
  OnInvalid on_invalid_;
  std::vector<std::vector<std::string>> texts_;  // [column][line]
  std::vector<std::vector<uint8_t>> missing_;
  std::vector<std::string> documents_;  // [line]
  uint64_t replaced_ = 0;
};

struct Sides {
  Side references, output;
};

Result<Side> ReadSources(std::vector<OpenedColumn> columns, const ResegmentRequest& request,
                         std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  std::vector<Source*> sources;
  for (const OpenedColumn& column : columns) {
    names.push_back(column.source->name());
    sources.push_back(column.source.get());
  }
  Side side(std::move(names), request.on_invalid);
  const auto take = [&](const std::unique_ptr<Batch>& batch) { return side.Take(*batch); };
  MTG_RETURN_IF_ERROR(ForEachBatch(sources, sources.size(), request.stop, take));
  AddInputWarnings(sources, warnings);
  return side;
}

std::string OutputFile(const ResegmentRequest& request) {
  return request.inputs.empty() ? "-" : request.inputs.front();
}

Result<Sides> ReadFiles(const ResegmentRequest& request, std::vector<Warning>& warnings) {
  std::vector<InputPath> paths;
  for (const std::string& path : request.references) paths.push_back({path, Role::kReference});
  paths.push_back({OutputFile(request), Role::kSystem});
  OpenOptions options;
  options.stop = request.stop;
  options.language_pair = request.language_pair.value_or("");
  options.input_format = request.input_format;
  MTG_ASSIGN_OR_RETURN(auto inputs, OpenInputs(paths, options));
  std::vector<OpenedColumn> output = std::move(inputs.back());
  inputs.pop_back();
  if (output.size() != 1) {
    return InputError({output.front().source->name()},
                      fmt::format("the file holds {} systems", output.size()),
                      "name one of them, as in FILE:SYSTEM");
  }
  std::vector<OpenedColumn> references;
  for (std::vector<OpenedColumn>& input : inputs) {
    std::move(input.begin(), input.end(), std::back_inserter(references));
  }
  MTG_ASSIGN_OR_RETURN(Side read, ReadSources(std::move(references), request, warnings));
  MTG_ASSIGN_OR_RETURN(Side lines, ReadSources(std::move(output), request, warnings));
  return Sides{std::move(read), std::move(lines)};
}

Result<Side> ReadColumns(const TextColumns& columns, OnInvalid on_invalid) {
  constexpr uint32_t kSegments = 1 << 12;
  constexpr uint64_t kBytes = 1 << 20;
  MTG_RETURN_IF_ERROR(CheckTextColumns(columns));
  Side side(NamesOf(columns).refs, on_invalid);
  TextCutter cutter(columns, kSegments, kBytes);
  while (const std::unique_ptr<Batch> batch = cutter.Next()) {
    cutter.Fill(*batch);
    MTG_RETURN_IF_ERROR(side.Take(*batch));
  }
  return side;
}

Result<Sides> ReadMemory(const ResegmentRequest& request) {
  TextColumns references = *request.columns, output = *request.output;
  // ReadColumns() reads references, so the output is passed as one.
  MTG_RETURN_IF_ERROR(CheckTexts(output.systems.front(), "hypothesis"));
  output.references = std::move(output.systems);
  output.systems.clear();
  MTG_ASSIGN_OR_RETURN(Side read, ReadColumns(references, request.on_invalid));
  MTG_ASSIGN_OR_RETURN(Side lines, ReadColumns(output, request.on_invalid));
  return Sides{std::move(read), std::move(lines)};
}

// The segments and lines that belong to one document.
struct Document {
  std::string name;
  std::vector<size_t> segments, lines;
};

// Pairs documents by name if both sides name them; otherwise treats everything as one document.
Result<std::vector<Document>> PairDocuments(const Side& references, const Side& output) {
  std::vector<Document> documents;
  std::unordered_map<std::string_view, size_t> places;
  const auto add = [&](const Side& side, std::vector<size_t> Document::*into) {
    for (size_t i = 0; i < side.size(); ++i) {
      const std::string_view name =
          side.documents().empty() ? std::string_view() : side.documents()[i];
      const auto [place, is_new] = places.try_emplace(name, documents.size());
      if (is_new) documents.push_back({std::string(name), {}, {}});
      (documents[place->second].*into).push_back(i);
    }
  };
  add(references, &Document::segments);
  add(output, &Document::lines);
  for (const Document& document : documents) {
    if (!document.segments.empty() && !document.lines.empty()) continue;
    const bool no_lines = document.lines.empty();
    const Side& one = no_lines ? output : references;
    if (one.size() == 0) {
      return InputError({one.name()}, "there are no lines",
                        RemedyForNoText(one.name(), "check that this is the right file"));
    }
    return InputError({one.name()},
                      fmt::format("there is no line of document '{}', which {} has", document.name,
                                  (no_lines ? references : output).name()),
                      "both must have the same documents");
  }
  return documents;
}

Status CheckReferences(const Side& references) {
  for (size_t i = 0; i < references.size(); ++i) {
    bool any = false;
    for (size_t r = 0; r < references.columns(); ++r) any |= references.Text(r, i) != nullptr;
    if (any) continue;
    return InputError({references.name(), i + 1, i}, "the segment has no reference",
                      "add one, which may be empty");
  }
  return OkStatus();
}

DocumentTexts TextsOf(const Document& document, const Sides& sides) {
  DocumentTexts texts;
  texts.name = document.name;
  for (size_t r = 0; r < sides.references.columns(); ++r) {
    auto& column = texts.references.emplace_back();
    for (const size_t i : document.segments) column.push_back(sides.references.Text(r, i));
  }
  for (const size_t i : document.lines) texts.lines.push_back(sides.output.Text(0, i));
  return texts;
}

// Makes sure that either both sides have documents or neither. Documents that only the texts of one
// side name are ignored.
Status SettleDocuments(const ResegmentRequest& request, Sides& sides) {
  MTG_RETURN_IF_ERROR(sides.references.ReadDocuments(request.documents));
  MTG_RETURN_IF_ERROR(sides.output.ReadDocuments(request.hyp_documents));
  const bool of_references = !sides.references.documents().empty();
  const bool of_output = !sides.output.documents().empty();
  if (of_references == of_output) return OkStatus();
  const auto in_memory = [](const std::optional<TextColumns>& columns) {
    return columns && columns->documents;
  };
  const struct {
    bool asked;
    const char *told, *other;
  } files[] = {
      {!request.documents.empty() || in_memory(request.columns), "documents", "hyp-documents"},
      {!request.hyp_documents.empty() || in_memory(request.output), "hyp-documents", "documents"}};
  for (const auto& file : files) {
    if (!file.asked) continue;
    return UsageError({.option = file.told},
                      fmt::format("`{}`: the other side has no documents", file.told),
                      fmt::format("name a file with `{}`", file.other));
  }
  sides.references.DropDocuments();
  sides.output.DropDocuments();
  return OkStatus();
}

void AddWarnings(const Sides& sides, const TokenizerRow& tokenizer,
                 const std::vector<CutDocument>& cuts, std::vector<Warning>& warnings) {
  const uint64_t replaced = sides.references.replaced() + sides.output.replaced();
  AddInvalidTextWarnings({.replaced = replaced}, warnings);
  if (LeavesSome(tokenizer)) {
    ScriptCounts scripts;
    for (size_t i = 0; i < sides.output.size(); ++i)
      scripts.Add(ScriptOf(*sides.output.Text(0, i)));
    if (LeavesWhole(tokenizer, scripts))
      warnings.push_back(ScriptWarning({&tokenizer, {}}, "", "", {}));
  }
  uint64_t edits = 0, tokens = 0;
  for (const CutDocument& cut : cuts) {
    edits += cut.edits;
    tokens += std::max(cut.tokens, cut.reference_tokens);
  }
  if (10 * edits <= 9 * tokens) return;
  warnings.push_back({"far", "",
                      fmt::format("{} for {}: the output has little in common with the "
                                  "references; check that both are of the same texts in the same "
                                  "order and language",
                                  Counted(edits, "edit"), Counted(tokens, "word"))});
}

DocumentGaps TotalOf(const std::vector<DocumentGaps>& documents) {
  DocumentGaps total;
  for (const DocumentGaps& gaps : documents) {
    total.segments += gaps.segments;
    total.missing += gaps.missing;
    total.surplus += gaps.surplus;
    total.words += gaps.words;
    total.deleted += gaps.deleted;
    total.output_words += gaps.output_words;
    total.inserted += gaps.inserted;
  }
  return total;
}

Result<ResegmentAnswer> Answer(const ResegmentRequest& request) {
  ResegmentAnswer answer;
  MTG_ASSIGN_OR_RETURN(const TokenizerRow* tokenizer, ResolveTokenizer(request, request));
  answer.warnings = LanguageWarnings(request, request);
  MTG_ASSIGN_OR_RETURN(Sides sides,
                       request.columns ? ReadMemory(request) : ReadFiles(request, answer.warnings));
  MTG_RETURN_IF_ERROR(CheckReferences(sides.references));
  MTG_RETURN_IF_ERROR(SettleDocuments(request, sides));
  MTG_ASSIGN_OR_RETURN(const std::vector<Document> documents,
                       PairDocuments(sides.references, sides.output));
  std::vector<CutDocument> cuts(documents.size());
  std::vector<Status> failures(documents.size());
  InParallel(request.threads, documents.size(), [&](size_t d) {
    auto cut = CutLines(TextsOf(documents[d], sides), *tokenizer, request.lowercase, request.stop);
    if (cut.ok()) {
      cuts[d] = *std::move(cut);
    } else {
      failures[d] = cut.status();
    }
  });
  for (const Status& failure : failures) {
    if (!failure.ok()) return failure;
  }
  AddWarnings(sides, *tokenizer, cuts, answer.warnings);
  answer.segments.resize(sides.references.size());
  for (size_t d = 0; d < documents.size(); ++d) {
    for (size_t i = 0; i < documents[d].segments.size(); ++i) {
      answer.segments[documents[d].segments[i]] = std::move(cuts[d].segments[i]);
    }
    answer.edits += cuts[d].edits;
    answer.tokens += cuts[d].tokens;
    if (request.gaps) answer.gaps.push_back(std::move(cuts[d].gaps));
  }
  if (request.gaps) answer.total = TotalOf(answer.gaps);
  return answer;
}

}  // namespace

Status CheckResegment(const ResegmentRequest& request) {
  MTG_RETURN_IF_ERROR(CheckLeftOut(request));
  if (request.columns.has_value() != request.output.has_value() ||
      (request.output && request.output->systems.size() != 1)) {
    return UsageError("texts in memory need references and one output", "give both");
  }
  if (!request.columns && request.references.empty()) {
    return UsageError("no reference", "name reference files first, and the output with `input`");
  }
  if (request.inputs.size() > 1) {
    return UsageError({.option = "input"}, "`input`: only one system is possible",
                      "run the others separately");
  }
  std::vector<std::string> files = request.references;
  files.insert(files.end(), {OutputFile(request), request.documents, request.hyp_documents});
  if (std::count(files.begin(), files.end(), "-") > 1) {
    return UsageError("standard input can be read only once", "name files for the others");
  }
  if (request.on_invalid == OnInvalid::kSkip) {
    return UsageError({.option = "on-invalid"},
                      "`on-invalid` skip: no part of the output may be lost",
                      "use `on-invalid` replace");
  }
  return ResolveTokenizer(request, request).status();
}

Result<ResegmentAnswer> Resegment(const ResegmentRequest& request) {
  MTG_RETURN_IF_ERROR(CheckResegment(request));
  return WithinMemory([&] { return Answer(request); });
}

}  // namespace mtgauge
