// Texts as sacreBLEU reads them: UTF-8, lines cut at LF alone in files and at CR, LF and CR LF in
// standard input, every line without white space at its end, columns between tabs where there are
// any, and never a byte order mark taken off. Whole texts are held in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/text/batch.h"

namespace mtgauge {

// Which texts, as sacreBLEU's options name them.
struct SacreBleuInputs {
  std::vector<std::string> references;
  std::vector<std::string> inputs;  // of the systems; empty: standard input
  int64_t num_refs = 1;             // between tabs, in the single reference file
  // Sets with commas between them, in place of references; their pair; which segments of them.
  std::optional<std::string> test_set, language_pair, origlang, subset;
};

// One stream: each line with its LF, then kTextPadding bytes.
struct PythonColumn {
  std::string name;
  std::string text;
  size_t lines = 0;

  size_t bytes() const;  // without the padding
};

// Calls `use` with every line, without its LF; a last line without LF counts. Stops at an error.
absl::Status ForEachLine(std::string_view text,
                         const std::function<absl::Status(std::string_view)>& use);
// A file as it is, without white space at the ends of its lines.
absl::StatusOr<PythonColumn> ReadColumn(const std::string& path);
// Leaves these segments only; empty: all.
absl::Status KeepSegments(const std::vector<bool>& kept, PythonColumn& column);

struct SacreBleuTexts {
  std::vector<PythonColumn> references, systems;
  bool unnamed = false;            // the systems are columns of standard input
  bool baseline_repeated = false;  // among the systems of a paired test; the repeats are left out

  StreamNames Names() const;
  // One batch after another, in order, null at the end; they refer to the texts, which must outlive
  // them.
  std::function<std::unique_ptr<Batch>()> Batches() const;
};

// A line of standard input or of a reference file has another number of columns than it must have.
absl::Status ColumnError(const std::string& message);
bool IsColumnError(const absl::Status& status);

// The streams are of one length, and not empty. The systems of a paired test may name the first
// one again.
absl::StatusOr<SacreBleuTexts> ReadSacreBleuTexts(const SacreBleuInputs& inputs, bool paired);

}  // namespace mtgauge
