// Segments of recordings in all forms, and what is refused in them.
#include "core/input/delays/speech_segments.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace mtgauge {
namespace {

// Returns "RECORDING OFFSET DURATION; ...".
std::string Said(const std::string& bytes) {
  const auto segments = ParseSpeechSegments("f", bytes);
  if (!segments.ok()) return segments.status().error().what;
  std::string said;
  for (const SpeechSegment& segment : *segments) {
    said += fmt::format("{}{} {} {}", said.empty() ? "" : "; ", segment.recording, segment.offset,
                        segment.duration);
  }
  return said;
}

TEST(SpeechSegments, AllForms) {
  const std::string wanted = "a.wav 0 1500; it's, b.wav 16250 2000";
  EXPECT_EQ(Said("- {duration: 1.5, offset: 0.0, speaker_id: s, wav: a.wav}\n"
                 "- {wav: \"it's, b.wav\", offset: 16.25, duration: 2}\n"),
            wanted);
  EXPECT_EQ(Said("---\n# of one talk\n- duration: 1.5\n  offset: 0.0\n  wav: a.wav\n"
                 "-\n  wav: \"it's, b.wav\"\n  offset: 16.25\n  duration: 2"),
            wanted);
  EXPECT_EQ(Said("- {duration: 1.5, offset: 0.0,\n  wav: a.wav}\n"
                 "- {wav: \"it's, b.wav\",\n   offset: 16.25,\n   duration: 2}"),
            wanted);
  EXPECT_EQ(Said("[{\"wav\": \"a.wav\", \"offset\": 0, \"duration\": 1.5, \"more\": [1]},\n"
                 " {\"wav\": \"it's, b.wav\", \"offset\": 16.25, \"duration\": 2}]"),
            wanted);
}

TEST(SpeechSegments, WhatIsRefused) {
  EXPECT_EQ(Said(""), "there are no segments");
  EXPECT_EQ(Said("wav: a.wav\n"), "not a list of segments");
  EXPECT_EQ(Said("- a.wav\n"), "'a.wav' is not a field and its value");
  EXPECT_EQ(Said("- {offset: 1, duration: 1}"), "the segment has no 'wav'");
  EXPECT_EQ(Said("- {wav: a, offset: 1}"),
            "the segment has no 'duration' that is a number of seconds");
  for (const char* const offset : {"-1", ".nan", "1e99", "x"}) {
    EXPECT_EQ(Said(fmt::format("- {{wav: a, duration: 1, offset: {}}}", offset)),
              "the segment has no 'offset' that is a number of seconds");
  }
  EXPECT_EQ(Said("- {wav: a, wav: b}"), "the segment has two fields 'wav'");
  EXPECT_EQ(Said("[1]"), "segment 1 is not an object");
  EXPECT_EQ(Said("[{\"wav\": 1"),
            "not valid JSON: a comma, colon, bracket, key or value is missing "
            "or not allowed");
  EXPECT_EQ(ParseSpeechSegments("f", "- {wav: a, offset: 0, duration: 1}\n- {wav: b}\n")
                .status()
                .error()
                .line,
            2u);
}

}  // namespace
}  // namespace mtgauge
