// Converts the header to JSON and back.
#include "core/rowfile/row_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/base/split.h"
#include "core/base/version.h"
#include "core/rowfile/numbered_files.h"
#include "core/stats/row_block.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostSegments = uint64_t{1} << 48;

void PutDigest(const TextDigest& digest, Json& json) {
  json["bytes"] = digest.bytes;
  json["digest"] = fmt::format("{:016x}", digest.value);
}

TextDigest ParseDigest(const Json& json, uint64_t segments) {
  TextDigest digest = {segments, json.at("bytes"), 0};
  const std::string digits = json.at("digest");
  const char* const end = digits.data() + digits.size();
  if (std::from_chars(digits.data(), end, digest.value, 16).ptr != end) {
    throw std::invalid_argument("digest");
  }
  return digest;
}

Json StreamJson(const RowStream& stream) {
  Json json = {{"name", stream.name}, {"file", stream.file}};
  PutDigest(stream.digest, json);
  return json;
}

RowStream ParseStream(const Json& json, uint64_t segments) {
  return {json.at("name"), json.at("file"), ParseDigest(json, segments)};
}

Json StreamsJson(const std::vector<RowStream>& streams) {
  Json json = Json::array();
  for (const RowStream& stream : streams) json.push_back(StreamJson(stream));
  return json;
}

std::vector<RowStream> ParseStreams(const Json& json, uint64_t segments) {
  std::vector<RowStream> streams;
  for (const Json& stream : json) streams.push_back(ParseStream(stream, segments));
  return streams;
}

// Omits options with default values.
template <typename Value>
void Put(const char* key, const Value& value, Json& json) {
  if (value != Value()) json[key] = value;
}
template <typename Value>
void Put(const char* key, const std::optional<Value>& value, Json& json) {
  if (value) json[key] = *value;
}
template <typename Value>
void Get(const Json& json, const char* key, Value& value) {
  const auto found = json.find(key);
  if (found != json.end()) value = found->template get<Value>();
}
template <typename Value>
void Get(const Json& json, const char* key, std::optional<Value>& value) {
  const auto found = json.find(key);
  if (found != json.end()) value = found->template get<Value>();
}

// Calls `visit` to write or read each option that is omitted if it has its default value.
template <typename Texts, typename Visit>
void VisitTexts(Texts& texts, const Visit& visit) {
  visit("source", texts.source);
  visit("ref-annotations", texts.ref_annotations);
  visit("annotations", texts.annotations);
  visit("annotate-with", texts.annotate_with);
  visit("test-set", texts.test_set);
  visit("language-pair", texts.language_pair);
  visit("input-format", texts.input_format);
  visit("key", texts.key);
  visit("split-key", texts.split_key);
  visit("split-paragraphs", texts.split_paragraphs);
  visit("empty-references", texts.drop_empty_references);
}
template <typename Choice, typename Visit>
void VisitChoice(Choice& choice, const Visit& visit) {
  visit("tokenize", choice.tokenize);
  visit("stem", choice.stem);
  visit("smooth-method", choice.smooth_method);
  visit("smooth-value", choice.smooth_value);
  visit("lowercase", choice.lowercase);
  visit("compat", choice.compat);
}

Json TextsJson(const TextInputs& texts) {
  Json json = {{"references", texts.references}, {"inputs", texts.inputs}};
  VisitTexts(texts, [&](const char* key, const auto& value) { Put(key, value, json); });
  json["on-invalid"] = NameOf(kOnInvalidRules, texts.on_invalid);
  return json;
}

TextInputs ParseTexts(const Json& json) {
  TextInputs texts;
  texts.references = json.at("references").get<std::vector<std::string>>();
  texts.inputs = json.at("inputs").get<std::vector<std::string>>();
  VisitTexts(texts, [&](const char* key, auto& value) { Get(json, key, value); });
  const std::string wanted = json.at("on-invalid");
  for (const auto& [name, rule] : kOnInvalidRules) {
    if (name == wanted) texts.on_invalid = rule;
  }
  return texts;
}

Json ChoiceJson(const MetricChoice& choice) {
  Json json = {{"metrics", choice.metrics}};
  VisitChoice(choice, [&](const char* key, const auto& value) { Put(key, value, json); });
  for (const MetricSetting& setting : choice.metric_settings) {
    json["settings"].push_back({setting.name, setting.metric, setting.option, setting.value});
  }
  return json;
}

MetricChoice ParseChoice(const Json& json) {
  MetricChoice choice;
  choice.metrics = json.at("metrics").get<std::vector<std::string>>();
  VisitChoice(choice, [&](const char* key, auto& value) { Get(json, key, value); });
  if (json.contains("settings")) {
    for (const Json& s : json.at("settings")) {
      choice.metric_settings.push_back({s.at(0), s.at(1), s.at(2), s.at(3)});
    }
  }
  return choice;
}

Json MetricsJson(const std::vector<RowMetric>& metrics) {
  Json json = Json::array();
  for (const RowMetric& metric : metrics) {
    Json& one = json.emplace_back(Json{{"spec", metric.spec}, {"signature", metric.signature}});
    Put("learnt", metric.learnt, one);
    one["columns"] = metric.columns;
  }
  return json;
}

std::vector<RowMetric> ParseMetrics(const Json& json) {
  std::vector<RowMetric> metrics;
  for (const Json& one : json) {
    RowMetric& metric =
        metrics.emplace_back(RowMetric{one.at("spec"), one.at("signature"), {}, {}});
    Get(one, "learnt", metric.learnt);
    metric.columns = one.at("columns").get<std::vector<std::string>>();
  }
  return metrics;
}

Json DigestsJson(const std::vector<TextDigest>& digests) {
  Json json = Json::array();
  for (const TextDigest& digest : digests) PutDigest(digest, json.emplace_back());
  return json;
}

std::vector<TextDigest> ParseDigests(const Json& json, uint64_t segments) {
  std::vector<TextDigest> digests;
  for (const Json& digest : json) digests.push_back(ParseDigest(digest, segments));
  return digests;
}

Json LanguagesJson(const std::vector<RowLanguage>& languages) {
  Json json = Json::array();
  for (const RowLanguage& language : languages) {
    Json& one =
        json.emplace_back(Json{{"language", language.name}, {"segments", language.segments()}});
    for (const RowMetric& metric : language.metrics) {
      Json& settings = one["metrics"].emplace_back(Json{{"signature", metric.signature}});
      Put("learnt", metric.learnt, settings);
    }
    one["references"] = DigestsJson(language.references);
    one["systems"] = DigestsJson(language.systems);
  }
  return json;
}

// `metrics`: those of the header.
std::vector<RowLanguage> ParseRowLanguages(const Json& json,
                                           const std::vector<RowMetric>& metrics) {
  std::vector<RowLanguage> languages;
  for (const Json& one : json) {
    RowLanguage& language = languages.emplace_back();
    language.name = one.at("language");
    language.metrics = metrics;
    if (one.at("metrics").size() != metrics.size()) throw std::invalid_argument("languages");
    for (size_t m = 0; m < metrics.size(); ++m) {
      const Json& settings = one.at("metrics").at(m);
      language.metrics[m].signature = settings.at("signature");
      language.metrics[m].learnt.clear();
      Get(settings, "learnt", language.metrics[m].learnt);
    }
    const uint64_t segments = one.at("segments");
    language.references = ParseDigests(one.at("references"), segments);
    language.systems = ParseDigests(one.at("systems"), segments);
  }
  return languages;
}

Json CheckJson(const TextCheck& check) {
  Json json = Json::object();
  ForEachCount([&](const char* key, const auto& count) { Put(key, count, json); }, check);
  if (check.first_canary != TextCheck().first_canary) json["canary"] = check.first_canary;
  return json;
}

TextCheck ParseCheck(const Json& json) {
  TextCheck check;
  ForEachCount([&](const char* key, auto& count) { Get(json, key, count); }, check);
  Get(json, "canary", check.first_canary);
  return check;
}

Json TotalsJson(const Totals& totals) {
  Json json = {{"segments", totals.segments},
               {"skipped", totals.skipped},
               {"least-references", totals.min_refs},
               {"most-references", totals.max_refs},
               {"checks", Json::array()}};
  for (const TextCheck& check : totals.checks) json["checks"].push_back(CheckJson(check));
  return json;
}

Totals ParseTotals(const Json& json) {
  Totals totals;
  totals.segments = json.at("segments");
  totals.skipped = json.at("skipped");
  totals.min_refs = json.at("least-references");
  totals.max_refs = json.at("most-references");
  for (const Json& check : json.at("checks")) totals.checks.push_back(ParseCheck(check));
  return totals;
}

RowHeader ParseRows(const Json& json) {
  RowHeader header;
  header.version = json.at("version");
  header.segments = json.at("segments");
  if (header.segments > kMostSegments) throw std::invalid_argument("segments");
  header.texts = ParseTexts(json.at("texts"));
  header.choice = ParseChoice(json.at("choice"));
  header.references = ParseStreams(json.at("references"), header.segments);
  header.systems = ParseStreams(json.at("systems"), header.segments);
  if (json.contains("source")) {
    header.source = ParseStreams(json.at("source"), header.segments);
  }
  header.systems_of_file = json.at("systems-of-file").get<std::vector<size_t>>();
  header.metrics = ParseMetrics(json.at("metrics"));
  header.by = json.at("by");
  if (json.contains("languages")) {
    header.language_field = json.at("language-field");
    header.languages = ParseRowLanguages(json.at("languages"), header.metrics);
  }
  header.has_ids = json.at("ids");
  header.has_documents = json.at("documents");
  Get(json, "memory", header.in_memory);
  header.replaced = json.at("replaced");
  header.sums = json.at("sums").get<std::vector<std::vector<int64_t>>>();
  if (json.contains("totals")) header.totals = ParseTotals(json.at("totals"));
  for (const Json& warning : json.at("warnings")) {
    header.sources.warnings.push_back(
        {warning.at("code"), warning.at("system"), warning.at("message")});
  }
  const Json& unsplit = json.at("unsplit");
  header.sources.unsplit = {unsplit.at("unsplit"), unsplit.at("records"), unsplit.at("first")};
  header.shard = NumberIn(json, "shard");
  if (header.shard) {
    Get(json.at("shard"), kJobKey, header.job);
    Get(json.at("shard"), "sizes", header.sizes);
  }
  return header;
}

bool IsConsistent(const Totals& totals, const RowHeader& header) {
  if (totals.checks.size() != header.systems.size()) return false;
  for (size_t s = 0; s < totals.checks.size(); ++s) {
    if (totals.checks[s].differs.size() != s) return false;
  }
  return totals.skipped <= header.segments && totals.segments == header.segments - totals.skipped;
}

bool AreConsistent(const std::vector<RowLanguage>& languages, const RowHeader& header) {
  if (languages.empty()) return true;
  std::set<std::string_view> names;
  uint64_t left = header.segments;
  for (const RowLanguage& language : languages) {
    if (language.references.size() != header.references.size()) return false;
    if (language.systems.size() != header.systems.size()) return false;
    if (!names.insert(language.name).second || language.segments() > left) return false;
    left -= language.segments();
  }
  return left == 0 && !header.language_field.empty();
}

// Checks that the parts of a header match each other and the file.
bool IsConsistent(const RowHeader& header, size_t sections) {
  if (header.references.empty() || header.systems.empty() || header.metrics.empty()) return false;
  if (header.choice.metrics.size() != header.metrics.size()) return false;
  if (header.sums.size() != header.cells()) return false;
  for (size_t cell = 0; cell < header.cells(); ++cell) {
    if (header.WidthOf(cell) == 0 || header.sums[cell].size() != header.WidthOf(cell)) return false;
  }
  size_t systems = 0;
  for (const size_t held : header.systems_of_file) {
    if (held > header.systems.size()) return false;
    systems += held;
  }
  const bool each_of_a_file = header.systems_of_file.size() == header.texts.inputs.size();
  if (!each_of_a_file || systems != header.systems.size()) return false;
  if (header.totals && !IsConsistent(*header.totals, header)) return false;
  if (!AreConsistent(header.languages, header)) return false;
  return sections == header.blocks() * (header.cells() + 1);
}

}  // namespace

uint64_t RowHeader::blocks() const {
  return totals ? 0 : (segments + kBlockSegments - 1) / kBlockSegments;
}

size_t RowHeader::FindLanguage(std::string_view name) const {
  const auto found = std::ranges::find(languages, name, &RowLanguage::name);
  return static_cast<size_t>(found - languages.begin());
}

bool SameSettings(const RowLanguage& a, const RowLanguage& b) {
  return std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(),
                    [](const RowMetric& of_a, const RowMetric& of_b) {
                      return of_a.signature == of_b.signature && of_a.learnt == of_b.learnt;
                    });
}

std::string LanguageOf(const RowHeader& header, std::string_view group) {
  if (header.by == header.language_field) return std::string(group);
  const std::vector<std::string_view> fields = SplitAt(',', header.by);
  const std::vector<std::string_view> values = SplitAt('\t', group);
  const auto place =
      static_cast<size_t>(std::ranges::find(fields, header.language_field) - fields.begin());
  return std::string(place < values.size() ? values[place] : std::string_view());
}

Json ToJson(const RowHeader& header) {
  Json json = {{"kind", kRowsKind}, {"version", header.version}, {"segments", header.segments}};
  PutNumber(header.shard, "shard", json);
  if (header.shard) {
    Put(kJobKey, header.job, json["shard"]);
    Put("sizes", header.sizes, json["shard"]);
  }
  json["texts"] = TextsJson(header.texts);
  json["choice"] = ChoiceJson(header.choice);
  json["references"] = StreamsJson(header.references);
  json["systems"] = StreamsJson(header.systems);
  if (!header.source.empty()) json["source"] = StreamsJson(header.source);
  json["systems-of-file"] = header.systems_of_file;
  json["metrics"] = MetricsJson(header.metrics);
  json["by"] = header.by;
  if (!header.languages.empty()) {
    json["language-field"] = header.language_field;
    json["languages"] = LanguagesJson(header.languages);
  }
  json["ids"] = header.has_ids;
  json["documents"] = header.has_documents;
  Put("memory", header.in_memory, json);
  json["replaced"] = header.replaced;
  json["sums"] = header.sums;
  if (header.totals) json["totals"] = TotalsJson(*header.totals);
  json["warnings"] = Json::array();
  for (const Warning& warning : header.sources.warnings) {
    json["warnings"].push_back(
        {{"code", warning.code}, {"system", warning.system}, {"message", warning.message}});
  }
  json["unsplit"] = {{"unsplit", header.sources.unsplit.unsplit},
                     {"records", header.sources.unsplit.records},
                     {"first", header.sources.unsplit.first}};
  return json;
}

Json SharedOptions(const RowHeader& header) {
  Json json = ChoiceJson(header.choice);
  json.erase("metrics");
  return json;
}

Result<RowHeader> ParseRowHeader(const SealedFile& file) {
  MTG_RETURN_IF_ERROR(
      file.CheckKind(kRowsKind, "name a file that `mtgauge rows` or `mtgauge merge` has written"));
  try {
    RowHeader header = ParseRows(file.header());
    if (!IsConsistent(header, file.sections()))
      return file.Malformed("its header contradicts itself");
    return header;
  } catch (const Json::exception& fault) {
    return file.Malformed("its header lacks a field");
  } catch (const std::invalid_argument& fault) {
    return file.Malformed(fmt::format("its header has an impossible value: {}", fault.what()));
  }
}

void Describe(const Job& job, RowHeader& header) {
  header.version = kVersion;
  const StreamNames& names = job.names();
  for (size_t r = 0; r < names.refs.size(); ++r) {
    header.references.push_back({names.ref_name(r), names.refs[r], {}});
  }
  for (size_t s = 0; s < names.hyps.size(); ++s) {
    header.systems.push_back({names.hyps[s], names.hyp_file(s), {}});
  }
  for (const std::string& file : names.sources) header.source.push_back({file, file, {}});
  for (size_t m = 0; m < job.metrics().size(); ++m) {
    const MadeMetric& made = job.metrics()[m];
    header.metrics.push_back({made.spec, job.Settings(m), job.learnt()[m], made.metric->Columns()});
  }
}

}  // namespace mtgauge
