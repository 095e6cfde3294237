// Determines the streams that a job reads, and checks for conflicts.
#include "core/request/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/contract/registry.h"
#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "core/input/formats/mtme_folder.h"
#include "core/input/group_values.h"
#include "core/input/sacrebleu/test_sets.h"
#include "core/input/standard_input.h"
#include "core/input/tables/join.h"
#include "core/input/text_columns.h"
#include "core/request/group_fields.h"
#include "core/request/metrics.h"
#include "core/rowfile/recall.h"
#include "core/score/system_names.h"
#include "core/text/language.h"

namespace mtgauge {
namespace {

Status CheckStreams(const TextInputs& texts, const std::vector<std::string>& outputs) {
  if (texts.references.empty()) {
    return UsageError("no reference", "name reference files first, and systems with `input`");
  }
  std::set<std::string_view> seen;
  for (const std::string& path : outputs) {
    if (!seen.insert(path).second) {
      return UsageError({.file = path, .named = true}, fmt::format("'{}' is given twice", path),
                        "name each system once");
    }
  }
  for (const auto* paths :
       {&texts.references, &outputs, &texts.ref_annotations, &texts.annotations}) {
    if (std::find(paths->begin(), paths->end(), std::string()) != paths->end()) {
      return UsageError("a file name is empty", "name a file, or - for standard input");
    }
  }
  return OkStatus();
}

Status CheckSystemNames(const std::vector<NamedFiles>& systems) {
  std::set<std::string_view> seen;
  for (const NamedFiles& system : systems) {
    if (system.name.empty() || seen.insert(system.name).second) continue;
    return UsageError(fmt::format("the system '{}' is given twice", system.name), "name each once");
  }
  return OkStatus();
}

std::vector<std::string> FilesOf(const std::vector<NamedFiles>& systems) {
  std::vector<std::string> files;
  for (const NamedFiles& system : systems) {
    files.insert(files.end(), system.files.begin(), system.files.end());
  }
  return files;
}

// Returns the files, other than texts, that every verb may name.
std::vector<std::string> TableFiles(const TextInputs& texts) {
  std::vector<std::string> files = {texts.documents};
  for (const GroupField& field : ParseGroupFields(texts.by).fields) {
    if (!field.file.empty()) files.push_back(field.file);
  }
  return files;
}

Status CheckAnnotations(const TextInputs& texts, const TextUse& use) {
  const TextColumns none, &columns = texts.columns ? *texts.columns : none;
  const bool of_references = !texts.ref_annotations.empty() || !columns.ref_annotations.empty();
  const bool of_systems = !texts.annotations.empty() || !columns.annotations.empty();
  const bool given = of_references || of_systems;
  if (!given && texts.annotate_with.empty()) return OkStatus();
  if (given && !texts.annotate_with.empty()) {
    return UsageError(
        {.option = "annotate-with"},
        "`annotate-with` makes the annotations that `ref-annotations` and `annotations` name",
        "leave it out, or them");
  }
  if (of_references != of_systems) {
    return UsageError(
        {.option = "ref-annotations"},
        "`ref-annotations` and `annotations` go together, since words are compared with words",
        "use both or neither");
  }
  if (!texts.split_paragraphs && !use.each_reference) return OkStatus();
  return UsageError({.option = texts.split_paragraphs ? "split-paragraphs" : "leave-one-out-refs"},
                    fmt::format("`{}` changes texts, but annotations are for unchanged texts",
                                texts.split_paragraphs ? "split-paragraphs" : "leave-one-out-refs"),
                    "leave out one of the two");
}

void AppendDisplayNames(const std::vector<std::string>& paths, std::vector<std::string>& names) {
  for (const std::string& path : paths) names.push_back(DisplayName(path));
}

// Names the files of systems; each of several runs of a system has its own name.
void NameOutputs(const std::vector<NamedFiles>& systems, TextSettings& settings) {
  for (const NamedFiles& system : systems) {
    const bool named = !system.name.empty() && system.files.size() == 1;
    for (const std::string& file : system.files) {
      settings.names.hyps.push_back(named ? system.name : DisplayName(file));
      settings.named.push_back(!system.name.empty());
    }
  }
}

// Finds the file of a field: documents and fields of a test set also have a line for each segment.
Status FindGroupFile(const TextInputs& texts, GroupField& by) {
  if (IsDocumentField(by.name)) by.file = texts.documents;
  if (!texts.test_set || !by.file.empty()) return OkStatus();
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> fields,
                       TestSetFields(*texts.test_set, texts.language_pair.value_or("")));
  const std::string field = FindField(fields, by.name);
  if (field.empty()) return OkStatus();
  MTG_ASSIGN_OR_RETURN(by.file, TestSetFile(*texts.test_set, *texts.language_pair, field));
  return OkStatus();
}

// Returns the file with what was translated: the given one, or that of the test set or folder if a
// metric needs it; empty if there is none.
Result<std::string> SourceOf(const TextInputs& texts, const std::vector<std::string>& metrics) {
  if (!texts.source.empty() || std::none_of(metrics.begin(), metrics.end(), &NeedsSource)) {
    return texts.source;
  }
  if (texts.test_set) return TestSetFile(*texts.test_set, *texts.language_pair, "src");
  const std::string folder = SplitPath(texts.references.front()).file;
  return IsMtmeFolder(folder) ? folder : std::string();
}

Result<SegmentGroups> ResolveGrouping(const TextInputs& texts) {
  GroupFields by = ParseGroupFields(texts.by);
  std::set<std::string_view> seen;
  size_t part = 0;
  const std::vector<std::string> parts = SplitFields(texts.by);
  for (GroupField& field : by.fields) {
    const bool names_file = parts[part].find('=') != std::string::npos;
    if (field.name.empty() || (names_file && field.file.empty())) {
      return UsageError({.option = "by"},
                        fmt::format("`by`: '{}' is not a field{}", parts[part],
                                    names_file ? " and a file, as in `by` domain=domains.txt" : ""),
                        "");
    }
    if (!seen.insert(field.name).second) {
      return UsageError({.option = "by"}, fmt::format("`by`: '{}' is given twice", field.name),
                        "leave one out");
    }
    if (!names_file) MTG_RETURN_IF_ERROR(FindGroupFile(texts, field));
    ++part;
  }
  return GroupsBy(by);
}

Status CheckGrouping(const TextInputs& texts, const GroupFields& by,
                     const std::vector<std::string>& paths) {
  for (const GroupField& field : by.fields) {
    if (texts.split_paragraphs && !field.file.empty()) {
      return UsageError(
          {.file = field.file, .option = "split-paragraphs", .named = true},
          fmt::format("`split-paragraphs`: {} has a line for each record, not for each paragraph",
                      field.file),
          "leave one out, or put the groups into the text files");
    }
    if (field.file == kStandardInput) {
      return UsageError({.option = "by"}, "`by`: the groups cannot come from standard input",
                        "name a file");
    }
    if (texts.columns && !texts.columns->groups && texts.rows.empty() && field.file.empty()) {
      return UsageError({.option = "by"},
                        fmt::format("`by` {}: texts in memory have no fields", field.name),
                        "give a column with the group of each segment");
    }
  }
  const bool needed =
      texts.test_set || std::any_of(paths.begin(), paths.end(), [](const auto& path) {
        return IsMtmeFolder(SplitPath(path).file);
      });
  const bool tells_language = by.LanguagePlace() < by.fields.size();
  if (!tells_language || !texts.language_pair || needed) return OkStatus();
  return UsageError(
      {.option = "by"},
      "`by` lang and `language-pair` contradict each other: each segment names its own language",
      "leave one out");
}

// Returns the settings per metric; empty for texts.
std::vector<RowSettings> RowSettingsOf(const RowSet* rows) {
  return rows == nullptr ? std::vector<RowSettings>() : SettingsOf(rows->header().metrics);
}

}  // namespace

NamedFiles SplitName(const std::string& input) {
  const auto is_there = [](const std::string& path) {
    std::error_code ignored;
    const std::string file = SplitPath(path).file;
    return path == kStandardInput || std::filesystem::exists(file, ignored) || IsFileSet(file);
  };
  const size_t first = input.find('=');
  if (first == 0 || first == std::string::npos || is_there(input)) return {"", {input}};
  size_t equals = first;
  while (equals != std::string::npos && !is_there(input.substr(equals + 1))) {
    equals = input.find('=', equals + 1);
  }
  if (equals == std::string::npos) equals = first;
  return {input.substr(0, equals), {input.substr(equals + 1)}};
}

std::vector<std::string> OutputsOf(const TextInputs& texts) {
  if (!texts.inputs.empty()) return texts.inputs;
  // If the references come from a folder, its systems are used, too.
  if (!texts.references.empty()) {
    const std::string path = SplitPath(texts.references.front()).file;
    if (IsMtmeFolder(path)) return {path};
  }
  return {std::string(kStandardInput)};
}

std::vector<NamedFiles> SystemsOf(const TextInputs& texts) {
  std::vector<NamedFiles> systems;
  for (const std::string& output : OutputsOf(texts)) {
    systems.push_back(texts.rows.empty() ? SplitName(output) : NamedFiles{"", {output}});
  }
  return systems;
}

Result<std::vector<NamedFiles>> NamedInputs(const TextInputs& texts) {
  std::vector<NamedFiles> systems;
  for (const std::string& input : texts.inputs) systems.push_back(SplitName(input));
  NameByFiles(systems);
  std::set<std::string_view> names;
  for (const NamedFiles& system : systems) {
    if (names.insert(system.name).second) continue;
    return UsageError({.option = "input"},
                      fmt::format("`input`: the name '{}' is given twice", system.name),
                      "name each once, as in NAME=FILE");
  }
  return systems;
}

Result<TextInputs> WithTestSet(const TextInputs& texts, const RowSet* rows) {
  TextInputs whole = texts;
  if (!texts.test_set) return whole;
  if (rows != nullptr) {
    for (const RowStream& stream : rows->header().references) {
      whole.references.push_back(stream.file);
    }
    return whole;
  }
  if (!texts.references.empty()) {
    return UsageError({.option = "test-set"}, "`test-set` and reference files exclude each other",
                      "leave one out");
  }
  if (!texts.language_pair) {
    return UsageError(
        {.option = "test-set"},
        fmt::format(
            "`test-set`: name the language pair, as in: `test-set` {} `language-pair` en-de",
            *texts.test_set),
        "");
  }
  for (const CachedTestSet& cached : CachedTestSets()) {
    if (cached.set != *texts.test_set) continue;
    whole.language_pair = MeantPair(*texts.language_pair, cached.pairs);
  }
  MTG_ASSIGN_OR_RETURN(whole.references, TestSetReferences(*texts.test_set, *whole.language_pair));
  return whole;
}

Status CheckTextConflicts(const TextInputs& texts, const TextUse& use) {
  MTG_RETURN_IF_ERROR(CheckAnnotations(texts, use));
  if (texts.columns && !texts.source.empty()) {
    return UsageError(
        {.file = texts.source, .option = "source", .named = true},
        fmt::format("`source`: the texts are in memory, but {} is a file", texts.source),
        "read the file first");
  }
  if (!texts.split_key.empty()) {
    if (texts.key.empty()) {
      return UsageError(
          {.option = "split-key"},
          "`split-key` splits the field of `key`, which is not given; add `key` FIELD", "");
    }
    MTG_RETURN_IF_ERROR(KeyTemplate::Parse(texts.split_key).status());
  }
  if (texts.split_paragraphs && (!texts.documents.empty() || !use.line_tables.empty())) {
    return UsageError(
        {.option = "split-paragraphs"},
        "`split-paragraphs`: files of documents, strata and scores have a line for each record, "
        "not for each paragraph",
        "leave one out, or put the documents into the text files");
  }
  return OkStatus();
}

Status CheckStandardInput(const TextInputs& texts, const std::vector<std::string>& outputs,
                          const TextUse& use) {
  std::ptrdiff_t uses = 0;
  for (const auto& files :
       {texts.references, outputs, texts.ref_annotations, texts.annotations,
        std::vector<std::string>{texts.source}, TableFiles(texts), use.tables, use.line_tables}) {
    uses += std::count(files.begin(), files.end(), kStandardInput);
  }
  const auto is_device = [](const std::string& path) { return path.starts_with("/dev/stdin"); };
  const bool by_path =
      std::ranges::any_of(texts.references, is_device) || std::ranges::any_of(outputs, is_device);
  if (uses <= (by_path ? 0 : 1)) return OkStatus();
  return UsageError("standard input can be read only once",
                    "name files for the others, or choose its columns, as in /dev/stdin:ref");
}

namespace {

// Returns what is doubtful about references after the first, which the check of texts compares with
// all outputs.
std::vector<std::string> DoubtsOfReferences(const std::vector<std::string>& references,
                                            const std::vector<std::string>& outputs) {
  std::vector<std::string> doubts;
  for (size_t r = 1; r < references.size(); ++r) {
    const std::string name = DisplayName(references[r]);
    const auto end = references.begin() + static_cast<std::ptrdiff_t>(r);
    if (std::find(references.begin(), end, references[r]) != end) {
      doubts.push_back(fmt::format("{} is given twice as a reference; name each once", name));
    }
    if (std::ranges::find(outputs, references[r]) == outputs.end()) continue;
    doubts.push_back(
        fmt::format("{} is scored against itself, since it is also reference {}; take it from the "
                    "references, or use `leave-one-out-refs` to score references",
                    name, r + 1));
  }
  return doubts;
}

}  // namespace

Result<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                  const std::vector<NamedFiles>& systems, const TextUse& use) {
  TextSettings settings;
  const std::vector<std::string> outputs = FilesOf(systems);
  MTG_RETURN_IF_ERROR(CheckSystemNames(systems));
  if (!texts.columns) MTG_RETURN_IF_ERROR(CheckStreams(texts, outputs));
  MTG_RETURN_IF_ERROR(CheckTextConflicts(texts, use));
  settings.rows = use.rows;
  MTG_ASSIGN_OR_RETURN(
      settings.job,
      ResolveMetrics(choice, texts, use.level, RowSettingsOf(use.rows.get()), use.shows_texts));
  MTG_RETURN_IF_ERROR(CheckStandardInput(texts, outputs, use));
  settings.texts = texts;
  if (texts.columns) {
    settings.names = NamesOf(*texts.columns);
  } else {
    for (const auto* paths :
         {&texts.references, &outputs, &texts.ref_annotations, &texts.annotations}) {
      settings.paths.insert(settings.paths.end(), paths->begin(), paths->end());
    }
    MTG_ASSIGN_OR_RETURN(const std::string source, SourceOf(texts, settings.job.metrics));
    if (!source.empty()) {
      settings.paths.push_back(source);
      settings.names.sources = {DisplayName(source)};
    }
    AppendDisplayNames(texts.references, settings.names.refs);
    NameOutputs(systems, settings);
  }
  AppendDisplayNames(texts.ref_annotations, settings.names.ref_annotations);
  AppendDisplayNames(texts.annotations, settings.names.hyp_annotations);
  if (!texts.annotate_with.empty()) {
    settings.names.ref_annotations = settings.names.refs;
    settings.names.hyp_annotations = settings.names.hyps;
  }
  MTG_ASSIGN_OR_RETURN(settings.by, ResolveGrouping(texts));
  const GroupFields by = FieldsOf(settings.by);
  MTG_RETURN_IF_ERROR(CheckGrouping(texts, by, settings.paths));
  settings.tokenizer_by_language = by.LanguagePlace() < by.fields.size() && !choice.tokenize;
  settings.warnings = LanguageWarnings(choice, texts);
  for (std::string& warning : DoubtsOfReferences(texts.references, outputs)) {
    settings.warnings.push_back({"references", "", std::move(warning)});
  }
  return settings;
}

Result<RunRecord> RecordOf(const TextSettings& settings) {
  RunRecord record;
  record.references = settings.names.refs;
  record.shared = settings.job.shared;
  for (const std::string& spec : settings.job.metrics) {
    MTG_ASSIGN_OR_RETURN(MetricOptions options, OptionsInEffect(spec, settings.job.shared));
    record.metrics.push_back({spec, std::move(options)});
  }
  return record;
}

Result<TextSettings> ResolveTexts(const TextInputs& texts, const MetricChoice& choice,
                                  const TextUse& use) {
  MTG_ASSIGN_OR_RETURN(const TextInputs whole, WithTestSet(texts, use.rows.get()));
  const std::vector<NamedFiles> systems = SystemsOf(whole);
  MTG_RETURN_IF_ERROR(CheckStandardInput(whole, FilesOf(systems), use));
  return ResolveTexts(whole, choice, systems, use);
}

}  // namespace mtgauge
