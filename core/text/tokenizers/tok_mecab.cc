// Japanese words by MeCab (Kudo, Yamamoto and Matsumoto 2004) and the IPA dictionary, as sacreBLEU
// has them.
#include <fmt/format.h>
#include <mecab.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>

#include "core/text/tokenizer/model_tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr unsigned kSizeOfSacreBleus =
    392126;  // entries of the dictionary that sacreBLEU insists on
// Of one segment, in bytes. Somewhat above it MeCab itself gives up.
constexpr size_t kLongest = size_t{1} << 17;
constexpr const char* kUsualFolder = "/var/lib/mecab/dic/ipadic-utf8";

// The model is shared; what changes during an analysis is lent from a pool, so that any number of
// threads may cut at once.
class TokenizerMecab final : public Tokenizer {
 public:
  explicit TokenizerMecab(std::unique_ptr<MeCab::Model> model) : model_(std::move(model)) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::unique_ptr<Analysis> analysis = Borrow();
    const std::string_view text = Trim(segment);
    std::vector<std::string_view> words;
    analysis->lattice->set_sentence(text.data(), text.size());
    const bool parsed = text.size() <= kLongest && analysis->tagger->parse(analysis->lattice.get());
    if (!parsed && !text.empty()) view.Refuse(index);
    if (parsed) {
      for (const auto* node = analysis->lattice->bos_node(); node != nullptr; node = node->next) {
        if (node->length > 0) words.emplace_back(node->surface, node->length);
      }
    }
    AddPieces(words, index, view);
    Return(std::move(analysis));
  }

 private:
  struct Analysis {
    std::unique_ptr<MeCab::Tagger> tagger;
    std::unique_ptr<MeCab::Lattice> lattice;
  };

  std::unique_ptr<Analysis> Borrow() const {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!spare_.empty()) {
        std::unique_ptr<Analysis> analysis = std::move(spare_.back());
        spare_.pop_back();
        return analysis;
      }
    }
    auto analysis = std::make_unique<Analysis>();
    analysis->tagger.reset(model_->createTagger());
    analysis->lattice.reset(model_->createLattice());
    return analysis;
  }
  void Return(std::unique_ptr<Analysis> analysis) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    spare_.push_back(std::move(analysis));
  }

  std::unique_ptr<MeCab::Model> model_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Analysis>> spare_;
};

absl::StatusOr<OpenedTokenizer> OpenIpa(const std::string& given) {
  const std::string folder = given.empty() ? kUsualFolder : given;
  const std::string dictionary = folder + "/sys.dic";
  if (!std::filesystem::exists(dictionary)) {
    return UsageError({.option = "tokenize"},
                      fmt::format("tokenizer ja-mecab: no dictionary {}", dictionary),
                      "apt-get install mecab-ipadic-utf8, or name the folder of one: `tokenize` "
                      "ja-mecab:FOLDER (that of Python's package ipadic is sacreBLEU's)");
  }
  // A folder with blanks must not become two arguments.
  std::vector<std::string> words = {"mecab", "-r", "/dev/null", "-d", folder};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  std::unique_ptr<MeCab::Model> model(
      MeCab::createModel(static_cast<int>(arguments.size()), arguments.data()));
  if (model == nullptr) {
    return UsageError({.file = folder, .option = "tokenize"},
                      fmt::format("MeCab cannot read it: {}", MeCab::getLastError()), "");
  }
  const MeCab::DictionaryInfo* const info = model->dictionary_info();
  if (std::string_view(info->charset) != "UTF-8" && std::string_view(info->charset) != "utf8") {
    return UsageError({.file = folder, .option = "tokenize"},
                      fmt::format("the dictionary is in {}", info->charset), "give one in UTF-8");
  }
  std::string signature = fmt::format("ja-mecab-{}-IPA", MeCab::Model::version());
  if (info->size != kSizeOfSacreBleus) signature += fmt::format("-{}", info->size);
  MTG_ASSIGN_OR_RETURN(std::string digest, DigestOfFile(dictionary));
  return OpenedTokenizer{std::make_unique<TokenizerMecab>(std::move(model)), std::move(signature),
                         std::move(digest)};
}

}  // namespace

constexpr std::string_view kMecabPapers[] = {"Kudo et al. (2004)"};

extern const ModelTokenizerRow kTokenizerJaMecab;
const ModelTokenizerRow kTokenizerJaMecab = {
    "ja-mecab", "FOLDER",
    "Japanese words by MeCab and the IPA dictionary; Debian's has one entry more than sacreBLEU's "
    "(the signature shows which)",
    &OpenIpa, kMecabPapers};

}  // namespace mtgauge
