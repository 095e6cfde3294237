// Reads rows under a header, and records.
#include "core/input/tables/pair_lines.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
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
  static std::optional<PairRows> Make(const Fields& fields) {
    const auto first = FindOneOf(fields, kFirstNames), second = FindOneOf(fields, kSecondNames),
               winner = FindOneOf(fields, kWinnerNames);
    if (!first || !second || !winner) return std::nullopt;
    return PairRows(*first, *second, *winner, fields);
  }

  Result<PairLine> Read(const std::string& file, size_t number, const Fields& fields) const {
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
  const Result<TableRows> first = CutTable("", bytes, 1);
  return IsRecordOfPair(bytes.substr(0, bytes.find_first_of("\r\n"))) ||
         (first.ok() && !first->rows.empty() && PairRows::Make(first->rows[0]));
}

namespace {

Result<std::vector<PairLine>> ReadPairRecords(const std::string& file, const std::string& bytes) {
  std::vector<PairLine> all;
  size_t number = 0;
  for (const std::string_view line : CutLines(bytes)) {
    MTG_ASSIGN_OR_RETURN(std::optional<PairLine> read, ReadPairRecord(file, ++number, line));
    if (!read) {
      return InputError({file, number}, "a judgement without system1, system2 or winner",
                        "give every record all three");
    }
    all.push_back(*std::move(read));
  }
  return all;
}

}  // namespace

Result<std::vector<PairLine>> ReadPairLines(const std::string& file, const std::string& bytes) {
  if (IsRecordOfPair(std::string_view(bytes).substr(0, bytes.find_first_of("\r\n")))) {
    return ReadPairRecords(file, bytes);
  }
  MTG_ASSIGN_OR_RETURN(const TableRows table, CutTable(file, bytes));
  const std::optional<PairRows> rows =
      table.rows.empty() ? std::nullopt : PairRows::Make(table.rows[0]);
  if (!rows) {
    return InputError({file, 1}, "no columns system1, system2 and winner",
                      "rank scores and judgements of pairs by themselves");
  }
  std::vector<PairLine> all;
  for (size_t r = 1; r < table.rows.size(); ++r) {
    MTG_ASSIGN_OR_RETURN(all.emplace_back(), rows->Read(file, table.lines[r], table.rows[r]));
  }
  return all;
}

}  // namespace mtgauge
