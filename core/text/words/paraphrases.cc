// Reads a table into a trie of phrases.
#include "core/text/words/paraphrases.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/hash.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {

struct Paraphrases::Tables {
  uint32_t NumberOf(std::string_view word);
  absl::Status Read(const std::string& path, std::string_view text);
  absl::Status ReadPhrase(std::string_view line, std::vector<uint32_t>& out);
  void AddPhrase(std::span<const uint32_t> phrase);
  void SortEntries();

  std::deque<std::string> texts;  // of words
  absl::flat_hash_map<std::string_view, uint32_t> numbers;
  absl::flat_hash_map<uint64_t, uint32_t> steps;  // from a place by a word
  uint32_t places = 1;
  std::vector<uint32_t> place_of;          // of each entry's phrase
  std::vector<uint32_t> first_of, sorted;  // entries by place
  std::vector<uint32_t> paraphrases;       // words of all entries
  std::vector<uint32_t> ends;              // of each entry's
  std::string digest;
};

namespace {

uint64_t StepKey(uint32_t from, uint32_t word) { return uint64_t{from} << 32 | word; }

bool IsProbability(std::string_view line) {
  double value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  return error == std::errc() && end == line.data() + line.size() && std::isfinite(value);
}

// Lines of a text, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // False at the end.
  bool Next(std::string_view& line) {
    if (rest_.empty()) return false;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  uint64_t number() const { return number_; }

 private:
  std::string_view rest_;
  uint64_t number_ = 0;
};

}  // namespace

uint32_t Paraphrases::Tables::NumberOf(std::string_view word) {
  const auto found = numbers.find(word);
  if (found != numbers.end()) return found->second;
  const auto number = static_cast<uint32_t>(numbers.size());
  numbers.emplace(texts.emplace_back(word), number);
  return number;
}

absl::Status Paraphrases::Tables::ReadPhrase(std::string_view line, std::vector<uint32_t>& out) {
  constexpr std::string_view kSpaces = " \t\f\r";
  out.clear();
  for (size_t at = line.find_first_not_of(kSpaces); at < line.size();) {
    const size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    out.push_back(NumberOf(line.substr(at, end - at)));
    at = line.find_first_not_of(kSpaces, end);
  }
  if (out.empty()) return UsageError("a phrase must have a word");
  if (out.size() > kLongestPhrase) {
    return UsageError(fmt::format("a phrase may have at most {} words", kLongestPhrase));
  }
  return absl::OkStatus();
}

void Paraphrases::Tables::AddPhrase(std::span<const uint32_t> phrase) {
  uint32_t at = kRoot;
  for (const uint32_t word : phrase) {
    const auto [step, is_new] = steps.try_emplace(StepKey(at, word), places);
    places += is_new ? 1 : 0;
    at = step->second;
  }
  place_of.push_back(at);
}

absl::Status Paraphrases::Tables::Read(const std::string& path, std::string_view text) {
  Lines lines(text);
  const auto refuse = [&](std::string_view why) {
    return UsageError(
        {.file = path, .line = lines.number(), .option = "para"}, std::string(why),
        "a table of paraphrases has three lines for each: a probability, a phrase, its paraphrase");
  };
  std::vector<uint32_t> phrase;
  for (std::string_view line; lines.Next(line);) {
    if (!IsProbability(line))
      return refuse(fmt::format("'{}' must be a number", line.substr(0, 80)));
    for (const bool is_phrase : {true, false}) {
      if (!lines.Next(line)) {
        return refuse(is_phrase ? "no phrase follows" : "no paraphrase follows");
      }
      const absl::Status status = ReadPhrase(line, phrase);
      if (!status.ok()) return refuse(std::string(status.message()));
      if (is_phrase) {
        AddPhrase(phrase);
      } else {
        paraphrases.insert(paraphrases.end(), phrase.begin(), phrase.end());
        ends.push_back(static_cast<uint32_t>(paraphrases.size()));
      }
    }
    if (paraphrases.size() > UINT32_MAX / 2) return refuse("the table is too large");
  }
  return absl::OkStatus();
}

// Counts, then fills.
void Paraphrases::Tables::SortEntries() {
  first_of.assign(size_t{places} + 1, 0);
  for (const uint32_t place : place_of) ++first_of[place + 1];
  for (uint32_t place = 0; place < places; ++place) first_of[place + 1] += first_of[place];
  std::vector<uint32_t> next(first_of.begin(), first_of.end() - 1);
  sorted.resize(place_of.size());
  for (uint32_t entry = 0; entry < place_of.size(); ++entry) {
    sorted[next[place_of[entry]]++] = entry;
  }
  place_of = {};
}

Paraphrases::Paraphrases(std::unique_ptr<const Tables> tables) : tables_(std::move(tables)) {}
Paraphrases::~Paraphrases() = default;

absl::StatusOr<const Paraphrases*> Paraphrases::Open(const std::string& path) {
  static std::mutex mutex;
  static auto* const opened = new std::map<std::string, std::unique_ptr<const Paraphrases>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<const Paraphrases>& table = (*opened)[path];
  if (table != nullptr) return table.get();
  const absl::StatusOr<std::string> bytes = ReadResource(path);
  if (!bytes.ok()) {
    const Error error = ErrorOf(bytes.status());
    return UsageError({.file = error.file, .option = "para"}, error.what,
                      "para=FILE must be a table of paraphrases as METEOR 1.5 reads them, plain or "
                      "packed by gzip");
  }
  auto tables = std::make_unique<Tables>();
  MTG_RETURN_IF_ERROR(tables->Read(path, *bytes));
  tables->SortEntries();
  tables->digest =
      fmt::format("{:016x}", FindHash("xxh64")->function(bytes->data(), bytes->size()));
  table.reset(new Paraphrases(std::move(tables)));
  return table.get();
}

uint32_t Paraphrases::FindWord(std::string_view word) const {
  const auto found = tables_->numbers.find(word);
  return found == tables_->numbers.end() ? kNone : found->second;
}

uint32_t Paraphrases::words() const { return static_cast<uint32_t>(tables_->numbers.size()); }

uint32_t Paraphrases::Follow(uint32_t from, uint32_t word) const {
  if (word == kNone) return kNone;
  const auto step = tables_->steps.find(StepKey(from, word));
  return step == tables_->steps.end() ? kNone : step->second;
}

std::span<const uint32_t> Paraphrases::Entries(uint32_t at) const {
  const uint32_t begin = tables_->first_of[at];
  return std::span(tables_->sorted).subspan(begin, tables_->first_of[at + 1] - begin);
}

std::span<const uint32_t> Paraphrases::Paraphrase(uint32_t entry) const {
  const uint32_t begin = entry == 0 ? 0 : tables_->ends[entry - 1];
  return std::span(tables_->paraphrases).subspan(begin, tables_->ends[entry] - begin);
}

const std::string& Paraphrases::digest() const { return tables_->digest; }

}  // namespace mtgauge
