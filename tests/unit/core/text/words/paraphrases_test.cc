// METEOR's table of paraphrases: valid input, and errors, with the tests' own tables.
#include "core/text/words/paraphrases.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using Phrase = std::vector<std::string>;
using Numbered = std::vector<std::vector<uint32_t>>;

Numbered Numbers(const Paraphrases& table, const std::vector<Phrase>& phrases) {
  Numbered out;
  for (const Phrase& phrase : phrases) {
    out.emplace_back();
    for (const std::string& word : phrase) out.back().push_back(table.FindWord(word));
  }
  return out;
}

Numbered ParaphrasesOf(const Paraphrases& table, const Phrase& phrase) {
  uint32_t at = Paraphrases::kRoot;
  for (const std::string& word : phrase) at = table.Follow(at, table.FindWord(word));
  Numbered out;
  table.ForEach(at, [&](std::string_view packed) {
    out.emplace_back();
    while (!packed.empty()) out.back().push_back(TakePacked(packed));
  });
  return out;
}

// A table of random phrases of few words, and its content.
struct Random {
  std::string text;
  std::map<Phrase, std::vector<Phrase>> entries;

  explicit Random(uint32_t seed) {
    std::mt19937 random(seed);
    const auto phrase = [&](size_t longest) {
      Phrase words(1 + random() % longest);
      for (std::string& word : words) word = "w" + std::to_string(random() % 300);
      return words;
    };
    Phrase last = phrase(4);
    for (int n = 0; n < 3000; ++n) {
      if (random() % 3 == 0) last = phrase(4);
      const Phrase other = phrase(random() % 50 == 0 ? 200 : 4);
      entries[last].push_back(other);
      text += "0.1\n";
      for (const Phrase& words : {last, other}) {
        for (const std::string& word : words) text += word + " ";
        text += "\n";
      }
    }
  }
};

void ExpectSays(const Paraphrases& table, const Random& want) {
  for (const auto& [phrase, others] : want.entries) {
    ASSERT_EQ(ParaphrasesOf(table, phrase), Numbers(table, others));
  }
}

// Returns the files in a folder, by name.
std::map<std::string, std::string> FilesIn(const std::string& folder) {
  std::map<std::string, std::string> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

TEST(Paraphrases, AreKept) {
  const OwnFolder folder;
  const std::string cache = folder.Path("cache");
  std::string digest;
  for (const uint32_t seed : {1u, 2u}) {  // another table under the same name
    const Random want(seed);
    const std::string path = folder.Write("table", want.text);
    const auto made = Paraphrases::Load(path, cache);
    ASSERT_TRUE(made.ok()) << made.status();
    ExpectSays(**made, want);
    const auto files = FilesIn(cache);
    ASSERT_EQ(files.size(), seed);
    const auto kept = Paraphrases::Load(path, cache);
    ASSERT_TRUE(kept.ok()) << kept.status();
    ExpectSays(**kept, want);
    EXPECT_EQ((*kept)->digest(), (*made)->digest());
    EXPECT_NE((*kept)->digest(), digest);
    digest = (*kept)->digest();
    EXPECT_EQ(FilesIn(cache), files);
    // A damaged or truncated index is made again.
    std::mt19937 random(seed);
    for (int round = 0; round < 40; ++round) {
      const auto& [name, bytes] = *files.begin();
      std::string damaged = bytes;
      if (round % 2 == 0) damaged.resize(random() % bytes.size());
      if (round % 2 == 1) damaged[random() % bytes.size()] ^= 1 << random() % 8;
      std::ofstream(name, std::ios::binary) << damaged;
      const auto again = Paraphrases::Load(path, cache);
      ASSERT_TRUE(again.ok()) << again.status();
      if (seed == 1) {
        ExpectSays(**again, want);
        ASSERT_EQ(FilesIn(cache), files);
      }
      std::ofstream(name, std::ios::binary) << bytes;
    }
  }
}

TEST(Paraphrases, AreKeptWhereTheyCanBe) {
  const OwnFolder folder;
  const Random want(3);
  const std::string path = folder.Write("table", want.text);
  for (const std::string& cache : {std::string("none"), folder.Write("file", "") + "/x"}) {
    const auto table = Paraphrases::Load(path, cache);
    ASSERT_TRUE(table.ok()) << table.status();
    ExpectSays(**table, want);
  }
  // The index of a small file is stored only if a folder is named.
  setenv("MTGAUGE_CACHE", folder.Path("cache").c_str(), 1);
  ASSERT_TRUE(Paraphrases::Load(path, "").ok());
  EXPECT_TRUE(FilesIn(folder.Path("cache")).empty());
  std::string large;
  while (large.size() <= size_t{1} << 20) large += want.text;
  ASSERT_TRUE(Paraphrases::Load(folder.Write("large", large), "").ok());
  EXPECT_EQ(FilesIn(folder.Path("cache")).size(), 1u);
  unsetenv("MTGAUGE_CACHE");
  EXPECT_EQ(FilesIn(folder.Path("")).size(), 3u);  // those of this test
}

// The phrases that may begin in a text include all that do, and few others.
TEST(Paraphrases, ThatMayBeginInAText) {
  const OwnFolder folder;
  std::mt19937 random(5);
  const auto word = [&] { return "w" + std::to_string(random() % 500); };
  size_t begin = 0, passed = 0, all = 0;
  for (const int paraphrases : {1, 2, 63, 64, 65, 128, 129, 400}) {
    std::string text;
    for (int n = 0; n < paraphrases; ++n) {
      text += "1\na\n" + word();
      for (uint32_t more = random() % 3; more > 0; --more) text += " " + word();
      text += "\n";
    }
    const auto table = Paraphrases::Load(folder.Write(std::to_string(paraphrases), text), "none");
    ASSERT_TRUE(table.ok()) << table.status();
    const uint32_t at = (*table)->Follow(Paraphrases::kRoot, (*table)->FindWord("a"));
    for (int round = 0; round < 100; ++round) {
      PhraseBegins begins;
      std::vector<uint32_t> words(random() % 60);
      for (uint32_t& number : words) number = random() % (*table)->words();
      for (size_t i = 0; i < words.size(); ++i) {
        begins.Add(PhraseBegins::Print(words[i], PhraseBegins::kNone));
        if (i > 0) begins.Add(PhraseBegins::Print(words[i - 1], words[i]));
      }
      std::vector<std::string> got;
      const uint32_t number = (*table)->ForEachIn(
          begins, at, [&](std::string_view packed) { got.emplace_back(packed); });
      EXPECT_EQ(number, static_cast<uint32_t>(paraphrases));
      auto next = got.begin();
      (*table)->ForEach(at, [&](std::string_view packed) {
        const bool has_passed = next != got.end() && *next == packed;
        const uint32_t first = TakePacked(packed);
        const bool is_one = packed.empty();
        const uint32_t second = is_one ? 0 : TakePacked(packed);
        bool begins_there = false;
        for (size_t i = 0; i < words.size(); ++i) {
          begins_there |=
              words[i] == first && (is_one || (i + 1 < words.size() && words[i + 1] == second));
        }
        if (has_passed) ++next;
        EXPECT_TRUE(has_passed || !begins_there);
        begin += begins_there ? 1 : 0;
      });
      EXPECT_EQ(next, got.end());
      passed += got.size();
      all += number;
    }
  }
  EXPECT_GT(begin, 1000u);
  EXPECT_LT(passed - begin, all / 20);
}

// Words that are followed by very few and by very many others.
TEST(Paraphrases, AreFollowedWordByWord) {
  const OwnFolder folder;
  std::string text;
  std::vector<Phrase> phrases;
  for (int a = 0; a < 40; ++a) {
    for (int b = 0; b < a * a; ++b) {
      phrases.push_back({"a" + std::to_string(a), "b" + std::to_string(b), "c"});
      text +=
          "1\n" + phrases.back()[0] + " " + phrases.back()[1] + " c\nx" + std::to_string(b) + "\n";
    }
  }
  const auto table = Paraphrases::Load(folder.Write("table", text), "none");
  ASSERT_TRUE(table.ok()) << table.status();
  for (const Phrase& phrase : phrases) {
    ASSERT_EQ(ParaphrasesOf(**table, phrase), Numbers(**table, {{"x" + phrase[1].substr(1)}}));
    ASSERT_TRUE(ParaphrasesOf(**table, {phrase[0], phrase[1]}).empty());
  }
  for (int a = 0; a < 40; ++a) {
    const Phrase none = {"a" + std::to_string(a), "b" + std::to_string(a * a), "c"};
    ASSERT_TRUE(ParaphrasesOf(**table, none).empty());
  }
  EXPECT_EQ((*table)->Follow(Paraphrases::kNone, 0), Paraphrases::kNone);
  EXPECT_EQ((*table)->Follow(Paraphrases::kRoot, Paraphrases::kNone), Paraphrases::kNone);
  EXPECT_EQ((*table)->Follow(1u << 30, 0), Paraphrases::kNone);
}

TEST(Paraphrases, AreReadPlainOrPacked) {
  const OwnFolder folder;
  const std::string text =
      "0.5\nin spite of\tit \nnevertheless\r\n1e-3\nin spite of it\nall the same\n";
  const std::string packed = folder.Path("packed.gz");
  gzFile file = gzopen(packed.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  for (const std::string& path : {folder.Write("plain", text), packed}) {
    const auto opened = Paraphrases::Open(path, "none");
    ASSERT_TRUE(opened.ok()) << opened.status();
    const Paraphrases& table = **opened;
    EXPECT_EQ(table.words(), 8u);
    EXPECT_TRUE(table.digest().size() == 16);
    const std::vector<Phrase> want = {{"nevertheless"}, {"all", "the", "same"}};
    EXPECT_EQ(ParaphrasesOf(table, {"in", "spite", "of", "it"}), Numbers(table, want));
    for (const Phrase& other : {Phrase{"in"}, {"in", "spite", "of"}, {"it"}, {"nevertheless"}}) {
      EXPECT_TRUE(ParaphrasesOf(table, other).empty());
    }
    EXPECT_EQ(table.FindWord("unheard"), Paraphrases::kNone);
    EXPECT_EQ(*opened, *Paraphrases::Open(path, "none"));  // read once
  }
}

TEST(Paraphrases, RefusalsNameTheLine) {
  const OwnFolder folder;
  int number = 0;
  for (const auto& [text, place, why] :
       {std::tuple("0.5\na\nb\nhalf\nc\nd\n", ":4:", "'half' must be a number"),
        {"0.5\na\nb\n\nc\nd\n", ":4:", "must be a number"},
        {"0.5\na\nb\n0.5 x\nc\nd\n", ":4:", "must be a number"},
        {"0.5\na\n", ":2:", "no paraphrase follows"},
        {"0.5\na\nb\n1\n", ":4:", "no phrase follows"},
        {"0.5\n \nb\n", ":2:", "must have a word"},
        {"0.5\na\n\n", ":3:", "must have a word"}}) {
    const std::string path = folder.Write(std::to_string(number++), text);
    const auto opened = Paraphrases::Open(path, "none");
    ASSERT_EQ(opened.status().kind(), ErrorKind::kUsage) << text;
    EXPECT_NE(opened.status().message().find(path + place), std::string::npos) << opened.status();
    EXPECT_NE(opened.status().message().find(why), std::string::npos) << opened.status();
  }
  std::string long_phrase = "1\n";
  for (int i = 0; i < 1001; ++i) long_phrase += "w ";
  const auto too_long = Paraphrases::Open(folder.Write("long", long_phrase + "\nb\n"), "none");
  EXPECT_NE(too_long.status().message().find("/long:2:"), std::string::npos) << too_long.status();
  const auto missing = Paraphrases::Open(folder.Path("none"), "none");
  EXPECT_NE(missing.status().message().find("/none: there is no such file"), std::string::npos);
  const auto damaged = Paraphrases::Open(
      folder.Write("damaged.gz", std::string("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03xx", 12)),
      "none");
  EXPECT_NE(damaged.status().message().find("damaged.gz"), std::string::npos) << damaged.status();
}

}  // namespace
}  // namespace mtgauge
