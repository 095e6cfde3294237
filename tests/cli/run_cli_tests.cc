// Runs the program as a user does: one test for each *.test file of this folder and its subfolders,
// each a shell command in a new folder with its expected output. tests/cli/README.md describes the
// files.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/version.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeout(120);

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::string BinaryPath() {
  const char* from_environment = getenv("MTGAUGE_BINARY");
  return fs::absolute(from_environment != nullptr ? from_environment : MTGAUGE_BINARY_PATH);
}

std::string ReadAll(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void WriteAll(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

// Returns "a\n\xFF\\" as bytes; line ends of the file itself do not count.
std::string Unescape(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') continue;
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const char kind = text.at(++i);
    if (kind == 'x') {
      out += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind == 't' ? '\t' : kind;
    }
  }
  return out;
}

std::vector<std::string> Lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A folder that is deleted with the test.
class Sandbox {
 public:
  Sandbox() {
    std::string name = (fs::temp_directory_path() / "mtgauge-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    root_ = name;
    fs::permissions(root_, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
    fs::create_directories(work());
    fs::create_directories(root_ / "bin");
    fs::create_symlink(BinaryPath(), root_ / "bin" / "mtgauge");
  }
  ~Sandbox() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  fs::path work() const { return root_ / "work"; }
  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
};

struct Outcome {
  int exit_code;
  std::string out, err;
};

void ExecShell(const Sandbox& sandbox, const std::string& script) {
  setpgid(0, 0);
  const int in = open("/dev/null", O_RDONLY);
  const int out = open((sandbox.root() / "out").c_str(), O_WRONLY | O_CREAT, 0666);
  const int err = open((sandbox.root() / "err").c_str(), O_WRONLY | O_CREAT, 0666);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  for (const int fd : {in, out, err}) close(fd);
  if (chdir(sandbox.work().c_str()) != 0) _exit(126);
  const std::string path = (sandbox.root() / "bin").string() + ":" + getenv("PATH");
  setenv("PATH", path.c_str(), 1);
  setenv("LC_ALL", "C", 1);
  if (kSanitized) setenv("MTGAUGE_SANITIZED", "1", 1);
  execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

// Runs `sh -c script` in the sandbox; a run past kTimeout is killed and reported as exit code -1.
Outcome Shell(const Sandbox& sandbox, const std::string& script) {
  fs::remove(sandbox.root() / "out");
  fs::remove(sandbox.root() / "err");
  const pid_t child = fork();
  if (child == 0) ExecShell(sandbox, script);
  int status = 0;
  int exit_code = -1;
  const auto deadline = std::chrono::steady_clock::now() + kTimeout;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (WIFEXITED(status)) exit_code = WEXITSTATUS(status);
  return {exit_code, ReadAll(sandbox.root() / "out"), ReadAll(sandbox.root() / "err")};
}

// "--- KIND ARGUMENT" and the lines below it.
struct Section {
  std::string kind, argument, body;
};

std::vector<Section> ParseSections(const fs::path& path) {
  std::vector<Section> sections;
  for (const std::string& line : Lines(ReadAll(path))) {
    if (line.starts_with("--- ")) {
      const size_t space = line.find(' ', 4);
      sections.push_back({line.substr(4, space - 4),
                          space == std::string::npos ? "" : line.substr(space + 1), ""});
    } else if (!sections.empty()) {
      sections.back().body += line + '\n';
    } else if (!line.empty() && line[0] != '#') {
      ADD_FAILURE() << path << ": '" << line << "' stands before the first section";
    }
  }
  return sections;
}

void ExpectText(const char* what, const std::optional<Section>& expected, const std::string& got) {
  const std::string body =
      expected ? Replaced(expected->body, "{VERSION}", std::string(kVersion)) : std::string();
  if (!expected || expected->argument.empty()) {
    EXPECT_EQ(body, got) << what;
    return;
  }
  if (expected->argument == "escaped") {
    EXPECT_EQ(Unescape(body), got) << what;
    return;
  }
  ASSERT_TRUE(expected->argument == "has" || expected->argument == "lacks") << expected->argument;
  for (const std::string& line : Lines(body)) {
    EXPECT_EQ(got.find(line) != std::string::npos, expected->argument == "has")
        << what << " and '" << line << "':\n"
        << got;
  }
}

std::string Listing(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  std::string listing;
  for (const std::string& name : names) listing += name + '\n';
  return listing;
}

// Writes what the command gave into the test, except where it expects less than the exact text.
void Rewrite(const fs::path& test, const Outcome& outcome, const fs::path& work) {
  std::string text = ReadAll(test);
  text.resize(text.find("--- "));
  const auto shown = [](const std::string& got) {
    return Replaced(got + (got.empty() || got.back() == '\n' ? "" : "\n"), std::string(kVersion),
                    "{VERSION}");
  };
  std::map<std::string, std::string> got = {{"stdout", shown(outcome.out)},
                                            {"stderr", shown(outcome.err)}};
  for (const Section& section : ParseSections(test)) {
    const auto stream = got.find(section.kind);
    if (section.kind == "exit" || (stream != got.end() && section.argument.empty())) continue;
    const std::string head = section.argument.empty() ? "" : ' ' + section.argument;
    text += "--- " + section.kind + head + '\n' +
            (section.kind == "files" ? Listing(work) : section.body);
    if (stream != got.end()) got.erase(stream);
  }
  for (const auto& [kind, body] : got) {
    if (!body.empty()) text += "--- " + kind + '\n' + body;
  }
  if (outcome.exit_code != 0) text += "--- exit " + std::to_string(outcome.exit_code) + '\n';
  WriteAll(test, text);
}

class CliTest : public testing::TestWithParam<fs::path> {};

TEST_P(CliTest, PrintsWhatTheFileSays) {
  const Sandbox sandbox;
  std::map<std::string, Section> expected;
  std::string script;
  for (const Section& section : ParseSections(GetParam())) {
    if (section.kind == "file") {
      const bool escaped = section.argument.ends_with(" escaped");
      const std::string name = section.argument.substr(0, section.argument.find(" escaped"));
      WriteAll(sandbox.work() / name, escaped ? Unescape(section.body) : section.body);
    } else if (section.kind == "skip-if") {
      if (Shell(sandbox, section.body).exit_code == 0) GTEST_SKIP() << section.argument;
    } else if (section.kind == "run") {
      script = section.body;
    } else {
      EXPECT_TRUE(expected.emplace(section.kind, section).second) << section.kind << " twice";
    }
  }
  ASSERT_FALSE(script.empty());
  const Outcome outcome = Shell(sandbox, script);
  if (getenv("MTGAUGE_WRITE") != nullptr) return Rewrite(GetParam(), outcome, sandbox.work());

  const auto section = [&](const std::string& kind) {
    const auto it = expected.find(kind);
    return it == expected.end() ? std::nullopt : std::optional<Section>(it->second);
  };
  const std::optional<Section> exit = section("exit");
  EXPECT_EQ(exit ? std::stoi(exit->argument) : 0, outcome.exit_code);
  ExpectText("stdout", section("stdout"), outcome.out);
  ExpectText("stderr", section("stderr"), outcome.err);
  if (const auto files = section("files")) EXPECT_EQ(files->body, Listing(sandbox.work()));
  for (const auto& [kind, known] : expected) {
    EXPECT_TRUE(kind == "exit" || kind == "stdout" || kind == "stderr" || kind == "files")
        << "unknown section " << kind;
  }
}

std::vector<fs::path> TestFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(MTGAUGE_CLI_TESTS)) {
    if (entry.path().extension() == ".test") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Names score/by/lang.test score_by_lang.
std::string TestName(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.lexically_relative(MTGAUGE_CLI_TESTS).replace_extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, CliTest, testing::ValuesIn(TestFiles()), TestName);

// The examples in each verb's help are run unchanged.
TEST(HelpExamples, Run) {
  const Sandbox sandbox;
  WriteAll(sandbox.work() / "ref.txt", "The tree stands by the river.\nIt rains.\n");
  WriteAll(sandbox.work() / "sys.txt", "A tree stands by the river.\nIt is raining.\n");
  WriteAll(sandbox.work() / "sysA.txt", "A tree stands by the river.\nIt is raining.\n");
  WriteAll(sandbox.work() / "sysB.txt", "Trees by the river.\nIt rains.\n");
  WriteAll(sandbox.work() / "nbest.txt",
           "0 ||| A tree stands.\n0 ||| The tree stands.\n1 ||| It rains.\n");
  WriteAll(sandbox.work() / "people.tsv",
           "system\tsegment\tadequacy\nsysA\t1\t5\nsysA\t2\t4\nsysB\t1\t2\nsysB\t2\t4\n");
  WriteAll(sandbox.work() / "people.jsonl",
           "{\"system\": \"A\", \"segment\": 1, \"spans\": [{\"start\": 3, \"end\": 8}]}\n"
           "{\"system\": \"A\", \"segment\": 2, \"spans\": []}\n");
  WriteAll(sandbox.work() / "judge.jsonl",
           "{\"system\": \"A\", \"segment\": 1, \"spans\": [{\"start\": 4, \"end\": 8}]}\n"
           "{\"system\": \"A\", \"segment\": 2, \"spans\": []}\n");
  WriteAll(sandbox.work() / "instances.log",
           "{\"prediction\": \"It rains.\", \"delays\": [800, 1400], \"source_length\": 1600, "
           "\"reference\": \"It is raining.\"}\n");
  WriteAll(sandbox.work() / "job.toml",
           "[[step]]\nverb = \"score\"\nreferences = [\"ref.txt\"]\ninput = [\"sys.txt\"]\n");
  Shell(sandbox,
        "for i in 1 2 3; do mtgauge rows ref.txt -i sys.txt -q --shard $i/3 -o part-$i.mtr; done");
  fs::copy_file(fs::path(MTGAUGE_CLI_TESTS) / "../../cli/demo/two.parquet",
                sandbox.work() / "data.parquet");
  fs::create_directory(sandbox.work() / "data");
  WriteAll(sandbox.work() / "data/train-1.jsonl", "{\"ref\": \"It rains.\"}\n");
  int examples = 0;
  for (const std::string& line : Lines(Shell(sandbox, "mtgauge --help").out)) {
    std::string verb;  // indented, as are the ways to more help
    if (!line.starts_with("  ") || line.starts_with("  mtgauge ")) continue;
    std::istringstream(line) >> verb;
    const std::vector<std::string> help = Lines(Shell(sandbox, "mtgauge " + verb + " --help").out);
    auto example = std::find(help.begin(), help.end(), "Examples:");
    ASSERT_LT(example + 2, help.end()) << verb;
    for (++example; example < help.end() && !example->empty(); ++example) {
      const Outcome outcome = Shell(sandbox, *example);
      EXPECT_EQ(outcome.exit_code, 0) << *example << '\n' << outcome.err;
      const size_t file = example->find(" -o ");
      const fs::path path = file == example->npos ? "" : sandbox.work() / example->substr(file + 4);
      const bool wrote = !path.empty() && !fs::is_empty(path);
      EXPECT_TRUE(wrote || !outcome.out.empty()) << *example;
      ++examples;
    }
  }
  EXPECT_GE(examples, 20);
}

}  // namespace
}  // namespace mtgauge
