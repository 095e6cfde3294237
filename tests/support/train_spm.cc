// Calls SentencePiece directly.
#include "tests/support/train_spm.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

namespace mtgauge::test {

bool TrainSpm(const std::string& lines, const std::string& prefix, int vocabulary,
              const std::string& options) {
  const std::string arguments = "--input=" + lines + " --model_prefix=" + prefix +
                                " --vocab_size=" + std::to_string(vocabulary) +
                                " --hard_vocab_limit=false --minloglevel=2 --num_threads=1 " +
                                options;
  return sentencepiece::SentencePieceTrainer::Train(arguments).ok();
}

std::string EncodeBySpm(const std::string& model, std::string_view text) {
  sentencepiece::SentencePieceProcessor processor;
  if (!processor.Load(model).ok()) return "no model";
  std::string joined;
  for (const std::string& piece : processor.EncodeAsPieces(text)) {
    joined += (joined.empty() ? "" : " ") + piece;
  }
  return joined;
}

}  // namespace mtgauge::test
