// Any bytes, as segments cut at LF and as one segment: every tokenizer gives the tokens of its
// plain oracle through every interface, and lower-casing keeps the lines.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/token_key.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/utf8.h"
#include "tests/oracle/naive_tokenizers.h"

namespace {

using mtgauge::Batch;
using mtgauge::Stream;
using mtgauge::Tokens;
using mtgauge::View;

constexpr size_t kLongest = 4096;  // the oracles are quadratic

void Require(bool holds) {
  if (!holds) std::abort();
}

std::vector<std::string> SplitAtLf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char byte : text) {
    if (byte == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += byte;
    }
  }
  return lines;
}

void CheckTokens(const Tokens& tokens, const std::vector<std::string>& expected) {
  Require(tokens.count == expected.size());
  for (uint32_t i = 0; i < tokens.count; ++i) {
    Require(tokens[i] == expected[i]);
    Require(tokens.key[i] == mtgauge::TokenKey(expected[i], mtgauge::DefaultHash().function));
    Require(i == 0 || tokens.begin[i] >= tokens.end[i - 1]);
  }
}

void CheckTokenizers(const Batch& batch, const std::vector<std::string>& segments) {
  const Stream& stream = batch.hyps[0];
  View fast(mtgauge::DefaultHash().function), plain(mtgauge::DefaultHash().function);
  for (const mtgauge::TokenizerRow& row : mtgauge::Tokenizers()) {
    const mtgauge::Tokenizer& tokenizer = row.get();
    tokenizer.CutStream(stream.text, stream.bytes, batch.segments, stream.aside, fast);
    tokenizer.Tokenizer::CutStream(stream.text, stream.bytes, batch.segments, stream.aside, plain);
    for (uint32_t i = 0; i < batch.segments; ++i) {
      const auto expected = mtgauge::oracle::FindNaiveTokenizer(row.name)(segments[i]);
      Require(fast.Segment(i).text == segments[i] && plain.Segment(i).text == segments[i]);
      CheckTokens(fast.Segment(i).tokens, expected);
      CheckTokens(plain.Segment(i).tokens, expected);
    }
  }
}

void CheckLowercase(const Batch& batch) {
  mtgauge::CasedText cased;
  cased.Set(batch.hyps[0], true);
  const char* const end = cased.text() + cased.bytes();
  Require(std::count(cased.text(), end, '\n') == batch.segments);
}

void CheckRepair(const std::string& text) {
  const std::string repaired = mtgauge::ReplaceInvalidUtf8(text);
  Require(mtgauge::IsValidUtf8(repaired));
  const bool valid = mtgauge::IsValidUtf8(text);
  Require(valid == !mtgauge::FindInvalidUtf8(text).has_value());
  Require(valid == (repaired == text));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), std::min(size, kLongest));
  CheckRepair(text);
  std::vector<std::string> segments = SplitAtLf(text);
  segments.push_back(text);
  const Batch batch = mtgauge::MakeBatch({}, {segments});
  CheckTokenizers(batch, segments);
  CheckLowercase(batch);
  return 0;
}
