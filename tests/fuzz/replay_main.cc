// Runs a fuzzer without libFuzzer: on every file of the given folders, then on generated inputs
// that are the same each time.  Usage: NAME_fuzz GENERATED [FOLDER...]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

void Run(const std::string& input) {
  // A copy of exactly the input's size, so that AddressSanitizer detects a read beyond it.
  const std::vector<uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

// Returns random bytes, biased towards those that tokenizers and parsers treat specially.
std::string Generate(std::mt19937_64& random) {
  static constexpr std::string_view kSpecial =
      std::string_view("\n\n\r\t\t\0\xFF .,-&;<>'\"=019aZ", 23);
  static constexpr std::string_view kPieces[] = {
      "&quot;",           "&amp;lt;", "<skipped>", "\xC2\xA0", "\xE2\x80\xA8", "\xE3\x80\x82",
      "\xF0\x9F\x98\x80", "1.5",      "--",        "-\n",      "word",         "ABC ",
      "\xED\xA0\x80",     "\xC0\xAF"};
  std::string input;
  const size_t length = random() % (size_t{1} << (random() % 11));
  while (input.size() < length) {
    switch (random() % 4) {
      case 0:
        input += static_cast<char>(random() % 256);
        break;
      case 1:
        input += kPieces[random() % std::size(kPieces)];
        break;
      default:
        input += kSpecial[random() % kSpecial.size()];
    }
  }
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s GENERATED [FOLDER...]\n", argv[0]);
    return 2;
  }
  size_t files = 0;
  for (int i = 2; i < argc; ++i) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      Run(std::string(std::istreambuf_iterator<char>(file), {}));
      ++files;
    }
  }
  std::mt19937_64 random(1);
  const long generated = std::strtol(argv[1], nullptr, 10);
  Run("");
  for (long i = 0; i < generated; ++i) Run(Generate(random));
  std::printf("%zu files and %ld generated inputs\n", files, generated);
  return 0;
}
