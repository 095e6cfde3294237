// The record of a job: when files count as the same, and what is read back.
#include "cli/jobs/manifest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/jobs/job_lock.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

class ManifestTest : public testing::Test {
 protected:
  FilePrints Prints(const std::vector<std::string>& names, const FilePrints& known = {}) const {
    std::vector<std::string> files;
    for (const std::string& name : names) files.push_back(folder_.Path(name));
    const auto prints = PrintsOf(files, known, nullptr);
    EXPECT_TRUE(prints.ok()) << prints.status();
    return prints.ok() ? *prints : FilePrints();
  }
  void MakeOld(const std::string& name) const {
    fs::last_write_time(folder_.Path(name),
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
  }
  std::string Change(const FilePrints& before, const FilePrints& now) const {
    std::string change = Difference(before, now);
    if (!change.empty()) change.erase(0, folder_.Path("").size());
    return change;
  }

  OwnFolder folder_;
};

TEST_F(ManifestTest, ContentsDecide) {
  folder_.Write("a", "one");
  const FilePrints before = Prints({"a"});
  EXPECT_EQ(Change(before, Prints({"a"}, before)), "");
  MakeOld("a");
  EXPECT_EQ(Change(before, Prints({"a"}, before)), "");
  folder_.Write("a", "two");
  EXPECT_EQ(Change(before, Prints({"a"}, before)), "a has changed");
  fs::remove(folder_.Path("a"));
  EXPECT_EQ(Change(before, Prints({"a"}, before)), "a is missing");
  EXPECT_EQ(Change(Prints({"a"}), Prints({"a"})), "");  // missing before and after
}

TEST_F(ManifestTest, FilesOfASetMayComeAndGo) {
  folder_.Write("a", "one");
  folder_.Write("b", "two");
  EXPECT_EQ(Change(Prints({"a"}), Prints({"a", "b"})), "b is new");
  EXPECT_EQ(Change(Prints({"a", "b"}), Prints({"b"})), "a is missing");
}

TEST_F(ManifestTest, AFileWithTheSameTimeIsNotReadAgainUnlessItIsYoung) {
  folder_.Write("a", "one");
  EXPECT_EQ(Prints({"a"}).front().changed, INT64_MIN);
  MakeOld("a");
  FilePrints known = Prints({"a"});
  EXPECT_GT(known.front().changed, 0);
  known.front().xxh3 = "known";
  EXPECT_EQ(Prints({"a"}, known), known);
  known.front().changed = INT64_MIN;
  EXPECT_NE(Prints({"a"}, known).front().xxh3, "known");
}

TEST_F(ManifestTest, IsReadAsItWasKept) {
  const std::string path = folder_.Path("job.toml.done");
  const StepRecord record = {
      "1.2", "verb = \"score\"\n", {{"in", 3, 4, "5"}}, {{"out", 6, 7, "8"}}};
  {
    Manifest manifest(path);
    EXPECT_EQ(manifest.Find("out"), nullptr);
    ASSERT_TRUE(manifest.Keep("out", record).ok());
  }
  const auto read = Manifest::Load(path);
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_NE(read->Find("out"), nullptr);
  EXPECT_EQ(*read->Find("out"), record);
  EXPECT_EQ(read->Find("other"), nullptr);
  for (const char* damaged : {"{", "[]", "{\"schema\": 1}", "{\"schema\": \"mtgauge.done/1\"}"}) {
    folder_.Write("job.toml.done", damaged);
    EXPECT_EQ(Manifest::Load(path).status().kind(), ErrorKind::kInput) << damaged;
  }
}

TEST_F(ManifestTest, OnlyOneHoldsTheLock) {
  const std::string path = folder_.Path("job.toml.lock");
  {
    const auto first = JobLock::Take(path);
    ASSERT_TRUE(first.ok()) << first.status();
    EXPECT_TRUE(first->holds());
    EXPECT_EQ(JobLock::Take(path).status().kind(), ErrorKind::kIo);
  }
  EXPECT_FALSE(fs::exists(path));
  folder_.Write("job.toml.lock", "");  // of a run that was killed
  EXPECT_TRUE(JobLock::Take(path).ok());
}

}  // namespace
}  // namespace mtgauge
