// Matches error spans with the outputs shown.
#include "parallel/explain/shown_spans.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/tables/same_documents.h"
#include "core/request/texts.h"
#include "core/score/system_names.h"

namespace mtgauge {
namespace {

class SpanPlacer {
 public:
  SpanPlacer(Findings& findings, std::vector<Warning>& warnings)
      : findings_(findings), warnings_(warnings) {
    for (uint32_t s = 0; s < findings.systems.size(); ++s) systems_[findings.systems[s]] = s;
    for (uint32_t i = 0; i < findings.ids.size(); ++i) segments_.try_emplace(findings.ids[i], i);
    findings.spans.resize(findings.segments.size());
  }

  Status Add(const MarkedFile& file) {
    const auto& [marker, table] = file;
    WarnOfReading(table, warnings_);
    MTG_RETURN_IF_ERROR(CheckDocuments(table));
    const auto known = std::find(findings_.markers.begin(), findings_.markers.end(), marker);
    const auto marked_by = static_cast<uint32_t>(known - findings_.markers.begin());
    if (known == findings_.markers.end()) findings_.markers.push_back(marker);
    uint64_t shown = 0, in_source = 0;
    for (const SpanJudgement& judgement : table.judgements) {
      const auto system = systems_.find(judgement.output.system);
      if (system == systems_.end()) continue;
      ++shown;
      MTG_RETURN_IF_ERROR(Place(table, judgement, system->second, marked_by, in_source));
    }
    if (shown == 0) return NoneShown(table);
    WarnOf(table, "output", "of systems that are not shown", table.judgements.size() - shown);
    WarnOf(table, "error span", "in the source", in_source);
    return OkStatus();
  }

 private:
  Status Place(const SpanTable& table, const SpanJudgement& judgement, uint32_t system,
               uint32_t marked_by, uint64_t& in_source) {
    const std::optional<uint32_t> segment = SegmentOf(judgement.output.item);
    const auto wrong = [&](std::string what, std::string remedy) {
      return InputError({table.file, judgement.line},
                        fmt::format("{}: {}", Described(judgement.output), what),
                        std::move(remedy));
    };
    if (!segment) {
      return wrong("the texts have no such segment",
                   findings_.ids.empty() ? "number segments from 1"
                                         : "use the ids of the texts, or numbers from 1");
    }
    const std::string& text = findings_.segments[*segment].hypotheses[system];
    if (judgement.text && *judgement.text != text) {
      return wrong("its text differs from the output", "name the outputs that were judged");
    }
    const int64_t length = LengthInCharacters(text);
    for (const MarkedSpan& span : judgement.spans) {
      if (span.in_source) {
        ++in_source;
        continue;
      }
      if (span.end > length) {
        return wrong(
            fmt::format("a span from {} to {} (exclusive) ends after the output, which "
                        "has {}",
                        span.start, span.end, Counted(static_cast<uint64_t>(length), "character")),
            "count characters, not bytes, and name the outputs that were judged");
      }
      findings_.spans[*segment].push_back(
          {system, marked_by, span.start, span.end, span.severity, span.category, judgement.rater});
    }
    return OkStatus();
  }

  std::optional<uint32_t> SegmentOf(const std::string& item) const {
    if (const auto known = segments_.find(item); known != segments_.end()) return known->second;
    const std::optional<uint32_t> number = ParseNumber<uint32_t>(item);
    if (!number || *number == 0 || *number > findings_.segments.size()) return std::nullopt;
    return *number - 1;
  }

  Status CheckDocuments(const SpanTable& table) const {
    if (findings_.documents.empty()) return OkStatus();
    NamedDocuments named = {table.file, {}, {}};
    for (const SpanJudgement& judgement : table.judgements) {
      if (judgement.output.document.empty()) continue;
      const std::optional<uint32_t> segment = SegmentOf(judgement.output.item);
      if (!segment) continue;
      named.ids.push_back(std::to_string(*segment + 1));
      named.documents.push_back(judgement.output.document);
      named.lines.push_back(judgement.line);
    }
    return CheckSameDocuments(
        named, {"the texts", SegmentNumbers(findings_.segments.size()), findings_.documents});
  }

  Status NoneShown(const SpanTable& table) const {
    const std::string other =
        table.judgements.empty() ? "" : table.judgements.front().output.system;
    return InputError({table.file},
                      other.empty()
                          ? std::string("there is no output")
                          : fmt::format("'{:.60}' and its other systems are not shown", other),
                      fmt::format("name the outputs as in this file, with `input` {}=FILE",
                                  other.empty() ? "NAME" : other));
  }

  void WarnOf(const SpanTable& table, std::string_view what, std::string_view which,
              uint64_t count) {
    if (count == 0) return;
    warnings_.push_back(
        {"spans", "", fmt::format("{}: {} {}; left out", table.file, Counted(count, what), which)});
  }

  Findings& findings_;
  std::vector<Warning>& warnings_;
  std::unordered_map<std::string, uint32_t> systems_, segments_;
};

}  // namespace

Result<std::vector<MarkedFile>> ReadMarkedFiles(const ExplainRequest& request) {
  constexpr std::string_view kPeople = "people";
  std::vector<NamedFiles> programs;
  for (const std::string& file : request.predicted_spans) programs.push_back(SplitName(file));
  NameByFiles(programs);
  std::set<std::string_view> names = {kPeople};
  for (const NamedFiles& program : programs) {
    if (names.insert(program.name).second) continue;
    return UsageError(
        {.option = "spans"},
        fmt::format("`spans`: the name '{}' is given twice, or is that of `gold`", program.name),
        "name each once, as in NAME=FILE");
  }
  std::vector<MarkedFile> files;
  for (const std::string& file : request.golds) {
    MTG_ASSIGN_OR_RETURN(SpanTable table, ReadSpanTable(file));
    files.push_back({std::string(kPeople), std::move(table)});
  }
  for (const NamedFiles& program : programs) {
    MTG_ASSIGN_OR_RETURN(SpanTable table, ReadSpanTable(program.files.front()));
    files.push_back({program.name, std::move(table)});
  }
  return files;
}

Status AddSpans(const std::vector<MarkedFile>& files, const ExplainRequest& request,
                Findings& findings, std::vector<Warning>& warnings) {
  if (files.empty()) return OkStatus();
  const std::string option = request.golds.empty() ? "spans" : "gold";
  if (findings.segments.empty()) {
    return UsageError({.option = option}, fmt::format("`{}`: there are no texts to mark", option),
                      "name the texts that the rows were made from");
  }
  SpanPlacer placer(findings, warnings);
  for (const MarkedFile& file : files) MTG_RETURN_IF_ERROR(placer.Add(file));
  return OkStatus();
}

}  // namespace mtgauge
