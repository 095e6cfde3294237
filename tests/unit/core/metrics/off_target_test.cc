// Languages of texts: invented sentences, names of languages, hostile texts and many threads.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/text/language_detector.h"
#include "mtgauge/mtgauge.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Lines = std::vector<std::string>;

struct Sentence {
  const char* language;
  const char* text;
};
constexpr Sentence kSentences[] = {
    {"en", "The old mill stands by the river and nobody has seen the miller since last winter."},
    {"de", "Die alte Mühle steht am Fluss, und niemand hat den Müller seit dem Winter gesehen."},
    {"fr", "Le vieux moulin se trouve près de la rivière et personne n'a vu le meunier cet hiver."},
    {"es", "El viejo molino está junto al río y nadie ha visto al molinero desde el invierno."},
    {"cs", "Stará mlýnice stojí u řeky a nikdo neviděl mlynáře od minulé zimy."},
    {"ru", "Старая мельница стоит у реки, и никто не видел мельника с прошлой зимы."},
    {"nb", "Den gamle mølla står ved elva, og ingen har sett mølleren siden i fjor vinter."},
    {"hr", "Stari mlin stoji pokraj rijeke i nitko nije vidio mlinara od prošle zime."},
    {"ja", "古い水車小屋は川のそばに立っていて、去年の冬から誰も粉屋を見ていません。"},
    {"zh", "旧磨坊矗立在河边，自去年冬天以来没有人见过磨坊主。"},
    {"zh", "舊磨坊矗立在河邊，自去年冬天以來沒有人見過磨坊主。"},
    {"hi", "पुरानी चक्की नदी के किनारे खड़ी है और पिछली सर्दियों से किसी ने चक्कीवाले को नहीं देखा है।"},
    {"id", "Kincir tua itu berdiri di tepi sungai dan tidak ada yang melihat tukang giling."},
    {"th", "โรงสีเก่าตั้งอยู่ริมแม่น้ำและไม่มีใครเห็นคนโม่แป้งตั้งแต่ฤดูหนาวที่แล้ว"},
    {"el", "Ο παλιός μύλος στέκεται δίπλα στο ποτάμι και κανείς δεν έχει δει τον μυλωνά."},
};

const LanguageDetector& Detector() {
  const auto detector = LanguageDetector::Open();
  EXPECT_TRUE(detector.ok()) << detector.status();
  return **detector;
}

// Returns "on", "off" or "unknown" for one hypothesis.
std::string Found(const std::string& spec, const std::string& hypothesis,
                  const std::string& reference) {
  ScoreRequest request;
  const Lines hyps = {hypothesis}, refs = {reference};
  request.columns = TextColumns{{{"ref", refs}}, {{"sys", hyps}}};
  request.metrics = {spec};
  const auto report = Score(request);
  if (!report.ok()) return report.status().message();
  const MetricScore& score = report->systems[0].scores[0];
  std::string found;
  for (const Detail& detail : score.details) {
    if (std::get<double>(detail.value) == 100) found += detail.name;
  }
  EXPECT_EQ(score.score, found == "off" ? 100 : 0);
  return found;
}

TEST(OffTarget, EveryPairOfSentences) {
  for (const Sentence& hypothesis : kSentences) {
    for (const Sentence& other : kSentences) {
      const bool same = FindDetectable(hypothesis.language) == FindDetectable(other.language);
      const std::string spec = std::string("off-target:lang=") + other.language;
      EXPECT_EQ(Found(spec, hypothesis.text, ""), same ? "on" : "off") << hypothesis.text << spec;
      EXPECT_EQ(Found("off-target", hypothesis.text, other.text), same ? "on" : "off");
    }
  }
}

TEST(OffTarget, WhatIsShortOrNoTextIsUnknown) {
  for (const char* const text : {"", " ", "OK", "Nein, danke.", "12 34 56", "\x01\x7F", "???"}) {
    EXPECT_EQ(Found("off-target:lang=en", text, "x"), "unknown") << text;
    EXPECT_EQ(Found("off-target", kSentences[0].text, text), "unknown") << text;
  }
  // 19 and 20 letters of a language that has its own script.
  EXPECT_EQ(Found("off-target:lang=en", "αβγδε ζηθικ λμνξο πρστ", "x"), "unknown");
  EXPECT_EQ(Found("off-target:lang=en", "αβγδε ζηθικ λμνξο πρστυ", "x"), "off");
}

TEST(OffTarget, ANameInAnotherLanguageIsNoOtherLanguage) {
  const std::string german = "Die alte Mühle steht am Fluss, und niemand hat den Müller gesehen, ";
  EXPECT_EQ(Found("off-target:lang=de", german + "den Παλιόμυλος", "x"), "on");
  EXPECT_EQ(Found("off-target:lang=el", german + "den Παλιόμυλος", "x"), "off");
}

TEST(OffTarget, LanguagesThatTheLibraryConfusesAreOne) {
  const Lines together[] = {{"nb", "nn", "no", "nno", "nob_NO"},
                            {"sr", "hr", "bs", "srp_Cyrl", "hrv"},
                            {"id", "ms", "zsm"},
                            {"hi", "mr", "ne", "npi"},
                            {"zh", "cmn", "zh-TW", "zho_Hans"},
                            {"he", "iw"},
                            {"tl", "fil"}};
  std::set<DetectedLanguage> all;
  for (const Lines& names : together) {
    for (const std::string& name : names) {
      ASSERT_TRUE(FindDetectable(name)) << name;
      EXPECT_EQ(FindDetectable(name), FindDetectable(names[0])) << name;
    }
    EXPECT_TRUE(all.insert(*FindDetectable(names[0])).second) << names[0];
  }
  EXPECT_NE(FindDetectable("de"), FindDetectable("nl"));
}

TEST(OffTarget, UnknownLanguagesAreErrors) {
  for (const std::string name : {"am", "klingon", "", "xx"}) {
    const std::string error = Found("off-target:lang=" + name, "x", "x");
    EXPECT_TRUE(error.starts_with("lang=" + name +
                                  " is not a language that libcld2 knows; it knows afr, ara, "))
        << error;
  }
}

TEST(OffTarget, AnyBytesOnManyThreadsGiveTheSameAnswers) {
  test::RandomText random(5);
  Lines texts;
  for (const Sentence& sentence : kSentences) texts.emplace_back(sentence.text);
  for (int i = 0; i < 300; ++i) {
    texts.push_back(random.Bytes(random.Below(300)));
    texts.push_back(random.Perturb(kSentences[i % std::size(kSentences)].text));
    texts.push_back("<p>&nbsp;<script>" + random.Sentence(random.Below(30)));
  }
  texts.emplace_back(1 << 20, 'a');
  const auto answers = [&texts] {
    std::string room, all;
    for (const std::string& text : texts) {
      const LanguageDetector::Answer answer = Detector().Detect(text, room);
      all += std::to_string(answer.language) + (answer.reliable ? "+" : "-");
    }
    return all;
  };
  const std::string want = answers();
  Lines got(8);
  std::vector<std::thread> threads;
  for (std::string& one : got) threads.emplace_back([&one, &answers] { one = answers(); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& one : got) EXPECT_EQ(one, want);
}

}  // namespace
}  // namespace mtgauge
