// The verb resegment through the public API: no output is lost, the boundaries are optimal for
// every tokenizer, and they do not depend on threads, files or the output's own lines.
#include "mtgauge/resegment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "mtgauge/status.h"
#include "tests/oracle/naive_alignments.h"
#include "tests/oracle/naive_sequences.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"

namespace mtgauge::resegment_test {
namespace {

using testing::ElementsAre;
using Texts = std::vector<std::string>;

TextColumn Column(const std::string& name, const Texts& texts) {
  return TextColumn(name, std::span<const std::string>(texts));
}

// References and output in memory, with documents if there are any.
struct Both {
  std::vector<Texts> references;
  Texts lines, documents, line_documents;

  ResegmentRequest Request() const {
    ResegmentRequest request;
    request.columns.emplace();
    for (const Texts& reference : references) {
      request.columns->references.push_back(Column("refs", reference));
    }
    request.output.emplace();
    request.output->systems = {Column("hyps", lines)};
    if (!documents.empty()) request.columns->documents = Column("documents", documents);
    if (!line_documents.empty()) request.output->documents = Column("documents", line_documents);
    request.tokenize = "none";
    request.on_invalid = OnInvalid::kReplace;
    return request;
  }
};

ResegmentAnswer Answered(const ResegmentRequest& request) {
  const auto answer = Resegment(request);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.ok() ? *answer : ResegmentAnswer();
}

// Returns all of the texts without white space.
std::string Joined(const Texts& texts) {
  std::string all;
  for (const std::string& text : texts) {
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = DecodeAt(text, at);
      if (!IsSpace(c.value)) all += text.substr(at, c.length);
      at += c.length;
    }
  }
  return all;
}

oracle::Words WordsOf(const std::string& text) {
  oracle::Words words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// Returns segments, and their words with some changed, in lines of other lengths.
Both RandomBoth(uint64_t seed, uint32_t segments, uint32_t references) {
  test::RandomText random(seed);
  Both both;
  std::string all;
  both.references.resize(references);
  for (uint32_t i = 0; i < segments; ++i) {
    std::string text;
    for (uint32_t n = random.Below(12); n > 0; --n) text += random.Word() + " ";
    for (Texts& reference : both.references) reference.push_back(random.Perturb(text));
    all += " " + random.Perturb(text);
  }
  for (const std::string& word : WordsOf(all)) {
    if (both.lines.empty() || random.Below(9) == 0) both.lines.emplace_back();
    if (!both.lines.back().empty()) both.lines.back() += ' ';
    both.lines.back() += word;
  }
  if (both.lines.empty()) both.lines.emplace_back();
  return both;
}

TEST(Resegment, EditsAreThoseOfTheSegments) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Both both = RandomBoth(seed, 1 + seed % 40, 1 + seed % 3);
    const ResegmentAnswer answer = Answered(both.Request());
    ASSERT_EQ(answer.segments.size(), both.references.front().size());
    EXPECT_EQ(Joined(answer.segments), Joined(both.lines));
    uint64_t edits = 0;
    for (size_t i = 0; i < answer.segments.size(); ++i) {
      int64_t least = INT64_MAX;
      for (const Texts& reference : both.references) {
        least =
            std::min(least, oracle::NaiveEdits(WordsOf(answer.segments[i]), WordsOf(reference[i])));
      }
      edits += static_cast<uint64_t>(least);
    }
    EXPECT_EQ(answer.edits, edits);
  }
}

// What is missing and surplus in a segment whose words are aligned as rapidfuzz does.
void AddSlowGaps(const std::vector<Texts>& references, size_t i, const std::string& part,
                 DocumentGaps& gaps) {
  const oracle::Words output = WordsOf(part);
  oracle::Words nearest;
  int64_t least = INT64_MAX;
  for (const Texts& reference : references) {
    const oracle::Words words = WordsOf(reference[i]);
    const int64_t edits = oracle::NaiveEdits(output, words);
    if (edits < least) nearest = words;
    least = std::min(least, edits);
  }
  const oracle::NaiveCounts counts = oracle::NaiveRapidfuzz(nearest, output);
  const auto deleted = static_cast<uint64_t>(counts.deletions);
  const auto inserted = static_cast<uint64_t>(counts.insertions);
  gaps.words += nearest.size();
  gaps.output_words += output.size();
  gaps.deleted += deleted;
  gaps.inserted += inserted;
  gaps.missing += deleted > nearest.size() - deleted ? 1 : 0;
  gaps.surplus += inserted > output.size() - inserted ? 1 : 0;
}

TEST(Resegment, GapsAreThoseOfTheSegments) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    const Both both = RandomBoth(seed, 1 + seed % 30, 1 + seed % 3);
    ResegmentRequest request = both.Request();
    EXPECT_FALSE(Answered(request).total.has_value());
    request.gaps = true;
    const ResegmentAnswer answer = Answered(request);
    DocumentGaps slow;
    for (size_t i = 0; i < answer.segments.size(); ++i) {
      AddSlowGaps(both.references, i, answer.segments[i], slow);
    }
    ASSERT_EQ(answer.gaps.size(), 1u);
    const DocumentGaps& gaps = answer.gaps.front();
    EXPECT_EQ(gaps.segments, answer.segments.size());
    EXPECT_EQ(std::tie(gaps.missing, gaps.surplus, gaps.words, gaps.deleted, gaps.output_words,
                       gaps.inserted),
              std::tie(slow.missing, slow.surplus, slow.words, slow.deleted, slow.output_words,
                       slow.inserted));
  }
}

TEST(Resegment, GapsOfDocumentsAddUp) {
  Both both;
  both.references = {{"a b", "c d", "x", "y z"}};
  both.documents = {"one", "one", "two", "two"};
  both.lines = {"x y z w v u s", "a b"};
  both.line_documents = {"two", "one"};
  ResegmentRequest request = both.Request();
  request.gaps = true;
  const ResegmentAnswer answer = Answered(request);
  ASSERT_EQ(answer.gaps.size(), 2u);
  EXPECT_EQ(answer.gaps[0].document, "one");
  EXPECT_EQ(answer.gaps[0].missing, 1u);
  EXPECT_EQ(answer.gaps[0].under(), 0.5);
  EXPECT_EQ(answer.gaps[0].over(), 0.0);
  EXPECT_EQ(answer.gaps[1].surplus, 1u);
  EXPECT_EQ(answer.gaps[1].over(), 4.0 / 7);
  EXPECT_EQ(answer.total->segments, 4u);
  EXPECT_EQ(answer.total->missing, 1u);
  EXPECT_EQ(answer.total->surplus, 1u);
  EXPECT_EQ(answer.total->under(), 2.0 / 7);
  EXPECT_EQ(answer.total->over(), 4.0 / 9);
}

TEST(Resegment, LinesOfTheOutputDoNotMatter) {
  const Both both = RandomBoth(7, 30, 2);
  const Texts wanted = Answered(both.Request()).segments;
  Both other = both;
  other.lines = {""};
  for (const std::string& line : both.lines) other.lines.back() += line + "\n";
  EXPECT_EQ(Answered(other.Request()).segments, wanted);
  other.lines.clear();
  for (const std::string& line : both.lines) {
    for (const std::string& word : WordsOf(line)) other.lines.push_back(word);
  }
  EXPECT_EQ(Answered(other.Request()).segments, wanted);
}

// Any bytes under any tokenizer are preserved.
TEST(Resegment, NothingIsLost) {
  test::RandomText random(3);
  for (const TokenizerRow& row : Tokenizers()) {
    if (!row.model.empty() || row.name == "spm" || row.name.find("mecab") != std::string::npos) {
      continue;
    }
    for (int round = 0; round < 8; ++round) {
      Both both;
      both.references.resize(1);
      for (int i = 0; i < 20; ++i) {
        both.references[0].push_back(random.Sentence(random.Below(9)));
        both.lines.push_back(round % 2 == 0 ? random.Perturb(both.references[0].back())
                                            : random.Sentence(random.Below(30)));
      }
      both.lines.push_back(std::string("a\0b\nc", 5));
      ResegmentRequest request = both.Request();
      request.tokenize = std::string(row.name);
      request.lowercase = round % 3 == 0;
      EXPECT_TRUE(Joined(Answered(request).segments) == Joined(both.lines)) << row.name;
    }
  }
}

TEST(Resegment, DocumentsAreCutByThemselves) {
  Both both;
  both.references = {{"a b", "c", "x", "y z"}};
  both.documents = {"one", "one", "two", "two"};
  both.lines = {"x y", "a", "b c", "z"};
  both.line_documents = {"two", "one", "one", "two"};
  EXPECT_THAT(Answered(both.Request()).segments, ElementsAre("a b", "c", "x", "y z"));
}

TEST(Resegment, ThreadsChangeNothing) {
  Both all;
  all.references.resize(2);
  for (uint64_t d = 0; d < 12; ++d) {
    const Both both = RandomBoth(d, 25, 2);
    for (size_t r = 0; r < 2; ++r) {
      all.references[r].insert(all.references[r].end(), both.references[r].begin(),
                               both.references[r].end());
    }
    all.lines.insert(all.lines.end(), both.lines.begin(), both.lines.end());
    all.documents.insert(all.documents.end(), 25, std::to_string(d));
    all.line_documents.insert(all.line_documents.end(), both.lines.size(), std::to_string(d));
  }
  ResegmentRequest request = all.Request();
  request.threads = 1;
  const ResegmentAnswer one = Answered(request);
  request.threads = 4;
  const ResegmentAnswer four = Answered(request);
  EXPECT_EQ(one.segments, four.segments);
  EXPECT_EQ(one.edits, four.edits);
}

TEST(Resegment, FilesAreReadAsMemoryIs) {
  const Both both = RandomBoth(5, 40, 2);
  OwnFolder folder;
  ResegmentRequest request;
  const auto file = [&](const std::string& name, const Texts& lines) {
    std::string bytes;
    for (const std::string& line : lines) bytes += line + "\n";
    return folder.Write(name, bytes);
  };
  request.references = {file("a", both.references[0]), file("b", both.references[1])};
  request.inputs = {file("hyp", both.lines)};
  request.tokenize = "none";
  EXPECT_EQ(Answered(request).segments, Answered(both.Request()).segments);
}

TEST(Resegment, MissingReferencesAreLeftOut) {
  const Texts first = {"a b", "c d"}, second = {"x", "c d e"}, lines = {"a b c d e"};
  const uint8_t there = 0b10;
  ResegmentRequest request;
  request.columns.emplace();
  request.columns->references = {
      Column("first", first), TextColumn("second", std::span<const std::string>(second), &there)};
  request.output.emplace();
  request.output->systems = {Column("hyps", lines)};
  const ResegmentAnswer answer = Answered(request);
  EXPECT_THAT(answer.segments, ElementsAre("a b", "c d e"));
  EXPECT_EQ(answer.edits, 0u);
}

TEST(Resegment, ScriptsWithoutSpacesAreCutBetweenTheirCharacters) {
  Both both;
  both.references = {{"今日は晴れ。", "明日は雨。"}};
  both.lines = {"今日は晴れ。明日も雨。"};
  ResegmentRequest request = both.Request();
  request.tokenize = "char";
  EXPECT_THAT(Answered(request).segments, ElementsAre("今日は晴れ。", "明日も雨。"));
  both = {{{"ab", "cd"}}, {"abcd"}, {}, {}};
  request = both.Request();
  request.tokenize = "char";  // but not between letters
  EXPECT_THAT(Answered(request).segments, ElementsAre("abcd", ""));
}

TEST(Resegment, WhatIsRefused) {
  Both both;
  both.references = {{"a"}};
  both.lines = {"a"};
  const auto what = [](const ResegmentRequest& request) {
    return Resegment(request).status().error().what;
  };
  ResegmentRequest request = both.Request();
  request.on_invalid = OnInvalid::kSkip;
  EXPECT_EQ(what(request), "`on-invalid` skip: no part of the output may be lost");
  both.documents = {"one"};
  both.line_documents = {"two"};
  EXPECT_EQ(what(both.Request()), "there is no line of document 'one', which refs has");
  request = both.Request();
  request.output.reset();
  EXPECT_EQ(what(request), "texts in memory need references and one output");
  const std::atomic<bool> stop = true;
  request = both.Request();
  request.stop = &stop;
  both.line_documents = {"one"};
  request = both.Request();
  request.stop = &stop;
  EXPECT_EQ(Resegment(request).status().error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace mtgauge::resegment_test
