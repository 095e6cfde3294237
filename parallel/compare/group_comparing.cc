// Compares one group as if it were the whole input.
#include "parallel/compare/group_comparing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/input/group_values.h"
#include "parallel/compare/equal_length.h"
#include "parallel/compare/picking.h"

namespace mtgauge {
namespace {

// Joins signatures that differ in some values: tok:13a and tok:zh become tok:13a,zh.
std::string JoinSignatures(std::span<const std::string> signatures) {
  std::vector<std::vector<std::string>> parts;  // [place]: the different ones
  for (const std::string& signature : signatures) {
    size_t place = 0;
    for (size_t begin = 0; begin <= signature.size(); ++place) {
      const size_t end = std::min(signature.find('|', begin), signature.size());
      if (place == parts.size()) parts.emplace_back();
      const std::string part = signature.substr(begin, end - begin);
      if (std::find(parts[place].begin(), parts[place].end(), part) == parts[place].end()) {
        parts[place].push_back(part);
      }
      begin = end + 1;
    }
  }
  std::string joined;
  for (const std::vector<std::string>& different : parts) {
    joined += (joined.empty() ? "" : "|") + different.front();
    for (const std::string& other : std::span(different).subspan(1)) {
      joined += "," + other.substr(other.find(':') + 1);
    }
  }
  return joined;
}

RowStore JoinStores(const std::vector<KeptGroup>& groups, size_t metric, size_t system) {
  RowStore joined(groups.front().metrics[metric].rows[system].columns());
  std::vector<int64_t> row(joined.columns());
  uint64_t next = 0;
  for (const KeptGroup& group : groups) {
    const RowStore& rows = group.metrics[metric].rows[system];
    for (uint64_t i = 0; i < rows.segments(); ++i) {
      rows.Row(i, row.data());
      joined.Add(next++, row);
    }
  }
  joined.Finish();
  return joined;
}

}  // namespace

std::vector<std::vector<uint32_t>> SegmentsOfGroups(const UnitTable& groups) {
  std::vector<std::vector<uint32_t>> segments(groups.names.size());
  for (size_t i = 0; i < groups.unit_of_segment.size(); ++i) {
    segments[groups.unit_of_segment[i]].push_back(static_cast<uint32_t>(i));
  }
  return segments;
}

std::vector<MeanTerm> MeanTermsOf(std::span<const std::string> groups, size_t fields) {
  std::vector<std::vector<std::string>> values;
  for (const std::string& group : groups) values.push_back(SplitValues(group, fields));
  std::vector<MeanTerm> terms;
  for (size_t g = 0; g < groups.size(); ++g) {
    MeanTerm& term = terms.emplace_back();
    term.name = GroupLabel(groups[g], fields);
    for (size_t f = 0; f < fields; ++f) {
      std::set<std::string> beside;
      for (const auto& other : values) {
        if (std::equal(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(f),
                       values[g].begin())) {
          beside.insert(other[f]);
        }
      }
      term.weight /= static_cast<double>(beside.size());
    }
  }
  return terms;
}

KeptGroup JoinGroups(const std::vector<KeptGroup>& groups, std::span<const std::string> names) {
  KeptGroup joined;
  for (size_t m = 0; m < groups.front().metrics.size(); ++m) {
    const ComparedMetric& first = groups.front().metrics[m];
    ComparedMetric& metric = joined.metrics.emplace_back(ComparedMetric{first, {}, {}});
    metric.agreement = {};  // none is published for means
    std::vector<std::string> signatures;
    for (const KeptGroup& group : groups) signatures.push_back(group.metrics[m].signature);
    metric.signature = JoinSignatures(signatures);
    for (size_t s = 0; s < first.rows.size(); ++s) {
      metric.rows.push_back(JoinStores(groups, m, s));
    }
  }
  for (size_t g = 0; g < groups.size(); ++g) {
    const auto offset = static_cast<uint32_t>(joined.documents.names.size());
    for (const std::string& name : groups[g].documents.names) {
      joined.documents.names.push_back(names[g] + ", " + name);
    }
    for (const uint32_t unit : groups[g].documents.unit_of_segment) {
      joined.documents.unit_of_segment.push_back(unit + offset);
    }
    joined.documents.unnamed += groups[g].documents.unnamed;
    const uint64_t first = groups[g].documents.first_unnamed;
    uint64_t& least = joined.documents.first_unnamed;
    if (least == 0 || (first > 0 && first < least)) least = first;
  }
  return joined;
}

OutsideScores PickScores(const OutsideScores& all, std::span<const uint32_t> segments) {
  OutsideScores picked{all.name, all.lower_is_better, {}, {}};
  for (const OutsideScores::Column& column : all.columns) {
    picked.columns.push_back({column.file, column.system, Pick(column.values, segments)});
  }
  return picked;
}

Result<Comparison> CompareGroup(std::span<const uint32_t> segments, KeptGroup group,
                                const std::vector<bool>& skipped, const Compared& compared,
                                const RunOptions& run, MeanOver mean, GroupParts* parts) {
  Material material;
  AddSystems(compared.systems, material.input);
  material.input.metrics = std::move(group.metrics);
  if (compared.of_segments != nullptr) TakeLengths(material);
  const size_t of_texts = material.input.metrics.size();
  material.documents = std::move(group.documents);
  material.skipped = Pick(skipped, segments);
  for (const OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(AddOutsideScores(PickScores(scores, segments),
                                         compared.settings.request.drop_missing, material));
  }
  UnitFiles units;
  units.documents.unit_of_segment = Pick(compared.units.documents.unit_of_segment, segments);
  units.strata = Pick(compared.units.strata, segments);
  MTG_RETURN_IF_ERROR(AddUnits(compared.settings, units, material));
  if (!mean.terms.empty()) {
    material.input.stratum_of_segment = std::move(mean.term_of_segment);
    material.input.terms = std::move(mean.terms);
  }
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(material.input, compared.options, run));
  if (compared.of_segments != nullptr) {
    MTG_RETURN_IF_ERROR(
        AddEqualLengths(material, *compared.of_segments, compared.options, run, comparison));
  }
  if (parts != nullptr) parts->Add(material.input, of_texts, comparison.metrics);
  comparison.warnings.insert(comparison.warnings.begin(), material.report.warnings.begin(),
                             material.report.warnings.end());
  return comparison;
}

void AddGroup(const std::string& group, Comparison from, Comparison& into) {
  for (MetricComparison& metric : from.metrics) {
    metric.group = group;
    into.metrics.push_back(std::move(metric));
  }
  into.options = from.options;
  into.segments += from.segments;
  into.documents += from.documents;
  into.strata += from.strata;
}

void AddWarnings(const std::string& group, std::vector<Warning> from, std::vector<Warning>& into) {
  for (Warning& warning : from) {
    if (!group.empty()) warning.message = group + ": " + warning.message;
    into.push_back(std::move(warning));
  }
}

}  // namespace mtgauge
