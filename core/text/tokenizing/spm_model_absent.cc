// Without SentencePiece (MTGAUGE_WITH_SENTENCEPIECE=OFF): rejects the models that only it supports.
#include <string>

#include "core/base/build_parts.h"
#include "core/text/tokenizing/spm_model.h"

namespace mtgauge {

std::unique_ptr<SpmModel> LoadSpmModel(const std::string&, std::string& error) {
  error = std::string(
      LacksPart({}, "a model that is neither of unigrams nor of BPE", kSentencePiece).message());
  return nullptr;
}

}  // namespace mtgauge
