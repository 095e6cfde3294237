// Calls SentencePiece directly.
#include "tests/support/sentencepiece.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

namespace mtgauge::test {
namespace {

class Model final : public SpmModel {
 public:
  bool Load(const std::string& path) { return processor_.Load(path).ok(); }
  bool Cut(std::string_view text, std::vector<std::string>& pieces) const override {
    return processor_.Encode(text, &pieces).ok();
  }

 private:
  sentencepiece::SentencePieceProcessor processor_;
};

}  // namespace

bool TrainSpm(const std::string& lines, const std::string& prefix, int vocabulary,
              const std::string& options) {
  const std::string arguments = "--input=" + lines + " --model_prefix=" + prefix +
                                " --vocab_size=" + std::to_string(vocabulary) +
                                " --hard_vocab_limit=false --minloglevel=2 --num_threads=1 " +
                                options;
  return sentencepiece::SentencePieceTrainer::Train(arguments).ok();
}

std::unique_ptr<SpmModel> LoadSpmModel(const std::string& path) {
  auto model = std::make_unique<Model>();
  if (!model->Load(path)) return nullptr;
  return model;
}

std::string EncodeBySpm(const std::string& model, std::string_view text) {
  const std::unique_ptr<SpmModel> loaded = LoadSpmModel(model);
  std::vector<std::string> pieces;
  if (loaded == nullptr || !loaded->Cut(text, pieces)) return "no model";
  std::string joined;
  for (const std::string& piece : pieces) joined += (joined.empty() ? "" : " ") + piece;
  return joined;
}

}  // namespace mtgauge::test
