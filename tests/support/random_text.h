// Seeded random text for tests: sentence-like, adversarial or degenerate, with any bytes on
// request.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge::test {

class RandomText {
 public:
  explicit RandomText(uint64_t seed) : random_(seed) {}

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  // Returns an invented word of a small vocabulary, so that n-grams repeat.
  std::string Word() {
    static constexpr std::string_view kPieces[] = {"ka",  "lo", "mi", "ren",
                                                   "stu", "vo", "ße", "né"};
    std::string word;
    for (uint32_t n = 1 + Below(4); n > 0; --n) word += kPieces[Below(8)];
    if (Below(12) == 0 && static_cast<unsigned char>(word[0]) < 0x80) word[0] = 'K';
    return word;
  }

  // Returns words with occasional punctuation, numbers, entities, Unicode spaces, CJK and emoji.
  std::string Sentence(uint32_t words) {
    static constexpr std::string_view kExtras[] = {
        ",",          ".",      "1.5",       "10,000",
        "3-4",        "...",    "&quot;",    "&amp;lt;",
        "\u00A0",     "\u3000", "漢字。",    "かな",
        "\U0001F600", "l'eau",  "<skipped>", "a.b,c",
        "\u2009",     "--",     "$5",        "٣",
        "İ",          "ΟΔΟΣ",   "x\u0085y",  "averyveryverylongtokenindeed"};
    std::string text;
    for (uint32_t i = 0; i < words; ++i) {
      if (i > 0 && Below(20) != 0) text += ' ';
      text += Below(5) == 0 ? std::string(kExtras[Below(24)]) : Word();
    }
    return text;
  }

  // Returns some of the characters that tokenizers distinguish, and broken ones.
  std::vector<std::string> Characters(uint32_t n) {
    static constexpr std::string_view kAll[] = {"a",
                                                "1",
                                                ".",
                                                ",",
                                                "-",
                                                " ",
                                                "\t",
                                                "!",
                                                "$",
                                                "ä",
                                                "б",
                                                "×",
                                                "«",
                                                "»",
                                                "\u00A0",
                                                "٣",
                                                "०",
                                                "।",
                                                "漢",
                                                "。",
                                                "，",
                                                "“",
                                                "\u2009",
                                                "\u3000",
                                                "カ",
                                                "한",
                                                "￥",
                                                "𝟏",
                                                "😀",
                                                "𐄀",
                                                "𐤟",
                                                "𠀀",
                                                "\x85",
                                                "\xC2",
                                                "\xE3",
                                                "\xE3\x80",
                                                "\xF5",
                                                "\xF0\x9F",
                                                "\xED\xA0\x80",
                                                "\xE0\x80\x80",
                                                "\xFF",
                                                "\xC0\x80",
                                                "\xF4\x90\x80\x80",
                                                std::string_view("\0", 1)};
    std::vector<std::string> some;
    for (uint32_t i = 0; i < n; ++i) some.emplace_back(kAll[Below(std::size(kAll))]);
    return some;
  }

  // Returns `text` with some words dropped, doubled or replaced.
  std::string Perturb(const std::string& text) {
    std::string out;
    size_t at = 0;
    while (at <= text.size()) {
      size_t end = text.find(' ', at);
      if (end == std::string::npos) end = text.size();
      const uint32_t what = Below(10);
      if (what > 0) {
        if (!out.empty()) out += ' ';
        out += what == 1 ? Word() : text.substr(at, end - at);
        if (what == 2) out += ' ' + text.substr(at, end - at);
      }
      at = end + 1;
    }
    return out;
  }

  // Returns any bytes except LF.
  std::string Bytes(uint32_t n) {
    std::string text;
    for (uint32_t i = 0; i < n; ++i) {
      const auto byte = static_cast<char>(Below(256));
      text += byte == '\n' ? ' ' : byte;
    }
    return text;
  }

  // Returns n segments of every unusual kind.
  std::vector<std::string> Segments(uint32_t n) {
    std::vector<std::string> out;
    for (uint32_t i = 0; i < n; ++i) {
      switch (Below(16)) {
        case 0:
          out.emplace_back();
          break;
        case 1:
          out.emplace_back("   ");
          break;
        case 2: {
          std::string run;
          const std::string word = Word();
          for (uint32_t k = 60 + Below(20); k > 0; --k) run += word + ' ';
          out.push_back(run);
          break;
        }
        case 3:
          out.push_back(Sentence(500 + Below(100)));
          break;
        case 4:
          out.push_back(Word());
          break;
        default:
          out.push_back(Sentence(1 + Below(40)));
      }
    }
    return out;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace mtgauge::test
