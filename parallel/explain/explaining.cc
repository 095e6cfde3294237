// Turns a request into findings: compares the systems and keeps their texts and rows, then analyses
// both.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/explain/corpus.h"
#include "core/explain/kinds.h"
#include "core/input/group_values.h"
#include "core/input/groups/own_texts.h"
#include "core/input/tables/text_file.h"
#include "core/input/tables/unit_table.h"
#include "core/report/cite/cite_text.h"
#include "core/request/group_fields.h"
#include "core/request/metrics.h"
#include "core/request/parts.h"
#include "core/score/metric_labels.h"
#include "core/text/unicode.h"
#include "core/text/words/stemmer.h"
#include "mtgauge/explain.h"
#include "parallel/compare/plan.h"
#include "parallel/explain/buckets.h"
#include "parallel/explain/checks.h"
#include "parallel/explain/held_segments.h"
#include "parallel/explain/shown_spans.h"
#include "parallel/explain/tables.h"
#include "parallel/explain/words.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"
#include "parallel/run/threads.h"

namespace mtgauge {
namespace {

Status CheckLines(const std::string& file, size_t lines, size_t segments,
                  const std::string& option) {
  if (lines == segments) return OkStatus();
  return InputError({.file = file, .option = option}, LinesForSegments(lines, segments),
                    "write one line per segment");
}

// Returns the group of each segment.
Result<std::vector<std::string>> ReadGroups(const std::string& file, size_t segments) {
  MTG_ASSIGN_OR_RETURN(const UnitTable table, ReadUnitTable(file, 0));
  MTG_RETURN_IF_ERROR(CheckLines(file, table.unit_of_segment.size(), segments, "by"));
  std::vector<std::string> names;
  for (const uint32_t unit : table.unit_of_segment) names.push_back(table.names[unit]);
  return names;
}

bool ReadCount(std::string_view text, uint64_t& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size();
}

// Reads word frequencies from a file. Words that are not in the file have the frequency 0.
Result<WordFrequencies> ReadFrequencies(const std::string& file, bool lowercase, Corpus& corpus) {
  MTG_ASSIGN_OR_RETURN(const std::string text, ReadTextFile(file));
  WordFrequencies frequencies;
  uint64_t number = 0;
  std::string folded;
  for (const std::string_view line : CutLines(text)) {
    ++number;
    const size_t tab = line.rfind('\t');
    uint64_t count = 0;
    if (tab == std::string_view::npos || !ReadCount(line.substr(tab + 1), count)) {
      return InputError({.file = file, .line = number, .option = "counts"},
                        "the line is not a word, a tab and a whole number", "correct it");
    }
    folded.clear();
    if (lowercase) AppendLowercase(line.substr(0, tab), folded);
    const uint32_t word = corpus.vocabulary.Add(lowercase ? folded : line.substr(0, tab));
    frequencies.resize(std::max<size_t>(frequencies.size(), word + 1));
    frequencies[word] += count;
  }
  frequencies.resize(corpus.vocabulary.size());
  return frequencies;
}

// Divides segments by name, in order of first appearance. Those without a name form one kind.
Kinds KindsByName(const std::vector<std::string>& names) {
  Kinds kinds;
  std::unordered_map<std::string_view, uint32_t> numbers;
  for (const std::string& name : names) {
    const auto [found, is_new] =
        numbers.try_emplace(name, static_cast<uint32_t>(kinds.names.size()));
    if (is_new) kinds.names.push_back(name.empty() ? "(none)" : name);
    kinds.of.push_back(found->second);
  }
  return kinds;
}

SystemPairs TestedPairs(const Comparison& comparison) {
  SystemPairs pairs;
  if (comparison.metrics.empty()) return pairs;
  for (const PairTest& pair : comparison.metrics.front().pairs) pairs.emplace_back(pair.a, pair.b);
  return pairs;
}

}  // namespace

template <>
struct RunOf<ExplainRun, ExplainRequest>::Plan {
  ExplainRequest request;  // with its defaults filled in
  ComparePlan compare;     // the scored texts or rows
  const RunRecord& record = compare.record;
  std::optional<ComparePlan> beside;  // the texts that belong to the rows
  const TokenizerRow* tokenizer = nullptr;
  std::optional<Job> of_segments;  // the same metrics at segment level

  Status Settle();
  Result<Findings> Run();

 private:
  Status CheckSettings() const;
  Result<Material> Read(CompareOptions& options, HeldSegments& held);
  Status ReadBeside(HeldSegments& held);
  Status Describe(const Material& material, HeldSegments& held, Findings& findings) const;
  void AddScores(const Material& material, Findings& findings) const;
  void AddDetails(const Material& material, Findings& findings) const;
  std::string Citation(const HeldSegments& held, const CompareOptions& options) const;
  Status AddBuckets(const BucketContext& context, const Corpus& corpus,
                    const WordFrequencies& frequencies, Findings& findings) const;
  void AddHistograms(const Corpus& corpus, Findings& findings) const;
};

Status ExplainRun::Plan::CheckSettings() const {
  if (!compare.texts) {
    return UsageError("no reference", "name reference files first, and systems with `input`");
  }
  if (compare.texts->tokenizer_by_language) {
    return UsageError({.option = "by"},
                      "`by`: words need one tokenizer, but each language would have its own",
                      "choose one with `tokenize`");
  }
  const GroupFields by = FieldsOf(compare.texts->by);
  if (by.OfFile() != nullptr && by.fields.size() > 1) {
    return UsageError({.option = "by"},
                      "`by`: here a file of groups cannot be combined with other fields",
                      "use one field");
  }
  if (!compare.systems.empty() && compare.systems.front().files.size() > 1) {
    return UsageError({.option = "system"},
                      "`system`: only one output of each system is possible here",
                      "name one file for each system");
  }
  return OkStatus();
}

Status ExplainRun::Plan::Settle() {
  CompareRequest scored;
  CopyParts(request, scored);
  if (!request.rows.empty() && (!request.references.empty() || request.columns)) {
    CompareRequest texts = scored;
    texts.rows.clear();
    texts.by.clear();
    texts.scores.clear();
    static_cast<MetricChoice&>(texts) = {};
    texts.metrics = {"lenratio"};  // the cheapest metric
    MTG_ASSIGN_OR_RETURN(beside, ComparePlan::Make(texts, true));
    static_cast<TextInputs&>(scored) = {};
    scored.rows = request.rows;
    scored.by = request.by;
    scored.documents = request.documents;
  }
  MTG_ASSIGN_OR_RETURN(compare, ComparePlan::Make(scored, true));
  MTG_RETURN_IF_ERROR(CheckSettings());
  MTG_ASSIGN_OR_RETURN(tokenizer, ResolveTokenizer(compare.request, compare.request));
  if (request.stem) MTG_RETURN_IF_ERROR(CheckKnown("stem", *request.stem, NamesOfRows(Stemmers())));
  const TextSettings& texts = *compare.texts;
  if (const MetricRow* row = FindUnranked(texts.job.metrics); row != nullptr) {
    return UsageError({.option = "metrics"},
                      fmt::format("`metrics`: {} has no better and worse", row->name),
                      "leave it out, or use `mtgauge compare`");
  }
  MTG_ASSIGN_OR_RETURN(
      const JobOptions as_segments,
      ResolveMetrics(compare.request, compare.request, Level::kSegment, texts.job.rows, true));
  MTG_ASSIGN_OR_RETURN(of_segments, MakeJob(as_segments, texts.names, RunOptions()));
  const TextInputs asked = request;
  CopyParts(compare.request, request);
  if (beside) static_cast<TextInputs&>(request) = asked;
  return OkStatus();
}

Result<Material> ExplainRun::Plan::Read(CompareOptions& options, HeldSegments& held) {
  MTG_ASSIGN_OR_RETURN(ComparePlan::Opened opened, compare.Open());
  options = opened.options;
  Sink sink = KeepSegmentsIn(held, static_cast<uint32_t>(compare.job->names().refs.size()));
  sink.want_texts = compare.texts->rows == nullptr;
  MTG_ASSIGN_OR_RETURN(Material material, compare.Gather(std::move(opened), &sink));
  held.DropUntold();
  if (beside) MTG_RETURN_IF_ERROR(ReadBeside(held));
  const GroupFields by = FieldsOf(compare.texts->by);
  if (by.OfFile() != nullptr) {
    MTG_ASSIGN_OR_RETURN(held.groups, ReadGroups(by.OfFile()->file, held.size()));
  }
  return material;
}

// Reads the texts from which the rows were made.
Status ExplainRun::Plan::ReadBeside(HeldSegments& held) {
  HeldSegments texts;
  MTG_ASSIGN_OR_RETURN(ComparePlan::Opened opened, beside->Open());
  const Sink sink = KeepSegmentsIn(texts, static_cast<uint32_t>(beside->job->names().refs.size()));
  const std::vector<std::string> systems = beside->job->names().hyps;
  MTG_RETURN_IF_ERROR(beside->Gather(std::move(opened), &sink).status());
  if (texts.size() != held.size() || systems.size() != compare.job->names().hyps.size()) {
    return InputError({.option = "rows"},
                      fmt::format("the rows have {} of {}, but the texts have {} of {}",
                                  Counted(held.size(), "segment"),
                                  Counted(compare.job->names().hyps.size(), "system"), texts.size(),
                                  systems.size()),
                      "name the texts that the rows were made from");
  }
  held.texts = std::move(texts.texts);
  held.reference_annotations = std::move(texts.reference_annotations);
  held.annotations = std::move(texts.annotations);
  return OkStatus();
}

// Adds information about the texts and the metrics.
Status ExplainRun::Plan::Describe(const Material& material, HeldSegments& held,
                                  Findings& findings) const {
  findings.systems = material.input.systems;
  findings.metrics = MetricLabels(*compare.job);
  for (size_t m = 0; m < material.input.metrics.size(); ++m) {
    const ComparedMetric& metric = material.input.metrics[m];
    if (m >= findings.metrics.size()) findings.metrics.push_back(metric.label);
    findings.higher_is_better.push_back(metric.higher_is_better);
  }
  findings.tokenizer = tokenizer->name;
  findings.lowercase = request.lowercase;
  findings.base_forms = request.stem || !held.reference_annotations.empty();
  findings.segments = std::move(held.texts);
  findings.ids = held.ids;
  findings.skipped = held.skipped;
  findings.documents = held.documents;
  if (!material.units.documents.names.empty()) {
    findings.documents = NamesOfUnits(material.units.documents);
  }
  findings.source = std::move(held.sources);
  return OkStatus();
}

void ExplainRun::Plan::AddScores(const Material& material, Findings& findings) const {
  const size_t metrics = findings.metrics.size(), systems = findings.systems.size();
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  findings.scores.assign(material.skipped.size() * systems * metrics, kNone);
  const auto score_column = [&](size_t s, size_t m) {
    const ComparedMetric& compared = material.input.metrics[m];
    const bool own = m < of_segments->metrics().size();
    const Metric& metric = own ? *of_segments->metrics()[m].metric : *compared.metric;
    std::vector<int64_t> row(compared.rows[s].columns());
    uint64_t unit = 0;
    for (size_t i = 0; i < material.skipped.size(); ++i) {
      if (material.skipped[i]) continue;
      const uint64_t at = unit++;
      if (!compared.missing.empty() && compared.missing[s][at]) continue;
      compared.rows[s].Row(at, row.data());
      findings.scores[(i * systems + s) * metrics + m] = metric.Score(row, Level::kSegment);
    }
  };
  InParallel(request.threads, systems * metrics,
             [&](size_t column) { score_column(column / metrics, column % metrics); });
}

void ExplainRun::Plan::AddDetails(const Material& material, Findings& findings) const {
  for (size_t m = 0; m < compare.job->metrics().size(); ++m) {
    const ComparedMetric& metric = material.input.metrics[m];
    std::vector<std::vector<Detail>>& of_systems = findings.details.emplace_back();
    for (const RowStore& rows : metric.rows) {
      of_systems.push_back(metric.metric->Details(rows.Totals(), Level::kCorpus));
    }
  }
}

std::string ExplainRun::Plan::Citation(const HeldSegments& held,
                                       const CompareOptions& options) const {
  std::vector<uint32_t> segments(held.size());
  std::iota(segments.begin(), segments.end(), 0U);
  return CitationText(CitationOf({*compare.job, held.ReferencesOf(segments), {}, options}));
}

Status ExplainRun::Plan::AddBuckets(const BucketContext& context, const Corpus& corpus,
                                    const WordFrequencies& frequencies, Findings& findings) const {
  constexpr size_t kMostDocuments = 50;
  const auto add = [&](std::string by, std::string label, Kinds kinds) -> Status {
    MTG_ASSIGN_OR_RETURN(SegmentBuckets buckets,
                         CompareKinds(std::move(by), std::move(label), std::move(kinds), context));
    findings.buckets.push_back(std::move(buckets));
    return OkStatus();
  };
  if (corpus.segments() > 0) {
    MTG_RETURN_IF_ERROR(add("length", "words of the reference", SegmentsByLength(corpus)));
    MTG_RETURN_IF_ERROR(add("rarest word", "occurrences of the reference's rarest word",
                            SegmentsByRarestWord(corpus, frequencies)));
  }
  if (!findings.documents.empty()) {
    Kinds documents = KindsByName(findings.documents);
    if (documents.names.size() <= kMostDocuments) {
      MTG_RETURN_IF_ERROR(add("document", "document", std::move(documents)));
    }
  }
  const GroupFields by = FieldsOf(compare.texts->by);
  if (by.empty()) return OkStatus();
  std::vector<std::string> groups = context.held.groups;
  for (std::string& group : groups) group = GroupLabel(group, by.fields.size());
  return add(by.Label(), by.Label(), KindsByName(groups));
}

void ExplainRun::Plan::AddHistograms(const Corpus& corpus, Findings& findings) const {
  const size_t metrics = findings.metrics.size(), systems = findings.systems.size();
  const auto add = [&](const std::string& by, const std::function<Kinds(size_t system)>& kinds_of) {
    SegmentHistogram histogram{by, {}, {}};
    for (size_t s = 0; s < systems; ++s) {
      const Kinds kinds = kinds_of(s);
      histogram.names = kinds.names;
      std::vector<uint64_t>& counts = histogram.counts.emplace_back(kinds.names.size());
      for (size_t i = 0; i < kinds.of.size(); ++i) {
        if (findings.skipped[i] == 0 && kinds.of[i] < counts.size()) ++counts[kinds.of[i]];
      }
    }
    findings.histograms.push_back(std::move(histogram));
  };
  if (corpus.segments() > 0) {
    add("length difference", [&](size_t s) { return SegmentsByLengthDifference(corpus, s); });
  }
  for (size_t m = 0; m < metrics; ++m) {
    const double scale = findings.comparison.metrics[m].scale;
    if (scale <= 0) continue;
    add(findings.metrics[m], [&](size_t s) {
      std::vector<double> scores;
      for (size_t i = 0; i < findings.skipped.size(); ++i) {
        scores.push_back(findings.scores[(i * systems + s) * metrics + m]);
      }
      return SegmentsByScore(scores, scale);
    });
  }
}

Result<Findings> ExplainRun::Plan::Run() {
  Findings findings;
  HeldSegments held;
  CompareOptions options;
  // All files are read and checked before the long work, which is resampling.
  MTG_ASSIGN_OR_RETURN(const std::vector<MarkedFile> marked, ReadMarkedFiles(request));
  MTG_ASSIGN_OR_RETURN(const Material material, Read(options, held));
  const WordChoice choice = {tokenizer, request.lowercase,
                             request.stem ? FindStemmer(*request.stem) : nullptr};
  MTG_ASSIGN_OR_RETURN(Corpus corpus, CutWords(held, choice, request));
  WordFrequencies frequencies;
  if (request.counts.empty()) {
    frequencies = FrequenciesIn(corpus);
  } else {
    MTG_ASSIGN_OR_RETURN(frequencies, ReadFrequencies(request.counts, request.lowercase, corpus));
  }
  MTG_RETURN_IF_ERROR(Describe(material, held, findings));
  std::vector<Warning> warnings;
  MTG_RETURN_IF_ERROR(AddSpans(marked, request, findings, warnings));
  MTG_ASSIGN_OR_RETURN(findings.comparison, compare.Compare(material, options));
  std::vector<Warning>& all = findings.comparison.warnings;
  all.insert(all.begin(), compare.warnings.begin(), compare.warnings.end());
  std::move(warnings.begin(), warnings.end(), std::back_inserter(all));
  MTG_RETURN_IF_ERROR(AddChecks(request.threads, findings));
  AddScores(material, findings);
  AddDetails(material, findings);
  findings.citation = Citation(held, options);
  RunOptions quiet = request;
  quiet.hooks = {};
  MTG_RETURN_IF_ERROR(
      AddBuckets({&*compare.job, material, held, options, quiet}, corpus, frequencies, findings));
  AddHistograms(corpus, findings);
  if (corpus.segments() == 0) return findings;
  AddTables(corpus, frequencies, TestedPairs(findings.comparison), request, findings);
  return findings;
}

template class RunOf<ExplainRun, ExplainRequest>;

Result<Findings> ExplainRun::Run() {
  return WithinMemory([&] { return plan_->Run(); });
}

Result<Findings> Explain(const ExplainRequest& request) {
  MTG_ASSIGN_OR_RETURN(ExplainRun run, ExplainRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
