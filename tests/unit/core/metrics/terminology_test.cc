// Terms: by hand, beside their slow versions, and what is refused.
#include <fmt/format.h>

#include "core/text/words/glossary.h"
#include "mtgauge/mtgauge.h"
#include "tests/oracle/naive_terminology.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Lines;
using test::SplitAtSpaces;

struct TermTexts {
  Lines source, hypothesis, reference = Lines(source.size());
};

Result<Report> ReportOf(const std::string& spec, const std::string& glossary,
                        const TermTexts& texts) {
  ScoreRequest request;
  request.columns = TextColumns{{{"ref", texts.reference}}, {{"sys", texts.hypothesis}}};
  request.columns->source = TextColumn("src", texts.source);
  request.threads = 1;
  request.metrics = {spec + (spec.find(':') == std::string::npos ? ":" : ",") +
                     "glossary=" + glossary};
  return Score(request);
}

class Terminology : public testing::Test {
 protected:
  MetricScore ScoreOf(const std::string& spec, const std::string& glossary,
                      const TermTexts& texts) {
    const Result<Report> report = ReportOf(spec, folder_.Write("terms", glossary), texts);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? report->systems[0].scores[0] : MetricScore();
  }
  std::string ErrorOf(const std::string& spec, const std::string& glossary) {
    const auto report = ReportOf(spec, folder_.Write("terms", glossary), {{"a"}, {"a"}, {"a"}});
    return report.ok() ? "" : report.status().message();
  }
  std::string Path() const { return folder_.Path("terms"); }

 private:
  OwnFolder folder_;
};

TEST_F(Terminology, RateByHand) {
  const std::string glossary = "bank\tUfer|Böschung\nriver\tFluss\nboat\tBoot\n";
  EXPECT_EQ(ScoreOf("terminology", glossary, {{"The Bank of a river"}, {"Die BÖSCHUNG"}}).score,
            50);
  // Terms within words count, too, unless they are words.
  const TermTexts within = {{"the riverbank"}, {"das Flussufer"}};
  EXPECT_EQ(ScoreOf("terminology", glossary, within).score, 100);
  EXPECT_EQ(ScoreOf("terminology:match=word", glossary, within).score, 0);
  EXPECT_EQ(ScoreOf("terminology:lc=no", glossary, {{"bank Boat"}, {"ufer"}}).score, 0);
  const TermTexts apart = {{"a bank.", "no term"}, {"ein Ufer!", "nichts"}};
  EXPECT_EQ(ScoreOf("terminology:match=word", glossary, apart).score, 100);
}

TEST_F(Terminology, OccurrencesByHand) {
  const std::string glossary = "bank\tUfer|Böschung\nriver\tFluss\n";
  const TermTexts texts = {{"bank, bank, bank and river"}, {"Ufer, Ufer"}, {"Ufer, Ufer"}};
  EXPECT_NEAR(ScoreOf("terminology:stat=occurrences", glossary, texts).score, 100 * 2.0 / 3, 1e-9);
  const TermTexts more = {{"bank"}, {"Ufer Ufer Böschung"}, {"Böschung"}};
  EXPECT_EQ(ScoreOf("terminology:stat=occurrences", glossary, more).score, 100);
  // "aaaa" has "aa" twice; "x x" has the word x twice.
  EXPECT_EQ(ScoreOf("terminology:stat=occurrences", "aa\tb\n", {{"aaaa"}, {"b"}, {"b"}}).score, 50);
  EXPECT_EQ(
      ScoreOf("terminology:stat=occurrences,match=word", "x\ty\n", {{"x x"}, {"y"}, {"y"}}).score,
      50);
}

TEST_F(Terminology, ExactByHand) {
  // Two terms may not share a place, and each occurrence needs its own.
  EXPECT_EQ(ScoreOf("terminology:stat=exact", "a\tx\nb\tx\n", {{"a b"}, {"x"}}).score, 50);
  EXPECT_EQ(ScoreOf("terminology:stat=exact", "a\tx\nb\tx\n", {{"a b"}, {"x x"}}).score, 100);
  EXPECT_DOUBLE_EQ(ScoreOf("terminology:stat=exact", "a\tx|y z\n", {{"a a a"}, {"y z, x"}}).score,
                   200.0 / 3);
}

TEST_F(Terminology, WindowByHand) {
  const auto score = [this](const std::string& hypothesis, const std::string& spec = "") {
    return ScoreOf("terminology:stat=window" + spec, "bank\tUfer\n",
                   {{"bank"}, {hypothesis}, {"am steilen Ufer, das wir sahen"}})
        .score;
  };
  EXPECT_EQ(score("am steilen Ufer das wir"), 100);
  EXPECT_EQ(score("dem steilen Ufer - das sie"), 50);
  EXPECT_EQ(score("dem steilen Ufer - das sie", ",window=1"), 100);
  EXPECT_EQ(score("am steilen Strand, das wir sahen"), 0);
}

TEST_F(Terminology, ASegmentMayHaveItsOwnTranslation) {
  const std::string glossary = "bank\tBank\nbank\tUfer\t2\nkey\tTaste\t3\n";
  const TermTexts texts = {{"bank key", "bank key", "bank key"}, {"Bank", "Bank", "Bank Taste"}};
  const MetricScore score = ScoreOf("terminology", glossary, texts);
  EXPECT_EQ(score.score, 75);
  EXPECT_EQ(std::get<int64_t>(score.details[1].value), 4);
}

TEST_F(Terminology, ConsistencyByHand) {
  const std::string glossary = "bank\tUfer|Böschung\nriver\tFluss|Strom\nboat\tBoot\n";
  const TermTexts texts = {{"bank", "bank river", "bank", "the river"},
                           {"Böschung", "Böschung Strom Fluss", "Ufer Böschung", "Wasser"}};
  // bank: Böschung twice, Ufer once; river: Strom once, and once nothing.
  EXPECT_EQ(ScoreOf("term-consistency", glossary, texts).score, 60);
  EXPECT_NEAR(ScoreOf("term-consistency:average=macro", glossary, texts).score,
              100 * (2.0 / 3 + 0.5) / 2, 1e-9);
  const MetricScore score = ScoreOf("term-consistency:form=predefined", glossary, texts);
  EXPECT_EQ(score.score, 20);
  std::string details;
  for (const Detail& detail : score.details) {
    const auto* const share = std::get_if<double>(&detail.value);
    details += share == nullptr
                   ? fmt::format("{}={} ", detail.name, std::get<int64_t>(detail.value))
                   : fmt::format("{}={:.1f} ", detail.name, *share);
  }
  EXPECT_EQ(details,
            "bank=3 bank: Ufer=1 bank: Böschung=2 bank: % translated=100.0 boat=0 boat: Boot=0 "
            "boat: % translated=0.0 river=2 river: Fluss=0 river: Strom=1 "
            "river: % translated=50.0 ");
}

// Random texts and glossaries of few letters, so that phrases repeat, nest and overlap.
class RandomTerms {
 public:
  explicit RandomTerms(uint64_t seed) : random_(seed) {}

  bool Chance(uint32_t one_in) { return random_.Below(one_in) == 0; }
  oracle::NaiveWords Text(uint32_t most) {
    oracle::NaiveWords text;
    for (uint32_t n = random_.Below(most + 1); n > 0; --n) {
      text.emplace_back(1, "ab,"[random_.Below(3)]);
    }
    return text;
  }
  std::vector<oracle::NaiveTerm> Glossary() {
    std::set<oracle::NaiveWords> known;
    std::vector<oracle::NaiveTerm> terms;
    for (uint32_t n = 1 + random_.Below(5); n > 0; --n) {
      oracle::NaiveTerm term{Phrase(), {}};
      if (!known.insert(term.term).second) continue;
      for (uint32_t f = 1 + random_.Below(3); f > 0; --f) {
        oracle::NaiveWords form = Phrase();
        const auto stands = std::find(term.forms.begin(), term.forms.end(), form);
        if (stands == term.forms.end()) term.forms.push_back(std::move(form));
      }
      terms.push_back(std::move(term));
    }
    return terms;
  }

 private:
  oracle::NaiveWords Phrase() {
    oracle::NaiveWords phrase = Text(3);
    phrase.insert(phrase.begin(), std::string(1, "ab"[random_.Below(2)]));
    return phrase;
  }
  test::RandomText random_;
};

std::string Joined(const oracle::NaiveWords& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(between)) + word;
  return text;
}
std::string Written(const std::vector<oracle::NaiveTerm>& glossary, std::string_view between) {
  std::string text;
  for (const oracle::NaiveTerm& term : glossary) {
    text += Joined(term.term, between) + '\t';
    for (const auto& form : term.forms) {
      text += (&form == &term.forms.front() ? "" : "|") + Joined(form, between);
    }
    text += '\n';
  }
  return text;
}

TEST_F(Terminology, IsTheSlowVersion) {
  RandomTerms random(7);
  size_t positive = 0;
  for (int i = 0; i < 600; ++i) {
    const bool words = random.Chance(2);
    const std::string between = words ? " " : "";
    const std::vector<oracle::NaiveTerm> terms = random.Glossary();
    const auto source = random.Text(9), hypothesis = random.Text(12), reference = random.Text(12);
    const std::string glossary = Written(terms, between);
    const TermTexts texts = {
        {Joined(source, between)}, {Joined(hypothesis, between)}, {Joined(reference, between)}};
    const auto expect = [&](const std::string& stat, const oracle::NaiveFigure& want) {
      const std::string how = words ? ",match=word,tok=none" : ",match=substring";
      const MetricScore got = ScoreOf("terminology:stat=" + stat + how, glossary, texts);
      ASSERT_EQ(got.details.size(), 2u);
      EXPECT_NEAR(std::get<double>(got.details[0].value), want.matched, 1e-12)
          << stat << '\n'
          << glossary << texts.source[0] << '\n'
          << texts.hypothesis[0];
      EXPECT_EQ(std::get<int64_t>(got.details[1].value), static_cast<int64_t>(want.terms)) << stat;
      positive += want.matched > 0 ? 1 : 0;
    };
    expect("rate", oracle::NaiveRate(terms, source, hypothesis));
    expect("occurrences", oracle::NaiveOccurrences(terms, source, hypothesis, reference));
    expect("exact", oracle::NaiveExact(terms, source, hypothesis));
    if (!words) continue;
    expect("window", oracle::NaiveWindow(terms, source, hypothesis, reference, 2, ","));
    expect("window,window=3", oracle::NaiveWindow(terms, source, hypothesis, reference, 3, ","));
  }
  EXPECT_GT(positive, 300u);
}

TEST_F(Terminology, ConsistencyIsTheSlowVersion) {
  RandomTerms random(8);
  for (int i = 0; i < 150; ++i) {
    const std::vector<oracle::NaiveTerm> terms = random.Glossary();
    std::vector<oracle::NaiveWords> sources(6), hypotheses(6);
    TermTexts texts;
    for (size_t s = 0; s < sources.size(); ++s) {
      texts.source.push_back(Joined(sources[s] = random.Text(6), ""));
      texts.hypothesis.push_back(Joined(hypotheses[s] = random.Text(6), ""));
    }
    texts.reference.resize(sources.size());
    for (const bool predefined : {false, true}) {
      const oracle::NaiveConsistency want =
          oracle::NaiveConsistencyOf(terms, sources, hypotheses, predefined);
      const std::string spec =
          std::string("term-consistency:form=") + (predefined ? "predefined" : "frequent");
      const std::string glossary = Written(terms, "");
      EXPECT_NEAR(ScoreOf(spec, glossary, texts).score, want.micro, 1e-9) << glossary;
      EXPECT_NEAR(ScoreOf(spec + ",average=macro", glossary, texts).score, want.macro, 1e-9);
    }
  }
}

TEST_F(Terminology, WrongGlossariesAreErrors) {
  const std::string layout =
      "; write the term, a tab and its translations with | between them; then, for one segment "
      "only, a tab and its number";
  const auto expect = [&](const std::string& glossary, const std::string& message) {
    EXPECT_EQ(ErrorOf("terminology", glossary), Path() + message);
  };
  expect("a\tb\nbank Ufer\n", ":2: there is no tab" + layout);
  expect("a\tb\t1\tc\n", ":1: there are more than two tabs" + layout);
  expect("\n\n \tb\n", ":3: the term is empty" + layout);
  expect("a\tb|\n", ":1: a translation is empty" + layout);
  expect("a\tb | b\n", ":1: the translation 'b' stands twice; name it once");
  for (const std::string number : {"0", "x", "-1", "1.5", "99999999999999999999"}) {
    expect("a\tb\t" + number, ":1: '" + number +
                                  "' is not the number of a segment; count segments from 1, or "
                                  "leave the third column empty for all of them");
  }
  expect("a\t\xFF\n", ":1: the line is not UTF-8; save the file as UTF-8");
  expect("\n", ": the glossary has no terms" + layout);
  expect("A\tb\nc\td\na\te\n",
         ":3: the term 'a' stands in line 1, too; write all its translations into one line, with | "
         "between them");
  EXPECT_EQ(ErrorOf("terminology:lc=no", "A\tb\na\te\n"), "");
}

TEST_F(Terminology, WrongRequestsAreErrors) {
  EXPECT_EQ(ErrorOf("terminology:stat=window,match=substring", "a\tb\n"),
            "stat=window compares words around terms; leave out match=substring");
  EXPECT_EQ(ErrorOf("terminology:window=3", "a\tb\n"),
            "window=N is for stat=window; add stat=window, or leave it out");
  EXPECT_EQ(ErrorOf("term-consistency", "a\tb\t4\n"),
            "'a' is a term of segment 4 only; leave out the third column for consistency");
  std::string large;
  for (int i = 0; i < 2'049; ++i) large += std::to_string(i) + "\tb\n";
  EXPECT_EQ(ErrorOf("term-consistency", large),
            "consistency counts each term and translation, at most 4096 of them; the glossary has "
            "4098; leave out terms that the source does not have");
  EXPECT_EQ(ErrorOf("terminology", large), "");
}

TEST_F(Terminology, ATextWithoutTermsIsAWarning) {
  TermTexts texts = {{"a b"}, {"c d"}, {"e f"}};
  OwnFolder folder;
  const std::string glossary = folder.Write("terms", "x\ty\n");
  const auto warnings = [&](const std::string& spec) {
    std::string all;
    const Result<Report> report = ReportOf(spec, glossary, texts);
    EXPECT_TRUE(report.ok()) << report.status();
    if (!report.ok()) return all;
    for (const Warning& warning : report->warnings) {
      all += warning.code + ": " + warning.message + '\n';
    }
    return all;
  };
  const std::string none =
      ": no term of the glossary is in the source text; check that its first column has the "
      "language of the source\n";
  EXPECT_EQ(warnings("terminology"), "no-score: terminology" + none);
  EXPECT_EQ(warnings("term-consistency"), "no-score: term consistency" + none);
  texts.source = {"a x"};
  EXPECT_EQ(warnings("terminology"), "");
  EXPECT_EQ(warnings("terminology:stat=occurrences"),
            "no-score: terminology: no term of the glossary is in the source text and translated "
            "by it in the references; check that its columns have the languages of source and "
            "references\n");
}

TEST_F(Terminology, HostileTextsTakeBoundedTime) {
  const std::string a(50'000, 'a');
  std::string glossary;
  for (size_t length = 1; length < 100; ++length) {
    glossary += std::string(length, 'a') + "\t" + std::string(length, 'b') + "\n";
  }
  for (const std::string stat : {"rate", "occurrences", "exact"}) {
    const auto score = ScoreOf("terminology:stat=" + stat + ",match=substring", glossary,
                               {{a}, {a}, {std::string(100, 'b')}});
    EXPECT_EQ(score.score, 0) << stat;
  }
  std::string words;
  for (int i = 0; i < 4'000; ++i) words += "x ";
  EXPECT_EQ(ErrorOf("terminology:stat=window", "a\tx\n"), "");
  OwnFolder folder;
  const auto report = ReportOf("terminology:stat=window", folder.Write("terms", "x\tx\n"),
                               {{words}, {words}, {words}});
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.status().message().find("ref:1"), std::string::npos) << report.status();
}

}  // namespace
}  // namespace mtgauge
