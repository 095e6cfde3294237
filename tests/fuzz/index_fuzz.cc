// Fuzzes the cached tables of paraphrases and of synonyms. Hostile bytes in place of the index have
// no effect: the table is made again. Hostile arrays in a file with valid checksums may give any
// result, but no lookup reads outside of them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "core/algo/alignment/phrase_pairs.h"
#include "core/text/words/index_file.h"
#include "core/text/words/paraphrases.h"
#include "core/text/words/synonyms.h"
#include "core/text/words/word_sets.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::Paraphrases;
using mtgauge::Synonyms;
using mtgauge::test::FuzzPath;
using mtgauge::test::Promise;

constexpr std::string_view kTable = "0.1\na\nb c\n0.2\na b\nc\n0.1\na\nc\n";

std::string Folder() { return FuzzPath() + ".index"; }
std::string Source() { return FuzzPath() + ".table"; }
mtgauge::IndexFile Index() { return {"paraphrases-5", {Source()}, Folder()}; }
std::string Meteor() { return FuzzPath() + ".meteor"; }
mtgauge::IndexFile SynonymsIndex() {
  return {"meteor-synonyms-2",
          {Meteor() + "/synonym/x.exceptions", Meteor() + "/synonym/x.synsets"},
          Folder()};
}

void WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Cuts `count` arrays at places that the first bytes select.
std::vector<std::string_view> Cut(std::string_view bytes, size_t count) {
  std::vector<std::string_view> arrays;
  std::string_view rest = bytes.substr(std::min(bytes.size(), count - 1));
  for (size_t a = 0; a + 1 < count; ++a) {
    const size_t wanted = a < bytes.size() ? 4 * size_t{static_cast<unsigned char>(bytes[a])} : 0;
    arrays.push_back(rest.substr(0, wanted));
    rest.remove_prefix(arrays.back().size());
  }
  arrays.push_back(rest);
  return arrays;
}

size_t CountPairs(const Paraphrases& table) {
  std::vector<uint32_t> words;
  for (const char* const word : {"a", "b", "c", "x", ""}) words.push_back(table.FindWord(word));
  for (const uint32_t word : words) {
    Promise(word == Paraphrases::kNone || word < table.words(), "numbers of words are in range");
  }
  mtgauge::PhrasePairs pairs(&table);
  return pairs.Find(words, words) ? pairs.pairs().size() : 0;
}

std::vector<uint32_t> SetsOf(const Synonyms& synonyms) {
  std::vector<uint32_t> all, sets;
  for (const char* const word : {"a", "b", "c", "as", "went", "cful", ""}) {
    synonyms.Find(word, sets);
    all.insert(all.end(), sets.begin(), sets.end());
    all.push_back(UINT32_MAX);
  }
  return all;
}

void FuzzSynonyms(std::string_view bytes) {
  std::filesystem::create_directories(Meteor() + "/synonym");
  WriteFile(Meteor() + "/synonym/x.exceptions", "a\nwent gone\nb\nwent\n");
  WriteFile(Meteor() + "/synonym/x.synsets", "a\n1 2\nb\n3\nc\n1\n");
  const auto made = Synonyms::LoadMeteor(Meteor(), "x", "none");
  WriteFile(SynonymsIndex().path(), bytes);
  for (int time = 0; time < 2; ++time) {
    const auto table = Synonyms::LoadMeteor(Meteor(), "x", Folder());
    Promise(table.ok(), "an index is never missed");
    Promise(SetsOf(**table) == SetsOf(**made), "no index changes the synonyms");
    Promise((*table)->digest() == (*made)->digest(), "no index changes the digest");
    Promise(std::filesystem::file_size(SynonymsIndex().path()) > 0, "the synonyms are kept");
  }
  Promise(SynonymsIndex().Write("0123456789abcdef", Cut(bytes, 2 * mtgauge::WordSets::kArrays)),
          "arrays are kept");
  const auto hostile = Synonyms::LoadMeteor(Meteor(), "x", Folder());
  Promise(hostile.ok(), "arrays that cannot be are made anew");
  SetsOf(**hostile);
  std::filesystem::remove_all(Meteor());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::create_directories(Folder());
  WriteFile(Source(), kTable);
  WriteFile(Index().path(), bytes);
  for (const bool kept : {false, true}) {
    const auto table = Paraphrases::Load(Source(), Folder());
    Promise(table.ok(), "an index is never missed");
    Promise((*table)->words() == 3 && CountPairs(**table) == 6, "no index changes the table");
    Promise(kept || std::filesystem::file_size(Index().path()) > 0, "the table is kept");
  }
  Promise(Index().Write("0123456789abcdef", Cut(bytes, 5)), "arrays are kept");
  const auto hostile = Paraphrases::Load(Source(), Folder());
  Promise(hostile.ok(), "arrays that cannot be are made anew");
  CountPairs(**hostile);
  FuzzSynonyms(bytes);
  std::filesystem::remove_all(Folder());
  std::filesystem::remove(Source());
  return 0;
}
