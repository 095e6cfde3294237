// Counts hypotheses that occur among the references, word for word or nearly.
#include "core/report/matrix/overlap_writer.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/report/forms/json_output.h"
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

  Status Finish() override { return output_.Write(json_ ? Json() : Text()); }

 private:
  void BeginGroup(const BestRows& rows) {
    const TextColumn& references =
        rows.group->references ? *rows.group->references : rows.group->hypotheses;
    texts_.clear();
    for (uint64_t r = 0; r < references.size(); ++r) ++texts_[references[r].value_or("")];
    if (groups_++ == 0) name_ = references.name();
  }

  double Mean(size_t metric) const {
    return matched_ == 0 ? 0 : sums_[metric] / static_cast<double>(matched_);
  }

  std::string Text() const {
    std::string text;
    for (size_t m = 0; m < metrics_.size(); ++m) {
      const MatrixMetric& metric = metrics_[m];
      const std::string score = RoundedScore(Mean(m), metric.scale, write_);
      text += write_.score_only ? score + '\n'
                                : fmt::format("{}|{} = {} (mean of the best reference of {})\n",
                                              metric.name, metric.signature, score,
                                              Counted(matched_, "hypothesis", "hypotheses"));
    }
    if (write_.score_only) return text;
    text += fmt::format("{} of {} lines occur exactly in {}", exact_, hypotheses_,
                        groups_ == 1 ? Printable(name_) : "their references");
    const MatrixMetric& metric = metrics_.front();
    if (metric.higher_is_better) {
      text += fmt::format("; {} more have {} >= {}", near_, metric.name, kNear * metric.scale);
    }
    return text + '\n';
  }

  std::string Json() const {
    std::string json = fmt::format("{{\"hypotheses\": {}, \"exact\": {}", hypotheses_, exact_);
    const MatrixMetric& first = metrics_.front();
    if (first.higher_is_better) {
      json += fmt::format(", \"near\": {}, \"near_from\": {}", near_, kNear * first.scale);
    }
    json += ", \"metrics\": [";
    for (size_t m = 0; m < metrics_.size(); ++m) {
      json +=
          fmt::format("{}{{\"name\": {}, \"signature\": {}, \"mean_of_best\": ", m > 0 ? ", " : "",
                      DumpJson(metrics_[m].name, -1), DumpJson(metrics_[m].signature, -1));
      AppendDouble(Mean(m), json);
      json += '}';
    }
    return json + "]}\n";
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
