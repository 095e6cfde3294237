// The laboratory's table of n-gram engines.
#include "bench/laboratory/measuring/engines/engine_runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "bench/laboratory/measuring/engines/ngram_sort.h"
#include "core/algo/ngrams/ngram_bitmask.h"
#include "core/algo/ngrams/ngram_table.h"

namespace mtgauge {
namespace {

class TableRun final : public EngineRun {
 public:
  void Match(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order,
             int64_t* matches) override {
    table_.Set(references, max_order, DefaultHash().function);
    matcher_.Match(table_, hypothesis, matches);
  }
  size_t bytes() const override { return table_.bytes() + matcher_.bytes(); }

 private:
  NgramTable table_;
  TableMatcher matcher_;
};

// A run of an engine that takes the references without preparation.
template <typename Matcher>
class PlainRun final : public EngineRun {
 public:
  template <typename... Arguments>
  explicit PlainRun(Arguments&&... arguments) : matcher_(std::forward<Arguments>(arguments)...) {}
  void Match(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order,
             int64_t* matches) override {
    matcher_.Match(references, hypothesis, max_order, matches);
  }
  size_t bytes() const override { return matcher_.bytes(); }

 private:
  Matcher matcher_;
};

template <typename Run>
std::unique_ptr<EngineRun> Make() {
  return std::make_unique<Run>();
}

constexpr std::array<uint32_t, 8> kMostTokens = {8, 16, 32, 64, 128, 256, 512, UINT32_MAX};
constexpr size_t kLargestJoin = 1024;

}  // namespace

std::span<const LabEngine> LabEngines() {
  static constexpr LabEngine kEngines[] = {
      {"table", UINT32_MAX, Make<TableRun>},
      {"bitmask", kMaxBitmaskTokens, Make<PlainRun<BitmaskMatcher>>},
      {"sort", UINT32_MAX, Make<PlainRun<SortMatcher>>},
  };
  return kEngines;
}

std::unique_ptr<EngineRun> MakeBitmaskRun(const Kernels& kernels) {
  return std::make_unique<PlainRun<BitmaskMatcher>>(kernels);
}

void JoinedSegment::Text::Append(const Tokens& tokens) {
  for (uint32_t i = 0; i < tokens.count; ++i) {
    begin.push_back(static_cast<uint32_t>(bytes.size()));
    bytes += tokens[i];
    end.push_back(static_cast<uint32_t>(bytes.size()));
    key.push_back(tokens.key[i]);
    bytes += ' ';
  }
}

Tokens JoinedSegment::Text::Finish() {
  const auto count = static_cast<uint32_t>(key.size());
  key.resize(count + 16);
  bytes.append(kTextPadding, ' ');
  return {bytes.data(), begin.data(), end.data(), key.data(), count};
}

JoinedSegment::JoinedSegment(std::span<const WordSegment> segments) {
  const size_t references = segments.front().references.size();
  for (size_t r = 0; r <= references; ++r) {
    Text& text = *texts_.emplace_back(std::make_unique<Text>());
    for (const WordSegment& segment : segments) {
      if (r == references) {
        text.Append(segment.hypotheses.front());
      } else if (r < segment.references.size()) {
        text.Append(segment.references[r]);
      }
    }
    const Tokens tokens = text.Finish();
    if (r == references) {
      hypothesis_ = tokens;
    } else {
      references_.push_back(tokens);
      longest_ = std::max(longest_, tokens.count);
    }
  }
}

std::vector<LengthClass> SortByLength(std::span<const WordSegment> segments, uint64_t enough) {
  std::vector<LengthClass> classes;
  for (const uint32_t most : kMostTokens) classes.push_back({most, {}, 0});
  const auto full = [&](const LengthClass& of) { return of.tokens >= enough; };
  for (size_t join = 1; join <= std::min(segments.size(), kLargestJoin); join *= 2) {
    for (size_t first = 0; first + join <= segments.size(); first += join) {
      if (std::all_of(classes.begin(), classes.end(), full)) return classes;
      JoinedSegment joined(segments.subspan(first, join));
      const auto of = std::find_if(classes.begin(), classes.end(), [&](const LengthClass& c) {
        return joined.longest() <= c.most;
      });
      if (full(*of)) continue;
      of->tokens += joined.hypothesis().count;
      for (const Tokens& reference : joined.references()) of->tokens += reference.count;
      of->segments.push_back(std::move(joined));
    }
  }
  return classes;
}

uint64_t RunEngine(EngineRun& engine, const LengthClass& of, uint32_t max_order) {
  std::vector<int64_t> matches(max_order);
  uint64_t digest = 0;
  for (const JoinedSegment& segment : of.segments) {
    engine.Match(segment.references(), segment.hypothesis(), max_order, matches.data());
    for (const int64_t count : matches) {
      digest = (digest ^ static_cast<uint64_t>(count)) * 0x9E3779B97F4A7C15;
      digest ^= digest >> 32;
    }
  }
  return digest;
}

}  // namespace mtgauge
