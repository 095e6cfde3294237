// Compares BLEU and chrF with the scores that the organisers of WMT21 published, with files read by
// the whole library. Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sstream>

#include "core/input/source.h"
#include "parallel/score/scorer.h"
#include "tests/support/shared_data.h"

namespace mtgauge::bleu_wmt21_test {
namespace {

// "newstest2021.cs-en.hyp.Online-A.en"
struct Output {
  std::string set, pair, system, language;
  std::filesystem::path path;
};

std::vector<Output> Outputs(const std::filesystem::path& folder) {
  std::vector<Output> outputs;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    const size_t hyp = name.find(".hyp.");
    if (hyp == std::string::npos) continue;
    const size_t dot = name.find('.'), last = name.rfind('.');
    outputs.push_back({name.substr(0, hyp), name.substr(dot + 1, hyp - dot - 1),
                       name.substr(hyp + 5, last - hyp - 5), name.substr(last + 1), entry.path()});
  }
  return outputs;
}

std::vector<std::filesystem::path> References(const std::filesystem::path& folder,
                                              const std::string& set) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind(set + ".ref.", 0) == 0)
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// "pair system metric" -> score
std::map<std::string, double> OfficialScores(const std::filesystem::path& path) {
  std::map<std::string, double> scores;
  for (const std::string& line : ReadLines(path)) {
    std::istringstream fields(line);
    std::string pair, system, id, constrained, metric, score;
    fields >> pair >> system >> id >> constrained >> metric >> score;
    if (metric != "metric") scores[pair + " " + system + " " + metric] = std::stod(score);
  }
  return scores;
}

std::vector<MetricScore> ScoreFiles(const std::vector<std::filesystem::path>& references,
                                    const std::filesystem::path& output,
                                    const std::string& tokenizer) {
  JobOptions options;
  options.metrics = {"bleu:tok=" + tokenizer, "chrf"};
  StreamNames names;
  names.hyps = {output};
  std::vector<std::unique_ptr<Source>> sources;
  for (const auto& path : references) names.refs.push_back(path);
  for (const auto& path : references) sources.push_back(OpenSource(path).value());
  sources.push_back(OpenSource(output).value());
  const Result<Job> job = Job::Make(options, names);
  const Result<Report> report = ScoreSources(job.value(), std::move(sources), {}, {});
  return report.value().systems.at(0).scores;
}

TEST(Wmt21Golden, OfficialScores) {
  MTG_SKIP_WITHOUT_SHARED("data/wmt21/official-scores.tsv");
  const auto folder = SharedFolder() / "data/wmt21";
  const auto official = OfficialScores(folder / "official-scores.tsv");
  size_t compared = 0;
  for (const Output& output : Outputs(folder)) {
    const std::string tokenizer =
        output.language == "zh" ? "zh" : (output.language == "ja" ? "char" : "13a");
    const auto references = References(folder, output.set);
    ASSERT_FALSE(references.empty()) << output.path;
    const auto compare = [&](const std::vector<std::filesystem::path>& used,
                             const std::string& which) {
      const std::vector<MetricScore> scores = ScoreFiles(used, output.path, tokenizer);
      for (const size_t m : {size_t{0}, size_t{1}}) {
        const std::string key =
            output.pair + " " + output.system + (m == 0 ? " bleu-" : " chrf-") + which;
        const auto expected = official.find(key);
        ASSERT_NE(expected, official.end()) << key;
        // chrF needs neither exp nor log: equal to the last bit.
        EXPECT_NEAR(scores.at(m).score, expected->second, m == 0 ? 1e-9 : 0) << key;
        ++compared;
      }
    };
    compare({references[0]}, "A");
    compare(references, "all");
  }
  EXPECT_GT(compared, 180u);
  std::cout << "compared " << compared << " official scores\n";
}

}  // namespace
}  // namespace mtgauge::bleu_wmt21_test
