// The data about segments in row files: they are read back unchanged, are small, and hostile bytes
// are rejected.
#include "core/rowfile/segment_facts.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "core/base/bytes.h"

namespace mtgauge {
namespace {

std::string BytesOf(const SegmentFacts& facts) {
  std::string bytes;
  AppendFacts(facts, bytes);
  return bytes;
}

void ExpectEqual(const SegmentFacts& a, const SegmentFacts& b) {
  EXPECT_EQ(a.segments, b.segments);
  EXPECT_EQ(a.excluded, b.excluded);
  EXPECT_EQ(a.lacking, b.lacking);
  EXPECT_EQ(a.ids, b.ids);
  EXPECT_EQ(a.documents, b.documents);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.marks, b.marks);
}

SegmentFacts RandomFacts(uint32_t segments, size_t systems, uint32_t kinds, std::mt19937& random) {
  SegmentFacts facts;
  facts.segments = segments;
  for (size_t i = 0; i < systems * segments; ++i) {
    facts.marks.push_back(random() % kinds == 0 ? random() % (kMostTextMarks + 1) : 0);
  }
  for (uint32_t i = 0; i < segments; ++i) {
    facts.excluded.push_back(random() % kinds == 0 ? 1 : 0);
    facts.lacking.push_back(random() % kinds);
    facts.ids.push_back("id" + std::to_string(i));
    facts.documents.push_back(std::string(random() % kinds, '\n') + "doc");
    facts.groups.push_back(random() % 2 == 0 ? "" : std::string("a\0b", 3));
  }
  // At least one of each, or nothing is written.
  facts.excluded[0] = 1;
  facts.lacking[0] = 2;
  facts.groups[0] = "x";
  return facts;
}

TEST(SegmentFacts, RandomOnes) {
  std::mt19937 random(1);
  for (const uint32_t segments : {1U, 2U, 100U, 4096U}) {
    for (const size_t systems : {1, 3}) {
      for (const uint32_t kinds : {1U, 2U, 50U}) {
        const SegmentFacts facts = RandomFacts(segments, systems, kinds, random);
        SegmentFacts read;
        ASSERT_TRUE(ParseFacts(BytesOf(facts), segments, systems, read));
        ExpectEqual(read, facts);
      }
    }
  }
}

TEST(SegmentFacts, NothingToTellTakesNoRoom) {
  SegmentFacts facts;
  facts.segments = 4096;
  EXPECT_EQ(BytesOf(facts), "");
  facts.excluded.assign(4096, 0);
  facts.lacking.assign(4096, 0);
  facts.ids.assign(4096, "");
  facts.marks.assign(2 * 4096, 0);
  EXPECT_EQ(BytesOf(facts), "");
  SegmentFacts read;
  ASSERT_TRUE(ParseFacts("", 4096, 2, read));
  EXPECT_TRUE(read.excluded.empty() && read.ids.empty() && read.groups.empty());
  EXPECT_EQ(read.marks, facts.marks);
}

TEST(SegmentFacts, OneDocumentTakesLittleRoom) {
  SegmentFacts facts;
  facts.segments = 4096;
  facts.documents.assign(4096, "doc");
  std::string wanted;
  for (const uint32_t number : {4U, 11U, 4096U, 3U}) AppendU32(number, wanted);
  EXPECT_EQ(BytesOf(facts), wanted + "doc");
}

std::string Field(uint32_t tag, std::initializer_list<uint32_t> numbers) {
  std::string runs, bytes;
  for (const uint32_t number : numbers) AppendU32(number, runs);
  AppendU32(tag, bytes);
  AppendU32(static_cast<uint32_t>(runs.size()), bytes);
  return bytes + runs;
}

TEST(SegmentFacts, HostileBytes) {
  SegmentFacts facts;
  EXPECT_TRUE(ParseFacts(Field(1, {3, 0, 7, 1}), 10, 1, facts));
  const std::string refused[] = {Field(1, {10, 2}),                      // neither left out nor not
                                 Field(1, {9, 1}),                       // too few segments
                                 Field(1, {11, 1}),                      // too many
                                 Field(1, {10, 1, 1, 1}),                // likewise
                                 Field(1, {UINT32_MAX, 1}),              // far too many
                                 Field(1, {0, 1, 10, 1}),                // a run of nothing
                                 Field(1, {10}),                         // a run without a value
                                 Field(0, {10, 1}),                      // no such field
                                 Field(7, {10, 1}),                      // likewise
                                 Field(2, {10, 1}) + Field(1, {10, 1}),  // in no order
                                 Field(1, {10, 1}) + Field(1, {10, 1}),  // twice
                                 Field(6, {10, kMostTextMarks + 1}),  // more bits than marks have
                                 Field(3, {10, UINT32_MAX}),          // a text beyond the end
                                 Field(3, {10, 1}),                   // likewise
                                 Field(1, {10, 1}) + "x",             // trailing data
                                 Field(1, {10, 1}).substr(0, 15),
                                 std::string(7, '\1')};
  for (const std::string& bytes : refused) EXPECT_FALSE(ParseFacts(bytes, 10, 1, facts));
}

// Bytes that are accepted are written in a form that reads the same.
TEST(SegmentFacts, ChangedBytes) {
  std::mt19937 random(3);
  const std::string bytes = BytesOf(RandomFacts(40, 2, 3, random));
  size_t taken = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string changed = bytes;
    for (int change = 0; change <= round % 3; ++change) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    if (round % 5 == 0) changed.resize(random() % changed.size());
    SegmentFacts facts, again;
    if (!ParseFacts(changed, 40, 2, facts)) continue;
    ++taken;
    ASSERT_TRUE(ParseFacts(BytesOf(facts), 40, 2, again));
    ASSERT_EQ(BytesOf(again), BytesOf(facts));
  }
  EXPECT_GT(taken, 1000U);
}

}  // namespace
}  // namespace mtgauge
