// Turns a request into a row file: scores the texts and writes the deliveries.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/files_of_set.h"
#include "core/input/shard.h"
#include "core/request/group_fields.h"
#include "core/request/job_digest.h"
#include "core/request/texts.h"
#include "core/rowfile/numbered_files.h"
#include "core/rowfile/row_writer.h"
#include "mtgauge/rows.h"
#include "parallel/run/run_of.h"
#include "parallel/run/threads.h"
#include "parallel/score/group_run.h"
#include "parallel/score/texts.h"

namespace mtgauge {
namespace {

// Writes deliveries to a row file, and adds their facts to its header.
class RowCollector {
 public:
  RowCollector(RowWriter& writer, RowHeader& header) : writer_(writer), header_(header) {}

  Sink MakeSink() {
    Sink sink;
    sink.want_rows = true;
    sink.want_facts = true;
    sink.sources = &header_.sources;
    sink.deliver = [this](const Delivery& delivery) { return Take(delivery); };
    return sink;
  }

 private:
  Status Take(const Delivery& delivery) {
    if (taken_ == 0) {
      header_.has_ids = delivery.has_ids;
      header_.has_documents = delivery.has_documents;
    }
    taken_ += delivery.count;
    if (delivery.count == 0) return OkStatus();
    if (delivery.facts.each) {
      for (uint32_t i = 0; i < delivery.count; ++i) AddDigests(delivery, i);
    } else {
      AppendDigests(delivery.facts.refs, header_.references);
      AppendDigests(delivery.facts.hyps, header_.systems);
      AppendDigests(delivery.facts.sources, header_.source);
    }
    SegmentFacts facts;
    facts.segments = delivery.count;
    facts.excluded = delivery.excluded;
    for (const uint32_t present : delivery.references) {
      facts.lacking.push_back(static_cast<uint32_t>(header_.references.size()) - present);
    }
    facts.ids = delivery.ids;
    facts.documents = delivery.documents;
    facts.groups = delivery.groups;
    facts.marks = delivery.facts.marks;
    return writer_.Add(facts, delivery.rows);
  }

  static void AppendDigests(const std::vector<TextDigest>& from, std::vector<RowStream>& streams) {
    for (size_t s = 0; s < streams.size(); ++s) streams[s].digest.Append(from[s]);
  }

  // Adds the digests of a segment also to those of its language.
  void AddDigests(const Delivery& delivery, uint32_t i) {
    RowLanguage& language = LanguageOfGroup(delivery.groups[i]);
    const auto add = [&](const std::vector<TextDigest>& from, std::vector<RowStream>& streams,
                         std::vector<TextDigest>& of_language) {
      for (size_t s = 0; s < streams.size(); ++s) {
        const TextDigest& of_segment = from[s * delivery.count + i];
        streams[s].digest.Append(of_segment);
        of_language[s].Append(of_segment);
      }
    };
    add(delivery.facts.refs, header_.references, language.references);
    add(delivery.facts.hyps, header_.systems, language.systems);
    for (size_t s = 0; s < header_.source.size(); ++s) {
      header_.source[s].digest.Append(delivery.facts.sources[s * delivery.count + i]);
    }
  }

  RowLanguage& LanguageOfGroup(const std::string& group) {
    if (header_.languages.empty() || group != group_) {
      const std::string name = LanguageOf(header_, group);
      language_ = header_.FindLanguage(name);
      group_ = group;
      if (language_ == header_.languages.size()) {
        header_.languages.push_back({name, header_.metrics,
                                     std::vector<TextDigest>(header_.references.size()),
                                     std::vector<TextDigest>(header_.systems.size())});
      }
    }
    return header_.languages[language_];
  }

  RowWriter& writer_;
  RowHeader& header_;
  uint64_t taken_ = 0;
  std::string group_;  // of the last segment, and its language
  size_t language_ = 0;
};

// Sets the settings of each language after a run over all.
void DescribeLanguages(const GroupRun& run, RowHeader& header) {
  for (RowLanguage& language : header.languages) {
    const Job& job = run.job(run.JobOfLanguage(language.name));
    for (size_t m = 0; m < language.metrics.size(); ++m) {
      language.metrics[m].signature = job.Settings(m);
      language.metrics[m].learnt = job.learnt()[m];
    }
  }
  if (!header.languages.empty()) header.metrics = header.languages.front().metrics;
}

// Returns the inputs with their sizes in bytes; 0 if not regular files.
std::vector<std::pair<std::string, uint64_t>> SizesOf(const std::vector<std::string>& paths) {
  std::vector<std::pair<std::string, uint64_t>> sizes;
  for (const std::string& path : paths) {
    sizes.emplace_back(path, BytesOfInput(path));
  }
  return sizes;
}

std::vector<uint32_t> WidthsOfCells(const Job& job) {
  std::vector<uint32_t> widths;
  for (size_t s = 0; s < job.names().hyps.size(); ++s) {
    widths.insert(widths.end(), job.widths().begin(), job.widths().end());
  }
  return widths;
}

// Returns how many blocks to seal in parallel: up to one per thread, within a limit on memory.
size_t BlocksTogether(const std::vector<uint32_t>& widths, uint32_t threads) {
  constexpr size_t kMostBytes = 32 << 20;
  const size_t columns = std::accumulate(widths.begin(), widths.end(), size_t{0});
  const size_t fit = kMostBytes / (columns * kBlockSegments * sizeof(int64_t));
  return std::clamp<size_t>(fit, 1, threads);
}

void SealAll(std::span<BlockSections> blocks, uint32_t threads) {
  InParallel(threads, blocks.size(), [&](size_t i) { blocks[i].Seal(); });
}

Status CheckRows(const RowsRequest& request, const TextSettings& settings) {
  if (!request.rows.empty()) {
    return UsageError({.option = "rows"}, "`rows`: to join row files, use `mtgauge merge`",
                      "here, name texts");
  }
  if (!settings.by.file.empty()) {
    return UsageError({.option = "by"}, "`by`: rows do not store groups from a file",
                      "leave it out here, and give it with `rows`");
  }
  return OkStatus();
}

}  // namespace

template <>
struct RunOf<RowsRun, RowsRequest>::Plan {
  RowsRequest request;  // with its defaults filled in
  TextSettings settings;
  RunRecord record;
  std::optional<Job> job;

  Status Settle();
  RowHeader StartHeader(const Texts& texts) const;
  // Scores the texts, each language with its own tokenizer if it needs one.
  Result<Report> Score(Texts texts, const Sink& sink, RowHeader& header);
  Status EndHeader(const AcceptWarnings& accept, Report& report, RowHeader& header);
};

Status RowsRun::Plan::Settle() {
  MTG_ASSIGN_OR_RETURN(settings, ResolveTexts(request, request, TextUse{}));
  MTG_RETURN_IF_ERROR(CheckRows(request, settings));
  settings.shard = request;
  MTG_ASSIGN_OR_RETURN(record, RecordOf(settings));
  MTG_ASSIGN_OR_RETURN(job, MakeJob(settings.job, settings.names, request));
  request.metrics = settings.job.metrics;
  if (!request.columns) request.inputs = OutputsOf(request);
  return OkStatus();
}

RowHeader RowsRun::Plan::StartHeader(const Texts& texts) const {
  RowHeader header;
  header.texts = request;
  if (request.columns) {
    header.in_memory = true;
    header.texts.columns.reset();
    header.texts.references = texts.names().refs;
    header.texts.inputs = texts.names().hyps;
  }
  header.choice = request;
  header.systems_of_file =
      request.columns ? std::vector<size_t>(texts.names().hyps.size(), 1) : texts.systems_of_file();
  header.by = settings.by.field;
  if (settings.tokenizer_by_language) {
    const GroupFields by = FieldsOf(settings.by);
    header.language_field = by.fields[by.LanguagePlace()].name;
  }
  header.shard = request.shard;
  if (request.shard) header.job = JobDigest(request);
  if (CutsFiles(settings.shard)) header.sizes = SizesOf(settings.paths);
  Describe(*job, header);
  for (size_t s = 0; s < header.systems.size(); ++s) header.systems[s].name = texts.own_name(s);
  return header;
}

Result<Report> RowsRun::Plan::Score(Texts texts, const Sink& sink, RowHeader& header) {
  if (!settings.tokenizer_by_language) return texts.Score(*job, request, sink);
  MTG_ASSIGN_OR_RETURN(GroupRun run, GroupRun::Prepare(settings, std::move(texts), request));
  MTG_ASSIGN_OR_RETURN(Report report, run.Score(sink));
  DescribeLanguages(run, header);
  return report;
}

// Completes a header with what a run reports, and the report with all warnings.
Status RowsRun::Plan::EndHeader(const AcceptWarnings& accept, Report& report, RowHeader& header) {
  if (!header.shard) {
    MTG_RETURN_IF_ERROR(CheckAnyScored(job->names(), report.segments, report.skipped));
  }
  header.replaced = report.replaced;
  for (size_t m = 0; header.languages.empty() && m < header.metrics.size(); ++m) {
    header.metrics[m].learnt = job->learnt()[m];
  }
  report.warnings.insert(report.warnings.begin(), settings.warnings.begin(),
                         settings.warnings.end());
  return accept ? accept(report.warnings) : OkStatus();
}

template class RunOf<RowsRun, RowsRequest>;

Result<RowsAnswer> RowsRun::Write(const std::string& file, const AcceptWarnings& accept) {
  Job& job = *plan_->job;
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(plan_->settings, plan_->request));
  job.SetNames(texts.names());
  const std::vector<uint32_t> widths = WidthsOfCells(job);
  const uint32_t threads = ThreadsOf(plan_->request.threads);
  MTG_ASSIGN_OR_RETURN(
      RowWriter writer,
      RowWriter::Open(file, job.names().hyps.size(), widths, BlocksTogether(widths, threads),
                      [threads](std::span<BlockSections> blocks) { SealAll(blocks, threads); }));
  RowHeader header = plan_->StartHeader(texts);
  RowCollector collector(writer, header);
  MTG_ASSIGN_OR_RETURN(Report report, plan_->Score(std::move(texts), collector.MakeSink(), header));
  MTG_RETURN_IF_ERROR(plan_->EndHeader(accept, report, header));
  MTG_RETURN_IF_ERROR(writer.Finish(std::move(header)));
  return RowsAnswer{report.segments, report.skipped, std::move(report.warnings)};
}

Result<RowsAnswer> RowsRun::WriteSums(const std::string& file, const AcceptWarnings& accept) {
  if (plan_->settings.tokenizer_by_language) {
    return UsageError({.option = "by"},
                      fmt::format("`by` {}: each language has its own tokenizer, so there are no "
                                  "sums of all segments",
                                  FieldsOf(plan_->settings.by).Label()),
                      "choose one with `tokenize`, or write rows");
  }
  Job& job = *plan_->job;
  MTG_ASSIGN_OR_RETURN(Texts texts, Texts::Open(plan_->settings, plan_->request));
  job.SetNames(texts.names());
  MTG_ASSIGN_OR_RETURN(SealedWriter writer, SealedWriter::Open(file));
  RowHeader header = plan_->StartHeader(texts);
  Totals& totals = header.totals.emplace();
  Sink sink;
  sink.sources = &header.sources;
  sink.totals = &totals;
  MTG_ASSIGN_OR_RETURN(Report report, texts.Score(job, plan_->request, sink));
  MTG_RETURN_IF_ERROR(plan_->EndHeader(accept, report, header));
  header.segments = totals.segments + totals.skipped;
  header.sums = std::exchange(totals.sums, {});
  for (size_t s = 0; s < totals.checks.size(); ++s) totals.checks[s].differs.resize(s);
  MTG_RETURN_IF_ERROR(writer.Finish(ToJson(header)));
  return RowsAnswer{report.segments, report.skipped, std::move(report.warnings)};
}

Status RowsRun::CheckWritten(const std::string& file) const {
  return CheckPart(file, plan_->request.shard, JobDigest(plan_->request));
}

}  // namespace mtgauge
