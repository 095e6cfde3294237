// Matches outputs by their names.
#include "parallel/spans/joining.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/numbers.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

// How many outputs of a table have a document.
enum class Documents { kNone, kSome, kAll };
Documents DocumentsOf(const SpanTable& table) {
  const auto named =
      std::count_if(table.judgements.begin(), table.judgements.end(),
                    [](const SpanJudgement& one) { return !one.output.document.empty(); });
  if (named == 0) return Documents::kNone;
  return static_cast<size_t>(named) == table.judgements.size() ? Documents::kAll : Documents::kSome;
}

std::set<std::string_view> PairsOf(const SpanTable& table) {
  std::set<std::string_view> pairs;
  for (const SpanJudgement& one : table.judgements) pairs.insert(one.output.pair);
  return pairs;
}

std::string Shifted(const std::string& item, int64_t shift) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(item);
  return number && shift != 0 ? std::to_string(*number + shift) : item;
}

class SpanJoiner {
 public:
  SpanJoiner(const std::vector<SpanTable>& golds, bool common, std::vector<Warning>& warnings)
      : golds_(golds), common_(common), warnings_(warnings) {
    for (const SpanTable& table : golds) {
      all_documents_ = all_documents_ && DocumentsOf(table) == Documents::kAll;
      documents_ = documents_ || DocumentsOf(table) != Documents::kNone;
      pairs_.merge(PairsOf(table));
      for (const SpanJudgement& one : table.judgements) judged_.push_back({&table, &one});
    }
    predicted_.resize(judged_.size());
    left_out_.resize(judged_.size());
  }

  Status Add(const SpanTable& program);
  Result<std::vector<JoinedSpans>> Finish();

 private:
  struct Judged {
    const SpanTable* table;
    const SpanJudgement* judgement;
  };
  // What identifies an output; parts that only one side names stay empty.
  struct Names {
    bool pair, document;
    int64_t shift;

    JudgedText Of(const JudgedText& output, bool shifts) const {
      return {pair ? output.pair : "", output.system, document ? output.document : "",
              shifts ? Shifted(output.item, shift) : output.item};
    }
  };

  struct Prediction {
    const SpanJudgement* judgement;
    bool used;
  };
  using Predictions = std::map<JudgedText, Prediction>;
  struct LeftOut {
    uint64_t missing = 0, unjudged = 0, differing = 0;
  };

  Result<Names> NamesFor(const SpanTable& program) const;
  static Result<Predictions> PredictionsOf(const SpanTable& program, const Names& names);
  Status Match(const SpanTable& program, const Names& names, size_t judged,
               Predictions& predictions, LeftOut& left_out);
  void WarnOf(const SpanTable& program, const LeftOut& left_out) const;
  Result<int64_t> FindShift(const SpanTable& program) const;
  Status CheckDistinct(const SpanTable& program, const Names& names) const;
  Status CheckTexts(const SpanTable& program, const SpanJudgement& predicted, size_t judged,
                    bool& same) const;
  Status LeaveOut(const SpanTable& of, const SpanJudgement& judgement, std::string what,
                  uint64_t& count) const;

  const std::vector<SpanTable>& golds_;
  bool common_;
  std::vector<Warning>& warnings_;
  bool documents_ = false;  // golds name some
  bool all_documents_ = true;
  std::set<std::string_view> pairs_;  // of golds
  std::vector<Judged> judged_;
  std::vector<std::vector<const SpanJudgement*>> predicted_;  // [judged][program]
  std::vector<bool> left_out_;                                // [judged]
};

// Compares the documents that both name for the same number of a segment.
Result<int64_t> SpanJoiner::FindShift(const SpanTable& program) const {
  std::map<std::string_view, std::string_view> document_of;
  for (const auto& [table, judgement] : judged_) {
    const JudgedText& output = judgement->output;
    if (output.document.empty()) continue;
    const auto known = document_of.try_emplace(output.item, output.document).first;
    if (known->second != output.document) return 0;  // numbers begin anew in each document
  }
  const SpanJudgement* other = nullptr;  // the first that contradicts, unshifted
  std::vector<int64_t> fitting;
  for (const int64_t shift : {0, -1, 1, -2, 2}) {
    bool any = false, all = true;
    for (const SpanJudgement& one : program.judgements) {
      const auto known = document_of.find(Shifted(one.output.item, shift));
      if (known == document_of.end() || one.output.document.empty()) continue;
      const bool fits = known->second == one.output.document;
      if (!fits && shift == 0 && other == nullptr) other = &one;
      any = any || fits;
      all = all && fits;
    }
    if (any && all) fitting.push_back(shift);
  }
  if (other == nullptr || (!fitting.empty() && fitting.front() == 0)) return 0;
  if (fitting.size() == 1) return fitting.front();
  return InputError(
      {program.file, other->line},
      fmt::format("segment '{:.40}' is of document '{:.60}' here, but of '{:.60}' in {}",
                  other->output.item, other->output.document,
                  document_of.find(other->output.item)->second, golds_.front().file),
      "both files must number the segments of the same documents alike");
}

// Checks that the names tell the golds of different documents apart.
Status SpanJoiner::CheckDistinct(const SpanTable& program, const Names& names) const {
  std::map<JudgedText, const JudgedText*> known;
  for (const auto& [table, judgement] : judged_) {
    const JudgedText& output = judgement->output;
    const auto [other, is_new] = known.try_emplace(names.Of(output, false), &output);
    if (is_new || *other->second == output) continue;
    return InputError({program.file},
                      fmt::format("'{:.60}', segment '{:.60}' may be of two documents or language "
                                  "pairs",
                                  output.system, output.item),
                      "name them in this file too");
  }
  return OkStatus();
}

Status SpanJoiner::LeaveOut(const SpanTable& of, const SpanJudgement& judgement, std::string what,
                            uint64_t& count) const {
  ++count;
  if (common_) return OkStatus();
  return InputError({of.file, judgement.line},
                    fmt::format("{}: {}", Described(judgement.output), what),
                    "complete the files, or use `join` common");
}

// Compares the texts if both files have them. Otherwise checks the spans by the text of one.
Status SpanJoiner::CheckTexts(const SpanTable& program, const SpanJudgement& predicted,
                              size_t judged, bool& same) const {
  const SpanJudgement& gold = *judged_[judged].judgement;
  same = !predicted.text || !gold.text || *predicted.text == *gold.text;
  if (predicted.text.has_value() == gold.text.has_value()) return OkStatus();
  const std::string& text = gold.text ? *gold.text : *predicted.text;
  const int64_t length = LengthInCharacters(text);
  const SpanJudgement& without = gold.text ? predicted : gold;
  for (const MarkedSpan& span : without.spans) {
    if (span.in_source || span.end <= length) continue;
    return InputError({gold.text ? program.file : judged_[judged].table->file, without.line},
                      fmt::format("{}: a span from {} to {} (exclusive) ends after the text, which "
                                  "has {}",
                                  Described(without.output), span.start, span.end,
                                  Counted(static_cast<uint64_t>(length), "character")),
                      "count characters, not bytes; `end` says whether an end is inclusive");
  }
  return OkStatus();
}

Result<SpanJoiner::Names> SpanJoiner::NamesFor(const SpanTable& program) const {
  const std::set<std::string_view> own = PairsOf(program);
  const bool several = pairs_.size() > 1 || own.size() > 1;
  Names names = {several && !own.contains("") && !pairs_.contains(""),
                 documents_ && DocumentsOf(program) != Documents::kNone, 0};
  if (names.document) {
    MTG_ASSIGN_OR_RETURN(names.shift, FindShift(program));
  }
  MTG_RETURN_IF_ERROR(CheckDistinct(program, names));
  if (names.shift != 0) {
    warnings_.push_back({"numbering", "",
                         fmt::format("{} numbers segments from another place: {:+} was added, "
                                     "which fits all documents; number them alike",
                                     program.file, names.shift)});
  }
  return names;
}

Result<SpanJoiner::Predictions> SpanJoiner::PredictionsOf(const SpanTable& program,
                                                          const Names& names) {
  Predictions predictions;
  for (const SpanJudgement& one : program.judgements) {
    const auto [known, is_new] =
        predictions.try_emplace(names.Of(one.output, true), Prediction{&one, false});
    if (is_new) continue;
    return InputError({program.file, one.line},
                      fmt::format("{}: predicted twice, first on line {}", Described(one.output),
                                  known->second.judgement->line),
                      "use a file of one rater or round for each input");
  }
  return predictions;
}

Status SpanJoiner::Match(const SpanTable& program, const Names& names, size_t judged,
                         Predictions& predictions, LeftOut& left_out) {
  const auto& [table, judgement] = judged_[judged];
  const auto found = predictions.find(names.Of(judgement->output, false));
  if (found == predictions.end()) {
    predicted_[judged].push_back(nullptr);
    left_out_[judged] = true;
    return LeaveOut(*table, *judgement, fmt::format("{} does not have this output", program.file),
                    left_out.missing);
  }
  Prediction& prediction = found->second;
  prediction.used = true;
  predicted_[judged].push_back(prediction.judgement);
  bool same = true;
  MTG_RETURN_IF_ERROR(CheckTexts(program, *prediction.judgement, judged, same));
  if (same) return OkStatus();
  left_out_[judged] = true;
  return LeaveOut(program, *prediction.judgement,
                  fmt::format("its text differs from that in {}", table->file), left_out.differing);
}

void SpanJoiner::WarnOf(const SpanTable& program, const LeftOut& left_out) const {
  const std::pair<uint64_t, const char*> counts[] = {
      {left_out.missing, "judged outputs that are not in it"},
      {left_out.unjudged, "outputs that nobody judged"},
      {left_out.differing, "outputs with another text"}};
  for (const auto& [count, what] : counts) {
    if (count == 0) continue;
    warnings_.push_back(
        {"join", "", fmt::format("{}: {}: {}; left out", program.file, what, count)});
  }
}

Status SpanJoiner::Add(const SpanTable& program) {
  MTG_ASSIGN_OR_RETURN(const Names names, NamesFor(program));
  MTG_ASSIGN_OR_RETURN(Predictions predictions, PredictionsOf(program, names));
  LeftOut left_out;
  for (size_t j = 0; j < judged_.size(); ++j) {
    MTG_RETURN_IF_ERROR(Match(program, names, j, predictions, left_out));
  }
  for (const auto& [name, prediction] : predictions) {
    if (prediction.used) continue;
    MTG_RETURN_IF_ERROR(
        LeaveOut(program, *prediction.judgement, "nobody judged this output", left_out.unjudged));
  }
  WarnOf(program, left_out);
  return OkStatus();
}

Result<std::vector<JoinedSpans>> SpanJoiner::Finish() {
  std::vector<JoinedSpans> all;
  std::map<std::string_view, size_t> of_pair;
  std::map<JudgedText, uint32_t> segments;
  std::map<std::pair<std::string_view, std::string_view>, uint32_t> documents;
  for (size_t j = 0; j < judged_.size(); ++j) {
    if (left_out_[j]) continue;
    const JudgedText& output = judged_[j].judgement->output;
    const auto [place, is_new] = of_pair.try_emplace(output.pair, all.size());
    if (is_new) all.push_back({pairs_.size() > 1 ? output.pair : "", {}, 0, {}});
    JoinedSpans& joined = all[place->second];
    const auto [segment, new_segment] =
        segments.try_emplace({output.pair, "", output.document, output.item}, joined.segments);
    if (new_segment) {
      ++joined.segments;
      if (all_documents_) {
        const auto count = static_cast<uint32_t>(
            std::count_if(documents.begin(), documents.end(),
                          [&](const auto& known) { return known.first.first == output.pair; }));
        joined.document_of_segment.push_back(
            documents.try_emplace({output.pair, output.document}, count).first->second);
      }
    }
    joined.outputs.push_back(
        {segment->second, judged_[j].table, judged_[j].judgement, std::move(predicted_[j])});
  }
  if (!all.empty()) return all;
  return InputError({golds_.front().file}, "no output is in all files",
                    "check that they name systems and segments alike");
}

}  // namespace

Result<std::vector<JoinedSpans>> JoinSpans(const std::vector<SpanTable>& golds,
                                           const std::vector<SpanTable>& programs, bool common,
                                           std::vector<Warning>& warnings) {
  SpanJoiner joiner(golds, common, warnings);
  for (const SpanTable& program : programs) MTG_RETURN_IF_ERROR(joiner.Add(program));
  return joiner.Finish();
}

}  // namespace mtgauge
