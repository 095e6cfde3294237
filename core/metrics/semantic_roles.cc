// SemanticRolesOverlap of semantic roles (Giménez and Màrquez 2007, 2010): to what extent the same
// roles are filled by the same words. With c(i, t) the count of item i in roles of type t, and m
// the smaller and M the larger of both sides' counts,
//
//   O(t) = sum of m(i, t) over i / sum of M(i, t) over i,
//   O(*) = the same with both sums over all types t,
//
// or with the counts of the reference instead of M. Items are words (SR-Or), whole fillers of a
// role (SR-Mr), or the roles themselves (SR-Or without lexical items). In the variants with v,
// items are equal only if their roles belong to the same verb. Ol is the overlap of all words; the
// interpolated variants are the mean of both. An option replaces O(*) by the mean of O(t) over the
// types, as the papers describe it in words.
//
// Of several references, the best value counts. The corpus score is the mean over the segments,
// without those in which neither side has an item.
#include <algorithm>
#include <compare>
#include <tuple>

#include "core/base/kept_list.h"
#include "core/contract/mean_of_segments.h"
#include "core/contract/text_options.h"
#include "core/text/factors.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

enum class Items { kWords, kFillers, kRoles };
struct ItemsRow {
  std::string_view name;
  Items items;
  const char* title;
  const char* same_verb;
};
constexpr ItemsRow kItems[] = {{"words", Items::kWords, "SR-Or", "SR-Orv"},
                               {"fillers", Items::kFillers, "SR-Mr", "SR-Mrv"},
                               {"roles", Items::kRoles, "SR-Or (roles)", "SR-Orv (roles)"}};
struct OverRow {
  std::string_view name;
  bool reference;
};
constexpr OverRow kOvers[] = {{"both", false}, {"reference", true}};
struct TypesRow {
  std::string_view name;
  bool mean;
};
constexpr TypesRow kTypes[] = {{"together", false}, {"mean", true}};
constexpr std::string_view kAllRoles = "all";

struct RoleOptions {
  TextOptions text;
  const ItemsRow* items = &kItems[0];
  const OverRow* over = &kOvers[0];
  const TypesRow* types = &kTypes[0];
  std::string role{kAllRoles};
  bool same_verb = false;
  bool lexical = false;
};

struct Item {
  std::string_view role, verb, text;
  friend auto operator<=>(const Item&, const Item&) = default;
};
using ItemList = std::span<const Item>;

// A word in a role of one predicate.
struct SemanticRolesPart {
  std::string_view predicate, role;
  uint32_t word;
  auto Key() const { return std::tie(predicate, role, word); }
};

// The items of one text, sorted. They point to its tokens, to `fillers` or to `verbs`.
struct RoleItems {
  std::vector<Item> items, words;
  std::vector<SemanticRolesPart> parts;
  std::vector<std::string_view> word_of;
  std::string fillers, verbs;

  void Read(const Tokens& tokens, const RoleOptions& options) {
    items.clear();
    words.clear();
    parts.clear();
    word_of.clear();
    for (uint32_t t = 0; t < tokens.count; ++t) {
      const Factors factors = SplitFactors(tokens[t]);
      word_of.push_back(factors.word);
      if (options.lexical) words.push_back({{}, {}, factors.word});
      ForEachRole(factors.roles, [&](std::string_view predicate, std::string_view role) {
        parts.push_back({predicate, role, t});
      });
    }
    std::sort(
        parts.begin(), parts.end(),
        [](const SemanticRolesPart& a, const SemanticRolesPart& b) { return a.Key() < b.Key(); });
    size_t bytes = 0;
    for (const SemanticRolesPart& part : parts) bytes += word_of[part.word].size() + 1;
    for (std::string* text : {&fillers, &verbs}) {
      text->clear();
      text->reserve(bytes);  // must not reallocate: items point into it
    }
    for (size_t i = 0; i < parts.size();) i = AddFrame(i, options);
    std::sort(items.begin(), items.end());
    std::sort(words.begin(), words.end());
  }

 private:
  // Adds the items of the predicate whose parts begin at `i`. Returns the end of these parts.
  size_t AddFrame(size_t i, const RoleOptions& options) {
    size_t end = i;
    const size_t verb_begin = verbs.size();
    for (; end < parts.size() && parts[end].predicate == parts[i].predicate; ++end) {
      if (options.same_verb && IsPredicate(parts[end].role)) Append(parts[end], verbs);
    }
    const std::string_view verb = std::string_view(verbs).substr(verb_begin);
    while (i < end) {
      const size_t first = i, begin = fillers.size();
      const bool counts = options.role == kAllRoles || parts[i].role == options.role;
      for (; i < end && parts[i].role == parts[first].role; ++i) {
        if (counts && options.items->items == Items::kWords) {
          items.push_back({parts[i].role, verb, word_of[parts[i].word]});
        }
        if (options.items->items == Items::kFillers) Append(parts[i], fillers);
      }
      if (counts && options.items->items != Items::kWords) {
        items.push_back({parts[first].role, verb, std::string_view(fillers).substr(begin)});
      }
    }
    return end;
  }
  void Append(const SemanticRolesPart& part, std::string& text) const {
    text.append(word_of[part.word]) += ' ';
  }
};

// Returns the overlap of two sorted lists; an item counts as often as both have it.
double SemanticRolesOverlap(ItemList hyp, ItemList ref, bool of_reference) {
  size_t common = 0;
  for (auto h = hyp.begin(), r = ref.begin(); h != hyp.end() && r != ref.end();) {
    if (*h == *r) ++common;
    const auto order = *h <=> *r;
    if (order <= 0) ++h;
    if (order >= 0) ++r;
  }
  const size_t all = of_reference ? ref.size() : hyp.size() + ref.size() - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

// Removes the items of a type from the beginning, if there are any, and returns them.
ItemList TakeType(ItemList& items, std::string_view role) {
  size_t end = 0;
  while (end < items.size() && items[end].role == role) ++end;
  const ItemList taken = items.first(end);
  items = items.subspan(end);
  return taken;
}

// Returns the mean over the types that either side has, or over the reference's types.
double MeanOverlap(ItemList hyp, ItemList ref, bool of_reference) {
  double sum = 0;
  size_t types = 0;
  while (!hyp.empty() || !ref.empty()) {
    const bool of_hyp = ref.empty() || (!hyp.empty() && hyp[0].role < ref[0].role);
    const std::string_view role = of_hyp ? hyp[0].role : ref[0].role;
    const ItemList one = TakeType(hyp, role), other = TakeType(ref, role);
    sum += SemanticRolesOverlap(one, other, of_reference);
    if (!of_reference || !other.empty()) ++types;
  }
  return types == 0 ? 0 : sum / static_cast<double>(types);
}

struct RolesScratch : Scratch {
  RoleItems hypothesis;
};

class SemanticRoles final
    : public MeanOfSegments<SemanticRoles, KeptList<RoleItems>, RolesScratch, 100> {
 public:
  explicit SemanticRoles(RoleOptions options) : options_(std::move(options)) {}

  std::string Title() const override {
    std::string title = options_.same_verb ? options_.items->same_verb : options_.items->title;
    if (options_.items->items != Items::kRoles || options_.role != kAllRoles) {
      title += "-" + (options_.role == kAllRoles ? "*" : options_.role);
    }
    return title + (options_.lexical ? "i" : "");
  }
  std::vector<ViewSpec> Views() const override {
    ViewSpec words = options_.text.Words();
    words.annotations = true;
    words.roles = true;
    return {words};
  }
  std::vector<std::pair<std::string, std::string>> SignatureKeys() const override {
    std::vector<std::pair<std::string, std::string>> own = {
        {"items", std::string(options_.items->name)},
        {"role", options_.role},
        {"over", std::string(options_.over->name)}};
    if (options_.types->mean) own.emplace_back("types", "mean");
    if (options_.same_verb) own.emplace_back("verb", "yes");
    if (options_.lexical) own.emplace_back("ol", "mean");
    return TextSignatureKeys(options_.text, own);
  }

  void Prepare(const ReferenceViews& references, RolesScratch&, KeptList<RoleItems>& out) const {
    out.Resize(references.count);
    for (uint32_t r = 0; r < references.count; ++r) {
      out[r].Read(references.views[r].tokens, options_);
    }
  }

  void ExtractRow(const KeptList<RoleItems>& references, std::span<const SegmentView> hypothesis,
                  RolesScratch& scratch, int64_t* row) const {
    RoleItems& hyp = scratch.hypothesis;
    hyp.Read(hypothesis[0].tokens, options_);
    bool any = !hyp.items.empty() || !hyp.words.empty();
    double best = 0;
    for (const RoleItems& ref : references) {
      any = any || !ref.items.empty() || !ref.words.empty();
      best = std::max(best, Value(hyp, ref));
    }
    WriteScore(best, row, any);
  }

 private:
  double Value(const RoleItems& hyp, const RoleItems& ref) const {
    const bool of_reference = options_.over->reference;
    const auto overlap = options_.types->mean ? &MeanOverlap : &SemanticRolesOverlap;
    const double roles = overlap(hyp.items, ref.items, of_reference);
    if (!options_.lexical) return roles;
    const double words = SemanticRolesOverlap(hyp.words, ref.words, of_reference);
    return hyp.items.empty() && ref.items.empty() ? words : (roles + words) / 2;
  }

  RoleOptions options_;
};

Result<std::unique_ptr<Metric>> MakeSemanticRoles(const MetricOptions& given,
                                                  const MetricContext& context) {
  RoleOptions options;
  MetricOptions all = given;
  all.emplace("tok", "none");
  all.emplace("lc", "yes");
  MTG_ASSIGN_OR_RETURN(options.text, ReadTextOptions(all, context));
  MTG_ASSIGN_OR_RETURN(options.items, ReadNamed(given, "items", std::span(kItems)));
  MTG_ASSIGN_OR_RETURN(options.over, ReadNamed(given, "over", std::span(kOvers)));
  MTG_ASSIGN_OR_RETURN(options.types, ReadNamed(given, "types", std::span(kTypes)));
  MTG_ASSIGN_OR_RETURN(options.same_verb, ReadYesNo(given, "verb", false));
  MTG_ASSIGN_OR_RETURN(options.lexical, ReadYesNo(given, "ol", false));
  const auto role = given.find("role");
  if (role != given.end()) options.role = role->second;
  if (options.role.empty()) {
    return UsageError({.option = "role"}, "role= needs a name", "role=A0, or role=all");
  }
  if (options.text.lowercase && options.role != kAllRoles) {
    std::string lower;
    AppendLowercase(options.role, lower);  // like the annotations
    options.role = lower;
  }
  return std::make_unique<SemanticRoles>(std::move(options));
}

constexpr MetricOptionRow kSemanticRolesOptions[] = {
    {"lc", "yes|no", "yes", "compare in lower case"},
    {"items", "NAME", "words",
     "what is compared within roles of one type: words, whole fillers, or the roles alone (roles)"},
    {"role", "NAME", "all", "one type of role, as A0 or AM-TMP; all: all together"},
    {"over", "NAME", "both",
     "what the common items are divided by: those of both sides, as in the paper of 2010, or of "
     "the reference"},
    {"types", "NAME", "together",
     "all types of roles at once (together), or the mean of their overlaps (mean)"},
    {"verb", "yes|no", "no", "compare only roles of the same verb, as SR-Orv does"},
    {"ol", "yes|no", "no", "the mean with the overlap of all words, Ol"},
};

}  // namespace

extern const MetricRow kSemanticRoles;
const MetricRow kSemanticRoles = {
    .name = "sr",
    .title = "SR-Or-*",
    .help = "overlap of the words that fill the same semantic roles",
    .paper = "Giménez and Màrquez (2007)",
    .scale = 100,
    .higher_is_better = true,
    .options = kSemanticRolesOptions,
    .make = &MakeSemanticRoles,
    .references = "the best-scoring reference counts",
    .corpus = "mean",
    .equal_is_perfect = false,
    .notes =
        "Reads the semantic roles of annotation files, or of text with factors. A segment whose "
        "words have no roles is an error; one whose words have empty roles does not count.",
};

}  // namespace mtgauge
