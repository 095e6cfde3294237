// Figures of the reference tools in shared/golden/metrics2, and the texts that they are of:
// generated hostile segments, and the first 60 of real systems' outputs.
#pragma once

#include <zlib.h>

#include <array>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/shared_data.h"

namespace mtgauge::metrics2 {

inline constexpr const char* kFolder = "golden/metrics2";

inline std::string Unpacked(const std::filesystem::path& path) {
  std::string text;
  std::array<char, 65536> bytes{};
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) ADD_FAILURE() << "cannot open " << path;
  for (int n = 0; (n = gzread(file, bytes.data(), bytes.size())) > 0;) {
    text.append(bytes.data(), static_cast<size_t>(n));
  }
  gzclose(file);
  return text;
}

// The texts and the figures of one set of the folder.
struct Set {
  std::string name;
  Lines sources;  // only of hostile sets
  std::vector<Lines> refs;
  Lines hyps;
  std::map<std::string, Lines> segments;  // by column
  std::map<std::string, std::string> corpus;
};

inline void ReadFigures(const std::string& name, Set& set) {
  const auto folder = SharedFolder() / kFolder;
  std::istringstream table(Unpacked(folder / (name + ".segments.tsv.gz")));
  std::string line;
  std::getline(table, line);
  const Lines columns = Fields(line);
  while (std::getline(table, line)) {
    const Lines row = Fields(line);
    for (size_t c = 0; c < columns.size(); ++c) set.segments[columns[c]].push_back(row.at(c));
  }
  for (const std::string& pair : ReadLines(folder / (name + ".corpus.tsv"))) {
    const Lines fields = Fields(pair);
    set.corpus[fields.at(0)] = fields.at(1);
  }
}

inline Set HostileSet(const std::string& name, size_t references) {
  Set set;
  set.name = name;
  set.refs.resize(references);
  for (const std::string& line : ReadLines(SharedFolder() / kFolder / "hostile.jsonl")) {
    const auto segment = nlohmann::json::parse(line);
    for (size_t r = 0; r < references; ++r) set.refs[r].push_back(segment.at("refs").at(r));
    set.sources.push_back(segment.at("src"));
    set.hyps.push_back(segment.at("hyp"));
  }
  ReadFigures(name, set);
  return set;
}

inline Set WmtSet(const std::string& name, const std::vector<std::string>& refs,
                  const std::string& hyp) {
  const auto lines = [](const std::string& file) {
    Lines all = ReadLines(SharedFolder() / "data" / file);
    all.resize(60);
    return all;
  };
  Set set;
  set.name = name;
  for (const std::string& ref : refs) set.refs.push_back(lines(ref));
  set.hyps = lines(hyp);
  ReadFigures(name, set);
  return set;
}

inline const std::vector<Set>& Sets() {
  static const std::vector<Set>& sets = *new std::vector<Set>{
      HostileSet("hostile.ref1", 1),
      HostileSet("hostile.ref12", 2),
      WmtSet("wmt17.uedin-nmt.4722", {"wmt17/ref.txt"}, "wmt17/uedin-nmt.4722.txt"),
      WmtSet("wmt21.de-en.Facebook-AI.AB",
             {"wmt21/newstest2021.de-en.ref.A.en", "wmt21/newstest2021.de-en.ref.B.en"},
             "wmt21/newstest2021.de-en.hyp.Facebook-AI.en"),
      WmtSet("wmt21.cs-en.Online-G.A", {"wmt21/newstest2021.cs-en.ref.A.en"},
             "wmt21/newstest2021.cs-en.hyp.Online-G.en"),
      WmtSet("wmt21.en-zh.HappyNewYear.A", {"wmt21/newstest2021.en-zh.ref.A.zh"},
             "wmt21/newstest2021.en-zh.hyp.HappyNewYear.zh"),
      WmtSet("wmt21.en-ja.NiuTrans.A", {"wmt21/newstest2021.en-ja.ref.A.ja"},
             "wmt21/newstest2021.en-ja.hyp.NiuTrans.ja"),
      WmtSet("wmt21.hi-bn.GTCOM.A", {"wmt21/florestest2021.hi-bn.ref.A.bn"},
             "wmt21/florestest2021.hi-bn.hyp.GTCOM.bn"),
      WmtSet("wmt21.en-is.Mideind.A", {"wmt21/newstest2021.en-is.ref.A.is"},
             "wmt21/newstest2021.en-is.hyp.Mideind.is")};
  return sets;
}

}  // namespace mtgauge::metrics2
