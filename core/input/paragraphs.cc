// Counts paragraphs, and rebuilds a batch from them.
#include "core/input/paragraphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/split.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

using Pieces = std::vector<std::string_view>;

// Returns the paragraphs, without their last line ends.
Pieces Paragraphs(std::string_view text) {
  Pieces pieces;
  bool open = false;  // the last piece continues
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (IsBlankLine(line)) {
      open = false;
    } else {
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!open) pieces.push_back(line);
      std::string_view& piece = pieces.back();
      piece = {piece.data(), static_cast<size_t>(line.data() + line.size() - piece.data())};
      open = true;
    }
    begin = end + 1;
  }
  return pieces;
}

// Reads the segments of a stream, one after another.
class Segments {
 public:
  explicit Segments(const Stream& stream) : stream_(stream), at_(stream.text) {}

  std::string_view Next() {
    const auto* const end = static_cast<const char*>(
        std::memchr(at_, '\n', static_cast<size_t>(stream_.text + stream_.bytes - at_)));
    std::string_view text(at_, static_cast<size_t>(end - at_));
    at_ = end + 1;
    if (aside_ < stream_.aside.size() && stream_.aside[aside_].segment == segment_) {
      text = stream_.aside[aside_++].text;
    }
    ++segment_;
    return text;
  }

 private:
  const Stream& stream_;
  const char* at_;
  size_t aside_ = 0;
  uint32_t segment_ = 0;
};

// Builds a stream.
class NewStream {
 public:
  void Add(std::string_view text, uint64_t line, bool missing) {
    if (text.find('\n') == std::string_view::npos) {
      *text_ += text;
    } else {
      stream_.aside.push_back({segments_, std::string(text)});
    }
    *text_ += '\n';
    stream_.lines.push_back(line);
    stream_.missing.push_back(missing ? 1 : 0);
    ++segments_;
  }

  Stream Finish() {
    stream_.bytes = static_cast<uint32_t>(text_->size());
    text_->append(kTextPadding, '\0');
    stream_.text = text_->data();
    stream_.owner = std::move(text_);
    return std::move(stream_);
  }

 private:
  std::shared_ptr<std::string> text_ = std::make_shared<std::string>();
  Stream stream_;
  uint32_t segments_ = 0;
};

// Determines how many records each segment becomes, and their texts.
class Splitter {
 public:
  explicit Splitter(const std::vector<const Stream*>& streams)
      : streams_(streams), pieces_(streams.size()) {
    for (const Stream* stream : streams) segments_.emplace_back(*stream);
  }

  // Returns 1 if the record stays as it is, 0 if it should be split but cannot be.
  uint32_t Next(uint32_t segment) {
    size_t fewest = SIZE_MAX, most = 0;
    for (size_t s = 0; s < streams_.size(); ++s) {
      whole_[s] = segments_[s].Next();
      if (streams_[s]->missing_at(segment)) continue;
      pieces_[s] = Paragraphs(whole_[s]);
      fewest = std::min(fewest, pieces_[s].size());
      most = std::max(most, pieces_[s].size());
    }
    if (most < 2) return 1;
    return fewest == most ? static_cast<uint32_t>(most) : 0;
  }

  std::string_view whole(size_t stream) const { return whole_[stream]; }
  std::string_view piece(size_t stream, uint32_t number) const { return pieces_[stream][number]; }

 private:
  const std::vector<const Stream*>& streams_;
  std::vector<Segments> segments_;
  std::vector<Pieces> pieces_;
  std::vector<std::string_view> whole_ = std::vector<std::string_view>(pieces_.size());
};

// Gives every record an id, and every stream the lines of its segments.
void TellPlaces(Batch& batch) {
  batch.ids.resize(batch.segments);
  for (uint32_t i = 0; i < batch.segments; ++i) {
    if (batch.ids[i].empty()) batch.ids[i] = std::to_string(batch.first + i + 1);
  }
  for (auto* streams : {&batch.refs, &batch.hyps, &batch.sources}) {
    for (Stream& stream : *streams) {
      if (!stream.lines.empty()) continue;
      for (uint32_t i = 0; i < batch.segments; ++i) stream.lines.push_back(batch.first + i + 1);
    }
  }
}

// Repeats each value as often as its record has pieces.
template <typename Value>
void Repeat(const std::vector<uint32_t>& counts, std::vector<Value>& values) {
  if (values.empty()) return;
  std::vector<Value> repeated;
  for (size_t i = 0; i < counts.size(); ++i) repeated.insert(repeated.end(), counts[i], values[i]);
  values = std::move(repeated);
}

std::vector<std::string> PieceIds(const std::vector<uint32_t>& counts,
                                  const std::vector<std::string>& ids) {
  std::vector<std::string> out;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 1) out.push_back(ids[i]);
    for (uint32_t k = 1; counts[i] > 1 && k <= counts[i]; ++k) {
      out.push_back(fmt::format("{}#{}", ids[i], k));
    }
  }
  return out;
}

}  // namespace

void SplitParagraphs(const std::string& file, Batch& batch, UnsplitRecords& unsplit) {
  TellPlaces(batch);
  std::vector<const Stream*> streams;
  bool any = false;
  for (auto* side : {&batch.refs, &batch.hyps, &batch.sources}) {
    for (const Stream& stream : *side) {
      streams.push_back(&stream);
      any |= !stream.aside.empty();
    }
  }
  if (!any) return;
  Splitter splitter(streams);
  std::vector<NewStream> made(streams.size());
  std::vector<uint32_t> counts;
  for (uint32_t i = 0; i < batch.segments; ++i) {
    const uint32_t pieces = splitter.Next(i);
    counts.push_back(std::max(pieces, 1U));
    if (pieces == 0 && unsplit.count++ == 0) {
      unsplit.first = fmt::format("{}:{}", file, batch.line_of(*streams.front(), i));
    }
    for (size_t s = 0; s < streams.size(); ++s) {
      const bool missing = streams[s]->missing_at(i);
      for (uint32_t k = 0; k < counts.back(); ++k) {
        const bool part = pieces > 1 && !missing;
        made[s].Add(part ? splitter.piece(s, k) : splitter.whole(s), streams[s]->lines[i], missing);
      }
    }
  }
  size_t next = 0;
  for (auto* side : {&batch.refs, &batch.hyps, &batch.sources}) {
    for (Stream& stream : *side) stream = made[next++].Finish();
  }
  batch.ids = PieceIds(counts, batch.ids);
  Repeat(counts, batch.documents);
  Repeat(counts, batch.groups);
  batch.segments = static_cast<uint32_t>(batch.ids.size());
}

}  // namespace mtgauge
