// Invents words whose frequency falls with their rank.
#include "bench/laboratory/measuring/invented_text.h"

#include <string_view>
#include <vector>

namespace mtgauge {
namespace {

constexpr uint32_t kWords = 20000;

// SplitMix64 (Steele, Lea and Flood, 2014).
class Random {
 public:
  uint32_t Below(uint32_t n) {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return static_cast<uint32_t>(((z ^ (z >> 31)) >> 32) * n >> 32);
  }

 private:
  uint64_t state_ = 1;
};

std::vector<std::string> InventWords(Random& random) {
  static constexpr std::string_view kSyllables[] = {"ka", "lo",  "mi",  "ren", "stu", "vo",
                                                    "e",  "ger", "sch", "ür",  "ein", "t"};
  std::vector<std::string> words(kWords);
  for (uint32_t rank = 0; rank < kWords; ++rank) {
    const uint32_t syllables = rank < 60 ? 1 + random.Below(2) : 2 + random.Below(4);
    for (uint32_t i = 0; i < syllables; ++i) words[rank] += kSyllables[random.Below(12)];
  }
  return words;
}

}  // namespace

InventedPairs InventPairs(uint64_t lines) {
  Random random;
  const std::vector<std::string> words = InventWords(random);
  // A product of uniform numbers favours low ranks.
  const auto word = [&] { return words[random.Below(random.Below(random.Below(kWords) + 1) + 1)]; };
  InventedPairs pairs;
  for (uint64_t line = 0; line < lines; ++line) {
    for (uint32_t left = 8 + random.Below(24); left > 0; --left) {
      const std::string same = word();
      const char* const end = random.Below(12) == 0 ? ", " : " ";
      pairs.references += same + end;
      pairs.hypotheses += (random.Below(3) != 0 ? same : word()) + end;
    }
    pairs.references += ".\n";
    pairs.hypotheses += ".\n";
  }
  return pairs;
}

}  // namespace mtgauge
