// Records that are read without the parser, compared with what the parser reads.
#include "core/input/formats/flat_record.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/formats/json_record.h"
#include "core/input/tables/marked_lines.h"
#include "core/simd/kernels.h"
#include "core/text/utf8.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Kind = FieldValue::Kind;

// Whether a value of the parser is the same.
bool IsSame(const FieldValue& value, simdjson::dom::element parsed) {
  std::string_view text;
  bool truth = false;
  if (parsed.get(text) == simdjson::SUCCESS) return value.kind == Kind::kText && value.text == text;
  if (parsed.is_null()) return value.kind == Kind::kNull;
  if (value.kind != Kind::kName) return false;
  if (parsed.get(truth) == simdjson::SUCCESS) return value.text == (truth ? "true" : "false");
  return parsed.is_int64() && value.text == std::to_string(int64_t(parsed));
}

// Returns true if the row needs no parser; then the parser must agree.
bool ReadsAsTheParser(const std::string& json, FlatRecord& flat) {
  static simdjson::dom::parser parser;
  const std::string padded = json + '\n' + std::string(kTextPadding, '\0');
  const Row row = {std::string_view(padded).substr(0, json.size()), 1};
  MarkedLines marked(FlatRecord::kMarks);
  marked.Begin(std::string_view(padded).substr(0, json.size() + 1));
  EXPECT_TRUE(marked.Next() && marked.is_marked()) << json;
  EXPECT_EQ(marked.line(), row.text);
  if (!IsValidUtf8(json) || !flat.Read(marked)) return false;
  const auto parsed = ParseRecord("f", row, parser);
  EXPECT_TRUE(parsed.ok()) << json;
  if (!parsed.ok()) return true;
  EXPECT_EQ(flat.fields().size(), parsed->size()) << json;
  size_t i = 0;
  for (const auto field : *parsed) {
    if (i == flat.fields().size()) break;
    EXPECT_EQ(flat.fields()[i].key, field.key) << json;
    EXPECT_TRUE(IsSame(flat.fields()[i].value, field.value)) << json << ", field " << i;
    ++i;
  }
  return true;
}

bool ReadsAsTheParser(const std::string& json) {
  FlatRecord flat;
  return ReadsAsTheParser(json, flat);
}

TEST(FlatRecord, ReadsWhatIsFlat) {
  for (const char* const json : {R"({"hyp":"a"})", R"(  { "hyp" : "a b" , "id" : 12 }  )",
                                 R"({"":"","a":null,"b":true,"c":false})",
                                 R"({"n":-7,"m":0,"o":123456789012345678,"p":-123456789012345678})",
                                 R"({"a":"\"","b":"\\","c":"\"\\\/\b\f\n\r\t","d":"x"})",
                                 R"({"a":"\u0000\u00e9\u20AC\ud83D\uDe00!","b":"\\u0061"})",
                                 "{\"a\":\"\u00e9 \U0001F600 \x7F {}[]:,\"}"}) {
    EXPECT_TRUE(ReadsAsTheParser(json)) << json;
  }
}

TEST(FlatRecord, LeavesTheRestToTheParser) {
  for (const char* const json : {"",
                                 "{",
                                 "{}",
                                 "[]",
                                 "\"a\"",
                                 R"({"a":[]})",
                                 R"({"a":{}})",
                                 R"({"a":1.5})",
                                 R"({"a":1e3})",
                                 R"({"a":-0})",
                                 R"({"a":01})",
                                 R"({"a":-})",
                                 R"({"a":1234567890123456789})",
                                 R"({"a":tru})",
                                 R"({"a":nulls})",
                                 R"({"a":12x})",
                                 R"({"a":"b")",
                                 R"({"a":"b})",
                                 R"({"a":"b"}})",
                                 R"({"a":"b"} {"a":"b"})",
                                 R"({"a":"b",})",
                                 R"({,"a":"b"})",
                                 R"({"a" "b"})",
                                 R"({"a":"b" "c":"d"})",
                                 R"({"a":"b","a":"c"})",
                                 R"({"a":"b","\u0061":"c"})",
                                 R"({"a\u0062":1})",
                                 R"({"a":"\x"})",
                                 R"({"a":"\u12"})",
                                 R"({"a":"\u12g4"})",
                                 R"({"a":"\ud800"})",
                                 R"({"a":"\udc00"})",
                                 R"({"a":"\ud800\u0061"})",
                                 R"({"a":"\ud800x"})",
                                 R"({"a":"\)",
                                 R"({"a":"b\"})",
                                 "{\"a\":\"\t\"}",
                                 "{\t\"a\":1}",
                                 "{\"a\":\"\xC0\x80\"}",
                                 "{\"a\":\"\xED\xA0\x80\"}",
                                 "{\"a\":\"\xFF\"}"}) {
    EXPECT_FALSE(ReadsAsTheParser(json)) << json;
  }
  EXPECT_FALSE(ReadsAsTheParser(std::string("{\"a\":\"\0\"}", 9)));
}

TEST(FlatRecord, AsTheParserOnRandomRows) {
  static constexpr std::string_view kParts[] = {
      "{",   "}",    "\"",   "\"",   "\"",    ":",       ",",       "[",  "]",
      " ",   "\\",   "\\n",  "\\\"", "\\u00", "\\ud83d", "\\ude00", "e9", "a",
      "hyp", "null", "true", "-",    "0",     "17",      "1.5",     "é",  "\x80"};
  test::RandomText random(77);
  FlatRecord flat;
  size_t read = 0;
  const size_t rows = 60'000;
  for (size_t i = 0; i < rows; ++i) {
    std::string json = "{";
    for (uint32_t n = 1 + random.Below(4), k = 0; k < n; ++k) {
      if (k > 0) json += random.Below(3) == 0 ? " , " : ",";
      json += '"' + std::string(1, static_cast<char>('a' + random.Below(6))) + "\":";
      switch (random.Below(4)) {
        case 0:
          json += std::to_string(static_cast<int32_t>(random.Below(2'000)) - 1'000);
          break;
        case 1:
          json += random.Below(2) == 0 ? " null" : "false ";
          break;
        default:
          json += '"';
          for (uint32_t c = random.Below(9); c > 0; --c) json += kParts[9 + random.Below(14)];
          json += '"';
      }
    }
    json += '}';
    // Some rows are broken.
    for (uint32_t n = random.Below(3); n > 1; --n) {
      json.insert(random.Below(static_cast<uint32_t>(json.size() + 1)),
                  kParts[random.Below(std::size(kParts))]);
    }
    read += ReadsAsTheParser(json, flat) ? 1 : 0;
  }
  EXPECT_GT(read, rows / 10);
  EXPECT_LT(read, rows);
}

}  // namespace
}  // namespace mtgauge
