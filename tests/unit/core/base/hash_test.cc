// The table of hashes: published values, and the guarantees of the interface.
#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

uint64_t HashBy(std::string_view name, std::string_view text) {
  return FindHash(name)->function(text.data(), text.size());
}

TEST(Hash, PublishedValues) {
  EXPECT_EQ(HashBy("xxh3", ""), 0x2D06800538D394C2u);
  EXPECT_EQ(HashBy("xxh64", ""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(HashBy("fnv1a", ""), 0xCBF29CE484222325u);
  EXPECT_EQ(HashBy("fnv1a", "foobar"), 0x85944171F73967E8u);
  // The check value of CRC-32C, multiplied by an odd factor.
  EXPECT_EQ(HashBy("crc32c", "123456789"), 0xE3069283u * 0x9E3779B97F4A7C15u);
}

TEST(ContentHash, DoesNotDependOnThePieces) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>(i * 7);
  for (const size_t size : {0, 1, 16, 17, 240, 241, 1024, 3000}) {
    for (const size_t piece : {1, 100, 1000, 4000}) {
      ContentHash hash;
      for (size_t at = 0; at < size; at += piece) {
        hash.Add(std::string_view(text).substr(0, size).substr(at, piece));
      }
      EXPECT_EQ(hash.value(), HashBy("xxh3", text.substr(0, size))) << size << ' ' << piece;
    }
  }
}

TEST(Hash, TableIsSound) {
  std::set<std::string_view> names;
  for (const HashRow& row : Hashes()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_EQ(FindHash(row.name), &row);
  }
  EXPECT_EQ(DefaultHash().name, "xxh3");
  EXPECT_EQ(FindHash("md5"), nullptr);
}

TEST(Hash, DependsOnTheBytesAlone) {
  for (const HashRow& row : Hashes()) {
    SCOPED_TRACE(std::string(row.name));
    std::set<uint64_t> seen;
    for (size_t size = 0; size <= 100; ++size) {
      const std::string text(size, 'x');
      const uint64_t hash = row.function(text.data(), size);
      EXPECT_TRUE(seen.insert(hash).second) << size;
      for (size_t shift = 1; shift < 8; ++shift) {
        const std::string shifted = std::string(shift, '?') + text + "?";
        EXPECT_EQ(row.function(shifted.data() + shift, size), hash) << size << '+' << shift;
      }
    }
  }
}

// Each byte of a token matters, at every position.
TEST(Hash, EveryByteCounts) {
  for (const HashRow& row : Hashes()) {
    SCOPED_TRACE(std::string(row.name));
    for (const size_t size : {1, 3, 8, 9, 15, 16, 17, 31, 32, 33, 240, 241}) {
      std::set<uint64_t> seen;
      std::string text(size, '\0');
      seen.insert(row.function(text.data(), size));
      for (size_t i = 0; i < size; ++i) {
        text[i] = 'a';
        EXPECT_TRUE(seen.insert(row.function(text.data(), size)).second) << size << ':' << i;
        text[i] = '\0';
      }
    }
  }
}

}  // namespace
}  // namespace mtgauge
