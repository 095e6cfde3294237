// Finds the ends of rows, byte by byte where it must.
#include "core/input/row_steps.h"

#include <cstring>

namespace mtgauge {
namespace {

// Returns the offset of the byte, or the size if it is not there.
size_t FindByte(std::string_view text, char byte) {
  const void* const found = text.empty() ? nullptr : std::memchr(text.data(), byte, text.size());
  if (found == nullptr) return text.size();
  return static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace

QuotedRow::Inside QuotedRow::Next(char c) const {
  switch (inside_) {
    case Inside::kQuotes:
      return c == '"' ? Inside::kAfterQuote : Inside::kQuotes;
    case Inside::kAfterQuote:
      if (c == '"') return Inside::kQuotes;
      return c == separator_ ? Inside::kStart : Inside::kAfterQuote;
    case Inside::kStart:
      if (c == '"') return Inside::kQuotes;
      break;
    case Inside::kPlain:
      break;
  }
  return c == separator_ ? Inside::kStart : Inside::kPlain;
}

size_t QuotedRow::FindEnd(std::string_view piece) {
  if (inside_ == Inside::kStart || inside_ == Inside::kPlain) {
    // Most rows have no quote.
    const size_t end = FindByte(piece, '\n');
    const std::string_view row = piece.substr(0, end);
    if (FindByte(row, '"') == end) {
      if (end == piece.size()) {
        inside_ = row.ends_with(separator_) ? Inside::kStart
                  : row.empty()             ? inside_
                                            : Inside::kPlain;
      } else {
        Restart();
      }
      return end;
    }
  }
  for (size_t i = 0; i < piece.size(); ++i) {
    if (inside_ == Inside::kQuotes) i += FindByte(piece.substr(i), '"');
    if (i == piece.size()) break;
    if (inside_ != Inside::kQuotes && piece[i] == '\n') {
      Restart();
      return i;
    }
    inside_ = Next(piece[i]);
  }
  return piece.size();
}

ArraySteps::Fault ArraySteps::Step(char& c) {
  if (in_string_) {
    if (!escaped_ && c == '"') in_string_ = false;
    escaped_ = !escaped_ && c == '\\';
    return Fault::kNone;
  }
  const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
  if (space) {
    c = ' ';
    return Fault::kNone;
  }
  if (depth_ == 0) return BeginArray(c);
  if (depth_ == 1 && (c == ',' || c == ']')) return EndElement(c);
  has_element_ = true;
  if (c == '"') in_string_ = true;
  if (c == '[' || c == '{') ++depth_;
  if ((c == ']' || c == '}') && depth_ > 1) --depth_;
  return Fault::kNone;
}

ArraySteps::Fault ArraySteps::BeginArray(char& c) {
  if (ended_) return Fault::kAfterEnd;
  if (c != '[') return Fault::kNoArray;
  c = ' ';
  depth_ = 1;
  return Fault::kNone;
}

ArraySteps::Fault ArraySteps::EndElement(char& c) {
  const bool empty_array = c == ']' && elements_ == 0;
  ended_ = c == ']';
  if (ended_) depth_ = 0;
  if (!has_element_ && !empty_array) return Fault::kNoElement;
  if (has_element_) ++elements_;
  has_element_ = false;
  c = '\n';
  return Fault::kNone;
}

}  // namespace mtgauge
