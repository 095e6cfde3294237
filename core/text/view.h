// A view: one stream's segments under one casing and one tokenizer, as a structure of arrays.
//
// Views are made once per batch and used by every metric and every system.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/simd/kernel_tokens.h"
#include "core/text/batch.h"

namespace mtgauge {

// The tokens of one segment. Points into a View; token i is base[begin[i], end[i]).
struct Tokens : KernelTokens {
  std::string_view operator[](uint32_t i) const { return {base + begin[i], end[i] - begin[i]}; }
  Tokens Part(uint32_t first, uint32_t size) const {
    return {{base, begin + first, end + first, key + first, size}};
  }
};

// One segment as a metric sees it.
struct SegmentView {
  std::string_view text;  // with the view's casing, before tokenization
  Tokens tokens;          // empty if the view has no tokenizer
};

// Why a tokenizer cannot process a segment.
enum class Refusal {
  kTooLong,        // for the tokenizer's library
  kControlSymbol,  // has a symbol that only the tokenizer's model itself may write
};

// Filled by a Tokenizer and read by metrics. One worker owns and reuses it; not thread-safe while
// it is being filled. It points into the tokenized text, which must outlive it.
class View {
 public:
  explicit View(HashFunction hash) : hash_(hash) {}

  uint32_t segments() const { return segments_; }
  // Called for every segment of every stream, so it is inline.
  SegmentView Segment(uint32_t i) const {
    const Line& line = lines_[i];
    const Tokens tokens = {{line.base, begin_.data() + line.first, end_.data() + line.first,
                            key_.data() + line.first, line.count}};
    if (!asides_.empty()) return {TextAmongAsides(i), tokens};
    return {LineText(i), tokens};
  }
  // The first segment that could not be tokenized, or kNone, and the reason.
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t refused() const { return refused_; }
  Refusal refusal() const { return refusal_; }
  // Offset of the LF of each segment in the stream's text.
  const uint32_t* line_end() const { return line_end_.data(); }

  // ---- for tokenizers ----
  // Starts a stream of `segments` lines in `text` and discards the previous contents.
  void Reset(const char* text, uint32_t bytes, uint32_t segments);
  // Starts with the segments of another view; each has no tokens until it has been tokenized.
  void ResetAs(const View& other);
  // Finds line_end() by scanning and leaves every segment without tokens.
  void FindLines();
  // Sets the text of a segment whose line is empty. The text must outlive the view.
  void SetAside(uint32_t index, std::string_view text);
  // Fills the next segment token by token: BeginSegment(), AddToken()..., EndSegment(). `base` must
  // stay valid as long as the view is read: the stream's own text, or Keep()'s result.
  void BeginSegment(const char* base);
  void AddToken(uint32_t begin, uint32_t end);
  // Same as above, for a token whose key is known.
  void AddToken(uint32_t begin, uint32_t end, uint64_t key) {
    if (tokens_ >= token_room_) GrowTokens(size_t{tokens_} + 1);
    begin_[tokens_] = begin;
    end_[tokens_] = end;
    key_[tokens_] = key;
    ++tokens_;
  }
  void EndSegment(uint32_t segment);
  // Marks a segment that the tokenizer cannot process; the caller reports an error.
  void Refuse(uint32_t segment, Refusal refusal) {
    if (segment < refused_) refused_ = segment, refusal_ = refusal;
  }
  // Copies text that must be kept or rewritten; valid until the next Reset(). The copy never moves,
  // is padded and may be edited in place.
  char* Keep(std::string_view text);

 private:
  friend class StreamCutter;  // fills the arrays with kernels
  struct Line {
    const char* base;
    uint32_t first;
    uint32_t count;
  };

  std::string_view LineText(uint32_t i) const {
    const uint32_t start = i == 0 ? 0 : line_end_[i - 1] + 1;
    return {text_ + start, line_end_[i] - start};
  }
  std::string_view TextAmongAsides(uint32_t i) const;

  // Makes room for `wanted` tokens and the spare elements after them; keeps the existing tokens.
  void GrowTokens(size_t wanted);

  HashFunction hash_;
  const char* text_ = nullptr;
  uint32_t bytes_ = 0;
  uint32_t segments_ = 0;
  uint32_t tokens_ = 0;
  uint32_t refused_ = kNone;
  Refusal refusal_ = Refusal::kTooLong;
  Buffer<uint32_t> begin_, end_, line_end_;
  Buffer<uint64_t> key_;
  Buffer<Line> lines_;
  std::deque<std::string> kept_;
  std::vector<std::pair<uint32_t, std::string_view>> asides_;  // in ascending order of segments
  const char* open_base_ = nullptr;
  uint32_t open_first_ = 0;
  size_t token_room_ = 0;  // tokens that fit into all three arrays; set by BeginSegment()
};

}  // namespace mtgauge
