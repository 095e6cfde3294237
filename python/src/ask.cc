// Requests of the native API: texts and options by name, and the answer in each of the engine's
// forms.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "answers.h"
#include "arrow_table.h"
#include "bindings.h"
#include "mtgauge/mtgauge.h"
#include "request.h"
#include "running.h"
#include "texts.h"

namespace mtgauge::python {
namespace {

using nb::literals::operator""_a;
using Files = std::vector<std::string>;

// The texts, in files or in memory.
class Sources {
 public:
  // `texts`: "references" and "systems" are lists of names and columns; "ids", "documents",
  // "hyp_documents", "by" and "source" are columns; "reference_files", "system_files" and
  // "row_files" are lists of paths. "names" has what to call files that hold columns of the caller.
  // `options` may name files, too.
  explicit Sources(const nb::dict& texts, const Options& options = {}) {
    for (const auto& [option, uses] : options) {
      for (const Files& values : uses) arguments_.emplace_back(values, option);
    }
    inputs_.references = FilesOf(texts, "reference_files", "refs");
    inputs_.inputs = FilesOf(texts, "system_files", "hyps");
    inputs_.rows = FilesOf(texts, "row_files", "rows");
    TextColumns columns;
    for (const auto& [name, column] : NamedOf(texts, "references")) {
      for (TextColumn& each : Keep(column, name, "refs").columns()) {
        columns.references.push_back(std::move(each));
      }
    }
    for (const auto& [name, column] : NamedOf(texts, "systems")) {
      columns.systems.push_back(
          Keep(column, name, "hyps")
              .column("give one text for each segment, and several systems as a dict"));
    }
    columns.ids = Column(texts, "ids");
    columns.documents =
        Column(texts, texts.contains("hyp_documents") ? "hyp_documents" : "documents");
    columns.groups = Column(texts, "by");
    columns.source = Column(texts, "source");
    if (!kept_.empty()) inputs_.columns = std::move(columns);
    if (texts.contains("names")) names_ = nb::cast<Names>(texts["names"]);
  }

  const TextInputs& inputs() const { return inputs_; }

  // Returns uses of an option with the names that callers know.
  std::vector<std::vector<std::string>> Named(std::vector<std::vector<std::string>> uses) const {
    for (auto& values : uses) {
      for (std::string& value : values) {
        for (const auto& [file, name] : names_) {
          if (value.ends_with(file)) value.replace(value.size() - file.size(), file.size(), name);
        }
      }
    }
    return uses;
  }

 private:
  Files FilesOf(const nb::dict& texts, const char* key, const char* option) {
    if (!texts.contains(key)) return {};
    Files files = nb::cast<Files>(texts[key]);
    arguments_.emplace_back(files, option);
    return files;
  }

  const Texts& Keep(nb::handle column, const std::string& name, const std::string& option) {
    return kept_.emplace_back(column, name, LoneSurrogates::kInvalid, option);
  }

  using NamedColumns = std::vector<std::pair<std::string, nb::object>>;
  static NamedColumns NamedOf(const nb::dict& texts, const char* key) {
    return texts.contains(key) ? nb::cast<NamedColumns>(texts[key]) : NamedColumns();
  }

  std::optional<TextColumn> Column(const nb::dict& texts, const char* key) {
    if (!texts.contains(key)) return std::nullopt;
    return Keep(texts[key], key, key).column();
  }

  using Names = std::map<std::string, std::string>;

  TextInputs inputs_;
  std::deque<Argument> arguments_;
  std::deque<Texts> kept_;
  Names names_;
};

template <typename Request>
Request RequestOf(const Sources& sources, const Options& options, uint32_t threads) {
  Request request;
  static_cast<TextInputs&>(request) = sources.inputs();
  SetOptions(request, options, threads);
  return request;
}

// A verb with its name, its kind, and the figures of its answers.
struct Verb {
  const char* name;
  RequestKind kind;
  Figures figures = Figures::kScores;
};
constexpr Verb kVerbs[] = {{"score", RequestKind::kScore},
                           {"segments", RequestKind::kSegments},
                           {"compare", RequestKind::kCompare, Figures::kComparisons},
                           {"evaluate", RequestKind::kEvaluate, Figures::kShares},
                           {"spans", RequestKind::kSpans, Figures::kShares},
                           {"rows", RequestKind::kRows},
                           {"survey", RequestKind::kSurvey},
                           {"matrix", RequestKind::kMatrix},
                           {"mbr", RequestKind::kMbr},
                           {"explain", RequestKind::kExplain, Figures::kComparisons},
                           {"resegment", RequestKind::kResegment},
                           {"latency", RequestKind::kLatency},
                           {"nbest", RequestKind::kNbest},
                           {"cite", RequestKind::kCite}};

const Verb& VerbOf(const std::string& name) {
  for (const Verb& verb : kVerbs) {
    if (verb.name == name) return verb;
  }
  std::string known;
  for (const Verb& verb : kVerbs) known += std::string(known.empty() ? "" : ", ") + verb.name;
  Raise("UsageError", "function", "no function of this name has options; pass one of " + known);
}

// Returns the record of the request for the answer.
Configuration ConfigurationOf(const Verb& verb, const Sources& sources, const Options& options,
                              const RunRecord& record) {
  Configuration configuration;
  configuration.verb = verb.name;
  configuration.references = record.references;
  configuration.metrics = record.metrics;
  for (const OptionFacts& option : OptionsOf(verb.kind)) {
    const auto given = options.find(std::string(option.name));
    if (given == options.end()) continue;
    configuration.options.push_back({given->first, option.kind, sources.Named(given->second)});
  }
  return configuration;
}

template <typename Answer>
nb::object Formatted(const Answer& answer, const char* form, const WriteOptions& write) {
  const auto text = Format(answer, form, write);
  Check(text.status());
  return Decoded(*text, LoneSurrogates::kInvalid);
}

// An answer, which is written when one of its forms is asked for.
class Answered {
 public:
  // `table` returns its table, and `format` any other form by name, of which "page" has a title.
  using Table = std::function<nb::list()>;
  using FormatAs = std::function<nb::object(const std::string& name, const std::string& title)>;
  Answered(Table table, FormatAs format) : table_(std::move(table)), format_(std::move(format)) {}

  template <typename Answer>
  Answered(Answer answer, WriteOptions write) {
    auto kept = std::make_shared<const Answer>(std::move(answer));
    table_ = [kept] { return ToPython(TableOf(*kept)); };
    format_ = [kept, write = std::move(write)](const std::string& name, const std::string&) {
      return Formatted(*kept, name.c_str(), write);
    };
  }

  nb::object Form(const std::string& name, const std::string& title) const {
    return name == "table" ? nb::object(table_()) : format_(name, title);
  }

 private:
  Table table_;
  FormatAs format_;
};

template <typename Run, typename Request>
Answered Ask(const Verb& verb, const nb::dict& texts, const Options& options, uint32_t threads) {
  const Sources sources(texts, options);
  Request request = RequestOf<Request>(sources, options, threads);
  std::optional<RunRecord> record;
  auto answer = Made<Run>(request, [&](Run& run) {
    record = run.record();
    return run.Run();
  });
  bool unit_scale = false;
  if constexpr (std::is_base_of_v<MetricChoice, Request>) unit_scale = request.unit_scale;
  WriteOptions write = DigitsFor(unit_scale ? Figures::kShares : verb.figures);
  write.unit_scale = unit_scale;
  write.configuration = ConfigurationOf(verb, sources, options, *record);
  return Answered(std::move(answer), std::move(write));
}

// Returns findings as a page of HTML.
nb::object PageOf(const Findings& findings, const PageOptions& options, uint32_t threads) {
  std::string html;
  Freely(true, [&](Stop stop) {
    RunOptions run;
    run.threads = threads;
    run.stop = stop;
    return WritePage(findings, options, run, [&](std::string_view piece) {
      html += piece;
      return OkStatus();
    });
  });
  return Decoded(html, LoneSurrogates::kInvalid);
}

// The table, and LaTeX, are those of the comparison of systems.
Answered AskExplain(const nb::dict& texts, const Options& options, uint32_t threads) {
  const Verb& verb = VerbOf("explain");
  const Sources sources(texts, options);
  auto request = RequestOf<ExplainRequest>(sources, options, threads);
  std::optional<RunRecord> record;
  auto findings = std::make_shared<const Findings>(Made<ExplainRun>(request, [&](ExplainRun& run) {
    record = run.record();
    return run.Run();
  }));
  WriteOptions write = DigitsFor(verb.figures);
  write.configuration = ConfigurationOf(verb, sources, options, *record);
  const auto table = [findings] { return ToPython(TableOf(findings->comparison)); };
  return {table, [findings, write, threads](const std::string& name, const std::string& title) {
            if (name == "page") return PageOf(*findings, {title, write.width}, threads);
            return name == "latex" ? Formatted(findings->comparison, "latex", write)
                                   : Formatted(*findings, name.c_str(), write);
          }};
}

// Returns such columns as a stream of Arrow's C interface, in a capsule.
nb::object ArrowStreamOf(const nb::list& columns) {
  auto stream = std::make_unique<ArrowArrayStream>();
  ExportTable(TableOf(columns), stream.get());
  const auto release = [](PyObject* capsule) {
    const ArrowOwned<ArrowArrayStream> owned(
        static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, "arrow_array_stream")));
  };
  nb::object capsule = nb::steal(PyCapsule_New(stream.get(), "arrow_array_stream", release));
  if (!capsule.is_valid()) throw nb::python_error();
  stream.release();
  return capsule;
}

// Writes such columns into a file.
void WriteColumns(const nb::list& columns, const std::string& file) {
  const Table table = TableOf(columns);
  const Argument path({file}, "path");
  Freely(false, [&](Stop) { return WriteTable(table, file); });
}

void WriteText(const std::string& text, const std::string& file) {
  const Argument path({file}, "path");
  Freely(false, [&](Stop) -> Status {
    Result<Output> output = Output::Open(file);
    if (!output.ok()) return output.status();
    if (Status status = output->Write(text); !status.ok()) return status;
    return output->Finish();
  });
}

nb::dict AskSegments(const nb::dict& texts, const Options& options, uint32_t threads) {
  const Sources sources(texts, options);
  auto request = RequestOf<SegmentsRequest>(sources, options, threads);
  return ToPython(Freely(true, [&](Stop stop) {
    request.stop = stop;
    return Segments(request);
  }));
}

// `sums`: writes only their sums.
nb::list WriteRows(const nb::dict& texts, const Options& options, uint32_t threads,
                   const std::string& file, bool sums) {
  const Sources sources(texts, options);
  auto request = RequestOf<RowsRequest>(sources, options, threads);
  const RowsAnswer answer = Made<RowsRun>(
      request, [&](RowsRun& run) { return sums ? run.WriteSums(file) : run.Write(file); });
  return ToPython(answer.warnings);
}

// Of the references, and of an output in other segments.
Answered AskResegment(const nb::dict& references, const nb::dict& output, const Options& options,
                      uint32_t threads) {
  const Verb& verb = VerbOf("resegment");
  const Sources texts(references, options), lines(output);
  auto request = RequestOf<ResegmentRequest>(texts, options, threads);
  request.inputs = lines.inputs().inputs;
  request.output = lines.inputs().columns;
  ResegmentAnswer answer = Freely(true, [&](Stop stop) {
    request.stop = stop;
    return Resegment(request);
  });
  WriteOptions write = DigitsFor(verb.figures);
  write.configuration = ConfigurationOf(verb, texts, options, {request.references, {}, {}});
  return Answered(std::move(answer), std::move(write));
}

// Returns the number of segments, and the warnings.
nb::tuple WriteSurvey(const nb::dict& texts, const Options& options, const std::string& file,
                      uint32_t threads) {
  const Sources sources(texts, options);
  const Argument path({file}, "path");
  auto request = RequestOf<SurveyRequest>(sources, options, threads);
  const SurveySummary summary =
      Made<SurveyRun>(request, [&](SurveyRun& run) { return run.Write(file); });
  return nb::make_tuple(summary.segments, ToPython(summary.warnings));
}

// Writes the best candidates, or all, as JSON Lines into a file; returns the summary.
nb::dict AskNbest(const nb::dict& texts, const Options& options, uint32_t threads,
                  const std::string& file, bool all) {
  const Sources sources(texts, options);
  auto request = RequestOf<NbestRequest>(sources, options, threads);
  const NbestForm form = {
      .format = "jsonl", .file = file, .all_candidates = all, .outlive_reader = false, .write = {}};
  const NbestSummary summary =
      Made<NbestRun>(request, [&](NbestRun& run) { return run.Write(form); });
  nb::list scores;
  for (const NbestSummary::MetricScore& score : summary.scores) {
    nb::dict each;
    each["metric"] = score.metric;
    each["best"] = score.best;
    each["first"] = score.first;
    each["candidate_signature"] = score.candidate_signature;
    scores.append(each);
  }
  nb::dict answer;
  answer["scores"] = scores;
  answer["warnings"] = ToPython(summary.warnings);
  return answer;
}

// Returns the sentences, the entries of BibTeX, and the whole as text.
nb::tuple AskCite(const Options& options, uint32_t references) {
  CiteRequest request;
  SetOptions(request, options, 1);
  request.reference_count = references;
  const Citation citation = Freely(true, [&](Stop) { return Cite(request); });
  return nb::make_tuple(citation.sentences, citation.bibtex, CitationText(citation));
}

void MergeFiles(const Files& files, const std::string& output) {
  const Argument path({output}, "path");
  Freely(true, [&](Stop stop) {
    RunOptions run;
    run.stop = stop;
    return Merge(files, output, run);
  });
}

std::string Describe(const std::string& file) {
  const Argument path({file}, "path");
  return Freely(true, [&](Stop) { return DescribeRows(file, "json"); });
}

const char* KindName(OptionKind kind) {
  switch (kind) {
    case OptionKind::kSwitch:
      return "switch";
    case OptionKind::kWhole:
      return "whole";
    case OptionKind::kNumber:
      return "number";
    case OptionKind::kList:
      return "list";
    case OptionKind::kOptionalNumber:
      return "optional number";
    case OptionKind::kText:
      break;
  }
  return "text";
}

// Returns the number of threads that was given or, if it is empty, that the environment names.
uint32_t ThreadsOf(const std::string& given) {
  if (given == "0") return 0;
  ScoreRequest request;
  if (!given.empty()) {
    Check(SetOption(request, "threads", {given}));
    return request.threads;
  }
  const Result<uint32_t> threads = ThreadsOfEnvironment();
  Check(threads.status());
  return *threads;
}

nb::list OptionList(const std::string& verb) {
  nb::list list;
  for (const OptionFacts& option : OptionsOf(VerbOf(verb).kind)) {
    nb::dict facts;
    facts["name"] = std::string(option.name);
    facts["kind"] = KindName(option.kind);
    facts["choices"] = std::vector<std::string>(option.choices.begin(), option.choices.end());
    facts["help"] = std::string(option.help);
    list.append(facts);
  }
  return list;
}

std::string ListOf(const std::string& what, const std::vector<std::string>& specs) {
  const ListForm form = {"json", 80};
  if (what == "tokenizers") return TokenizersList(form);
  if (what == "stemmers") return StemmersList(form);
  if (what == "columns") {
    const Argument files(specs, "files");
    return Freely(true, [&](Stop) { return ColumnsList(specs, "", form); });
  }
  const auto list = MetricsList(specs, form);
  Check(list.status());
  return *list;
}

// Returns the metric, the options, the number of references, and the notes.
nb::tuple SettingsOf(const std::string& signature) {
  const auto settings = FromSignature(signature);
  Check(settings.status());
  return nb::make_tuple(settings->metric, settings->options, settings->references, settings->notes);
}

}  // namespace

void BindAsk(nb::module_& module) {
  const auto def = [&](const char* name, auto* function) {
    module.def(
        name,
        [&verb = VerbOf(name), function](const nb::dict& texts, const Options& options,
                                         uint32_t threads) {
          return function(verb, texts, options, threads);
        },
        Guard(), "texts"_a, "options"_a, "threads"_a = 0);
  };
  nb::class_<Answered>(module, "Answered", "An answer in each of its forms.")
      .def("form", &Answered::Form, Guard(), "name"_a, "title"_a = "",
           "json, text, markdown, latex or another form, as a str; table as a list of columns.");
  module.def("arrow_stream", &ArrowStreamOf, Guard(), "columns"_a,
             "A table as a stream of Arrow's C interface.");
  module.def("write_table", &WriteColumns, Guard(), "columns"_a, "file"_a,
             "Writes a table into a file, in the format of its ending.");
  module.def("write_text", &WriteText, Guard(), "text"_a, "file"_a,
             "Writes a text into a file, which appears when it is complete.");
  def("score", &Ask<ScoreRun, ScoreRequest>);
  def("compare", &Ask<CompareRun, CompareRequest>);
  def("evaluate", &Ask<EvaluateRun, EvaluateRequest>);
  def("spans", &Ask<SpansRun, SpansRequest>);
  def("latency", &Ask<LatencyRun, LatencyRequest>);
  module.def("explain", &AskExplain, Guard(), "texts"_a, "options"_a, "threads"_a = 0,
             "Findings, and the comparison of systems.");
  module.def("segments", &AskSegments, Guard(), "texts"_a, "options"_a, "threads"_a = 0,
             "Scores of single segments, as an array.");
  module.def("write_rows", &WriteRows, Guard(), "texts"_a, "options"_a, "threads"_a, "file"_a,
             "sums"_a = false, "Writes a row file, or only sums, and returns the warnings.");
  module.def("resegment", &AskResegment, Guard(), "references"_a, "output"_a, "options"_a,
             "threads"_a = 0,
             "The output in the references' segments, or what is missing and surplus.");
  module.def("write_survey", &WriteSurvey, Guard(), "texts"_a, "options"_a, "file"_a,
             "threads"_a = 1, "Writes what metrics learn from references.");
  module.def("nbest", &AskNbest, Guard(), "texts"_a, "options"_a, "threads"_a, "file"_a, "all"_a,
             "Writes the best candidates, or all, as JSON Lines; returns the summary.");
  module.def("cite", &AskCite, Guard(), "options"_a, "references"_a,
             "What to write in a paper: sentences, entries of BibTeX, and both as text.");
  module.def("merge", &MergeFiles, Guard(), "files"_a, "output"_a,
             "Puts files of one kind together.");
  module.def("describe_rows", &Describe, Guard(), "file"_a, "The header of a row file, as JSON.");
  module.def("threads", &ThreadsOf, "given"_a,
             "The number of threads, checked; of the environment if it is empty.");
  module.def("available_threads", &AvailableThreads,
             "The number of CPUs that the process may use.");
  module.def("options", &OptionList, Guard(), "verb"_a, "The options of a kind of request.");
  module.def("from_signature", &SettingsOf, Guard(), "signature"_a,
             "The metric, options and references of a score, and what its signature cannot tell.");
  module.def("list_of", &ListOf, Guard(), "what"_a, "specs"_a = std::vector<std::string>(),
             "Metrics, tokenizers, stemmers or columns of files, as JSON.");
}

}  // namespace mtgauge::python
