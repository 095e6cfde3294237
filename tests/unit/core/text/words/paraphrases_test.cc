// METEOR's table of paraphrases: what is read, and what is refused. The tables are the tests' own.
#include "core/text/words/paraphrases.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/support/own_folder.h"

namespace mtgauge {
namespace {

TEST(Paraphrases, AreReadPlainOrPacked) {
  const OwnFolder folder;
  const std::string text =
      "0.5\nin spite of\tit \nnevertheless\r\n1e-3\nin spite of it\nall the same\n";
  const std::string packed = folder.Path("packed.gz");
  gzFile file = gzopen(packed.c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  for (const std::string& path : {folder.Write("plain", text), packed}) {
    const auto opened = Paraphrases::Open(path);
    ASSERT_TRUE(opened.ok()) << opened.status();
    const Paraphrases& table = **opened;
    EXPECT_EQ(table.words(), 8u);
    uint32_t at = Paraphrases::kRoot;
    for (const char* const word : {"in", "spite", "of", "it"}) {
      EXPECT_TRUE(table.Entries(at).empty());
      at = table.Follow(at, table.FindWord(word));
      ASSERT_NE(at, Paraphrases::kNone);
    }
    ASSERT_EQ(table.Entries(at).size(), 2u);
    EXPECT_EQ(table.Paraphrase(table.Entries(at)[0]).size(), 1u);
    EXPECT_EQ(table.Paraphrase(table.Entries(at)[1])[0], table.FindWord("all"));
    EXPECT_EQ(table.FindWord("unheard"), Paraphrases::kNone);
    EXPECT_EQ(*opened, *Paraphrases::Open(path));  // read once
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
    const auto opened = Paraphrases::Open(path);
    ASSERT_EQ(opened.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(opened.status().message().find(path + place), std::string::npos) << opened.status();
    EXPECT_NE(opened.status().message().find(why), std::string::npos) << opened.status();
  }
  std::string long_phrase = "1\n";
  for (int i = 0; i < 1001; ++i) long_phrase += "w ";
  const auto too_long = Paraphrases::Open(folder.Write("long", long_phrase + "\nb\n"));
  EXPECT_NE(too_long.status().message().find("/long:2:"), std::string::npos) << too_long.status();
  const auto missing = Paraphrases::Open(folder.Path("none"));
  EXPECT_NE(missing.status().message().find("/none: there is no such file"), std::string::npos);
  const auto damaged = Paraphrases::Open(
      folder.Write("damaged.gz", std::string("\x1F\x8B\x08\x00\x00\x00\x00\x00\x00\x03xx", 12)));
  EXPECT_NE(damaged.status().message().find("damaged.gz"), std::string::npos) << damaged.status();
}

}  // namespace
}  // namespace mtgauge
