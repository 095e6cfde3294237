// Test sets as sacreBLEU stores them after a download: one file per field,
// $SACREBLEU/SET/SET.PAIR.FIELD (default ~/.sacrebleu). In the file name, '/' in SET is written '_'
// and ':' in FIELD is written '-'. Nothing is ever downloaded here: errors name the command that
// fills the cache.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns $SACREBLEU, or ~/.sacrebleu.
std::string TestSetFolder();

// Returns "python3 -m sacrebleu --download wmt21 -l en-de".
std::string FillCommand(std::string_view set, std::string_view pair);

// Returns the fields of a test set in the cache, named as for `--echo`: src, the references ("ref",
// "ref:A"), then the others by name. Returns an IoError if there are none.
Result<std::vector<std::string>> TestSetFields(std::string_view set, std::string_view pair);
// Returns the file of one field; an IoError if it does not exist.
Result<std::string> TestSetFile(std::string_view set, std::string_view pair,
                                std::string_view field);
// Returns the files of the references that sacreBLEU scores against: for WMT21 and later one of
// several.
Result<std::vector<std::string>> TestSetReferences(std::string_view set, std::string_view pair);

// The tags of documents of WMT18 and WMT19 in sacreBLEU ("US-crime"), in which --subset searches;
// empty if the document has none. DocumentSubsets() returns their parts, sorted: "country:US",
// "crime".
bool HasDocumentTags(std::string_view set);
std::string_view DocumentTags(std::string_view set, std::string_view document);
std::vector<std::string> DocumentSubsets(std::string_view set);

struct CachedTestSet {
  std::string set;
  std::vector<std::string> pairs;  // sorted
};
// Returns everything in the cache, sorted; empty if there is no cache.
std::vector<CachedTestSet> CachedTestSets();

}  // namespace mtgauge
