// METEOR 1.5's own tokenizer (its option -norm). It is that of Moses, except that it unifies quotes
// and dashes, splits words at hyphens and removes the dots of "U.S."; it also lowercases.
//
// METEOR rewrites a line with one regular expression after another. Each continues after its last
// match, so that in "a,b,c" only the first comma is split off. Here each expression is one pass
// that looks for the one character it is about; the order of the passes is METEOR's.
#include "core/text/tokenizers/tok_meteor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/unicode.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr std::string_view kJavaSpaces = " \t\n\f\r";
// Replaces the dots of "..." until the single dots are done; never occurs in UTF-8.
constexpr char kHeldDot = '\xFF';

bool IsDigit(uint32_t c) { return c >= '0' && c <= '9'; }
// METEOR's ranges of Latin and Cyrillic letters.
bool IsLetter(uint32_t c) {
  if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || (c >= 0x400 && c <= 0x527) ||
         (c >= 0xA640 && c <= 0xA66E) || (c >= 0xA67E && c <= 0xA697) ||
         (c >= 0x1D00 && c <= 0x1D7F);
}
bool IsLetterOrDigit(uint32_t c) { return IsLetter(c) || IsDigit(c); }
bool IsNoDigit(uint32_t c) { return !IsDigit(c); }
bool IsNoLetter(uint32_t c) { return !IsLetter(c); }
bool IsNoLetterOrDigit(uint32_t c) { return !IsLetterOrDigit(c); }

// Returns whether a character is not surrounded with spaces.
bool Glues(uint32_t c) {
  if (c < 0x80) {
    return IsLetterOrDigit(c) || std::string_view(" \t\n\v\f\r.'`,-").find(static_cast<char>(c)) !=
                                     std::string_view::npos;
  }
  return IsLetter(c) || c == 0x2018 || c == 0x2019;
}

constexpr size_t kAscii = 0x80;
struct GluingBytes {
  bool glues[256] = {};
  GluingBytes() {
    for (uint32_t c = 0; c < kAscii; ++c) glues[c] = Glues(c);
  }
};

// A text, and the buffer for its next version; reused from segment to segment.
class Rewriting {
 public:
  // Sets the text, with a space at both ends.
  void Set(std::string_view text) { text_.assign(" ").append(text).append(" "); }
  const std::string& text() const { return text_; }

  void SetOthersApart() {
    static const GluingBytes kBytes;
    next_.clear();
    for (size_t at = 0; at < text_.size();) {
      const size_t begin = at;
      while (at < text_.size() && kBytes.glues[static_cast<uint8_t>(text_[at])]) ++at;
      next_.append(text_, begin, at - begin);
      if (at == text_.size()) break;
      const CodePoint c = DecodeAt(text_, at);
      const bool glues = Glues(c.value);
      if (!glues) next_ += ' ';
      next_.append(text_, at, c.length);
      if (!glues) next_ += ' ';
      at += c.length;
    }
    text_.swap(next_);
  }

  // Turns runs of at least two dots into words.
  void HoldDots() {
    size_t run = text_.find("..");
    if (run == text_.npos) return;
    next_.clear();
    size_t read = 0;
    for (; run != text_.npos; run = text_.find("..", read)) {
      next_.append(text_, read, run - read);
      read = std::min(text_.find_first_not_of('.', run), text_.size());
      next_ += ' ';
      next_.append(read - run, kHeldDot);
      next_ += ' ';
    }
    next_.append(text_, read);
    text_.swap(next_);
  }

  // Replaces each `mark` between two characters for which `before` and `after` are true, and
  // continues after the second character.
  template <typename Before, typename After>
  void Replace(char mark, const Before& before, const After& after, std::string_view replacement) {
    size_t found = text_.find(mark);
    if (found == text_.npos) return;
    next_.clear();
    size_t copied = 0, free = 0;  // end of the part already copied; where the next match may begin
    for (; found != text_.npos && found + 1 < text_.size(); found = text_.find(mark, found + 1)) {
      if (found == 0) continue;
      const size_t left = Previous(found);
      if (left < free || !before(DecodeAt(text_, left).value)) continue;
      const CodePoint right = DecodeAt(text_, found + 1);
      if (!after(right.value)) continue;
      next_.append(text_, copied, found - copied).append(replacement);
      copied = found + 1;
      free = found + 1 + right.length;
    }
    if (copied == 0) return;
    next_.append(text_, copied);
    text_.swap(next_);
  }

  void Replace(std::string_view from, std::string_view to) {
    size_t found = text_.find(from);
    if (found == text_.npos) return;
    next_.clear();
    size_t copied = 0;
    for (; found != text_.npos; found = text_.find(from, copied)) {
      next_.append(text_, copied, found - copied).append(to);
      copied = found + from.size();
    }
    next_.append(text_, copied);
    text_.swap(next_);
  }
  bool Has(std::string_view part) const { return text_.find(part) != text_.npos; }

 private:
  // Returns where the character before `at` begins.
  size_t Previous(size_t at) const {
    size_t begin = at - 1;
    while (begin > 0 && at - begin < 4 && (static_cast<uint8_t>(text_[begin]) & 0xC0) == 0x80) {
      --begin;
    }
    return begin + DecodeAt(text_, begin).length == at ? begin : at - 1;
  }

  std::string text_, next_;
};

enum class Apostrophes { kEnglish, kFrench, kOther };

void SplitApostrophes(Apostrophes language, Rewriting& line) {
  if (!line.Has("'")) return;
  switch (language) {
    case Apostrophes::kEnglish:  // with what follows: "it 's"
      line.Replace('\'', IsNoLetter, IsNoLetter, " ' ");
      line.Replace('\'', IsNoLetterOrDigit, IsLetter, " ' ");
      line.Replace('\'', IsLetter, IsNoLetter, " ' ");
      line.Replace('\'', IsLetter, IsLetter, " '");
      line.Replace(
          '\'', IsDigit, [](uint32_t c) { return c == 's'; }, " '");
      return;
    case Apostrophes::kFrench:  // with what precedes: "l' eau"
      line.Replace('\'', IsNoLetter, IsNoLetter, " ' ");
      line.Replace('\'', IsNoLetter, IsLetter, " ' ");
      line.Replace('\'', IsLetter, IsNoLetter, " ' ");
      line.Replace('\'', IsLetter, IsLetter, "' ");
      return;
    case Apostrophes::kOther:
      line.Replace("'", " ' ");
      return;
  }
}

constexpr bool IsJavaSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

// Calls visit(word) for the words of a text, split as by StringTokenizer.
template <typename Visit>
void ForEachJavaWord(std::string_view text, const Visit& visit) {
  for (size_t at = 0;;) {
    while (at < text.size() && IsJavaSpace(text[at])) ++at;
    if (at == text.size()) return;
    const size_t begin = at;
    while (at < text.size() && !IsJavaSpace(text[at])) ++at;
    visit(text.substr(begin, at - begin));
  }
}

// Does all passes over a line at once. It can do so if no two marks of a kind are so close that an
// expression would skip the second: then only its two neighbours determine the result for a mark.
// Reused from segment to segment. The passes for other lines must give the same results.
class PlainLine {
 public:
  // Rewrites a text as the passes would, with spaces between words and at both ends. Returns false
  // if the line needs the passes.
  bool Set(std::string_view text, Apostrophes language);
  std::string_view text() const { return {line_.data(), size_}; }

 private:
  enum class Kind : uint8_t { kOther, kLetter, kDigit };
  enum class Mark : uint8_t { kNone, kGlue, kSpace, kApart, kDot, kComma, kHyphen, kApostrophe };
  struct Character {
    uint32_t value = ' ';
    uint32_t length = 1;
    Kind kind() const {
      return IsLetter(value) ? Kind::kLetter : IsDigit(value) ? Kind::kDigit : Kind::kOther;
    }
  };
  struct Marks {
    Mark of[kAscii] = {};
    bool stays[256] = {};  // of bytes: not changed, and without effect on others
    Marks();
  };
  static const Marks kMarks;

  // Returns kNone for characters that need the passes.
  static Mark MarkOf(Character c);
  static Character At(std::string_view text, size_t at) {
    if (at >= text.size()) return {};
    const auto byte = static_cast<uint8_t>(text[at]);
    if (byte < kAscii) return {byte, 1};
    const CodePoint c = DecodeAt(text, at);
    return {c.value, static_cast<uint32_t>(c.length)};
  }
  static std::string_view Apostrophe(Apostrophes language, Kind before, Character after);
  // Returns the replacement for a mark between two characters; `close`: whether another of its kind
  // follows closely. Returns an empty text if the line needs the passes.
  static std::string_view Replacement(Mark mark, Character before, Character after, bool close,
                                      Apostrophes language);
  // Unifies quotes and dashes.
  static std::string_view Alike(Character c, std::string_view text);

  std::vector<char> line_;
  size_t size_ = 0;
};

PlainLine::Marks::Marks() {
  for (uint32_t c = ' '; c < kAscii - 1; ++c)
    of[c] = IsLetterOrDigit(c) ? Mark::kGlue : Mark::kApart;
  for (const char space : kJavaSpaces) of[static_cast<uint8_t>(space)] = Mark::kSpace;
  of[size_t{'.'}] = Mark::kDot;
  of[size_t{','}] = Mark::kComma;
  of[size_t{'-'}] = Mark::kHyphen;
  of[size_t{'\''}] = Mark::kApostrophe;
  of[size_t{'`'}] = Mark::kNone;
  for (uint32_t c = 0; c < kAscii; ++c) stays[c] = c == ' ' || of[c] == Mark::kGlue;
}

const PlainLine::Marks PlainLine::kMarks;

PlainLine::Mark PlainLine::MarkOf(Character c) {
  if (c.value < kAscii) return kMarks.of[c.value];
  if (c.length == 1) return Mark::kNone;  // not a character
  if (IsLetter(c.value)) return Mark::kGlue;
  if (c.value == 0x2018 || c.value == 0x2019) return Mark::kApostrophe;
  return IsSpace(c.value) ? Mark::kNone : Mark::kApart;
}

std::string_view PlainLine::Apostrophe(Apostrophes language, Kind before, Character after) {
  const bool letters = before == Kind::kLetter && after.kind() == Kind::kLetter;
  switch (language) {
    case Apostrophes::kEnglish:
      if (letters || (before == Kind::kDigit && after.value == 's')) return " '";
      return before == Kind::kDigit && after.kind() == Kind::kLetter ? "'" : " ' ";
    case Apostrophes::kFrench:
      return letters ? "' " : " ' ";
    case Apostrophes::kOther:
      return " ' ";
  }
  return {};
}

std::string_view PlainLine::Replacement(Mark mark, Character before, Character after, bool close,
                                        Apostrophes language) {
  const auto is_word = [](Character c) { return c.kind() != Kind::kOther; };
  const auto is_digit = [](Character c) { return c.kind() == Kind::kDigit; };
  switch (mark) {
    case Mark::kSpace:
      return " ";
    case Mark::kDot:
      return after.value == '.' ? "" : ".";
    case Mark::kComma:
      return close ? "" : is_digit(before) && is_digit(after) ? "," : " , ";
    case Mark::kHyphen:
      if (close) return "";
      return (is_word(before) || before.value == '.') && is_word(after) ? " " : "-";
    case Mark::kApostrophe:
      return close ? "" : Apostrophe(language, before.kind(), after);
    default:
      return "";
  }
}

std::string_view PlainLine::Alike(Character c, std::string_view text) {
  if (c.value == 0x201C || c.value == 0x201D) return "\"";
  return c.value == 0x2013 ? "-" : text;
}

bool PlainLine::Set(std::string_view text, Apostrophes language) {
  constexpr size_t kMostGrowth = 3, kLongest = size_t{1} << 16;  // limits memory
  if (text.size() > kLongest) return false;
  line_.resize(std::max(line_.size(), kMostGrowth * text.size() + 2));
  char* to = line_.data();
  const auto put = [&](std::string_view bytes) { to = std::copy(bytes.begin(), bytes.end(), to); };
  put(" ");
  Character before;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    for (; at < text.size() && kMarks.stays[static_cast<uint8_t>(text[at])]; ++at) *to++ = text[at];
    if (at == text.size()) break;
    if (at > begin) before = At(text, at - 1);
    const Character c = At(text, at);
    const Mark mark = MarkOf(c);
    const std::string_view bytes = text.substr(at, c.length);
    at += c.length;
    if (mark == Mark::kGlue) {
      put(bytes);
    } else if (mark == Mark::kApart) {
      put(" ");
      put(Alike(c, bytes));
      put(" ");
    } else {
      const Character after = At(text, at);
      const bool close = MarkOf(after) == mark || MarkOf(At(text, at + after.length)) == mark;
      const std::string_view replacement = Replacement(mark, before, after, close, language);
      if (replacement.empty()) return false;
      put(replacement);
    }
    before = c;
  }
  put(" ");
  size_ = static_cast<size_t>(to - line_.data());
  return true;
}

bool HasLetter(std::string_view word) {
  for (size_t at = 0; at < word.size();) {
    const CodePoint c = DecodeAt(word, at);
    if (IsLetter(c.value)) return true;
    at += c.length;
  }
  return false;
}

// Returns whether METEOR drops a word: a single Unicode space, except the line and paragraph
// separators and the Ogham space.
bool IsUnicodeSpace(std::string_view word) {
  if (word.size() < 2 || word.size() > 3) return false;
  const CodePoint c = DecodeAt(word, 0);
  return c.length == word.size() && IsSpace(c.value) && c.value != 0x85 && c.value != 0x1680 &&
         c.value != 0x2028 && c.value != 0x2029;
}

// Strips controls and spaces at both ends, as Java's String.trim() does.
std::string_view JavaTrimmed(std::string_view text) {
  const auto goes = [](char c) { return static_cast<uint8_t>(c) <= ' '; };
  while (!text.empty() && goes(text.front())) text.remove_prefix(1);
  while (!text.empty() && goes(text.back())) text.remove_suffix(1);
  return text;
}

// Words that keep their dot; true: only before a number.
using Prefixes = std::map<std::string, bool, std::less<>>;

class TokenizerMeteor final : public Tokenizer {
 public:
  TokenizerMeteor(Apostrophes language, bool punctuation, Prefixes prefixes)
      : language_(language), punctuation_(punctuation), prefixes_(std::move(prefixes)) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    static thread_local PlainLine plain;
    static thread_local Rewriting line;
    static thread_local std::string joined, lowered;
    joined.clear();
    if (punctuation_ && plain.Set(segment, language_)) {
      JoinPlain(plain.text(), joined);
    } else {
      line.Set(segment);
      Normalize(line);
      Join(line.text(), joined);
    }
    lowered.clear();
    AppendLowercase(JavaTrimmed(joined), lowered);
    StreamCutter::CutAtSpaces({view.Keep(lowered), lowered.size()}, index, view);
  }

 private:
  void Normalize(Rewriting& line) const {
    line.SetOthersApart();
    line.HoldDots();
    line.Replace(',', IsNoDigit, IsNoDigit, " , ");
    line.Replace(',', IsDigit, IsNoDigit, " , ");
    line.Replace(',', IsNoDigit, IsDigit, " , ");
    line.Replace("`", "'");
    if (line.Has("\xE2\x80")) {
      line.Replace("\u2018", "'");
      line.Replace("\u2019", "'");
      line.Replace("\u201C", " \" ");
      line.Replace("\u201D", " \" ");
      line.Replace("\u2013", "-");
    }
    line.Replace("''", " \" ");
    line.Replace("--", "-");
    const auto ends_word = [](uint32_t c) { return IsLetterOrDigit(c) || c == '.'; };
    line.Replace('-', ends_word, IsLetterOrDigit, " ");
    SplitApostrophes(language_, line);
  }

  // Appends the words, separated by spaces, and handles the dots at their ends, each when the next
  // word is known.
  void Join(std::string_view line, std::string& out) const {
    std::string_view dotted;  // without its dot
    const auto add_dotted = [&](std::string_view next) {
      if (dotted.empty()) return;
      const size_t begin = out.size();
      AddDotted(dotted, next, out);
      Finish(begin, out);
      dotted = {};
    };
    ForEachJavaWord(line, [&](std::string_view word) {
      add_dotted(word);
      if (word.size() > 1 && word.back() == '.') {
        dotted = word.substr(0, word.size() - 1);
        return;
      }
      const size_t begin = out.size();
      if (!IsUnicodeSpace(word)) out.append(word);
      if (word.front() == kHeldDot)
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '.');
      Finish(begin, out);
    });
    add_dotted({});
  }

  // Same as above for a plain line, where only the words that end in a dot change.
  void JoinPlain(std::string_view line, std::string& out) const {
    size_t copied = 0;
    for (size_t dot = line.find('.'); dot != line.npos; dot = line.find('.', dot + 1)) {
      const size_t begin = line.rfind(' ', dot) + 1;
      if (line[dot + 1] != ' ' || begin == dot) continue;
      const size_t next = std::min(line.find_first_not_of(' ', dot + 1), line.size());
      out.append(line.substr(copied, begin - copied));
      AddDotted(line.substr(begin, dot - begin), line.substr(next), out);
      copied = dot + 1;
    }
    out.append(line.substr(copied));
  }

  void AddDotted(std::string_view word, std::string_view next, std::string& out) const {
    if (word.find('.') != word.npos && HasLetter(word)) {  // "U.S."
      for (const char c : word) {
        if (c != '.') out += c;
      }
      return;
    }
    const auto prefix = prefixes_.find(word);
    const bool before_number = !next.empty() && IsDigit(static_cast<uint8_t>(next.front()));
    const bool before_lower = !next.empty() && next.front() >= 'a' && next.front() <= 'z';
    const bool keeps =
        before_lower || (prefix != prefixes_.end() && (!prefix->second || before_number));
    out.append(word).append(keeps ? "." : " .");
  }

  // Ends the words from `begin` on and removes punctuation if requested.
  void Finish(size_t begin, std::string& out) const {
    if (!punctuation_) {
      size_t written = begin;
      for (size_t at = begin; at < out.size();) {
        const CodePoint c = DecodeAt(out, at);
        if (IsLetterOrDigit(c.value)) {
          std::memmove(out.data() + written, out.data() + at, c.length);
          written += c.length;
        } else {
          out[written++] = ' ';
        }
        at += c.length;
      }
      out.resize(written);
    }
    out += ' ';
  }

  Apostrophes language_;
  bool punctuation_;
  Prefixes prefixes_;
};

constexpr ByteClasses JavaByteClasses() {
  ByteClasses classes{};
  SetClass(classes, kJavaSpaces, CharacterClass::kWhite);
  return classes;
}

struct JavaRules {
  static constexpr ByteClasses kByteClasses = JavaByteClasses();
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t) { return CharacterClass::kOther; }
};

class TokenizerJavaWhitespace final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<JavaRules>(segment, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    // The kernels treat these as white space.
    for (const char space : std::string_view("\v\x1C\x1D\x1E\x1F")) {
      if (std::memchr(text, space, bytes) != nullptr) {
        return Tokenizer::CutStream(text, bytes, segments, asides, view);
      }
    }
    StreamCutter::CutWhitespace(*this, text, bytes, segments, asides, view);
  }
};

Prefixes ReadPrefixes(std::string_view bytes) {
  Prefixes prefixes;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    std::vector<std::string_view> words;
    ForEachJavaWord(bytes.substr(0, end), [&](std::string_view word) { words.push_back(word); });
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (words.empty() || words[0].starts_with('#')) continue;
    prefixes[std::string(words[0])] = words.size() > 1 && words[1] == "#NUMERIC_ONLY#";
  }
  return prefixes;
}

Result<OpenedTokenizer> Open(const std::string& given, bool punctuation) {
  static constexpr std::string_view kLanguages[] = {"english", "french",  "german",
                                                    "spanish", "russian", "czech"};
  const std::string folder = MeteorFolder("");
  const std::string path =
      given.empty() && !folder.empty() ? folder + "/nonbreaking/english.prefixes" : given;
  const std::string language = std::filesystem::path(path).stem().string();
  if (std::find(std::begin(kLanguages), std::end(kLanguages), language) == std::end(kLanguages)) {
    return UsageError({.option = "tokenize"},
                      fmt::format("tokenizer meteor: '{}' is not a file of METEOR 1.5", path),
                      "name one of its resources/nonbreaking/LANGUAGE.prefixes, LANGUAGE being "
                      "english, czech, french, german, russian or spanish: `tokenize` meteor:FILE");
  }
  const Result<std::string> bytes = ReadResource(path);
  if (!bytes.ok()) return NoMeteorFile(path);
  const Apostrophes apostrophes = language == "english"  ? Apostrophes::kEnglish
                                  : language == "french" ? Apostrophes::kFrench
                                                         : Apostrophes::kOther;
  return OpenedTokenizer{
      std::make_unique<TokenizerMeteor>(apostrophes, punctuation, ReadPrefixes(*bytes)),
      fmt::format("meteor-{}{}", language, punctuation ? "" : "-nopunct"),
      fmt::format("{:016x}", FindHash("xxh64")->function(bytes->data(), bytes->size()))};
}

}  // namespace

const TokenizerRow& JavaWhitespaceTokenizer() {
  static const TokenizerRow kRow = {
      "java-whitespace",
      "java-whitespace",
      "",
      "white space of Java's StringTokenizer, for METEOR",
      false,
      &OnlyOne<TokenizerJavaWhitespace>,
  };
  return kRow;
}

extern const ModelTokenizerRow kTokenizerMeteor;
const ModelTokenizerRow kTokenizerMeteor = {
    "meteor", "FILE",
    "METEOR 1.5's -norm, lower-cased; FILE is one of its resources/nonbreaking (English, Czech, "
    "French, German, Russian, Spanish)",
    [](const std::string& path) { return Open(path, true); }};

extern const ModelTokenizerRow kTokenizerMeteorNoPunct;
const ModelTokenizerRow kTokenizerMeteorNoPunct = {
    "meteor-nopunct", "FILE", "meteor without punctuation (METEOR 1.5's -noPunct)",
    [](const std::string& path) { return Open(path, false); }};

}  // namespace mtgauge
