// Compares headers.
#include "core/rowfile/row_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/printing.h"
#include "core/base/wrapping.h"
#include "core/rowfile/numbered_files.h"

namespace mtgauge {
namespace {

Status Foreign(const std::string& first, const std::string& other, const std::string& what,
               const std::string& remedy) {
  return InputError({.file = other, .named = true},
                    fmt::format("{} and {}: {}", first, other, what), remedy);
}

// Returns whether the options shared by all metrics are the same, except the list of metrics.
bool SameOptions(const RowHeader& a, const RowHeader& b) {
  return SharedOptions(a) == SharedOptions(b) && a.texts.language_pair == b.texts.language_pair;
}

Status CheckMetric(const std::string& first, const std::string& other, const RowMetric& a,
                   const RowMetric& b) {
  if (a.signature != b.signature || a.columns != b.columns) {
    return Foreign(first, other,
                   fmt::format("{} was computed with '{}' in one and '{}' in the other", a.spec,
                               a.signature, b.signature),
                   "make both with the same options");
  }
  if (a.learnt != b.learnt) {
    return Foreign(first, other,
                   fmt::format("{} learnt from different references ('{}' and '{}')", a.spec,
                               a.learnt, b.learnt),
                   "make one survey of all references first, and use it for both with `survey`");
  }
  return OkStatus();
}

// Compares the settings of the languages that are in both.
Status CheckLanguages(const std::string& first, const std::string& other, const RowHeader& a,
                      const RowHeader& b) {
  for (const RowLanguage& language : b.languages) {
    const size_t known = a.FindLanguage(language.name);
    if (known == a.languages.size()) continue;
    for (const RowMetric& metric : language.metrics) {
      for (const RowMetric& same : a.languages[known].metrics) {
        if (same.spec == metric.spec) {
          MTG_RETURN_IF_ERROR(CheckMetric(first, other, same, metric));
        }
      }
    }
  }
  return OkStatus();
}

// Rejects systems in a different order, whose rows would be added to those of another system.
Status CheckPlaces(const RowFile& first, const RowFile& next) {
  const std::vector<RowStream>&a = first.header.systems, &b = next.header.systems;
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      if (i == j || a[i].name != b[j].name || a[i].name == b[i].name) continue;
      return Foreign(first.file.path(), next.file.path(),
                     fmt::format("the system '{}' is number {} in one and {} in the other",
                                 a[i].name, i + 1, j + 1),
                     "name the systems in the same order");
    }
  }
  return OkStatus();
}

// Returns whether a system's name was given, and not taken from its file.
bool HasGivenName(const RowHeader& header, const std::string& name) {
  return header.in_memory ||
         std::ranges::any_of(header.texts.inputs, [&](const std::string& input) {
           return input.starts_with(name + '=');
         });
}

// Rejects systems of other names, whose rows belong beside the first ones, not after them.
Status CheckNames(const RowFile& first, const RowFile& next) {
  const RowHeader &a = first.header, &b = next.header;
  for (size_t s = 0; s < a.systems.size(); ++s) {
    const std::string &name = a.systems[s].name, &other = b.systems[s].name;
    if (name == other || !HasGivenName(a, name) || !HasGivenName(b, other)) continue;
    return Foreign(
        first.file.path(), next.file.path(),
        fmt::format("system {} is '{}' in one and '{}' in the other", s + 1, name, other),
        "give the parts of a system one name; different systems of the same segments are "
        "read side by side, with both files in `rows`");
  }
  return OkStatus();
}

// Rejects shards of texts that changed between the runs.
Status CheckSizes(const RowFile& first, const RowFile& next) {
  const auto &a = first.header.sizes, &b = next.header.sizes;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const auto& [file, bytes] = a[i];
    if (bytes == b[i].second || bytes == 0 || b[i].second == 0) continue;
    return Foreign(
        first.file.path(), next.file.path(),
        fmt::format("{} had {} bytes for one shard and {} for another", file, bytes, b[i].second),
        "make all shards from the same texts");
  }
  return OkStatus();
}

// `before`: number of segments before those of `next`.
void AppendTotals(Totals next, uint64_t before, Totals& into) {
  for (TextCheck& check : next.checks) {
    if (check.first_canary != TextCheck().first_canary) check.first_canary += before;
  }
  into.Merge(next);
}

void AddWarnings(const std::vector<Warning>& from, std::vector<Warning>& into) {
  for (const Warning& warning : from) {
    const bool known = std::any_of(into.begin(), into.end(), [&](const Warning& other) {
      return other.code == warning.code && other.message == warning.message;
    });
    if (!known) into.push_back(warning);
  }
}

}  // namespace

namespace {

// Returns the references of a whole corpus in files, with what tells texts apart; empty for others.
std::string WholeReferences(const RowHeader& header) {
  std::string all;
  if (header.shard || header.in_memory || header.segments == 0) return all;
  for (const RowStream& reference : header.references) {
    all += fmt::format("{}\n{} {}\n", reference.file, reference.digest.segments,
                       reference.digest.value);
  }
  return all;
}

}  // namespace

Status CheckNoneTwice(const std::vector<RowFile>& files) {
  std::set<std::string> paths;
  std::map<std::string, std::string> path_of;
  for (const RowFile& file : files) {
    const std::string& path = file.file.path();
    if (!paths.insert(path).second) {
      return UsageError({.file = path, .named = true}, fmt::format("'{}' is given twice", path),
                        "name each part once");
    }
    const std::string references = WholeReferences(file.header);
    if (references.empty()) continue;
    const auto [known, is_new] = path_of.emplace(references, path);
    if (is_new) continue;
    return Foreign(known->second, path,
                   fmt::format("both have all segments of {}", file.header.references.front().name),
                   "leave one out; different systems of the same segments are read side by side, "
                   "with both files in `rows`");
  }
  return OkStatus();
}

Status OrderShards(std::vector<RowFile>& files) {
  std::vector<NumberedFile> shards;
  for (const RowFile& file : files) shards.push_back({file.file.path(), file.header.shard});
  MTG_ASSIGN_OR_RETURN(const std::vector<size_t> order, OrderByNumber(shards, "shard", "shard"));
  files = Arranged(std::move(files), order);
  return OkStatus();
}

Status CheckFollows(const RowFile& first, const RowFile& next) {
  const RowHeader &a = first.header, &b = next.header;
  const std::string &path = first.file.path(), &other = next.file.path();
  if (a.systems.size() != b.systems.size() || a.references.size() != b.references.size()) {
    return Foreign(
        path, other,
        fmt::format("one has {} and {}, the other {} and {}", Counted(a.systems.size(), "system"),
                    Counted(a.references.size(), "reference"), Counted(b.systems.size(), "system"),
                    Counted(b.references.size(), "reference")),
        "merge only parts of one run");
  }
  MTG_RETURN_IF_ERROR(CheckPlaces(first, next));
  if (a.choice.metrics != b.choice.metrics || a.metrics.size() != b.metrics.size() ||
      !SameOptions(a, b)) {
    return Foreign(path, other, "they were made with different metrics or options",
                   "make both with the same options");
  }
  MTG_RETURN_IF_ERROR(CheckLanguages(path, other, a, b));
  const bool by_language = !a.languages.empty() || !b.languages.empty();
  for (size_t m = 0; !by_language && m < a.metrics.size(); ++m) {
    MTG_RETURN_IF_ERROR(CheckMetric(path, other, a.metrics[m], b.metrics[m]));
  }
  if (a.texts.on_invalid != b.texts.on_invalid) {
    return Foreign(path, other, "invalid UTF-8 was treated in different ways",
                   "make both with the same `on-invalid`");
  }
  if (a.texts.drop_empty_references != b.texts.drop_empty_references) {
    return Foreign(path, other, "empty references were treated in different ways",
                   "make both with the same `empty-references`");
  }
  MTG_RETURN_IF_ERROR(CheckSizes(first, next));
  MTG_RETURN_IF_ERROR(CheckNames(first, next));
  if (a.totals.has_value() != b.totals.has_value()) {
    return Foreign(path, other, "one holds rows, the other only sums", "make both with rows");
  }
  if (a.by != b.by) {
    return Foreign(path, other,
                   fmt::format("one has groups of '{}', the other of '{}'", a.by, b.by),
                   "make both with the same `by`");
  }
  return OkStatus();
}

namespace {

void AppendLanguages(const RowHeader& next, RowHeader& header) {
  if (header.languages.empty() && !next.languages.empty()) {
    header.metrics = next.metrics;
    header.language_field = next.language_field;
  }
  for (const RowLanguage& language : next.languages) {
    const size_t known = header.FindLanguage(language.name);
    if (known == header.languages.size()) {
      header.languages.push_back(language);
      continue;
    }
    RowLanguage& into = header.languages[known];
    for (size_t r = 0; r < into.references.size(); ++r) {
      into.references[r].Append(language.references[r]);
    }
    for (size_t s = 0; s < into.systems.size(); ++s) into.systems[s].Append(language.systems[s]);
  }
}

}  // namespace

void AppendHeader(const RowHeader& next, RowHeader& header) {
  AppendLanguages(next, header);
  for (size_t r = 0; r < header.references.size(); ++r) {
    header.references[r].digest.Append(next.references[r].digest);
  }
  for (size_t s = 0; s < header.systems.size(); ++s) {
    header.systems[s].digest.Append(next.systems[s].digest);
  }
  for (size_t i = 0; i < std::min(header.source.size(), next.source.size()); ++i) {
    header.source[i].digest.Append(next.source[i].digest);
  }
  if (header.segments == 0) {
    header.has_ids = next.has_ids;
    header.has_documents = next.has_documents;
  }
  if (header.totals) AppendTotals(*next.totals, header.segments, *header.totals);
  header.segments += next.segments;
  header.replaced += next.replaced;
  for (size_t cell = 0; cell < header.sums.size(); ++cell) {
    for (size_t c = 0; c < header.sums[cell].size(); ++c)
      header.sums[cell][c] = WrappingSum(header.sums[cell][c], next.sums[cell][c]);
  }
  AddWarnings(next.sources.warnings, header.sources.warnings);
  if (header.sources.unsplit.unsplit == 0)
    header.sources.unsplit.first = next.sources.unsplit.first;
  header.sources.unsplit.unsplit += next.sources.unsplit.unsplit;
  header.sources.unsplit.records += next.sources.unsplit.records;
}

namespace {

Status CheckSameLanguages(const RowSequence& first, const RowSequence& other) {
  const RowHeader &a = first.header(), &b = other.header();
  const bool same =
      std::equal(a.languages.begin(), a.languages.end(), b.languages.begin(), b.languages.end(),
                 [](const RowLanguage& of_a, const RowLanguage& of_b) {
                   return of_a.name == of_b.name && of_a.references == of_b.references;
                 });
  if (!same) {
    return Foreign(first.path(), other.path(),
                   "they were not made with tokenizers of the same languages",
                   "make both with the same `by`");
  }
  return CheckLanguages(first.path(), other.path(), a, b);
}

}  // namespace

Status CheckBeside(const RowSequence& first, const RowSequence& other) {
  const RowHeader &a = first.header(), &b = other.header();
  if (a.segments != b.segments) {
    return Foreign(
        first.path(), other.path(),
        fmt::format("{} and {}", Counted(a.segments, "segment"), Counted(b.segments, "segment")),
        "use row files of the same segments together; `merge` joins parts of a corpus");
  }
  if (a.totals || b.totals) {
    return Foreign(first.path(), other.path(),
                   "files that hold only sums cannot stand side by side", "make both with rows");
  }
  bool same = a.references.size() == b.references.size();
  for (size_t r = 0; same && r < a.references.size(); ++r) {
    same = a.references[r].digest.value == b.references[r].digest.value;
  }
  if (!same) {
    return Foreign(first.path(), other.path(), "they were made with different references",
                   "make both with the same references");
  }
  for (size_t i = 0; i < std::min(a.source.size(), b.source.size()); ++i) {
    if (a.source[i].digest.value == b.source[i].digest.value) continue;
    return Foreign(first.path(), other.path(), "they were made with different sources",
                   "make both with the same `source`");
  }
  if (!SameOptions(a, b)) {
    return Foreign(first.path(), other.path(), "they were made with different options",
                   "write the options into the metrics, as in bleu:tok=zh");
  }
  MTG_RETURN_IF_ERROR(CheckSameLanguages(first, other));
  for (const RowMetric& metric : b.metrics) {
    for (const RowMetric& known : a.metrics) {
      if (known.spec != metric.spec) continue;
      MTG_RETURN_IF_ERROR(CheckMetric(first.path(), other.path(), known, metric));
    }
  }
  return OkStatus();
}

void AddBeside(const RowHeader& other, RowHeader& header) {
  AddWarnings(other.sources.warnings, header.sources.warnings);
  header.has_ids = header.has_ids || other.has_ids;
  header.has_documents = header.has_documents || other.has_documents;
  if (header.by.empty()) header.by = other.by;
  // The records are the same, so the run that mended more counts for all.
  header.replaced = std::max(header.replaced, other.replaced);
  if (other.sources.unsplit.unsplit > header.sources.unsplit.unsplit)
    header.sources.unsplit = other.sources.unsplit;
}

}  // namespace mtgauge
