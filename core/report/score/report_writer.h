// Output formats of a Report and of segment scores. To add one: a file write_NAME.cc and its row in
// report_writer.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/columns/table_encoder.h"
#include "core/report/segments/segment_score_table.h"
#include "core/report/segments/segment_writer.h"
#include "core/report/write_options.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct ReportFormat {
  std::string_view name;
  std::string (*write)(const Report&, const WriteOptions&);
  // Null if the format is for whole reports only, or (details) if it does not show what each score
  // is made of; and for formats of tables (FindTableFormat), which have both. The job must outlive
  // the writer.
  using SegmentForm = std::unique_ptr<SegmentWriter> (*)(const Job&, const WriteOptions&,
                                                         const SegmentLabels&);
  SegmentForm segments, details = nullptr;

  SegmentForm Of(bool with_details) const { return with_details ? details : segments; }
};

// All formats; the first one (text) is the default.
std::span<const ReportFormat> ReportFormats();
const ReportFormat& FindReportFormat(std::string_view name);  // needs a name in the table
// The formats of segment scores that can also show the details of each score.
std::vector<std::string_view> DetailForms();

std::string WriteText(const Report& report, const WriteOptions& options);
std::string WriteJson(const Report& report, const WriteOptions& options);
std::string WriteJsonLines(const Report& report, const WriteOptions& options);
std::string WriteLatex(const Report& report, const WriteOptions& options);
std::string WriteMarkdown(const Report& report, const WriteOptions& options);
std::string WriteSvg(const Report& report, const WriteOptions& options);
std::string WriteTable(const Report& report, const WriteOptions& options);
// Returns a page with a summary of scores without tests, their table and signatures.
std::string ScoresHtml(const Report& report, const WriteOptions& options);
std::unique_ptr<SegmentWriter> TextSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels);
// The same as above, with the details of each score.
std::unique_ptr<SegmentWriter> JsonDetails(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels);

template <>
inline constexpr std::string_view kTableSchema<Report> = "mtgauge.score.table/1";

}  // namespace mtgauge
