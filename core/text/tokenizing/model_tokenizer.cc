// The table of tokenizers with models, and the models that have been opened.
#include "core/text/tokenizing/model_tokenizer.h"

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
#include "core/base/named.h"

namespace mtgauge {

// One line per tokenizer; a concrete tokenizer has no header.
extern const ModelTokenizerRow kTokenizerSpm;
extern const ModelTokenizerRow kTokenizerFlores101;
extern const ModelTokenizerRow kTokenizerFlores200;
extern const ModelTokenizerRow kTokenizerSpBleu1K;
extern const ModelTokenizerRow kTokenizerJaMecab;
extern const ModelTokenizerRow kTokenizerKoMecab;
extern const ModelTokenizerRow kTokenizerMeteor;
extern const ModelTokenizerRow kTokenizerMeteorNoPunct;

namespace {

struct Opened {
  std::string name;
  OpenedTokenizer parts;
  TokenizerRow row;
};

// The opened tokenizers. Never destroyed: callers keep pointers to its rows.
class OpenedTokenizers {
 public:
  Result<const TokenizerRow*> Find(const std::string& name, const ModelTokenizerRow& model,
                                   const std::string& path, bool older) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Opened>& opened = opened_[{name, older}];
    if (opened == nullptr) {
      MTG_ASSIGN_OR_RETURN(OpenedTokenizer parts,
                           older ? model.open_older(path) : model.open(path));
      opened = Keep(name, model, std::move(parts));
      opened->row.get = [tokenizer = opened->parts.tokenizer.get()]() -> const Tokenizer& {
        return *tokenizer;
      };
    }
    return &opened->row;
  }

  // Returns a row without a tokenizer.
  const TokenizerRow* Recall(const std::string& name, const ModelTokenizerRow& model,
                             std::string_view signature, std::string_view digest,
                             std::string_view pieces) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<Opened>& recalled =
        recalled_[{name, std::string(signature), std::string(digest), std::string(pieces)}];
    if (recalled == nullptr) {
      const bool newest = pieces == kNewestPieces;
      recalled = Keep(name, model,
                      {nullptr, std::string(signature), std::string(digest),
                       newest ? kNewestPieces : "", model.open_older != nullptr && !newest});
    }
    return &recalled->row;
  }

 private:
  static std::unique_ptr<Opened> Keep(const std::string& name, const ModelTokenizerRow& model,
                                      OpenedTokenizer parts) {
    auto kept = std::make_unique<Opened>();
    kept->name = name;
    kept->parts = std::move(parts);
    kept->row = {.name = kept->name,
                 .signature = kept->parts.signature,
                 .unicode = "",
                 .help = model.help,
                 .splits_unspaced_scripts = true,
                 .get = nullptr,
                 .model = kept->parts.model,
                 .pieces = kept->parts.pieces,
                 .outdated = kept->parts.outdated};
    return kept;
  }

  std::mutex mutex_;
  std::map<std::pair<std::string, bool>, std::unique_ptr<Opened>> opened_;
  std::map<std::array<std::string, 4>, std::unique_ptr<Opened>> recalled_;
};

std::string JoinedNames() {
  std::string names;
  for (const std::string_view name : AllTokenizerNames()) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return names;
}

OpenedTokenizers& TheOpened() {
  static OpenedTokenizers* const opened = new OpenedTokenizers;
  return *opened;
}

// The parts of "NAME:FILE".
struct NameParts {
  std::string_view base, path;
};
NameParts PartsOf(std::string_view name) {
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {name, {}};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

// Returns null if there is none.
const ModelTokenizerRow* FindModel(std::string_view base) {
  return RowNamed(ModelTokenizers(), base);
}

Status DoesNotChange(std::string_view option, std::string_view value, std::string_view tokenizer) {
  return UsageError({.option = "metrics"},
                    fmt::format("{}={} does not change the tokenizer {}", option, value, tokenizer),
                    "leave it out");
}

// Returns the row, or an older one, that has this version of Unicode; the row itself for none.
Result<const TokenizerRow*> WithUnicode(const TokenizerRow& row, std::string_view version) {
  if (version.empty()) return &row;
  if (row.unicode.empty()) return DoesNotChange("unicode", version, row.name);
  std::string known;
  for (const TokenizerRow* at = &row; at != nullptr; at = at->older) {
    if (at->unicode == version) return at;
    known.append(known.empty() ? "" : ", ").append(at->unicode);
  }
  return UsageError({.option = "metrics"},
                    fmt::format("unicode={} is unknown to the tokenizer {}", version, row.name),
                    "it knows " + known);
}

// Returns whether the model is to be opened with older rules.
Result<bool> WantsOlder(const ModelTokenizerRow& model, const DataVersions& versions) {
  if (!versions.unicode.empty()) return DoesNotChange("unicode", versions.unicode, model.name);
  if (versions.pieces.empty()) return false;
  if (model.open_older == nullptr) return DoesNotChange("pieces", versions.pieces, model.name);
  if (versions.pieces == kNewestPieces) return false;
  if (versions.pieces == kOlderPieces) return true;
  return UsageError(
      {.option = "metrics"},
      fmt::format("pieces={} must be {} or {}", versions.pieces, kNewestPieces, kOlderPieces), "");
}

// Finds a tokenizer without a model.
Result<const TokenizerRow*> FindPlain(std::string_view name, const DataVersions& versions) {
  const auto [base, path] = PartsOf(name);
  const TokenizerRow* row = FindTokenizer(base);
  if (row == nullptr) {
    return UsageError({.option = "tokenize"}, fmt::format("unknown tokenizer '{}'", base),
                      "there are " + JoinedNames());
  }
  if (base.size() < name.size()) {
    return UsageError({.option = "tokenize"}, fmt::format("tokenizer {} takes no file", base),
                      fmt::format("leave out ':{}'", path));
  }
  if (!versions.pieces.empty()) return DoesNotChange("pieces", versions.pieces, name);
  return WithUnicode(*row, versions.unicode);
}

}  // namespace

std::span<const ModelTokenizerRow> ModelTokenizers() {
  static const std::array rows = {kTokenizerFlores200, kTokenizerFlores101,    kTokenizerSpBleu1K,
                                  kTokenizerSpm,       kTokenizerJaMecab,      kTokenizerKoMecab,
                                  kTokenizerMeteor,    kTokenizerMeteorNoPunct};
  return rows;
}

std::vector<std::string_view> AllTokenizerNames() {
  std::vector<std::string_view> names;
  for (const TokenizerRow& row : Tokenizers()) names.push_back(row.name);
  for (const ModelTokenizerRow& row : ModelTokenizers()) names.push_back(row.name);
  return names;
}

Result<const TokenizerRow*> OpenTokenizer(std::string_view name, const DataVersions& versions) {
  const auto [base, path] = PartsOf(name);
  if (const ModelTokenizerRow* const model = FindModel(base)) {
    MTG_ASSIGN_OR_RETURN(const bool older, WantsOlder(*model, versions));
    return TheOpened().Find(std::string(name), *model, std::string(path), older);
  }
  return FindPlain(name, versions);
}

Result<const TokenizerRow*> RecallTokenizer(std::string_view name, std::string_view signature,
                                            std::string_view model, const DataVersions& versions) {
  if (const ModelTokenizerRow* const row = FindModel(PartsOf(name).base)) {
    return TheOpened().Recall(std::string(name), *row, signature, model, versions.pieces);
  }
  return FindPlain(name, versions);
}

std::string SacreBleuFolder() {
  const char* const folder = std::getenv("SACREBLEU");
  if (folder != nullptr) return folder;
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "" : home) + "/.sacrebleu";
}

Result<ModelFile> ReadModelFile(const std::string& path) {
  constexpr char kNameTheModel[] = "name the model's file";
  constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // a hundred times the largest published model
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return IoError({path}, "there is no such file", kNameTheModel);
  }
  // A device or a pipe may be endless.
  if (!std::filesystem::is_regular_file(path, error)) {
    return IoError({path}, "not a regular file", kNameTheModel);
  }
  const uint64_t size = std::filesystem::file_size(path, error);
  if (size > kMostBytes) {
    return IoError({path}, fmt::format("{} bytes, more than any model has ({})", size, kMostBytes),
                   kNameTheModel);
  }
  ModelFile model;
  std::ifstream file(path, std::ios::binary);
  file.read(model.pages.Extend(size), static_cast<std::streamsize>(size));
  if (!file) return IoError({path}, "cannot be read", "check its permissions");
  return model;
}

std::string DigestOfBytes(std::string_view bytes) {
  return fmt::format("{:016x}", FindHash("xxh64")->function(bytes.data(), bytes.size()));
}

void AddPieces(const std::vector<std::string_view>& pieces, uint32_t index, View& view) {
  std::string joined;
  for (const std::string_view piece : pieces) joined.append(piece).append(" ");
  FindTokenizer("none")->get().CutSegment({view.Keep(joined), joined.size()}, index, view);
}

}  // namespace mtgauge
