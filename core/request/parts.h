// The parts that requests consist of.
#pragma once

#include <tuple>
#include <type_traits>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/explain.h"
#include "mtgauge/latency.h"
#include "mtgauge/mbr.h"
#include "mtgauge/options.h"
#include "mtgauge/resegment.h"
#include "mtgauge/score.h"
#include "mtgauge/spans.h"
#include "mtgauge/tokenize.h"

namespace mtgauge {

template <typename... Parts>
struct PartList : Parts... {
  // Copies the parts that both have.
  template <typename From, typename To>
  static void Copy(const From& from, To& to) {
    (CopyOne<Parts>(from, to), ...);
  }

 private:
  template <typename Part, typename From, typename To>
  static void CopyOne(const From& from, To& to) {
    if constexpr (std::is_base_of_v<Part, From> && std::is_base_of_v<Part, To>) {
      static_cast<Part&>(to) = from;
    }
  }
};

// All parts: everything that any request may contain.
struct RequestParts
    : PartList<TextInputs, MetricChoice, RunOptions, SeedOption, OutsideOptions, ScoreOptions,
               SignificanceOptions, PairTestOptions, SumsOptions, TableOptions, RequireOption,
               HumanOptions, PairListOption, AgreementOptions, ShardOption, GroupOptions,
               MbrOptions, ExplainOptions, ResegmentOptions, GoldSpans, SpanOptions,
               LatencyOptions> {};

// The options for tokenizing, which are single options from several parts.
template <typename Holder>
auto TokenizeOptions(Holder& holder) {
  return std::tie(holder.tokenize, holder.language_pair, holder.stem, holder.lowercase,
                  holder.input_format, holder.on_invalid);
}

// Copies the options that both have.
template <typename From, typename To>
void CopyParts(const From& from, To& to) {
  if constexpr (std::is_same_v<From, TokenizeRequest> || std::is_same_v<To, TokenizeRequest>) {
    TokenizeOptions(to) = TokenizeOptions(from);
  } else {
    RequestParts::Copy(from, to);
  }
}

}  // namespace mtgauge
