// Compares --by with its slow twin: the scores and comparisons of a group equal those of the
// group's own files to the last digit, and the output does not depend on threads.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "cli/flags/command.h"
#include "cli/verbs/verbs.h"
#include "tests/support/own_folder.h"

namespace mtgauge::by_group_test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

// Returns a comparison by group without what a group alone does not have.
Json WithoutParts(Json comparison) {
  for (Json& metric : comparison["metrics"]) {
    for (Json& pair : metric["pairs"]) pair.erase("part_of_all");
  }
  return comparison;
}

// One record of all files.
struct Record {
  std::string group;
  std::vector<std::string> refs;  // "" for a missing one
  std::vector<std::string> hyps;
};

class ByGroup : public testing::Test {
 protected:
  // Returns the program's output, or its error.
  std::string Run(std::vector<std::string> words) {
    const std::string out = folder_.Path("out");
    words.insert(words.end(), {"-q", "-o", out});
    const auto command = ReadCommand(words);
    if (!command.ok()) return command.status().message();
    const std::atomic<bool> stop{false};
    const Status status = command->verb->run(command->args, {&stop});
    if (!status.ok()) return status.message();
    std::ifstream file(out, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::vector<Json> Lines(const std::vector<std::string>& words) {
    std::vector<Json> lines;
    const std::string text = Run(words);
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      lines.push_back(Json::parse(line, nullptr, false));
      EXPECT_FALSE(lines.back().is_discarded()) << line;
      if (lines.back().is_discarded()) return {};
    }
    return lines;
  }

  // Returns random records in `groups`; the segments of a group are scattered over the file.
  static std::vector<Record> Records(const std::vector<std::string>& groups, size_t count,
                                     uint32_t seed, size_t systems = 2, size_t references = 2) {
    std::mt19937 random(seed);
    static const std::vector<std::string> kWords = {"a",  "tree", "stands", "near", "the", "river",
                                                    "它", "下雨", "了",     ".",    "No",  "one"};
    const auto sentence = [&] {
      std::string text;
      for (size_t words = random() % 9 + (random() % 5 > 0 ? 1 : 0); words > 0; --words) {
        text += (text.empty() ? "" : " ") + kWords[random() % kWords.size()];
      }
      return text;
    };
    std::vector<Record> records;
    for (size_t i = 0; i < count; ++i) {
      Record record;
      record.group = groups[random() % groups.size()];
      record.refs = {sentence() + " x"};
      // Only in the last group are all further references present.
      for (size_t r = 1; r < references; ++r) {
        const bool there = record.group == groups.back() || random() % 3 == 0;
        record.refs.push_back(there ? sentence() + " y" : "");
      }
      for (size_t s = 0; s < systems; ++s) {
        record.hyps.push_back(random() % 3 == 0 ? record.refs[0] : sentence());
      }
      records.push_back(std::move(record));
    }
    return records;
  }

  // Writes the records of one group, or of all; returns the arguments of a command that scores
  // them.
  std::vector<std::string> Write(const std::vector<Record>& records, const std::string& group) {
    std::string refs;
    std::vector<std::string> hyps(records.front().hyps.size());
    for (const Record& record : records) {
      if (!group.empty() && record.group != group) continue;
      Json reference = {{"refs", Json::array()}, {"part", record.group}};
      for (const std::string& text : record.refs) {
        reference["refs"].push_back(text.empty() ? Json() : Json(text));
      }
      refs += reference.dump() + '\n';
      for (size_t s = 0; s < hyps.size(); ++s) {
        hyps[s] += Json{{"hyp", record.hyps[s]}, {"lang", record.group}}.dump() + '\n';
      }
    }
    static const std::string kNames[] = {"one.jsonl", "two.jsonl", "three.jsonl", "four.jsonl"};
    std::vector<std::string> words = {folder_.Write("ref.jsonl", refs), "-i"};
    for (size_t s = 0; s < hyps.size(); ++s) words.push_back(folder_.Write(kNames[s], hyps[s]));
    return words;
  }

  static std::vector<std::string> Words(std::vector<std::string> first,
                                        const std::vector<std::string>& files,
                                        const std::vector<std::string>& flags) {
    first.insert(first.end(), files.begin(), files.end());
    first.insert(first.end(), flags.begin(), flags.end());
    return first;
  }

  // Checks that the lines of groups equal those of the groups' own files.
  void ExpectTwins(const std::vector<Record>& records, const std::vector<Json>& lines,
                   const std::vector<std::string>& metrics,
                   const std::map<std::string, std::vector<std::string>>& own_flags) {
    std::map<std::string, std::vector<Json>> of_group;
    for (Json line : lines) {
      if (!line.contains("group")) continue;
      const std::string group = line["group"];
      line.erase("group");
      line.erase("by");
      of_group[group].push_back(std::move(line));
    }
    for (const auto& [group, flags] : own_flags) {
      std::vector<std::string> words = {"-f", "jsonl"};
      words.insert(words.end(), flags.begin(), flags.end());
      words.push_back("-m");
      words.insert(words.end(), metrics.begin(), metrics.end());
      EXPECT_EQ(Lines(Words({"score"}, Write(records, group), words)), of_group[group]) << group;
    }
  }

  // Checks that comparisons of groups equal those of the groups' own files, in the order of the
  // input.
  void ExpectTwinComparisons(const std::vector<Record>& records, bool by_language,
                             const std::vector<std::string>& flags) {
    std::vector<std::string> order;
    for (const Record& record : records) {
      if (std::find(order.begin(), order.end(), record.group) == order.end()) {
        order.push_back(record.group);
      }
    }
    std::vector<std::string> grouped = flags;
    grouped.insert(grouped.end(), {"--by", by_language ? "lang" : "part", "--threads", "1"});
    const auto files = Write(records, "");
    const std::string text = Run(Words({"compare"}, files, grouped));
    for (const std::string threads : {"2", "4"}) {
      grouped.back() = threads;
      EXPECT_EQ(Run(Words({"compare"}, files, grouped)), text);
    }
    Json all = Json::parse(text, nullptr, false);
    ASSERT_FALSE(all.is_discarded()) << text;
    all = WithoutParts(std::move(all));
    Json expected = Json::array();
    for (const std::string& group : order) {
      std::vector<std::string> own = flags;
      if (by_language) {
        own.insert(own.end(), {"-l", group.find('-') == std::string::npos ? "en-" + group : group});
      }
      const Json alone = Json::parse(Run(Words({"compare"}, Write(records, group), own)));
      for (Json metric : alone["metrics"]) {
        metric["group"] = group;
        expected.push_back(std::move(metric));
      }
    }
    EXPECT_EQ(all["metrics"], expected);
    for (const Json& metric : all["metrics"]) {
      for (size_t p = 0; p < metric["pairs"].size(); ++p) {
        EXPECT_EQ(metric["pairs"][p]["a"], all["metrics"][0]["pairs"][p]["a"]);
        EXPECT_EQ(metric["pairs"][p]["b"], all["metrics"][0]["pairs"][p]["b"]);
      }
    }
  }

  OwnFolder folder_;
};

TEST_F(ByGroup, ScoresAreThoseOfTheGroupsOwnFiles) {
  for (const uint32_t seed : {1U, 2U, 3U}) {
    const auto records = Records({"news", "talk show", "all"}, 2500 * (seed - 1) + 50, seed);
    const auto lines = Lines(Words({"score"}, Write(records, ""),
                                   {"--by", "part", "-f", "jsonl", "-m", "bleu", "chrf", "ter"}));
    ASSERT_EQ(lines.size(), 6U * (1 + 3 + 1));
    ExpectTwins(records, lines, {"bleu", "chrf", "ter"},
                {{"news", {}}, {"talk show", {}}, {"all", {}}});
    for (size_t cell = 0; cell < 6; ++cell) {
      double sum = 0;
      for (size_t group = 1; group <= 3; ++group) {
        sum += lines[group * 6 + cell]["score"].get<double>();
      }
      EXPECT_EQ(lines[24 + cell]["score"].get<double>(), sum / 3);
      EXPECT_EQ(lines[24 + cell]["macro_average_of"], 3);
    }
  }
}

// Languages with their own tokenizers, and n-gram weights learned from each language only.
TEST_F(ByGroup, LanguagesHaveTheirOwnTokenizerAndWeights) {
  const std::vector<std::string> languages = {"en-de", "en-zh", "zh_CN", "fr"};
  const auto records = Records(languages, 3000, 7);
  const std::map<std::string, std::vector<std::string>> own = {{"en-de", {"-l", "en-de"}},
                                                               {"en-zh", {"-l", "en-zh"}},
                                                               {"zh_CN", {"-l", "en-zh"}},
                                                               {"fr", {"-l", "en-fr"}}};
  for (const std::vector<std::string>& metrics :
       {std::vector<std::string>{"bleu", "chrf"}, {"bleu", "nist"}}) {
    std::vector<std::string> flags = {"--by", "lang", "-f", "jsonl", "-m"};
    flags.insert(flags.end(), metrics.begin(), metrics.end());
    const auto lines = Lines(Words({"score"}, Write(records, ""), flags));
    EXPECT_EQ(lines.size(), 4U * (4 + 1)) << "no score of all languages";
    ExpectTwins(records, lines, metrics, own);
  }
  const auto one =
      Lines(Words({"score"}, Write(records, ""), {"--by", "lang", "-f", "jsonl", "-tok", "intl"}));
  EXPECT_EQ(one.size(), 2U * (1 + 4 + 1)) << "one tokenizer";
}

// A long file of systems that do not occur in every language.
TEST_F(ByGroup, SeveralFieldsAreThoseOfTheirOwnFiles) {
  const std::string head = "lang\tsystem\tref\thyp\n";
  std::string all = head;
  std::map<std::pair<std::string, std::string>, std::string> own;
  std::mt19937 random(23);
  for (const Record& record : Records({"en-de", "en-zh", "fr"}, 3000, 23, 1, 1)) {
    const std::string system(1, static_cast<char>('A' + random() % 3));
    if (system == "C" && record.group == "fr") continue;
    const std::string line =
        record.group + '\t' + system + '\t' + record.refs[0] + '\t' + record.hyps[0] + '\n';
    all += line;
    own[{record.group, system}] += line;
  }
  const auto score = [&](const std::string& text, std::vector<std::string> flags) {
    const std::string file = folder_.Write("long.tsv", text);
    flags.insert(flags.end(), {"-f", "jsonl", "-m", "bleu", "chrf", "ter"});
    return Lines(Words({"score"}, {file + ":ref", "-i", file + ":hyp"}, flags));
  };
  const auto lines = score(all, {"--by", "lang", "--by", "system"});
  ASSERT_EQ(lines.size(), 3U * (8 + 3)) << "groups, and a mean of each system";
  std::map<std::pair<std::string, std::string>, std::vector<Json>> found;
  std::map<std::pair<std::string, std::string>, double> sums;
  for (Json line : lines) {
    const std::string system = line["group"][1], metric = line["metric"];
    if (line["group"][0].is_null()) {
      const int of = system == "C" ? 2 : 3;
      EXPECT_EQ(line["macro_average_of"], of);
      EXPECT_DOUBLE_EQ(line["score"].get<double>(), (sums[{system, metric}] / of));
      continue;
    }
    sums[{system, metric}] += line["score"].get<double>();
    const std::string language = line["group"][0];
    line.erase("group");
    line.erase("by");
    found[{language, system}].push_back(std::move(line));
  }
  for (const auto& [group, text] : own) {
    const std::string language = group.first == "fr" ? "en-fr" : group.first;
    EXPECT_EQ(score(head + text, {"-l", language}), found[group]) << group.first << group.second;
  }
}

TEST_F(ByGroup, ComparisonsAreThoseOfTheGroupsOwnFiles) {
  for (const std::string by : {"part", "lang"}) {
    const auto records = Records({"en-zh", "de", "en-cs_CZ"}, 400, 11);
    const auto files = Write(records, "");
    const std::vector<std::string> flags = {"-f", "json", "-B", "300", "-m", "bleu", "ter"};
    std::vector<std::string> grouped = flags;
    grouped.insert(grouped.end(), {"--by", by});
    const Json all = WithoutParts(Json::parse(Run(Words({"compare"}, files, grouped))));
    for (const std::string group : {"en-zh", "de", "en-cs_CZ"}) {
      std::vector<std::string> own = flags;
      if (by == "lang") own.insert(own.end(), {"-l", group == "en-zh" ? "en-zh" : "en-de"});
      const Json alone = Json::parse(Run(Words({"compare"}, Write(records, group), own)));
      Json metrics = Json::array();
      for (Json metric : all["metrics"]) {
        if (metric["group"] != group) continue;
        metric.erase("group");
        metrics.push_back(metric);
      }
      EXPECT_EQ(metrics, alone["metrics"]) << by << " " << group;
    }
  }
}

// Random groups, of one segment or of many, with different systems, missing references and
// conventions: every p and interval of a group equals that of its own files; groups and pairs keep
// their order.
TEST_F(ByGroup, RandomComparisonsAreThoseOfTheGroupsOwnFiles) {
  for (uint32_t seed = 1; seed <= 24; ++seed) {
    std::mt19937 random(seed);
    const bool by_language = seed % 3 == 0;
    const std::vector<std::string> languages = {"en-zh", "de", "en-fr", "cs-en"};
    std::vector<std::string> groups;
    for (size_t g = 1 + random() % (by_language ? 4 : 20); g > 0; --g) {
      groups.push_back(by_language ? languages[g - 1] : "part " + std::to_string(random()));
    }
    std::vector<std::string> drawn = groups;  // some are much larger than others
    for (size_t more = random() % 60; more > 0; --more) drawn.push_back(groups.front());
    const auto records =
        Records(drawn, 1 + random() % 200, seed, 1 + random() % 4, 1 + random() % 3);
    std::vector<std::string> flags = {"-f", "json", "-B",  std::to_string(1 + random() % 150),
                                      "-m", "bleu", "chrf"};
    if (by_language && random() % 2 == 0) flags.emplace_back("nist");
    const std::vector<std::vector<std::string>> tests = {
        {}, {"--test", "ar"}, {"--null", "shifted", "--correction", "none"}};
    for (const std::vector<std::string>& words :
         {tests[random() % 3], {"--rng", "numpy"}, {"--interval", "order"}, {"--alpha", ".1"}}) {
      if (random() % 2 == 0) flags.insert(flags.end(), words.begin(), words.end());
    }
    ExpectTwinComparisons(records, by_language, flags);
  }
}

TEST_F(ByGroup, TheSameBytesForAnyThreads) {
  const auto files = Write(Records({"en-de", "en-zh", "x"}, 5000, 13), "");
  for (const std::string by : {"part", "lang"}) {
    for (const std::string format : {"text", "json", "jsonl", "tsv", "latex", "markdown"}) {
      std::vector<std::string> seen;
      for (const std::string threads : {"1", "2", "5"}) {
        seen.push_back(
            Run(Words({"score"}, files,
                      {"--by", by, "-f", format, "-m", "bleu", "nist", "--threads", threads})));
      }
      EXPECT_THAT(seen[0], HasSubstr("macro"));
      EXPECT_EQ(seen[0], seen[1]);
      EXPECT_EQ(seen[0], seen[2]);
    }
    EXPECT_EQ(Run(Words({"segments"}, files, {"--by", by, "--threads", "1"})),
              Run(Words({"segments"}, files, {"--by", by, "--threads", "5"})));
  }
}

// The error is that of the first bad record, as in a run without groups, whatever its language and
// wherever batches are cut.
TEST_F(ByGroup, ErrorsAreThoseOfARunWithoutGroups) {
  constexpr size_t kSegments = 7000;
  std::mt19937 random(31);
  for (int round = 0; round < 12; ++round) {
    const bool in_turn = round % 2 == 0;  // otherwise one language after another
    std::string ref, hyp, languages;
    const size_t bad[] = {random() % kSegments, random() % kSegments};
    for (size_t i = 0; i < kSegments; ++i) {
      ref += "a b c d " + std::to_string(i % 7) + "\n";
      hyp += i == bad[0] || i == bad[1] ? "a \xFF b\n" : "a b c e\n";
      languages += (in_turn ? i % 3 : i * 3 / kSegments) == 1 ? "en-zh\n" : "en-de\n";
    }
    const std::vector<std::string> files = {folder_.Write("ref", ref), "-i",
                                            folder_.Write("hyp", hyp)};
    const std::string by = "lang=" + folder_.Write("languages", languages);
    const std::string expected = Run(Words({"score"}, files, {}));
    EXPECT_THAT(expected, HasSubstr("hyp:" + std::to_string(std::min(bad[0], bad[1]) + 1) + ": "));
    for (const std::string threads : {"1", "3"}) {
      for (const std::string metric : {"bleu", "nist"}) {
        EXPECT_EQ(Run(Words({"score"}, files, {"--by", by, "-m", metric, "--threads", threads})),
                  expected);
      }
    }
  }
}

TEST_F(ByGroup, SegmentsOfGroupsAreTheSameScores) {
  const auto files = Write(Records({"en-zh", "b", "c"}, 300, 17), "");
  for (const std::string by : {"part", "lang"}) {
    const auto scores = Lines(Words({"score"}, files, {"--by", by, "-f", "jsonl"}));
    const auto groups = Lines(Words({"segments"}, files, {"--by", by, "-f", "json"}));
    std::vector<double> expected, seen;
    for (const Json& line : scores) {
      if (line.contains("group")) expected.push_back(line["score"]);
    }
    for (const Json& group : groups) {
      for (const Json& system : group["scores"]) seen.push_back(system["BLEU"]);
    }
    EXPECT_EQ(seen, expected);
  }
}

TEST_F(ByGroup, ManyGroupsInOrder) {
  constexpr size_t kGroups = 100'000;
  std::string ref, hyp, groups;
  for (size_t i = 0; i < kGroups; ++i) {
    ref += "a b c " + std::to_string(i % 7) + "\n";
    hyp += "a b c " + std::to_string(i % 5) + "\n";
    groups += std::to_string(kGroups - i) + "\n";
  }
  const std::string out = Run({"score", folder_.Write("ref", ref), "-i", folder_.Write("hyp", hyp),
                               "--by", "g=" + folder_.Write("groups", groups), "-f", "tsv"});
  EXPECT_EQ(static_cast<size_t>(std::count(out.begin(), out.end(), '\n')), kGroups + 3);
  EXPECT_THAT(out.substr(0, 400), HasSubstr("\ngroup\t100000\t1\t"));
}

}  // namespace
}  // namespace mtgauge::by_group_test
