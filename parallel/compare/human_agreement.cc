// Passes the judgements to the measures of agreement.
#include "parallel/compare/human_agreement.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/evaluate/pairs.h"
#include "core/judgements/agreement.h"
#include "core/judgements/annotators.h"

namespace mtgauge {
namespace {

std::string RemarkOf(const RaterCheck& check) {
  std::string remark;
  for (const auto& [flagged, word] :
       {std::pair(check.unrelated, "unrelated"), std::pair(check.shifted, "shifted"),
        std::pair(check.scaled, "scaled")}) {
    if (flagged) remark += (remark.empty() ? "" : ", ") + std::string(word);
  }
  return remark;
}

}  // namespace

HumanAgreement AgreementOf(const HumanScores& scores) {
  std::vector<Rating> ratings;
  std::vector<RaterScore> of_raters;
  const auto systems = static_cast<uint32_t>(scores.systems.size());
  for (const auto& [system, item, annotator, score, round, marks] : scores.judgements) {
    ratings.push_back({item * systems + system, score});
    of_raters.push_back({system, item, annotator, score});
  }
  HumanAgreement out;
  out.group = scores.language_pair;
  out.criterion = scores.criterion;
  out.alpha_nominal = KrippendorffAlpha(ratings, AlphaLevel::kNominal);
  out.alpha_ordinal = KrippendorffAlpha(ratings, AlphaLevel::kOrdinal);
  out.alpha_interval = KrippendorffAlpha(ratings, AlphaLevel::kInterval);
  for (const RaterPair& pair : CompareRaters(of_raters)) {
    out.pairs.push_back({scores.annotators[pair.first], scores.annotators[pair.second],
                         pair.outputs, TauB(pair.counts), Acc23(pair.counts),
                         AgreementWithoutTies(pair.counts)});
  }
  const auto annotators = static_cast<uint32_t>(scores.annotators.size());
  for (const RaterCheck& check : CheckAnnotators(annotators, of_raters)) {
    out.annotators.push_back({scores.annotators[check.rater], check.outputs, check.correlation,
                              check.mean_difference, check.deviation_ratio, RemarkOf(check),
                              std::nullopt});
    if (scores.controls.empty()) continue;
    const auto [items, passed] = scores.controls[check.rater];
    out.annotators.back().controls = {items, passed};
  }
  return out;
}

}  // namespace mtgauge
