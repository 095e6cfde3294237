// Wraps SentencePiece.
#include "core/text/tokenizing/spm_model.h"

#include <sentencepiece_processor.h>

#include <utility>

namespace mtgauge {
namespace {

class Model final : public SpmModel {
 public:
  explicit Model(std::unique_ptr<sentencepiece::SentencePieceProcessor> processor)
      : processor_(std::move(processor)) {}

  bool Cut(std::string_view text, std::vector<std::string>& pieces) const override {
    return processor_->Encode(text, &pieces).ok();
  }

 private:
  std::unique_ptr<sentencepiece::SentencePieceProcessor> processor_;
};

}  // namespace

std::unique_ptr<SpmModel> LoadSpmModel(const std::string& path, std::string& error) {
  auto processor = std::make_unique<sentencepiece::SentencePieceProcessor>();
  const sentencepiece::util::Status status = processor->Load(path);
  if (status.ok()) return std::make_unique<Model>(std::move(processor));
  error = status.ToString();
  return nullptr;
}

}  // namespace mtgauge
