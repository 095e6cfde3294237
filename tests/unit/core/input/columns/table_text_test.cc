// Tables of scores in Parquet and Arrow: numbers keep every bit, and what is not read is said.
#include "core/input/columns/table_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/input/columns/arrow.h"
#include "core/input/columns/number_texts.h"
#include "core/input/columns/parquet.h"
#include "core/input/tables/text_file.h"
#include "tests/support/arrow_bytes.h"
#include "tests/support/parquet_bytes.h"

namespace mtgauge {
namespace {

using test::ArrowColumn;
using test::ArrowStream;
using test::Flat;
using test::ParquetBytes;
using test::ParquetField;
using test::PlainTexts;
using test::TestChunk;
using ::testing::HasSubstr;

constexpr int kTypeLong = 2, kTypeFloat = 4, kTypeDouble = 5, kTypeText = 6, kTypeFixed = 7;
constexpr double kLargest = std::numeric_limits<double>::max(),
                 kSmallest = std::numeric_limits<double>::denorm_min();

Result<std::string> TextOf(const std::string& bytes) {
  const std::shared_ptr<Source> source = MemorySource("a", bytes, true);
  MTG_ASSIGN_OR_RETURN(const auto file,
                       bytes.starts_with("PAR1") ? OpenParquet(source) : OpenArrow(source));
  return TableText(*file);
}

template <typename Number>
TestChunk PlainChunk(int type, const std::vector<Number>& numbers) {
  const auto count = static_cast<int64_t>(numbers.size());
  return {type, count, {{.values = count, .body = test::LittleEndian(numbers)}}};
}

// The first bytes of all numbers, then the second ones, and so on.
std::string Split(const std::string& numbers, size_t width) {
  std::string bytes;
  for (size_t b = 0; b < width; ++b) {
    for (size_t at = b; at < numbers.size(); at += width) bytes += numbers[at];
  }
  return bytes;
}

std::string ParquetOf(const ParquetField& field, const TestChunk& chunk) {
  return ParquetBytes({field}, 1, {{chunk.values, {chunk}}});
}

std::string ArrowOf(int precision, const std::string& numbers, int64_t count) {
  return ArrowStream({ArrowColumn("x", test::kArrowFloat, Flat().Number(0, precision))},
                     {{.rows = count, .nodes = {count, 0}, .buffers = {"", numbers}}});
}

TEST(TableText, DoublesKeepEveryBit) {
  std::mt19937_64 random(1);
  std::vector<double> numbers = {0.0, -0.0, 0.1, 0.1 + 0.2, kLargest, -kSmallest, 1e22, 100};
  while (numbers.size() < 1000) {
    const double number = std::bit_cast<double>(random());
    if (std::isfinite(number)) numbers.push_back(number);
  }
  const auto count = static_cast<int64_t>(numbers.size());
  const std::string plain = test::LittleEndian(numbers);
  const std::string split = Split(plain, sizeof(double));
  for (const std::string& bytes :
       {ParquetOf({"x", kTypeDouble}, PlainChunk(kTypeDouble, numbers)),
        ParquetOf({"x", kTypeDouble},
                  {kTypeDouble, count, {{.encoding = 9, .values = count, .body = split}}}),
        ArrowOf(2, plain, count)}) {
    const Result<std::string> text = TextOf(bytes);
    ASSERT_TRUE(text.ok()) << text.status();
    const std::vector<std::string_view> lines = CutLines(*text);
    ASSERT_EQ(lines.size(), numbers.size());
    for (size_t i = 0; i < lines.size(); ++i) {
      double read = 0;
      std::from_chars(lines[i].data(), lines[i].data() + lines[i].size(), read);
      EXPECT_EQ(std::bit_cast<uint64_t>(read), std::bit_cast<uint64_t>(numbers[i])) << lines[i];
    }
  }
}

TEST(TableText, ShorterNumbersHaveTheirExactValue) {
  constexpr float kTenth = 0.1F;
  const std::vector<float> floats = {kTenth, -2.5F, std::numeric_limits<float>::infinity(), NAN};
  constexpr std::string_view kText4 = "0.10000000149011612\n-2.5\ninf\nnan\n";
  EXPECT_EQ(*TextOf(ParquetOf({"x", kTypeFloat}, PlainChunk(kTypeFloat, floats))), kText4);
  EXPECT_EQ(*TextOf(ArrowOf(1, test::LittleEndian(floats), 4)), kText4);
  // 1, -2, the least, the largest one below 1, the largest one, infinity, none.
  const std::vector<uint16_t> halves = {0x3C00, 0xC000, 0x0001, 0x3BFF, 0x7BFF, 0xFC00, 0x7E01};
  constexpr std::string_view kText2 =
      "1\n-2\n5.960464477539063e-08\n0.99951171875\n65504\n-inf\nnan\n";
  const std::string bytes = test::LittleEndian(halves);
  const ParquetField half = {.name = "x", .type = kTypeFixed, .length = 2, .logical = 15};
  EXPECT_EQ(*TextOf(ParquetOf(half, {kTypeFixed, 7, {{.values = 7, .body = bytes}}})), kText2);
  EXPECT_EQ(*TextOf(ParquetOf(
                half, {kTypeFixed, 7, {{.encoding = 9, .values = 7, .body = Split(bytes, 2)}}})),
            kText2);
  EXPECT_EQ(*TextOf(ArrowOf(0, bytes, 7)), kText2);
}

TEST(TableText, HalvesAreTheFloatsWithFewerBits) {
  for (uint32_t bits = 0; bits < 1U << 15; ++bits) {
    const uint32_t exponent = bits >> 10, fraction = bits % 1024;
    if (exponent == 0 || exponent == 31) continue;
    const auto wanted = std::bit_cast<float>((exponent + 127 - 15) << 23 | fraction << 13);
    ASSERT_EQ(HalfNumber(bits), double{wanted}) << bits;
    ASSERT_EQ(HalfNumber(bits | 0x8000), -double{wanted}) << bits;
  }
}

TEST(TableText, ColumnsStandUnderTheirNames) {
  const TestChunk names = {kTypeText, 2, {{.values = 2, .body = PlainTexts({"a\tb", "c\r\nd"})}}};
  // The second number is null.
  const TestChunk scores = {
      kTypeDouble,
      2,
      {{.values = 2,
        .body = test::WithLength(test::Runs({1, 0}, 1)) + test::LittleEndian<double>({0.5})}}};
  EXPECT_EQ(
      *TextOf(ParquetBytes({{"sys\ntem", kTypeText}, {"n", kTypeLong}, {"score", kTypeDouble, 1}},
                           3, {{2, {names, PlainChunk<int64_t>(kTypeLong, {-7, 8}), scores}}})),
      "sys tem\tn\tscore\na b\t-7\t0.5\nc  d\t8\t\n");
}

TEST(TableText, WhatIsNotReadIsNoScore) {
  const ParquetField date = {.name = "day", .type = 1, .converted = 6};
  EXPECT_EQ(*TextOf(ParquetBytes(
                {date, {"x", kTypeLong}}, 2,
                {{1, {PlainChunk<int32_t>(1, {5}), PlainChunk<int64_t>(kTypeLong, {8})}}})),
            "day\tx\n(dates)\t8\n");
  EXPECT_THAT(TextOf(ParquetOf(date, PlainChunk<int32_t>(1, {5}))).status().message(),
              HasSubstr("it has no column of texts or numbers"));
  const ParquetField decimal = {.name = "x", .type = kTypeLong, .converted = 5};
  EXPECT_THAT(TextOf(ParquetOf(decimal, PlainChunk<int64_t>(kTypeLong, {5}))).status().message(),
              HasSubstr("a: the column 'x' has decimal numbers, which are not read; write it as "
                        "double, or leave it out"));
  const std::string endless = ArrowStream({ArrowColumn("x", test::kArrowNull)},
                                          {{.rows = INT32_MAX, .nodes = {INT32_MAX, INT32_MAX}}});
  EXPECT_THAT(TextOf(endless).status().message(), HasSubstr("it has 2147483647 rows, too many"));
  EXPECT_THAT(TextOf(ArrowOf(3, "", 0)).status().message(),
              HasSubstr("numbers of an unknown width"));
}

}  // namespace
}  // namespace mtgauge
