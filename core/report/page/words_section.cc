// Writes the sections about words, n-grams and errors.
#include <fmt/format.h>

#include <algorithm>

#include "core/report/page/chart.h"
#include "core/report/page/html.h"
#include "core/report/page/sections.h"

namespace mtgauge {
namespace {

constexpr size_t kMostOpenTables = 3;  // number of tables of pairs that are open at first
constexpr double kPer = 100;           // rates are per this many words

std::string ShareText(double share) { return fmt::format("{:.3f}", share); }

std::string WordsPart(const PageData& page, const WordTable& words) {
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
    table.heads.insert(table.heads.end(), {"F1", "precision", "recall"});
  }
  for (const WordKind& kind : words.kinds) {
    chart.kinds.push_back(kind.name);
    chart.counts.push_back(kind.reference);
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {NameHtml(kind.name), std::to_string(kind.reference)};
    for (size_t s = 0; s < kind.systems.size(); ++s) {
      const WordCounts& counts = kind.systems[s];
      const double f1 = F1Of(kind, counts);
      chart.dots[s].push_back({f1});
      row.insert(row.end(), {ShareText(f1), ShareText(PrecisionOf(counts)),
                             ShareText(RecallOf(kind, counts))});
    }
  }
  const std::string drawn = ChartHtml(chart);
  return "<h3>By " + Html(words.label) + "</h3>\n" + drawn +
         DetailsHtml("Words by " + Html(words.label) + ": the figures", TableHtml(table),
                     drawn.empty());
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
                       NgramRows(page, tables[i], tables[i].a_better, true) +
                           NgramRows(page, tables[i], tables[i].b_better, false),
                       i < kMostOpenTables);
  }
  return out;
}

struct ErrorClass {
  std::string_view name;
  uint64_t ErrorCounts::*count;
};

// Makes a chart and a table of the errors of one side, as counts and rates.
std::string ErrorsTable(const PageData& page, std::string_view words, bool reference,
                        const std::vector<ErrorClass>& classes) {
  KindChart chart;
  chart.title = fmt::format("Errors per 100 words of the {}", words);
  chart.x = "class";
  chart.y = "per 100 words";
  chart.series = page.systems;
  chart.stems = true;
  HtmlTable table;
  table.caption = chart.title + ", and their number";
  table.heads = {"system", "words"};
  for (const ErrorClass& row : classes) {
    table.heads.emplace_back(row.name);
    chart.kinds.emplace_back(row.name);
  }
  for (size_t s = 0; s < page.findings.errors.size(); ++s) {
    const SystemErrors& errors = page.findings.errors[s];
    const uint64_t total = reference ? errors.reference_words : errors.hypothesis_words;
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {NameHtml(page.systems[s]), std::to_string(total)};
    std::vector<KindChart::Dot>& dots = chart.dots.emplace_back();
    for (const ErrorClass& error : classes) {
      const uint64_t count = (reference ? errors.reference : errors.hypothesis).*error.count;
      const double rate =
          total > 0 ? kPer * static_cast<double>(count) / static_cast<double>(total) : 0;
      dots.push_back({rate});
      row.push_back(fmt::format("{:.2f} <span class=\"interval\">({})</span>", rate, count));
    }
  }
  return ChartHtml(chart) + TableHtml(table);
}

}  // namespace

std::string WordsSection(const PageData& page) {
  const Findings& findings = page.findings;
  if (findings.words.empty() && findings.ngrams.empty()) return {};
  std::string out = fmt::format(
      "<section id=\"words\" aria-labelledby=\"words-head\">\n"
      "<h2 id=\"words-head\">Words</h2>\n<p>Words are tokens of the tokenizer <code>{}</code>{}. A "
      "word of a hypothesis matches if its reference has it, each as often as it occurs.</p>\n",
      Html(findings.tokenizer), findings.lowercase ? ", in lower case" : "");
  for (const WordTable& table : findings.words) out += WordsPart(page, table);
  return out + NgramsPart(page) + "</section>\n";
}

std::string ErrorsSection(const PageData& page) {
  if (page.findings.errors.empty()) return {};
  std::vector<ErrorClass> reference, hypothesis;
  if (page.findings.base_forms) reference.push_back({"inflection", &ErrorCounts::inflection});
  reference.push_back({"order", &ErrorCounts::order});
  reference.push_back({"lexical", &ErrorCounts::lexical});
  hypothesis = reference;
  reference.push_back({"missing", &ErrorCounts::missing});
  hypothesis.push_back({"extra", &ErrorCounts::missing});
  std::string out =
      "<section id=\"errors\" aria-labelledby=\"errors-head\">\n"
      "<h2 id=\"errors-head\">Errors</h2>\n<p>Classes of Popović and Ney (2011). Order: the word "
      "is there, elsewhere. Lexical: another word is in its place. ";
  out +=
      page.findings.base_forms
          ? "Inflection: another form of its base form is there.</p>\n"
          : "Errors of inflection are counted among these, since base forms are not known.</p>\n";
  out += "<h3>Seen from the references</h3>\n" + ErrorsTable(page, "references", true, reference);
  out += "<h3>Seen from the hypotheses</h3>\n" + ErrorsTable(page, "hypotheses", false, hypothesis);
  return out + "</section>\n";
}

}  // namespace mtgauge
