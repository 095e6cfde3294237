// Copies texts and scores them again.
#include "parallel/evaluate/held_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/base/nan.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

constexpr size_t kBatchUnits = 1024;

}  // namespace

void HeldTexts::Take(const Delivery& delivery) {
  const auto append = [](const std::vector<Stream>& streams,
                         std::vector<std::vector<Segment>>& into, uint32_t count) {
    into.resize(streams.size());
    for (size_t k = 0; k < streams.size(); ++k) {
      ForEachText(streams[k], count, [&](uint32_t i, std::string_view text) {
        into[k].push_back({std::string(text), streams[k].missing_at(i)});
      });
    }
  };
  append(delivery.texts.refs, references_, delivery.count);
  append(delivery.texts.hyps, systems_, delivery.count);
  append(delivery.texts.sources, sources_, delivery.count);
  groups_.insert(groups_.end(), delivery.groups.begin(), delivery.groups.end());
}

void HeldTexts::Keep(std::span<const uint32_t> segments) {
  const auto keep = [&](auto& all) {
    if (all.empty()) return;
    for (size_t k = 0; k < segments.size(); ++k) std::swap(all[k], all[segments[k]]);
    all.resize(segments.size());
  };
  for (auto* columns : {&references_, &systems_, &sources_}) {
    for (std::vector<Segment>& column : *columns) keep(column);
  }
  keep(groups_);
}

ScoreGrid HeldTexts::Lengths(std::span<const size_t> systems) const {
  ScoreGrid lengths;
  lengths.systems = static_cast<uint32_t>(systems.size());
  for (const size_t system : systems) {
    lengths.items = static_cast<uint32_t>(systems_[system].size());
    for (const Segment& segment : systems_[system]) {
      const auto starts_character = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80;
      };
      const auto characters =
          std::count_if(segment.text.begin(), segment.text.end(), starts_character);
      lengths.values.push_back(segment.missing ? kNaN : static_cast<double>(characters));
    }
  }
  return lengths;
}

HeldTexts::Segment HeldTexts::Joined(const std::vector<Segment>& segments,
                                     const std::vector<uint32_t>& unit) {
  Segment joined{"", true};
  for (const uint32_t item : unit) {
    const Segment& segment = segments[item];
    if (segment.missing) continue;
    if (!joined.missing) joined.text += ' ';
    joined.text += segment.text;
    joined.missing = false;
  }
  return joined;
}

std::optional<size_t> HeldTexts::FirstWithout(std::span<const uint32_t> references) const {
  for (size_t i = 0; i < references_.front().size(); ++i) {
    const bool none = std::all_of(references.begin(), references.end(),
                                  [&](uint32_t r) { return references_[r][i].missing; });
    if (none) return i;
  }
  return std::nullopt;
}

Status HeldTexts::CheckNoneMissing(std::string_view study) const {
  for (size_t r = 0; r < references_.size(); ++r) {
    for (size_t i = 0; i < references_[r].size(); ++i) {
      if (!references_[r][i].missing) continue;
      return InputError(
          {.segment = i, .option = "study"},
          fmt::format("`study` {}: reference {} has no text for segment {}", study, r + 1, i + 1),
          "name references that have all segments");
    }
  }
  return OkStatus();
}

std::span<const std::vector<HeldTexts::Segment>> HeldTexts::Outputs(const Choice& choice) const {
  if (!choice.reference_as_system) return systems_;
  return std::span(references_).subspan(*choice.reference_as_system, 1);
}

std::unique_ptr<Batch> HeldTexts::MakeUnitBatch(const Choice& choice, const Units& units,
                                                size_t first) const {
  const size_t last = std::min(first + kBatchUnits, units.size());
  std::vector<std::vector<Segment>> held;
  std::vector<std::vector<const std::string*>> refs;
  std::vector<std::vector<std::string>> hyps;
  for (const uint32_t r : choice.references) {
    std::vector<Segment>& segments = held.emplace_back();
    for (size_t u = first; u < last; ++u) segments.push_back(Joined(references_[r], units[u]));
  }
  for (const std::vector<Segment>& segments : held) {
    std::vector<const std::string*>& column = refs.emplace_back();
    for (const Segment& segment : segments) {
      column.push_back(segment.missing ? nullptr : &segment.text);
    }
  }
  const auto add = [&](const std::vector<Segment>& segments) {
    std::vector<std::string>& column = hyps.emplace_back();
    for (size_t u = first; u < last; ++u) column.push_back(Joined(segments, units[u]).text);
  };
  for (const std::vector<Segment>& system : Outputs(choice)) add(system);
  for (const std::vector<Segment>& source : sources_) add(source);
  auto batch = std::make_unique<Batch>(MakeBatch(refs, hyps));
  if (!sources_.empty()) {
    batch->sources.push_back(std::move(batch->hyps.back()));
    batch->hyps.pop_back();
  }
  batch->number = first / kBatchUnits;
  batch->first = first;
  return batch;
}

Result<HeldTexts::Rows> HeldTexts::Score(const JobOptions& options, const Choice& choice,
                                         const Units& units, const Schedule& schedule) const {
  StreamNames names;
  for (const uint32_t r : choice.references) names.refs.push_back(std::to_string(r + 1));
  for (size_t s = 0; s < Outputs(choice).size(); ++s) names.hyps.push_back(std::to_string(s + 1));
  if (!sources_.empty()) names.sources = {"source"};
  Rows rows;
  MTG_ASSIGN_OR_RETURN(Job job, Job::Make(options, std::move(names)));
  rows.job = std::make_unique<Job>(std::move(job));
  const auto batches = [&] {
    return [&, first = size_t{0}]() mutable -> std::unique_ptr<Batch> {
      if (first >= units.size()) return nullptr;
      return MakeUnitBatch(choice, units, std::exchange(first, first + kBatchUnits));
    };
  };
  if (rows.job->needs_survey()) {
    MTG_RETURN_IF_ERROR(SurveyBatches(*rows.job, batches(), schedule));
  }
  MTG_ASSIGN_OR_RETURN(KeptScores kept, ScoreKeepingRows(*rows.job, [&](const Sink& sink) {
                         return ScoreBatches(*rows.job, batches(), schedule, sink);
                       }));
  for (ComparedMetric& metric : kept.metrics) rows.of_metric.push_back(std::move(metric.rows));
  return rows;
}

}  // namespace mtgauge
