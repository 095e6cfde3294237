// The tokenizers with a SentencePiece model in a build without SentencePiece
// (MTGAUGE_WITH_SENTENCEPIECE=OFF): they are refused.
#include "core/base/build_parts.h"
#include "core/text/tokenizer/model_tokenizer.h"

namespace mtgauge {
namespace {

absl::StatusOr<OpenedTokenizer> Refuse(const std::string&) {
  return LacksPart({.option = "tokenize"}, "a tokenizer with a SentencePiece model",
                   kSentencePiece);
}

}  // namespace

extern const ModelTokenizerRow kTokenizerFlores200, kTokenizerFlores101, kTokenizerSpBleu1K,
    kTokenizerSpm;
const ModelTokenizerRow kTokenizerFlores200 = {
    "flores200", "FILE", "the SentencePiece model of FLORES-200 (spBLEU); not in this build",
    &Refuse};
const ModelTokenizerRow kTokenizerFlores101 = {
    "flores101", "FILE",
    "the SentencePiece model of FLORES-101 (the first spBLEU); not in this build", &Refuse};
const ModelTokenizerRow kTokenizerSpBleu1K = {
    "spBLEU-1K", "FILE", "the SentencePiece model of spBLEU-1K; not in this build", &Refuse};
const ModelTokenizerRow kTokenizerSpm = {"spm", "FILE",
                                         "any SentencePiece model; not in this build", &Refuse};

}  // namespace mtgauge
