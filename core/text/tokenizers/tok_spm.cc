// Pieces of a SentencePiece model (Kudo and Richardson 2018), as in sacreBLEU's spBLEU (Goyal et
// al. 2022): any model by its path, and the published ones from sacreBLEU's folder.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/piece_tokenizer.h"

namespace mtgauge {
namespace {

Result<OpenedTokenizer> OpenModel(const std::string& path, std::string signature, PieceRule rule) {
  MTG_ASSIGN_OR_RETURN(const ModelFile file, ReadModelFile(path));
  std::string digest = DigestOfBytes(file.bytes());
  std::unique_ptr<PieceEncoder> encoder = PieceEncoder::Make(file.bytes(), rule);
  if (encoder == nullptr) {
    return UsageError({.file = path, .option = "tokenize"},
                      "this is not a SentencePiece model, or its contents are invalid",
                      "name the file that ends in .model, whole");
  }
  const bool newest = rule == PieceRule::kNewest, matters = encoder->follows_rule();
  return OpenedTokenizer{MakePieceTokenizer(std::move(encoder)), std::move(signature),
                         std::move(digest), matters && newest ? kNewestPieces : "",
                         matters && !newest};
}

// Opens a published model from `path`, or else from sacreBLEU's folder.
Result<OpenedTokenizer> OpenPublished(const std::string& path, const std::string& name,
                                      const std::string& file, PieceRule rule) {
  if (!path.empty()) return OpenModel(path, name, rule);
  const std::string usual = SacreBleuFolder() + "/models/" + file;
  if (!std::filesystem::exists(usual)) {
    return UsageError(
        {.option = "tokenize"}, fmt::format("tokenizer {}: no {}", name, usual),
        fmt::format("sacreBLEU fetches it once: pip install sacrebleu sentencepiece; echo a > "
                    "a.txt; sacrebleu a.txt -i a.txt -tok {}{} `tokenize` {}:FILE",
                    name, kOrNameTheModel, name));
  }
  return OpenModel(usual, name, rule);
}

constexpr std::string_view kFlores101File = "sacrebleu_tokenizer_spm.model";

// The signature does not identify a user's own model; only its digest does.
template <PieceRule kRule>
Result<OpenedTokenizer> OpenAny(const std::string& path) {
  if (path.empty()) return OpenPublished(path, "flores101", std::string(kFlores101File), kRule);
  return OpenModel(path, "spm", kRule);
}
template <PieceRule kRule>
Result<OpenedTokenizer> OpenFlores101(const std::string& path) {
  return OpenPublished(path, "flores101", std::string(kFlores101File), kRule);
}
template <PieceRule kRule>
Result<OpenedTokenizer> OpenFlores200(const std::string& path) {
  return OpenPublished(path, "flores200", "flores200sacrebleuspm", kRule);
}
template <PieceRule kRule>
Result<OpenedTokenizer> OpenSpBleu1K(const std::string& path) {
  return OpenPublished(path, "spBLEU-1K", "spbleu-1k_tokenizer_spm.model", kRule);
}

}  // namespace

constexpr std::string_view kSentencePiece = "Kudo and Richardson (2018)";
constexpr std::string_view kFlores = "Goyal et al. (2022)";
constexpr std::string_view kFlores200Papers[] = {kFlores, "NLLB Team et al. (2022)",
                                                 kSentencePiece};
constexpr std::string_view kFlores101Papers[] = {kFlores, kSentencePiece};
constexpr std::string_view kSpBleu1KPapers[] = {kFlores, "Elmadany et al. (2024)", kSentencePiece};
constexpr std::string_view kSpmPapers[] = {kSentencePiece};

extern const ModelTokenizerRow kTokenizerFlores200, kTokenizerFlores101, kTokenizerSpBleu1K,
    kTokenizerSpm;
const ModelTokenizerRow kTokenizerFlores200 = {"flores200",
                                               "FILE",
                                               "the SentencePiece model of FLORES-200 (spBLEU)",
                                               &OpenFlores200<PieceRule::kNewest>,
                                               kFlores200Papers,
                                               &OpenFlores200<PieceRule::kOlder>};
const ModelTokenizerRow kTokenizerFlores101 = {
    "flores101",
    "FILE",
    "the SentencePiece model of FLORES-101 (the first spBLEU)",
    &OpenFlores101<PieceRule::kNewest>,
    kFlores101Papers,
    &OpenFlores101<PieceRule::kOlder>};
const ModelTokenizerRow kTokenizerSpBleu1K = {"spBLEU-1K",
                                              "FILE",
                                              "the SentencePiece model of spBLEU-1K",
                                              &OpenSpBleu1K<PieceRule::kNewest>,
                                              kSpBleu1KPapers,
                                              &OpenSpBleu1K<PieceRule::kOlder>};
const ModelTokenizerRow kTokenizerSpm = {"spm",
                                         "FILE",
                                         "any SentencePiece model (default: that of flores101)",
                                         &OpenAny<PieceRule::kNewest>,
                                         kSpmPapers,
                                         &OpenAny<PieceRule::kOlder>};

}  // namespace mtgauge
