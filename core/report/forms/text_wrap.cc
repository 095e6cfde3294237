// Wraps words for the terminal.
#include "core/report/forms/text_wrap.h"

#include "core/base/printing.h"

namespace mtgauge {

std::vector<std::string> WrapWords(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  size_t column = 0;
  while (!text.empty()) {
    const size_t space = text.find(' ');
    const std::string word(text.substr(0, space));
    text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    const size_t wide = DisplayWidth(word);
    if (lines.empty() || column + 1 + wide > width) {
      lines.push_back(word);
      column = wide;
    } else {
      lines.back() += ' ' + word;
      column += 1 + wide;
    }
  }
  return lines;
}

std::string Paragraph(std::string_view text, size_t indent, size_t columns) {
  std::string out;
  for (const std::string& line : WrapWords(text, columns - indent)) {
    out += std::string(indent, ' ') + line + '\n';
  }
  return out;
}

std::string WrappedNote(std::string_view text, size_t columns) {
  return "  " + Paragraph(text, 4, columns).substr(4);
}

std::string Hanging(std::string_view head, std::string_view text, size_t at, size_t columns) {
  const std::string paragraph = Paragraph(text, at, columns);
  const size_t wide = DisplayWidth(std::string(head));
  if (paragraph.empty() || wide + 2 > at) return std::string(head) + '\n' + paragraph;
  return std::string(head) + paragraph.substr(wide);
}

}  // namespace mtgauge
