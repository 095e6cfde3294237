// Groups of texts for all pairs: from memory, from two files, or from lists.
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

// Not thread-safe.
class GroupReader {
 public:
  virtual ~GroupReader() = default;
  // The next group; nothing at the end. Its texts are there as long as the group.
  virtual absl::StatusOr<std::optional<PairGroup>> Next() = 0;
  // What there is to say about the files, once all has been read.
  virtual std::vector<InputWarning> warnings() const { return {}; }
};

struct GroupFiles {
  std::vector<std::string> references;  // paths; none: the hypotheses are their own references
  std::string hypotheses;               // path
  std::string list_format;              // GroupOptions'; empty: auto-detected
  std::string input_format;             // OpenOptions::format, of files that are no lists
  std::string weights;  // a field of records, or "score" of n-best lists; empty: none
  const std::atomic<bool>* stop = nullptr;
};

// "lines", "nbest", "jsonl".
std::vector<std::string_view> ListFormats();

absl::StatusOr<std::unique_ptr<GroupReader>> OpenGroups(const GroupFiles& files);
// An InputError for columns with a text that is missing or too long, or weights that are not one
// for each reference.
std::unique_ptr<GroupReader> GroupsInMemory(std::span<const PairGroup> groups);

}  // namespace mtgauge
