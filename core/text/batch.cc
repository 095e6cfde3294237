// Builds batches from strings in memory and splits batches.
#include "core/text/batch.h"

#include <cstring>
#include <utility>

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

namespace {

std::vector<Stream> SplitStream(const Stream& stream, std::span<const uint32_t> part_of,
                                uint32_t parts) {
  std::vector<Stream> split(parts);
  std::vector<std::shared_ptr<std::string>> texts(parts);
  std::vector<uint32_t> lines(parts);  // lines of each part so far
  for (auto& text : texts) text = std::make_shared<std::string>();
  auto aside = stream.aside.begin();
  const char* line = stream.text;
  for (uint32_t i = 0; i < part_of.size(); ++i) {
    const uint32_t p = part_of[i];
    const auto* const end = static_cast<const char*>(
        std::memchr(line, '\n', static_cast<size_t>(stream.text + stream.bytes - line)));
    texts[p]->append(line, end + 1);
    line = end + 1;
    if (aside != stream.aside.end() && aside->segment == i) {
      split[p].aside.push_back({lines[p], (aside++)->text});
    }
    if (!stream.missing.empty()) split[p].missing.push_back(stream.missing[i]);
    if (!stream.lines.empty()) split[p].lines.push_back(stream.lines[i]);
    ++lines[p];
  }
  for (uint32_t p = 0; p < parts; ++p) {
    split[p].bytes = static_cast<uint32_t>(texts[p]->size());
    texts[p]->append(kTextPadding, '\0');
    split[p].text = texts[p]->data();
    split[p].owner = std::move(texts[p]);
    split[p].escaped = stream.escaped;
  }
  return split;
}

}  // namespace

std::vector<Batch> SplitBatch(const Batch& batch, std::span<const uint32_t> part_of,
                              uint32_t parts) {
  std::vector<Batch> split(parts);
  for (uint32_t i = 0; i < part_of.size(); ++i) {
    Batch& part = split[part_of[i]];
    ++part.segments;
    part.indices.push_back(batch.index_of(i));
    if (!batch.excluded.empty()) part.excluded.push_back(batch.excluded[i]);
  }
  for (const auto streams : {&Batch::refs, &Batch::hyps, &Batch::sources, &Batch::ref_annotations,
                             &Batch::hyp_annotations}) {
    for (const Stream& stream : batch.*streams) {
      // A batch with one part, as for a language on its own, keeps its text.
      const bool whole = parts == 1 && part_of.size() == batch.segments;
      std::vector<Stream> dealt =
          whole ? std::vector<Stream>{stream} : SplitStream(stream, part_of, parts);
      for (uint32_t p = 0; p < parts; ++p) (split[p].*streams).push_back(std::move(dealt[p]));
    }
  }
  return split;
}

}  // namespace mtgauge
