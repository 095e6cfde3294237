// Tercom's tokenizer: 13a's rules, and options to split off "'s", split CJK and delete punctuation.
#include "core/text/tokenizers/tok_tercom.h"

#include <absl/strings/str_replace.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizing/mteval_rewrite.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

bool IsAsianMark(uint32_t c) {
  return (c >= 0x3001 && c <= 0x3002) || (c >= 0x3008 && c <= 0x3011) ||
         (c >= 0x3014 && c <= 0x301F) || (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB ||
         std::u32string_view(U"\uFF0E\uFF0C\uFF1F\uFF1A\uFF1B\uFF01\uFF02\uFF08\uFF09").find(c) !=
             std::u32string_view::npos;
}

// Ideographs, strokes, radicals and compatibility forms. Kana is not split (the tool's expressions
// for it never match).
bool IsSplitAsian(uint32_t c) {
  return (c >= 0x3200 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0x31C0 && c <= 0x31EF) || (c >= 0x2E80 && c <= 0x2EFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) || IsAsianMark(c);
}

template <bool kAsian>
struct RulesTercom {
  static constexpr ByteClasses kByteClasses =
      kAsian ? DecodeBeyondAscii(MtevalByteClasses()) : MtevalByteClasses();
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t code_point) {
    if (IsSpace(code_point)) return CharacterClass::kWhite;
    return kAsian && IsSplitAsian(code_point) ? CharacterClass::kSingle : CharacterClass::kOther;
  }
};

constexpr ByteClasses OnlyAsciiSpaces(ByteClasses classes) {
  SetClass(classes, "\x1C\x1D\x1E\x1F\xC2\xE1\xE2\xE3", CharacterClass::kOther);
  return classes;
}

// tercom's own white space; Java's \s is ASCII only.
struct RulesSpaces {
  static constexpr ByteClasses kByteClasses = OnlyAsciiSpaces(SpaceByteClasses());
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t) { return CharacterClass::kOther; }
};
struct RulesOriginal : RulesSpaces {
  static constexpr ByteClasses kByteClasses = OnlyAsciiSpaces(MtevalByteClasses());
};
struct RulesOriginalAsian : RulesSpaces {
  static constexpr ByteClasses kByteClasses =
      DecodeBeyondAscii(OnlyAsciiSpaces(MtevalByteClasses()));
  static CharacterClass Classify(uint32_t code_point) {
    return IsSplitAsian(code_point) ? CharacterClass::kSingle : CharacterClass::kOther;
  }
};

// The scripts whose runs become words: Hiragana, Katakana, Katakana Phonetic Extensions; 0: others.
int Kana(uint32_t c) {
  if (c >= 0x3040 && c <= 0x309F) return 1;
  if (c >= 0x30A0 && c <= 0x30FF) return 2;
  return c >= 0x31F0 && c <= 0x31FF ? 3 : 0;
}

// Java's String.trim().
std::string_view TrimControls(std::string_view text) {
  const auto is_text = [](char c) { return static_cast<uint8_t>(c) > 0x20; };
  while (!text.empty() && !is_text(text.back())) text.remove_suffix(1);
  while (!text.empty() && !is_text(text.front())) text.remove_prefix(1);
  return text;
}

std::string Rewrite(std::string_view segment) {
  std::string text(segment);
  absl::StrReplaceAll({{"\n-", ""}}, &text);
  absl::StrReplaceAll({{"\n", " "}}, &text);
  absl::StrReplaceAll({{"&quot;", "\""}}, &text);
  absl::StrReplaceAll({{"&amp;", "&"}}, &text);
  absl::StrReplaceAll({{"&lt;", "<"}}, &text);
  absl::StrReplaceAll({{"&gt;", ">"}}, &text);
  return text;
}

std::string Joined(const Tokens& tokens) {
  std::string text;
  for (uint32_t i = 0; i < tokens.count; ++i) text.append(i > 0 ? " " : "").append(tokens[i]);
  return text;
}

// Deletes punctuation from text[begin, end) in place; returns the new end.
uint32_t DeleteMarks(char* text, uint32_t begin, uint32_t end, bool asian) {
  const std::string_view whole(text, end);
  uint32_t written = begin;
  for (uint32_t at = begin; at < end;) {
    const CodePoint code_point = DecodeAt(whole, at);
    const bool ascii = code_point.value < 0x80;
    const bool mark = ascii ? std::string_view(".,?:;!\"()").find(text[at]) != whole.npos
                            : asian && IsAsianMark(code_point.value);
    if (!mark) {
      std::memmove(text + written, text + at, code_point.length);
      written += code_point.length;
    }
    at += code_point.length;
  }
  return written;
}

// Returns whether the token text[begin, end) ends in an "'s" that becomes a token: one followed by
// a space, or by a character that the tool has already surrounded with spaces.
bool EndsInPossessive(std::string_view text, uint32_t begin, uint32_t end) {
  static constexpr ByteClasses kClasses = MtevalByteClasses();
  if (end - begin < 3 || text.substr(end - 2, 2) != "'s") return false;
  return end == text.size() || text[end] == ' ' ||
         kClasses[static_cast<uint8_t>(text[end])] == CharacterClass::kSingle;
}

class TokenizerTercom final : public Tokenizer {
 public:
  explicit TokenizerTercom(const TercomRules& rules) : rules_(rules) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    if (rules_.normalized) return CutNormalized(segment, index, view);
    char* const text = view.Keep(segment);
    const uint32_t size = DeleteMarks(text, 0, static_cast<uint32_t>(segment.size()), rules_.asian);
    FindTokenizer("none")->get().CutSegment({text, size}, index, view);
  }

 private:
  void CutNormalized(std::string_view segment, uint32_t index, View& view) const {
    if (!rules_.twice) return CutOnce(Rewrite(TrimRight(segment)), index, view);
    View once(DefaultHash().function);
    once.Reset("\n", 1, 1);
    CutOnce(Rewrite(TrimRight(segment)), 0, once);
    CutOnce(Joined(once.Segment(0).tokens), index, view);
  }
  void CutOnce(std::string_view rewritten, uint32_t index, View& view) const {
    char* const base = view.Keep(rewritten);
    const std::string_view text(base, rewritten.size());
    View machine(DefaultHash().function);  // intermediate tokens
    machine.Reset("\n", 1, 1);
    if (rules_.asian) {
      CutByRules<RulesTercom<true>>(text, 0, machine);
    } else {
      CutByRules<RulesTercom<false>>(text, 0, machine);
    }
    const Tokens tokens = machine.Segment(0).tokens;
    view.BeginSegment(base);
    const auto add = [&](uint32_t begin, uint32_t end) {
      if (rules_.no_punctuation) end = DeleteMarks(base, begin, end, rules_.asian);
      if (begin < end) view.AddToken(begin, end);
    };
    for (uint32_t i = 0; i < tokens.count; ++i) {
      const uint32_t begin = tokens.begin[i], end = tokens.end[i];
      const uint32_t possessive = EndsInPossessive(text, begin, end) ? 2 : 0;
      add(begin, end - possessive);
      add(end - possessive, end);
    }
    view.EndSegment(index);
  }

  TercomRules rules_;
};

class TokenizerOriginal final : public Tokenizer {
 public:
  explicit TokenizerOriginal(const TercomRules& rules) : rules_(rules) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    const std::string_view text = TrimControls(segment);
    if (text.empty() || (!rules_.normalized && !rules_.no_punctuation)) {
      return CutByRules<RulesSpaces>(text, index, view);
    }
    char* const base = view.Keep(text);
    const size_t size = rules_.normalized ? RewriteAsMteval(base, text.size()) : text.size();
    std::vector<Word> words = Words({base, size});
    if (rules_.no_punctuation) {
      for (Word& word : words) word.end = DeleteMarks(base, word.begin, word.end, rules_.asian);
    }
    view.BeginSegment(base);
    AddWords(words, view);
    view.EndSegment(index);
  }

 private:
  struct Word {
    uint32_t begin, end;
    bool empty() const { return begin == end; }
  };

  std::vector<Word> Words(std::string_view text) const {
    View machine(DefaultHash().function);  // intermediate tokens
    machine.Reset("\n", 1, 1);
    if (!rules_.normalized) {
      CutByRules<RulesSpaces>(text, 0, machine);
    } else if (rules_.asian) {
      CutByRules<RulesOriginalAsian>(text, 0, machine);
    } else {
      CutByRules<RulesOriginal>(text, 0, machine);
    }
    const Tokens tokens = machine.Segment(0).tokens;
    std::vector<Word> words;
    for (uint32_t i = 0; i < tokens.count; ++i) {
      const uint32_t begin = tokens.begin[i], end = tokens.end[i];
      const bool possessive = rules_.normalized && EndsInPossessive(text, begin, end);
      const uint32_t middle = end - (possessive ? 2 : 0);
      AddRuns(text, {begin, middle}, words);
      AddRuns(text, {middle, end}, words);
    }
    return words;
  }

  // Adds the runs of each kind of kana, and the text between them.
  void AddRuns(std::string_view text, Word word, std::vector<Word>& words) const {
    if (word.empty()) return;
    words.push_back(word);
    if (!rules_.normalized || !rules_.asian) return;
    int before = -1;
    for (uint32_t at = word.begin; at < word.end;) {
      const CodePoint code_point = DecodeAt(text.substr(0, word.end), at);
      const int kana = Kana(code_point.value);
      if (before >= 0 && kana != before) {
        words.back().end = at;
        words.push_back({at, word.end});
      }
      before = kana;
      at += code_point.length;
    }
  }

  // As with Java's split(), the text before the first space is a word even if it is empty, and so
  // is an empty text.
  static void AddWords(std::span<const Word> words, View& view) {
    const bool first_is_gone = words.empty() || words.front().empty();
    const bool all_are_gone = std::all_of(words.begin(), words.end(), std::mem_fn(&Word::empty));
    if (first_is_gone && (!all_are_gone || words.size() <= 1)) view.AddToken(0, 0);
    for (const Word& word : words) {
      if (!word.empty()) view.AddToken(word.begin, word.end);
    }
  }

  TercomRules rules_;
};

template <bool kNormalized, bool kNoPunctuation, bool kAsian>
const TokenizerRow kOriginalRow = {
    "tercom",
    "tercom",
    "",
    "tercom's own, for TER",
    kNormalized&& kAsian,
    []() -> const Tokenizer& {
      static const TokenizerOriginal tokenizer({kNormalized, kNoPunctuation, kAsian, false, true});
      return tokenizer;
    },
};

template <bool kNormalized, bool kNoPunctuation, bool kAsian, bool kTwice = false>
const TokenizerRow kRow = {
    "tercom",
    "tercom",
    "",
    "tercom's, for TER",
    kNormalized&& kAsian,
    []() -> const Tokenizer& {
      static const TokenizerTercom tokenizer({kNormalized, kNoPunctuation, kAsian, kTwice});
      return tokenizer;
    },
};

}  // namespace

const TokenizerRow& TercomTokenizer(const TercomRules& rules) {
  if (rules.original) {
    // [normalized][no_punctuation][asian]
    static constexpr const TokenizerRow* kOriginal[2][2][2] = {
        {{&kOriginalRow<false, false, false>, &kOriginalRow<false, false, true>},
         {&kOriginalRow<false, true, false>, &kOriginalRow<false, true, true>}},
        {{&kOriginalRow<true, false, false>, &kOriginalRow<true, false, true>},
         {&kOriginalRow<true, true, false>, &kOriginalRow<true, true, true>}}};
    return *kOriginal[rules.normalized][rules.no_punctuation][rules.asian];
  }
  if (!rules.normalized && !rules.no_punctuation) return *FindTokenizer("none");
  if (!rules.normalized) return rules.asian ? kRow<false, true, true> : kRow<false, true, false>;
  // [no_punctuation][asian][twice]
  static constexpr const TokenizerRow* kNormalized[2][2][2] = {
      {{&kRow<true, false, false>, &kRow<true, false, false, true>},
       {&kRow<true, false, true>, &kRow<true, false, true, true>}},
      {{&kRow<true, true, false>, &kRow<true, true, false, true>},
       {&kRow<true, true, true>, &kRow<true, true, true, true>}}};
  return *kNormalized[rules.no_punctuation][rules.asian][rules.twice];
}

}  // namespace mtgauge
