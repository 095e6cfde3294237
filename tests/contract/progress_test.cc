// What a run counts of its inputs ends at what it announced, so that 100% is the end, for every
// kind of file; and resampling ends at the whole.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "mtgauge/compare.h"
#include "mtgauge/keywords.h"
#include "mtgauge/score.h"
#include "tests/support/archives.h"
#include "tests/support/own_folder.h"

namespace mtgauge::progress_test {
namespace {

struct Count {
  uint64_t announced = 0, counted = 0;
};

Count CountOf(const std::string& file, const std::string& metric) {
  Count counted;
  ScoreRequest request;
  request.references = {file};
  request.inputs = {file};
  request.metrics = {metric};
  request.hooks.scoring = [&](uint64_t bytes, const RunCounters& counters) {
    counted.announced = bytes;
    return std::shared_ptr<void>(nullptr, [&](void*) { counted.counted = counters.bytes_read; });
  };
  const auto report = Score(request);
  EXPECT_TRUE(report.ok()) << report.status();
  return counted;
}

class Progress : public testing::Test {
 protected:
  void ExpectAll(const std::string& file) {
    for (const char* metric : {"bleu", "nist"}) {
      const Count counted = CountOf(file, metric);
      EXPECT_GT(counted.announced, 0U) << file << ' ' << metric;
      EXPECT_EQ(counted.counted, counted.announced) << file << ' ' << metric;
    }
  }

  static std::string Lines(const std::string& before, const std::string& after) {
    std::string lines;
    for (int i = 0; i < 20000; ++i) lines += before + std::to_string(i) + " of the text" + after;
    return lines;
  }

  OwnFolder folder_;
};

TEST_F(Progress, PlainText) { ExpectAll(folder_.Write("text", Lines("line ", "\n"))); }

TEST_F(Progress, CompressedText) {
  ExpectAll(folder_.Write("text.gz", test::Gzip(Lines("line ", "\n"))));
}

TEST_F(Progress, Records) {
  const std::string lines = Lines("{\"ref\": \"line ", "\"}\n");
  ExpectAll(folder_.Write("text.jsonl", lines) + ":ref");
  ExpectAll(folder_.Write("text.jsonl.gz", test::Gzip(lines)) + ":ref");
}

TEST_F(Progress, Tables) {
  ExpectAll(folder_.Write("text.tsv", "id\tref\n" + Lines("1\tline ", "\n")) + ":ref");
  ExpectAll(folder_.Write("text.csv", "id,ref\n" + Lines("1,line ", "\n")) + ":ref");
}

TEST_F(Progress, SetsOfFiles) {
  std::filesystem::create_directory(folder_.Path("set"));
  folder_.Write("set/1.txt", Lines("line ", "\n"));
  folder_.Write("set/2.txt", "one more\n");
  ExpectAll(folder_.Path("set"));
}

// Every way to resample ends at the whole.
TEST_F(Progress, Resampling) {
  CompareRequest request;
  request.references = {folder_.Write("ref", "the gates are open\nnobody came here\nit is late\n")};
  request.inputs = {folder_.Write("a", "the gates are open\nnobody came\nit is\n"),
                    folder_.Write("b", "gates open\nnobody here\nit was late\n")};
  request.metrics = {"chrf"};
  double last = 0;
  request.hooks.resampling = [&last] { return [&last](double share) { last = share; }; };
  const auto ends = [&](const std::string& option, const std::string& value) {
    last = 0;
    CompareRequest one = request;
    ASSERT_TRUE(SetOption(one, option, {value}).ok());
    const auto report = Compare(one);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_DOUBLE_EQ(last, 1) << option << ' ' << value;
  };
  ends("resamples", "1000");
  ends("test", "ar");
  ends("sampling", "half");
  ends("documents", folder_.Write("documents", "one\none\ntwo\n"));
}

TEST_F(Progress, Parquet) { ExpectAll(std::string(MTGAUGE_DOCS_FILES) + "/two.parquet:sysA"); }

}  // namespace
}  // namespace mtgauge::progress_test
