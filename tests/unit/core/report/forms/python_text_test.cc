// Python's spelling of numbers and strings. The expected texts were printed by CPython 3.11
// (json.dumps, int, float).
#include "core/report/forms/python_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>

namespace mtgauge {
namespace {

TEST(PythonFloat, SpellsAsJsonDumpsDoes) {
  const std::pair<double, const char*> kCases[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {100.0, "100.0"},
      {27.5, "27.5"},
      {0.1, "0.1"},
      {100.00000000000004, "100.00000000000004"},
      {1.0 / 3, "0.3333333333333333"},
      {0.0001, "0.0001"},
      {0.00011, "0.00011"},
      {0.00001, "1e-05"},
      {0.000012345, "1.2345e-05"},
      {1e-10, "1e-10"},
      {1e-100, "1e-100"},
      {5e-324, "5e-324"},
      {999999999999999.9, "999999999999999.9"},
      {9999999999999998.0, "9999999999999998.0"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {1.5e16, "1.5e+16"},
      {123456789012345680.0, "1.2345678901234568e+17"},
      {1e22, "1e+22"},
      {1e23, "1e+23"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {std::numeric_limits<double>::infinity(), "Infinity"},
      {-std::numeric_limits<double>::infinity(), "-Infinity"},
      {std::nan(""), "NaN"},
  };
  for (const auto& [value, text] : kCases) EXPECT_EQ(PythonFloat(value), text);
}

TEST(PythonFloat, ReadsBackAsTheSameDouble) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 160);
    const std::string text = PythonFloat(value);
    EXPECT_EQ(std::stod(text), value);
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text;
  }
}

TEST(PythonString, EscapesWhatJsonDumpsEscapes) {
  EXPECT_EQ(PythonString("a \"b\" \\ /\n\r\t\f\b\x01\x7f", false),
            "\"a \\\"b\\\" \\\\ /\\n\\r\\t\\f\\b\\u0001\x7f\"");
  EXPECT_EQ(PythonString("\x7f", true), "\"\\u007f\"");
  EXPECT_EQ(PythonString("μ ± ü 𝒜", false), "\"μ ± ü 𝒜\"");
  EXPECT_EQ(PythonString("μ ± ü 𝒜", true), "\"\\u03bc \\u00b1 \\u00fc \\ud835\\udc9c\"");
  EXPECT_EQ(PythonString("sy\xffs", true), "\"sy\\udcffs\"");
  EXPECT_EQ(PythonString("", true), "\"\"");
}

TEST(PythonObject, IndentsAsJsonDumpsDoes) {
  EXPECT_EQ(PythonObject({{"a", "1.0"}, {"b", "\"c\""}}, 1, 1),
            "{\n \"a\": 1.0,\n \"b\": \"c\"\n}");
  EXPECT_EQ(PythonObject({{"a", "null"}}, 8, 4), "{\n        \"a\": null\n    }");
}

TEST(ParsePythonInt, TakesWhatIntTakes) {
  const std::pair<const char*, int64_t> kGood[] = {
      {"0", 0}, {"17", 17}, {"-3", -3}, {"+5", 5}, {" 42\n", 42}, {"1_000", 1000}, {"007", 7}};
  for (const auto& [text, value] : kGood) EXPECT_EQ(ParsePythonInt(text), value) << text;
  EXPECT_EQ(ParsePythonInt("99999999999999999999"), std::numeric_limits<int64_t>::max());
  for (const char* text : {"", " ", "x", "1.0", "1e3", "_1", "1_", "1__0", "- 1", "--1", "0x10"}) {
    EXPECT_EQ(ParsePythonInt(text), std::nullopt) << text;
  }
}

TEST(ParsePythonFloat, TakesWhatFloatTakes) {
  const std::pair<const char*, double> kGood[] = {{"0.5", 0.5},     {".5", 0.5},
                                                  {"5.", 5},        {" 1e-2 ", 0.01},
                                                  {"-1E+2", -100},  {"+3", 3},
                                                  {"1_0.5", 10.5},  {"1e999", HUGE_VAL},
                                                  {"1e-999", 0},    {"-Infinity", -HUGE_VAL},
                                                  {"inf", HUGE_VAL}};
  for (const auto& [text, value] : kGood) EXPECT_EQ(ParsePythonFloat(text), value) << text;
  EXPECT_TRUE(std::isnan(ParsePythonFloat("nan").value_or(0)));
  for (const char* text : {"", ".", "x", "1e", "1,5", "0x1p3", "infinit", "nan(1)", "1 2", "e5"}) {
    EXPECT_EQ(ParsePythonFloat(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace mtgauge
