// Batches made of strings in memory.
#include "core/text/batch.h"

#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

// Collects one stream, segment by segment.
class StreamMaker {
 public:
  void Add(const std::string& segment) {
    if (segment.find('\n') == std::string::npos) {
      *text_ += segment;
    } else {
      stream_.aside.push_back({segments_, segment});
    }
    EndLine();
  }
  void AddMissing() {
    stream_.missing.resize(segments_ + size_t{1});
    stream_.missing.back() = 1;
    EndLine();
  }
  Stream Finish() {
    if (!stream_.missing.empty()) stream_.missing.resize(segments_);
    stream_.bytes = static_cast<uint32_t>(text_->size());
    text_->append(kTextPadding, '\0');
    stream_.text = text_->data();
    stream_.owner = text_;
    return std::move(stream_);
  }

 private:
  void EndLine() {
    *text_ += '\n';
    ++segments_;
  }

  std::shared_ptr<std::string> text_ = std::make_shared<std::string>();
  Stream stream_;
  uint32_t segments_ = 0;
};

}  // namespace

Batch MakeBatch(const std::vector<std::vector<const std::string*>>& refs,
                const std::vector<std::vector<std::string>>& hyps) {
  Batch batch;
  for (const std::vector<const std::string*>& reference : refs) {
    StreamMaker maker;
    for (const std::string* segment : reference) {
      if (segment != nullptr) {
        maker.Add(*segment);
      } else {
        maker.AddMissing();
      }
    }
    batch.refs.push_back(maker.Finish());
    batch.segments = static_cast<uint32_t>(reference.size());
  }
  for (const std::vector<std::string>& hypothesis : hyps) {
    StreamMaker maker;
    for (const std::string& segment : hypothesis) maker.Add(segment);
    batch.hyps.push_back(maker.Finish());
    batch.segments = static_cast<uint32_t>(hypothesis.size());
  }
  return batch;
}

}  // namespace mtgauge
