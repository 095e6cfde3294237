// The fields of a ResegmentAnswer, for all formats with all digits.
#pragma once

#include "core/report/forms/json_output.h"
#include "mtgauge/resegment.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<DocumentGaps> = [] {
  using T = DocumentGaps;
  return std::to_array<Field<T>>({
      Of<&T::document>("document", "name of the document; or null", Empty::kNull),
      Of<&T::segments>("segments", "number of segments"),
      Of<&T::missing>("missing", "segments of which more than half of the words are deleted"),
      Of<&T::surplus>("surplus",
                      "segments with output of which more than half of the words are inserted"),
      Of<&T::words>("words", "words of the references"),
      Of<&T::deleted>("deleted", "words of the references without a counterpart"),
      Of<&T::output_words>("output_words", "words of the output"),
      Of<&T::inserted>("inserted", "words of the output without a counterpart"),
      {"under", "under-translation: deleted over words",
       [](const T& gaps) { return Json(gaps.under()); }},
      {"over", "over-translation: inserted over output_words",
       [](const T& gaps) { return Json(gaps.over()); }},
  });
}();

template <>
inline constexpr auto kFields<ResegmentAnswer> = [] {
  using T = ResegmentAnswer;
  return std::to_array<Field<T>>({
      Of<&T::segments>("segments", "the output in the references' segments"),
      Of<&T::edits>("edits", "inserted, deleted and replaced words"),
      Of<&T::tokens>("words", "words of the output"),
      Of<&T::gaps>("gaps", "what is missing and surplus in each document, if requested",
                   Empty::kOmitted),
      Of<&T::total>("total", "the same in all documents", Empty::kOmitted),
      Of<&T::warnings>("warnings", "possible problems"),
      kConfiguration<T>,
  });
}();

}  // namespace mtgauge
