// Tests for core/score/system_names.h.
#include "core/score/system_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using Names = std::vector<std::string>;

TEST(ShortNames, LeaveOutWhatAllBeginAndEndWith) {
  EXPECT_EQ(ShortNames({"generaltest2022.en-de.hyp.Online-B.de",
                        "generaltest2022.en-de.hyp.JDExploreAcademy.de"}),
            (Names{"Online-B", "JDExploreAcademy"}));
  EXPECT_EQ(ShortNames({"newstest2019.Facebook_FAIR.6862.de-en", "newstest2019.online-A.0.de-en"}),
            (Names{"Facebook_FAIR.6862", "online-A.0"}));
  EXPECT_EQ(ShortNames({"out/fluent.txt", "out/hasty.txt"}), (Names{"fluent", "hasty"}));
  EXPECT_EQ(ShortNames({"sysA/test.de", "sysB/test.de"}), (Names{"sysA", "sysB"}));
  EXPECT_EQ(ShortNames({"/data/v1.0/out.txt", "/data/v1.1/out.txt"}), (Names{"v1.0", "v1.1"}));
  EXPECT_EQ(ShortNames({"all.tsv:big", "all.tsv:small"}), (Names{"big", "small"}));
  EXPECT_EQ(ShortNames({"a.txt.gz", "b.txt.gz"}), (Names{"a", "b"}));
}

TEST(ShortNames, KeepWholePartsAndOneAtLeast) {
  EXPECT_EQ(ShortNames({"out/only.txt"}), Names{"out/only.txt"});
  EXPECT_EQ(ShortNames({"sys_a.txt", "sys_b.txt"}), (Names{"sys_a", "sys_b"}));
  EXPECT_EQ(ShortNames({"a.txt", "a.b.txt"}), (Names{"a", "a.b"}));
  EXPECT_EQ(ShortNames({"sys.txt", "sys.txt.gz"}), (Names{"txt", "txt.gz"}));
  EXPECT_EQ(ShortNames({"a/.txt", "b/.txt"}), (Names{"a", "b"}));
  EXPECT_EQ(ShortNames({".a", ".b"}), (Names{".a", ".b"}));
  EXPECT_EQ(ShortNames({"../x/a", "../y/a"}), (Names{"x", "y"}));
  EXPECT_EQ(ShortNames({"a", "b"}), (Names{"a", "b"}));
}

TEST(ShortNames, DoNotCutNumbers) {
  EXPECT_EQ(ShortNames({"model-1.0.txt", "model-1.1.txt"}), (Names{"model-1.0", "model-1.1"}));
  EXPECT_EQ(ShortNames({"sys.v1.0", "sys.v2.0"}), (Names{"v1.0", "v2.0"}));
  EXPECT_EQ(ShortNames({"test2017.3P.de", "test2017.KIT.de"}), (Names{"3P", "KIT"}));
}

// Returns true if a part of the path ends before the character, and another begins after it.
bool Divides(const std::string& path, size_t at) {
  const size_t slash = path.rfind('/');
  const size_t own = slash == std::string::npos ? 0 : slash + 1;
  return path[at] == '/' || path[at] == ':' || (path[at] == '.' && at > own);
}

// By trying every length, from the longest.
Names SlowShortNames(const Names& paths) {
  Names names = paths;
  const auto all_have = [&](const auto& rule) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (!rule(names[i], paths[i])) return false;
    }
    return true;
  };
  for (size_t length = names[0].size() - 1; length > 0; --length) {
    const std::string end = names[0].substr(names[0].size() - length);
    if (!all_have([&](const std::string& name, const std::string& path) {
          return name.size() > length && name.ends_with(end) && Divides(path, path.size() - length);
        })) {
      continue;
    }
    for (std::string& name : names) name.resize(name.size() - length);
    break;
  }
  for (size_t length = names[0].size() - 1; length > 0; --length) {
    const std::string begin = names[0].substr(0, length);
    if (!all_have([&](const std::string& name, const std::string& path) {
          return name.size() > length && name.starts_with(begin) && Divides(path, length - 1);
        })) {
      continue;
    }
    for (std::string& name : names) name.erase(0, length);
    break;
  }
  return names;
}

TEST(ShortNames, AreThoseOfTheSlowRule) {
  std::mt19937 random(1);
  const auto draw = [&](size_t count) { return random() % count; };
  for (int round = 0; round < 20000; ++round) {
    std::set<std::string> paths;
    const size_t wanted = 2 + draw(3);
    while (paths.size() < wanted) {
      std::string path = std::string(1, static_cast<char>('a' + draw(2)));
      for (size_t parts = draw(4); parts > 0; --parts) {
        path += "/.:"[draw(3)];
        path += std::string(1 + draw(2), static_cast<char>('a' + draw(2)));
      }
      paths.insert(path);
    }
    const Names all(paths.begin(), paths.end());
    const Names names = ShortNames(all);
    EXPECT_EQ(names, SlowShortNames(all)) << all.front() << ' ' << all.back();
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), all.size());
    EXPECT_EQ(std::count(names.begin(), names.end(), ""), 0);
  }
}

TEST(NameByFiles, TakesTheWholePathWhereAnotherHasTheName) {
  std::vector<NamedFiles> systems = {{"fluent", {"x.txt"}}, {"", {"fluent.txt"}}, {"", {"b.txt"}}};
  NameByFiles(systems);
  EXPECT_EQ(systems[1].name, "fluent.txt");
  EXPECT_EQ(systems[2].name, "b");
  systems = {{"", {"a.txt"}}, {"", {"./a.txt"}}};
  NameByFiles(systems);
  EXPECT_EQ(systems[0].name, "a.txt");
  EXPECT_EQ(systems[1].name, "./a.txt");
}

TEST(FindSystem, KnowsPrintedNamesFilesAndPartsOfThem) {
  const std::vector<NamedFiles> systems = {{"Online-B", {"out/test.hyp.Online-B.de"}},
                                           {"Lan-Bridge", {"out/test.hyp.Lan-Bridge.de"}}};
  for (const char* name :
       {"Online-B", "out/test.hyp.Online-B.de", "test.hyp.Online-B.de", "hyp.Online-B"}) {
    const auto found = FindSystem(name, systems);
    ASSERT_TRUE(found.ok()) << name;
    EXPECT_EQ(*found, std::optional<size_t>(0)) << name;
  }
  EXPECT_FALSE(FindSystem("hyp", systems).ok());
  const auto none = FindSystem("Online", systems);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(*none, std::nullopt);
}

}  // namespace
}  // namespace mtgauge
