// Extended edit distance (Stanchev, Wang and Ney 2019): an edit distance of characters with jumps
// at spaces, and a penalty for characters of the hypothesis that are visited never or often.
//
// Let h be the hypothesis of n characters. The first row is 0, 1, 1, ... For each of the m
// characters c of the reference, the next row is
//
//   next[0] = row[0] + 1
//   next[i] = min(next[i-1] + 0.2, row[i-1] + (h[i] is not c), row[i] + 1)
//
// The first position with the least value is visited. If c is a space, no value stays more than 2.0
// above the least. Coverage is 0.3 times the sum over the positions of all visits but the first, or
// 1 for a position that is never visited. The score is (row[n] + coverage) / (m + coverage), at
// most
// 1. With several references, the lowest score counts.
//
// Both dialects round as their tool does: torchmetrics computes in double and rounds a segment to
// float32; the authors' program computes in float32, leaves position 0 out of the coverage, and
// compares with the least value so far cut to a whole number, so that it visits other positions.
//
// Row: sum, sum_rest (fixed_sum.h), segments.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"
#include "core/text/code_points.h"
#include "core/text/folding.h"
#include "core/text/normalization.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct EedDialect {
  std::string_view name;
  bool rwth;
};
constexpr EedDialect kEedDialects[] = {{"torchmetrics", false}, {"rwth", true}};
struct EedLanguage {
  std::string_view name;
  bool japanese;
};
constexpr EedLanguage kEedLanguages[] = {{"en", false}, {"ja", true}};

// The functions below write to `out`, whose memory is reused.

// Puts a space before some punctuation, and one space for each run of white space.
void SplitPunctuation(std::u32string_view text, std::u32string& out) {
  constexpr std::u32string_view kPunctuation = U".!?,";
  out.clear();
  const auto add_space = [&out] {
    if (out.empty() || out.back() != U' ') out += U' ';
  };
  for (const char32_t character : text) {
    const bool space = IsSpace(character);
    if (space || kPunctuation.find(character) != std::u32string_view::npos) add_space();
    if (!space) out += character;
  }
}

// Makes "1 . 5" of numbers "1.5" again, from left to right.
void JoinNumbers(std::u32string_view text, std::u32string& out) {
  out.clear();
  for (size_t i = 0; i < text.size();) {
    const bool number = text.size() - i >= 5 && DigitValue(text[i]) >= 0 && text[i + 1] == U' ' &&
                        (text[i + 2] == U'.' || text[i + 2] == U',') && text[i + 3] == U' ' &&
                        DigitValue(text[i + 4]) >= 0;
    out += text[i];
    if (number) out.append({text[i + 2], text[i + 4]});
    i += number ? 5 : 1;
  }
}

// Removes the space after some abbreviations, with whatever character follows it: the pattern of
// both tools ends in a point that stands for any character.
void JoinTitles(std::u32string_view text, std::u32string& out) {
  static constexpr std::u32string_view kTitles[] = {U"Dr ", U"Jr ", U"Prof ", U"Rev ", U"Gen ",
                                                    U"Mr ", U"Mt ", U"Mrs ",  U"Ms "};
  out.clear();
  for (size_t i = 0; i < text.size();) {
    const std::u32string_view rest = text.substr(i);
    const auto* const title =
        std::find_if(std::begin(kTitles), std::end(kTitles), [rest](std::u32string_view name) {
          return rest.starts_with(name) && rest.size() > name.size();
        });
    if (title == std::end(kTitles)) {
      out += text[i++];
      continue;
    }
    out.append(title->substr(0, title->size() - 1)).append(1, U'.');
    i += title->size() + 1;
  }
}

void Replace(std::u32string_view old, std::u32string_view now, std::u32string& text) {
  for (size_t at = text.find(old); at != std::u32string::npos; at = text.find(old, at)) {
    text.replace(at, old.size(), now);
    at += now.size();
  }
}

struct EedOptions {
  const EedDialect* dialect = nullptr;
  bool japanese = false;
  bool lowercase = false;
};

struct EedScratch : Scratch {
  std::string normal;
  std::u32string raw, other, hypothesis;
  std::vector<int64_t> visits;
  Buffer<double> doubles[2];
  Buffer<float> floats[2];
};

void EedText(std::string_view text, const EedOptions& options, EedScratch& work,
             std::u32string& out) {
  text = TrimRight(text);
  if (options.japanese) {
    work.normal.clear();
    AppendNormalized(text, NormalForm::kNfkc, work.normal);
    SetCodePoints(work.normal, out);
    return;
  }
  SetCodePoints(text, work.raw);
  SplitPunctuation(work.raw, out);
  JoinNumbers(out, work.other);
  JoinTitles(work.other, out);
  Replace(U"e . g .", U"e.g.", out);
  Replace(U"i . e .", options.dialect->rwth ? U"e.g." : U"i.e.", out);
  Replace(U"U . S .", U"U.S.", out);
  out.insert(out.begin(), U' ');
  out += U' ';
}

// Computes the last value of the table, and counts the visits.
template <typename Number>
Number LastValue(std::u32string_view hyp, std::u32string_view ref, Buffer<Number>* rows,
                 std::vector<int64_t>& visits) {
  constexpr Number kDelete = Number(0.2), kJump = Number(2.0);
  const auto cut = [](Number value) {
    return std::is_same_v<Number, float> ? std::floor(value) : value;
  };
  visits.assign(hyp.size() + 1, -1);
  rows[0].Grow(hyp.size() + 1, 0);
  rows[1].Grow(hyp.size() + 1, 0);
  Number *row = rows[0].data(), *next = rows[1].data();
  std::fill_n(row, hyp.size() + 1, Number(1));
  row[0] = 0;
  for (const char32_t character : ref) {
    Number value = next[0] = row[0] + 1, least_value = cut(value);
    size_t least = 0;
    for (size_t i = 1; i <= hyp.size(); ++i) {
      value = std::min(
          {value + kDelete, row[i - 1] + Number(hyp[i - 1] == character ? 0 : 1), row[i] + 1});
      next[i] = value;
      if (value < least_value) least = i, least_value = cut(value);
    }
    ++visits[least];
    if (character == U' ') {
      const Number most = kJump + next[least];
      for (size_t i = 0; i <= hyp.size(); ++i) next[i] = std::min(next[i], most);
    }
    std::swap(row, next);
  }
  return row[hyp.size()];
}

// Returns the score of two prepared texts as a fraction.
template <typename Number>
float ScoreOf(std::u32string_view hyp, std::u32string_view ref, bool first_position,
              Buffer<Number>* rows, std::vector<int64_t>& visits) {
  const Number last = LastValue(hyp, ref, rows, visits);
  int64_t covered = 0;
  for (size_t i = first_position ? 0 : 1; i < visits.size(); ++i) {
    covered += visits[i] >= 0 ? visits[i] : 1;
  }
  const Number coverage = Number(0.3) * static_cast<Number>(covered);
  // Not zero: without any character, position 0 counts, or there are the two spaces.
  const Number length = static_cast<Number>(ref.size()) + coverage;
  return static_cast<float>(std::min(Number(1), (last + coverage) / length));
}

struct EedPrepared {
  std::vector<std::u32string> texts;  // of references, and memory of earlier ones behind them
  size_t count = 0;

  std::span<const std::u32string> references() const { return std::span(texts).first(count); }
};

class Eed final : public MeanOfSegments<Eed, EedPrepared, EedScratch, 100> {
 public:
  explicit Eed(const EedOptions& options) : options_(options) {}

  std::vector<ViewSpec> Views() const override { return {{.lowercase = options_.lowercase}}; }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> keys = {
        {"case", options_.lowercase ? "lc" : "mixed"},
        {"lang", options_.japanese ? "ja" : "en"},
        {"dialect", std::string(options_.dialect->name)}};
    if (options_.lowercase) keys.emplace_back("lcunicode", kCaseUnicode);
    if (options_.japanese) keys.emplace_back("unicode", kNormalizationUnicode);
    return keys;
  }

  void Prepare(const ReferenceViews& references, EedScratch& work, EedPrepared& out) const {
    out.count = references.views.size();
    if (out.texts.size() < out.count) out.texts.resize(out.count);
    for (size_t r = 0; r < out.count; ++r) {
      EedText(references.views[r].text, options_, work, out.texts[r]);
    }
  }

  void ExtractRow(const EedPrepared& prepared, std::span<const SegmentView> hypothesis,
                  EedScratch& work, int64_t* row) const {
    EedText(hypothesis[0].text, options_, work, work.hypothesis);
    const std::u32string_view hyp = work.hypothesis;
    const std::span<const std::u32string> references = prepared.references();
    uint64_t steps = 0;
    for (const std::u32string& ref : references) {
      steps += 3 * uint64_t{hyp.size() + 1} * (ref.size() + 1);
    }
    std::fill_n(row, 3, 0);
    work.beyond_budget = steps > kMostSteps;
    if (work.beyond_budget) return;
    float best = 1;
    for (const std::u32string& ref : references) {
      best = std::min(best, options_.dialect->rwth
                                ? ScoreOf(hyp, ref, false, work.floats, work.visits)
                                : ScoreOf(hyp, ref, true, work.doubles, work.visits));
    }
    WriteScore(best, row);
  }

 private:
  EedOptions options_;
};

Result<std::unique_ptr<Metric>> MakeEed(const MetricOptions& given, const MetricContext&) {
  EedOptions options;
  MTG_ASSIGN_OR_RETURN(options.dialect, ReadNamed(given, "dialect", std::span(kEedDialects)));
  MTG_ASSIGN_OR_RETURN(const EedLanguage* language,
                       ReadNamed(given, "lang", std::span(kEedLanguages)));
  options.japanese = language->japanese;
  if (options.japanese && options.dialect->rwth) {
    return UsageError({.option = "lang"}, "lang=ja is for dialect=torchmetrics", "leave one out");
  }
  MTG_ASSIGN_OR_RETURN(options.lowercase, ReadYesNo(given, "lc", false));
  return std::make_unique<Eed>(options);
}

constexpr MetricOptionRow kEedOptions[] = {
    {"lang", "en|ja", "en", "en splits off punctuation and adds a space at both ends; ja does not"},
    {"dialect", "torchmetrics|rwth", "torchmetrics", "compute as torchmetrics or the authors do"},
    kLcOption};

}  // namespace

extern const MetricRow kEed;
const MetricRow kEed = {
    .name = "eed",
    .title = "EED",
    .help = "extended edit distance: character edits with jumps at spaces, in percent",
    .paper = "Stanchev et al. (2019)",
    .scale = 100,
    .higher_is_better = false,
    .options = kEedOptions,
    .make = &MakeEed,
    .references = "the lowest score counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "The tools print a fraction. torchmetrics adds segments in float32, so that its corpus "
        "figure depends on their order from the sixth digit on; here the mean is exact. In both, "
        "the rule for titles deletes the first letter of a name: 'Mr Smith' becomes 'Mr.mith'. A "
        "text that equals its reference does not score 0.",
};

}  // namespace mtgauge
