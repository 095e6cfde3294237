// Groups of texts whose pairs are all scored: from memory, from two files, or from lists.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/source.h"
#include "mtgauge/texts.h"

namespace mtgauge {

// Reads groups one by one. Not thread-safe.
class GroupReader {
 public:
  virtual ~GroupReader() = default;
  // Returns the next group; nothing at the end. Its texts live as long as the group.
  virtual Result<std::optional<PairGroup>> Next() = 0;
  // Returns the files' warnings, once everything has been read.
  virtual std::vector<InputWarning> warnings() const { return {}; }
};

struct GroupFiles {
  std::vector<std::string> references;  // paths; if empty, the hypotheses are their own references
  std::string hypotheses;               // path
  std::string list_format;              // as in GroupOptions; detected if empty
  std::string input_format;             // OpenOptions::format, for files that are not lists
  std::string weights;  // a field of records, or "score" for n-best lists; empty if there are none
  const std::atomic<bool>* stop = nullptr;
  // References of records are lists: a single text is one only in a field that was named.
  bool lists_of_references = false;
  // The output has a line for each group and no ids, so ids that are not consecutive are doubtful.
  bool counted = false;
};

// "lines", "nbest", "jsonl".
std::vector<std::string_view> ListFormats();

Result<std::unique_ptr<GroupReader>> OpenGroups(const GroupFiles& files);
// Reads groups in memory. Next() returns an InputError for a text that is missing or too long.
std::unique_ptr<GroupReader> GroupsInMemory(std::span<const PairGroup> groups);

}  // namespace mtgauge
