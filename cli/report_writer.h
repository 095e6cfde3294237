// Forms of output: what a Report, or a run of segment scores, looks like. To add one: one file
// write_NAME.cc and its row in report_writer.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/configuration.h"
#include "cli/gate.h"
#include "core/score/job.h"
#include "mtgauge/score.h"
#include "parallel/scorer.h"

namespace mtgauge {

struct WriteOptions {
  uint32_t width = 1;               // digits after the point, in text
  bool more_digits = false;         // two more for small scores; see ScoreDigits()
  bool score_only = false;          // bare numbers, in text
  bool unit_scale = false;          // scores are from 0 to 1, and so says the signature
  bool by_group = false;            // what is written one by one are groups of segments
  Configuration configuration;      // for forms that carry it
  std::optional<GateVerdict> gate;  // where one was asked for
  // Resolved settings, in order, for whoever cites them.
  std::vector<std::pair<std::string, std::variant<std::string, std::vector<std::string>>>> config;
};

// Turns the scores of segments into text. Thread-safe: deliveries are formatted in any order, by
// several threads, and written in input order.
class SegmentWriter {
 public:
  virtual ~SegmentWriter() = default;
  virtual bool WantsRows() const { return false; }
  // What comes before all else; whether there are columns of ids and documents is Delivery's.
  virtual std::string Head([[maybe_unused]] bool ids, [[maybe_unused]] bool documents) const {
    return {};
  }
  virtual void Append(const Delivery& delivery, std::string& out) const = 0;
};

struct ReportFormat {
  std::string_view name;
  std::string (*write)(const Report&, const WriteOptions&);
  // Null: the form is for whole reports only. The job must outlive the writer.
  std::unique_ptr<SegmentWriter> (*segments)(const Job&, const WriteOptions&);
};

// All formats, the default (text) first.
std::span<const ReportFormat> ReportFormats();
const ReportFormat& FindReportFormat(std::string_view name);  // a name of the table

// What the formats share.
// One name per metric of the job, whichever others there are: its title where that says all, as
// BLEU and chrF2++ do, or else its spec.
std::vector<std::string> MetricLabels(const Job& job);
// The fewest digits that read back as the same double.
std::string ShortestDouble(double value);
void AppendDouble(double value, std::string& out);  // the same
// Digits behind the point: two more than the width where a perfect score (`scale`) is not 100 or,
// where there is no perfect score (0), where this one is small. A width that was typed is exact.
uint32_t ScoreDigits(double score, double scale, const WriteOptions& options);
// Rounded to so many digits, for people.
std::string RoundedScore(double score, double scale, const WriteOptions& options);
// Where sacreBLEU sets its mark behind p.
inline constexpr double kMarkedP = 0.05;
// Control bytes as \xHH, so that a name can neither break a line nor a column.
std::string Printable(std::string_view text);
// Code points, for columns of names; a continuation byte takes no room.
size_t DisplayWidth(std::string_view text);

std::string WriteText(const Report& report, const WriteOptions& options);
std::string WriteJson(const Report& report, const WriteOptions& options);
std::string WriteTsv(const Report& report, const WriteOptions& options);
std::string WriteJsonLines(const Report& report, const WriteOptions& options);
std::string WriteLatex(const Report& report, const WriteOptions& options);
std::string WriteMarkdown(const Report& report, const WriteOptions& options);
std::unique_ptr<SegmentWriter> TextSegments(const Job& job, const WriteOptions& options);
std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions& options);
std::unique_ptr<SegmentWriter> TsvSegments(const Job& job, const WriteOptions& options);

}  // namespace mtgauge
