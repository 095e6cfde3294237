// The page contains its data, as text, whatever the text is.
#include "core/report/page/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/forms/html.h"
#include "core/report/page/page_assets.h"
#include "core/report/page/segment_chunks.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kHostile[] = {"</script><script>alert(1)</script>",
                                         "<!-- <script>",
                                         "]]> -->",
                                         "\" onload=\"alert(1)",
                                         "' x='",
                                         "\xE2\x80\xAE\xE2\x81\xA6 turned",
                                         "\xFF\xC3 not UTF-8",
                                         "&amp;&#60;",
                                         "a\nb\tc"};

MetricComparison Metric(const std::vector<std::string>& systems, const std::string& group) {
  MetricComparison metric;
  metric.group = group;
  metric.metric = "BLEU";
  metric.signature = "nrefs:1|tok:13a";
  metric.test_signature = "test:bs";
  for (size_t s = 0; s < systems.size(); ++s) {
    SystemEstimate system;
    system.name = systems[s];
    system.score = 40.25 - static_cast<double>(s);
    system.interval = {system.score - 1, system.score + 1};
    metric.systems.push_back(system);
    for (size_t b = s + 1; b < systems.size(); ++b) {
      PairTest pair;
      pair.a = static_cast<uint32_t>(s);
      pair.b = static_cast<uint32_t>(b);
      pair.difference = static_cast<double>(b - s);
      pair.p = pair.p_adjusted = 0.01;
      pair.significant = true;
      pair.detectable = 0.75;
      metric.pairs.push_back(pair);
    }
  }
  return metric;
}

// Returns some of everything; segment i has `text` and its number in all texts.
Findings Make(const std::vector<std::string>& systems, size_t segments,
              const std::string& text = "text") {
  Findings findings;
  findings.systems = systems;
  findings.metrics = {"BLEU"};
  findings.higher_is_better = {true};
  findings.tokenizer = "13a";
  findings.comparison.segments = segments;
  findings.comparison.metrics = {Metric(systems, "")};
  findings.buckets = {
      {"length", text + " length", {text + " short", "long"}, {}, {segments, 0}, {}}};
  findings.buckets[0].metrics = {Metric(systems, text + " short")};
  findings.histograms = {{text + " difference", {"-1", "0"}, {}}};
  findings.words = {{"frequency", text + " occurrences", {{text + " 1", 10, {}}}}};
  for (size_t s = 0; s < systems.size(); ++s) {
    findings.histograms[0].counts.push_back({3, 4});
    findings.words[0].kinds[0].systems.push_back({8, 4});
    SystemErrors errors;
    errors.reference_words = errors.hypothesis_words = 200;
    errors.reference.lexical = 5;
    findings.errors.push_back(errors);
  }
  if (systems.size() > 1) {
    NgramDifferences ngrams;
    ngrams.b = 1;
    ngrams.a_better = {{text + " n-gram", 0.9, 8, 0, 9, {0}}};
    findings.ngrams = {ngrams};
    ExampleTable examples;
    examples.b = 1;
    examples.a_better = {{0, 80.5, 20.25}};
    findings.examples = {examples};
  }
  for (size_t i = 0; i < segments; ++i) {
    const std::string own = text + std::to_string(i);
    findings.segments.push_back({{own}, std::vector<std::string>(systems.size(), own)});
    findings.buckets[0].bucket_of_segment.push_back(0);
    findings.scores.insert(findings.scores.end(), systems.size(), 12.5);
    findings.source.push_back(own);
    findings.ids.push_back(own);
    findings.documents.push_back(own);
  }
  return findings;
}

std::string PageOf(const Findings& findings, const PageOptions& options = {}) {
  std::string page = PageHead(findings, options);
  for (size_t c = 0; c < PageChunks(findings); ++c) page += PageChunk(findings, c);
  return page + PageTail(findings, options);
}

std::string Inflated(const std::string& bytes) {
  std::string out(size_t{1} << 24, '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                       reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
            Z_OK);
  return out.substr(0, size);
}

std::string FromBase64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  uint32_t bits = 0, held = 0;
  for (const char c : text) {
    if (c == '=') break;
    held = held << 6 | static_cast<uint32_t>(kDigits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(held >> bits & 0xFF);
  }
  return out;
}

// Returns the data in a chunk's element.
nlohmann::json Chunk(const Findings& findings, size_t chunk) {
  const std::string element = PageChunk(findings, chunk);
  const size_t begin = element.find('>') + 1;
  return nlohmann::json::parse(
      Inflated(FromBase64(element.substr(begin, element.find('<', begin) - begin))));
}

// Returns the page's elements with their numbers, without text.
std::map<std::string, size_t> ElementsOf(const std::string& page) {
  const std::regex tag("<(/?[a-z0-9]+)([ >])");
  std::map<std::string, size_t> elements;
  const size_t end = page.find("<script");
  const size_t begin = page.find("</style>");
  const std::string body = page.substr(begin, end - begin);
  for (std::sregex_iterator at(body.begin(), body.end(), tag); at != std::sregex_iterator(); ++at) {
    ++elements[(*at)[1]];
  }
  return elements;
}

TEST(Page, EqualFindingsGiveEqualBytes) {
  EXPECT_EQ(PageOf(Make({"a", "b"}, 10)), PageOf(Make({"a", "b"}, 10)));
}

TEST(Page, ShowsScoresTestsAndNotes) {
  Findings findings = Make({"a.txt", "b.txt", "c.txt"}, 10);
  findings.citation = "We report <BLEU>.\n\n@inproceedings{b}\n";
  findings.details = {{{{"bp", 0.25}, {"counts", std::vector<int64_t>{3, 1}}},
                       {{"bp", 1.0}, {"counts", std::vector<int64_t>{4, 2}}},
                       {{"bp", 1.0}, {"counts", std::vector<int64_t>{5, 3}}}}};
  const std::string page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<title>a.txt, b.txt and c.txt</title>"));
  EXPECT_THAT(page, HasSubstr("[39.25, 41.25]"));
  EXPECT_THAT(page, HasSubstr("+1.00*"));
  EXPECT_THAT(page, HasSubstr("this test set can find a difference of 0.75"));
  EXPECT_THAT(page, HasSubstr("BLEU|nrefs:1|tok:13a"));
  EXPECT_THAT(page, HasSubstr("<pre>We report &lt;BLEU&gt;.\n\n@inproceedings{b}\n</pre>"));
  EXPECT_THAT(page, HasSubstr("<bdi>counts</bdi></th><td>3/1</td><td>4/2</td><td>5/3</td>"));
  EXPECT_THAT(page, HasSubstr("<bdi>bp</bdi></th><td>0.25</td><td>1</td><td>1</td>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#s1\">1</a>"));
  EXPECT_THAT(page, HasSubstr("2.50 <span class=\"interval\">(5)</span>"));
  EXPECT_THAT(page, HasSubstr("<td>0.444</td><td>0.500</td><td>0.400</td>"));
}

// Returns the first sentence, without its elements.
std::string AnswerOf(const Findings& findings) {
  const std::string page = PageOf(findings);
  const std::string_view begin = "<p class=\"answer\">";
  const size_t at = page.find(begin) + begin.size();
  return std::regex_replace(page.substr(at, page.find("</p>", at) - at), std::regex("<[^>]*>"), "");
}

TEST(Summary, SaysWhoIsBetterByHowMuchAndInWhat) {
  Findings findings = Make({"a", "b", "c"}, 10);
  EXPECT_EQ(AnswerOf(findings),
            "a is better than b, second by score of 3 systems, by 1.00 BLEU (40.25 against 39.25, "
            "adjusted p = 0.0100).");
  findings.errors[1].reference.missing = 20;
  findings.errors[1].reference.order = 10;
  EXPECT_THAT(AnswerOf(findings), EndsWith("p = 0.0100), above all with fewer missing words: 0.0 "
                                           "per 100 words of the references against 10.0."));
  findings.comparison.metrics[0].higher_is_better = false;
  EXPECT_THAT(AnswerOf(findings),
              StartsWith("c is better than b, second by score of 3 systems, by"));
}

TEST(Summary, ClaimsNothingThatIsNotSignificant) {
  Findings findings = Make({"a", "b"}, 10);
  PairTest& test = findings.comparison.metrics[0].pairs[0];
  test.significant = false;
  test.p_adjusted = 0.4;
  EXPECT_EQ(AnswerOf(findings),
            "a and b cannot be told apart: their difference of 1.00 BLEU is not significant (40.25 "
            "against 39.25, adjusted p = 0.4000); this test set can find a difference "
            "of 0.75 (80% power).");
  test.difference = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(AnswerOf(findings), HasSubstr("cannot be compared by BLEU"));
}

TEST(Summary, NamesTheBaseline) {
  Findings findings = Make({"a", "b"}, 10);
  findings.comparison.options.baseline = 0;
  EXPECT_THAT(AnswerOf(findings), StartsWith("The baseline a is better than b by 1.00 BLEU ("));
  findings.comparison.options.baseline = 1;
  EXPECT_THAT(AnswerOf(findings), StartsWith("a is better than the baseline b by 1.00 BLEU ("));
}

TEST(Summary, OfOneSystemIsItsScore) {
  EXPECT_EQ(AnswerOf(Make({"a"}, 10)), "a: 40.25 BLEU (95% interval [39.25, 41.25]).");
}

TEST(Summary, EqualScoresShareTheFirstPlace) {
  Findings findings = Make({"a", "b", "c"}, 10);
  MetricComparison& metric = findings.comparison.metrics[0];
  metric.pairs.clear();
  EXPECT_THAT(AnswerOf(findings), StartsWith("a has the best score: 40.25 BLEU"));
  metric.systems[1].score = metric.systems[0].score;
  EXPECT_THAT(AnswerOf(findings), StartsWith("a and b have the best score: 40.25 BLEU"));
}

TEST(Summary, OfAMetricThatDoesNotRankNamesNoBest) {
  Findings findings = Make({"a", "b", "c"}, 10);
  MetricComparison& metric = findings.comparison.metrics[0];
  metric.ranks = false;
  EXPECT_EQ(
      AnswerOf(findings),
      "a is higher than b by 1.00 BLEU (40.25 against 39.25, adjusted p = 0.0100), and neither "
      "higher nor lower is better.");
  metric.pairs.clear();
  EXPECT_EQ(AnswerOf(findings), "BLEU: 38.25 to 40.25, and neither higher nor lower is better.");
  EXPECT_THAT(PageOf(findings), Not(HasSubstr("best first")));
  Findings one = Make({"a"}, 10);
  one.comparison.metrics[0].ranks = false;
  EXPECT_EQ(AnswerOf(one), "BLEU: 40.25, and neither higher nor lower is better.");
}

TEST(Summary, SaysWhereOtherMetricsDisagree) {
  Findings findings = Make({"a", "b"}, 10);
  findings.comparison.metrics.push_back(findings.comparison.metrics[0]);
  findings.comparison.metrics[1].metric = "TER";
  findings.comparison.metrics[1].higher_is_better = false;
  EXPECT_THAT(PageOf(findings), HasSubstr("<p>By TER, <bdi>b</bdi> is significantly better. </p>"));
}

TEST(Summary, LinksToWhatTellsMost) {
  Findings findings = Make({"a", "b"}, 10);
  findings.checks = {{"empty", {0, 0}}, {"looping", {0, 3}}};
  findings.comparison.metrics[0].pairs[0].brevity = 0.75;
  findings.errors[0].reference.order = 4;
  std::string page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<a href=\"#checks\">Broken outputs: 3 of 10 of <bdi>b</bdi> are "
                              "looping</a>"));
  EXPECT_THAT(page, HasSubstr("id=\"checks\""));
  EXPECT_THAT(page, HasSubstr("<a href=\"#scores\">Length: 0.75 of the difference of 1.00 BLEU is "
                              "brevity penalty</a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#errors\">Errors: <bdi>a</bdi> has more words in another "
                              "place, 2.0 per 100 words of the references against 0.0</a>"));
  // Another kind, in which the other system is better, comes before the errors.
  SegmentBuckets& buckets = findings.buckets[0];
  buckets.segments[1] = 4;
  buckets.metrics.push_back(Metric({"a", "b"}, "long"));
  buckets.metrics[1].pairs[0].difference = -0.5;
  page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<a href=\"#kinds-0\">BLEU by text length: in <bdi>long</bdi> (4 "
                              "segments), <bdi>b</bdi> is better by 0.50 BLEU</a>"));
  EXPECT_THAT(page, HasSubstr("id=\"kinds-0\""));
  EXPECT_THAT(page, Not(HasSubstr("Errors: <bdi>")));
}

TEST(Page, ShowsOneMetricAtATime) {
  Findings findings = Make({"a", "b"}, 10);
  EXPECT_THAT(PageOf(findings), Not(HasSubstr("id=\"metric\"")));
  findings.comparison.metrics.push_back(findings.comparison.metrics[0]);
  findings.comparison.metrics[1].metric = "<TER>";
  const std::string page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<option value=\"1\">&lt;TER&gt;</option>"));
  EXPECT_THAT(page, HasSubstr("<div data-metric=\"0\">"));
  EXPECT_THAT(page, HasSubstr("<div data-metric=\"1\" hidden>"));
}

TEST(Page, ColoursTheMatrixBySizeAndSignificance) {
  Findings findings = Make({"a", "b", "c"}, 10);
  findings.comparison.metrics[0].pairs[2].significant = false;
  const std::string page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<td><strong class=\"better2\">+1.00*</strong></td>"
                              "<td><strong class=\"better3\">+2.00*</strong></td>"));
  EXPECT_THAT(page, HasSubstr("<td><strong class=\"worse3\">-2.00*</strong></td><td>-1.00</td>"));
}

TEST(Page, ShowsChecksOrSaysThatTheyFoundNothing) {
  Findings findings = Make({"a", "b"}, 10);
  EXPECT_THAT(PageOf(findings), Not(HasSubstr("no output is")));
  findings.checks = {{"empty", {0, 0}}, {"looping", {0, 0}}};
  EXPECT_THAT(PageOf(findings), HasSubstr("<p>Checks: no output is empty or looping.</p>"));
  findings.checks[1].found[1] = 1;
  const std::string page = PageOf(findings);
  EXPECT_THAT(page, Not(HasSubstr("no output is")));
  EXPECT_THAT(page, HasSubstr("Broken outputs, in percent"));
  EXPECT_THAT(page, HasSubstr("<bdi>b</bdi></th><td>0</td><td>10</td>"));
}

TEST(Page, NamesItsScriptAndStyleInThePolicy) {
  const std::string page = PageOf(Make({"a"}, 1));
  const std::regex policy(
      "default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}=' "
      "'sha256-[A-Za-z0-9+/]{43}='; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'");
  EXPECT_TRUE(std::regex_search(page, policy));
  EXPECT_EQ(page.find(" style="), std::string::npos);
  for (const auto& script : {std::string(kPageScript), std::string(kSegmentsScript)}) {
    EXPECT_THAT(page, HasSubstr("<script>" + script + "</script>"));
    EXPECT_THAT(script, Not(HasSubstr("</script")));
    EXPECT_THAT(script, Not(HasSubstr("<!--")));
  }
}

TEST(Page, TextsOfTheInputAddNoElement) {
  Findings cited = Make({"a", "b"}, 3);
  cited.citation = "cited";
  const std::map<std::string, size_t> plain = ElementsOf(PageOf(cited));
  for (const std::string_view hostile : kHostile) {
    const std::string text(hostile);
    Findings findings = Make({text + "a", text + "b"}, 3, text);
    findings.tokenizer = text;
    findings.citation = text;
    findings.comparison.metrics[0].signature = text;
    const std::string page = PageOf(findings, {text, 2});
    EXPECT_EQ(ElementsOf(page), plain) << text;
    EXPECT_TRUE(IsValidUtf8(page));
    // NUL and characters that change the text direction occur nowhere.
    for (const std::string_view never :
         {std::string_view("\0", 1), std::string_view("\xE2\x80\xAE"), std::string_view("<!-- ")}) {
      EXPECT_EQ(page.substr(0, page.find("<script")).find(never), std::string::npos) << text;
    }
    const std::string tail = PageTail(findings, {});
    EXPECT_EQ(tail.find("</script>"), tail.find("</script>\n<script>")) << text;
  }
}

TEST(Html, ShowsControlCharacters) {
  EXPECT_EQ(Html(std::string_view("a\0\x7F<&>\"'", 8)), "a␀␡&lt;&amp;&gt;&quot;&#39;");
  EXPECT_EQ(Html("\xE2\x80\xAEx"), "[U+202E]x");
  EXPECT_EQ(Html("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(ShortHtml("äöü", 3), "ä…");
  EXPECT_EQ(ShortHtml(std::string(1 << 20, 'x')), std::string(200, 'x') + "…");
}

TEST(Page, ChunksInflateToWhatWentIn) {
  Findings findings = Make({"a", "b"}, 4500);
  EXPECT_EQ(PageChunks(findings), 3u);
  findings.segments[4000].references[0].reset();
  findings.segments[4000].hypotheses = {"", "\xF0\x9F\x98\x80é\n\xFF"};
  findings.scores[2 * 4000] = std::numeric_limits<double>::quiet_NaN();
  findings.skipped.assign(4500, 0);
  findings.skipped[4001] = 1;
  const nlohmann::json chunk = Chunk(findings, 2);
  EXPECT_THAT(chunk["t"].get<std::string>(),
              StartsWith("text4000\n\n\n\xF0\x9F\x98\x80é\n\xEF\xBF\xBD\ntext4001\n"));
  EXPECT_EQ(chunk["n"].size(), 4u * 500);
  const std::vector<int> first(chunk["n"].begin(), chunk["n"].begin() + 4);
  EXPECT_THAT(first, ElementsAre(8, -1, 0, 5));
  EXPECT_TRUE(chunk["s"][0].is_null());
  EXPECT_EQ(chunk["s"][1], 12.5);
  EXPECT_EQ(chunk["b"][0].size(), 500u);
  EXPECT_EQ(chunk["i"][499], "text4499");
  EXPECT_EQ(chunk["d"][0], "text4000");
  EXPECT_THAT(chunk["x"], ElementsAre(1));
}

TEST(Page, ReferencesThatASegmentHasNotAreMissing) {
  Findings findings = Make({"a"}, 2);
  findings.source.clear();
  findings.segments[1].references = {"x", "y"};
  EXPECT_THAT(Chunk(findings, 0)["n"], ElementsAre(5, -1, 5, 1, 1, 5));
}

TEST(Page, ErrorSpansAreCountedAsTheScriptDoes) {
  Findings findings = Make({"a", "b"}, 2);
  EXPECT_THAT(Chunk(findings, 0)["e"], ElementsAre());
  EXPECT_EQ(PageHead(findings, {}).find("errors marked by"), std::string::npos);
  findings.segments[1].hypotheses[1] = "é \xF0\x9F\x98\x80\xFFz";
  findings.markers = {"people", "<i>judge"};
  findings.spans = {{}, {{1, 0, 2, 5, "major", "</script>", "\"r1"}, {1, 1, 0, 1, "", "", ""}}};
  EXPECT_EQ(Chunk(findings, 0)["e"], nlohmann::json::parse(R"([
    [1, 1, 0, 2, 6, "major", "</script>", "\"r1"], [1, 1, 1, 0, 1, "", "", ""]])"));
  const std::string head = PageHead(findings, {});
  EXPECT_THAT(head, HasSubstr("<span class=\"error by0\"><bdi>people</bdi></span>, <span "
                              "class=\"error by1\"><bdi>&lt;i&gt;judge</bdi></span>"));
  EXPECT_THAT(PageTail(findings, {}), HasSubstr(R"("markers":["people","\u003ci>judge"])"));
}

TEST(Page, LongSegmentsAndNulAreKept) {
  const std::string text = std::string(1 << 20, 'x') + std::string(1, '\0') + "</script>";
  const nlohmann::json chunk = Chunk(Make({"a"}, 1, text), 0);
  EXPECT_THAT(chunk["t"].get<std::string>(), StartsWith(text));
  EXPECT_THAT(chunk["n"], Each(static_cast<int>(text.size()) + 1));
}

TEST(Page, DoesWithoutPairsSegmentsOrFindings) {
  const std::string alone = PageOf(Make({"a"}, 0));
  EXPECT_THAT(alone, Not(HasSubstr("tests of pairs")));
  EXPECT_THAT(alone, HasSubstr("{\"segments\":0,"));
  Findings empty;
  empty.systems = {"a"};
  empty.comparison.metrics = {Metric(empty.systems, "")};
  const std::string page = PageOf(empty);
  EXPECT_THAT(page, Not(HasSubstr("id=\"kinds\"")));
  EXPECT_THAT(page, EndsWith("</html>\n"));
}

// A kind of one segment has no interval to show how little it says.
TEST(Page, ChartsShowTheSizeOfEachKind) {
  const std::string page = PageOf(Make({"a", "b"}, 1));
  EXPECT_THAT(page, HasSubstr(">n = 1</text>"));
  EXPECT_THAT(page, HasSubstr(">n = 10</text>"));  // words
}

TEST(Page, ScoresThatAreNotThereShowSo) {
  Findings findings = Make({"a", "b"}, 1);
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (std::vector<MetricComparison>* metrics :
       {&findings.comparison.metrics, &findings.buckets[0].metrics}) {
    (*metrics)[0].systems[1].score = none;
    (*metrics)[0].systems[1].interval = {};
    (*metrics)[0].pairs[0].difference = none;
  }
  findings.ngrams[0].a_better.clear();
  const std::string page = PageOf(findings);
  EXPECT_THAT(page, HasSubstr("<td>n/a</td>"));
  EXPECT_THAT(page, HasSubstr("is better at no n-gram"));
  EXPECT_EQ(page.find("nan\""), std::string::npos);
  EXPECT_EQ(page.find("inf\""), std::string::npos);
}

}  // namespace
}  // namespace mtgauge
