// The table of tokenizers with models, and the models that have been opened.
#include "core/text/tokenizer/model_tokenizer.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/base/hash.h"

namespace mtgauge {

// One line per tokenizer; a concrete tokenizer has no header.
extern const ModelTokenizerRow kTokenizerSpm;
extern const ModelTokenizerRow kTokenizerFlores101;
extern const ModelTokenizerRow kTokenizerFlores200;
extern const ModelTokenizerRow kTokenizerSpBleu1K;
extern const ModelTokenizerRow kTokenizerJaMecab;
extern const ModelTokenizerRow kTokenizerMeteor;
extern const ModelTokenizerRow kTokenizerMeteorNoPunct;

namespace {

struct Opened {
  std::string name;
  OpenedTokenizer parts;
  TokenizerRow row;
};

// Keeps what has been opened, by the whole name. Never destroyed: rows point into it.
class OpenedTokenizers {
 public:
  absl::StatusOr<const TokenizerRow*> Find(const std::string& name, const ModelTokenizerRow& model,
                                           const std::string& path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Opened>& opened = opened_[name];
    if (opened == nullptr) {
      MTG_ASSIGN_OR_RETURN(OpenedTokenizer parts, model.open(path));
      opened = std::make_unique<Opened>();
      opened->name = name;
      opened->parts = std::move(parts);
      opened->row = {.name = opened->name,
                     .signature = opened->parts.signature,
                     .unicode = "",
                     .help = model.help,
                     .splits_unspaced_scripts = true,
                     .get = [tokenizer = opened->parts.tokenizer.get()]() -> const Tokenizer& {
                       return *tokenizer;
                     },
                     .model = opened->parts.model};
    }
    return &opened->row;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Opened>> opened_;
};

std::string JoinedNames() {
  std::string names;
  for (const std::string_view name : AllTokenizerNames()) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return names;
}

}  // namespace

std::span<const ModelTokenizerRow> ModelTokenizers() {
  static const std::array rows = {kTokenizerFlores200,    kTokenizerFlores101, kTokenizerSpBleu1K,
                                  kTokenizerSpm,          kTokenizerJaMecab,   kTokenizerMeteor,
                                  kTokenizerMeteorNoPunct};
  return rows;
}

std::vector<std::string_view> AllTokenizerNames() {
  std::vector<std::string_view> names;
  for (const TokenizerRow& row : Tokenizers()) names.push_back(row.name);
  for (const ModelTokenizerRow& row : ModelTokenizers()) names.push_back(row.name);
  return names;
}

absl::StatusOr<const TokenizerRow*> OpenTokenizer(std::string_view name) {
  static OpenedTokenizers* const opened = new OpenedTokenizers;
  const size_t colon = name.find(':');
  const std::string_view base = name.substr(0, colon);
  const std::string path(colon == std::string_view::npos ? "" : name.substr(colon + 1));
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    if (row.name == base) return opened->Find(std::string(name), row, path);
  }
  const TokenizerRow* row = FindTokenizer(base);
  if (row == nullptr) {
    return UsageError({.option = "tokenize"}, fmt::format("unknown tokenizer '{}'", base),
                      "there are " + JoinedNames());
  }
  if (colon != std::string_view::npos) {
    return UsageError({.option = "tokenize"}, fmt::format("tokenizer {} reads no file", base),
                      fmt::format("leave out ':{}'", path));
  }
  return row;
}

std::string SacreBleuFolder() {
  const char* const folder = std::getenv("SACREBLEU");
  if (folder != nullptr) return folder;
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "" : home) + "/.sacrebleu";
}

absl::StatusOr<std::string> DigestOfFile(const std::string& path) {
  constexpr char kNameTheModel[] = "name the model's file";
  constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // a hundred times the largest published model
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return IoError({path}, "cannot be read, since there is no such file", kNameTheModel);
  }
  // Of a device or a pipe there may be no end.
  if (!std::filesystem::is_regular_file(path, error)) {
    return IoError({path}, "not a regular file", kNameTheModel);
  }
  const uint64_t size = std::filesystem::file_size(path, error);
  if (size > kMostBytes) {
    return IoError({path}, fmt::format("{} bytes, more than any model has ({})", size, kMostBytes),
                   kNameTheModel);
  }
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) return IoError({path}, "cannot be read", "check its rights");
  return fmt::format("{:016x}", FindHash("xxh64")->function(bytes.data(), bytes.size()));
}

void AddPieces(const std::vector<std::string_view>& pieces, uint32_t index, View& view) {
  std::string joined;
  for (const std::string_view piece : pieces) joined.append(piece).append(" ");
  FindTokenizer("none")->get().CutSegment({view.Keep(joined), joined.size()}, index, view);
}

}  // namespace mtgauge
