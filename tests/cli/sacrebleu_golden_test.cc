// Compares the drop-in verb with recorded runs of the real sacreBLEU 2.6.0: standard output byte
// for byte, except the paragraph that explains a paired test; exit codes; the first line of the
// real one's error output. Needs the shared folder of reference data.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/own_folder.h"
#include "tests/support/shared_data.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

constexpr size_t kCases = 27;

// Removes the lines from the heading of a paired test to the signatures.
std::string WithoutExplanation(const std::string& text) {
  const size_t heading = text.find("\nPaired ");
  if (heading == std::string::npos) return text;
  const size_t begin = text.rfind('\n', heading - 1) + 1;
  const size_t title = text.find("\nMetric signatures\n", heading);
  const size_t end = text.rfind('\n', title - 1) + 1;
  return text.substr(0, begin) + text.substr(end);
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// "$ sacrebleu ..." and, on the next line, "rc=N" if it was recorded.
struct KeptRun {
  std::string command;
  int exit_code = 0;
};
KeptRun ReadRun(const fs::path& file) {
  const std::vector<std::string> lines = ReadLines(file);
  KeptRun run{lines.at(0).substr(2), 0};
  if (lines.size() > 1) run.exit_code = std::stoi(lines[1].substr(3));
  // Two were recorded in another folder.
  run.command = Replaced(run.command, " ../../data/", " ../../../data/");
  run.command = Replaced(run.command, "paste h200 b200", "paste h200.txt b200.txt");
  return run;
}

class SacreBleuCli : public testing::Test {
 protected:
  void SetUp() override {
    const char* given = getenv("MTGAUGE_BINARY");
    fs::create_symlink(fs::absolute(given != nullptr ? given : MTGAUGE_BINARY_PATH),
                       own_.Path("sacrebleu"));
  }

  int Run(const std::string& command) const {
    const std::string folder = own_.Path("");
    const std::string script = "cd '" + (SharedFolder() / "golden/sacrebleu/cli").string() +
                               "' && PATH='" + folder + "':$PATH && (" + command + ") > '" +
                               folder + "/out' 2> '" + folder + "/err'";
    return WEXITSTATUS(std::system(script.c_str()));
  }
  std::string Out() const { return ReadBytes(own_.Path("out")); }
  std::string Err() const { return ReadBytes(own_.Path("err")); }

 private:
  OwnFolder own_;
};

TEST_F(SacreBleuCli, PrintsWhatTheRealOnePrinted) {
  MTG_SKIP_WITHOUT_SHARED("golden/sacrebleu/cli");
  size_t cases = 0;
  for (const auto& entry : fs::directory_iterator(SharedFolder() / "golden/sacrebleu/cli")) {
    fs::path file = entry.path();
    if (file.extension() != ".cmd") continue;
    const KeptRun kept = ReadRun(file);
    SCOPED_TRACE(kept.command);
    EXPECT_EQ(Run(kept.command), kept.exit_code);
    EXPECT_EQ(WithoutExplanation(Out()),
              WithoutExplanation(ReadBytes(file.replace_extension(".out"))));
    const std::string said = ReadBytes(file.replace_extension(".err"));
    if (said.empty()) {
      EXPECT_EQ(Err(), "");
    } else {
      EXPECT_TRUE(Err().starts_with(said.substr(0, said.find('\n')))) << Err();
    }
    ++cases;
  }
  EXPECT_GE(cases, kCases);
}

}  // namespace
}  // namespace mtgauge
