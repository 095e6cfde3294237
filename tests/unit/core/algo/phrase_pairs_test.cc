// METEOR's stage of paraphrases: the table, the pairs it makes, their alignment against the slow
// twin, and the metric on cases worked out by hand. The tables are the tests' own.
#include "core/algo/phrase_pairs.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "core/metric/registry.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/paraphrases.h"
#include "tests/oracle/naive_meteor.h"
#include "tests/support/meteor_data.h"
#include "tests/support/own_folder.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using Words = std::vector<uint32_t>;

// ---- the alignment ----

struct Problem {
  uint32_t hypothesis_size = 0;
  std::vector<std::vector<PhraseOption>> options;
};

// Equal words, and some pairs of phrases.
Problem RandomProblem(std::mt19937& random, uint32_t longest, uint32_t alphabet, uint32_t phrases) {
  Problem problem;
  const uint32_t hyp = 1 + random() % longest, ref = 1 + random() % longest;
  problem.hypothesis_size = hyp;
  problem.options.resize(ref);
  Words words(hyp + ref);
  for (uint32_t& word : words) word = random() % alphabet;
  for (uint32_t j = 0; j < ref; ++j) {
    for (uint32_t i = 0; i < hyp; ++i) {
      if (words[i] == words[hyp + j]) problem.options[j].push_back({i, 1, 1, 0, 2});
    }
  }
  for (; phrases > 0; --phrases) {
    const uint32_t i = random() % hyp, j = random() % ref;
    const auto hyp_words = static_cast<uint16_t>(1 + random() % std::min(3u, hyp - i));
    const auto ref_words = static_cast<uint16_t>(1 + random() % std::min(3u, ref - j));
    const auto credit = static_cast<uint16_t>(hyp_words / 2 + ref_words / 2);
    problem.options[j].push_back({i, hyp_words, ref_words, 1, credit});
  }
  return problem;
}

void ExpectTwinsAgree(const Problem& problem, uint32_t beam, PhraseAlignment& alignment) {
  std::vector<PhraseOption> options;
  std::vector<uint32_t> ends;
  for (const auto& of_word : problem.options) {
    options.insert(options.end(), of_word.begin(), of_word.end());
    ends.push_back(static_cast<uint32_t>(options.size()));
  }
  ASSERT_TRUE(alignment.Search({problem.hypothesis_size, options, ends}, beam, kMostSteps));
  const auto want = oracle::AlignPhrasesByBeam(problem.hypothesis_size, problem.options, beam);
  for (size_t j = 0; j < want.size(); ++j) {
    const PhraseOption& got = alignment.pairs()[j];
    ASSERT_EQ(got.hypothesis, want[j].hypothesis) << "word " << j;
    ASSERT_EQ(got.hyp_words, want[j].hyp_words) << "word " << j;
    ASSERT_EQ(got.ref_words, want[j].ref_words) << "word " << j;
    ASSERT_EQ(got.stage, want[j].stage) << "word " << j;
  }
}

TEST(PhraseAlignment, EqualsItsTwin) {
  std::mt19937 random(1);
  PhraseAlignment alignment;
  for (const uint32_t beam : {1u, 2u, 5u, 40u}) {
    for (int round = 0; round < 300; ++round) {
      const Problem problem = RandomProblem(random, 20, 1 + random() % 30, random() % 12);
      ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, beam, alignment));
    }
  }
}

TEST(PhraseAlignment, EqualsItsTwinOnLongAndDegenerateText) {
  std::mt19937 random(2);
  PhraseAlignment alignment;
  for (const uint32_t alphabet : {1u, 3u, 60u}) {
    for (const uint32_t phrases : {0u, 10u, 100u}) {
      const Problem problem = RandomProblem(random, 140, alphabet, phrases);
      ASSERT_NO_FATAL_FAILURE(ExpectTwinsAgree(problem, 10, alignment));
    }
  }
}

// Of single words it is the other beam.
TEST(PhraseAlignment, EqualsTheAlignmentOfWords) {
  std::mt19937 random(3);
  PhraseAlignment alignment;
  BeamAlignment of_words;
  for (int round = 0; round < 300; ++round) {
    const uint32_t alphabet = 1 + random() % 20;
    Words hyp(random() % 60), ref(1 + random() % 60);
    for (uint32_t& word : hyp) word = random() % alphabet;
    for (uint32_t& word : ref) word = random() % alphabet;
    std::vector<AlignmentOption> options;
    std::vector<PhraseOption> phrases;
    std::vector<uint32_t> ends, phrase_ends;
    for (uint32_t name = 0; name < alphabet; ++name) {
      for (uint32_t i = 0; i < hyp.size(); ++i) {
        if (hyp[i] == name) options.push_back({i, 0, 2});
      }
      ends.push_back(static_cast<uint32_t>(options.size()));
    }
    const AlignmentTask task = {static_cast<uint32_t>(hyp.size()), ref, options, ends};
    for (const uint32_t name : ref) {
      for (const AlignmentOption& option : task.OptionsOf(name)) {
        phrases.push_back({option.hypothesis, 1, 1, option.stage, option.credit});
      }
      phrase_ends.push_back(static_cast<uint32_t>(phrases.size()));
    }
    of_words.Prepare(task, 40);
    of_words.Search(task, 40);
    ASSERT_TRUE(alignment.Search({task.hypothesis_size, phrases, phrase_ends}, 40, kMostSteps));
    for (size_t j = 0; j < ref.size(); ++j) {
      ASSERT_EQ(alignment.pairs()[j].hypothesis, of_words.pairs()[j].hypothesis);
    }
    ASSERT_EQ(alignment.Chunks(), of_words.Chunks());
  }
}

// ---- the table ----

TEST(Paraphrases, AreReadPlainOrPacked) {
  const OwnFolder folder;
  const std::string text =
      "0.5\nin spite of\tit \nnevertheless\r\n1e-3\nin spite of it\nall the same\n";
  const std::string packed = folder.Path("packed.gz");
  gzFile file = gzopen(packed.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  for (const std::string& path : {folder.Write("plain", text), packed}) {
    const auto opened = Paraphrases::Open(path);
    ASSERT_TRUE(opened.ok()) << opened.status();
    const Paraphrases& table = **opened;
    EXPECT_EQ(table.words(), 8u);
    uint32_t at = Paraphrases::kRoot;
    for (const char* const word : {"in", "spite", "of", "it"}) {
      EXPECT_TRUE(table.Entries(at).empty());
      at = table.Follow(at, table.FindWord(word));
      ASSERT_NE(at, Paraphrases::kNone);
    }
    ASSERT_EQ(table.Entries(at).size(), 2u);
    EXPECT_EQ(table.Paraphrase(table.Entries(at)[0]).size(), 1u);
    EXPECT_EQ(table.Paraphrase(table.Entries(at)[1])[0], table.FindWord("all"));
    EXPECT_EQ(table.FindWord("unheard"), Paraphrases::kNone);
    EXPECT_EQ(*opened, *Paraphrases::Open(path));  // read once
  }
}

TEST(Paraphrases, RefusalsNameTheLine) {
  const OwnFolder folder;
  int number = 0;
  for (const auto& [text, place, why] :
       {std::tuple("0.5\na\nb\nhalf\nc\nd\n", ":4:", "'half' must be a number"),
        {"0.5\na\nb\n\nc\nd\n", ":4:", "must be a number"},
        {"0.5\na\nb\n0.5 x\nc\nd\n", ":4:", "must be a number"},
        {"0.5\na\n", ":2:", "no paraphrase follows"},
        {"0.5\na\nb\n1\n", ":4:", "no phrase follows"},
        {"0.5\n \nb\n", ":2:", "must have a word"},
        {"0.5\na\n\n", ":3:", "must have a word"}}) {
    const std::string path = folder.Write(std::to_string(number++), text);
    const auto opened = Paraphrases::Open(path);
    ASSERT_EQ(opened.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(opened.status().message().find(path + place), std::string::npos) << opened.status();
    EXPECT_NE(opened.status().message().find(why), std::string::npos) << opened.status();
  }
  std::string long_phrase = "1\n";
  for (int i = 0; i < 1001; ++i) long_phrase += "w ";
  const auto too_long = Paraphrases::Open(folder.Write("long", long_phrase + "\nb\n"));
  EXPECT_NE(too_long.status().message().find("/long:2:"), std::string::npos) << too_long.status();
  const auto missing = Paraphrases::Open(folder.Path("none"));
  EXPECT_NE(missing.status().message().find("/none: there is no such file"), std::string::npos);
  const auto damaged = Paraphrases::Open(
      folder.Write("damaged.gz", std::string("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03xx", 12)));
  EXPECT_NE(damaged.status().message().find("damaged.gz"), std::string::npos) << damaged.status();
}

// ---- the pairs ----

// As METEOR looks for them: every entry at every place.
std::vector<std::vector<PhrasePair>> NaivePairs(const std::vector<std::pair<Words, Words>>& table,
                                                const Words& hyp, const Words& ref) {
  const auto stands_at = [](const Words& text, size_t at, const Words& phrase) {
    return at + phrase.size() <= text.size() &&
           std::equal(phrase.begin(), phrase.end(), text.begin() + static_cast<long>(at));
  };
  std::vector<std::vector<PhrasePair>> out(ref.size());
  const auto look = [&](const Words& text, const Words& other, const auto& add) {
    for (uint32_t o = 0; o < other.size(); ++o) {
      for (size_t words = 1; words <= other.size() - o; ++words) {
        for (const auto& [phrase, paraphrase] : table) {
          if (phrase.size() != words || !stands_at(other, o, phrase)) continue;
          for (uint32_t t = 0; t < text.size(); ++t) {
            if (stands_at(text, t, paraphrase)) add(t, paraphrase.size(), o, words);
          }
        }
      }
    }
  };
  const auto add = [&](size_t i, size_t hyp_words, size_t j, size_t ref_words) {
    out[j].push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(j),
                      static_cast<uint16_t>(hyp_words), static_cast<uint16_t>(ref_words)});
  };
  look(hyp, ref, add);
  look(ref, hyp, [&](size_t j, size_t ref_words, size_t i, size_t hyp_words) {
    add(i, hyp_words, j, ref_words);
  });
  return out;
}

TEST(PhrasePairs, EqualTheirTwin) {
  const OwnFolder folder;
  std::mt19937 random(4);
  size_t pairs = 0;
  for (int round = 0; round < 40; ++round) {
    const uint32_t alphabet = 1 + random() % 8;
    const auto phrase = [&](size_t most) {
      Words words(1 + random() % most);
      for (uint32_t& word : words) word = random() % alphabet;
      return words;
    };
    std::vector<std::pair<Words, Words>> entries;
    std::string text;
    for (uint32_t n = 1 + random() % 30; n > 0; --n) {
      entries.emplace_back(phrase(3), phrase(3));
      text += "0.1\n";
      for (const Words& words : {entries.back().first, entries.back().second}) {
        for (const uint32_t word : words) text += "w" + std::to_string(word) + " ";
        text += "\n";
      }
    }
    const auto opened = Paraphrases::Open(folder.Write(std::to_string(round), text));
    ASSERT_TRUE(opened.ok()) << opened.status();
    PhrasePairs found(*opened);
    for (int segment = 0; segment < 20; ++segment) {
      const Words hyp = phrase(segment == 0 ? 80 : 12), ref = phrase(12);
      const auto numbers = [&](const Words& words) {
        Words out;
        for (const uint32_t word : words) {
          out.push_back((*opened)->FindWord("w" + std::to_string(word)));
        }
        return out;
      };
      ASSERT_TRUE(found.Find(numbers(hyp), numbers(ref)));
      const auto want = NaivePairs(entries, hyp, ref);
      for (uint32_t j = 0; j < ref.size(); ++j) {
        const auto got = found.PairsAt(j);
        ASSERT_EQ(got.size(), want[j].size());
        for (size_t p = 0; p < got.size(); ++p) {
          ASSERT_EQ(got[p].hypothesis, want[j][p].hypothesis);
          ASSERT_EQ(got[p].reference, want[j][p].reference);
          ASSERT_EQ(got[p].hyp_words, want[j][p].hyp_words);
          ASSERT_EQ(got[p].ref_words, want[j][p].ref_words);
        }
        pairs += got.size();
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(PhrasePairs, TooManyAreRefused) {
  const OwnFolder folder;
  const auto opened = Paraphrases::Open(folder.Write("a", "1\na\na a\n"));
  ASSERT_TRUE(opened.ok()) << opened.status();
  PhrasePairs found(*opened);
  EXPECT_FALSE(found.Find(Words(3000), Words(3000)));
  EXPECT_TRUE(found.Find(Words(3), Words(2)));
  EXPECT_EQ(found.PairsAt(0).size(), 5u);  // two phrases of the hypothesis, and three words
}

// ---- the metric ----

std::vector<int64_t> ScoreRow(const std::string& spec, const std::string& hyp,
                              const std::string& ref) {
  return test::ScorePair(spec, {ref}, hyp).rows.at(0);
}

std::string Spec(const std::string& table, const std::string& more = "") {
  return "meteor:data=" + test::MeteorData() + ",text=lower,para=" + table + more;
}

TEST(MeteorParaphrases, OfOneSegmentByHand) {
  const OwnFolder folder;
  const std::string table =
      folder.Write("table", "0.2\nin spite of this\nall the same\n0.1\nquite\nrather\n");
  // "is" a function word; three words for four, one for one, and a table read the other way round.
  const auto row =
      ScoreRow(Spec(table), "all the same it is rather big", "in spite of this it is quite big");
  EXPECT_EQ(row[0], 7);
  EXPECT_EQ(row[1], 8);
  EXPECT_EQ(row[21], 7);
  EXPECT_EQ(row[22], 8);
  EXPECT_EQ(row[20], 0);            // all in one chunk
  EXPECT_EQ(row[16] + row[18], 4);  // of the fourth stage
  EXPECT_EQ(row[17] + row[19], 5);
  EXPECT_EQ(ScoreRow(Spec(table), "quite", "rather")[21], 1);
  // Without the table, and with a text that equals its reference.
  const auto same = ScoreRow(Spec(table, ",modules=ex+pa"), "quite so", "quite so");
  EXPECT_EQ(same[4] + same[6], 2);
  EXPECT_EQ(ScoreRow(Spec(table), "all the", "in spite of this")[21], 0);
}

TEST(MeteorParaphrases, AreNamed) {
  const OwnFolder folder;
  const std::string table = folder.Write("table", "0.2\na\nb\n");
  const auto made = MakeMetric(Spec(table), {}, {});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->Equals(), "meteor-1.5(ex,st,sy,pa)");
  bool named = false;
  for (const auto& [key, value] : made->metric->SignatureKeys()) {
    named |= key == "paraphrases" && value.size() == 16;
    if (key == "weights") EXPECT_EQ(value, "1_0.6_0.8_0.6");
  }
  EXPECT_TRUE(named);
  for (const char* const more : {",modules=ex+st", ",modules=ex+pa+pa"}) {
    EXPECT_FALSE(MakeMetric(Spec(table, more), {}, {}).ok());
  }
  const auto without = MakeMetric("meteor:text=lower,modules=ex+pa,functions=none", {}, {});
  EXPECT_NE(without.status().message().find("para=FILE"), std::string::npos) << without.status();
}

}  // namespace
}  // namespace mtgauge
