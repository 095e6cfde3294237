// Makes all views of a job from one stream.
#include "core/score/stream_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/text/factors.h"

namespace mtgauge {
namespace {

// Returns whether a view has the same lines as the unmodified text.
bool IsOfPlainText(const ViewSpec& spec) {
  return !spec.lowercase && !spec.annotations && spec.strip_before.empty() &&
         spec.normalize == NormalForm::kNone && spec.ignored == 0;
}

// Returns false if there are words, none of which has the factor of roles.
bool HasSomeRoles(const Tokens& tokens) {
  for (uint32_t t = 0; t < tokens.count; ++t) {
    if (HasRoles(tokens[t])) return true;
  }
  return tokens.count == 0;
}

// Returns the name of a metric that reads a view.
std::string_view MetricOf(const Job& job, size_t view) {
  size_t m = 0;
  while (std::ranges::count(job.views_of_metric()[m], view) == 0) ++m;
  return job.metrics()[m].row->name;
}

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

StreamViews::StreamViews(const Job& job, TextRole role) : job_(&job), role_(role) {
  const HashFunction hash = job.options().context.hash->function;
  for (const ViewSpec& spec : job.views()) {
    views_.emplace_back(hash);
    text_of_.push_back(&TextOf(spec));
  }
  if (std::ranges::any_of(job.views(), IsOfPlainText)) return;
  plain_lines_.emplace(hash);
  text_of_.push_back(&TextOf({}));
}

StreamViews::PreparedText& StreamViews::TextOf(ViewSpec spec) {
  spec.tokenizer = nullptr;
  spec.stemmer = nullptr;
  spec.roles = false;
  if (role_ == TextRole::kReference) spec.strip_before.clear();
  for (PreparedText& text : texts_) {
    if (text.spec == spec) return text;
  }
  return texts_.emplace_back(PreparedText{std::move(spec)});
}

void StreamViews::PreparedText::Set(const Stream& stream) {
  const Stream* text = &stream;
  if (!spec.strip_before.empty()) text = &stripped.Strip(*text, spec.strip_before);
  if (spec.normalize != NormalForm::kNone) text = &normalized.Normalize(*text, spec.normalize);
  if (spec.ignored != 0) text = &ignoring.Remove(*text, spec.ignored);
  cased.Set(*text, spec.lowercase);
}

void StreamViews::Cut(const Stream& stream, const Stream* annotation, uint32_t segments,
                      ViewStemmers& stemmers) {
  for (PreparedText& text : texts_) text.Set(text.spec.annotations ? *annotation : stream);
  for (size_t v = 0; v < views_.size(); ++v) {
    const ViewSpec& spec = job_->views()[v];
    if (Stemmer* const stemmer = stemmers.of(v)) {
      stemmer->StemView(views_[job_->words_of(v)], views_[v]);
      continue;
    }
    const CasedText& text = text_of_[v]->cased;
    if (spec.tokenizer == nullptr) {
      CutLines(text, segments, views_[v]);
    } else {
      spec.tokenizer->get().CutStream(text.text(), text.bytes(), segments, text.asides(),
                                      views_[v]);
    }
  }
  if (plain_lines_) CutLines(text_of_.back()->cased, segments, *plain_lines_);
}

Status StreamViews::CheckCut(const Batch& batch, const Stream& stream,
                             const std::string& file) const {
  const auto segment_of = [&](uint32_t line) {
    return role_ == TextRole::kHypothesis ? batch.segment_of_hyp(line) : line;
  };
  for (size_t v = 0; v < views_.size(); ++v) {
    if (const uint32_t refused = views_[v].refused(); refused != View::kNone) {
      return RefusalError({.file = file,
                           .line = batch.line_of(stream, refused),
                           .segment = batch.index_of(segment_of(refused))},
                          views_[v].refusal(), job_->views()[v].tokenizer->name);
    }
    if (!job_->views()[v].roles) continue;
    for (uint32_t line = 0; line < views_[v].segments(); ++line) {
      const uint32_t segment = segment_of(line);
      const bool used = !batch.excluded_at(segment) && !stream.missing_at(line);
      if (!used || HasSomeRoles(views_[v].Segment(line).tokens)) continue;
      return InputError(
          {.file = file, .line = batch.line_of(stream, line), .segment = batch.index_of(segment)},
          fmt::format("{} compares semantic roles, but the segment is not labelled with roles",
                      MetricOf(*job_, v)),
          "label the roles of all texts and give them by `ref-annotations` and "
          "`annotations`, or as factors like gate|gate|NN|||=|1:A1 (without roles: "
          "gate|gate|NN|||=|)");
    }
  }
  return OkStatus();
}

const uint32_t* StreamViews::line_end() const {
  if (plain_lines_) return plain_lines_->line_end();
  size_t v = 0;
  while (!IsOfPlainText(job_->views()[v])) ++v;
  return views_[v].line_end();
}

}  // namespace mtgauge
