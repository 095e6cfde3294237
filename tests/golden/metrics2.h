// Figures of the reference tools in shared/golden/metrics2, and the texts they are of.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/input/formats/format.h"
#include "tests/support/shared_data.h"

namespace mtgauge::metrics2 {

inline std::filesystem::path Folder() { return SharedFolder() / "golden/metrics2"; }

// Returns the figures of the whole set by name.
inline std::map<std::string, std::string> CorpusFigures(const std::string& set) {
  std::map<std::string, std::string> figures;
  for (const std::string& line : ReadLines(Folder() / (set + ".corpus.tsv"))) {
    const Lines fields = Fields(line);
    figures[fields.at(0)] = fields.at(1);
  }
  return figures;
}

// Returns the figures of each segment by name; "error:NAME" and "absent" stand for none.
inline std::map<std::string, Lines> SegmentFigures(const std::string& set) {
  const std::string path = Folder() / (set + ".segments.tsv.gz");
  auto source = OpenLines(path, {});
  std::map<std::string, Lines> figures;
  if (!source.ok()) {
    ADD_FAILURE() << source.status();
    return figures;
  }
  std::istringstream table(ReadWhole(**source, UINT32_MAX, {}).value());
  std::string line;
  std::getline(table, line);
  const Lines names = Fields(line);
  while (std::getline(table, line)) {
    const Lines fields = Fields(line);
    for (size_t i = 0; i < names.size(); ++i) figures[names[i]].push_back(fields.at(i));
  }
  return figures;
}

// The segments of hostile.jsonl.
struct HostileTexts {
  Lines sources, outputs;
  std::vector<Lines> references = std::vector<Lines>(2);  // [reference][segment]
};
inline HostileTexts ReadHostile() {
  HostileTexts texts;
  for (const std::string& line : ReadLines(Folder() / "hostile.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    texts.sources.push_back(record.at("src"));
    texts.outputs.push_back(record.at("hyp"));
    for (size_t r = 0; r < 2; ++r) texts.references[r].push_back(record.at("refs")[r]);
  }
  return texts;
}

}  // namespace mtgauge::metrics2
