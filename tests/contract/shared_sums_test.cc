// Resampling in shares: sums of blocks that were computed separately and merged give the bytes of
// one comparison, for any number of shares in any order; missing, unrelated and damaged shares are
// rejected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "mtgauge/mtgauge.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"

namespace mtgauge::shared_sums_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Strings = std::vector<std::string>;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns every form of the answer, or the error.
Strings Forms(const Result<Comparison>& answer) {
  if (!answer.ok()) return {answer.status().message()};
  Strings forms;
  for (const std::string_view form : CompareForms()) {
    WriteOptions options;
    options.width = 6;
    const Result<std::string> written = Format(*answer, form, options);
    forms.push_back(written.ok() ? *written : "no " + std::string(form));
  }
  return forms;
}

class SharedSums : public testing::Test {
 protected:
  // Writes the rows of three systems under the metrics.
  std::string Rows(const std::string& name, size_t segments, const Strings& metrics,
                   uint64_t seed = 5, OnInvalid on_invalid = OnInvalid::kError) const {
    test::RandomText text(seed);
    std::string lines[4];
    for (size_t i = 0; i < segments; ++i) {
      const std::string base = text.Sentence(1 + text.Below(4));
      lines[0] += base + '\n';
      for (size_t s = 1; s < 4; ++s) {
        lines[s] +=
            text.Perturb(base) + (i == 70 && on_invalid == OnInvalid::kSkip ? "\xFF\n" : "\n");
      }
    }
    for (std::string& stream : lines) std::erase(stream, '\r');
    RowsRequest request;
    request.references = {folder_.Write("ref", lines[0])};
    for (const size_t s : {1, 2, 3}) {
      request.inputs.push_back(folder_.Write("s" + std::to_string(s), lines[s]));
    }
    request.metrics = metrics;
    request.on_invalid = on_invalid;
    auto run = RowsRun::Make(request);
    EXPECT_TRUE(run.ok()) << run.status();
    const auto written = run->Write(folder_.Path(name));
    EXPECT_TRUE(written.ok()) << written.status();
    return folder_.Path(name);
  }

  static CompareRequest Request(const Strings& rows, TestKind test = TestKind::kBootstrap) {
    CompareRequest request;
    request.rows = rows;
    request.test = test;
    request.resamples = 40;
    return request;
  }

  std::string Share(CompareRequest request, uint32_t number, uint32_t count,
                    const std::string& name = "part") const {
    request.blocks = Shard{number, count};
    request.threads = 1 + number % 3;
    const std::string file =
        folder_.Path(name + std::to_string(number) + "of" + std::to_string(count));
    auto run = CompareRun::Make(request);
    EXPECT_TRUE(run.ok()) << run.status();
    const Status status = run->WriteSums(file);
    EXPECT_TRUE(status.ok()) << status;
    return file;
  }

  Strings Shares(const CompareRequest& request, uint32_t count) const {
    Strings files;
    for (uint32_t number = count; number > 0; --number) {
      files.push_back(Share(request, number, count));
    }
    return files;
  }

  std::string Merged(const Strings& files) const {
    const Status status = Merge(files, folder_.Path("merged"), RunOptions());
    EXPECT_TRUE(status.ok()) << status;
    return folder_.Path("merged");
  }

  static Strings From(CompareRequest request, const Strings& sums) {
    request.sums = sums;
    return Forms(Compare(request));
  }
  static std::string ErrorOf(const CompareRequest& request, const Strings& sums) {
    return From(request, sums).front();
  }

  // For any number of shares, merged or not.
  void ExpectSame(const CompareRequest& request) const {
    const Strings wanted = Forms(Compare(request));
    ASSERT_GT(wanted.size(), 1U) << wanted.front();
    std::string merged;
    for (const uint32_t count : {1U, 2U, 3U, 7U}) {
      Strings files = Shares(request, count);
      EXPECT_EQ(From(request, files), wanted) << count;
      const std::string bytes = ReadFile(Merged(files));
      if (merged.empty()) merged = bytes;
      EXPECT_TRUE(bytes == merged) << count;
      EXPECT_EQ(From(request, {folder_.Path("merged")}), wanted) << count;
    }
  }

  OwnFolder folder_;
};

constexpr size_t kThreeBlocks = 2 * 4096 + 200;
const Strings kMetrics = {"bleu", "chrf:nw=2", "nist", "ter"};

TEST_F(SharedSums, Bootstrap) { ExpectSame(Request({Rows("rows", kThreeBlocks, kMetrics)})); }

TEST_F(SharedSums, Randomization) {
  ExpectSame(Request({Rows("rows", kThreeBlocks, kMetrics)}, TestKind::kRandomization));
}

TEST_F(SharedSums, HalfReplaced) {
  CompareRequest request = Request({Rows("rows", kThreeBlocks, {"bleu", "chrf"})});
  request.sampling = Sampling::kHalfReplaced;
  ExpectSame(request);
}

// More resamples than fit into a section of the file.
TEST_F(SharedSums, ManyResamples) {
  CompareRequest request = Request({Rows("rows", 4096 + 50, {"bleu"})});
  request.resamples = 4096 + 100;
  ExpectSame(request);
}

TEST_F(SharedSums, SkippedSegments) {
  ExpectSame(Request({Rows("rows", kThreeBlocks, {"bleu", "ter"}, 5, OnInvalid::kSkip)}));
}

// One block, and so few segments that all swaps are enumerated.
TEST_F(SharedSums, FewSegments) {
  for (const TestKind test : {TestKind::kBootstrap, TestKind::kRandomization}) {
    ExpectSame(Request({Rows("rows", 300, kMetrics)}, test));
    ExpectSame(Request({Rows("few", 4, {"bleu"})}, test));
  }
}

// Options that affect no sum may be chosen when the sums are read.
TEST_F(SharedSums, ChosenLater) {
  const std::string rows = Rows("rows", kThreeBlocks, {"bleu", "chrf"});
  const Strings files = Shares(Request({rows}, TestKind::kRandomization), 2);
  CompareRequest request = Request({rows});
  request.baseline = folder_.Path("s2");
  request.gate = true;
  request.alpha = 0.2;
  request.correction = Correction::kHolm;
  request.interval = IntervalKind::kBca;
  EXPECT_EQ(From(request, files), Forms(Compare(request)));
  request.interval = IntervalKind::kBasic;
  request.null = NullRule::kShifted;
  EXPECT_EQ(From(request, files), Forms(Compare(request)));
}

TEST_F(SharedSums, OtherOptionsAreRefused) {
  const std::string rows = Rows("rows", 300, {"bleu", "chrf"});
  const CompareRequest request = Request({rows});
  const Strings files = Shares(request, 2);
  CompareRequest other = request;
  other.seed = 7;
  EXPECT_THAT(ErrorOf(other, files), AllOf(HasSubstr(files[1]), HasSubstr("`seed` 12345, not 7")));
  other = request;
  other.resamples = 41;
  EXPECT_THAT(ErrorOf(other, files), HasSubstr("40 `resamples`, not 41"));
  other = request;
  other.test = TestKind::kRandomization;
  EXPECT_THAT(ErrorOf(other, files), HasSubstr("sums of bootstrap, but not of coins"));
  other = request;
  other.metrics = {"bleu"};
  EXPECT_THAT(ErrorOf(other, files), HasSubstr("different rows"));
  other = request;
  other.rows = {Rows("others", 300, {"bleu", "chrf"}, 6)};
  EXPECT_THAT(ErrorOf(other, files), HasSubstr("different rows"));
}

TEST_F(SharedSums, PartsThatDoNotBelongTogetherAreRefused) {
  const std::string rows = Rows("rows", 300, {"bleu"});
  const CompareRequest request = Request({rows});
  const Strings files = Shares(request, 3);  // 3, 2, 1
  EXPECT_THAT(ErrorOf(request, {files[0], files[2]}), HasSubstr("part 2 of 3 is missing"));
  EXPECT_THAT(ErrorOf(request, {files[0], files[1], files[0]}),
              AllOf(HasSubstr(files[0]), HasSubstr("both are part 3 of 3")));
  EXPECT_THAT(ErrorOf(request, {files[0], Share(request, 1, 2)}), HasSubstr("part 1 of 2"));
  const std::string whole = Merged(files);
  EXPECT_THAT(ErrorOf(request, {files[0], whole}), HasSubstr("this file is not a part"));
  EXPECT_THAT(ErrorOf(request, {whole, whole}), HasSubstr("both are sums of all blocks"));
  CompareRequest other = request;
  other.seed = 7;
  const std::string foreign = Share(other, 1, 3, "seed");
  EXPECT_THAT(ErrorOf(request, {files[0], files[1], foreign}),
              AllOf(HasSubstr(foreign), HasSubstr("different seeds, 12345 and 7")));
  const std::string out = folder_.Path("out");
  EXPECT_THAT(Merge({files[0], files[1], foreign}, out, RunOptions()).message(),
              HasSubstr("different seeds"));
  EXPECT_THAT(Merge({files[0], rows}, out, RunOptions()).message(),
              HasSubstr("a file of rows, not of sums"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(SharedSums, DamagedBytesAreRefused) {
  const CompareRequest request = Request({Rows("rows", 300, {"bleu"})});
  Strings files = Shares(request, 2);
  const std::string good = ReadFile(files[0]);
  for (size_t at = 0; at < good.size(); at += 7) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    folder_.Write("bad", bytes);
    EXPECT_THAT(ErrorOf(request, {folder_.Path("bad"), files[1]}),
                AllOf(HasSubstr(folder_.Path("bad")), Not(HasSubstr("\n"))))
        << at;
    folder_.Write("bad", good.substr(0, at));
    EXPECT_THAT(ErrorOf(request, {folder_.Path("bad"), files[1]}), HasSubstr(folder_.Path("bad")))
        << at;
  }
}

// Options that need rows of several blocks at once.
TEST_F(SharedSums, WhatIsNotDrawnByBlockIsRefused) {
  const CompareRequest request = Request({Rows("rows", 300, {"bleu"})});
  const std::string units = folder_.Write("units", std::string(300, 'u'));
  const std::pair<std::string, std::function<void(CompareRequest&)>> faults[] = {
      {"`by`", [](CompareRequest& r) { r.by = "domain"; }},
      {"`scores`",
       [&](CompareRequest& r) {
         r.scores = {{"x", false, {units}}};
       }},
      {"`unit` document", [](CompareRequest& r) { r.unit = Unit::kDocument; }},
      {"`documents`", [&](CompareRequest& r) { r.documents = units; }},
      {"`strata`", [&](CompareRequest& r) { r.strata = units; }},
      {"`sampling` half", [](CompareRequest& r) { r.sampling = Sampling::kHalf; }},
      {"`rng` numpy", [](CompareRequest& r) { r.generator = Generator::kNumpy; }},
      {"only row files", [](CompareRequest& r) { r.rows.clear(), r.references = {"a"}; }},
      {"leave one out",
       [&](CompareRequest& r) { r.sums = r.sums.empty() ? Strings{units} : r.sums; }}};
  for (const auto& [what, set] : faults) {
    CompareRequest shared = request;
    shared.blocks = Shard{1, 2};
    set(shared);
    EXPECT_THAT(CompareRun::Make(shared).status().message(),
                AllOf(HasSubstr("`blocks`"), HasSubstr(what)));
  }
  CompareRequest share = request;
  share.blocks = Shard{1, 2};
  EXPECT_THAT(ErrorOf(share, {}), HasSubstr("`blocks` only writes sums"));
  CompareRequest read = request;
  read.sums = {units};
  read.strata = units;
  EXPECT_THAT(CompareRun::Make(read).status().message(), HasSubstr("`sums`: `strata`"));
}

}  // namespace
}  // namespace mtgauge::shared_sums_test
