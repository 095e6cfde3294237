// Logs of simultaneous translation, and what is refused in them.
#include "core/input/delays/delay_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace mtgauge {
namespace {

using testing::ElementsAre;

std::string Fault(const std::string& bytes, LatencyUnit unit = LatencyUnit::kWord) {
  return ParseDelayLog("f", bytes, unit).status().message();
}

TEST(DelayLog, RecordsOfSimulEval) {
  const auto log = ParseDelayLog(
      "f",
      "{\"index\": 0, \"prediction\": \"a  b\", \"delays\": [1, 2.5], \"elapsed\": [3, 4], "
      "\"prediction_length\": 2, \"reference\": \"c\", \"source\": [\"t.wav\", \"16000\"], "
      "\"source_length\": 10}\n\n{\"prediction\": \"\", \"delays\": [], \"elapsed\": [], "
      "\"source\": \"u.wav\"}",
      LatencyUnit::kWord);
  ASSERT_TRUE(log.ok()) << log.status();
  ASSERT_EQ(log->records.size(), 2u);
  EXPECT_TRUE(log->has_elapsed);
  EXPECT_THAT(log->records[0].delays, ElementsAre(1, 2.5));
  EXPECT_THAT(log->records[0].elapsed, ElementsAre(3, 4));
  EXPECT_EQ(log->records[0].reference, "c");
  EXPECT_EQ(log->records[0].source, "t.wav");
  EXPECT_EQ(log->records[0].source_length, 10);
  EXPECT_EQ(log->records[1].source, "u.wav");
  EXPECT_EQ(log->records[1].source_length, std::nullopt);
  EXPECT_EQ(log->records[1].line, 3u);
}

TEST(DelayLog, Units) {
  EXPECT_THAT(UnitsOf(" a\u3000bé ", LatencyUnit::kWord), ElementsAre("a", "bé"));
  EXPECT_THAT(UnitsOf("é b", LatencyUnit::kCharacter), ElementsAre("é", " ", "b"));
  EXPECT_THAT(UnitsOf("", LatencyUnit::kWord), ElementsAre());
}

TEST(DelayLog, WhatIsRefused) {
  EXPECT_EQ(Fault("\n"), "f: there are no records; use the instances.log of SimulEval");
  EXPECT_EQ(Fault("{\"delays\": [1]}"),
            "f:1: the record has no 'prediction'; use the instances.log of SimulEval, or write "
            "'prediction' and 'delays'");
  EXPECT_EQ(Fault("{\"prediction\": \"a\"}"),
            "f:1: the record has no 'delays'; use the instances.log of SimulEval, or write "
            "'prediction' and 'delays'");
  EXPECT_EQ(Fault("{\"prediction\": 1, \"delays\": [1]}"),
            "f:1: 'prediction' is not a text; write a text in quotes");
  EXPECT_EQ(Fault("{\"prediction\": \"a\", \"delays\": 1}"),
            "f:1: 'delays' is not a list; write a list of numbers");
  for (const char* const value : {"\"1\"", "-1", "null"}) {
    EXPECT_EQ(Fault("{\"prediction\": \"a\", \"delays\": [" + std::string(value) + "]}"),
              "f:1: 'delays' has a value that is not a number of milliseconds; write numbers of 0 "
              "or more");
  }
  EXPECT_EQ(Fault("{\"prediction\": \"a\", \"delays\": [NaN]}"),
            "f:1: not valid JSON: a comma, colon, bracket, key or value is missing or not allowed; "
            "write one JSON object per line");
  EXPECT_EQ(Fault("{\"prediction\": \"a b\", \"delays\": [2, 1]}"),
            "f:1: value 2 of 'delays' is less than the one before it; write the times of the final "
            "words, in their order");
  EXPECT_EQ(Fault("{\"prediction\": \"a bc\", \"delays\": [1]}"),
            "f:1: 'delays' has 1 value for 2 words; write one for each word, or use `latency-unit` "
            "char if they are of characters");
  EXPECT_EQ(Fault("{\"prediction\": \"a bc\", \"delays\": [1]}", LatencyUnit::kCharacter),
            "f:1: 'delays' has 1 value for 4 characters; write one for each character, or leave "
            "out `latency-unit` if they are of words");
  EXPECT_EQ(Fault("{\"prediction\": \"a\", \"delays\": [1]}\n"
                  "{\"prediction\": \"a\", \"delays\": [1], \"elapsed\": [1]}"),
            "f:2: the record has 'elapsed', unlike those before it; write it in all records, or in "
            "none");
  EXPECT_EQ(Fault("{\"prediction\": \"a\", \"delays\": [1], \"source_length\": -1}"),
            "f:1: 'source_length' has a value that is not a number of milliseconds; write numbers "
            "of 0 or more");
}

}  // namespace
}  // namespace mtgauge
