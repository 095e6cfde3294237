// MEANT (Lo and Wu 2011; Lo, Tumuluru and Wu 2012) over given semantic frames. A frame is a
// predicate and the words that fill its roles.
//
// The frames of both sides are aligned one to one, by the matching with the most similar predicates
// and, among such matchings, the one with the most similar fillers of equal roles. With s_pred and
// s_j the similarities of the predicates and of the fillers of role j in an aligned pair i,
//
//   n_i = w_pred s_pred + sum over j of w_j s_j,
//   P = sum over i of W_i n_i / (w_pred + sum of w_j over roles j of the hypothesis' frame)
//       / sum of W over all frames of the hypothesis,
//   R = the same over frames and roles of the reference,   F = 2 P R / (P + R),
//
// where W is the number of words that fill the frame, or 1 as in the paper of 2011, in which a pair
// with different predicates has n = 0. All frames of a side count in the denominator, as in 2011.
// The similarity of two fillers is the harmonic mean of two shares: the share of each one's words
// that also occur in the other (as in Lo, Beloucif, Saers and Wu 2014, for words that are either
// equal or not).
//
// Of several references, the one with the best F counts. The corpus score is the mean over the
// segments, without those in which neither side has a frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/algo/alignment/assignment.h"
#include "core/base/kept_list.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/metric_of.h"
#include "core/contract/text_options.h"
#include "core/text/factors.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostCompared = uint64_t{1} << 28;  // words of all pairs of frames
constexpr size_t kMeantMostPairs = size_t{1} << 22;    // pairs of frames
constexpr double kMostWeight = 1000;

struct MatchRow {
  std::string_view name;
  bool lemmas;
};
constexpr MatchRow kMatches[] = {{"words", false}, {"lemmas", true}};
struct FramesRow {
  std::string_view name;
  bool by_length;
};
constexpr FramesRow kFrames[] = {{"length", true}, {"equal", false}};
struct MeasureRow {
  std::string_view name;
  const char* title;
  uint32_t column;
};
constexpr MeasureRow kMeasures[] = {
    {"f", "MEANT", 0}, {"precision", "MEANT precision", 2}, {"recall", "MEANT recall", 4}};
constexpr uint32_t kSegments = 6;  // the column after those of the measures

struct MeantOptions {
  TextOptions text;
  const MatchRow* match = &kMatches[0];
  const FramesRow* frames = &kFrames[0];
  const MeasureRow* measure = &kMeasures[0];
  bool strict = false;
  std::map<std::string, double, std::less<>> weights;  // by role; other roles have 1
  std::string weights_text{"equal"};

  double WeightOf(std::string_view role) const {
    const auto found = weights.find(role);
    return found == weights.end() ? 1 : found->second;
  }
};

// A word that is a predicate or part of a filler.
struct MeantPart {
  std::string_view frame, role, word;
  auto Key() const { return std::tie(frame, role, word); }
};
using Parts = std::span<const MeantPart>;

struct Frame {
  uint32_t begin = 0, end = 0;  // the range of its parts
  double roles = 0;             // the sum of the weights of its roles and predicate
  double weight = 0;            // W
};

// The frames of one text. Their parts are sorted by role and word and point to the text's tokens.
struct FrameList {
  std::vector<MeantPart> parts;
  std::vector<Frame> frames;
  double weight = 0;  // the sum over all frames

  void Read(const Tokens& tokens, const MeantOptions& options) {
    parts.clear();
    frames.clear();
    weight = 0;
    for (uint32_t t = 0; t < tokens.count; ++t) {
      const Factors factors = SplitFactors(tokens[t]);
      const std::string_view word = options.match->lemmas ? factors.lemma : factors.word;
      ForEachRole(factors.roles, [&](std::string_view frame, std::string_view role) {
        parts.push_back({frame, role, word});
      });
    }
    std::sort(parts.begin(), parts.end(),
              [](const MeantPart& a, const MeantPart& b) { return a.Key() < b.Key(); });
    for (uint32_t i = 0; i < parts.size(); ++i) Add(i, options);
  }
  Parts Of(const Frame& frame) const {
    return Parts(parts).subspan(frame.begin, frame.end - frame.begin);
  }

 private:
  void Add(uint32_t i, const MeantOptions& options) {
    const bool new_frame = i == 0 || parts[i].frame != parts[i - 1].frame;
    if (new_frame) frames.push_back({i, i, 0, 0});
    Frame& frame = frames.back();
    frame.end = i + 1;
    if (new_frame || parts[i].role != parts[i - 1].role) {
      frame.roles += options.WeightOf(parts[i].role);
    }
    const double more = options.frames->by_length || new_frame ? 1 : 0;
    frame.weight += more;
    weight += more;
  }
};

// Removes the words of the first role from the beginning of `parts` and returns them.
Parts TakeRole(Parts& parts) {
  size_t end = 1;
  while (end < parts.size() && parts[end].role == parts[0].role) ++end;
  const Parts taken = parts.first(end);
  parts = parts.subspan(end);
  return taken;
}

// Returns the harmonic mean of the shares of each filler's words that the other also has. Both are
// sorted.
double FillerSimilarity(Parts a, Parts b) {
  size_t in_a = 0, in_b = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::string_view word = std::min(a[i].word, b[j].word);
    const size_t begin_a = i, begin_b = j;
    while (i < a.size() && a[i].word == word) ++i;
    while (j < b.size() && b[j].word == word) ++j;
    if (i == begin_a || j == begin_b) continue;
    in_a += i - begin_a;
    in_b += j - begin_b;
  }
  if (in_a == 0) return 0;
  const double p = static_cast<double>(in_a) / static_cast<double>(a.size());
  const double r = static_cast<double>(in_b) / static_cast<double>(b.size());
  return 2 * p * r / (p + r);
}

struct PairSimilarity {
  double predicate = 0;
  double roles = 0;  // n
};

PairSimilarity Compare(Parts a, Parts b, const MeantOptions& options) {
  PairSimilarity out;
  while (!a.empty() && !b.empty()) {
    if (a[0].role < b[0].role) {
      TakeRole(a);
    } else if (b[0].role < a[0].role) {
      TakeRole(b);
    } else {
      const std::string_view role = a[0].role;
      const Parts one = TakeRole(a), other = TakeRole(b);
      const double similarity = FillerSimilarity(one, other);
      if (IsPredicate(role)) out.predicate = similarity;
      out.roles += options.WeightOf(role) * similarity;
    }
  }
  if (options.strict && out.predicate == 0) out.roles = 0;
  return out;
}

// F, P and R.
struct MeantFigures {
  double f = 0, precision = 0, recall = 0;
  auto Key() const { return std::tie(f, precision, recall); }
};

struct MeantScratch : Scratch {
  FrameList hypothesis;
  Assignment assignment;
  std::vector<WeightedEdge> edges;
  uint64_t compared = 0, steps = 0;
};

class Meant final : public MetricOf<Meant, KeptList<FrameList>, MeantScratch> {
 public:
  explicit Meant(MeantOptions options) : options_(std::move(options)) {}

  std::string Title() const override { return options_.measure->title; }
  std::vector<ViewSpec> Views() const override {
    ViewSpec words = options_.text.Words();
    words.annotations = true;
    words.roles = true;
    return {words};
  }
  std::vector<std::string> Columns() const override {
    return {"f", "f_rest", "precision", "precision_rest", "recall", "recall_rest", "segments"};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"match", std::string(options_.match->name)},
        {"frames", std::string(options_.frames->name)},
        {"weights", options_.weights_text},
        {"measure", std::string(options_.measure->name)}};
    if (options_.strict) own.emplace_back("strict", "yes");
    return TextSignatureKeys(options_.text, own);
  }

  void Prepare(const ReferenceViews& references, MeantScratch&, KeptList<FrameList>& out) const {
    out.Resize(references.count);
    for (uint32_t r = 0; r < references.count; ++r) {
      out[r].Read(references.views[r].tokens, options_);
    }
  }

  void ExtractRow(const KeptList<FrameList>& references, std::span<const SegmentView> hypothesis,
                  MeantScratch& work, int64_t* row) const {
    work.hypothesis.Read(hypothesis[0].tokens, options_);
    work.compared = work.steps = 0;
    bool any = !work.hypothesis.frames.empty();
    MeantFigures best;
    for (const FrameList& reference : references) {
      any = any || !reference.frames.empty();
      const MeantFigures figures = Value(reference, work);
      if (figures.Key() > best.Key()) best = figures;
    }
    FixedSum::Write(best.f, row);
    FixedSum::Write(best.precision, row + 2);
    FixedSum::Write(best.recall, row + 4);
    row[kSegments] = any ? 1 : 0;
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return Mean(sums, options_.measure->column);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"precision", Mean(sums, kMeasures[1].column)},
            {"recall", Mean(sums, kMeasures[2].column)},
            {"segments", sums[kSegments]}};
  }

 private:
  static double Mean(std::span<const int64_t> sums, uint32_t column) {
    return 100.0 * FixedSum::Mean(sums.subspan(column), sums[kSegments]);
  }

  // Lists the pairs of frames with any similarity. Returns false if there are too many.
  bool ListPairs(const FrameList& reference, MeantScratch& work) const {
    const FrameList& hyp = work.hypothesis;
    const size_t few = std::min(hyp.frames.size(), reference.frames.size());
    work.edges.clear();
    work.compared +=
        hyp.frames.size() * reference.parts.size() + reference.frames.size() * hyp.parts.size();
    if (work.compared > kMostCompared ||
        hyp.frames.size() * reference.frames.size() > kMeantMostPairs) {
      return false;
    }
    for (uint32_t i = 0; i < hyp.frames.size(); ++i) {
      for (uint32_t j = 0; j < reference.frames.size(); ++j) {
        const Frame &a = hyp.frames[i], &b = reference.frames[j];
        const PairSimilarity pair = Compare(hyp.Of(a), reference.Of(b), options_);
        const double all = std::max(a.roles, b.roles);
        const uint32_t weight = Weight(pair.predicate, all == 0 ? 0 : pair.roles / all, few);
        if (weight > 0) work.edges.push_back({i, j, weight});
      }
    }
    return true;
  }
  // Predicates have priority: all fillers together add less than one step of a predicate.
  static uint32_t Weight(double predicate, double roles, size_t frames) {
    constexpr double kPredicateSteps = 1 << 15, kRoleSteps = 1 << 16;
    const auto high = static_cast<uint32_t>(std::lround(predicate * kPredicateSteps));
    const double low = roles * (kRoleSteps - 1) / static_cast<double>(frames);
    return high * static_cast<uint32_t>(kRoleSteps) + static_cast<uint32_t>(low);
  }

  MeantFigures Value(const FrameList& reference, MeantScratch& work) const {
    const FrameList& hyp = work.hypothesis;
    if (hyp.frames.empty() || reference.frames.empty()) return {};
    if (!ListPairs(reference, work)) return TooMuch(work);
    work.assignment.Greatest(work.edges, static_cast<uint32_t>(hyp.frames.size()),
                             static_cast<uint32_t>(reference.frames.size()), kMostSteps,
                             work.steps);
    if (work.steps > kMostSteps) return TooMuch(work);
    double of_hyp = 0, of_ref = 0;
    for (uint32_t i = 0; i < hyp.frames.size(); ++i) {
      const uint32_t j = work.assignment.PartnerOf(i);
      if (j == Assignment::kAlone) continue;
      const Frame &a = hyp.frames[i], &b = reference.frames[j];
      const double n = Compare(hyp.Of(a), reference.Of(b), options_).roles;
      if (n == 0) continue;
      of_hyp += a.weight * n / a.roles;
      of_ref += b.weight * n / b.roles;
    }
    const double p = of_hyp / hyp.weight, r = of_ref / reference.weight;
    return {p + r == 0 ? 0 : 2 * p * r / (p + r), p, r};
  }
  static MeantFigures TooMuch(MeantScratch& work) {
    work.beyond_budget = true;
    return {};
  }

  MeantOptions options_;
};

// Reads weights such as A0=2+AM-TMP=0.5.
Status ReadWeights(const MetricOptions& given, MeantOptions& options) {
  const auto found = given.find("weights");
  if (found == given.end() || found->second == "equal") return OkStatus();
  options.weights_text = found->second;
  for (std::string_view left = found->second; !left.empty();) {
    const std::string_view one = left.substr(0, left.find('+'));
    left.remove_prefix(std::min(one.size() + 1, left.size()));
    const size_t equals = one.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return UsageError({.option = "weights"},
                        fmt::format("weights={}: give roles and their weights", found->second),
                        "weights=V=2+A0=0.5, where V is the predicate and other roles have 1");
    }
    const MetricOptions number = {{"weights", std::string(one.substr(equals + 1))}};
    std::string role(one.substr(0, equals));
    if (options.text.lowercase) {
      std::string lower;
      AppendLowercase(role, lower);  // like the annotations
      role = lower;
    }
    MTG_ASSIGN_OR_RETURN(options.weights[role], ReadNumber(number, "weights", 1, 0, kMostWeight));
  }
  return OkStatus();
}

Result<std::unique_ptr<Metric>> MakeMeant(const MetricOptions& given,
                                          const MetricContext& context) {
  MeantOptions options;
  MetricOptions all = given;
  all.emplace("tok", "none");
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.match, ReadNamed(given, "match", std::span(kMatches)));
  MTG_ASSIGN_OR_RETURN(options.frames, ReadNamed(given, "frames", std::span(kFrames)));
  MTG_ASSIGN_OR_RETURN(options.measure, ReadNamed(given, "measure", std::span(kMeasures)));
  MTG_ASSIGN_OR_RETURN(options.strict, ReadYesNo(given, "strict", false));
  MTG_RETURN_IF_ERROR(ReadWeights(given, options));
  return std::make_unique<Meant>(std::move(options));
}

constexpr MetricOptionRow kMeantOptions[] = {
    {"lc", "yes|no", "yes", "compare in lower case"},
    {"match", "NAME", "words", "what two words must share: their form (words) or lemma (lemmas)"},
    {"frames", "NAME", "length",
     "what a frame counts: the number of its words (length), or 1 (equal)"},
    {"weights", "LIST", "equal",
     "weights of roles, as V=2+A0=0.5, where V is the predicate; others have 1"},
    {"strict", "yes|no", "no", "frames whose predicates differ share nothing, as in 2011"},
    {"measure", "NAME", "f", "f, precision or recall"},
};

}  // namespace

extern const MetricRow kMeant;
const MetricRow kMeant = {
    .name = "meant",
    .title = "MEANT",
    .help = "similarity of semantic frames: predicates and the words in their roles",
    .paper = "Lo et al. (2012)",
    .scale = 100,
    .higher_is_better = true,
    .options = kMeantOptions,
    .make = &MakeMeant,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "Reads the semantic roles of annotation files, or of text with factors. A segment "
        "without the column or factor for roles is an error; one whose roles are all empty does "
        "not count.",
};

}  // namespace mtgauge
