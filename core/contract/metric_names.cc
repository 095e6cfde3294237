// The table of alternative names of metrics.
#include "core/contract/metric_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>

#include "core/contract/registry.h"

namespace mtgauge {
namespace {

// Returns the name in lower case without hyphens, underscores and spaces.
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

struct OtherName {
  std::string_view name;  // folded
  std::string_view spec;
};
constexpr OtherName kOtherNames[] = {
    {"chrf+", "chrf:nw=1"},          {"chrf++", "chrf:nw=2"},    {"chrfpp", "chrf:nw=2"},
    {"chrf1", "chrf:beta=1"},        {"chrf2", "chrf"},          {"chrf3", "chrf:beta=3"},
    {"chrf2+", "chrf:nw=1"},         {"chrf2++", "chrf:nw=2"},   {"chrf3++", "chrf:beta=3,nw=2"},
    {"chrf1++", "chrf:beta=1,nw=2"}, {"sacrebleu", "bleu"},      {"rouge1", "rouge"},
    {"rouge2", "rouge:n=2"},         {"rougel", "rouge:n=l"},    {"rouge3", "rouge:n=3"},
    {"googlebleu", "gleu:tok=13a"},  {"rougew", "rouge155:n=w"}, {"rouges4", "rouge155:n=s"},
    {"rougesu4", "rouge155:n=su"},
};

struct SeveralMeanings {
  std::string_view name;  // folded
  std::string_view meanings;
};
constexpr SeveralMeanings kSeveral[] = {
    {"spbleu",
     "bleu:tok=flores200 (today's), bleu:tok=flores101 (the first) or bleu:tok=spBLEU-1K"},
    {"sentbleu",
     "bleu with the verb 'segments' (sacreBLEU's sentence_bleu) or sentence-bleu (smoothed, a "
     "mean)"},
    {"rougelsum", "google-rouge:n=lsum, or rouge:n=l, which takes a segment for one sentence"},
    {"mbleu", "multi-bleu or mteval-bleu"},
    {"mteval", "mteval-bleu or nist"},
    {"cider",
     "cider-d (which pycocoevalcap and most papers call CIDEr) or cider-d:form=plain (neither "
     "clipped nor penalized by length)"},
};

// Metrics that other programs compute, mostly with neural models; any part of a folded name.
constexpr std::string_view kOutside[] = {
    "comet", "bleurt", "bertscore", "bartscore", "moverscore", "metricx",    "yisi",
    "prism", "gemba",  "blaser",    "spice",     "mauve",      "perplexity", "nlepor",
};

bool IsOutside(const std::string& folded) {
  return std::any_of(std::begin(kOutside), std::end(kOutside),
                     [&](std::string_view part) { return folded.find(part) != folded.npos; });
}

// Returns the name of the metric with this name or title; empty if there is none or more than one.
std::string_view OwnName(const std::string& folded) {
  std::string_view found;
  for (const MetricRow& row : Metrics()) {
    if (Folded(row.name) != folded && Folded(row.title) != folded) continue;
    if (!found.empty()) return {};
    found = row.name;
  }
  return found;
}

Status CheckOptionsOnce(const MetricSpec& spec) {
  std::set<std::string_view> set;
  for (const auto& [option, value] : spec.options()) {
    if (set.insert(option).second) continue;
    return UsageError({.option = "metrics"},
                      fmt::format("`metrics`: '{}' sets '{}' twice", spec.text(), option),
                      "set it once");
  }
  return OkStatus();
}

Result<std::string> ReadSpec(std::string_view typed) {
  const MetricSpec spec(typed);
  MTG_RETURN_IF_ERROR(CheckOptionsOnce(spec));
  const std::string_view name = spec.name();
  if (FindMetric(name) != nullptr) return std::string(typed);
  const std::string folded = Folded(name);
  if (const std::string_view own = OwnName(folded); !own.empty())
    return MetricSpec(own).With(spec.settings()).text();
  for (const OtherName& other : kOtherNames) {
    if (other.name == folded) return MetricSpec(other.spec).With(spec.settings()).text();
  }
  for (const SeveralMeanings& several : kSeveral) {
    if (several.name != folded) continue;
    return UsageError({.option = "metrics"}, fmt::format("unknown metric '{}'", name),
                      fmt::format("write {}", several.meanings));
  }
  if (IsOutside(folded)) {
    return UsageError({.option = "metrics"}, fmt::format("'{}' is not computed here", name),
                      fmt::format("let its own program write the scores of all segments, and give "
                                  "them to 'compare' or 'meta', as in: `scores` {}=FILE",
                                  name));
  }
  return std::string(typed);
}

// Splits "bleu,chrf" into two metrics; everything after the first colon belongs to the last one.
std::vector<std::string_view> SplitNames(std::string_view typed) {
  std::vector<std::string_view> specs;
  while (true) {
    const size_t end = typed.find_first_of(",:");
    if (end == std::string_view::npos || typed[end] == ':') break;
    specs.push_back(typed.substr(0, end));
    typed.remove_prefix(end + 1);
  }
  specs.push_back(typed);
  return specs;
}

}  // namespace

Result<std::vector<std::string>> ReadMetricSpecs(const std::vector<std::string>& typed) {
  std::vector<std::string> specs;
  for (const std::string& value : typed) {
    for (const std::string_view part : SplitNames(value)) {
      MTG_ASSIGN_OR_RETURN(std::string spec, ReadSpec(part));
      specs.push_back(std::move(spec));
    }
  }
  return specs;
}

}  // namespace mtgauge
