// Shared by the forms of span files: the file, JSON values, and a collector that checks the spans.
// Only for this folder.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/status.h"
#include "core/input/spans/span_table.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {

struct SpanFile {
  JudgementFile table;      // lines; rows of fields between tabs if it is not JSON
  std::string_view text;    // all of it
  bool json_lines = false;  // the first line is a JSON object
  bool json_whole = false;  // the whole file is one
};

// Checks spans and adds them to a table.
class SpanCollector {
 public:
  struct Texts {
    std::optional<std::string_view> target = std::nullopt, source = std::nullopt;
  };
  // A span as the file has it.
  struct Raw {
    int64_t start = 0, end = 0;
    std::string_view severity, category;
    bool in_source = false;
  };

  SpanCollector(SpanTable& table, const SpanReading& reading) : table_(table), reading_(reading) {}

  // Offsets count UTF-16 units, as in JavaScript. Every output must have its text then.
  void CountUtf16() { utf16_ = true; }
  // Spans without a character are left out and counted.
  void LetVanish() { let_vanish_ = true; }
  bool ends_are_inclusive() const { return table_.end == SpanEnd::kInclusive; }

  // Begins a judgement. Its texts must outlive its spans.
  Status Begin(size_t line, JudgedText output, std::string rater, const Texts& texts);
  // Continues the judgement of this output and rater, or begins it; for forms with a row per span.
  Status Continue(size_t line, JudgedText output, std::string rater, const Texts& texts);

  // Add an error to the judgement.
  Status Add(size_t line, const Raw& raw);
  // The n-th span of a judgement with this text is its n-th occurrence.
  Status AddText(size_t line, std::string_view text, const Raw& raw);
  void AddOmission() { ++table_.omissions; }

 private:
  using Key = std::pair<JudgedText, std::string>;

  Status AddPlace(size_t line, int64_t start, int64_t end, const Raw& raw);
  Result<int64_t> Characters(size_t line, std::string_view text, int64_t units) const;
  Status Bad(size_t line, std::string what, std::string remedy) const;

  SpanTable& table_;
  const SpanReading& reading_;
  bool utf16_ = false, let_vanish_ = false;
  std::map<Key, size_t> known_;
  size_t current_ = 0;
  Texts texts_;
  std::map<std::string, size_t, std::less<>> found_;  // where the next occurrence of a text may be
  uint64_t beside_ = 0;                               // characters of texts that were not found
};

// A form of span files. The first one that takes a file reads it.
struct SpanForm {
  std::string_view name;
  SpanEnd end;
  bool (*is)(const SpanFile& file);
  Status (*parse)(const SpanFile& file, SpanCollector& collector);
};
extern const SpanForm kAppraiseSpans;    // appraise_spans.cc
extern const SpanForm kCampaignSpans;    // campaign_spans.cc
extern const SpanForm kPearmutSpans;     // pearmut_spans.cc
extern const SpanForm kSharedTaskSpans;  // shared_task_spans.cc
extern const SpanForm kRatingSpans;      // rating_spans.cc
extern const SpanForm kRatingRecords;    // rating_spans.cc
extern const SpanForm kCometSpans;       // comet_spans.cc
extern const SpanForm kMqmSpans;         // mqm_spans.cc
extern const SpanForm kOwnSpans;         // own_spans.cc

// JSON. An absent field is like null.
using JsonObject = simdjson::dom::object;
std::optional<JsonObject> ObjectField(const JsonObject& object, std::string_view key);
std::optional<simdjson::dom::array> ListField(const JsonObject& object, std::string_view key);
std::optional<std::string_view> TextField(const JsonObject& object, std::string_view key);
std::optional<int64_t> NumberField(const JsonObject& object, std::string_view key);
// Returns a text or a whole number as text; empty if it is neither.
std::string IdField(const JsonObject& object, std::string_view key);

// Calls take(line, object) for each line.
Status ForEachRecord(const SpanFile& file,
                     const std::function<Status(size_t line, const JsonObject& record)>& take);
// Returns whether the first record has the fields.
bool FirstRecordHas(const SpanFile& file, std::initializer_list<std::string_view> keys);

// Adds the errors of a judgement: a list of objects with these keys.
struct ErrorKeys {
  std::string_view start, end, category;
};
inline constexpr ErrorKeys kAppraiseKeys = {"start_i", "end_i", "error_type"},
                           kUsualKeys = {"start", "end", "category"};
Status AddErrors(const std::string& file, size_t line, const simdjson::dom::array& errors,
                 const ErrorKeys& keys, SpanCollector& collector);

}  // namespace mtgauge
