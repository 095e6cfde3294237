// What is equal to what: the table of tools whose scores mtgauge gives, and how each is known. What
// `metrics`, `cite` and answers say of other tools, docs/metrics/equal.md and the test beside the
// newest releases (tests/differential/newest.py) follow from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

struct ReferenceTool {
  std::string_view id;        // "sacrebleu", before the version in answers
  std::string_view name;      // "sacreBLEU"
  std::string_view cited_as;  // empty if there is no publication
  std::string_view package;   // its name on PyPI; empty if it is not there
};

struct EqualRow {
  // The spec to type, "bleu:tok=intl"; only the metric's name for its default options.
  std::string_view pattern;
  // The signatures for which it holds: keys with spaces between them. "order" may have any value,
  // or be absent. "tok:13a|zh" must have one of these values; "*" at the end of a value stands for
  // any end. "lang:!ar" may have any value but this. Other keys must be absent, except those of
  // versions of data (unicode, lcunicode, model, pieces).
  std::string_view signatures;
  const ReferenceTool* tool;
  std::string_view first, last;  // the versions between which it is known to hold
  std::string_view on;           // "segments, corpus, details"
  std::string_view tolerance;    // "bit", "1e-12 relative"
  std::string_view domain;       // of texts
  std::string_view depends;      // on which the tool's scores depend, too; empty if nothing
  std::string_view date;         // when it was last seen to hold
  std::string_view test;         // what holds it: a file of this repository

  // Whether the tool has this corpus score, too; `references` is their number, as in signatures.
  bool HoldsForCorpus(std::string_view references) const;
  std::string Equals() const;    // "sacrebleu-2.6.0"
  std::string Tool() const;      // "sacreBLEU 2.6.0"
  std::string Versions() const;  // "2.6.0", "3.8 to 3.10.4"
};
std::span<const EqualRow> EqualRows();

// Returns the row for scores with these keys in their signature; null if there is none.
const EqualRow* FindEqual(std::string_view metric,
                          const std::vector<std::pair<std::string, std::string>>& keys);
// Returns the row for the metric's default options; null if there is none.
const EqualRow* DefaultEqual(std::string_view metric);
// Returns the rows of a metric.
std::vector<const EqualRow*> EqualRowsOf(std::string_view metric);

}  // namespace mtgauge
