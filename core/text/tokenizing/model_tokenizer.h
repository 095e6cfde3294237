// Tokenizers that load a model from a file on first use.
//
// To add one: core/text/tokenizers/tok_NAME.cc with its ModelTokenizerRows, and their lines in
// model_tokenizer.cc.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/paged_array.h"
#include "core/base/status.h"
#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

// The result of opening a model.
struct OpenedTokenizer {
  std::unique_ptr<Tokenizer> tokenizer;
  std::string signature;
  std::string model;             // a digest of the data read
  std::string_view pieces = "";  // of TokenizerRow, as the next
  bool outdated = false;
};

struct ModelTokenizerRow {
  std::string_view name;  // "spm", as in -tok spm:FILE
  std::string_view file;  // what may follow the colon ("FILE"); the default place without it
  std::string_view help;
  // `path` is empty if none was given. Errors say what to install or download.
  Result<OpenedTokenizer> (*open)(const std::string& path);
  std::span<const std::string_view> papers = {};  // for `cite`
  // The same with the rules of kOlderPieces; null if there is only one rule.
  Result<OpenedTokenizer> (*open_older)(const std::string& path) = nullptr;
};

std::span<const ModelTokenizerRow> ModelTokenizers();

// Returns the tokenizer called "NAME" or "NAME:FILE": a row of the table of tokenizers, or a model
// that is opened on first use and kept until the program ends. Thread-safe. Returns a UsageError if
// the name is unknown, the model cannot be read, or the tokenizer has no data of these versions.
Result<const TokenizerRow*> OpenTokenizer(std::string_view name, const DataVersions& versions = {});
// Same as above, but for texts that are already tokenized: does not open a model, and the row of a
// model has no tokenizer. `signature`, `model` and `versions` are the values that an opened row
// would have.
Result<const TokenizerRow*> RecallTokenizer(std::string_view name, std::string_view signature,
                                            std::string_view model, const DataVersions& versions);
// Begins the advice, in an error message, to name a model file. Not every command line takes one.
inline constexpr std::string_view kOrNameTheModel = "; or name the model:";
// Returns the names of both tables, for messages and help.
std::vector<std::string_view> AllTokenizerNames();

// Returns sacreBLEU's data folder: $SACREBLEU, or .sacrebleu in the home folder.
std::string SacreBleuFolder();
// A model file in memory. Large files use huge pages, which the system allocates much faster.
struct ModelFile {
  PagedArray<char> pages;
  std::string_view bytes() const { return {pages.data(), pages.size()}; }
};
// Returns an IoError if the file cannot be read.
Result<ModelFile> ReadModelFile(const std::string& path);
// Returns 16 hexadecimal digits that identify the bytes.
std::string DigestOfBytes(std::string_view bytes);
// Joins the pieces of a text with spaces and adds the result, split at whitespace, as the tokens of
// a segment. sacreBLEU does the same with its models' output.
void AddPieces(const std::vector<std::string_view>& pieces, uint32_t index, View& view);

}  // namespace mtgauge
