// Tokenizes texts and counts their tokens.
#include "bench/laboratory/measuring/cutting.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

constexpr uint64_t kOddMultiplier = 0x9E3779B97F4A7C15;  // Knuth's multiplicative hash

template <typename Use>
void ForEachStream(std::span<const Batch> batches, const Use& use) {
  for (const Batch& batch : batches) {
    for (const auto* streams : {&batch.refs, &batch.hyps}) {
      for (const Stream& stream : *streams) use(stream, batch.segments);
    }
  }
}

uint64_t CodePoints(std::string_view text) {
  return static_cast<uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool SameTokens(const Tokens& a, const Tokens& b) {
  if (a.count != b.count) return false;
  for (uint32_t t = 0; t < a.count; ++t) {
    if (a[t] != b[t]) return false;
  }
  return true;
}

// A digest that depends on the order of tokens and on where segments end.
class Digest {
 public:
  void Add(const View& view) {
    for (uint32_t i = 0; i < view.segments(); ++i) {
      const Tokens tokens = view.Segment(i).tokens;
      Add(tokens.count);
      for (uint32_t t = 0; t < tokens.count; ++t) {
        const std::string_view token = tokens[t];
        Add(DefaultHash().function(token.data(), token.size()));
      }
    }
  }
  uint64_t value() const { return value_; }

 private:
  void Add(uint64_t part) { value_ = (value_ ^ part) * kOddMultiplier; }

  uint64_t value_ = 0;
};

}  // namespace

Cutter::Cutter(const Cutting& cutting)
    : tokenizer_(cutting.tokenizer->get()),
      lowercase_(cutting.lowercase),
      words_(DefaultHash().function),
      stems_(DefaultHash().function) {
  if (cutting.stemmer != nullptr) stemmer_.emplace(*cutting.stemmer, DefaultHash().function);
}

const View& Cutter::Cut(const Stream& stream, uint32_t segments) {
  cased_.Set(stream, lowercase_);
  tokenizer_.CutStream(cased_.text(), cased_.bytes(), segments, cased_.asides(), words_);
  if (!stemmer_) return words_;
  stemmer_->StemView(words_, stems_);
  return stems_;
}

const View& Cutter::CutSlowly(const Stream& stream, uint32_t segments) {
  cased_.Set(stream, lowercase_);
  tokenizer_.Tokenizer::CutStream(cased_.text(), cased_.bytes(), segments, cased_.asides(), words_);
  if (!stemmer_) return words_;
  stems_.ResetAs(words_);
  for (uint32_t i = 0; i < segments; ++i) {
    const Tokens tokens = words_.Segment(i).tokens;
    std::string text;
    std::vector<uint32_t> ends;
    for (uint32_t t = 0; t < tokens.count; ++t) {
      text += stemmer_->Stem(tokens[t]);
      ends.push_back(static_cast<uint32_t>(text.size()));
    }
    stems_.BeginSegment(stems_.Keep(text));
    for (uint32_t t = 0; t < tokens.count; ++t) stems_.AddToken(t == 0 ? 0 : ends[t - 1], ends[t]);
    stems_.EndSegment(i);
  }
  return stems_;
}

CutCounts CountTokens(std::span<const Batch> batches, const Cutting& cutting) {
  Cutter cutter(cutting);
  CutCounts counts;
  absl::flat_hash_set<std::string> types;
  ForEachStream(batches, [&](const Stream& stream, uint32_t segments) {
    const View& view = cutter.Cut(stream, segments);
    for (uint32_t i = 0; i < segments; ++i) {
      if (stream.missing_at(i)) continue;
      ++counts.segments;
      const Tokens tokens = view.Segment(i).tokens;
      counts.tokens += tokens.count;
      for (uint32_t t = 0; t < tokens.count; ++t) {
        const uint64_t length = CodePoints(tokens[t]);
        counts.characters += length;
        counts.longest = std::max(counts.longest, length);
        types.emplace(tokens[t]);
      }
    }
  });
  counts.types = types.size();
  return counts;
}

uint64_t CountDiffering(std::span<const Batch> batches, const Cutting& a, const Cutting& b) {
  Cutter cut_a(a), cut_b(b);
  uint64_t differing = 0;
  ForEachStream(batches, [&](const Stream& stream, uint32_t segments) {
    const View& view_a = cut_a.Cut(stream, segments);
    const View& view_b = cut_b.Cut(stream, segments);
    for (uint32_t i = 0; i < segments; ++i) {
      if (!SameTokens(view_a.Segment(i).tokens, view_b.Segment(i).tokens)) ++differing;
    }
  });
  return differing;
}

void CutAll(std::span<const Batch> batches, Cutter& cutter) {
  ForEachStream(batches,
                [&](const Stream& stream, uint32_t segments) { cutter.Cut(stream, segments); });
}

uint64_t DigestOfTokens(std::span<const Batch> batches, const Cutting& cutting) {
  Cutter cutter(cutting);
  Digest digest;
  ForEachStream(batches, [&](const Stream& stream, uint32_t segments) {
    digest.Add(cutter.Cut(stream, segments));
  });
  return digest.value();
}

uint64_t DigestOfSlowTokens(std::span<const Batch> batches, const Cutting& cutting) {
  Cutter cutter(cutting);
  Digest digest;
  ForEachStream(batches, [&](const Stream& stream, uint32_t segments) {
    digest.Add(cutter.CutSlowly(stream, segments));
  });
  return digest.value();
}

}  // namespace mtgauge
