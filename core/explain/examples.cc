// Sorts segments by the difference of two scores.
#include "core/explain/examples.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <tuple>

namespace mtgauge {
namespace {

struct Difference {
  double gain;  // of b over a
  double a, b;
  uint64_t segment;

  friend bool operator<(const Difference& x, const Difference& y) {
    return std::tie(x.gain, x.a, x.b, x.segment) < std::tie(y.gain, y.a, y.b, y.segment);
  }
};

using Texts = std::tuple<std::string_view, std::string_view, std::string_view>;

Texts TextsOf(const SegmentTexts& texts, uint32_t a, uint32_t b) {
  const std::string* reference = texts.FirstReference();
  return {reference == nullptr ? std::string_view() : *reference, texts.hypotheses[a],
          texts.hypotheses[b]};
}

// Returns all differences, sorted.
std::vector<Difference> DifferencesOf(const Findings& findings, size_t metric, uint32_t a,
                                      uint32_t b) {
  const size_t metrics = findings.metrics.size(), systems = findings.systems.size();
  std::vector<Difference> found;
  for (size_t i = 0; i < findings.segments.size(); ++i) {
    const auto score = [&](uint32_t s) {
      return findings.scores[(i * systems + s) * metrics + metric];
    };
    const double of_a = score(a), of_b = score(b);
    if (!(of_a < of_b || of_b < of_a)) continue;  // equal, or missing
    const double gain = findings.higher_is_better[metric] ? of_b - of_a : of_a - of_b;
    found.push_back({gain, of_a, of_b, i});
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool Alike(const Difference& x, const Difference& y) { return x.a == y.a && x.b == y.b; }

// Returns the first segment for each combination of texts among equal differences.
std::vector<Difference> Distinct(const Findings& findings, std::span<const Difference> alike,
                                 uint32_t a, uint32_t b) {
  std::set<Texts> seen;
  std::vector<Difference> distinct;
  for (const Difference& one : alike) {
    if (seen.insert(TextsOf(findings.segments[one.segment], a, b)).second) distinct.push_back(one);
  }
  return distinct;
}

}  // namespace

ExampleTable FindExamples(const Findings& findings, size_t metric, uint32_t a, uint32_t b,
                          size_t top) {
  const std::vector<Difference> found = DifferencesOf(findings, metric, a, b);
  ExampleTable table{a, b, {}, {}};
  const auto add = [&](size_t begin, size_t end, bool from_end,
                       std::vector<SegmentDifference>& told) {
    std::vector<Difference> distinct =
        Distinct(findings, std::span(found).subspan(begin, end - begin), a, b);
    if (from_end) std::reverse(distinct.begin(), distinct.end());
    for (const Difference& one : distinct) {
      if (told.size() < top) told.push_back({one.segment, one.a, one.b});
    }
  };
  for (size_t begin = 0; begin < found.size() && table.a_better.size() < top;) {
    size_t end = begin + 1;
    if (found[begin].gain > 0) break;
    while (end < found.size() && Alike(found[begin], found[end])) ++end;
    add(begin, end, false, table.a_better);
    begin = end;
  }
  for (size_t end = found.size(); end > 0 && table.b_better.size() < top;) {
    size_t begin = end - 1;
    if (found[begin].gain < 0) break;
    while (begin > 0 && Alike(found[begin - 1], found[end - 1])) --begin;
    add(begin, end, true, table.b_better);
    end = begin;
  }
  return table;
}

}  // namespace mtgauge
