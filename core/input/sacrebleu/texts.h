// Texts as sacreBLEU reads them: UTF-8; lines end at LF in files, and at CR, LF or CR LF in
// standard input; white space at the end of each line is removed; columns may be separated by tabs;
// a byte order mark is kept. Whole texts are kept in memory.
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

// The texts to read, as sacreBLEU's options name them.
struct SacreBleuInputs {
  std::vector<std::string> references;
  std::vector<std::string> inputs;  // of the systems; if empty, standard input
  int64_t num_refs = 1;             // columns separated by tabs in the single reference file
  // Comma-separated test sets, used instead of references; their language pair; filters of their
  // segments.
  std::optional<std::string> test_set, language_pair, origlang, subset;
};

// One stream: each line with its LF, followed by kTextPadding bytes.
struct PythonColumn {
  std::string name;
  std::string text;
  size_t lines = 0;

  size_t bytes() const;  // without the padding
};

// Calls `use` with every line, without its LF; a last line without LF counts too. Stops at an
// error.
Status ForEachLine(std::string_view text, const std::function<Status(std::string_view)>& use);
// Reads a file as one column, without white space at the ends of its lines.
Result<PythonColumn> ReadColumn(const std::string& path);
// Keeps only the segments with kept[i]; an empty `kept` keeps all.
Status KeepSegments(const std::vector<bool>& kept, PythonColumn& column);

struct SacreBleuTexts {
  std::vector<PythonColumn> references, systems;
  bool unnamed = false;            // the systems are columns of standard input
  bool baseline_repeated = false;  // the baseline occurs again among the systems of a paired test;
                                   // the repeats are left out

  StreamNames Names() const;
  // Returns a function that returns one batch after another, in order, and null at the end. The
  // batches refer to the texts, which must outlive them.
  std::function<std::unique_ptr<Batch>()> Batches() const;
};

// The error for a line of standard input or of a reference file with a wrong number of columns.
Status ColumnError(const std::string& message);
bool IsColumnError(const Status& status);

// Reads all texts. Returns an error if streams differ in length or are empty. The systems of a
// paired test may repeat the first one.
Result<SacreBleuTexts> ReadSacreBleuTexts(const SacreBleuInputs& inputs, bool paired);

}  // namespace mtgauge
