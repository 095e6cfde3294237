// mtgauge_generate: writes N distinct pairs of reference and hypothesis lines for benchmarks and
// tests. The same arguments give the same lines on any machine.
//
// The texts are perturbed copies of given lines, or random sentences over an invented vocabulary
// with Zipfian word frequencies, shaped like news: about 20 tokens and 120 bytes a line.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr char kUsage[] =
    "usage: mtgauge_generate --pairs N --ref OUT --hyp OUT [--seed S]\n"
    "                        [--ref-lines FILE --hyp-lines FILE]\n"
    "Writes N lines to each OUT, all different within a file. With --ref-lines and --hyp-lines\n"
    "(parallel files) the first pairs are those lines and the others are copies with words\n"
    "swapped, dropped and replaced; otherwise words and sentences are invented.\n"
    "example: mtgauge_generate --pairs 1000000 --ref ref.txt --hyp hyp.txt\n";

// SplitMix64 (Steele, Lea and Flood 2014), since the standard's distributions differ between
// libraries.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Returns a number in [0, n); the bias of at most n / 2^32 does not matter here.
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(((Next() >> 32) * n) >> 32); }
  bool OneIn(uint32_t n) { return Below(n) == 0; }

 private:
  uint64_t state_;
};

// Remembers lines by 64-bit hash. A collision of two different lines only costs a changed word.
class SeenLines {
 public:
  explicit SeenLines(uint64_t lines) {
    size_t slots = 1024;
    while (slots < 2 * lines) slots *= 2;
    slots_.assign(slots, 0);
  }
  // Returns false if the line was inserted before.
  bool Insert(std::string_view line) {
    const uint64_t hash = Hash(line);
    for (size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == hash) return false;
      if (slots_[slot] == 0) {
        slots_[slot] = hash;
        return true;
      }
    }
  }

 private:
  static uint64_t Hash(std::string_view line) {
    uint64_t hash = line.size();
    while (line.size() >= 8) {
      uint64_t word;
      std::memcpy(&word, line.data(), 8);
      hash = Mix(hash ^ word);
      line.remove_prefix(8);
    }
    uint64_t rest = 0;
    std::memcpy(&rest, line.data(), line.size());
    return Mix(hash ^ rest) | 1;
  }
  static uint64_t Mix(uint64_t x) {
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93u;
    return x ^ (x >> 29);
  }

  std::vector<uint64_t> slots_;
};

// The words of a line, as views into it.
using Words = std::vector<std::string_view>;

void Split(std::string_view line, Words& words) {
  words.clear();
  while (true) {
    const size_t space = line.find(' ');
    words.push_back(line.substr(0, space));
    if (space == std::string_view::npos) return;
    line.remove_prefix(space + 1);
  }
}

void Join(const Words& words, std::string& line) {
  line.clear();
  for (const std::string_view word : words) {
    if (!line.empty()) line += ' ';
    line += word;
  }
}

// Changes about one word in `one_in`, and at least one: replaces it (with a word from `draw`),
// swaps it with its neighbour, or drops it.
template <typename Draw>
void Perturb(Words& words, uint32_t one_in, Random& random, const Draw& draw) {
  const uint32_t size = static_cast<uint32_t>(words.size());
  const uint32_t edits = 1 + size / one_in;
  for (uint32_t edit = 0; edit < edits; ++edit) {
    const uint32_t at = random.Below(static_cast<uint32_t>(words.size()));
    switch (random.Below(4)) {
      case 0:
        if (words.size() > 2) words.erase(words.begin() + at);
        break;
      case 1:
        if (at + 1 < words.size()) std::swap(words[at], words[at + 1]);
        break;
      default:
        words[at] = draw();
    }
  }
}

// An invented language.
class Vocabulary {
 public:
  explicit Vocabulary(Random& random) {
    constexpr uint32_t kWords = 60'000;
    words_.reserve(kWords);
    for (uint32_t rank = 0; rank < kWords; ++rank) words_.push_back(MakeWord(rank, random));
    // Zipf: the weight of a rank is 1 / (rank + 2). A draw is then one lookup in this table.
    double total = 0;
    for (uint32_t rank = 0; rank < kWords; ++rank) total += 1.0 / (rank + 2);
    double reached = 0;
    for (uint32_t rank = 0; rank < kWords; ++rank) {
      reached += 1.0 / (rank + 2);
      drawn_.resize(static_cast<size_t>(reached / total * kTable), rank);
    }
    drawn_.resize(kTable, 0);
  }
  std::string_view Draw(Random& random) const { return words_[drawn_[random.Below(kTable)]]; }

 private:
  static constexpr uint32_t kTable = 1 << 20;

  // Makes short words for low ranks and long ones for high ranks; some contain non-ASCII letters,
  // digits or a hyphen.
  static std::string MakeWord(uint32_t rank, Random& random) {
    static constexpr std::array<const char*, 24> kOnsets = {
        "b", "d", "f", "g", "h",  "k",   "l",  "m",  "n",  "p", "r", "s",
        "t", "v", "w", "z", "br", "sch", "st", "tr", "gl", "",  "",  "pf"};
    static constexpr std::array<const char*, 16> kVowels = {
        "a", "e", "i",      "o",      "u",      "ei", "au", "ie",
        "a", "e", "\u00e4", "\u00f6", "\u00fc", "e",  "i",  "o"};
    static constexpr std::array<const char*, 12> kCodas = {"n",  "r",  "s", "t", "l",      "ng",
                                                           "ch", "rt", "",  "",  "\u00df", "m"};
    if (rank > 300 && random.OneIn(40)) {
      std::string number = std::to_string(1 + random.Below(2100));
      if (random.OneIn(4)) number += ",5";
      return number;
    }
    const uint32_t syllables = rank < 60 ? 1 : 1 + random.Below(rank < 600 ? 2 : 4);
    std::string word;
    for (uint32_t s = 0; s < syllables; ++s) {
      word += kOnsets[random.Below(kOnsets.size())];
      word += kVowels[random.Below(rank < 60 ? 6 : kVowels.size())];
      word += kCodas[random.Below(kCodas.size())];
      if (s == 0 && syllables > 2 && random.OneIn(30)) word += '-';
    }
    if (rank > 200 && random.OneIn(4) && word[0] >= 'a' && word[0] <= 'z') {
      word[0] = static_cast<char>(word[0] - 'a' + 'A');
    }
    return word;
  }

  std::vector<std::string> words_;
  std::vector<uint32_t> drawn_;
};

// Draws a length in words as in news: from the quantiles of a skewed distribution with mean 17.
uint32_t DrawLength(Random& random) {
  static constexpr std::array<uint32_t, 17> kQuantiles = {2,  5,  7,  9,  10, 11, 13, 14, 15,
                                                          16, 18, 19, 21, 23, 26, 31, 60};
  const uint32_t at = random.Below(16);
  return kQuantiles[at] + random.Below(kQuantiles[at + 1] - kQuantiles[at] + 1);
}

// Invents references, and hypotheses with about every fourth word changed.
class Inventor {
 public:
  explicit Inventor(uint64_t seed) : random_(seed), vocabulary_(random_) {}

  void NextPair(std::string& ref, std::string& hyp) {
    words_.clear();
    for (uint32_t length = DrawLength(random_); length > 0; --length) {
      words_.push_back(vocabulary_.Draw(random_));
    }
    Dress(words_, ref);
    Again(hyp);
  }
  // Writes another hypothesis, or another reference, for the same words.
  void Again(std::string& line) {
    Words changed = words_;
    Perturb(changed, 4, random_, [this] { return vocabulary_.Draw(random_); });
    Dress(changed, line);
  }

 private:
  // Adds punctuation and capitals.
  void Dress(const Words& words, std::string& line) {
    line.clear();
    const bool quoted = random_.OneIn(12);
    if (quoted) line += '"';
    for (size_t i = 0; i < words.size(); ++i) {
      if (i > 0) line += ' ';
      const size_t at = line.size();
      line += words[i];
      if (i == 0 && line[at] >= 'a' && line[at] <= 'z') {
        line[at] = static_cast<char>(line[at] - 'a' + 'A');
      }
      if (i + 1 < words.size() && random_.OneIn(11)) line += ',';
    }
    static constexpr std::string_view kEnds = "......!?.:";
    line += kEnds[random_.Below(kEnds.size())];
    if (quoted) line += '"';
  }

  Random random_;
  Vocabulary vocabulary_;
  Words words_;
};

// Copies given lines, and perturbs them when they repeat.
class Copier {
 public:
  Copier(std::vector<std::string> refs, std::vector<std::string> hyps, uint64_t seed)
      : random_(seed), refs_(std::move(refs)), hyps_(std::move(hyps)) {}

  void NextPair(std::string& ref, std::string& hyp) {
    at_ = next_ % refs_.size();
    if (next_++ < refs_.size()) {
      ref = refs_[at_];
      hyp = hyps_[at_];
    } else {
      Change(refs_, ref);
      Change(hyps_, hyp);
    }
  }
  void AgainRef(std::string& ref) { Change(refs_, ref); }
  void AgainHyp(std::string& hyp) { Change(hyps_, hyp); }

 private:
  void Change(const std::vector<std::string>& lines, std::string& line) {
    Split(lines[at_], words_);
    Perturb(words_, 10, random_, [&] {
      Split(lines[random_.Below(static_cast<uint32_t>(lines.size()))], others_);
      return others_[random_.Below(static_cast<uint32_t>(others_.size()))];
    });
    Join(words_, line);
  }

  Random random_;
  std::vector<std::string> refs_, hyps_;
  size_t next_ = 0, at_ = 0;
  Words words_, others_;
};

// A buffered writer of lines to a path, which may be "/dev/stdout" or a pipe.
class Writer {
 public:
  explicit Writer(const std::string& path) : file_(std::fopen(path.c_str(), "wb")) {
    if (file_ != nullptr) std::setvbuf(file_, nullptr, _IOFBF, 1 << 20);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (file_ != nullptr) std::fclose(file_);
  }
  void Line(std::string& line) {
    line += '\n';
    if (file_ != nullptr) std::fwrite(line.data(), 1, line.size(), file_);
    line.pop_back();
  }
  // Returns false if the file could not be opened or written.
  bool Close() {
    if (file_ == nullptr) return false;
    const bool written = std::ferror(file_) == 0;
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    return written && closed;
  }

 private:
  std::FILE* file_;
};

struct Arguments {
  uint64_t pairs = 0, seed = 1;
  std::string ref, hyp, ref_lines, hyp_lines;
};

bool ParseNumber(std::string_view text, uint64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool ParseArguments(int argc, char** argv, Arguments& out) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string value = argv[i + 1];
    bool fine = true;
    if (name == "--pairs") {
      fine = ParseNumber(value, out.pairs);
    } else if (name == "--seed") {
      fine = ParseNumber(value, out.seed);
    } else if (name == "--ref") {
      out.ref = value;
    } else if (name == "--hyp") {
      out.hyp = value;
    } else if (name == "--ref-lines") {
      out.ref_lines = value;
    } else if (name == "--hyp-lines") {
      out.hyp_lines = value;
    } else {
      fine = false;
    }
    if (!fine) return false;
  }
  return argc % 2 == 1 && !out.ref.empty() && !out.hyp.empty() &&
         out.ref_lines.empty() == out.hyp_lines.empty();
}

std::vector<std::string> ReadLines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path, std::ios::binary);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// Changes a line until it is new. After a few attempts (a line of one word has few neighbours),
// appends a number.
template <typename Again>
void MakeNew(SeenLines& seen, std::string& line, uint64_t number, const Again& again) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    if (seen.Insert(line)) return;
    again(line);
  }
  while (!seen.Insert(line)) line += ' ' + std::to_string(number);
}

bool Generate(const Arguments& arguments) {
  Writer ref_out(arguments.ref), hyp_out(arguments.hyp);
  SeenLines seen_refs(arguments.pairs), seen_hyps(arguments.pairs);
  std::string ref, hyp;
  const auto run = [&](auto& maker, const auto& again_ref, const auto& again_hyp) {
    for (uint64_t i = 0; i < arguments.pairs; ++i) {
      maker.NextPair(ref, hyp);
      MakeNew(seen_refs, ref, i, again_ref);
      MakeNew(seen_hyps, hyp, i, again_hyp);
      ref_out.Line(ref);
      hyp_out.Line(hyp);
    }
  };
  if (arguments.ref_lines.empty()) {
    Inventor inventor(arguments.seed);
    const auto again = [&](std::string& line) { inventor.Again(line); };
    run(inventor, again, again);
  } else {
    std::vector<std::string> refs = ReadLines(arguments.ref_lines);
    std::vector<std::string> hyps = ReadLines(arguments.hyp_lines);
    if (refs.empty() || refs.size() != hyps.size()) {
      std::fprintf(
          stderr, "mtgauge_generate: %s has %zu lines and %s has %zu; give parallel files\n",
          arguments.ref_lines.c_str(), refs.size(), arguments.hyp_lines.c_str(), hyps.size());
      return false;
    }
    Copier copier(std::move(refs), std::move(hyps), arguments.seed);
    run(
        copier, [&](std::string& line) { copier.AgainRef(line); },
        [&](std::string& line) { copier.AgainHyp(line); });
  }
  const bool refs_written = ref_out.Close(), hyps_written = hyp_out.Close();
  if (!refs_written || !hyps_written) {
    std::fprintf(stderr, "mtgauge_generate: cannot write %s\n",
                 (refs_written ? arguments.hyp : arguments.ref).c_str());
  }
  return refs_written && hyps_written;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  if (!ParseArguments(argc, argv, arguments)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  return Generate(arguments) ? 0 : 4;
}
