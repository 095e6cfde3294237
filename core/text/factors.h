// Annotated words: word|lemma|tag|head|relation|spelling|roles, as Moses writes factors. Trailing
// factors may be missing.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace mtgauge {

// The escape for "|" within a factor, as in Moses.
inline constexpr std::string_view kEscapedBar = "&#124;";

// The factors of a token. They point into the token.
struct Factors {
  std::string_view word;
  std::string_view lemma;     // the word if the token has none
  std::string_view tag;       // empty if there is none
  std::string_view head;      // the number of the parent's token, counted from 1
  std::string_view relation;  // the relation to the parent
  // How the text spells the word, if differently: for French "de le", "du" and then nothing.
  std::optional<std::string_view> spelling;
  // The word's semantic roles: the number of a predicate in the segment, a colon and the role, as
  // in "1:A0,2:V".
  std::string_view roles;
};

// Returns whether a token has the factor of roles, which may be empty.
bool HasRoles(std::string_view token);

// If roles follow, a spelling of "=" means that of the word.
Factors SplitFactors(std::string_view token);

// Calls use(predicate, role) for each of a word's roles and skips entries that are not roles.
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

// Returns whether a role is that of the predicate itself.
inline bool IsPredicate(std::string_view role) { return role == "V" || role == "v"; }

// Returns whether the words of an annotated line spell a text, ignoring white space in both. A "_"
// in a word may stand for white space.
bool Spell(std::string_view annotated, std::string_view text);

}  // namespace mtgauge
