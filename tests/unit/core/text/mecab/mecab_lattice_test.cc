// Our lattice, compared with the library and with its slow version, on small dictionaries with many
// paths of equal cost.
#include "core/text/mecab/mecab_lattice.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mecab.h>

#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/oracle/naive_mecab.h"
#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kCharacters =
    "DEFAULT 0 1 0\nSPACE 0 1 0\nKANA 1 1 2\nKANJI 0 0 2\nALPHA 1 1 0\nDIGIT 1 0 3\n"
    "0x0020 SPACE\n0x0009 SPACE\n0x00D0 SPACE\n0x0061..0x007A ALPHA\n0x0030..0x0039 DIGIT ALPHA\n"
    "0x3041..0x3096 KANA\n0x4E00..0x9FA5 KANJI\n0x4E8C KANJI DIGIT\n";
constexpr std::string_view kLetters[] = {
    "\u3042", "\u3044", "\u3046", "\u6f22", "\u4e8c", "\u5b57", "a",      "b",
    "1",      "2",      " ",      "\u00d0", "\u3000", "!",      "\uffff", "\U0001f600"};
constexpr int kClasses = 4;

class SmallDictionary {
 public:
  explicit SmallDictionary(std::string_view entries, std::string_view connections,
                           std::string_view settings = "") {
    folder_.Write("dicrc", fmt::format("cost-factor = 800\nbos-feature = BOS,*\n{}\n", settings));
    folder_.Write("char.def", std::string(kCharacters));
    folder_.Write("matrix.def", fmt::format("{} {}\n{}", kClasses, kClasses, connections));
    folder_.Write("pos-id.def", "dear 7\n");
    std::string unknown;
    for (const char* const kind : {"DEFAULT", "SPACE", "KANA", "KANJI", "ALPHA", "DIGIT"}) {
      unknown += fmt::format("{0},1,2,5,plain\n{0},2,1,5,plain\n", kind);
    }
    folder_.Write("unk.def", unknown);
    folder_.Write("words.csv", std::string(entries));
    std::vector<std::string> words = {
        "mecab-dict-index", "-d", path(), "-o", path(), "-f", "utf-8", "-t", "utf-8"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    testing::internal::CaptureStdout();
    EXPECT_EQ(mecab_dict_index(static_cast<int>(arguments.size()), arguments.data()), 0);
    testing::internal::GetCapturedStdout();
  }

  std::string path() const { return folder_.Path("."); }
  std::string Write(const std::string& name, const std::string& bytes) const {
    return folder_.Write(name, bytes);
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(folder_.Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  OwnFolder folder_;
};

std::vector<std::string> Words(MecabLattice& lattice, std::string_view text) {
  std::vector<std::string> words;
  if (!lattice.Cut(text)) return {"given up"};
  for (const MecabLattice::Word word : lattice.words()) {
    words.emplace_back(text.substr(word.begin, word.end - word.begin));
  }
  return words;
}

class Library {
 public:
  explicit Library(const std::string& folder)
      : model_(MeCab::createModel(fmt::format("-r /dev/null -d {}", folder).c_str())),
        tagger_(model_->createTagger()),
        lattice_(model_->createLattice()) {}

  std::vector<std::string> Words(const std::string& text) {
    lattice_->set_sentence(text.data(), text.size());
    if (!tagger_->parse(lattice_.get())) return {"given up"};
    std::vector<std::string> words;
    for (const auto* node = lattice_->bos_node(); node != nullptr; node = node->next) {
      if (node->length > 0) words.emplace_back(node->surface, node->length);
    }
    return words;
  }

 private:
  std::unique_ptr<MeCab::Model> model_;
  std::unique_ptr<MeCab::Tagger> tagger_;
  std::unique_ptr<MeCab::Lattice> lattice_;
};

class RandomLines {
 public:
  explicit RandomLines(uint32_t seed) : random_(seed) {}
  int Below(int bound) { return static_cast<int>(random_() % static_cast<uint32_t>(bound)); }
  std::string Text(int letters, int kinds) {
    std::string text;
    for (int i = 0; i < letters; ++i) text += kLetters[Below(kinds)];
    return text;
  }
  // Mostly short; runs of one letter, and bytes that are not UTF-8.
  std::string Line() {
    const int kind = Below(20);
    if (kind == 0) {
      const std::string letter = Text(1, std::size(kLetters));
      std::string run = Text(2, 4);
      for (int i = Below(3) == 0 ? 700 : 20 + Below(10); i > 0; --i) run += letter;
      return run + Text(2, 10);
    }
    if (kind == 1) {
      std::string bytes = Text(3, 8);
      for (int i = 0; i < 8; ++i) bytes += static_cast<char>(1 + Below(255));
      return bytes;
    }
    return Text(Below(30), kind < 10 ? 8 : std::size(kLetters));
  }

 private:
  std::mt19937 random_;
};

// Costs are below `range`: many equal ones, or none.
SmallDictionary RandomDictionary(RandomLines& random, int range, std::string_view settings) {
  std::string entries, connections;
  for (int i = 0; i < 300; ++i) {
    entries +=
        fmt::format("{},{},{},{},{}\n", random.Text(1 + random.Below(4), 9), random.Below(kClasses),
                    random.Below(kClasses), random.Below(range) - range / 2,
                    random.Below(2) == 0 ? "dear" : "plain");
  }
  for (int l = 0; l < kClasses; ++l) {
    for (int r = 0; r < kClasses; ++r) {
      connections += fmt::format("{} {} {}\n", l, r, random.Below(range) - range / 2);
    }
  }
  return SmallDictionary(entries, connections, settings);
}

TEST(MecabLattice, CutsAsTheLibraryDoes) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    RandomLines random(seed);
    const SmallDictionary dictionary = RandomDictionary(
        random, seed % 2 == 0 ? 2 : 30000, seed % 3 == 0 ? "max-grouping-size = 5" : "");
    Library library(dictionary.path());
    const auto own = MecabDictionary::Open(dictionary.path(), false);
    ASSERT_TRUE(own.ok()) << own.status();
    MecabLattice lattice(**own);
    for (int i = 0; i < 4000; ++i) {
      const std::string line = random.Line();
      ASSERT_EQ(Words(lattice, line), library.Words(line)) << "seed " << seed << ": " << line;
    }
  }
}

TEST(MecabLattice, CutsAsTheSlowVersionDoes) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    RandomLines random(seed);
    const SmallDictionary dictionary =
        RandomDictionary(random, seed % 2 == 0 ? 3 : 30000,
                         fmt::format("left-space-penalty-factor = 7,{}", seed % 4 < 2 ? 1 : 9000));
    const auto own = MecabDictionary::Open(dictionary.path(), true);
    ASSERT_TRUE(own.ok()) << own.status();
    MecabLattice lattice(**own);
    NaiveMecab slow(**own);
    for (int i = 0; i < 2000; ++i) {
      const std::string line = random.Text(random.Below(40), std::size(kLetters));
      ASSERT_EQ(Words(lattice, line), slow.Words(line)) << "seed " << seed << ": " << line;
    }
  }
}

TEST(MecabLattice, SpaceMakesSomeWordsDear) {
  const SmallDictionary dictionary("ab,0,0,-1000,dear\na,0,0,-400,plain\nb,0,0,-400,plain\n",
                                   "0 0 0\n", "left-space-penalty-factor = 3,1,7,1000");
  const auto words = [&](bool penalty, std::string_view text) {
    const auto own = MecabDictionary::Open(dictionary.path(), penalty);
    EXPECT_TRUE(own.ok()) << own.status();
    MecabLattice lattice(**own);
    return Words(lattice, text);
  };
  EXPECT_THAT(words(false, "ab ab"), ElementsAre("ab", "ab"));
  EXPECT_THAT(words(true, "ab ab"), ElementsAre("ab", "a", "b"));
}

TEST(MecabLattice, GivesUpWhereTheLibraryGoesAstray) {
  const SmallDictionary dictionary("a,0,0,1,plain\n", "0 0 0\n");
  const auto own = MecabDictionary::Open(dictionary.path(), false);
  ASSERT_TRUE(own.ok()) << own.status();
  MecabLattice lattice(**own);
  EXPECT_THAT(Words(lattice, "a" + std::string(65534, ' ') + "a"), ElementsAre("a", "a"));
  EXPECT_THAT(Words(lattice, "a" + std::string(65536, ' ') + "a"), ElementsAre("given up"));
}

// Each file may move a cut, so each changes the digest; the same files give the same one.
TEST(MecabDictionary, TheDigestIsOfAllFiles) {
  constexpr std::string_view kWords = "a,0,0,1,plain\nb,1,1,2,dear\n";
  const auto digest = [](const SmallDictionary& dictionary) {
    return MecabDictionary::Open(dictionary.path(), false).value()->digest();
  };
  const SmallDictionary first(kWords, "0 0 0\n"), same(kWords, "0 0 0\n");
  EXPECT_EQ(digest(first), digest(same));
  std::set<std::string> digests = {digest(first)};
  digests.insert(digest(SmallDictionary("a,0,0,1,plain\nb,1,1,3,dear\n", "0 0 0\n")));
  digests.insert(digest(SmallDictionary(kWords, "0 0 7\n")));
  digests.insert(digest(SmallDictionary(kWords, "0 0 0\n", "max-grouping-size = 2")));
  for (const char* const name : {"char.bin", "unk.dic"}) {
    const SmallDictionary other(kWords, "0 0 0\n");
    std::string bytes = other.Read(name);
    bytes.back() = static_cast<char>(bytes.back() ^ (name[0] == 'c' ? 4 : 1));
    other.Write(name, bytes);
    digests.insert(digest(other));
  }
  EXPECT_EQ(digests.size(), 6U);
}

TEST(MecabDictionary, BrokenFilesAreErrors) {
  const SmallDictionary dictionary("a,0,0,1,plain\n", "0 0 0\n");
  const auto error = [&] {
    return std::string(MecabDictionary::Open(dictionary.path(), true).status().message());
  };
  EXPECT_EQ(error(), "");
  for (const char* const name : {"char.bin", "unk.dic", "sys.dic", "matrix.bin"}) {
    dictionary.Write(name, "short");
    EXPECT_THAT(error(), HasSubstr(std::string(name) + ": not a binary dictionary of MeCab"));
  }
  dictionary.Write("dicrc", "left-space-penalty-factor = 1,2,3\n");
  EXPECT_THAT(error(), HasSubstr("dicrc: left-space-penalty-factor = 1,2,3 is not pairs"));
}

}  // namespace
}  // namespace mtgauge
