// Turns headers and facts into jobs, batches and totals.
#include "core/rowfile/recall.h"

#include <fmt/format.h>

#include <utility>

namespace mtgauge {

Result<GroupsOf> FindGroups(const RowHeader& header, const std::string& field) {
  if (field.empty()) return GroupsOf::kNothing;
  if (field == header.by) return GroupsOf::kGroups;
  if (field == "doc" && header.has_documents) return GroupsOf::kDocuments;
  return UsageError(
      {.option = "by"},
      header.by.empty()
          ? fmt::format("`by` {}: the row files have no groups", field)
          : fmt::format("`by` {}: the row files have groups of '{}'", field, header.by),
      fmt::format("make them with `by` {}, or name a file of groups as in `by` {}=FILE", field,
                  field));
}

void TakeFacts(SegmentFacts& facts, GroupsOf groups, Batch& batch) {
  batch.excluded = std::move(facts.excluded);
  batch.excluded.resize(batch.segments);
  batch.ids = std::move(facts.ids);
  if (groups == GroupsOf::kGroups) batch.groups = std::move(facts.groups);
  if (groups == GroupsOf::kDocuments) batch.groups = facts.documents;
  if (groups != GroupsOf::kNothing) batch.groups.resize(batch.segments);
  batch.documents = std::move(facts.documents);
}

Status CompleteTotals(const RowSet& rows, Totals& totals) {
  const RowHeader& header = rows.header();
  if (header.totals) {
    totals = *header.totals;
    totals.sums = header.sums;
    totals.replaced = header.replaced;
    return OkStatus();
  }
  if (rows.has_sums() && totals.sums != header.sums) {
    return InputError("the sums in the row files do not match their rows", "make the files again");
  }
  totals.replaced = header.replaced;
  for (size_t s = 0; s < header.systems.size(); ++s) {
    TextCheck& check = totals.checks[s];
    check.hyp_bytes = header.systems[s].digest.bytes;
    check.ref_bytes = header.references.front().digest.bytes;
    check.differs.assign(s, 0);
    for (size_t other = 0; other < s; ++other) {
      const bool same = header.systems[s].digest.value == header.systems[other].digest.value;
      check.differs[other] = same ? 0 : 1;
    }
  }
  return OkStatus();
}

void CompleteTotals(std::span<const RowLanguage* const> languages, Totals& totals) {
  for (size_t s = 0; s < totals.checks.size(); ++s) {
    TextCheck& check = totals.checks[s];
    check.differs.assign(s, 0);
    for (const RowLanguage* const language : languages) {
      check.hyp_bytes += language->systems[s].bytes;
      check.ref_bytes += language->references.front().bytes;
      for (size_t other = 0; other < s; ++other) {
        const bool same = language->systems[s].value == language->systems[other].value;
        if (!same) check.differs[other] = 1;
      }
    }
  }
}

namespace {

// Returns the settings without the effective order ("eff:no"): rows contain all orders, and scores
// of segments use other orders than those of a corpus.
std::string SettingsOfRows(const std::string& settings) {
  const size_t begin = settings.find("eff:");
  if (begin == std::string::npos) return settings;
  const size_t end = settings.find('|', begin);
  return settings.substr(0, begin) + (end == std::string::npos ? "" : settings.substr(end + 1));
}

}  // namespace

std::vector<RowSettings> SettingsOf(const std::vector<RowMetric>& metrics) {
  std::vector<RowSettings> settings;
  for (const RowMetric& metric : metrics) {
    settings.emplace_back(metric.signature, metric.columns);
  }
  return settings;
}

Status BindToRows(const std::vector<RowMetric>& metrics, Job& job) {
  std::vector<std::string> learnt;
  for (size_t m = 0; m < metrics.size(); ++m) {
    const RowMetric& metric = metrics[m];
    if (SettingsOfRows(metric.signature) != SettingsOfRows(job.Settings(m)) ||
        metric.columns != job.metrics()[m].metric->Columns()) {
      return InputError(
          fmt::format("the row files' {} was computed with '{}', but here it would be '{}'",
                      metric.spec, metric.signature, job.Settings(m)),
          "make them again, or use the machine that made them");
    }
    learnt.push_back(metric.learnt);
  }
  job.TakeLearnt(std::move(learnt));
  return OkStatus();
}

StreamNames NamesOf(const RowHeader& header) {
  StreamNames names;
  for (const RowStream& stream : header.references) {
    names.refs.push_back(stream.file);
    names.ref_names.push_back(stream.name);
  }
  for (const RowStream& stream : header.systems) {
    names.hyps.push_back(stream.name);
    names.hyp_files.push_back(stream.file);
  }
  return names;
}

}  // namespace mtgauge
