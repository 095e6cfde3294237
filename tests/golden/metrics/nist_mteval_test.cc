// Compares NIST with the figures of mteval-v13a.pl and mteval-v14.pl for real systems' outputs.
// Needs the shared folder of reference data.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_nist.h"
#include "tests/oracle/naive_tokenizers.h"
#include "tests/support/learn.h"
#include "tests/support/own_folder.h"
#include "tests/support/scored.h"
#include "tests/support/sgml_text.h"
#include "tests/support/shared_data.h"

namespace mtgauge::nist_mteval_test {
namespace {

// The rows of every segment under every spec, and the metric that scores sums of them.
class Rows {
 public:
  Rows(const std::vector<Lines>& refs, const Lines& hyps, const Lines& specs) {
    JobOptions options;
    options.metrics = specs;
    StreamNames names{{}, {"sys"}};
    for (size_t r = 0; r < refs.size(); ++r) names.refs.push_back("ref");
    job_ = Job::Make(options, names);
    Batch batch = MakeBatch(test::PointersTo(refs), {hyps});
    EXPECT_TRUE(test::Learn(*job_, batch).ok());
    Worker worker(*job_);
    EXPECT_TRUE(worker.Process(batch, {nullptr, &rows_}).ok());
  }

  // Returns the score of the segments [begin, end) together.
  double Score(size_t spec, size_t begin, size_t end) const {
    const size_t width = job_->widths()[spec];
    std::vector<int64_t> sums(width);
    for (size_t i = begin * width; i < end * width; ++i) sums[i % width] += rows_[spec][i];
    return job_->metrics()[spec].metric->Score(sums, Level::kCorpus);
  }

 private:
  Result<Job> job_ = CancelledError();
  std::vector<std::vector<int64_t>> rows_;
};

struct Setting {
  std::string column, spec;
  bool escaped;
};

TEST(NistMtevalGolden, SystemsDocumentsAndSegments) {
  const std::string file = "golden/classic/wmt21/mteval/de-en.mteval-v13a.scores.tsv";
  MTG_SKIP_WITHOUT_SHARED(file);
  const Lines table = ReadLines(SharedFolder() / file);
  const Lines header = Fields(table[0]);
  size_t compared = 0;
  for (const char* references : {"A", "AB"}) {
    for (const Setting& setting : {Setting{"lc.13a", "nist", true},
                                   {"c.13a", "nist:lc=no", true},
                                   {"lc.intl", "nist:tok=mteval-intl", true},
                                   {"c.intl", "nist:tok=mteval-intl,lc=no", true}}) {
      const std::string name = std::string("NIST.") + references + "." + setting.column + ".sm";
      SCOPED_TRACE(name);
      const auto column =
          static_cast<size_t>(std::find(header.begin(), header.end(), name) - header.begin());
      ASSERT_LT(column, header.size());
      const auto text = [&](const std::string& which) {
        return setting.escaped ? test::Escape(Newstest2021(which)) : Newstest2021(which);
      };
      std::vector<Lines> refs = {text("ref.A")};
      if (std::string(references) == "AB") refs.push_back(text("ref.B"));
      std::map<std::string, Rows> systems;
      for (const char* system : {"Borderline", "Online-A"}) {
        systems.emplace(system, Rows(refs, text(std::string("hyp.") + system), {setting.spec}));
      }
      for (size_t i = 1; i < table.size(); ++i) {
        const Lines row = Fields(table[i]);
        size_t begin = 0, end = 1000;
        if (row[1] != "-") begin = 100 * std::stoul(row[1].substr(1)), end = begin + 100;
        if (row[2] != "-") begin += std::stoul(row[2]) - 1, end = begin + 1;
        ASSERT_NEAR(systems.at(row[0]).Score(0, begin, end), std::stod(row[column]), 1e-9)
            << table[i].substr(0, 30);
        ++compared;
      }
    }
  }
  std::cout << "compared " << compared << " scores\n";
}

TEST(NistMtevalGolden, SingleOrdersAndSums) {
  const std::string file = "golden/classic/wmt21/mteval/de-en.mteval.ngram.tsv";
  MTG_SKIP_WITHOUT_SHARED(file);
  std::map<std::string, std::vector<Lines>> by_system;  // rows of the figures
  for (const std::string& line : ReadLines(SharedFolder() / file)) {
    const Lines row = Fields(line);
    if (row[1] == "A.lc.13a.sm" && row[3] == "NIST") by_system[row[4]].push_back(row);
  }
  for (const auto& [system, rows] : by_system) {
    Lines specs;
    for (int n = 1; n <= 9; ++n) specs.push_back("nist:order=" + std::to_string(n));
    for (int n = 1; n <= 9; ++n) specs.push_back("nist:order=9,single=" + std::to_string(n));
    const Rows ours({test::Escape(Newstest2021("ref.A"))},
                    test::Escape(Newstest2021("hyp." + system)), specs);
    for (const Lines& row : rows) {
      const size_t first = row[2] == "cumulative" ? 0 : 9;
      for (size_t n = 0; n < 9; ++n) {
        EXPECT_NEAR(ours.Score(first + n, 0, 1000), std::stod(row[5 + n]), 5.1e-5) << row[2] << n;
      }
    }
  }
  EXPECT_EQ(by_system.size(), 2U);
}

TEST(NistMtevalGolden, EdgeCases) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/edge/mteval13a.txt");
  const auto folder = SharedFolder() / "golden/classic/edge";
  const Lines hyps = ReadLines(folder / "hyp.nonempty_ref.txt");
  const Rows rows({ReadLines(folder / "ref.nonempty_ref.txt")}, hyps, {"nist"});
  const std::string report = ReadBytes(folder / "mteval13a.txt");
  const std::regex segment("NIST score using 5-grams = ([0-9.]+) for system \"sys\" on segment");
  size_t at = 0;
  for (std::sregex_iterator found(report.begin(), report.end(), segment), end; found != end;
       ++found) {
    EXPECT_NEAR(rows.Score(0, at, at + 1), std::stod((*found)[1]), 5.1e-5) << hyps[at];
    ++at;
  }
  EXPECT_EQ(at, hyps.size());
  EXPECT_NEAR(rows.Score(0, 0, hyps.size()), 3.1565, 5.1e-5);
}

// Compares the segments and documents of three systems in the report `name` with those under
// `spec`.
void ExpectWmt17Report(const std::string& name, const std::string& spec) {
  const auto folder = SharedFolder() / "data/wmt17";
  const Lines ref = test::Escape(ReadLines(folder / "ref.txt"));
  std::map<std::string, Rows> systems;
  const std::string report = ReadBytes(SharedFolder() / "golden/classic/out" / name);
  const std::regex line(
      "NIST score using +5-grams = ([0-9.]+) for system \"([^\"]+)\" on "
      "(segment ([0-9]+) of )?document \"d([0-9]+)\"");
  size_t compared = 0;
  for (std::sregex_iterator found(report.begin(), report.end(), line), end; found != end; ++found) {
    const std::smatch& match = *found;
    const std::string system = match[2];
    if (!systems.contains(system)) {
      const Lines hyp = test::Escape(ReadLines(folder / (system + ".txt")));
      systems.emplace(system, Rows({ref}, hyp, {spec}));
    }
    size_t begin = 200 * std::stoul(match[5]), stop = std::min(begin + 200, ref.size());
    if (match[4].matched) begin += std::stoul(match[4]) - 1, stop = begin + 1;
    ASSERT_NEAR(systems.at(system).Score(0, begin, stop), std::stod(match[1]), 5.1e-5)
        << match[0] << " compared " << compared;
    ++compared;
  }
  EXPECT_GT(compared, 3000U);
  std::cout << "compared " << compared << " scores\n";
}

TEST(NistMtevalGolden, Wmt17Reports) {
  MTG_SKIP_WITHOUT_SHARED("golden/classic/out/wmt17.mteval13a.c.txt");
  ExpectWmt17Report("wmt17.mteval13a.c.txt", "nist:lc=no");
  ExpectWmt17Report("wmt17.mteval13a.intl.c.txt", "nist:tok=mteval-intl,lc=no");
  ExpectWmt17Report("wmt17.mteval14.intl.c.txt", "nist:tok=mteval-intl,lc=no");
}

TEST(NistMtevalGolden, Wmt17) {
  MTG_SKIP_WITHOUT_SHARED("data/wmt17/ref.txt");
  const auto folder = SharedFolder() / "data/wmt17";
  const Lines ref = test::Escape(ReadLines(folder / "ref.txt"));
  const Lines hyp = test::Escape(ReadLines(folder / "uedin-nmt.4722.txt"));
  const Rows rows({ref}, hyp, {"nist", "nist:lc=no", "nist:lc=no,paper=yes"});
  EXPECT_NEAR(rows.Score(0, 0, hyp.size()), 7.5884, 5.1e-5);
  EXPECT_NEAR(rows.Score(1, 0, hyp.size()), 7.4795, 5.1e-5);
  EXPECT_NEAR(rows.Score(2, 0, hyp.size()), 7.4783, 5.1e-5);
}

// Returns counts of the references' n-grams, in the format of a count file.
std::string CountsOf(const Lines& refs) {
  std::map<std::string, uint64_t> counts;
  for (const std::string& line : refs) {
    const oracle::Words words = oracle::CutMtevalLowercase(line);
    for (size_t i = 0; i < words.size(); ++i) {
      std::string gram;
      for (size_t n = i; n < std::min(i + 5, words.size()); ++n) {
        ++counts[gram += (n > i ? " " : "") + words[n]];
      }
    }
  }
  std::string bytes;
  for (const auto& [gram, count] : counts) bytes += gram + '\t' + std::to_string(count) + '\n';
  return bytes;
}

TEST(NistMtevalGolden, Wmt17ByCountsFromAFile) {
  MTG_SKIP_WITHOUT_SHARED("data/wmt17/ref.txt");
  const auto folder = SharedFolder() / "data/wmt17";
  const Lines ref = test::Escape(ReadLines(folder / "ref.txt"));
  const Lines hyp = test::Escape(ReadLines(folder / "uedin-nmt.4722.txt"));
  const OwnFolder own;
  const std::string counts = "counts=" + own.Write("counts", CountsOf(ref));
  const Rows rows({ref}, hyp,
                  {"nist", "nist:" + counts, "nist:paper=yes", "nist:paper=yes," + counts});
  EXPECT_NEAR(rows.Score(1, 0, hyp.size()), 7.5884, 5.1e-5);
  for (const size_t spec : {0U, 2U}) {
    EXPECT_NEAR(rows.Score(spec + 1, 0, hyp.size()), rows.Score(spec, 0, hyp.size()), 1e-9);
    for (size_t i = 0; i < hyp.size(); ++i) {
      ASSERT_NEAR(rows.Score(spec + 1, i, i + 1), rows.Score(spec, i, i + 1), 1e-12) << hyp[i];
    }
  }
}

}  // namespace
}  // namespace mtgauge::nist_mteval_test
