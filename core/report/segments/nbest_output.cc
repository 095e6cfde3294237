// Selects candidates and writes them in several formats.
#include "core/report/segments/nbest_output.h"

#include <algorithm>
#include <cstring>

#include "core/base/named.h"
#include "core/base/printing.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/forms/json_output.h"
#include "core/report/forms/separated.h"
#include "core/score/delivery.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

using Labels = std::vector<std::string>;

std::string NoHead(const Labels&) { return {}; }

void AppendText(const ScoredCandidate& candidate, const Labels&, std::string& out) {
  out += candidate.text;
  out += '\n';
}

// Appends the scores as another field to the list's line. Invalid UTF-8 is replaced, as in the
// scored text.
void AppendLine(const ScoredCandidate& candidate, const Labels&, std::string& out) {
  if (IsValidUtf8(candidate.line)) {
    out += candidate.line;
  } else {
    out += ReplaceInvalidUtf8(candidate.line);
  }
  out += " |||";
  for (const double score : candidate.scores) {
    out += ' ';
    AppendDouble(score, out);
  }
  out += '\n';
}

template <const Separation& by>
std::string SeparatedHead(const Labels& labels) {
  std::string head;
  SeparatedText line(by, head);
  for (const std::string_view name : {"segment", "id", "candidate"}) line.Text(name);
  for (const std::string& label : labels) line.Text(label);
  line.Text("text");
  line.EndLine();
  return head;
}

template <const Separation& by>
void AppendSeparated(const ScoredCandidate& candidate, const Labels&, std::string& out) {
  SeparatedText line(by, out);
  line.Whole(candidate.segment.index + 1);
  line.Text(candidate.segment.id);
  line.Whole(candidate.place + 1);
  for (const double score : candidate.scores) line.Real(score);
  line.Text(candidate.text);
  line.EndLine();
}

void AppendJson(const ScoredCandidate& candidate, const Labels& labels, std::string& out) {
  out += "{\"segment\":" + std::to_string(candidate.segment.index + 1);
  out += ",\"id\":" + DumpJson(candidate.segment.id, -1);
  out += ",\"candidate\":" + std::to_string(candidate.place + 1);
  out += ",\"scores\":{";
  for (size_t m = 0; m < labels.size(); ++m) {
    if (m > 0) out += ',';
    out += DumpJson(labels[m], -1) + ':';
    AppendDouble(candidate.scores[m], out);
  }
  out += "},\"text\":" + DumpJson(std::string(candidate.text), -1) + "}\n";
}

// The lines of a stream, one after another.
class Lines {
 public:
  explicit Lines(const Stream& stream) : at_(stream.text), end_(at_ + stream.bytes) {}
  std::string_view Next() {
    if (at_ == end_) return {};
    const auto* const stop =
        static_cast<const char*>(std::memchr(at_, '\n', static_cast<size_t>(end_ - at_)));
    const std::string_view line(at_, static_cast<size_t>(stop - at_));
    at_ = stop + 1;
    return line;
  }

 private:
  const char* at_;
  const char* end_;
};

// Calls see(candidate) for the best candidate of each segment, or for all.
template <typename See>
void ForEachCandidate(const Job& job, bool all, const Delivery& delivery, const See& see) {
  const Batch& batch = delivery.texts;
  const size_t metrics = job.metrics().size();
  Lines texts(batch.hyps.front());
  Lines lines(batch.candidate_lines);
  for (uint32_t i = 0; i < delivery.count; ++i) {
    const SegmentScores& segment = delivery.segments[i];
    const size_t best = BestCandidate(job, segment);
    const uint32_t candidates = batch.hyp_end(i) - batch.hyp_begin(i);
    for (size_t place = 0; place < candidates; ++place) {
      const std::string_view text = texts.Next();
      const std::string_view line = lines.Next();
      if (!all && place != best) continue;
      const std::span scores = std::span(segment.scores).subspan(place * metrics, metrics);
      see(ScoredCandidate{segment, place, text, line, scores});
    }
  }
}

}  // namespace

std::span<const NbestRow> NbestRows() {
  static constexpr NbestRow kForms[] = {
      {"text", NoHead, AppendText, AppendLine},
      {"tsv", SeparatedHead<kTabs>, AppendSeparated<kTabs>, AppendSeparated<kTabs>},
      {"csv", SeparatedHead<kCommas>, AppendSeparated<kCommas>, AppendSeparated<kCommas>},
      {"jsonl", NoHead, AppendJson, AppendJson},
      {"json", NoHead, nullptr, nullptr},
      {kParquet, NoHead, nullptr, nullptr, true},
      {kArrow, NoHead, nullptr, nullptr, true},
  };
  return kForms;
}

const NbestRow& FindNbestRow(std::string_view name) { return *RowNamed(NbestRows(), name); }

size_t BestCandidate(const Job& job, const SegmentScores& segment) {
  const size_t metrics = job.metrics().size();
  const bool higher = job.metrics().front().row->higher_is_better;
  size_t best = 0;
  for (size_t place = 1; place * metrics < segment.scores.size(); ++place) {
    const double score = segment.scores[place * metrics];
    const double so_far = segment.scores[best * metrics];
    if (higher ? score > so_far : score < so_far) best = place;
  }
  return best;
}

void AppendCandidates(const Job& job, const Labels& labels, const NbestRow& form, bool all,
                      Delivery& delivery) {
  const auto append = all ? form.append_all : form.append;
  if (append == nullptr) return;
  ForEachCandidate(job, all, delivery, [&](const ScoredCandidate& candidate) {
    append(candidate, labels, delivery.text);
  });
}

TableHead NbestColumns(const Labels& labels) {
  TableHead head{{{"segment", ColumnType::kWhole},
                  {"id", ColumnType::kText},
                  {"candidate", ColumnType::kWhole}},
                 {{"mtgauge.schema", "mtgauge.nbest.table/1"}}};
  for (const std::string& label : labels) head.columns.push_back({label, ColumnType::kReal});
  head.columns.push_back({"text", ColumnType::kText});
  return head;
}

void AddCandidates(const Job& job, bool all, const Delivery& delivery, TableStream& table) {
  ForEachCandidate(job, all, delivery, [&](const ScoredCandidate& candidate) {
    table.Add(static_cast<int64_t>(candidate.segment.index) + 1);
    table.Add(std::string_view(candidate.segment.id));
    table.Add(static_cast<int64_t>(candidate.place) + 1);
    for (const double score : candidate.scores) table.Add(score);
    table.Add(candidate.text);
  });
}

NbestSums::NbestSums(const Job& job) {
  for (const uint32_t width : job.widths()) {
    best_.emplace_back(width);
    first_.emplace_back(width);
  }
}

void NbestSums::Add(const Job& job, const Delivery& delivery) {
  candidates_ += delivery.texts.hyp_count();
  for (uint32_t i = 0; i < delivery.count; ++i) {
    const size_t first = delivery.texts.hyp_begin(i);
    const size_t best = first + BestCandidate(job, delivery.segments[i]);
    for (size_t m = 0; m < best_.size(); ++m) {
      const size_t width = best_[m].size();
      const int64_t* rows = delivery.rows[m].data();
      for (size_t c = 0; c < width; ++c) {
        best_[m][c] += rows[best * width + c];
        first_[m][c] += rows[first * width + c];
      }
    }
  }
}

}  // namespace mtgauge
