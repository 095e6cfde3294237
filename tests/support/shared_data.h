// Test data: the project's own (tests/golden/data), and the optional folder of reference data next
// to the project or in MTGAUGE_SHARED. Tests that need the latter are skipped without it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace mtgauge {

inline std::filesystem::path ProjectFolder() {
  const std::filesystem::path here = std::filesystem::absolute(__FILE__).parent_path();
  return here.parent_path().parent_path();  // the parent of tests/support
}

inline std::filesystem::path SharedFolder() {
  const char* given = std::getenv("MTGAUGE_SHARED");
  return given != nullptr ? std::filesystem::path(given) : ProjectFolder().parent_path() / "shared";
}

// Returns the whole file; a missing file fails the test and is returned as empty.
inline std::string ReadBytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) ADD_FAILURE() << "cannot open " << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

using Lines = std::vector<std::string>;

// Returns lines, which end only at LF; a last line without LF counts.
inline Lines ReadLines(const std::filesystem::path& path) {
  const std::string bytes = ReadBytes(path);
  Lines lines;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    lines.push_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Returns the fields of a line of a table.
inline Lines Fields(const std::string& line) {
  Lines fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

// Returns a text of newstest2021 from German into English: "ref.A", "hyp.Borderline".
inline Lines Newstest2021(const std::string& name) {
  return ReadLines(SharedFolder() / "data/wmt21" / ("newstest2021.de-en." + name + ".en"));
}

// Returns the output of one of the tools before sacreBLEU.
inline Lines ClassicGolden(const std::string& name) {
  return ReadLines(SharedFolder() / "golden/classic" / name);
}

inline nlohmann::json ReadJson(const std::filesystem::path& path) {
  return nlohmann::json::parse(ReadBytes(path));
}

}  // namespace mtgauge

// Skips the test unless SharedFolder()/part exists.
#define MTG_SKIP_WITHOUT_SHARED(part)                                                         \
  if (!std::filesystem::exists(::mtgauge::SharedFolder() / (part)))                           \
  GTEST_SKIP() << "no " << (::mtgauge::SharedFolder() / (part)) << "; set MTGAUGE_SHARED to " \
               << "the folder of reference data to run this test"
