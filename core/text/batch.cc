// Batches made of strings in memory.
#include "core/text/batch.h"

#include <algorithm>
#include <string_view>
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

template <typename Value>
void KeepValues(const std::vector<uint8_t>& keep, std::vector<Value>& values) {
  if (values.empty()) return;
  size_t kept = 0;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (keep[i] == 0) continue;
    if (kept != i) values[kept] = std::move(values[i]);
    ++kept;
  }
  values.resize(kept);
}

void KeepLines(const std::vector<uint8_t>& keep, const Batch& batch, Stream& stream) {
  if (stream.lines.empty()) {
    for (uint32_t i = 0; i < batch.segments; ++i) stream.lines.push_back(batch.first + i + 1);
  }
  auto text = std::make_shared<std::string>();
  std::vector<Aside> asides;
  auto aside = stream.aside.begin();
  const std::string_view whole(stream.text, stream.bytes);
  uint32_t kept = 0;
  for (size_t i = 0, begin = 0; i < keep.size(); ++i) {
    const size_t end = whole.find('\n', begin) + 1;
    if (keep[i] != 0) text->append(whole.substr(begin, end - begin));
    begin = end;
    if (aside != stream.aside.end() && aside->segment == i) {
      if (keep[i] != 0) asides.push_back({kept, std::move(aside->text)});
      ++aside;
    }
    kept += keep[i] != 0 ? 1 : 0;
  }
  stream.aside = std::move(asides);
  KeepValues(keep, stream.missing);
  KeepValues(keep, stream.lines);
  stream.bytes = static_cast<uint32_t>(text->size());
  text->append(kTextPadding, '\0');
  stream.text = text->data();
  stream.owner = std::move(text);
}

}  // namespace

void KeepSegments(const std::vector<uint8_t>& keep, Batch& batch) {
  const auto left_out = std::count(keep.begin(), keep.end(), uint8_t{0});
  if (left_out == 0) return;
  for (uint32_t i = 0; batch.indices.size() < batch.segments; ++i) {
    batch.indices.push_back(batch.first + i);
  }
  KeepValues(keep, batch.indices);
  for (auto* streams : {&batch.refs, &batch.hyps, &batch.ref_annotations, &batch.hyp_annotations}) {
    for (Stream& stream : *streams) KeepLines(keep, batch, stream);
  }
  KeepValues(keep, batch.ids);
  KeepValues(keep, batch.documents);
  KeepValues(keep, batch.groups);
  KeepValues(keep, batch.excluded);
  batch.segments -= static_cast<uint32_t>(left_out);
}

}  // namespace mtgauge
