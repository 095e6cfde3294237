// The table of publications.
#include "core/report/cite/citations.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

// Each entry, with the words that cite it on the line before.
constexpr std::string_view kEntries =
#include "core/report/cite/citations.bib.inc"
    ;
constexpr std::string_view kEntryEnd = "\n}\n";

std::vector<Publication> ReadPublications() {
  std::vector<Publication> publications;
  for (std::string_view left = kEntries; !left.empty();) {
    const size_t begin = left.find('\n') + 1;
    const size_t end = left.find(kEntryEnd) + kEntryEnd.size();
    publications.push_back({left.substr(0, begin - 1), left.substr(begin, end - begin)});
    left.remove_prefix(end + 1);
  }
  return publications;
}

constexpr std::string_view kStemOption = "stem";

}  // namespace

std::span<const Publication> Publications() {
  static const std::vector<Publication>& publications = *new auto(ReadPublications());
  return publications;
}

const Publication* FindPublication(std::string_view cited_as) {
  for (const Publication& publication : Publications()) {
    if (publication.cited_as == cited_as) return &publication;
  }
  return nullptr;
}

CitedMethod MethodOf(TestKind test) {
  switch (test) {
    case TestKind::kBootstrap:
      return {"paired bootstrap resampling", "Koehn (2004)"};
    case TestKind::kWilcoxon:
      return {"Wilcoxon's signed-rank test", "Wilcoxon (1945)"};
    case TestKind::kWald:
      return {"Wald's test of strengths fitted to judgements of pairs", "Bradley and Terry (1952)"};
    case TestKind::kRandomization:
      break;
  }
  return {"approximate randomization", "Riezler and Maxwell (2005)"};
}

CitedMethod MethodOf(Correction correction) {
  switch (correction) {
    case Correction::kMaxT:
      return {"step-down max-T", "Westfall and Young (1993)"};
    case Correction::kHolm:
      return {"Holm's method", "Holm (1979)"};
    case Correction::kHochberg:
      return {"Hochberg's method", "Hochberg (1988)"};
    case Correction::kBonferroni:
      return {"Bonferroni's method", "Dunn (1961)"};
    case Correction::kSidak:
      return {"Šidák's method", "Šidák (1967)"};
    case Correction::kBenjaminiHochberg:
      return {"the false discovery rate", "Benjamini and Hochberg (1995)"};
    case Correction::kBenjaminiYekutieli:
      return {"the false discovery rate under any dependence", "Benjamini and Yekutieli (2001)"};
    case Correction::kNone:
      break;
  }
  return {"", ""};
}

CitedMethod MethodOf(MetricTest test) {
  if (test == MetricTest::kPermBoth) return {"PERM-BOTH", "Deutsch et al. (2021)"};
  return {"Williams's test", "Williams (1959)"};
}

Papers PapersOf(const MadeMetric& made) {
  Papers papers;
  if (!made.row->paper.empty()) papers.push_back(made.row->paper);
  for (const std::string_view paper : made.metric->MorePapers()) papers.push_back(paper);
  return papers;
}

Papers PapersOfTokenizer(std::string_view name) {
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    if (row.name == name.substr(0, name.find(':'))) return {row.papers.begin(), row.papers.end()};
  }
  return {};
}

std::string_view PaperOfStemmer(std::string_view name) {
  return name == "porter" ? "Porter (1980)" : "Porter (2001)";
}

std::vector<CitedPart> CitedParts(const MadeMetric& made) {
  std::vector<CitedPart> parts;
  const auto add = [&](std::string words, Papers papers) {
    const bool known = std::any_of(parts.begin(), parts.end(),
                                   [&](const CitedPart& part) { return part.words == words; });
    if (!papers.empty() && !known) parts.push_back({std::move(words), std::move(papers)});
  };
  // Stemmers that are part of a metric are described in its own paper.
  const bool stemmer_is_option =
      std::any_of(made.row->options.begin(), made.row->options.end(),
                  [](const MetricOptionRow& option) { return option.name == kStemOption; });
  for (const ViewSpec& view : made.metric->Views()) {
    if (view.tokenizer != nullptr) {
      const std::string_view name = view.tokenizer->name;
      add(fmt::format("the tokenizer {}", name.substr(0, name.find(':'))), PapersOfTokenizer(name));
    }
    if (view.stemmer != nullptr && stemmer_is_option) {
      add(fmt::format("the stemmer {}", view.stemmer->name), {PaperOfStemmer(view.stemmer->name)});
    }
  }
  return parts;
}

std::string InBrackets(const Papers& papers) {
  std::string text;
  for (const std::string_view paper : papers) {
    const size_t open = paper.rfind(" (");
    text += fmt::format("{}{}, {}", text.empty() ? "(" : "; ", paper.substr(0, open),
                        paper.substr(open + 2, paper.size() - open - 3));
  }
  return text.empty() ? text : text + ')';
}

}  // namespace mtgauge
