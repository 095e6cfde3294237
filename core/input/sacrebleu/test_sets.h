// Test sets as sacreBLEU keeps them once it has downloaded them: one file per field, in
// $SACREBLEU/SET/SET.PAIR.FIELD (default ~/.sacrebleu), where '/' in the name of the file's set is
// '_' and ':' in the field is '-'. Nothing is ever downloaded here: an error names the command that
// fills the cache.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// $SACREBLEU, or ~/.sacrebleu.
std::string TestSetFolder();

// "python3 -m sacrebleu --download wmt21 -l en-de"
std::string FillCommand(std::string_view set, std::string_view pair);

// The fields that the cache has of a test set, as `--echo` takes them: src, the references
// ("ref", "ref:A"), the others by name. An IoError when it has none.
absl::StatusOr<std::vector<std::string>> TestSetFields(std::string_view set, std::string_view pair);
// The file of one field. An IoError when it is not there.
absl::StatusOr<std::string> TestSetFile(std::string_view set, std::string_view pair,
                                        std::string_view field);
// The files of the references that sacreBLEU scores against: for WMT21 and later one of several.
absl::StatusOr<std::vector<std::string>> TestSetReferences(std::string_view set,
                                                           std::string_view pair);

// What sacreBLEU knows of the documents of WMT18 and WMT19 ("US-crime"), which --subset searches;
// empty: nothing of this one. And the parts that they make: "country:US", "crime", sorted.
bool HasDocumentTags(std::string_view set);
std::string_view DocumentTags(std::string_view set, std::string_view document);
std::vector<std::string> DocumentSubsets(std::string_view set);

struct CachedTestSet {
  std::string set;
  std::vector<std::string> pairs;  // sorted
};
// All that the cache has, sorted; empty when there is no cache.
std::vector<CachedTestSet> CachedTestSets();

}  // namespace mtgauge
