// Compares the lines of annotations with those of the texts.
#include "core/score/checks/annotation_check.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/factors.h"

namespace mtgauge {
namespace {

// The segments of a stream, one after another.
class Segments {
 public:
  explicit Segments(const Stream& stream)
      : lines_(stream.text, stream.bytes), aside_(stream.aside.begin()), end_(stream.aside.end()) {}

  std::string_view Next() {
    const size_t end = lines_.find('\n');
    const std::string_view line = lines_.substr(0, end);
    lines_.remove_prefix(end + 1);
    const bool aside = aside_ != end_ && aside_->segment == segment_;
    ++segment_;
    return aside ? std::string_view((aside_++)->text) : line;
  }

 private:
  std::string_view lines_;
  std::vector<Aside>::const_iterator aside_, end_;
  uint32_t segment_ = 0;
};

struct Misfit {
  uint32_t segment;
  const Stream* text;
  const Stream* annotation;
  std::string text_file, annotation_file;
};

// Returns the first segment before `end` whose words differ; `end` if there is none.
uint32_t FindMisfit(const Batch& batch, const Stream& text, const Stream& annotation,
                    uint32_t end) {
  Segments texts(text), annotations(annotation);
  for (uint32_t i = 0; i < end; ++i) {
    const std::string_view annotated = annotations.Next();
    const std::string_view words = texts.Next();
    if (batch.excluded_at(i) || text.missing_at(i)) continue;
    if (!Spell(annotated, words)) return i;
  }
  return end;
}

}  // namespace

Status CheckAnnotations(const Batch& batch, const StreamNames& names) {
  if (!names.annotated()) return OkStatus();
  Misfit first{batch.segments, nullptr, nullptr, {}, {}};
  const auto check = [&](const Stream& text, const std::string& text_file, const Stream& annotation,
                         const std::string& annotation_file) {
    const uint32_t misfit = FindMisfit(batch, text, annotation, first.segment);
    if (misfit < first.segment) first = {misfit, &text, &annotation, text_file, annotation_file};
  };
  for (size_t r = 0; r < batch.refs.size(); ++r) {
    check(batch.refs[r], names.refs[r], batch.ref_annotations[r], names.ref_annotations[r]);
  }
  for (size_t s = 0; s < batch.hyps.size(); ++s) {
    check(batch.hyps[s], names.hyp_file(s), batch.hyp_annotations[s], names.hyp_annotations[s]);
  }
  if (first.segment == batch.segments) return OkStatus();
  return InputError(
      {first.annotation_file, batch.line_of(*first.annotation, first.segment),
       batch.index_of(first.segment)},
      fmt::format("the words of the annotation differ from the text, {}:{}", first.text_file,
                  batch.line_of(*first.text, first.segment)),
      "annotate exactly that text, without normalizing it, with one line or sentence for each of "
      "its lines");
}

}  // namespace mtgauge
