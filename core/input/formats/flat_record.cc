// Cuts a record at its quotes.
#include "core/input/formats/flat_record.h"

#include <algorithm>

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

// One pass without a branch, which compilers make a loop over vectors.
bool HasControlOrEscape(std::string_view row) {
  uint8_t any = 0;
  for (const char c : row) any |= static_cast<uint8_t>(c) < ' ' || c == '\\' ? 1 : 0;
  return any != 0;
}

bool TakeText(std::string_view& rest, std::string_view& text) {
  if (!rest.starts_with('"')) return false;
  const size_t quote = rest.find('"', 1);
  if (quote == rest.npos) return false;
  text = rest.substr(1, quote - 1);
  rest.remove_prefix(quote + 1);
  return true;
}

}  // namespace

// The parser is as fast with escapes.
bool FlatRecord::Read(std::string_view row) {
  if (HasControlOrEscape(row) || !IsValidUtf8(row)) return false;
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

// Most rows have the names of the one before.
bool FlatRecord::TakeKey(std::string_view& rest, std::string_view& key) {
  const size_t i = fields_.size();
  if (i < names_.size()) {
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
