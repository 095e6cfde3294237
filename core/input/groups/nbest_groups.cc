// N-best lists: adjacent candidates with the same id form a group.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/formats/nbest.h"
#include "core/input/groups/list_format.h"
#include "core/input/groups/own_texts.h"

namespace mtgauge {
namespace {

constexpr std::string_view kBars = "|||";

// Returns the number after the last separator of a line.
Result<double> WeightOfLine(const std::string& file, const Row& row) {
  const size_t bars = row.text.rfind(kBars);
  std::string_view number = row.text.substr(bars + kBars.size());
  number.remove_prefix(std::min(number.find_first_not_of(" \t"), number.size()));
  number = number.substr(0, number.find_last_not_of(" \t") + 1);
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc() || end != number.data() + number.size()) {
    return InputError({file, row.line}, fmt::format("'{}' is not a score", number),
                      "end every line with ' ||| ' and a number, or leave out `weights`");
  }
  return value;
}

// Groups adjacent candidates with the same id.
class NbestGroups final : public GroupReader {
 public:
  NbestGroups(std::unique_ptr<LineReader> lines, bool weighed, bool counted,
              std::vector<OneFile> references)
      : lines_(std::move(lines)),
        weighed_(weighed),
        counted_(counted),
        references_(std::move(references)) {}

  Result<std::optional<PairGroup>> Next() override {
    const std::string& file = lines_->source().name();
    OwnTexts texts;
    std::vector<double> weights;
    std::string id;
    uint64_t lines_before = 0;
    while (true) {
      MTG_ASSIGN_OR_RETURN(const std::optional<Row> row, lines_->First());
      if (!row) break;
      const std::optional<NbestLine> line = ParseNbestLine(row->text);
      if (!line) {
        return InputError({file, row->line}, "not a line of an n-best list", "write ID ||| TEXT");
      }
      if (texts.hypotheses.empty()) {
        id = line->id;
        lines_before = row->line - 1;
      } else if (line->id != id) {
        break;
      }
      texts.hypotheses.emplace_back(line->text);
      if (weighed_) {
        MTG_ASSIGN_OR_RETURN(weights.emplace_back(), WeightOfLine(file, *row));
      }
      MTG_RETURN_IF_ERROR(lines_->Next().status());
    }
    if (texts.hypotheses.empty()) return AtEnd();
    if (!seen_.insert(DefaultHash().function(id.data(), id.size())).second) {
      return InputError({file, lines_before + 1},
                        fmt::format("the id {} came before, with other ids between", id),
                        "put all candidates of an id one after another");
    }
    if (counted_) Count(id, lines_before + 1);
    MTG_RETURN_IF_ERROR(TakeReferences(lines_before, texts));
    PairGroup group = GroupOf(std::move(id), file, std::move(texts), !references_.empty());
    group.weights = std::move(weights);
    group.lines_before = lines_before;
    return group;
  }
  std::vector<InputWarning> warnings() const override {
    std::vector<InputWarning> all = lines_->source().warnings();
    if (!gap_.empty()) all.push_back({"ids", gap_});
    return all;
  }

 private:
  // Describes the first number that is not the one after the number before it.
  void Count(const std::string& id, uint64_t line) {
    const std::optional<uint64_t> number = ParseNumber<uint64_t>(id);
    if (gap_.empty() && number && last_ && *number != *last_ + 1) {
      gap_ = fmt::format(
          "{}:{}: the id {} comes after {}, so the lines of the output are not those of the "
          "segments; give every segment candidates, in order, or use `format` tsv, which names the "
          "ids",
          lines_->source().name(), line, id, *last_);
    }
    last_ = number;
  }
  Status TakeReferences(uint64_t lines_before, OwnTexts& texts) {
    for (const OneFile& file : references_) {
      if (groups_ >= file.texts.size()) {
        return InputError({lines_->source().name(), lines_before + 1},
                          fmt::format("more ids than references in {}, which has {}",
                                      file.source->name(), file.texts.size()),
                          "write one reference for each id of the list");
      }
      texts.references.push_back(file.texts[groups_]);
    }
    ++groups_;
    return OkStatus();
  }
  Result<std::optional<PairGroup>> AtEnd() const {
    for (const OneFile& file : references_) {
      if (file.texts.size() == groups_) continue;
      return InputError({file.source->name()},
                        fmt::format("{}, but {} has {}", Counted(file.texts.size(), "reference"),
                                    lines_->source().name(), Counted(groups_, "id")),
                        "write one reference for each id of the list");
    }
    return std::optional<PairGroup>();
  }

  std::unique_ptr<LineReader> lines_;
  bool weighed_, counted_;
  std::vector<OneFile> references_;
  uint64_t groups_ = 0;
  absl::flat_hash_set<uint64_t> seen_;  // hashes of the ids so far
  std::optional<uint64_t> last_;        // the last id, if it is a number
  std::string gap_;                     // a warning; empty if there is none
};

Result<std::unique_ptr<GroupReader>> OpenNbestGroups(const GroupFiles& files,
                                                     std::unique_ptr<LineReader> lines) {
  if (!files.weights.empty() && files.weights != "score") {
    return UsageError({.option = "weights"},
                      fmt::format("`weights`: an n-best list has no field '{}'", files.weights),
                      "use `weights` score, which is what ends each line");
  }
  std::vector<OneFile> references;
  for (const std::string& path : files.references) {
    MTG_ASSIGN_OR_RETURN(references.emplace_back(), OneFile::Open(files, path, Role::kReference));
  }
  return std::make_unique<NbestGroups>(std::move(lines), !files.weights.empty(), files.counted,
                                       std::move(references));
}

}  // namespace

extern const ListFormatRow kNbestGroups;
const ListFormatRow kNbestGroups = {
    "nbest",
    [](const Row& first, const std::string&) { return ParseNbestLine(first.text).has_value(); },
    OpenNbestGroups};

}  // namespace mtgauge
