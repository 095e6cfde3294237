// Writes sentences on differences.
#include "core/report/compare/difference_notes.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/printing.h"
#include "core/report/compare/comparison_writer.h"

namespace mtgauge {
namespace {

constexpr size_t kMostNotes = 3;

// Adds a sentence, and in place of one too many, where the others are.
void AddNote(std::string note, std::vector<std::string>& notes) {
  if (notes.size() < kMostNotes) {
    notes.push_back(std::move(note));
  } else if (notes.size() == kMostNotes) {
    notes.push_back("so in more pairs; json has all");
  }
}

// Of one metric: groups[0], groups[step], ...
void AddGroupNotes(std::span<const MetricComparison> groups, size_t step, const std::string& by,
                   const WriteOptions& options, std::vector<std::string>& notes) {
  const MetricComparison& first = groups.front();
  const std::vector<std::string> names = PrintedNames(first);
  const Numbers numbers(first, options);
  std::vector<std::string> own;
  for (size_t p = 0; p < first.pairs.size(); ++p) {
    double all = 0;
    const MetricComparison* most = nullptr;
    for (size_t g = 0; g < groups.size(); g += step) {
      const std::optional<double>& part = groups[g].pairs[p].part_of_all;
      if (!part) return;
      all += *part;
      if (most == nullptr || std::fabs(*part) > std::fabs(*most->pairs[p].part_of_all)) {
        most = &groups[g];
      }
    }
    const double part = *most->pairs[p].part_of_all;
    if (all == 0 || part / all <= 0.5) continue;
    AddNote(fmt::format("{} over all segments: {} - {} is {}, most of it ({}) in {} {}",
                        Printable(first.metric), names[first.pairs[p].a], names[first.pairs[p].b],
                        numbers.Difference(all), numbers.Difference(part), Printable(by),
                        Printable(most->group)),
            own);
  }
  notes.insert(notes.end(), own.begin(), own.end());
}

}  // namespace

std::vector<std::string> BrevityNotes(const MetricComparison& metric,
                                      const std::vector<ShownPair>& shown,
                                      const std::vector<std::string>& names,
                                      const Numbers& numbers) {
  std::vector<std::string> notes;
  for (const ShownPair& pair : shown) {
    if (!pair.test->brevity) continue;
    const double brevity = pair.turned() ? -*pair.test->brevity : *pair.test->brevity;
    if (numbers.Score(std::fabs(brevity)) == numbers.Score(0)) continue;
    AddNote(
        fmt::format("{} - {}: of {} {}, {} is brevity penalty and {} is precision", names[pair.a],
                    names[pair.b], numbers.Difference(pair.difference), Printable(metric.metric),
                    numbers.Difference(brevity), numbers.Difference(pair.difference - brevity)),
        notes);
  }
  return notes;
}

std::vector<std::string> GroupNotes(std::span<const MetricComparison> groups, const std::string& by,
                                    const WriteOptions& options) {
  std::vector<std::string> notes;
  size_t metrics = 0;
  while (metrics < groups.size() && groups[metrics].group == groups.front().group) ++metrics;
  for (size_t m = 0; m < metrics; ++m) {
    AddGroupNotes(groups.subspan(m), metrics, by, options, notes);
  }
  return notes;
}

}  // namespace mtgauge
