// A number grows word by word. It is a whole number or, once digits were put side by side or a
// point was spoken, a text; the rules tell them apart. Numbers have any length, in decimal digits.
#include "core/text/spoken_numbers.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/text/folding.h"

namespace mtgauge {
namespace {

using Text = std::u32string;
using TextView = std::u32string_view;

enum class Kind : uint8_t {
  kZero,
  kOne,  // one to nineteen
  kOneWithSuffix,
  kTen,
  kTenWithSuffix,
  kMultiplier,  // `value` is a number of zeros
  kMultiplierWithSuffix,
  kSign,
  kCurrency,
  kPercent,
  kPer,
  kAnd,
  kRepeat,  // `value` times
  kPoint,
};
struct NumberWord {
  TextView word;
  Kind kind;
  uint32_t value = 0;
  TextView suffix = U"";  // or sign
};

constexpr NumberWord kNumberWords[] = {
    {U"o", Kind::kZero},
    {U"oh", Kind::kZero},
    {U"zero", Kind::kZero},
    {U"zeroth", Kind::kOneWithSuffix, 0, U"th"},
    {U"one", Kind::kOne, 1},
    {U"ones", Kind::kOneWithSuffix, 1, U"s"},
    {U"first", Kind::kOneWithSuffix, 1, U"st"},
    {U"two", Kind::kOne, 2},
    {U"twos", Kind::kOneWithSuffix, 2, U"s"},
    {U"second", Kind::kOneWithSuffix, 2, U"nd"},
    {U"three", Kind::kOne, 3},
    {U"threes", Kind::kOneWithSuffix, 3, U"s"},
    {U"third", Kind::kOneWithSuffix, 3, U"rd"},
    {U"four", Kind::kOne, 4},
    {U"fours", Kind::kOneWithSuffix, 4, U"s"},
    {U"fourth", Kind::kOneWithSuffix, 4, U"th"},
    {U"five", Kind::kOne, 5},
    {U"fives", Kind::kOneWithSuffix, 5, U"s"},
    {U"fifth", Kind::kOneWithSuffix, 5, U"th"},
    {U"six", Kind::kOne, 6},
    {U"sixes", Kind::kOneWithSuffix, 6, U"s"},
    {U"sixth", Kind::kOneWithSuffix, 6, U"th"},
    {U"seven", Kind::kOne, 7},
    {U"sevens", Kind::kOneWithSuffix, 7, U"s"},
    {U"seventh", Kind::kOneWithSuffix, 7, U"th"},
    {U"eight", Kind::kOne, 8},
    {U"eights", Kind::kOneWithSuffix, 8, U"s"},
    {U"eighth", Kind::kOneWithSuffix, 8, U"th"},
    {U"nine", Kind::kOne, 9},
    {U"nines", Kind::kOneWithSuffix, 9, U"s"},
    {U"nineth", Kind::kOneWithSuffix, 9, U"th"},
    {U"ten", Kind::kOne, 10},
    {U"tens", Kind::kOneWithSuffix, 10, U"s"},
    {U"tenth", Kind::kOneWithSuffix, 10, U"th"},
    {U"eleven", Kind::kOne, 11},
    {U"elevens", Kind::kOneWithSuffix, 11, U"s"},
    {U"eleventh", Kind::kOneWithSuffix, 11, U"th"},
    {U"twelve", Kind::kOne, 12},
    {U"twelves", Kind::kOneWithSuffix, 12, U"s"},
    {U"twelfth", Kind::kOneWithSuffix, 12, U"th"},
    {U"thirteen", Kind::kOne, 13},
    {U"thirteens", Kind::kOneWithSuffix, 13, U"s"},
    {U"thirteenth", Kind::kOneWithSuffix, 13, U"th"},
    {U"fourteen", Kind::kOne, 14},
    {U"fourteens", Kind::kOneWithSuffix, 14, U"s"},
    {U"fourteenth", Kind::kOneWithSuffix, 14, U"th"},
    {U"fifteen", Kind::kOne, 15},
    {U"fifteens", Kind::kOneWithSuffix, 15, U"s"},
    {U"fifteenth", Kind::kOneWithSuffix, 15, U"th"},
    {U"sixteen", Kind::kOne, 16},
    {U"sixteens", Kind::kOneWithSuffix, 16, U"s"},
    {U"sixteenth", Kind::kOneWithSuffix, 16, U"th"},
    {U"seventeen", Kind::kOne, 17},
    {U"seventeens", Kind::kOneWithSuffix, 17, U"s"},
    {U"seventeenth", Kind::kOneWithSuffix, 17, U"th"},
    {U"eighteen", Kind::kOne, 18},
    {U"eighteens", Kind::kOneWithSuffix, 18, U"s"},
    {U"eighteenth", Kind::kOneWithSuffix, 18, U"th"},
    {U"nineteen", Kind::kOne, 19},
    {U"nineteens", Kind::kOneWithSuffix, 19, U"s"},
    {U"nineteenth", Kind::kOneWithSuffix, 19, U"th"},
    {U"twenty", Kind::kTen, 20},
    {U"twenties", Kind::kTenWithSuffix, 20, U"s"},
    {U"twentieth", Kind::kTenWithSuffix, 20, U"th"},
    {U"thirty", Kind::kTen, 30},
    {U"thirties", Kind::kTenWithSuffix, 30, U"s"},
    {U"thirtieth", Kind::kTenWithSuffix, 30, U"th"},
    {U"forty", Kind::kTen, 40},
    {U"forties", Kind::kTenWithSuffix, 40, U"s"},
    {U"fortieth", Kind::kTenWithSuffix, 40, U"th"},
    {U"fifty", Kind::kTen, 50},
    {U"fifties", Kind::kTenWithSuffix, 50, U"s"},
    {U"fiftieth", Kind::kTenWithSuffix, 50, U"th"},
    {U"sixty", Kind::kTen, 60},
    {U"sixties", Kind::kTenWithSuffix, 60, U"s"},
    {U"sixtieth", Kind::kTenWithSuffix, 60, U"th"},
    {U"seventy", Kind::kTen, 70},
    {U"seventies", Kind::kTenWithSuffix, 70, U"s"},
    {U"seventieth", Kind::kTenWithSuffix, 70, U"th"},
    {U"eighty", Kind::kTen, 80},
    {U"eighties", Kind::kTenWithSuffix, 80, U"s"},
    {U"eightieth", Kind::kTenWithSuffix, 80, U"th"},
    {U"ninety", Kind::kTen, 90},
    {U"nineties", Kind::kTenWithSuffix, 90, U"s"},
    {U"ninetieth", Kind::kTenWithSuffix, 90, U"th"},
    {U"minus", Kind::kSign, 0, U"-"},
    {U"negative", Kind::kSign, 0, U"-"},
    {U"plus", Kind::kSign, 0, U"+"},
    {U"positive", Kind::kSign, 0, U"+"},
    {U"pound", Kind::kCurrency, 0, U"£"},
    {U"pounds", Kind::kCurrency, 0, U"£"},
    {U"euro", Kind::kCurrency, 0, U"€"},
    {U"euros", Kind::kCurrency, 0, U"€"},
    {U"dollar", Kind::kCurrency, 0, U"$"},
    {U"dollars", Kind::kCurrency, 0, U"$"},
    {U"cent", Kind::kCurrency, 0, U"¢"},
    {U"cents", Kind::kCurrency, 0, U"¢"},
    {U"per", Kind::kPer},
    {U"percent", Kind::kPercent, 0, U"%"},
    {U"and", Kind::kAnd},
    {U"double", Kind::kRepeat, 2},
    {U"triple", Kind::kRepeat, 3},
    {U"point", Kind::kPoint},
};
struct Multiplier {
  TextView word;
  uint32_t zeros;
};
constexpr Multiplier kMultipliers[] = {
    {U"hundred", 2},     {U"thousand", 3},     {U"million", 6},      {U"billion", 9},
    {U"trillion", 12},   {U"quadrillion", 15}, {U"quintillion", 18}, {U"sextillion", 21},
    {U"septillion", 24}, {U"octillion", 27},   {U"nonillion", 30},   {U"decillion", 33}};
constexpr TextView kPrefixes = U"-+£€$¢";

std::optional<NumberWord> FindNumberWord(TextView word) {
  for (const NumberWord& row : kNumberWords) {
    if (row.word == word) return row;
  }
  for (const Multiplier& row : kMultipliers) {
    if (!word.starts_with(row.word)) continue;
    const TextView suffix = word.substr(row.word.size());
    if (suffix.empty()) return NumberWord{word, Kind::kMultiplier, row.zeros};
    if (suffix == U"s" || suffix == U"th") {
      return NumberWord{word, Kind::kMultiplierWithSuffix, row.zeros, suffix};
    }
  }
  return std::nullopt;
}

bool IsKind(const std::optional<NumberWord>& word, Kind kind) { return word && word->kind == kind; }

Text Digits(uint32_t value) {
  Text digits;
  for (; value > 0 || digits.empty(); value /= 10) {
    digits.insert(digits.begin(), static_cast<char32_t>(U'0' + value % 10));
  }
  return digits;
}

// Without zeros in front.
Text WithoutZeros(Text digits) {
  digits.erase(0, std::min(digits.find_first_not_of(U'0'), digits.size() - 1));
  return digits;
}

Text Sum(TextView a, TextView b) {
  Text sum;
  uint32_t carry = 0;
  for (size_t i = 0; i < std::max(a.size(), b.size()) || carry > 0; ++i) {
    if (i < a.size()) carry += a[a.size() - 1 - i] - U'0';
    if (i < b.size()) carry += b[b.size() - 1 - i] - U'0';
    sum += static_cast<char32_t>(U'0' + carry % 10);
    carry /= 10;
  }
  std::reverse(sum.begin(), sum.end());
  return sum;
}

// Digits of any script, with or without decimals. Returns false for other texts.
struct Decimal {
  Text whole, decimals;  // in digits of ASCII
};
std::optional<Decimal> ReadDecimal(TextView text) {
  Decimal decimal;
  Text* part = &decimal.whole;
  for (const char32_t character : text) {
    const int digit = DigitValue(character);
    if (digit >= 0) {
      *part += U'0' + static_cast<char32_t>(digit);
    } else if (character == U'.' && part == &decimal.whole) {
      part = &decimal.decimals;
    } else {
      return std::nullopt;
    }
  }
  constexpr size_t kMostDigits = 4'300;  // of Python's int()
  if (decimal.whole.empty() && decimal.decimals.empty()) return std::nullopt;
  if (decimal.whole.size() + decimal.decimals.size() > kMostDigits) return std::nullopt;
  while (!decimal.decimals.empty() && decimal.decimals.back() == U'0') decimal.decimals.pop_back();
  if (decimal.whole.empty()) decimal.whole = U"0";
  return decimal;
}

// Returns true for \d+(\.\d+)?.
bool IsNumeric(TextView word) {
  const size_t point = std::min(word.find(U'.'), word.size());
  const auto all_digits = [](TextView part) {
    return !part.empty() &&
           std::all_of(part.begin(), part.end(), [](char32_t c) { return DigitValue(c) >= 0; });
  };
  return all_digits(word.substr(0, point)) &&
         (point == word.size() || all_digits(word.substr(point + 1)));
}

// Returns text * 10^zeros if that is a whole number.
std::optional<Text> Product(TextView text, uint32_t zeros) {
  std::optional<Decimal> decimal = ReadDecimal(text);
  if (!decimal || decimal->decimals.size() > zeros) return std::nullopt;
  decimal->decimals.resize(zeros, U'0');
  return WithoutZeros(decimal->whole + decimal->decimals);
}

class NumberReader {
 public:
  NumberReader(const std::vector<Text>& words, std::vector<Text>& out) : words_(words), out_(out) {}

  bool Read() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      before_ = at_ > 0 ? FindNumberWord(words_[at_ - 1]) : std::nullopt;
      const bool last = at_ + 1 == words_.size();
      next_ = last ? std::nullopt : FindNumberWord(words_[at_ + 1]);
      next_is_numeric_ = !last && IsNumeric(words_[at_ + 1]);
      if (!ReadWord(words_[at_])) return false;
    }
    if (value_) Put(*value_);
    return true;
  }

 private:
  bool ReadWord(const Text& word) {
    const bool has_prefix = kPrefixes.find(word[0]) != TextView::npos;
    if (IsNumeric(TextView(word).substr(has_prefix ? 1 : 0))) return ReadDigits(word, has_prefix);
    const std::optional<NumberWord> known = FindNumberWord(word);
    if (!known) {
      PutValue();
      Put(word);
      return true;
    }
    switch (known->kind) {
      case Kind::kZero:
        SetText(ValueOrNothing() + U'0');
        return true;
      case Kind::kOne:
      case Kind::kOneWithSuffix:
        return AddOnes(*known);
      case Kind::kTen:
      case Kind::kTenWithSuffix:
        AddTens(*known);
        return true;
      case Kind::kMultiplier:
      case Kind::kMultiplierWithSuffix:
        Multiply(*known);
        return true;
      default:
        ReadSymbol(*known, word);
        return true;
    }
  }

  bool ReadDigits(const Text& word, bool has_prefix) {
    const Text digits = word.substr(has_prefix ? 1 : 0);
    const std::optional<Decimal> decimal = ReadDecimal(digits);
    if (!decimal) return false;  // too long
    if (value_ && is_text_ && value_->back() == U'.') {
      *value_ += word;
      return true;
    }
    PutValue();
    if (has_prefix) prefix_ = word.substr(0, 1);
    if (decimal->decimals.empty()) {
      SetWhole(WithoutZeros(decimal->whole));
    } else {
      SetText(digits);
    }
    return true;
  }

  // One to nineteen. Returns false if the last digit should be a zero and is not.
  bool AddOnes(const NumberWord& word) {
    const Text ones = Digits(word.value);
    const bool digit = word.value < 10;
    if (!value_) {
      SetWhole(ones);
    } else if (is_text_ || IsKind(before_, Kind::kOne)) {
      const bool replaces = IsKind(before_, Kind::kTen) && digit;
      if (replaces && value_->back() != U'0') return false;
      SetText(value_->substr(0, value_->size() - (replaces ? 1 : 0)) + ones);
    } else if (EndsInZeros(digit ? 1 : 2)) {
      SetWhole(Sum(*value_, ones));
    } else {
      SetText(*value_ + ones);
    }
    if (word.kind == Kind::kOneWithSuffix) PutWithSuffix(word.suffix);
    return true;
  }

  void AddTens(const NumberWord& word) {
    const Text tens = Digits(word.value);
    if (!value_) {
      SetWhole(tens);
    } else if (!is_text_ && EndsInZeros(2)) {
      SetWhole(Sum(*value_, tens));
    } else {
      SetText(*value_ + tens);
    }
    if (word.kind == Kind::kTenWithSuffix) PutWithSuffix(word.suffix);
  }

  void Multiply(const NumberWord& word) {
    const bool suffixed = word.kind == Kind::kMultiplierWithSuffix;
    const Text multiplier = U'1' + Text(word.value, U'0');
    if (!value_) {
      SetWhole(multiplier);
    } else if (is_text_ || (!suffixed && *value_ == U"0")) {
      const std::optional<Text> product = Product(*value_, word.value);
      if (!product) PutValue();
      SetWhole(product.value_or(multiplier));
    } else {
      // Only what is left of thousands is multiplied.
      const size_t kept = value_->size() > 3 ? value_->size() - 3 : 0;
      const Text before = kept > 0 ? value_->substr(0, kept) + U"000" : U"0";
      SetWhole(WithoutZeros(Sum(before, value_->substr(kept) + Text(word.value, U'0'))));
    }
    if (suffixed) PutWithSuffix(word.suffix);
  }

  void ReadSymbol(const NumberWord& word, const Text& text) {
    switch (word.kind) {
      case Kind::kSign:
        PutValue();
        if (next_ || next_is_numeric_) {
          prefix_ = word.suffix;
        } else {
          Put(text);
        }
        return;
      case Kind::kCurrency:
        if (value_) prefix_ = word.suffix;
        return value_ ? PutValue() : Put(text);
      case Kind::kPercent:
        return value_ ? PutWithSuffix(word.suffix) : Put(text);
      case Kind::kPer:
        if (value_ && at_ + 1 < words_.size() && words_[at_ + 1] == U"cent") {
          ++at_;
          return PutWithSuffix(U"%");
        }
        break;
      default:
        if ((next_ || next_is_numeric_) && ReadSpecial(word)) return;
    }
    PutValue();
    Put(text);
  }

  // Returns false if the word is no part of a number.
  bool ReadSpecial(const NumberWord& word) {
    if (word.kind == Kind::kAnd) return IsKind(before_, Kind::kMultiplier);
    if (word.kind == Kind::kRepeat) {
      if (!IsKind(next_, Kind::kOne) && !IsKind(next_, Kind::kZero)) return false;
      Text digits = ValueOrNothing();
      for (uint32_t i = 0; i < word.value; ++i) digits += Digits(next_->value);
      SetText(digits);
      ++at_;
      return true;
    }
    const bool decimal = next_is_numeric_ || IsKind(next_, Kind::kOne) ||
                         IsKind(next_, Kind::kTen) || IsKind(next_, Kind::kZero);
    if (decimal) SetText(ValueOrNothing() + U'.');
    return true;
  }

  bool EndsInZeros(size_t count) const {
    const Text& digits = *value_;
    return digits == U"0" ||
           (digits.size() >= count && digits.find_last_not_of(U'0') + count < digits.size());
  }

  // A whole number 0 counts as nothing.
  Text ValueOrNothing() const { return value_ && (is_text_ || *value_ != U"0") ? *value_ : Text(); }
  void SetWhole(const Text& digits) {
    value_ = digits;
    is_text_ = false;
  }
  void SetText(const Text& text) {
    value_ = text;
    is_text_ = true;
  }
  void Put(const Text& text) {
    out_.push_back(prefix_ + text);
    prefix_.clear();
    value_.reset();
  }
  void PutValue() {
    if (value_) Put(Text(*value_));
  }
  void PutWithSuffix(TextView suffix) { Put(*value_ + Text(suffix)); }

  const std::vector<Text>& words_;
  std::vector<Text>& out_;
  size_t at_ = 0;
  std::optional<NumberWord> before_, next_;
  bool next_is_numeric_ = false;
  Text prefix_;
  std::optional<Text> value_;
  bool is_text_ = false;
};

}  // namespace

bool IsSpokenNumber(TextView word) {
  const std::optional<NumberWord> known = FindNumberWord(word);
  return IsKind(known, Kind::kZero) || IsKind(known, Kind::kOne) || IsKind(known, Kind::kTen) ||
         IsKind(known, Kind::kMultiplier);
}

bool ReadSpokenNumbers(const std::vector<Text>& words, std::vector<Text>& out) {
  return NumberReader(words, out).Read();
}

}  // namespace mtgauge
