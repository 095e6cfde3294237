// Words with what an annotator tells of them: word|lemma|tag|head|relation|spelling|roles, as Moses
// writes factors. Those at the end may be missing.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace mtgauge {

// What stands for "|" within a factor, as Moses has it.
inline constexpr std::string_view kEscapedBar = "&#124;";

// Points into the token.
struct Factors {
  std::string_view word;
  std::string_view lemma;     // of a token without one, the word
  std::string_view tag;       // empty: none
  std::string_view head;      // number of the parent's token, from 1
  std::string_view relation;  // to it
  // What the word is in the text, where it is not itself: "du", and then nothing, of French "de
  // le".
  std::optional<std::string_view> spelling;
  // The semantic roles that the word is part of: the number of a predicate of the segment, a colon
  // and the role, as in "1:A0,2:V".
  std::string_view roles;
};

// Before roles, a spelling "=" is that of the word.
Factors SplitFactors(std::string_view token);

// Calls use(predicate, role) for each of a word's roles, and passes over what is none.
template <typename Use>
void ForEachRole(std::string_view roles, const Use& use) {
  while (!roles.empty()) {
    const std::string_view one = roles.substr(0, roles.find(','));
    roles.remove_prefix(std::min(one.size() + 1, roles.size()));
    const size_t colon = std::min(one.find(':'), one.size());
    const std::string_view role = one.substr(std::min(colon + 1, one.size()));
    if (!role.empty()) use(one.substr(0, colon), role);
  }
}

// The role of the predicate itself.
inline bool IsPredicate(std::string_view role) { return role == "V" || role == "v"; }

// Whether the words of an annotated line spell a text, wherever either has white space. A "_" of a
// word may stand for white space within it.
bool Spell(std::string_view annotated, std::string_view text);

}  // namespace mtgauge
