// Tables of language pairs, and errors in them.
#include "core/input/tables/pair_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace mtgauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PairList, ColumnsInAnyOrder) {
  const auto pairs = ParsePairList(
      "f", "references\tpair\thuman\toutputs\r\nr1 r2\taa-bb\th\to*.txt\nr\tcc-dd\th1  h2\ta b\n");
  ASSERT_TRUE(pairs.ok()) << pairs.status();
  ASSERT_EQ(pairs->size(), 2u);
  EXPECT_EQ((*pairs)[0].pair, "aa-bb");
  EXPECT_THAT((*pairs)[0].references, ElementsAre("r1", "r2"));
  EXPECT_THAT((*pairs)[0].outputs, ElementsAre("o*.txt"));
  EXPECT_THAT((*pairs)[1].humans, ElementsAre("h1", "h2"));
  const auto bare = ParsePairList("f", "pair\treferences\toutputs\naa-bb\tr\to\n");
  ASSERT_TRUE(bare.ok()) << bare.status();
  EXPECT_THAT(bare->front().humans, IsEmpty());
}

TEST(PairList, WhatIsRefused) {
  const std::pair<const char*, const char*> refused[] = {
      {"", "f: there are no language pairs"},
      {"pair\treferences\toutputs\n", "f: there are no language pairs"},
      {"pair\treferences\nx\ty\n", "f:1: no column 'outputs'"},
      {"pair\tpair\treferences\toutputs\na\ta\ta\ta\n", "f:1: no column 'pair', or two"},
      {"pair\treferences\toutputs\tpeople\na\ta\ta\ta\n", "f:1: unknown column 'people'"},
      {"pair\treferences\toutputs\na\tb\n", "f:2: 2 columns, but the header has 3"},
      {"pair\treferences\toutputs\na\t \tb\n", "f:2: the column 'references' is empty"},
      {"pair\treferences\toutputs\na\tr\to\na\tr\to\n", "f:3: the pair 'a' is on two lines"},
  };
  for (const auto& [bytes, message] : refused) {
    const Status status = ParsePairList("f", bytes).status();
    EXPECT_TRUE(status.kind() == ErrorKind::kInput) << bytes;
    EXPECT_THAT(status.message(), HasSubstr(message));
  }
}

}  // namespace
}  // namespace mtgauge
