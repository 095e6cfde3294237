// Cuts one stream into all views of a job.
#include "core/score/stream_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mtgauge {
namespace {

// A view whose lines are those of the text as it is.
bool IsOfPlainText(const ViewSpec& spec) { return !spec.lowercase && !spec.annotations; }

void CutLines(const CasedText& text, uint32_t segments, View& view) {
  view.Reset(text.text(), text.bytes(), segments);
  view.FindLines();
  for (const Aside& aside : text.asides()) view.SetAside(aside.segment, aside.text);
}

}  // namespace

ViewStemmers::ViewStemmers(const Job& job) {
  stemmers_.resize(job.views().size());
  for (size_t v = 0; v < job.views().size(); ++v) {
    const StemmerRow* const row = job.views()[v].stemmer;
    if (row != nullptr) stemmers_[v].emplace(*row, job.options().context.hash->function);
  }
}

StreamViews::StreamViews(const Job& job) : job_(&job) {
  const HashFunction hash = job.options().context.hash->function;
  for (size_t v = 0; v < job.views().size(); ++v) views_.emplace_back(hash);
  if (std::ranges::none_of(job.views(), IsOfPlainText)) plain_lines_.emplace(hash);
}

void StreamViews::Cut(const Stream& stream, const Stream* annotation, uint32_t segments,
                      ViewStemmers& stemmers) {
  bool set[2][2] = {{false, false}, {false, false}};
  const auto cased = [&](bool annotations, bool lowercase) -> const CasedText& {
    const size_t source = annotations ? 1 : 0, casing = lowercase ? 1 : 0;
    CasedText& text = cased_[source][casing];
    if (!std::exchange(set[source][casing], true)) {
      text.Set(annotations ? *annotation : stream, lowercase);
    }
    return text;
  };
  for (size_t v = 0; v < views_.size(); ++v) {
    const ViewSpec& spec = job_->views()[v];
    if (Stemmer* const stemmer = stemmers.of(v)) {
      stemmer->StemView(views_[job_->words_of(v)], views_[v]);
      continue;
    }
    const CasedText& text = cased(spec.annotations, spec.lowercase);
    if (spec.tokenizer == nullptr) {
      CutLines(text, segments, views_[v]);
    } else {
      spec.tokenizer->get().CutStream(text.text(), text.bytes(), segments, text.asides(),
                                      views_[v]);
    }
  }
  if (plain_lines_) CutLines(cased(false, false), segments, *plain_lines_);
}

absl::Status StreamViews::CheckCut(const Batch& batch, const Stream& stream,
                                   const std::string& file) const {
  for (size_t v = 0; v < views_.size(); ++v) {
    const uint32_t refused = views_[v].refused();
    if (refused == View::kNone) continue;
    const bool of_hypotheses = std::ranges::any_of(
        batch.hyps, [&stream](const Stream& hypotheses) { return &hypotheses == &stream; });
    const uint32_t segment = of_hypotheses ? batch.segment_of_hyp(refused) : refused;
    return InputError({.file = file,
                       .line = batch.line_of(stream, refused),
                       .segment = batch.index_of(segment),
                       .option = "tokenize"},
                      fmt::format("the segment is too long for the tokenizer {}",
                                  job_->views()[v].tokenizer->name),
                      "split it, or choose another by `tokenize`");
  }
  return absl::OkStatus();
}

const uint32_t* StreamViews::line_end() const {
  if (plain_lines_) return plain_lines_->line_end();
  size_t v = 0;
  while (!IsOfPlainText(job_->views()[v])) ++v;
  return views_[v].line_end();
}

}  // namespace mtgauge
