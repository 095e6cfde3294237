// Tokenizers that read a model from a file when they are asked for.
//
// To add one: core/text/tok_NAME.cc with its ModelTokenizerRows, their lines in model_tokenizer.cc
// and in core/CMakeLists.txt.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/paged_array.h"
#include "core/base/status.h"
#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

// What opening a model yields.
struct OpenedTokenizer {
  std::unique_ptr<Tokenizer> tokenizer;
  std::string signature;
  std::string model;  // a digest of what was read
};

struct ModelTokenizerRow {
  std::string_view name;  // "spm", as in -tok spm:FILE
  std::string_view file;  // what may follow the colon ("FILE"); without it the usual place is tried
  std::string_view help;
  // `path` is empty when none was given. Errors tell what to install or to fetch.
  absl::StatusOr<OpenedTokenizer> (*open)(const std::string& path);
  std::span<const std::string_view> papers = {};  // for `cite`
};

std::span<const ModelTokenizerRow> ModelTokenizers();

// The tokenizer called "NAME" or "NAME:FILE": a row of the table of tokenizers, or a model that is
// opened the first time it is named and kept until the program ends. Thread-safe. A UsageError for
// an unknown name, and for a model that cannot be read.
absl::StatusOr<const TokenizerRow*> OpenTokenizer(std::string_view name);
// The same for rows whose texts it has cut before: it cuts nothing any more. A model is not opened;
// `signature` and `model` are what the row of an opened one would tell.
absl::StatusOr<const TokenizerRow*> RecallTokenizer(std::string_view name,
                                                    std::string_view signature,
                                                    std::string_view model);
// Begins the remedy in its message that a file can be named, which not every command line takes.
inline constexpr std::string_view kOrNameTheModel = "; or name the model:";
// All names, of both tables, for messages and help.
std::vector<std::string_view> AllTokenizerNames();

// The folder where sacreBLEU keeps its files: $SACREBLEU, or .sacrebleu in the home folder.
std::string SacreBleuFolder();
// A model's file in memory: large ones in huge pages, which the system makes much faster.
struct ModelFile {
  PagedArray<char> pages;
  std::string_view bytes() const { return {pages.data(), pages.size()}; }
};
// An IoError for one that cannot be read.
absl::StatusOr<ModelFile> ReadModelFile(const std::string& path);
// 16 hexadecimal digits that tell files apart.
std::string DigestOfBytes(std::string_view bytes);
// Adds the pieces of a text, joined by spaces, as the tokens of a segment: sacreBLEU joins what its
// models return and splits it at white space again.
void AddPieces(const std::vector<std::string_view>& pieces, uint32_t index, View& view);

}  // namespace mtgauge
