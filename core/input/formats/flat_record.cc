// Cuts a record at its quotes.
#include "core/input/formats/flat_record.h"

#include <algorithm>
#include <cstring>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

bool Take(std::string_view& rest, char wanted) {
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.starts_with(wanted)) return false;
  rest.remove_prefix(1);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return true;
}

// A number of up to 18 digits fits into 64 bits. "-0" is the number 0.
bool TakeWholeNumber(std::string_view& rest, std::string_view& number) {
  constexpr size_t kMostDigits = 18;
  const size_t sign = rest.starts_with('-') ? 1 : 0;
  size_t end = sign;
  while (end < rest.size() && rest[end] >= '0' && rest[end] <= '9') ++end;
  if (end == sign || end - sign > kMostDigits) return false;
  if (rest[sign] == '0' && end > 1) return false;
  number = rest.substr(0, end);
  rest.remove_prefix(end);
  return true;
}

bool TakeWord(std::string_view& rest, FieldValue& value) {
  using Kind = FieldValue::Kind;
  for (const std::string_view word : {"true", "false", "null"}) {
    if (!rest.starts_with(word)) continue;
    value = word == "null" ? FieldValue{Kind::kNull} : FieldValue{Kind::kName, word};
    rest.remove_prefix(word.size());
    return true;
  }
  return false;
}

// Returns the value of four hexadecimal digits; more than 16 bits if they are none.
uint32_t HexValue(const char* digits) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = digits[i];
    const char lower = static_cast<char>(c | 0x20);
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && (lower < 'a' || lower > 'f')) return UINT32_MAX;
    value = value << 4 | static_cast<uint32_t>(is_digit ? c - '0' : lower - 'a' + 10);
  }
  return value;
}

// Decodes what follows "\\u" at `at`. Returns false for a half of a pair, which is no character.
bool TakeCodePoint(const char*& at, char*& to) {
  uint32_t value = HexValue(at);
  at += 4;
  if (value >= 0xD800 && value < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
    const uint32_t second = HexValue(at + 2);
    if (second < 0xDC00 || second >= 0xE000) return false;
    value = 0x10000 + ((value - 0xD800) << 10) + (second - 0xDC00);
    at += 6;
  } else if (value > 0xFFFF || (value >= 0xD800 && value < 0xE000)) {
    return false;
  }
  to = WriteUtf8(value, to);
  return true;
}

// Decodes the escape at `at`, a backslash. Reads at most 12 bytes.
bool TakeEscape(const char*& at, char*& to) {
  constexpr std::string_view kLetters = "\"\\/bfnrt", kBytes = "\"\\/\b\f\n\r\t";
  const char letter = at[1];
  at += 2;
  if (letter == 'u') return TakeCodePoint(at, to);
  const size_t i = kLetters.find(letter);
  if (i == kLetters.npos) return false;
  *to++ = kBytes[i];
  return true;
}

}  // namespace

bool FlatRecord::Read(const MarkedLines& line) {
  base_ = line.piece().data();
  mark_ = line.marks();
  decoded_size_ = 0;
  same_names_ = true;
  if (!shape_.empty() && ReadAsBefore(line.line())) return true;
  mark_ = line.marks();
  decoded_size_ = 0;
  if (ReadFields(line.line()) && KeepNames()) return true;
  shape_.clear();
  return false;
}

// Most rows differ from the one before in their values only.
bool FlatRecord::ReadAsBefore(std::string_view rest) {
  constexpr int kQuotesOfName = 2;
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (!rest.starts_with(shape_[i])) return false;
    rest.remove_prefix(shape_[i].size());
    mark_ += kQuotesOfName;
    if (!TakeValue(rest, fields_[i].value)) return false;
  }
  return rest == shape_.back();
}

bool FlatRecord::ReadFields(std::string_view rest) {
  const char* done = rest.data();
  shape_.clear();
  fields_.clear();
  if (!Take(rest, '{')) return false;
  do {
    FlatField field;
    if (!TakeKey(rest, field.key) || !Take(rest, ':')) return false;
    shape_.emplace_back(done, rest.data());
    if (!TakeValue(rest, field.value)) return false;
    done = rest.data();
    fields_.push_back(field);
  } while (Take(rest, ','));
  if (!Take(rest, '}') || !rest.empty()) return false;
  shape_.emplace_back(done, rest.data());
  return true;
}

bool FlatRecord::TakeValue(std::string_view& rest, FieldValue& value) {
  using Kind = FieldValue::Kind;
  if (rest.starts_with('"')) {
    value.kind = Kind::kText;
    return TakeText(rest, value.text);
  }
  if (!TakeWholeNumber(rest, value.text)) return TakeWord(rest, value);
  value.kind = Kind::kName;
  return true;
}

bool FlatRecord::TakeKey(std::string_view& rest, std::string_view& key) {
  const size_t i = fields_.size(), decoded = decoded_size_;
  if (!TakeText(rest, key) || decoded_size_ != decoded) return false;
  same_names_ = same_names_ && i < names_.size() && key == names_[i];
  return true;
}

// All marks before `rest` are used, so the next one is that of its first quote.
bool FlatRecord::TakeText(std::string_view& rest, std::string_view& text) {
  if (!rest.starts_with('"')) return false;
  ++mark_;
  const char* const end = base_ + *mark_;
  if (*end == '\\') return TakeEscaped(rest, text);
  if (*end != '"') return false;
  ++mark_;
  const auto size = static_cast<size_t>(end - rest.data()) - 1;
  text = rest.substr(1, size);
  rest.remove_prefix(size + 2);
  return true;
}

// Decoded texts are not longer, so those of a row fit into as many bytes as it has.
bool FlatRecord::TakeEscaped(std::string_view& rest, std::string_view& text) {
  if (decoded_size_ == 0) decoded_.Grow(rest.size(), 0);
  const char* at = rest.data() + 1;
  char* const begin = decoded_.data() + decoded_size_;
  char* to = begin;
  for (;;) {
    const char* const mark = base_ + *mark_++;
    std::memcpy(to, at, static_cast<size_t>(mark - at));
    to += mark - at;
    at = mark;
    if (*mark == '"') break;
    if (*mark != '\\' || !TakeEscape(at, to)) return false;
    // An escape may have several marks: "\\" and "\"" have two.
    while (base_ + *mark_ < at) ++mark_;
  }
  text = {begin, static_cast<size_t>(to - begin)};
  decoded_size_ += text.size();
  rest.remove_prefix(static_cast<size_t>(at + 1 - rest.data()));
  return true;
}

// Returns false if two names are equal.
bool FlatRecord::KeepNames() {
  same_names_ = same_names_ && fields_.size() == names_.size();
  if (!same_names_) {
    names_.clear();
    for (const FlatField& field : fields_) names_.emplace_back(field.key);
    std::vector<std::string_view> sorted(names_.begin(), names_.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      names_.clear();
      return false;
    }
  }
  for (size_t i = 0; i < fields_.size(); ++i) fields_[i].key = names_[i];
  return true;
}

}  // namespace mtgauge
