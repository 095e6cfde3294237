// Forms of output: what a Report, or a run of segment scores, looks like. To add one: one file
// write_NAME.cc and its row in report_writer.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/segments/segment_writer.h"
#include "core/report/write_options.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct SegmentLabels {
  std::vector<std::string> fields;  // of groups
  // What programs find systems under, whatever stands beside them.
  std::vector<std::string> systems;
};

struct ReportFormat {
  std::string_view name;
  std::string (*write)(const Report&, const WriteOptions&);
  // Null: the form is for whole reports only, or (details) does not tell what each score is made
  // of. The job must outlive the writer.
  using SegmentForm = std::unique_ptr<SegmentWriter> (*)(const Job&, const WriteOptions&,
                                                         const SegmentLabels&);
  SegmentForm segments, details = nullptr;

  SegmentForm Of(bool with_details) const { return with_details ? details : segments; }
};

// All formats; the first one (text) is the default.
std::span<const ReportFormat> ReportFormats();
const ReportFormat& FindReportFormat(std::string_view name);  // a name of the table

std::string WriteText(const Report& report, const WriteOptions& options);
std::string WriteJson(const Report& report, const WriteOptions& options);
std::string WriteTsv(const Report& report, const WriteOptions& options);
std::string WriteJsonLines(const Report& report, const WriteOptions& options);
std::string WriteLatex(const Report& report, const WriteOptions& options);
std::string WriteMarkdown(const Report& report, const WriteOptions& options);
std::string WriteTable(const Report& report, const WriteOptions& options);
std::unique_ptr<SegmentWriter> TextSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> TsvSegments(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels);
// The same with what each score is made of.
std::unique_ptr<SegmentWriter> JsonDetails(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> TsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels);

}  // namespace mtgauge
