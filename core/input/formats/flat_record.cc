// Cuts a record at its quotes.
#include "core/input/formats/flat_record.h"

#include <algorithm>
#include <charconv>
#include <system_error>

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

// Takes the four digits of an escape.
bool TakeUnit(std::string_view& rest, uint32_t& unit) {
  constexpr size_t kDigits = 4;
  if (rest.size() < kDigits) return false;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + kDigits, unit, 16);
  if (error != std::errc() || end != rest.data() + kDigits) return false;
  rest.remove_prefix(kDigits);
  return true;
}

// Takes the rest of an escape of a character, and writes it as UTF-8.
bool TakePoint(std::string_view& rest, char*& out) {
  uint32_t point = 0, low = 0;
  if (!TakeUnit(rest, point)) return false;
  if (point >= 0xD800 && point < 0xE000) {
    if (point >= 0xDC00 || !rest.starts_with("\\u")) return false;
    rest.remove_prefix(2);
    if (!TakeUnit(rest, low) || low < 0xDC00 || low >= 0xE000) return false;
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
  }
  out = WriteUtf8(point, out);
  return true;
}

// Takes an escape without its backslash.
bool TakeEscape(std::string_view& rest, char*& out) {
  constexpr std::string_view kWritten = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
  if (rest.empty()) return false;
  const char kind = rest.front();
  rest.remove_prefix(1);
  if (kind == 'u') return TakePoint(rest, out);
  const size_t known = kWritten.find(kind);
  if (known == kWritten.npos) return false;
  *out++ = kMeant[known];
  return true;
}

struct RowFacts {
  bool controls = false, escapes = false;
};
// One pass without a branch, which compilers make a loop over vectors.
RowFacts FactsOf(std::string_view row) {
  uint8_t controls = 0, escapes = 0;
  for (const char c : row) {
    controls |= static_cast<uint8_t>(c) < ' ' ? 1 : 0;
    escapes |= c == '\\' ? 1 : 0;
  }
  return {controls != 0, escapes != 0};
}

}  // namespace

bool FlatRecord::Read(std::string_view row) {
  const RowFacts facts = FactsOf(row);
  if (facts.controls || !IsValidUtf8(row)) return false;
  escapes_ = facts.escapes;
  if (escapes_) {
    unescaped_.Grow(row.size(), 0);
    end_ = unescaped_.data();
  }
  same_names_ = true;
  if (!ReadFields(row)) return false;
  same_names_ = same_names_ && fields_.size() == names_.size();
  return same_names_ || KeepNames();
}

bool FlatRecord::ReadFields(std::string_view rest) {
  using Kind = FieldValue::Kind;
  fields_.clear();
  if (!Take(rest, '{')) return false;
  do {
    FlatField field;
    if (!TakeKey(rest, field.key) || !Take(rest, ':')) return false;
    if (rest.starts_with('"')) {
      field.value.kind = Kind::kText;
      if (!TakeText(rest, field.value.text)) return false;
    } else if (TakeWholeNumber(rest, field.value.text)) {
      field.value.kind = Kind::kName;
    } else if (!TakeWord(rest, field.value)) {
      return false;
    }
    fields_.push_back(field);
  } while (Take(rest, ','));
  return Take(rest, '}') && rest.empty();
}

bool FlatRecord::TakeText(std::string_view& rest, std::string_view& text) {
  if (!rest.starts_with('"')) return false;
  rest.remove_prefix(1);
  const size_t quote = rest.find('"');
  if (quote == rest.npos) return false;
  text = rest.substr(0, quote);
  if (!escapes_ || text.find('\\') == text.npos) {
    rest.remove_prefix(quote + 1);
    return true;
  }
  char* const begin = end_;
  for (;;) {
    if (rest.empty()) return false;
    const char next = rest.front();
    rest.remove_prefix(1);
    if (next == '"') break;
    if (next != '\\') {
      *end_++ = next;
    } else if (!TakeEscape(rest, end_)) {
      return false;
    }
  }
  text = {begin, static_cast<size_t>(end_ - begin)};
  return true;
}

// Most rows have the names of the one before.
bool FlatRecord::TakeKey(std::string_view& rest, std::string_view& key) {
  const size_t i = fields_.size();
  if (!escapes_ && i < names_.size()) {
    const size_t size = names_[i].size();
    if (rest.size() >= size + 2 && rest.front() == '"' && rest[size + 1] == '"' &&
        rest.substr(1, size) == names_[i]) {
      key = rest.substr(1, size);
      rest.remove_prefix(size + 2);
      return true;
    }
  }
  if (!TakeText(rest, key)) return false;
  same_names_ = same_names_ && i < names_.size() && key == names_[i];
  return true;
}

// Returns false if two names are equal.
bool FlatRecord::KeepNames() {
  names_.clear();
  for (const FlatField& field : fields_) names_.emplace_back(field.key);
  std::vector<std::string_view> sorted(names_.begin(), names_.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return true;
  names_.clear();
  return false;
}

}  // namespace mtgauge
