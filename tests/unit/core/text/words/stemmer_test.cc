// Stemmers: published stems, views of stems compared with libstemmer word by word, and stemmed
// metrics compared with plain ones on text that was stemmed before.
#include "core/text/words/stemmer.h"

#include <gtest/gtest.h>
#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/simd/kernels.h"
#include "core/text/token_key.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/utf8.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"
#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

// libstemmer itself, with the same exceptions and without a cache.
class PlainStemmer {
 public:
  explicit PlainStemmer(const StemmerRow& row)
      : stemmer_(sb_stemmer_new(row.algorithm, nullptr), &sb_stemmer_delete) {}

  std::string Stem(const std::string& word) {
    if (word.size() > Stemmer::kLongestWord || !IsValidUtf8(word)) return word;
    const sb_symbol* const stem =
        sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                        static_cast<int>(word.size()));
    const std::string text(reinterpret_cast<const char*>(stem),
                           static_cast<size_t>(sb_stemmer_length(stemmer_.get())));
    return text.empty() ? word : text;
  }

 private:
  std::unique_ptr<sb_stemmer, decltype(&sb_stemmer_delete)> stemmer_;
};

// A view and the text that it was cut from.
struct Cut {
  Cut(const Lines& lines, const char* tokenizer, HashFunction hash) : view(hash) {
    for (const std::string& line : lines) text += line + '\n';
    const auto bytes = static_cast<uint32_t>(text.size());
    text.append(kTextPadding, '\n');
    const auto segments = static_cast<uint32_t>(lines.size());
    FindTokenizer(tokenizer)->get().CutStream(text.data(), bytes, segments, {}, view);
  }
  std::string text;
  View view;
};

// Suffixes of words in many languages.
constexpr const char* kEndings[] = {
    "ing",    "ings", "ed",     "ational", "s",     "y",      "ness",  "ement", "en",  "ungen",
    "keit",   "nis",  "amente", "ación",   "iques", "issent", "ими",   "ости",  "ого", "lardan",
    "ımızın", "ssa",  "ällä",   "heden",   "elser", "ává",    "ούσαν", "ोंको",   "களை", "ات"};

// Returns invented words that look inflected in many languages, and some that are not words.
std::string InflectedWord(test::RandomText& text) {
  switch (text.Below(12)) {
    case 0:
      return std::to_string(text.Below(100'000));
    case 1:
      return text.Bytes(1 + text.Below(12));
    case 2:
      return "\u0130stanbul" + text.Word();
    case 3:
      return std::string(1, static_cast<char>('a' + text.Below(26)));
    case 4: {
      std::string word;
      for (uint32_t n = 10 + text.Below(40); n > 0; --n) word += text.Word();
      return word + kEndings[text.Below(30)];
    }
    default:
      return text.Word() + kEndings[text.Below(30)];
  }
}

Lines InflectedLines(uint64_t seed, uint32_t count) {
  test::RandomText text(seed);
  Lines lines;
  for (uint32_t i = 0; i < count; ++i) {
    std::string line;
    for (uint32_t n = text.Below(30); n > 0; --n) line += InflectedWord(text) + ' ';
    std::replace(line.begin(), line.end(), '\n', ' ');
    lines.push_back(line);
  }
  lines.emplace_back();
  lines.emplace_back("  ");
  lines.push_back(std::string(Stemmer::kLongestWord, 'y') + "s " +
                  std::string(Stemmer::kLongestWord - 2, 'a') + "es");
  return lines;
}

void ExpectStems(const View& words, const View& stems, HashFunction hash, PlainStemmer& plain) {
  ASSERT_EQ(stems.segments(), words.segments());
  for (uint32_t i = 0; i < words.segments(); ++i) {
    const Tokens from = words.Segment(i).tokens, to = stems.Segment(i).tokens;
    EXPECT_EQ(stems.Segment(i).text, words.Segment(i).text);
    ASSERT_EQ(to.count, from.count);
    for (uint32_t t = 0; t < from.count; ++t) {
      ASSERT_EQ(to[t], plain.Stem(std::string(from[t]))) << from[t];
      ASSERT_EQ(to.key[t], TokenKey(to[t], hash)) << from[t];
    }
  }
}

TEST(Stemmer, PortersOwnExamples) {
  const std::pair<const char*, const char*> kStems[] = {
      {"caresses", "caress"},   {"ponies", "poni"},
      {"ties", "ti"},           {"feed", "feed"},
      {"plastered", "plaster"}, {"motoring", "motor"},
      {"sing", "sing"},         {"conflated", "conflat"},
      {"sized", "size"},        {"hopping", "hop"},
      {"falling", "fall"},      {"filing", "file"},
      {"happy", "happi"},       {"sky", "sky"},
      {"relational", "relat"},  {"conditional", "condit"},
      {"rational", "ration"},   {"digitizer", "digit"},
      {"operator", "oper"},     {"feudalism", "feudal"},
      {"hopefulness", "hope"},  {"triplicate", "triplic"},
      {"formative", "form"},    {"electrical", "electr"},
      {"allowance", "allow"},   {"adjustment", "adjust"},
      {"adoption", "adopt"},    {"probate", "probat"},
      {"rate", "rate"},         {"cease", "ceas"},
      {"controll", "control"},  {"roll", "roll"},
      {"oscillators", "oscil"}, {"generalizations", "gener"}};
  Stemmer porter(*FindStemmer("porter"), DefaultHash().function);
  for (const auto& [word, stem] : kStems) EXPECT_EQ(porter.Stem(word), stem) << word;
}

TEST(Stemmer, SnowballsEnglishIsAnother) {
  Stemmer porter(*FindStemmer("porter"), DefaultHash().function);
  Stemmer english(*FindStemmer("en"), DefaultHash().function);
  EXPECT_EQ(porter.Stem("generously"), "gener");
  EXPECT_EQ(english.Stem("generously"), "generous");
  EXPECT_EQ(porter.Stem("dying"), "dy");
  EXPECT_EQ(english.Stem("dying"), "die");
}

TEST(Stemmer, NothingIsLowered) {
  Stemmer english(*FindStemmer("en"), DefaultHash().function);
  EXPECT_EQ(english.Stem("Running"), "Run");
  EXPECT_EQ(english.Stem("RUNNING"), "RUNNING");
}

TEST(Stemmer, SomethingIsAlwaysLeft) {
  Stemmer porter(*FindStemmer("porter"), DefaultHash().function);
  EXPECT_EQ(porter.Stem("s"), "s");
  EXPECT_EQ(porter.Stem(""), "");
}

TEST(Stemmer, EveryAlgorithmOfLibstemmerHasAName) {
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) {
    const auto rows = Stemmers();
    EXPECT_EQ(std::count_if(
                  rows.begin(), rows.end(),
                  [&](const StemmerRow& row) { return std::string_view(row.algorithm) == *name; }),
              1)
        << *name;
  }
  for (const StemmerRow& row : Stemmers()) {
    const std::unique_ptr<sb_stemmer, decltype(&sb_stemmer_delete)> stemmer(
        sb_stemmer_new(row.algorithm, "UTF_8"), &sb_stemmer_delete);
    EXPECT_NE(stemmer, nullptr) << row.name;
    EXPECT_EQ(FindStemmer(row.name), &row);
    EXPECT_EQ(StemmerSignature(row), std::string(row.name) + "-snowball2.2.0");
    EXPECT_FALSE(row.help.empty());
  }
  EXPECT_EQ(FindStemmer("english"), nullptr);
}

// libstemmer does not report its version, and the algorithms change between versions.
TEST(Stemmer, AnswersAreThoseOfTheVersionInTheSignature) {
  std::string stems;
  for (const StemmerRow& row : Stemmers()) {
    Stemmer stemmer(row, DefaultHash().function);
    for (const std::string root : {"kalomir", "stuven", "любим", "çöpcü", "αγαπ", "कमल", "s"}) {
      for (const char* ending : kEndings) stems.append(stemmer.Stem(root + ending)) += ' ';
    }
  }
  EXPECT_EQ(FindHash("xxh3")->function(stems.data(), stems.size()), 8566260357462122867U);
}

TEST(Stemmer, ViewsAreWhatLibstemmerMakesOfEachWord) {
  const Lines lines = InflectedLines(71, 300);
  const HashFunction hash = DefaultHash().function;
  for (const StemmerRow& row : Stemmers()) {
    const Cut cut(lines, "none", hash);
    Stemmer stemmer(row, hash);
    PlainStemmer plain(row);
    View stems(hash);
    for (int pass = 0; pass < 2; ++pass) {
      stemmer.StemView(cut.view, stems);
      ExpectStems(cut.view, stems, hash, plain);
    }
  }
}

// More words than are cached, with those of the first lines repeated.
TEST(Stemmer, ForgettingChangesNothing) {
  test::RandomText text(72);
  Lines lines;
  for (uint32_t i = 0; i < 3000; ++i) {
    std::string line = "happily relational conditionally ";
    for (uint32_t n = 0; n < 30; ++n) line += text.Word() + std::to_string(text.Below(999)) + "s ";
    lines.push_back(line);
  }
  const HashFunction hash = DefaultHash().function;
  const Cut cut(lines, "none", hash);
  Stemmer stemmer(*FindStemmer("en"), hash);
  PlainStemmer plain(*FindStemmer("en"));
  View stems(hash);
  stemmer.StemView(cut.view, stems);
  ExpectStems(cut.view, stems, hash, plain);
}

// Most long words share a key with another.
TEST(Stemmer, WordsThatShareAKeyKeepTheirStems) {
  const HashFunction hash = [](const char*, size_t size) { return uint64_t{size % 4}; };
  const Cut cut(InflectedLines(73, 300), "none", hash);
  Stemmer stemmer(*FindStemmer("porter"), hash);
  PlainStemmer plain(*FindStemmer("porter"));
  View stems(hash);
  stemmer.StemView(cut.view, stems);
  ExpectStems(cut.view, stems, hash, plain);
}

TEST(Stemmer, SegmentsSetAsideAreStemmed) {
  const HashFunction hash = DefaultHash().function;
  const std::string text = "running dogs\n\n" + std::string(kTextPadding, '\n');
  View words(hash), stems(hash);
  const std::vector<Aside> asides = {{1, "jumping\ncats"}};
  FindTokenizer("none")->get().CutStream(text.data(), 14, 2, asides, words);
  Stemmer stemmer(*FindStemmer("en"), hash);
  stemmer.StemView(words, stems);
  ASSERT_EQ(stems.Segment(1).tokens.count, 2U);
  EXPECT_EQ(stems.Segment(1).tokens[0], "jump");
  EXPECT_EQ(stems.Segment(1).tokens[1], "cat");
  EXPECT_EQ(stems.Segment(1).text, "jumping\ncats");
  EXPECT_EQ(stems.line_end()[1], 13U);
}

std::string StemmedLine(const std::string& line, const char* tokenizer, PlainStemmer& stemmer) {
  const Cut cut({line}, tokenizer, DefaultHash().function);
  const Tokens tokens = cut.view.Segment(0).tokens;
  std::string text;
  for (uint32_t t = 0; t < tokens.count; ++t) text += stemmer.Stem(std::string(tokens[t])) + ' ';
  return text;
}

std::vector<std::vector<int64_t>> RowsOf(const std::string& spec, const Lines& refs,
                                         const Lines& hyps) {
  return test::ScoreSegments(spec, {refs}, hyps).rows;
}

TEST(StemmedMetrics, EqualPlainOnesOnStemmedText) {
  Lines refs = InflectedLines(74, 150), hyps;
  test::RandomText text(75);
  for (std::string& ref : refs) {
    ref = ReplaceInvalidUtf8(ref);
    hyps.push_back(text.Perturb(ref));
  }
  size_t compared = 0;
  for (const char* stem : {"porter", "de", "fr", "ru", "tr", "sr", "ar"}) {
    PlainStemmer stemmer(*FindStemmer(stem));
    for (const char* tokenizer : {"none", "13a", "intl"}) {
      Lines stemmed_refs, stemmed_hyps;
      for (size_t i = 0; i < refs.size(); ++i) {
        stemmed_refs.push_back(StemmedLine(refs[i], tokenizer, stemmer));
        stemmed_hyps.push_back(StemmedLine(hyps[i], tokenizer, stemmer));
      }
      for (const char* metric : {"bleu", "nist", "unigram", "per", "wer", "cder", "gleu", "rouge",
                                 "rouge:n=l", "exact"}) {
        const std::string spec =
            std::string(metric) +
            (std::string_view(metric).find(':') == std::string_view::npos ? ":lc=no," : ",lc=no,");
        EXPECT_EQ(RowsOf(spec + "tok=" + tokenizer + ",stem=" + stem, refs, hyps),
                  RowsOf(spec + "tok=none", stemmed_refs, stemmed_hyps))
            << spec << stem << ' ' << tokenizer;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 7U * 3 * 10);
}

// The golden test of METEOR has many more words.
TEST(MeteorStemmer, IsOlderThanTodays) {
  const auto stems = [](const StemmerRow& row, const std::string& word) {
    return std::string(Stemmer(row, DefaultHash().function).Stem(word));
  };
  const std::pair<const char*, std::array<const char*, 3>> kWords[] = {
      {"de", {"ergebnisse", "ergebniss", "ergebnis"}},
      {"fi", {"vapaaseen", "vapaas", "vapa"}},
      {"fr", {"ambiguë", "ambigu", "ambigu"}},
      {"fr", {"aiguë", "aiguë", "aigu"}},
      {"hu", {"erdőből", "erdőből", "erdő"}},
      {"pt", {"revolución", "revolu", "revolución"}},
      {"pt", {"reprodução", "reproduçã", "reprodu"}},
      {"ru", {"самолётов", "самолёт", "самолет"}},
  };
  for (const auto& [language, word] : kWords) {
    const StemmerRow& meteor = *FindMeteorStemmer(language);
    EXPECT_EQ(stems(meteor, word[0]), word[1]);
    EXPECT_EQ(stems(*FindStemmer(language), word[0]), word[2]);
    EXPECT_EQ(StemmerSignature(meteor), std::string(language) + "-meteor-snowball2.2.0");
  }
  EXPECT_EQ(FindMeteorStemmer("en"), FindStemmer("en"));
  EXPECT_EQ(FindMeteorStemmer(""), nullptr);
}

// No word, however odd, makes the older rules fail, and none loses all its letters.
TEST(MeteorStemmer, TakesAnyWord) {
  test::RandomText text(76);
  for (const char* language : {"da", "de", "fi", "fr", "hu", "nl", "pt", "ru"}) {
    Stemmer stemmer(*FindMeteorStemmer(language), DefaultHash().function);
    for (int i = 0; i < 2000; ++i) {
      const std::string word = InflectedWord(text);
      EXPECT_EQ(stemmer.Stem(word).empty(), word.empty()) << language << ' ' << word;
    }
    for (const char* word : {"", "è", "ë", "guë", "a", "ução", "ción", "ё", "aa", "-a"}) {
      EXPECT_EQ(stemmer.Stem(word).empty(), *word == '\0') << language << ' ' << word;
    }
  }
}

TEST(StemmedMetrics, UnigramsByHand) {
  const Lines ref = {"two dogs were running home"}, hyp = {"a dog runs home"};
  EXPECT_EQ(RowsOf("unigram", ref, hyp)[0], (std::vector<int64_t>{1, 4, 5}));
  EXPECT_EQ(RowsOf("unigram:stem=porter", ref, hyp)[0], (std::vector<int64_t>{3, 4, 5}));
}

TEST(StemmedMetrics, WordsAreCutOnce) {
  const auto job = [](const std::vector<std::string>& metrics) {
    JobOptions options;
    options.metrics = metrics;
    return Job::Make(options, {{"ref"}, {"sys"}}).value();
  };
  const Job both = job({"bleu:stem=en", "bleu", "nist:tok=13a,lc=no,stem=en"});
  ASSERT_EQ(both.views().size(), 2U);
  EXPECT_EQ(both.views()[0].stemmer, nullptr);
  EXPECT_EQ(both.views()[1].stemmer, FindStemmer("en"));
  EXPECT_EQ(both.words_of(1), 0U);
  EXPECT_EQ(both.words_of(0), 0U);
  const std::vector<std::vector<uint32_t>> views = {{1}, {0}, {1}};
  EXPECT_EQ(both.views_of_metric(), views);
  EXPECT_EQ(job({"bleu", "bleu:stem=en", "bleu:stem=de", "bleu:stem=en,lc=yes"}).views().size(),
            5U);
}

TEST(StemmedMetrics, SignaturesAndOptions) {
  const auto signature = [](const std::string& spec) {
    JobOptions options;
    options.metrics = {spec};
    options.shared = {{"stem", "de"}};
    const std::string text = Job::Make(options, {{"ref"}, {"sys"}}).value().Signature(0, "1");
    return text.substr(0, text.find("|version:"));
  };
  EXPECT_EQ(signature("unigram:stem=porter"),
            "nrefs:1|case:mixed|tok:none|stem:porter-snowball2.2.0|stat:f1");
  EXPECT_EQ(signature("bleu"),
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|stem:de-snowball2.2.0");
  EXPECT_EQ(signature("wer:stem=none"), "nrefs:1|case:mixed|tok:jiwer|dialect:jiwer");
  EXPECT_EQ(signature("cer"), "nrefs:1|case:mixed|tok:jiwer|dialect:jiwer");
  for (const char* spec : {"bleu:stem=english", "wer:stem=", "nist:stem=EN"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage);
    EXPECT_NE(made.status().message().find("; there are ar, "), std::string::npos);
  }
}

}  // namespace
}  // namespace mtgauge
