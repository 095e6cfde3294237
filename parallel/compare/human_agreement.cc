// Passes the judgements to the measures of agreement.
#include "parallel/compare/human_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/evaluate/pairs.h"
#include "core/input/tables/numbering.h"
#include "core/judgements/agreement.h"
#include "core/judgements/annotators.h"
#include "core/spans/span_agreement.h"
#include "core/text/language.h"

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

// Numbers severities so that a worse one has a higher number.
uint32_t SeverityNumber(std::string_view severity) {
  if (severity == "minor") return 1;
  return severity == "major" || severity == "critical" ? 2 : 0;
}

// Returns the name without the number of a round before it: "1 ann3" is "ann3".
std::string_view WithoutRound(std::string_view rater) {
  const size_t digits = rater.find_first_not_of("0123456789");
  const bool numbered = digits != 0 && digits != rater.npos && rater[digits] == ' ';
  return numbered ? rater.substr(digits + 1) : rater;
}

// Returns what the annotators of these scores marked in each output.
std::vector<RatedSpans> RatedOutputs(const std::vector<SpanTable>& tables,
                                     const HumanScores& scores,
                                     const std::vector<std::string>& pairs) {
  Numbering annotators, systems;  // other names have higher numbers
  annotators.OfAll(scores.annotators);
  systems.OfAll(scores.systems);
  std::map<std::string, bool> meant;  // by language pair
  const auto is_meant = [&](const std::string& pair) {
    const auto [found, is_new] = meant.try_emplace(pair);
    if (is_new) {
      found->second = pair.empty() || scores.language_pair.empty() ||
                      IsMeantPair(pair, {pair}, scores.language_pair, pairs);
    }
    return found->second;
  };
  std::map<JudgedText, RatedSpans> outputs;
  for (const SpanTable& table : tables) {
    for (const SpanJudgement& judgement : table.judgements) {
      JudgedText output = judgement.output;
      const uint32_t rater = annotators.Of(WithoutRound(judgement.rater));
      if (rater >= scores.annotators.size() || !is_meant(output.pair) ||
          systems.Of(output.system) >= scores.systems.size()) {
        continue;
      }
      output.pair.clear();
      RatedSpans& rated = outputs[std::move(output)];
      if (judgement.text) rated.length = static_cast<uint32_t>(LengthInCharacters(*judgement.text));
      std::vector<ErrorSpan>& spans = rated.raters[rater];
      for (const MarkedSpan& span : judgement.spans) {
        if (span.in_source) continue;
        spans.push_back({span.start, span.end, SeverityNumber(span.severity), false});
      }
    }
  }
  std::vector<RatedSpans> rated;
  for (auto& [output, of] : outputs) {
    if (of.raters.size() > 1) rated.push_back(std::move(of));
  }
  return rated;
}

}  // namespace

std::vector<SpanTable> MarkedSpansOf(const std::vector<OutsideFiles>& files,
                                     const std::vector<std::string>& contents,
                                     std::vector<Warning>& warnings) {
  std::vector<SpanTable> tables;
  size_t next = 0;
  for (const OutsideFiles& given : files) {
    for (const std::string& file : given.files) {
      const std::string& bytes = contents[next++];
      if (!IsSpanTable(bytes)) continue;
      Result<SpanTable> table = ParseSpanTable(file, bytes);
      if (table.ok()) {
        WarnOfReading(*table, warnings);
        tables.push_back(std::move(*table));
      } else {
        warnings.push_back({"spans", "",
                            fmt::format("{}: the agreement on error spans is left out: {}", file,
                                        table.status().error().what)});
      }
    }
  }
  return tables;
}

void AddSpanAgreement(const std::vector<SpanTable>& tables, const HumanScores& scores,
                      const std::vector<std::string>& pairs, HumanAgreement& out,
                      std::vector<Warning>& warnings) {
  const std::vector<RatedSpans> rated = RatedOutputs(tables, scores, pairs);
  const auto is_marked = [](const RatedSpans& of) {
    return std::ranges::any_of(of.raters, [](const auto& by) { return !by.second.empty(); });
  };
  if (std::ranges::none_of(rated, is_marked)) return;
  const auto warn = [&](std::string_view what) {
    warnings.push_back({"spans", "", fmt::format("{}: {}", scores.file, what)});
  };
  if (const double alpha = CharacterAlpha(rated); !std::isnan(alpha)) out.alpha_spans = alpha;
  const auto has_text = [](const RatedSpans& of) { return of.length > 0; };
  if (std::ranges::none_of(rated, has_text)) {
    warn("the outputs are not in the file, so there is no alpha of error spans");
  }
  const auto f1 = CompareRaterSpans(rated);
  if (!f1) return warn("too many error spans overlap to compare those of annotators");
  for (const auto& [raters, score] : *f1) {
    for (AnnotatorPair& pair : out.pairs) {
      const bool is_pair =
          pair.a == scores.annotators[raters.first] && pair.b == scores.annotators[raters.second];
      if (is_pair) pair.span_f1 = score;
    }
  }
}

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
                         AgreementWithoutTies(pair.counts), std::nullopt});
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
