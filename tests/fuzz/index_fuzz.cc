// Fuzzes what is kept of a table of paraphrases. Hostile bytes instead of the index change nothing:
// the table is made anew. Hostile arrays in a file whose checksums hold may tell anything, but no
// look-up leaves them.
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
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::Paraphrases;
using mtgauge::test::FuzzPath;
using mtgauge::test::Promise;

constexpr std::string_view kTable = "0.1\na\nb c\n0.2\na b\nc\n0.1\na\nc\n";

std::string Folder() { return FuzzPath() + ".index"; }
std::string Source() { return FuzzPath() + ".table"; }
std::string IndexPath() {
  return Folder() + "/paraphrases-2-" + mtgauge::SourceDigest(Source()) + ".index";
}

void WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Five arrays, cut at places that the first bytes tell.
mtgauge::IndexFile::Arrays Cut(std::string_view bytes) {
  mtgauge::IndexFile::Arrays arrays;
  std::string_view rest = bytes.substr(std::min<size_t>(bytes.size(), 4));
  for (size_t a = 0; a < 4; ++a) {
    const size_t wanted = a < bytes.size() ? 4 * size_t{static_cast<unsigned char>(bytes[a])} : 0;
    arrays[a] = rest.substr(0, wanted);
    rest.remove_prefix(arrays[a].size());
  }
  arrays[4] = rest;
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::create_directories(Folder());
  WriteFile(Source(), kTable);
  WriteFile(IndexPath(), bytes);
  for (const bool kept : {false, true}) {
    const auto table = Paraphrases::Load(Source(), Folder());
    Promise(table.ok(), "an index is never missed");
    Promise((*table)->words() == 3 && CountPairs(**table) == 6, "no index changes the table");
    Promise(kept || std::filesystem::file_size(IndexPath()) > 0, "the table is kept");
  }
  const mtgauge::IndexFile index(Folder(), "paraphrases-2", mtgauge::SourceDigest(Source()));
  Promise(index.Write("0123456789abcdef", Cut(bytes)), "arrays are kept");
  const auto hostile = Paraphrases::Load(Source(), Folder());
  Promise(hostile.ok(), "arrays that cannot be are made anew");
  CountPairs(**hostile);
  std::filesystem::remove_all(Folder());
  std::filesystem::remove(Source());
  return 0;
}
