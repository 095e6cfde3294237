#include "core/text/words/glossary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr std::string_view kLayout =
    "write the term, a tab and its translations with | between them; then, for one segment only, a "
    "tab and its number";

// Splits a text at each `mark` and removes white space around the pieces.
std::vector<std::string_view> Pieces(std::string_view text, char mark) {
  std::vector<std::string_view> pieces;
  for (size_t end = 0; end != text.npos;) {
    end = text.find(mark);
    pieces.push_back(Trim(text.substr(0, end)));
    text.remove_prefix(std::min(text.size(), end == text.npos ? end : end + 1));
  }
  return pieces;
}

// Reads a line; the error says what is wrong with it.
Result<GlossaryEntry> ReadEntry(std::string_view line) {
  const std::vector<std::string_view> fields = Pieces(line, '\t');
  if (!IsValidUtf8(line)) return UsageError("the line is not UTF-8", "save the file as UTF-8");
  if (fields.size() < 2) return UsageError("there is no tab", std::string(kLayout));
  if (fields.size() > 3) return UsageError("there are more than two tabs", std::string(kLayout));
  GlossaryEntry entry;
  entry.term = fields[0];
  for (const std::string_view translation : Pieces(fields[1], '|')) {
    if (translation.empty()) return UsageError("a translation is empty", std::string(kLayout));
    if (std::ranges::find(entry.translations, translation) != entry.translations.end()) {
      return UsageError(fmt::format("the translation '{}' stands twice", translation),
                        "name it once");
    }
    entry.translations.emplace_back(translation);
  }
  if (entry.term.empty()) return UsageError("the term is empty", std::string(kLayout));
  if (fields.size() < 3 || fields[2].empty()) return entry;
  const auto [end, error] =
      std::from_chars(fields[2].data(), fields[2].data() + fields[2].size(), entry.segment);
  if (error != std::errc() || end != fields[2].data() + fields[2].size() || entry.segment == 0) {
    return UsageError(fmt::format("'{}' is not the number of a segment", fields[2]),
                      "count segments from 1, or leave the third column empty for all of them");
  }
  return entry;
}

}  // namespace

Result<Glossary> ParseGlossary(const std::string& path, std::string_view bytes) {
  FilesDigest digest;
  digest.Add(bytes);
  Glossary glossary{path, digest.Get(), {}};
  if (constexpr std::string_view kMark = "\xEF\xBB\xBF"; bytes.starts_with(kMark)) {
    bytes.remove_prefix(kMark.size());
  }
  for (uint64_t number = 1; !bytes.empty(); ++number) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
    if (IsBlankText(line)) continue;
    Result<GlossaryEntry> entry = ReadEntry(line);
    if (!entry.ok()) {
      const Error& error = entry.status().error();
      return InputError({path, number}, error.what, error.remedy);
    }
    entry->line = number;
    glossary.entries.push_back(*std::move(entry));
  }
  if (!glossary.entries.empty()) return glossary;
  return InputError({path}, "the glossary has no terms", std::string(kLayout));
}

Result<Glossary> ReadGlossary(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadResource(path));
  return ParseGlossary(path, bytes);
}

}  // namespace mtgauge
