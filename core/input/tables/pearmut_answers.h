// Answers in Pearmut's files: the server's download, {CAMPAIGN: [entry, ...]}, or its file of
// entries as JSON Lines.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {

// What a user said about the output of one model.
struct PearmutAnswer {
  size_t line = 0;            // of its entry
  std::string_view campaign;  // empty if there is only one
  std::string_view user, model;
  std::string_view item;  // its id or, without one, all of it but the translations
  simdjson::dom::object of_item, answer;
};

bool IsPearmut(const JudgementFile& file);

// Passes on each answer of a file that IsPearmut(), in its order: without those that a later reset
// of their user voids, those to items for practice and control, and all but a user's last one to
// the same output. Its texts are valid during the call.
Status ForEachAnswer(const JudgementFile& file,
                     const std::function<Status(const PearmutAnswer&)>& take);

// Returns the document in the id of an item, DOCUMENT_#_ITEM; empty if it has another form.
inline constexpr std::string_view kPearmutSeparator = "_#_";
std::string_view DocumentOfPearmut(std::string_view item);

}  // namespace mtgauge
