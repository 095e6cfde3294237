// Output formats of a Report and of segment scores. To add one: a file write_NAME.cc and its row in
// report_writer.cc.
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
  std::vector<std::string> fields;  // the fields of groups
  // Systems' names for programs; they do not depend on the other systems.
  std::vector<std::string> systems;
};

struct ReportFormat {
  std::string_view name;
  std::string (*write)(const Report&, const WriteOptions&);
  // Null if the format is for whole reports only, or (details) if it does not show what each score
  // is made of. The job must outlive the writer.
  using SegmentForm = std::unique_ptr<SegmentWriter> (*)(const Job&, const WriteOptions&,
                                                         const SegmentLabels&);
  SegmentForm segments, details = nullptr;

  SegmentForm Of(bool with_details) const { return with_details ? details : segments; }
};

// All formats; the first one (text) is the default.
std::span<const ReportFormat> ReportFormats();
const ReportFormat& FindReportFormat(std::string_view name);  // needs a name in the table

std::string WriteText(const Report& report, const WriteOptions& options);
std::string WriteJson(const Report& report, const WriteOptions& options);
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
std::unique_ptr<SegmentWriter> CsvSegments(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels);
// The same as above, with the details of each score.
std::unique_ptr<SegmentWriter> JsonDetails(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> TsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels);
std::unique_ptr<SegmentWriter> CsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels);

}  // namespace mtgauge
