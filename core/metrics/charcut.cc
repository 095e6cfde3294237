// CharCut (Lardilleux and Lepage 2017): characters that are inserted, deleted or moved to turn one
// text into the other, over the length of both. With several references, the one with the lowest
// rate counts; if tied, the first.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/distance/moved_runs.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/code_points.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct NormRow {
  std::string_view name;
  bool hypothesis;
};
constexpr NormRow kNorms[] = {{"both", false}, {"hyp", true}};

struct CharCutOptions {
  uint32_t least = 3;
  bool by_hypothesis = false;
  bool lowercase = false;
};

struct CharCutScratch : Scratch {
  MovedRuns runs;
};

class CharCut final : public MetricOf<CharCut, std::vector<std::u32string>, CharCutScratch> {
 public:
  explicit CharCut(const CharCutOptions& options) : options_(options) {}

  std::vector<ViewSpec> Views() const override { return {{.lowercase = options_.lowercase}}; }
  std::vector<std::string> Columns() const override { return {"cost", "size"}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> keys = {
        {"case", options_.lowercase ? "lc" : "mixed"},
        {"min", std::to_string(options_.least)},
        {"norm", options_.by_hypothesis ? "hyp" : "both"}};
    if (options_.lowercase) keys.emplace_back("lcunicode", kCaseUnicode);
    return keys;
  }

  void Prepare(const ReferenceViews& references, Scratch&, std::vector<std::u32string>& out) const {
    out.clear();
    for (const SegmentView& view : references.views) out.push_back(CodePointsOf(view.text));
  }

  void ExtractRow(const std::vector<std::u32string>& references,
                  std::span<const SegmentView> hypothesis, CharCutScratch& work,
                  int64_t* row) const {
    const std::u32string hyp = CodePointsOf(hypothesis[0].text);
    row[0] = row[1] = 0;
    uint64_t steps = 0;
    for (const std::u32string& ref : references) steps += MovedRuns::Steps(hyp.size(), ref.size());
    work.beyond_budget = steps > kMostSteps;
    for (size_t r = 0; r < references.size() && !work.beyond_budget; ++r) {
      uint64_t changed = 0;
      work.beyond_budget = !work.runs.Cost(hyp, references[r], options_.least, &changed);
      const uint64_t size = hyp.size() + (options_.by_hypothesis ? hyp : references[r]).size();
      const auto all = static_cast<int64_t>(size),
                 cost = std::min(static_cast<int64_t>(changed), all);
      if (r > 0 && cost * row[1] >= row[0] * all) continue;
      row[0] = cost;
      row[1] = all;
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    if (sums[1] == 0) return 0;
    return 100.0 * static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"cost", sums[0]}, {"size", sums[1]}};
  }

 private:
  CharCutOptions options_;
};

Result<std::unique_ptr<Metric>> MakeCharCut(const MetricOptions& given, const MetricContext&) {
  CharCutOptions options;
  MTG_ASSIGN_OR_RETURN(options.least, ReadWhole(given, "min", 3, 1, 1'000));
  MTG_ASSIGN_OR_RETURN(const NormRow* norm, ReadNamed(given, "norm", std::span(kNorms)));
  options.by_hypothesis = norm->hypothesis;
  MTG_ASSIGN_OR_RETURN(options.lowercase, ReadYesNo(given, "lc", false));
  return std::make_unique<CharCut>(options);
}

constexpr MetricOptionRow kCharCutOptions[] = {
    {"min", "N", "3", "the fewest characters of a common run"},
    {"norm", "both|hyp", "both", "divide by the length of both texts, or twice the hypothesis'"},
    kLcOption};

}  // namespace

extern const MetricRow kCharCut;
const MetricRow kCharCut = {
    .name = "charcut",
    .title = "CharCut",
    .help = "characters inserted, deleted or moved, over the length of both texts, in percent",
    .paper = "Lardilleux and Lepage (2017)",
    .scale = 100,
    .higher_is_better = false,
    .options = kCharCutOptions,
    .make = &MakeCharCut,
    .references = "the lowest score counts",
    .first_of_ties = true,
    .notes = "charcut has one reference and prints a fraction.",
};

}  // namespace mtgauge
