// Writes the sections about words, n-grams and errors.
#include <fmt/format.h>

#include "core/report/forms/html.h"
#include "core/report/page/chart.h"
#include "core/report/page/sections.h"

namespace mtgauge {
namespace {

constexpr size_t kMostOpenTables = 1;  // number of tables of pairs that are open at first

std::string ShareText(double share) { return fmt::format("{:.3f}", share); }

std::string WordsPart(const PageData& page, size_t number) {
  const WordTable& words = page.findings.words[number];
  KindChart chart;
  chart.title = fmt::format("F1 of words by {} (n: words of the references)", words.label);
  chart.x = words.label;
  chart.y = "F1";
  chart.series = page.systems;
  chart.dots.resize(page.systems.size());
  HtmlTable table;
  table.caption = "Words by " + words.label;
  table.groups = {{"", 2}};
  table.heads = {Html(words.label), "in references"};
  for (const std::string& name : page.systems) {
    table.groups.push_back({name, 3});
    table.heads.insert(table.heads.end(), {"F1", "<abbr title=\"precision\">P</abbr>",
                                           "<abbr title=\"recall\">R</abbr>"});
  }
  for (const WordKind& kind : words.kinds) {
    chart.kinds.push_back(kind.name);
    chart.counts.push_back(kind.reference);
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {NameHtml(kind.name), std::to_string(kind.reference)};
    for (size_t s = 0; s < kind.systems.size(); ++s) {
      const WordCounts& counts = kind.systems[s];
      const double f1 = F1Of(kind, counts);
      chart.dots[s].emplace_back();
      if (kind.reference + counts.hypothesis > 0) chart.dots[s].back().value = f1;
      row.insert(row.end(), {ShareText(f1), ShareText(PrecisionOf(counts)),
                             ShareText(RecallOf(kind, counts))});
    }
  }
  return fmt::format("<h3 id=\"words-{}\">By {}</h3>\n", number, Html(words.label)) +
         BesideHtml(ChartHtml(chart) + TableHtml(table));
}

std::string NgramRows(const PageData& page, const NgramDifferences& table,
                      const std::vector<NgramDifference>& ngrams, bool a_better) {
  const std::string& better = page.systems[a_better ? table.a : table.b];
  if (ngrams.empty()) return "<p>" + NameHtml(better) + " is better at no n-gram.</p>\n";
  HtmlTable html;
  html.caption = better + " is better";
  html.heads = {"n-gram",
                NameHtml(page.systems[table.a]),
                NameHtml(page.systems[table.b]),
                "in references",
                "score",
                "segments"};
  for (const NgramDifference& ngram : ngrams) {
    std::string links;
    for (const uint64_t segment : ngram.segments) links += SegmentLink(segment) + ' ';
    html.rows.push_back({NameHtml(ngram.ngram), std::to_string(ngram.a), std::to_string(ngram.b),
                         std::to_string(ngram.reference), ShareText(ngram.score), links});
  }
  return TableHtml(html);
}

std::string NgramsPart(const PageData& page) {
  const std::vector<NgramDifferences>& tables = page.findings.ngrams;
  if (tables.empty()) return {};
  std::string out =
      "<h3>N-grams that one system has more often</h3>\n"
      "<p>Matches of each system with the references. The score is (a + 1) / (a + b + 2): near 1 "
      "the first system is better, near 0 the second.</p>\n";
  for (size_t i = 0; i < tables.size(); ++i) {
    out += DetailsHtml(PairHtml(page, tables[i].a, tables[i].b),
                       BesideHtml(NgramRows(page, tables[i], tables[i].a_better, true) +
                                  NgramRows(page, tables[i], tables[i].b_better, false)),
                       i < kMostOpenTables);
  }
  return out;
}

// Makes a chart and a table of the errors of one side, as counts and rates.
std::string ErrorsTable(const PageData& page, std::string_view words, bool reference) {
  KindChart chart;
  chart.title = fmt::format("Errors per 100 words of the {}", words);
  chart.x = "class";
  chart.y = "per 100 words";
  chart.series = page.systems;
  chart.stems = true;
  HtmlTable table;
  table.caption = chart.title + ", and their number";
  table.heads = {"system", "words"};
  std::vector<ErrorClass> classes = ErrorClassesOf(page.findings);
  std::erase_if(classes, [&](const ErrorClass& error) { return error.reference != reference; });
  for (const ErrorClass& error : classes) {
    table.heads.emplace_back(error.name);
    chart.kinds.emplace_back(error.name);
  }
  for (size_t s = 0; s < page.findings.errors.size(); ++s) {
    const SystemErrors& errors = page.findings.errors[s];
    const uint64_t total = reference ? errors.reference_words : errors.hypothesis_words;
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {NameHtml(page.systems[s]), std::to_string(total)};
    std::vector<KindChart::Dot>& dots = chart.dots.emplace_back();
    for (const ErrorClass& error : classes) {
      const uint64_t count = ErrorsOf(errors, error);
      const double rate = ErrorRate(count, total);
      dots.push_back({rate});
      row.push_back(fmt::format("{:.2f} <span class=\"interval\">({})</span>", rate, count));
    }
  }
  return BesideHtml(ChartHtml(chart) + TableHtml(table));
}

}  // namespace

std::vector<ErrorClass> ErrorClassesOf(const Findings& findings) {
  std::vector<ErrorClass> classes;
  for (const bool reference : {true, false}) {
    if (findings.base_forms) {
      classes.push_back(
          {"inflection", "wrong forms of words", reference, &ErrorCounts::inflection});
    }
    classes.push_back({"order", "words in another place", reference, &ErrorCounts::order});
    classes.push_back({"lexical", "wrong words", reference, &ErrorCounts::lexical});
  }
  constexpr auto kUnmatched = &ErrorCounts::missing;
  classes.push_back({"missing", "missing words", true, kUnmatched});
  classes.push_back({"extra", "extra words", false, kUnmatched});
  return classes;
}

uint64_t ErrorsOf(const SystemErrors& errors, const ErrorClass& error) {
  return (error.reference ? errors.reference : errors.hypothesis).*error.count;
}

double ErrorRate(uint64_t errors, uint64_t words) {
  constexpr double kPer = 100;
  return words > 0 ? kPer * static_cast<double>(errors) / static_cast<double>(words) : 0;
}

std::string WordsSection(const PageData& page) {
  const Findings& findings = page.findings;
  if (findings.words.empty() && findings.ngrams.empty()) return {};
  std::string about;
  std::string out = fmt::format(
      "<p>Words are tokens of the tokenizer <code>{}</code>{}. A word of a hypothesis matches if "
      "its reference has it, each as often as it occurs. P is precision, R is recall.</p>\n",
      Html(findings.tokenizer), findings.lowercase ? ", in lower case" : "");
  for (size_t i = 0; i < findings.words.size(); ++i) {
    about += (i > 0 ? ", " : "by ") + findings.words[i].label;
    out += WordsPart(page, i);
  }
  if (!findings.ngrams.empty()) about += about.empty() ? "n-grams" : "; n-grams";
  return SectionHtml("words", "Words", about, out + NgramsPart(page), false);
}

std::string ErrorsSection(const PageData& page) {
  if (page.findings.errors.empty()) return {};
  std::string out =
      "<p>Classes of Popović and Ney (2011). Order: the word is there, elsewhere. Lexical: another "
      "word is in its place. ";
  out +=
      page.findings.base_forms
          ? "Inflection: another form of its base form is there.</p>\n"
          : "Errors of inflection are counted among these, since base forms are not known.</p>\n";
  out += "<h3>Seen from the references</h3>\n" + ErrorsTable(page, "references", true);
  out += "<h3>Seen from the hypotheses</h3>\n" + ErrorsTable(page, "hypotheses", false);
  return SectionHtml("errors", "Errors", "words in another place, wrong, missing or extra", out,
                     false);
}

}  // namespace mtgauge
