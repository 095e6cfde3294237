// The documents of segments, from a separate file.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/status.h"
#include "core/input/tables/unit_table.h"
#include "core/score/delivery.h"

namespace mtgauge {

// Documents from a file with one line per segment. Without a file, the input's documents are kept.
class DocumentNames {
 public:
  static Result<DocumentNames> Read(const std::string& file);  // `file` may be empty

  bool told() const { return !file_.empty(); }
  // Thread-safe. Segments beyond the end of the file get no document.
  void AddTo(Delivery& delivery) const;
  // Returns an InputError if there are more segments than lines so far, or at the end if their
  // numbers differ.
  Status Check(uint64_t segments, bool at_end) const;

 private:
  std::string file_;
  UnitTable table_;
};

}  // namespace mtgauge
