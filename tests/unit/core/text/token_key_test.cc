// Token keys: exact up to 8 bytes, otherwise hashed and tagged.
#include "core/text/token_key.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace mtgauge {
namespace {

using namespace std::string_literals;

uint64_t KeyOf(const std::string& token) { return TokenKey(token, DefaultHash().function); }
uint64_t HashedKeyOf(const std::string& token) {
  return kHashedKeyTag | DefaultHash().function(token.data(), token.size());
}

TEST(TokenKey, ShortTokensAreTheirBytes) {
  EXPECT_EQ(KeyOf("a"), 0x61u);
  EXPECT_EQ(KeyOf("ab"), 0x6261u);
  EXPECT_EQ(KeyOf("abc"), 0x636261u);
  EXPECT_EQ(KeyOf("abcd"), 0x64636261u);
  EXPECT_EQ(KeyOf("abcde"), 0x6564636261u);
  EXPECT_EQ(KeyOf("abcdef"), 0x666564636261u);
  EXPECT_EQ(KeyOf("abcdefg"), 0x67666564636261u);
  EXPECT_EQ(KeyOf("abcdefgh"), 0x6867666564636261u);
}

TEST(TokenKey, LongTokensAreHashed) {
  EXPECT_EQ(KeyOf("abcdefghi"), HashedKeyOf("abcdefghi"));
  EXPECT_TRUE(IsHashedKey(KeyOf(std::string(1000, 'z'))));
  EXPECT_FALSE(IsHashedKey(KeyOf("abcdefgh")));
}

TEST(TokenKey, NulIsNotPadding) {
  EXPECT_EQ(KeyOf("a\0"s), HashedKeyOf("a\0"s));
  EXPECT_EQ(KeyOf("\0abcdefg"s), HashedKeyOf("\0abcdefg"s));
  EXPECT_EQ(KeyOf("abc\0efgh"s), HashedKeyOf("abc\0efgh"s));
  EXPECT_EQ(std::set({KeyOf("a"), KeyOf("a\0"s), KeyOf("a\0\0"s), KeyOf("\0a"s)}).size(), 4u);
}

TEST(TokenKey, ExactKeysNeverLookHashed) {
  const std::string tagged = "abcdefg\xFF";
  EXPECT_EQ(KeyOf(tagged), HashedKeyOf(tagged));
  EXPECT_NE(KeyOf(tagged), 0xFF67666564636261u);
  EXPECT_EQ(KeyOf("\xFF"), 0xFFu);
}

TEST(TokenKey, FollowsTheHash) {
  const HashFunction zero = [](const char*, size_t) { return uint64_t{0}; };
  EXPECT_EQ(TokenKey("a longer token", zero), kHashedKeyTag);
  EXPECT_EQ(TokenKey("short", zero), KeyOf("short"));
}

}  // namespace
}  // namespace mtgauge
