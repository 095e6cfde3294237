// Titles, numbers and names in judgement files.
#include "core/input/tables/judgement_forms.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace mtgauge {
namespace {

constexpr std::string_view kSystems[] = {"system", "sys", "system_id", "model"};
constexpr std::string_view kItems[] = {"segment",     "segment_id", "seg",    "seg_id",
                                       "sid",         "id",         "item",   "global_seg_id",
                                       "globalsegid", "line",       "line_id"};
constexpr std::string_view kAnnotators[] = {"annotator", "annotator_id", "rater",
                                            "judge",     "worker",       "user"};
constexpr std::string_view kDocuments[] = {"document", "document_id", "doc", "doc_id", "docid"};
constexpr std::string_view kDomains[] = {"domain"};
constexpr std::string_view kCounts[] = {"n", "count"};
constexpr std::string_view kMarks[] = {"error_spans"};
constexpr std::string_view kPairs[] = {"lang", "langs", "lp", "language_pair", "lang_pair"};

std::span<const std::string_view> NamesOf(Title title) {
  switch (title) {
    case Title::kSystem:
      return kSystems;
    case Title::kItem:
      return kItems;
    case Title::kAnnotator:
      return kAnnotators;
    case Title::kDocument:
      return kDocuments;
    case Title::kDomain:
      return kDomains;
    case Title::kCount:
      return kCounts;
    case Title::kMarks:
      return kMarks;
    case Title::kLanguagePair:
      return kPairs;
  }
  return {};
}

bool IsOneOf(std::string_view field, std::span<const std::string_view> names) {
  const std::string lower = absl::AsciiStrToLower(std::string(field));
  return std::find(names.begin(), names.end(), lower) != names.end();
}

}  // namespace

bool IsTitle(std::string_view field, Title title) { return IsOneOf(field, NamesOf(title)); }

std::optional<size_t> FindColumn(const Fields& header, Title title) {
  for (size_t c = 0; c < header.size(); ++c) {
    if (IsTitle(header[c], title)) return c;
  }
  return std::nullopt;
}

void AddScore(const JudgementTable::Judgement& judgement, size_t line,
              JudgementTable::Criterion& criterion) {
  if (std::isnan(judgement.score)) {
    criterion.gaps.push_back({judgement.system, judgement.item, line});
    return;
  }
  criterion.judgements.push_back(judgement);
  criterion.lines.push_back(line);
}

Fields CutAtSpaces(std::string_view line) {
  Fields fields;
  for (size_t begin = 0; (begin = line.find_first_not_of(" \t", begin)) != line.npos;) {
    const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return fields;
}

std::optional<double> ScoreOf(std::string_view field) {
  constexpr std::string_view kMissing[] = {"", "none", "nan", "null", "na", "skipped"};
  double value = 0;
  const char* end = field.data() + field.size();
  const auto [stopped, error] = std::from_chars(field.data(), end, value);
  if (error == std::errc() && stopped == end && std::isfinite(value)) return value;
  if (IsOneOf(field, kMissing)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

namespace {

// Notes that an item belongs to a document or domain.
Status NoteUnit(const ErrorPlace& place, std::string_view kind, std::string_view name,
                uint32_t item, std::vector<std::string>& units) {
  if (item >= units.size()) {
    units.resize(item);  // segments before it may have none
    units.emplace_back(name);
  }
  if (units[item] == name) return OkStatus();
  return InputError(place,
                    fmt::format("the segment belongs to {} '{:.40}' here, but to '{}' before", kind,
                                name, units[item]),
                    "use segment ids that are unique over all documents");
}

}  // namespace

Result<JudgementTable::Judgement> JudgementBuilder::Place(const std::string& file, size_t line,
                                                          const JudgedOutput& output) {
  const bool within = options_->ids_within_documents && output.document;
  const std::string item =
      fmt::format("{}{}{}", within ? *output.document : "", within ? "\t" : "", output.item);
  const JudgementTable::Judgement place = {systems_.Of(output.system), items_.Of(item),
                                           annotators_.Of(output.annotator), 0};
  if (place.item >= table.lines.size()) {
    table.lines.resize(place.item);
    table.lines.push_back(line);
  }
  if (output.document) {
    MTG_RETURN_IF_ERROR(
        NoteUnit({file, line}, "document", *output.document, place.item, table.documents));
  }
  if (output.domain) {
    MTG_RETURN_IF_ERROR(
        NoteUnit({file, line}, "domain", *output.domain, place.item, table.domains));
  }
  return place;
}

JudgementTable JudgementBuilder::Finish() {
  table.systems = systems_.TakeNames();
  table.items = items_.TakeNames();
  for (auto* units : {&table.documents, &table.domains}) {
    if (!units->empty()) units->resize(table.items.size());
  }
  table.annotators = annotators_.TakeNames();
  return std::move(table);
}

JudgementBuilder& TablesByPair::Of(const std::string& pair) {
  for (JudgementBuilder& builder : builders_) {
    if (builder.table.language_pair == pair) return builder;
  }
  builders_.emplace_back(options_).table.language_pair = pair;
  return builders_.back();
}

JudgementTable::Criterion& TablesByPair::Criterion(JudgementBuilder& builder,
                                                   std::string_view name) {
  for (JudgementTable::Criterion& criterion : builder.table.criteria) {
    if (criterion.name == name) return criterion;
  }
  return builder.table.criteria.emplace_back(JudgementTable::Criterion{std::string(name), {}});
}

Result<std::vector<JudgementTable>> TablesByPair::Finish() {
  std::vector<JudgementTable> tables;
  for (JudgementBuilder& builder : builders_) {
    if (!builder.table.criteria.empty()) tables.push_back(builder.Finish());
  }
  if (!tables.empty()) return tables;
  return InputError({file_}, "there are no scores", "write a number for each judgement");
}

}  // namespace mtgauge
