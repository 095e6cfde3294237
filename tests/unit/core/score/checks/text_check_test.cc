// Each warning, by texts that cause it and texts that must not.
#include "core/score/checks/text_check.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/score/job.h"
#include "core/score/worker.h"

namespace mtgauge {
namespace {

using Segments = std::vector<std::string>;

Segments Repeat(const std::string& text, size_t n) {
  Segments out;
  for (size_t i = 0; i < n; ++i) out.push_back(text + " " + std::to_string(i));
  return out;
}

struct Settings {
  std::string tokenizer = "13a";
  bool tokenized_by_count = false;
  bool escaped = false;  // whether the systems' texts are escaped
};

std::vector<Warning> Warnings(const Segments& refs, const std::vector<Segments>& systems,
                              const Settings& settings) {
  JobOptions options;
  options.shared = {{"tok", settings.tokenizer}};
  options.tokenized_by_count = settings.tokenized_by_count;
  StreamNames names{{"ref"}, {}};
  for (size_t s = 0; s < systems.size(); ++s) names.hyps.push_back("sys" + std::to_string(s));
  auto job = Job::Make(options, names);
  EXPECT_TRUE(job.ok()) << job.status();
  std::vector<const std::string*> pointers;
  for (const std::string& ref : refs) pointers.push_back(&ref);
  Batch batch = MakeBatch({pointers}, systems);
  for (Stream& stream : batch.hyps) stream.escaped = settings.escaped;
  Worker worker(*job);
  EXPECT_TRUE(worker.Process(batch, {}).ok());
  return MakeReport(*job, worker.totals()).warnings;
}

std::set<std::string> Codes(const Segments& refs, const std::vector<Segments>& systems,
                            const Settings& settings = {}) {
  std::set<std::string> codes;
  for (const Warning& warning : Warnings(refs, systems, settings)) {
    EXPECT_FALSE(warning.message.empty());
    codes.insert(warning.code);
  }
  return codes;
}

const Segments kRefs = Repeat("the committee met again in the old town hall", 120);
const Segments kGood = Repeat("the committee met once more in the old hall", 120);

Segments With(Segments segments, size_t at, const std::string& text) {
  segments[at] = text;
  return segments;
}

TEST(TextCheck, OrdinaryOutputIsSilent) { EXPECT_TRUE(Codes(kRefs, {kGood}).empty()); }

TEST(TextCheck, TokenizedOutput) {
  Segments tokenized = kGood;
  for (size_t i = 0; i < 100; ++i) tokenized[i] += " .";
  EXPECT_EQ(Codes(kRefs, {tokenized}), std::set<std::string>{"tokenized"});
  tokenized[0] = kGood[0];  // 99 are not enough
  EXPECT_TRUE(Codes(kRefs, {tokenized}).empty());
}

// A large text contains a few such lines anyway; sacreBLEU counts them all the same.
TEST(TextCheck, TokenizedOutputGoesByItsRate) {
  const Segments refs = Repeat("the committee met again in the old town hall", 2001);
  Segments hyps = Repeat("the committee met once more in the old hall", 2001);
  for (size_t i = 0; i < 100; ++i) hyps[i] += " .";
  EXPECT_TRUE(Codes(refs, {hyps}).empty());
  EXPECT_EQ(Codes(refs, {hyps}, {"13a", true}), std::set<std::string>{"tokenized"});
  hyps[100] += " .";
  const std::vector<Warning> warnings = Warnings(refs, {hyps}, {});
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].message,
            "101 of 2001 hypotheses (5.05%) end in \" .\", so the output looks tokenized; "
            "detokenize it, or scores will not be comparable");
}

TEST(TextCheck, MarksOfStyleGoByTheirRate) {
  const Segments refs = Repeat("the committee met again in the old town hall", 401);
  const Segments good = Repeat("the committee met once more in the old hall", 401);
  std::string loop;
  for (int i = 0; i < 30; ++i) loop += "in the hall ";
  const std::pair<std::string, std::string> marks[] = {
      {"entities", "the committee&apos;s old hall"},
      {"preamble", "Here is the translation: the committee met"},
      {"looping", loop}};
  for (const auto& [code, text] : marks) {
    EXPECT_TRUE(Codes(refs, {With(With(good, 1, text), 2, text)}).empty()) << code;
    EXPECT_EQ(Codes(refs, {With(With(With(good, 1, text), 2, text), 3, text)}),
              std::set<std::string>{code});
  }
}

TEST(TextCheck, SubwordResidue) {
  Segments bpe = With(With(kGood, 3, "the com@@ mittee met once more in the hall"), 9, "end@@");
  EXPECT_EQ(Codes(kRefs, {bpe}), std::set<std::string>{"bpe"});
  EXPECT_TRUE(Codes(kRefs, {With(kGood, 3, "write to me @@ home about the hall")}).empty());
  Segments pieces = With(With(kGood, 1, "\u2581the \u2581committee met"), 2, "\u2581it \u2581met");
  EXPECT_EQ(Codes(kRefs, {pieces}), std::set<std::string>{"sentencepiece"});
}

TEST(TextCheck, Entities) {
  EXPECT_EQ(Codes(kRefs, {With(kGood, 5, "the committee&apos;s hall")}),
            std::set<std::string>{"entities"});
  EXPECT_TRUE(Codes(With(kRefs, 5, "a &amp; b"), {With(kGood, 5, "a &amp; c")}).empty());
  // In SGML, entities are the normal way to write characters.
  EXPECT_TRUE(
      Codes(kRefs, {With(kGood, 5, "the committee&apos;s hall")}, {"13a", false, true}).empty());
}

TEST(TextCheck, ChatPreamble) {
  EXPECT_EQ(Codes(kRefs, {With(kGood, 0, "Here is the translation: the committee met")}),
            std::set<std::string>{"preamble"});
}

TEST(TextCheck, Loops) {
  std::string loop;
  for (int i = 0; i < 30; ++i) loop += "in the hall ";
  EXPECT_EQ(Codes(kRefs, {With(kGood, 7, loop)}), std::set<std::string>{"looping"});
  EXPECT_TRUE(Codes(kRefs, {With(kGood, 7, loop + "it ends well")}).empty());
  // A reference has it, too. Reference and output differ in length.
  EXPECT_TRUE(Codes(With(kRefs, 7, loop), {With(kGood, 7, loop + "in the hall")}).empty());
}

TEST(TextCheck, CanaryLines) {
  const std::string guid = "01234567-89ab-4DEF-8123-456789abcdef";
  EXPECT_EQ(Codes(kRefs, {With(kGood, 7, "a CANARY line, " + guid)}),
            std::set<std::string>{"canary"});
  EXPECT_EQ(Codes(With(kRefs, 0, guid + ": canary"), {kGood, With(kGood, 3, "x")}),
            std::set<std::string>{"canary"});
  const Segments others = {guid, "a canary", "canary " + guid.substr(1),
                           "canary 0123-4567-89ab-4DEF-8123-456789abcde"};
  for (const std::string& other : others) {
    EXPECT_TRUE(Codes(With(kRefs, 0, other), {With(kGood, 0, other)}).empty()) << other;
  }
}

TEST(TextCheck, SystemsSideBySide) {
  Segments table = kGood;
  for (size_t i = 0; i < table.size(); ++i) table[i][3] = '\t';
  EXPECT_EQ(Codes(kRefs, {table}), std::set<std::string>{"table"});
  for (size_t i = 0; i < 12; ++i) table[i] = kGood[i];
  EXPECT_EQ(Codes(kRefs, {table}), std::set<std::string>{"table"});
  table[12] = kGood[12];  // more than a tenth
  EXPECT_TRUE(Codes(kRefs, {table}).empty());
  table = kGood;
  for (size_t i = 0; i < table.size(); i += 2) table[i][3] = '\t';
  EXPECT_TRUE(Codes(kRefs, {table}).empty());
}

TEST(TextCheck, EmptyHypotheses) {
  EXPECT_EQ(Codes(kRefs, {With(With(kGood, 1, ""), 2, " \u00A0")}), std::set<std::string>{"empty"});
  EXPECT_TRUE(Codes(With(kRefs, 1, ""), {With(kGood, 1, "")}).empty());
}

TEST(TextCheck, MixedUpFiles) {
  EXPECT_EQ(Codes(kRefs, {kRefs}), std::set<std::string>{"identical-to-reference"});
  EXPECT_EQ(Codes(kRefs, {kGood, kGood}), std::set<std::string>{"identical-systems"});
  EXPECT_TRUE(Codes(kRefs, {kGood, With(kGood, 119, "another sentence about the hall")}).empty());
}

TEST(TextCheck, LengthRatio) {
  EXPECT_EQ(Codes(kRefs, {Repeat("the committee met", 120)}),
            std::set<std::string>{"length-ratio"});
}

TEST(TextCheck, ScriptWithoutSpaces) {
  const Segments refs =
      Repeat("\u59D4\u5458\u4F1A\u53C8\u5728\u8001\u5E02\u653F\u5385\u5F00\u4F1A", 20);
  const Segments hyps =
      Repeat("\u59D4\u5458\u4F1A\u5728\u8001\u5E02\u653F\u5385\u5F00\u4E86\u4F1A", 20);
  EXPECT_EQ(Codes(refs, {hyps}), std::set<std::string>{"script"});
  EXPECT_TRUE(Codes(refs, {hyps}, {"zh"}).empty());
}

}  // namespace
}  // namespace mtgauge
