// Texts as sacreBLEU reads them: UTF-8, lines cut at LF alone in files and at CR, LF and CR LF in
// standard input, every line without white space at its end, columns between tabs where there are
// any, and never a byte order mark taken off. Whole texts are held in memory.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/flags/flags.h"
#include "core/base/status.h"
#include "core/text/batch.h"

namespace mtgauge {

// One stream: each line with its LF, then kTextPadding bytes.
struct PythonColumn {
  std::string name;
  std::string text;
  size_t lines = 0;

  size_t bytes() const;  // without the padding
};

struct SacreBleuTexts {
  std::vector<PythonColumn> references, systems;
  bool baseline_repeated = false;  // among the systems of a paired test; the repeats are left out

  StreamNames Names() const;
  // One batch after another, in order, null at the end; they refer to the texts, which must outlive
  // them.
  std::function<std::unique_ptr<Batch>()> Batches() const;
};

// A line of standard input or of a reference file has another number of columns than it must have.
absl::Status ColumnError(const std::string& message);
bool IsColumnError(const absl::Status& status);

// What -t, the references, -i, -nr, --origlang and --subset ask for. The streams are of one length,
// and not empty.
absl::StatusOr<SacreBleuTexts> ReadSacreBleuTexts(const LowArgs& args);

// Which segments of the test sets --origlang and --subset keep; empty: all.
absl::StatusOr<std::vector<bool>> KeptSegments(const LowArgs& args);
// Leaves these segments only.
absl::Status KeepSegments(const std::vector<bool>& kept, PythonColumn& column);

// The values of a field in the test sets, each once, sorted; of "domain" what --subset knows.
// Empty: none tells it.
absl::StatusOr<std::vector<std::string>> TestSetValues(const LowArgs& args, std::string_view field);

// A file as it is, without white space at the ends of its lines.
absl::StatusOr<PythonColumn> ReadColumn(const std::string& path);

// "wmt17,wmt18" as its parts.
std::vector<std::string> TestSetNames(const LowArgs& args);

}  // namespace mtgauge
