// Counts hypotheses that occur among the references, word for word or nearly.
#include "core/report/matrix/overlap_writer.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/report/matrix/overlap_fields.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

// A hypothesis resembles a reference closely if it has this share of the best score.
constexpr double kNear = 0.9;

class OverlapWriter final : public MatrixWriter {
 public:
  OverlapWriter(const MatrixForm& form, std::vector<MatrixMetric> metrics, Output& output)
      : json_(form.format == "json"),
        write_(form.write),
        metrics_(std::move(metrics)),
        output_(output),
        sums_(metrics_.size()) {}

  Status TakeBest(const BestRows& rows) override {
    if (rows.first == 0) BeginGroup(rows);
    const MatrixMetric& metric = metrics_.front();
    for (uint64_t row = 0; row < rows.rows; ++row) {
      ++hypotheses_;
      const auto same = texts_.find(rows.group->hypotheses[rows.first + row].value_or(""));
      const bool is_exact = same != texts_.end() && same->second > (rows.of_themselves ? 1u : 0u);
      if (is_exact) ++exact_;
      if (rows.width == 0) continue;
      ++matched_;
      if (!is_exact && rows.row(0, row).front() >= kNear * metric.scale) ++near_;
      for (size_t m = 0; m < metrics_.size(); ++m) sums_[m] += rows.row(m, row).front();
    }
    return OkStatus();
  }

  Status Finish() override {
    const Overlap found = Found();
    if (!json_) return output_.Write(Text(found));
    return output_.Write(DumpJson(AnswerJson("mtgauge.overlap/1", found, write_), 1) + '\n');
  }

 private:
  void BeginGroup(const BestRows& rows) {
    const TextColumn& references =
        rows.group->references ? *rows.group->references : rows.group->hypotheses;
    texts_.clear();
    for (uint64_t r = 0; r < references.size(); ++r) ++texts_[references[r].value_or("")];
    if (groups_++ == 0) name_ = references.name();
  }

  Overlap Found() const {
    Overlap found{hypotheses_, exact_, {}, {}, {}};
    const MatrixMetric& first = metrics_.front();
    if (first.higher_is_better && first.scale > 0) {
      found.near = near_;
      found.near_from = kNear * first.scale;
    }
    for (size_t m = 0; m < metrics_.size(); ++m) {
      const MatrixMetric& metric = metrics_[m];
      const double mean = matched_ == 0 ? 0 : sums_[m] / static_cast<double>(matched_);
      found.metrics.push_back({metric.name, metric.signature, metric.scale, mean});
    }
    return found;
  }

  std::string Text(const Overlap& found) const {
    std::string text;
    for (const OverlapMean& metric : found.metrics) {
      const std::string score = RoundedScore(metric.mean, metric.scale, write_);
      text += write_.score_only ? score + '\n'
                                : fmt::format("{}|{} = {} (mean of the best reference of {})\n",
                                              metric.name, metric.signature, score,
                                              Counted(matched_, "hypothesis", "hypotheses"));
    }
    if (write_.score_only) return text;
    text += fmt::format("{} of {} lines occur exactly in {}", found.exact, found.hypotheses,
                        groups_ == 1 ? Printable(name_) : "their references");
    if (found.near) {
      text += fmt::format("; {} more have {} >= {}", *found.near, metrics_.front().name,
                          *found.near_from);
    }
    return text + '\n';
  }

  bool json_;
  WriteOptions write_;
  std::vector<MatrixMetric> metrics_;
  Output& output_;
  std::vector<double> sums_;  // [metric] of the best references' scores
  uint64_t groups_ = 0, hypotheses_ = 0, exact_ = 0, near_ = 0;
  uint64_t matched_ = 0;  // hypotheses with a reference other than themselves
  std::string name_;      // of the first group's references
  absl::flat_hash_map<std::string_view, uint32_t> texts_;  // the group's references; how often each
};

}  // namespace

std::unique_ptr<MatrixWriter> MakeOverlapWriter(const MatrixForm& form,
                                                std::vector<MatrixMetric> metrics, Output& output) {
  return std::make_unique<OverlapWriter>(form, std::move(metrics), output);
}

}  // namespace mtgauge
