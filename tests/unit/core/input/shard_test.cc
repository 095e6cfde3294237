// Shards of files: any number of them contain every segment once, as in the whole, and read no more
// than necessary.
#include "core/input/shard.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/formats/files_of_set.h"
#include "core/input/formats/format.h"
#include "tests/support/archives.h"
#include "tests/support/drive_dispatcher.h"
#include "tests/support/own_folder.h"
#include "tests/support/random_text.h"
#include "tests/support/sgml_text.h"

namespace mtgauge {
namespace {

using test::Driven;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kCounts[] = {1, 2, 3, 7, 64, 1000};

// Opens and reads one shard of the files, the first of which is the reference, or all of them
// without a shard.
Driven Read(const std::vector<std::string>& paths, const OpenOptions& options,
            uint32_t block_bytes = 100) {
  std::vector<InputPath> inputs;
  for (const std::string& path : paths) {
    inputs.push_back({path, inputs.empty() ? Role::kReference : Role::kSystem});
  }
  auto opened = OpenInputs(inputs, options);
  Driven driven;
  driven.status = opened.status();
  if (!opened.ok()) return driven;
  std::vector<std::unique_ptr<Source>> sources;
  for (auto& columns : *opened) {
    for (OpenedColumn& column : columns) sources.push_back(std::move(column.source));
  }
  ReadLimits limits;
  limits.block_bytes = block_bytes;
  return test::Drive(sources, 1, limits, 1);
}

OpenOptions OptionsOf(uint32_t number, uint32_t count) {
  OpenOptions options;
  options.shard.shard = Shard{number, count};
  return options;
}

template <typename T>
void Append(const std::vector<T>& from, std::vector<T>& to) {
  to.insert(to.end(), from.begin(), from.end());
}

// Reads all shards in order; checks that they follow each other and are valid.
Driven ReadShards(const std::vector<std::string>& paths, uint32_t count, OpenOptions options = {},
                  uint32_t block_bytes = 100) {
  Driven all;
  for (uint32_t number = 1; number <= count; ++number) {
    options.shard.shard = Shard{number, count};
    const Driven driven = Read(paths, options, block_bytes);
    EXPECT_TRUE(driven.status.ok()) << number << " of " << count << ": " << driven.status;
    if (!driven.status.ok()) return all;
    EXPECT_EQ(driven.first, all.ids.size()) << number << " of " << count;
    all.lines.resize(driven.lines.size());
    all.file_lines.resize(driven.lines.size());
    all.missing.resize(driven.lines.size());
    for (size_t i = 0; i < driven.lines.size(); ++i) {
      Append(driven.lines[i], all.lines[i]);
      Append(driven.file_lines[i], all.file_lines[i]);
      Append(driven.missing[i], all.missing[i]);
    }
    Append(driven.ids, all.ids);
    Append(driven.documents, all.documents);
    Append(driven.groups, all.groups);
  }
  return all;
}

void ExpectShardsAreTheWhole(const std::vector<std::string>& paths, const OpenOptions& options = {},
                             const std::vector<uint32_t>& counts = {std::begin(kCounts),
                                                                    std::end(kCounts)}) {
  const Driven whole = Read(paths, options);
  ASSERT_TRUE(whole.status.ok()) << whole.status;
  for (const uint32_t count : counts) {
    const Driven shards = ReadShards(paths, count, options);
    EXPECT_EQ(shards.lines, whole.lines) << count;
    // The lines of a set are counted from its first file that is read.
    if (!IsFileSet(SplitPath(paths[1]).file)) {
      EXPECT_EQ(shards.file_lines, whole.file_lines) << count;
    }
    EXPECT_EQ(shards.missing, whole.missing) << count;
    EXPECT_EQ(shards.ids, whole.ids) << count;
    EXPECT_EQ(shards.documents, whole.documents) << count;
    EXPECT_EQ(shards.groups, whole.groups) << count;
  }
}

// Joins lines, with or without the last LF.
std::string Join(const std::vector<std::string>& lines, bool ends_line,
                 const std::string& end = "\n") {
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    text += lines[i];
    if (ends_line || i + 1 < lines.size()) text += end;
  }
  return text;
}

std::vector<std::string> RandomLines(test::RandomText& random, size_t count) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < count; ++i) {
    lines.push_back(random.Below(8) == 0 ? "" : random.Sentence(random.Below(20)));
  }
  if (!lines.empty()) lines.back() += '.';  // so that there is a line without LF
  return lines;
}

TEST(ParseShard, TakesPartsAlone) {
  for (const char* text : {"1/1", "3/16", "16/16", "4294967295/4294967295"}) {
    const std::optional<Shard> shard = ParseShard(text);
    ASSERT_TRUE(shard.has_value()) << text;
    EXPECT_EQ(fmt::format("{}/{}", shard->number, shard->count), text);
  }
  for (const char* text : {"", "/", "1", "1/", "/1", "0/1", "2/1", "0/0", "-1/2", "+1/2", " 1/2",
                           "1/2 ", "1/2/3", "1.0/2", "a/b", "1/4294967296", "99999999999/1"}) {
    EXPECT_FALSE(ParseShard(text).has_value()) << text;
  }
}

TEST(Shards, OfPlainText) {
  test::RandomText random(3);
  for (const size_t segments : {0, 1, 2, 5, 300}) {
    const OwnFolder folder;
    const std::vector<std::string> paths = {
        folder.Write("ref", Join(RandomLines(random, segments), true)),
        folder.Write("a", Join(RandomLines(random, segments), false)),
        folder.Write("b", Join(RandomLines(random, segments), true, "\r\n")),
        folder.Write("c", "\xEF\xBB\xBF" + Join(RandomLines(random, segments), true))};
    ExpectShardsAreTheWhole(paths);
    ExpectShardsAreTheWhole({paths[3], paths[0], paths[3]});
    ExpectShardsAreTheWhole({paths[1], paths[2]});
  }
}

TEST(Shards, OfTables) {
  test::RandomText random(4);
  for (const size_t segments : {0, 1, 4, 300}) {
    const OwnFolder folder;
    std::string table = "\r\n \nid\tref\tdoc\tone\tdomain\n", twin = "\xEF\xBB\xBFx\tid\r\n";
    for (size_t i = 0; i < segments; ++i) {
      const std::string doc = random.Below(3) == 0 ? "" : fmt::format("d{}", i / 7);
      const std::string word = random.Below(4) == 0 ? "" : random.Word();
      table += fmt::format("s{}\t{}\t{}\t{}\t{}\n", i, word, doc, random.Word(), i / 5 % 3);
      twin += fmt::format("{}\ts{}\n", random.Sentence(random.Below(30)), i);
    }
    const std::string path = folder.Write("t.tsv", table);
    const std::string other = folder.Write("u.tsv", twin.substr(0, twin.size() - 1));
    const std::string plain = folder.Write("plain", Join(RandomLines(random, segments), false));
    OpenOptions by_domain;
    by_domain.by = "domain";
    ExpectShardsAreTheWhole({path + ":ref", path + ":one", other + ":x", plain}, by_domain);
    ExpectShardsAreTheWhole({other + ":x", path + ":ref", plain});
    ExpectShardsAreTheWhole({plain, other + ":x"});
  }
}

// One file, read as a table with names and as one without.
TEST(Shards, OfATableWhoseFirstRowIsASegmentToOne) {
  const OwnFolder folder;
  const std::string path = folder.Write("t.tsv", "ref\tx\n1\ta\n2\tb\n3\tc\n4\td\n");
  const std::string five = folder.Write("five", "v\nw\nx\ny\nz\n");
  ExpectShardsAreTheWhole({five, path + ":2"});
  for (const uint32_t count : kCounts) {
    for (uint32_t number = 1; number <= count; ++number) {
      const Driven driven = Read({path + ":2", path + ":ref"}, OptionsOf(number, count));
      if (number == count) {
        EXPECT_EQ(driven.status.message(), Read({path + ":2", path + ":ref"}, {}).status.message());
      }
    }
  }
}

TEST(Shards, OfJsonLines) {
  test::RandomText random(5);
  for (const size_t segments : {0, 1, 4, 200}) {
    const OwnFolder folder;
    std::string refs = "\xEF\xBB\xBF", hyps;
    for (size_t i = 0; i < segments; ++i) {
      while (random.Below(3) == 0) refs += std::string(random.Below(5), ' ') + "\r\n";
      while (random.Below(5) == 0) hyps += "\t \n";
      refs += fmt::format("{}{{\"refs\": [\"{}\"{}], \"id\": {}, \"doc_id\": \"d{}\"}}{}\n",
                          std::string(random.Below(2), ' '), random.Word(),
                          i == 0 || random.Below(2) == 0 ? ", \"second\\nline\"" : "", i, i / 9,
                          random.Below(2) == 0 ? " " : "");
      hyps += fmt::format("{{\"hyp\": \"{}{}\"}}\n", random.Word(), i % 4 == 0 ? "\\n" : "");
    }
    if (segments > 0) hyps += "  \n";
    const std::string ref = folder.Write("ref.jsonl", refs);
    const std::string hyp = folder.Write("hyp.jsonl", hyps.substr(0, hyps.size() - 1));
    const std::string plain = folder.Write("plain", Join(RandomLines(random, segments), true));
    if (segments == 0) {
      ExpectShardsAreTheWhole({folder.Write("x.jsonl", ""), plain});
      continue;
    }
    ExpectShardsAreTheWhole({ref, hyp, plain});
    ExpectShardsAreTheWhole({plain, hyp + ":hyp"});
  }
}

// Fields with line ends and quotes, and rows of one or several fields, some of them empty.
TEST(Shards, OfTablesWithQuotes) {
  test::RandomText random(15);
  constexpr std::string_view kFields[] = {"",       "a",     "\"\"",       "\"b\nc\"",
                                          "\"\n\"", "d e",   "\"f\"\"g\"", "\"h,\r\n\ni\"",
                                          "j\"k",   "x\"\"y"};
  const auto field = [&] { return std::string(kFields[random.Below(std::size(kFields))]); };
  for (const size_t segments : {0, 1, 4, 100}) {
    for (const std::string end : {"\n", "\r\n"}) {
      const OwnFolder folder;
      std::string one = end + "\"ref\"" + end, two = " " + end + "\"the\nname\",ref,id" + end;
      for (size_t i = 0; i < segments; ++i) {
        one += field() + end;
        while (random.Below(3) == 0) two += end;
        two += fmt::format("{},{},{}{}", field(), field(), i, end);
      }
      const std::string single = folder.Write("one.csv", one);
      const std::string path = folder.Write("two.csv", two.substr(0, two.size() - end.size()));
      const std::string plain = folder.Write("plain", Join(RandomLines(random, segments), true));
      ExpectShardsAreTheWhole({path + ":ref", single + ":ref", plain}, {}, {2, 7, 120});
      ExpectShardsAreTheWhole({single + ":ref", path + ":the\nname"}, {}, {2, 7, 120});
      const std::string bare =
          folder.Write("bare.csv", two.substr(two.find("id") + 2 + end.size()));
      ExpectShardsAreTheWhole({plain, single + ":ref", bare + (segments > 0 ? ":2" : ":1")}, {},
                              {2, 7, 120});
    }
  }
}

TEST(Shards, OfJsonArrays) {
  test::RandomText random(16);
  const auto space = [&] { return std::string(random.Below(3), " \n\r"[random.Below(3)]); };
  for (const size_t segments : {0, 1, 4, 100}) {
    const OwnFolder folder;
    std::string texts = space() + "[" + space(), objects = "[";
    for (size_t i = 0; i < segments; ++i) {
      if (i > 0) texts += "," + space(), objects += "," + space();
      texts += fmt::format("\"{}\\\"],[\\n\"{}", random.Word(), space());
      objects += fmt::format("{{\"hyp\": \"{}\",{}\"x\": [1, {{}}], \"id\": {}}}", random.Word(),
                             space(), i);
    }
    const std::string ref = folder.Write("ref.json", texts + "]" + space());
    const std::string hyp = folder.Write("hyp.json", objects + "]\n");
    const std::string plain = folder.Write("plain", Join(RandomLines(random, segments), true));
    ExpectShardsAreTheWhole({ref, hyp, plain}, {}, {2, 7, 120});
    ExpectShardsAreTheWhole({hyp + ":hyp", hyp, ref}, {}, {2, 7, 120});
    ExpectShardsAreTheWhole({plain, ref}, {}, {2, 7, 120});
  }
}

// What is wrong with an array is an error of one shard at least, with the element's number.
TEST(Shards, OfArraysThatAreNotWhole) {
  const OwnFolder folder;
  const std::pair<std::string, std::string> cases[] = {
      {"[\"a\", \"b\", \"c\", ", ":4: the JSON array has no end"},
      {"[\"a\", \"b\", \"c\",]", ":4: an element of the JSON array is missing"},
      {"[\"a\", \"b\",, \"c\"]", ":3: an element of the JSON array is missing"},
      {"[\"a\", \"b\", 7, \"c\"]", ":3: this element of the JSON array is not a text"},
      {"[\"a\", \"b\"] x", ": something follows the JSON array"}};
  for (const auto& [bytes, wanted] : cases) {
    const std::string path = folder.Write("x.json", bytes);
    EXPECT_THAT(Read({path}, {}).status.message(), HasSubstr(path + wanted));
    for (const uint32_t count : kCounts) {
      size_t found = 0;
      for (uint32_t number = 1; number <= count; ++number) {
        const Status status = Read({path}, OptionsOf(number, count)).status;
        if (status.ok()) continue;
        ++found;
        EXPECT_THAT(status.message(), HasSubstr(path + wanted)) << number << " of " << count;
      }
      EXPECT_GT(found, 0U) << bytes << count;
    }
  }
}

// Files of mixed sizes, some without a segment, beside one file with the same segments.
TEST(Shards, OfSetsOfFiles) {
  test::RandomText random(17);
  for (int round = 0; round < 6; ++round) {
    const OwnFolder folder;
    std::string all;
    for (uint32_t file = 0; file < 5; ++file) {
      std::string json, csv = "x,ref\n";
      std::vector<std::string> lines;
      for (uint32_t n = random.Below(2) * random.Below(90) + (file == 0 ? 1 : 0); n > 0; --n) {
        lines.push_back(random.Word());
        json +=
            fmt::format("{}{{\"hyp\": \"{}\"}}\n", random.Below(3) == 0 ? " \n" : "", lines.back());
        csv += fmt::format("1,\"{}\"\n{}", lines.back(), random.Below(4) == 0 ? "\n" : "");
        all += lines.back() + "\n";
      }
      const std::string mark = random.Below(2) == 0 ? "\xEF\xBB\xBF" : "";
      folder.Write(fmt::format("t-{}.txt", file), mark + Join(lines, random.Below(2) == 0));
      folder.Write(fmt::format("j-{}.jsonl", file), json + (json.empty() ? "" : " \n"));
      folder.Write(fmt::format("c-{}.csv", file), csv);
    }
    const std::string one = folder.Write("all", all);
    const std::string text = folder.Path("t-*.txt"), csv = folder.Path("c-*.csv:ref");
    const std::string json = folder.Path("j-*.jsonl");
    ExpectShardsAreTheWhole({text, json, csv, one}, {}, {2, 7, 120});
    ExpectShardsAreTheWhole({csv, text, one}, {}, {2, 7, 120});
    ExpectShardsAreTheWhole({json + ":hyp", json, csv}, {}, {2, 7, 120});
    ExpectShardsAreTheWhole({one, csv, text}, {}, {2, 7, 120});
  }
}

TEST(Shards, OfASetKeepTheFileAndLineOfAnError) {
  const OwnFolder folder;
  folder.Write("a-1.jsonl", "{\"hyp\": \"1\"}\n\n{\"hyp\": \"2\"}\n");
  const std::string bad =
      folder.Write("a-2.jsonl", "{\"hyp\": \"3\"}\n{\"hyp\": \"4\"}\n\n{\"hyp\": 5}\n");
  const std::string plain = folder.Write("plain", "a\nb\nc\nd\ne\n");
  const std::string set = folder.Path("a-*.jsonl");
  for (const uint32_t count : {1, 2, 3, 4, 5, 9}) {
    size_t errors = 0;
    for (uint32_t number = 1; number <= count; ++number) {
      const Driven driven = Read({plain, set}, OptionsOf(number, count));
      if (driven.status.ok()) continue;
      ++errors;
      EXPECT_THAT(driven.status.message(), HasSubstr(bad + ":4: the field 'hyp' is not a string"));
    }
    EXPECT_EQ(errors, 1U) << count;
  }
}

// In the last shard, and in one whose files are too short.
TEST(Shards, OfFilesOfUnequalLengthsGiveTheErrorOfTheWhole) {
  test::RandomText random(6);
  const OwnFolder folder;
  const auto write = [&](size_t lines) {
    const bool ends_line = random.Below(2) == 0;
    return folder.Write(fmt::format("f{}", lines), Join(RandomLines(random, lines), ends_line));
  };
  const std::string two = write(2), forty = write(40), more = write(41), none = write(0);
  const std::string table = folder.Write("t.tsv", "ref\thyp\n1\t2\n3\t4\n5\t6");
  const std::string long_end = folder.Write("e", std::string(39, '\n') + std::string(900, 'x'));
  const std::vector<std::vector<std::string>> cases = {
      {forty, more},   {more, forty}, {two, forty},     {forty, two},        {forty, forty, none},
      {none, forty},   {two, table},  {forty, table},   {table, two},        {more, forty, two},
      {long_end, two}, {none, two},   {long_end, more}, {forty, more, forty}};
  for (const auto& paths : cases) {
    const Driven whole = Read(paths, {});
    ASSERT_THAT(whole.status.message(), HasSubstr(" but "));
    for (const uint32_t count : kCounts) {
      size_t records = 0;
      for (uint32_t number = 1; number <= count; ++number) {
        const Driven driven = Read(paths, OptionsOf(number, count));
        records += driven.ids.size();
        if (driven.status.ok() && number < count) continue;
        EXPECT_EQ(driven.status.message(), whole.status.message()) << number << " of " << count;
      }
      EXPECT_EQ(records, whole.ids.size());
    }
  }
}

TEST(Shards, WhatIsWrongKeepsItsPlace) {
  const OwnFolder folder;
  const std::string plain = folder.Write("ref", "a\nb\nc\nd\ne\nf\n");
  const std::string json = folder.Write("h.jsonl",
                                        "{\"hyp\": \"1\"}\n\n{\"hyp\": \"2\"}\n{\"hyp\": \"3\"}\n"
                                        "{\"hyp\": \"4\"}\n{\"hyp\": \"5\"}\nnonsense\n");
  const std::string wanted = json + ":7: not valid JSON";
  EXPECT_THAT(Read({plain, json}, {}).status.message(), HasSubstr(wanted));
  for (const uint32_t count : {2, 3, 7}) {
    size_t errors = 0;
    for (uint32_t number = 1; number <= count; ++number) {
      const Driven driven = Read({plain, json}, OptionsOf(number, count));
      if (driven.status.ok()) continue;
      ++errors;
      EXPECT_THAT(driven.status.message(), HasSubstr(wanted));
    }
    EXPECT_EQ(errors, 1U) << count;
  }
}

TEST(Shards, WhatCannotBeCutIsNamed) {
  const OwnFolder folder;
  const std::string plain = folder.Write("plain", "a\nb\n");
  const std::string fifo = folder.Path("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const auto refused = [&](const std::string& path, const std::string& why, OpenOptions options) {
    options.shard.shard = Shard{1, 2};
    const Status status = Read({plain, path}, options).status;
    EXPECT_EQ(status.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(status.message(), "`shard`: " + path + " cannot be cut, since " + why +
                                    "; make separate files for each shard, and add `whole-files`");
  };
  refused(folder.Write("z.txt", test::Gzip("a\nb\n")), "it is compressed", {});
  const std::string sgml = test::SgmlSet("tstset", {{"s", {"a", "b"}}}, 2);
  refused(folder.Write("s.sgm", sgml), "it is sgml", {});
  refused(folder.Write("c.conllu", "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"), "it is conllu", {});
  std::fstream both_ends(fifo);  // so that opening does not wait
  both_ends << "a\nb\n" << std::flush;
  refused(fifo, "it is not a regular file", {});
  folder.Write("set-1.gz", test::Gzip("a\nb\n"));
  EXPECT_THAT(Read({plain, folder.Path("set-*.gz")}, OptionsOf(1, 2)).status.message(),
              HasSubstr("set-1.gz cannot be cut, since it is compressed"));
  OpenOptions by_key;
  by_key.key = "id";
  by_key.shard.shard = Shard{1, 2};
  EXPECT_THAT(Read({plain, plain}, by_key).status.message(),
              HasSubstr("`shard`: " + plain + " cannot be cut, since `key` joins"));
}

// Whole files are not cut, nor is the only shard.
TEST(Shards, OfWholeFilesAreTheFiles) {
  const OwnFolder folder;
  const std::string packed = folder.Write("p.gz", test::Gzip("a\nb\n"));
  const std::string plain = folder.Write("plain", "c\nd");
  OpenOptions options = OptionsOf(3, 7);
  options.shard.whole_files = true;
  const Driven whole = Read({packed, plain}, options);
  ASSERT_TRUE(whole.status.ok()) << whole.status;
  EXPECT_EQ(whole.first, 0U);
  EXPECT_THAT(whole.lines, ElementsAre(ElementsAre("a", "b"), ElementsAre("c", "d")));
  EXPECT_THAT(Read({packed, plain}, OptionsOf(1, 1)).lines[1], ElementsAre("c", "d"));
}

// Shards of several MiB, whose blocks of 4,096 segments are those of the whole.
TEST(Shards, OfLargeFilesBeginAtWholeBlocks) {
  test::RandomText random(8);
  const OwnFolder folder;
  std::string ref, json, hyp;
  for (size_t i = 0; ref.size() < (14U << 20); ++i) {
    const std::string text = i == 90'000 ? std::string(3 << 20, 'x') : random.Word();
    ref += fmt::format("{} a line that is about a hundred bytes long {:040}\n", text, i);
    json += fmt::format("{}{{\"hyp\": \"{}\"}}\n", i % 3 == 0 ? " \n" : "", i);
    hyp += i % 2 == 0 ? "\n" : "x\n";
  }
  const std::vector<std::string> paths = {folder.Write("ref", ref), folder.Write("h.jsonl", json),
                                          folder.Write("hyp", hyp)};
  const Driven whole = Read(paths, {}, 256 << 10);
  ASSERT_TRUE(whole.status.ok()) << whole.status;
  for (const uint32_t count : {2, 3, 5}) {
    const Driven shards = ReadShards(paths, count, {}, 256 << 10);
    EXPECT_TRUE(shards.lines == whole.lines) << count;
    EXPECT_TRUE(shards.file_lines == whole.file_lines) << count;
    const uint64_t first = Read(paths, OptionsOf(2, count), 256 << 10).first;
    EXPECT_EQ(first % 4096 == 0, count < 5) << first;
    EXPECT_GT(first, 0U);
  }
}

// By the definitions, byte by byte: the number of segments of which a byte (with blanks: a
// non-blank byte) is before `byte`; and the end of the line of the last segment before `segment`.
struct Naive {
  std::string text;
  SegmentLines lines;

  template <typename Visit>  // begin, end and whether it is a segment
  void ForEachLine(const Visit& visit) const {
    uint64_t line = 0;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      const size_t first = lines.skips_blank ? text.find_first_not_of(" \t\r\n", at) : at;
      visit(at, end, ++line > lines.header && first < end, first);
      at = end;
    }
  }
  uint64_t SegmentAt(uint64_t byte) const {
    uint64_t segments = 0;
    ForEachLine([&](size_t, size_t, bool counts, size_t first) {
      segments += counts && first < byte ? 1 : 0;
    });
    return segments;
  }
  Place Find(uint64_t segment) const {
    Place place;
    ForEachLine([&](size_t, size_t end, bool counts, size_t) {
      if (place.segments == segment) return;
      place = {end, place.lines + 1, place.segments + (counts ? 1 : 0)};
    });
    return place;
  }
};

TEST(PlaceFinder, FindsWhatCountingByBytesFinds) {
  test::RandomText random(12);
  for (int round = 0; round < 400; ++round) {
    Naive naive;
    for (uint32_t n = random.Below(120); n > 0; --n) naive.text += "x \n\n\r\t\ny"[random.Below(8)];
    naive.lines.skips_blank = random.Below(2) == 0;
    if (!naive.lines.skips_blank) naive.lines.header = random.Below(4);
    const uint32_t block_bytes = 1 + random.Below(40);
    auto source = MemorySource("f", naive.text, true);
    PlaceFinder finder(*source, naive.lines, nullptr, block_bytes);
    for (int step = 0; step < 12; ++step) {
      const uint64_t byte = random.Below(static_cast<uint32_t>(naive.text.size()) + 1);
      if (byte < naive.text.size()) {
        EXPECT_EQ(finder.SegmentAt(byte).value(), naive.SegmentAt(byte));
      }
      const uint64_t segment = random.Below(60);
      const Place found = finder.Find(segment).value(), wanted = naive.Find(segment);
      EXPECT_EQ(found.byte, wanted.byte);
      if (found.segments == segment) {
        EXPECT_EQ(found.lines, wanted.lines);
      }
      EXPECT_EQ(found.segments, wanted.segments);
    }
  }
}

// Places in rows with quotes and in arrays, beside a finder that reads byte by byte.
TEST(PlaceFinder, DoesNotDependOnTheCutOfBlocks) {
  test::RandomText random(18);
  for (int round = 0; round < 400; ++round) {
    const bool array = random.Below(2) == 0;
    std::string text = array ? "[" : "";
    for (uint32_t n = random.Below(120); n > 0; --n) {
      text += array ? "1,\" \\[]{}2"[random.Below(11)] : "x\n\n\r,\"\"y"[random.Below(8)];
    }
    SegmentLines lines = {.array = array};
    if (!array) {
      lines = {.header = random.Below(4), .skips_blank = random.Below(2) == 0, .separator = ','};
    }
    auto source = MemorySource("f", text, true);
    PlaceFinder finder(*source, lines, nullptr, 1 + random.Below(40)),
        whole(*source, lines, nullptr);
    for (int step = 0; step < 12; ++step) {
      const uint64_t byte = random.Below(static_cast<uint32_t>(text.size()) + 1);
      if (byte < text.size()) {
        EXPECT_EQ(finder.SegmentAt(byte).value(), whole.SegmentAt(byte).value()) << text;
      }
      const uint64_t segment = random.Below(60);
      const Place found = finder.Find(segment).value(), wanted = whole.Find(segment).value();
      EXPECT_EQ(found.byte, wanted.byte) << text;
      EXPECT_EQ(found.lines, wanted.lines);
      EXPECT_EQ(found.segments, wanted.segments);
    }
  }
}

// Records how far it was read.
class FarSource final : public Source {
 public:
  FarSource(std::string bytes, uint64_t& farthest)
      : size_(bytes.size()), whole_(MemorySource("far", std::move(bytes), true)), far_(farthest) {}
  const std::string& name() const override { return whole_->name(); }
  bool ranged() const override { return true; }
  uint64_t size() const override { return size_; }
  void Read(uint32_t block_bytes, Block& block) override {
    ReadAt(block.index * block_bytes, block_bytes, block);
  }
  void ReadAt(uint64_t from, uint32_t bytes, Block& block) override {
    far_ = std::max(far_, std::min(from + bytes, size_));
    whole_->ReadAt(from, bytes, block);
  }

 private:
  uint64_t size_;
  std::unique_ptr<Source> whole_;
  uint64_t& far_;
};

TEST(CutFiles, ReadsNothingBehindTheShard) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "a line of words\n";
  for (const uint32_t number : {1U, 4U, 10U}) {
    uint64_t first_far = 0, second_far = 0;
    FilePart first(std::make_unique<FarSource>(text, first_far));
    FilePart second(std::make_unique<FarSource>(text + text, second_far));
    const SegmentLines lines;
    ASSERT_TRUE(CutFiles({number, 10}, {{{&first}, lines}, {{&second}, lines}}, nullptr).ok());
    const uint64_t counted = text.size() / 10 * (number == 10 ? 9 : number);
    EXPECT_LT(first_far, counted + (2 << 20)) << number;
    EXPECT_LT(second_far, counted + (2 << 20)) << number;
    EXPECT_EQ(first.start().segments, 100'000U * (number - 1));
    EXPECT_EQ(first.size(), text.size() / 10);
    EXPECT_EQ(second.size(), text.size() / 10 + (number == 10 ? text.size() : 0));
  }
}

TEST(CutFiles, AStopEndsTheCounting) {
  const std::atomic<bool> stop = true;
  FilePart file(MemorySource("f", "a\nb\n", true));
  EXPECT_EQ(CutFiles({1, 2}, {{{&file}, {}}}, &stop).kind(), ErrorKind::kCancelled);
}

TEST(CheckShard, CountsFromOne) {
  EXPECT_TRUE(CheckShard({1, 1}).ok());
  EXPECT_TRUE(CheckShard({8, 8}).ok());
  for (const Shard shard : {Shard{0, 3}, Shard{4, 3}, Shard{0, 0}, Shard{1, 0}}) {
    EXPECT_THAT(CheckShard(shard).message(), HasSubstr("`shard`: there is no shard"));
  }
}

TEST(CutSegments, HoldsEverySegmentOnce) {
  for (const uint64_t size : {0ULL, 1ULL, 5ULL, 1'000'000ULL}) {
    for (const uint32_t count : {1U, 3U, 10U, 1000U}) {
      uint64_t end = 0;
      for (uint32_t number = 1; number <= count; ++number) {
        const SegmentRange range = CutSegments({number, count}, size);
        EXPECT_EQ(range.first, end);
        EXPECT_GE(range.end, range.first);
        EXPECT_TRUE(range.first % 4096 == 0 || size / count < 65536);
        end = range.end;
      }
      EXPECT_EQ(end, size);
    }
  }
}

TEST(ShareOf, DoesNotOverflow) {
  EXPECT_EQ(ShareOf(UINT64_MAX, 3, 4), UINT64_MAX / 4 * 3 + 2);
  EXPECT_EQ(ShareOf(10, 1, 3), 3U);
  EXPECT_EQ(ShareOf(10, 3, 3), 10U);
}

}  // namespace
}  // namespace mtgauge
