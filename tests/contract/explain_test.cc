// Findings agree with the results of other verbs for the same texts, and have the same bytes with
// any number of threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "cli/flags/command.h"
#include "cli/verbs/verbs.h"
#include "tests/support/own_folder.h"

namespace mtgauge::explain_test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using Words = std::vector<std::string>;

class Explain : public testing::Test {
 protected:
  Explain() {
    std::mt19937 random(11);
    const Words words = {"a",  "tree", "Stands", "near", "the", "river",
                         "它", "下雨", ".",      "No",   "12"};
    for (const char* name : {"ref", "ref2", "A", "B", "C"}) {
      std::string text;
      for (int line = 0; line < 120; ++line) {
        const size_t count = random() % 25 + (random() % 8 == 0 ? 0 : 1);
        for (size_t w = 0; w < count; ++w) text += (w == 0 ? "" : " ") + words[random() % 11];
        text += '\n';
      }
      Write(name, text);
    }
    std::string documents, scores;
    for (int line = 0; line < 120; ++line) {
      documents += "doc" + std::to_string(line / 30) + '\n';
      scores += std::to_string(random() % 100) + '\n';
    }
    Write("docs", documents);
    Write("scores", scores);
  }

  std::string Path(const std::string& name) const { return folder_.Path(name); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }

  // Returns the program's output, or its error. Words that begin with '@' are files.
  std::string Run(Words words) const {
    for (std::string& word : words) {
      const size_t at = word.find('@');
      if (at != std::string::npos) word = word.substr(0, at) + Path(word.substr(at + 1));
    }
    words.insert(words.end(), {"-q", "-o", Path("out")});
    const auto command = ReadCommand(words);
    if (!command.ok()) return command.status().message();
    const std::atomic<bool> stop{false};
    const Status status = command->verb->run(command->args, {&stop});
    if (!status.ok()) return status.message();
    std::ifstream file(Path("out"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Json Ask(Words words) const {
    words.insert(words.end(), {"-f", "json", "-B", "200"});
    const std::string text = Run(words);
    Json json = Json::parse(text, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << text;
    return json;
  }

  OwnFolder folder_;
};

// Removes the record of the request.
Json Bare(Json json) {
  json.erase("configuration");
  if (json.contains("comparison")) json["comparison"].erase("configuration");
  return json;
}

TEST_F(Explain, ComparesAsCompareDoes) {
  const Words common = {"@ref", "@ref2", "-i", "@A", "@B", "@C", "-m", "bleu", "chrf"};
  Words explain = {"explain"}, compare = {"compare"};
  explain.insert(explain.end(), common.begin(), common.end());
  compare.insert(compare.end(), common.begin(), common.end());
  for (const Words& more : {Words{}, Words{"--scores", "X=@scores", "@scores", "@scores"},
                            Words{"--unit", "document", "--documents", "@docs"},
                            Words{"--baseline", "@B", "--test", "ar"}}) {
    Words asked = explain, wanted = compare;
    asked.insert(asked.end(), more.begin(), more.end());
    wanted.insert(wanted.end(), more.begin(), more.end());
    EXPECT_EQ(Bare(Ask(asked)["comparison"]), Bare(Ask(wanted)));
  }
}

TEST_F(Explain, ComparesKindsAsGroupsAreCompared) {
  const Json found = Ask({"explain", "@ref", "@ref2", "-i", "@A", "@B", "-m", "bleu", "nist",
                          "--by", "part=@docs", "--documents", "@docs"});
  ASSERT_EQ(found["buckets"].size(), 4U);  // length, rarest word, document, part
  const Json wanted = Ask({"compare", "@ref", "@ref2", "-i", "@A", "@B", "-m", "bleu", "nist",
                           "--by", "part=@docs", "--documents", "@docs"});
  EXPECT_EQ(found["buckets"][3]["metrics"], wanted["metrics"]);
  EXPECT_EQ(found["buckets"][2]["metrics"], wanted["metrics"]);
  EXPECT_EQ(found["buckets"][3]["kinds"][1]["segments"], 30);
}

TEST_F(Explain, GivesTheSameBytesForAnyThreads) {
  for (const char* verb : {"explain", "report"}) {
    const Words words = {verb, "@ref", "-i", "@A", "@B", "@C", "-B", "100", "--threads"};
    Words one = words;
    one.push_back("1");
    const std::string expected = Run(one);
    EXPECT_GT(expected.size(), 5000U);
    for (const char* threads : {"2", "3", "8"}) {
      Words many = words;
      many.push_back(threads);
      EXPECT_EQ(Run(many), expected) << verb << threads;
    }
  }
}

TEST_F(Explain, TakesRowsWithTheirTexts) {
  Run({"rows", "@ref", "-i", "@A", "@B", "-m", "bleu", "chrf"});
  std::ifstream made(Path("out"), std::ios::binary);
  Write("rows", {std::istreambuf_iterator<char>(made), {}});
  const Json of_texts = Ask({"explain", "@ref", "-i", "@A", "@B", "-m", "bleu", "chrf"});
  const Json of_rows = Ask({"explain", "@ref", "-i", "@A", "@B", "--rows", "@rows"});
  EXPECT_EQ(Bare(of_rows), Bare(of_texts));
  const Json alone = Ask({"explain", "--rows", "@rows"});
  EXPECT_EQ(Bare(alone["comparison"]), Bare(of_texts["comparison"]));
  EXPECT_TRUE(alone["words"].empty());
  EXPECT_THAT(Run({"explain", "@ref", "-i", "@A", "--rows", "@rows"}),
              HasSubstr("name the texts that the rows were made from"));
}

TEST_F(Explain, CountsBrokenOutputsAsTheMetricsDo) {
  std::string broken;
  for (int line = 0; line < 120; ++line) {
    const std::string text = line % 3 == 0 ? "the river " : "a Tree стоит near the river ";
    for (int times = line % 8; times > 0; --times) broken += text;
    broken += '\n';
  }
  Write("D", broken);
  const Words checks = {"empty", "looping", "overlong", "copied", "mixed-scripts"};
  Words score = {"score", "@ref", "@ref2", "-i", "@A", "@D", "--source", "@D", "-f", "json", "-m"};
  score.insert(score.end(), checks.begin(), checks.end());
  const Json wanted = Json::parse(Run(score));
  const Json found =
      Ask({"explain", "@ref", "@ref2", "-i", "@A", "@D", "--source", "@D"})["checks"];
  ASSERT_EQ(found.size(), checks.size());
  for (size_t k = 0; k < checks.size(); ++k) {
    EXPECT_EQ(found[k]["check"], checks[k]);
    for (size_t s = 0; s < 2; ++s) {
      const Json& system = wanted["systems"][s];
      EXPECT_EQ(found[k]["found"][std::string(system["name"])],
                system["scores"][k]["details"]["found"])
          << checks[k];
    }
    EXPECT_GT(found[k]["found"]["D"], 10) << checks[k];
  }
  EXPECT_EQ(Ask({"explain", "@ref", "-i", "@A", "@D"})["checks"].size(), 4U);  // not `copied`
}

TEST_F(Explain, LeavesSkippedSegmentsOut) {
  Write("broken", "a \xff\nthe river\n");
  Write("two", "a tree\nthe river\n");
  const Json found = Ask({"explain", "@two", "-i", "@broken", "@two", "--on-invalid", "skip"});
  EXPECT_EQ(found["segments"], 1);
  EXPECT_EQ(found["errors"][0]["reference_words"], 2);
  EXPECT_EQ(found["buckets"][0]["kinds"][0]["segments"], 1);
  EXPECT_EQ(found["histograms"][0]["systems"][0]["counts"][7 + 1], 1);
}

TEST_F(Explain, KnowsTagsAndBaseFormsOfAnnotations) {
  Write("r", "he goes\n");
  Write("h", "he went\n");
  Write("ra", "he|he|PRON goes|go|VERB\n");
  Write("ha", "he|he|PRON went|go|VERB\n");
  const Json found = Ask({"explain", "@r", "-i", "@h", "--ref-annotations", "@ra", "--annotations",
                          "@ha", "-m", "chrf"});
  EXPECT_EQ(found["errors"][0]["reference"]["inflection"], 1);
  EXPECT_EQ(found["words_by"]["base_forms"], true);
  const Json& tags = found["words"].back();
  EXPECT_EQ(tags["by"], "tag");
  EXPECT_EQ(tags["kinds"][0]["name"], "PRON");
  EXPECT_EQ(tags["kinds"][1]["systems"][0]["matches"], 0);
}

TEST_F(Explain, RefusesWhatItCannotLookAt) {
  const auto said = [&](Words more) {
    Words words = {"explain", "@ref", "-i", "@A", "@B", "-B", "100"};
    words.insert(words.end(), more.begin(), more.end());
    return Run(words);
  };
  Write("short", "one\n");
  Write("counts", "the\t3\nriver 2\n");
  EXPECT_THAT(said({"--source", "@short"}), HasSubstr("have 120 segments but"));
  EXPECT_THAT(said({"--documents", "@short"}), HasSubstr("1 line for 120 segments"));
  EXPECT_THAT(said({"--counts", "@counts"}),
              HasSubstr("counts:2: the line is not a word, a tab and a whole number"));
  EXPECT_THAT(Run({"explain", "@ref", "--system", "S", "@A", "@B"}),
              HasSubstr("only one output of each system is possible"));
  EXPECT_THAT(Run({"explain", "--scores", "X=@scores"}), HasSubstr("no reference"));
}

}  // namespace
}  // namespace mtgauge::explain_test
