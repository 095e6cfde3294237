// Writes a Comparison as tab-separated values with all digits. It is one table: the rows of systems
// and of pairs share columns with the same meaning (`value` is a score or a difference, `error` its
// standard deviation) and leave the other columns empty.
#include <cmath>

#include "core/base/printing.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

constexpr std::string_view kHeader =
    "row\tmetric\ta\tb\tvalue\terror\tlow\thigh\tmean\truns\tsd_optimizer\tcluster\trank_low\t"
    "rank_high\tsimultaneous_low\tsimultaneous_high\tp\tp_adjusted\tp_error\tp_sacrebleu_bs\t"
    "significant\tshare_a_wins\tshare_b_wins\tshare_ties\tdetectable\t"
    "human_agreement_percent\tsignature\ttest_signature\n";

// A line that is built cell by cell.
class Line {
 public:
  Line& Add(std::string_view text) {
    if (!first_) out_ += '\t';
    first_ = false;
    out_ += text;
    return *this;
  }
  Line& Add(uint64_t number) { return Add(std::to_string(number)); }
  // Adds an empty cell if the number is not finite.
  Line& Add(double number) {
    return Add(std::isfinite(number) ? ShortestDouble(number) : std::string());
  }
  Line& Add(const std::optional<double>& number) { return Add(number.value_or(NAN)); }
  Line& Add(const Interval& interval) { return Add(interval.low).Add(interval.high); }
  Line& Skip(int cells) {
    for (; cells > 0; --cells) Add(std::string_view());
    return *this;
  }
  const std::string& End() { return out_ += '\n'; }

 private:
  std::string out_;
  bool first_ = true;
};

std::string SystemLine(const MetricComparison& metric, const SystemEstimate& system) {
  Line line;
  line.Add("system").Add(OneLine(metric.metric)).Add(OneLine(system.name)).Skip(1);
  line.Add(system.score).Add(system.sd).Add(system.interval).Add(system.mean);
  line.Add(uint64_t{system.runs}).Add(system.sd_optimizer).Add(uint64_t{system.cluster});
  line.Add(uint64_t{system.rank_low}).Add(uint64_t{system.rank_high}).Skip(12);
  return line.Add(metric.signature).Add(metric.test_signature).End();
}

std::string PairLine(const MetricComparison& metric, const PairTest& pair) {
  Line line;
  line.Add("pair").Add(OneLine(metric.metric));
  line.Add(OneLine(metric.systems[pair.a].name)).Add(OneLine(metric.systems[pair.b].name));
  line.Add(pair.difference).Add(pair.se).Add(pair.interval).Skip(6).Add(pair.simultaneous);
  line.Add(pair.p).Add(pair.p_adjusted).Add(pair.p_error).Add(pair.p_sacrebleu_bs);
  line.Add(pair.significant ? "yes" : "no").Add(pair.wins).Add(pair.losses).Add(pair.ties);
  line.Add(pair.detectable).Add(pair.human_agreement);
  return line.Add(metric.signature).Add(metric.test_signature).End();
}

}  // namespace

std::string CompareTsv(const Comparison& comparison, const WriteOptions&) {
  // Groups, if there are any, are the first column.
  const bool grouped = !comparison.by.empty();
  std::string out = (grouped ? "group\t" : "") + std::string(kHeader);
  for (const MetricComparison& metric : comparison.metrics) {
    const std::string group = grouped ? OneLine(metric.group) + '\t' : "";
    for (const SystemEstimate& system : metric.systems) out += group + SystemLine(metric, system);
    for (const PairTest& pair : metric.pairs) out += group + PairLine(metric, pair);
  }
  return out;
}

}  // namespace mtgauge
