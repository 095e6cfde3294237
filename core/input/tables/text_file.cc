// Reads a file to its end, and splits text at LF and tabs.
#include "core/input/tables/text_file.h"

#include <utility>

#include "core/input/byte_order_mark.h"
#include "core/input/formats/foreign.h"
#include "core/input/source.h"
#include "core/input/tables/marked_lines.h"

namespace mtgauge {
namespace {

std::string_view WithoutSpacesAround(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> CutAt(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  size_t end = line.find(separator);
  for (; end != std::string_view::npos; end = line.find(separator)) {
    fields.push_back(WithoutSpacesAround(line.substr(0, end)));
    line.remove_prefix(end + 1);
  }
  fields.push_back(WithoutSpacesAround(line));
  return fields;
}

std::vector<std::string_view> CutQuoted(std::string_view line, std::deque<std::string>& unquoted) {
  std::vector<std::string_view> fields;
  std::string field;
  bool quoted = false;
  const auto finish = [&] {
    unquoted.push_back(std::move(field));
    fields.push_back(WithoutSpacesAround(unquoted.back()));
    field.clear();
  };
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ',' && !quoted) {
      finish();
    } else if (line[i] != '"') {
      field += line[i];
    } else if (quoted && line.substr(i + 1).starts_with('"')) {
      field += line[i++];
    } else {
      quoted = !quoted;
    }
  }
  finish();
  return fields;
}

}  // namespace

Result<std::string> ReadTextFile(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::unique_ptr<Source> source, OpenSource(path));
  return ReadText(*source);
}

Result<std::string> ReadText(Source& source) {
  std::string bytes;
  for (Block block; !block.last; ++block.index) {
    source.Read(1 << 20, block);
    if (!block.status.ok()) return block.status;
    bytes.append(block.data.data(), block.bytes);
  }
  MTG_RETURN_IF_ERROR(CheckNotBinary(source.name(), bytes));
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  return bytes;
}

std::vector<std::string_view> CutLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(TakeLine(text));
  return lines;
}

std::vector<std::string_view> CutFields(std::string_view line) { return CutAt(line, '\t'); }

std::vector<std::vector<std::string_view>> CutTable(const std::vector<std::string_view>& lines,
                                                    std::deque<std::string>& unquoted) {
  const char separator = !lines.empty() && lines[0].find('\t') == lines[0].npos ? ',' : '\t';
  std::vector<std::vector<std::string_view>> rows;
  for (const std::string_view line : lines) {
    const bool quotes = separator == ',' && line.find('"') != line.npos;
    rows.push_back(quotes ? CutQuoted(line, unquoted) : CutAt(line, separator));
  }
  return rows;
}

}  // namespace mtgauge
