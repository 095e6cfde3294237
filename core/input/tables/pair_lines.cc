// Reads rows under a header, and records.
#include "core/input/tables/pair_lines.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

using Names = std::span<const std::string_view>;
constexpr std::string_view kFirstNames[] = {"system1", "system_a", "model_a"},
                           kSecondNames[] = {"system2", "system_b", "model_b"},
                           kWinnerNames[] = {"winner"};

// Splits a line at tabs or, without any, at commas.
Fields CutPairLine(std::string_view line, std::deque<std::string>& unquoted) {
  return CutTable({line}, unquoted).front();
}

bool IsNamed(std::string_view field, Names names) {
  const std::string lower = absl::AsciiStrToLower(std::string(field));
  return std::find(names.begin(), names.end(), lower) != names.end();
}

std::optional<size_t> FindOneOf(const Fields& header, Names names) {
  for (size_t c = 0; c < header.size(); ++c) {
    if (IsNamed(header[c], names)) return c;
  }
  return std::nullopt;
}

// Reads a row under a header.
class PairRows {
 public:
  static std::optional<PairRows> Make(std::string_view header) {
    std::deque<std::string> unquoted;
    const Fields fields = CutPairLine(header, unquoted);
    const auto first = FindOneOf(fields, kFirstNames), second = FindOneOf(fields, kSecondNames),
               winner = FindOneOf(fields, kWinnerNames);
    if (!first || !second || !winner) return std::nullopt;
    return PairRows(*first, *second, *winner, fields);
  }

  Result<PairLine> Read(const std::string& file, size_t number, std::string_view line) const {
    std::deque<std::string> unquoted;
    const Fields fields = CutPairLine(line, unquoted);
    if (fields.size() != width_) {
      return InputError(
          {file, number},
          fmt::format("{}, but the header has {}", Counted(fields.size(), "column"), width_),
          "write as many columns on every line");
    }
    const std::string_view lang = lang_ ? fields[*lang_] : std::string_view();
    return PairLine{number, std::string(fields[first_]), std::string(fields[second_]),
                    std::string(fields[winner_]), std::string(lang)};
  }

 private:
  PairRows(size_t first, size_t second, size_t winner, const Fields& header)
      : first_(first),
        second_(second),
        winner_(winner),
        width_(header.size()),
        lang_(FindColumn(header, Title::kLanguagePair)) {}

  size_t first_, second_, winner_, width_;
  std::optional<size_t> lang_;
};

// Reads a record of JSON Lines; nothing if it has not the fields.
Result<std::optional<PairLine>> ReadPairRecord(const std::string& file, size_t number,
                                               std::string_view line) {
  const std::string padded = std::string(line) + std::string(kTextPadding, '\0');
  simdjson::dom::parser parser;
  MTG_ASSIGN_OR_RETURN(
      const simdjson::dom::object record,
      ParseRecord(file, {std::string_view(padded).substr(0, line.size()), number}, parser));
  PairLine read;
  read.number = number;
  size_t found = 0;
  for (const simdjson::dom::key_value_pair field : record) {
    std::string* const into = IsNamed(field.key, kFirstNames)            ? &read.first
                              : IsNamed(field.key, kSecondNames)         ? &read.second
                              : IsNamed(field.key, kWinnerNames)         ? &read.winner
                              : IsTitle(field.key, Title::kLanguagePair) ? &read.lang
                                                                         : nullptr;
    if (into == nullptr) continue;
    std::string_view text;
    const bool is_text = field.value.get(text) == simdjson::SUCCESS;
    *into = is_text ? std::string(text) : simdjson::minify(field.value);
    found += into != &read.lang ? 1 : 0;
  }
  return found == 3 ? std::optional(std::move(read)) : std::nullopt;
}

bool IsRecordOfPair(std::string_view line) {
  if (!line.starts_with('{')) return false;
  const auto record = ReadPairRecord("", 1, line);
  return record.ok() && record->has_value();
}

}  // namespace

bool HoldsPairLines(std::string_view bytes) {
  const std::string_view first = bytes.substr(0, bytes.find_first_of("\r\n"));
  return IsRecordOfPair(first) || PairRows::Make(first).has_value();
}

Result<std::vector<PairLine>> ReadPairLines(const std::string& file, const std::string& bytes) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  const bool records = !lines.empty() && IsRecordOfPair(lines.front());
  const std::optional<PairRows> rows =
      lines.empty() || records ? std::nullopt : PairRows::Make(lines.front());
  if (!records && !rows) {
    return InputError({file, 1}, "no columns system1, system2 and winner",
                      "rank scores and judgements of pairs by themselves");
  }
  std::vector<PairLine> all;
  for (size_t i = records ? 0 : 1; i < lines.size(); ++i) {
    if (rows) {
      MTG_ASSIGN_OR_RETURN(PairLine read, rows->Read(file, i + 1, lines[i]));
      all.push_back(std::move(read));
      continue;
    }
    MTG_ASSIGN_OR_RETURN(std::optional<PairLine> read, ReadPairRecord(file, i + 1, lines[i]));
    if (!read) {
      return InputError({file, i + 1}, "a judgement without system1, system2 or winner",
                        "give every record all three");
    }
    all.push_back(*std::move(read));
  }
  return all;
}

}  // namespace mtgauge
