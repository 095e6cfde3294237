// Reads a table into a trie of phrases, and keeps it as an index file.
#include "core/text/words/paraphrases.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/hash.h"
#include "core/text/words/index_file.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr std::string_view kKind = "paraphrases-4";  // count on when the arrays change

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

// Where the arrays lie: made of the file, or kept.
struct Paraphrases::Memory {
  WordNumberTableMaker words;
  std::vector<Step> steps;
  std::string packed;
  std::optional<KeptArrays> kept;
};

// Numbers places 0, 1, ... while it reads.
class Paraphrases::Maker {
 public:
  explicit Maker(Memory& out) : out_(out) {}

  absl::Status Read(const std::string& path, std::string_view text);
  // Puts what was read into the arrays.
  void Finish();

 private:
  struct Place {
    uint32_t from, word;
    uint32_t bytes = 0;  // of its paraphrases
  };

  absl::Status ReadPhrase(std::string_view line);
  uint32_t AddPhrase();
  void AddParaphrase(uint32_t place);
  std::vector<uint32_t> SortByPlace() const;

  Memory& out_;
  absl::flat_hash_map<uint64_t, uint32_t> place_by_step_;
  std::vector<Place> places_;
  std::vector<uint32_t> place_of_;  // each paraphrase's
  std::string packed_;              // paraphrases in the order of the file
  std::vector<uint32_t> phrase_;
  std::string record_;
};

absl::Status Paraphrases::Maker::ReadPhrase(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\f\r";
  phrase_.clear();
  for (size_t at = line.find_first_not_of(kSpaces); at < line.size();) {
    const size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    phrase_.push_back(out_.words.FindOrAdd(line.substr(at, end - at)));
    at = line.find_first_not_of(kSpaces, end);
  }
  if (phrase_.empty()) return UsageError("a phrase must have a word");
  if (phrase_.size() > kLongestPhrase) {
    return UsageError(fmt::format("a phrase may have at most {} words", kLongestPhrase));
  }
  return absl::OkStatus();
}

uint32_t Paraphrases::Maker::AddPhrase() {
  uint32_t at = kRoot;
  for (const uint32_t word : phrase_) {
    const auto fresh = static_cast<uint32_t>(places_.size());
    const auto [step, is_new] = place_by_step_.try_emplace(uint64_t{at} << 32 | word, fresh);
    if (is_new) places_.push_back({at, word});
    at = step->second;
  }
  return at;
}

void Paraphrases::Maker::AddParaphrase(uint32_t place) {
  const size_t before = packed_.size();
  record_.clear();
  for (const uint32_t word : phrase_) AppendPacked(word, record_);
  AppendPacked(static_cast<uint32_t>(record_.size()), packed_);
  packed_ += record_;
  places_[place].bytes += static_cast<uint32_t>(packed_.size() - before);
  place_of_.push_back(place);
}

absl::Status Paraphrases::Maker::Read(const std::string& path, std::string_view text) {
  Lines lines(text);
  const auto refuse = [&](std::string_view why) {
    return UsageError(
        {.file = path, .line = lines.number(), .option = "para"}, std::string(why),
        "a table of paraphrases has three lines for each: a probability, a phrase, its paraphrase");
  };
  std::string_view last;  // phrase, and its place
  uint32_t place = kNone;
  for (std::string_view line; lines.Next(line);) {
    if (!IsProbability(line)) {
      return refuse(fmt::format("'{}' must be a number", line.substr(0, 80)));
    }
    for (const bool is_phrase : {true, false}) {
      if (!lines.Next(line)) {
        return refuse(is_phrase ? "no phrase follows" : "no paraphrase follows");
      }
      if (is_phrase && place != kNone && line == last) continue;
      const absl::Status status = ReadPhrase(line);
      if (!status.ok()) return refuse(std::string(status.message()));
      if (is_phrase) {
        place = AddPhrase();
        last = line;
      } else {
        AddParaphrase(place);
      }
    }
    constexpr size_t kMost = UINT32_MAX / 2;
    if (std::max(packed_.size(), out_.words.table().text().size()) > kMost) {
      return refuse("the table is too large");
    }
  }
  return absl::OkStatus();
}

// Returns where the paraphrases of each place begin, once they are sorted, stably, into the memory.
std::vector<uint32_t> Paraphrases::Maker::SortByPlace() const {
  std::vector<uint32_t> begins;
  uint32_t end = 0;
  for (const Place& place : places_) {
    begins.push_back(end);
    end += place.bytes;
  }
  std::vector<uint32_t> next = begins;
  out_.packed.resize(packed_.size() + kPadding);
  std::string_view rest = packed_;
  for (const uint32_t place : place_of_) {
    std::string_view record = rest;
    const size_t words = TakePacked(record);
    const size_t bytes = rest.size() - record.size() + words;
    rest.copy(out_.packed.data() + next[place], bytes);
    next[place] += static_cast<uint32_t>(bytes);
    rest.remove_prefix(bytes);
  }
  return begins;
}

// A place is made after the one it is reached from.
void Paraphrases::Maker::Finish() {
  const std::vector<uint32_t> begins = SortByPlace();
  out_.steps.assign(std::bit_ceil(2 * places_.size() + 1), {kNone, kNone, 0, 0});
  std::vector<uint32_t> at_of;
  for (size_t p = 0; p < places_.size(); ++p) {
    const Place& place = places_[p];
    const uint32_t from = place.from == kRoot ? kRoot : at_of[place.from];
    size_t at = Home(from, place.word, out_.steps.size());
    while (out_.steps[at].word != kNone) at = (at + 1) & (out_.steps.size() - 1);
    out_.steps[at] = {from, place.word, begins[p], place.bytes};
    at_of.push_back(static_cast<uint32_t>(at));
  }
}

Paraphrases::Paraphrases() : memory_(std::make_unique<Memory>()) {}
Paraphrases::~Paraphrases() = default;

bool Paraphrases::SetArrays(std::span<const std::string_view> arrays) {
  constexpr size_t kArrays = 5;
  if (arrays.size() != kArrays) return false;
  words_ = {ValuesOf<uint64_t>(arrays[0]), ValuesOf<uint32_t>(arrays[1]), arrays[2]};
  steps_ = ValuesOf<Step>(arrays[3]);
  if (arrays[4].size() < kPadding) return false;
  packed_ = arrays[4].substr(0, arrays[4].size() - kPadding);
  return std::has_single_bit(words_.slots().size()) && std::has_single_bit(steps_.size());
}

absl::StatusOr<std::unique_ptr<const Paraphrases>> Paraphrases::Load(const std::string& path,
                                                                     const std::string& cache) {
  const IndexFile index(kKind, {ResourceName(path)}, cache);
  std::unique_ptr<Paraphrases> table(new Paraphrases);
  if (auto kept = index.Read(); kept && table->SetArrays(kept->arrays)) {
    table->digest_ = kept->digest;
    table->memory_->kept = std::move(kept);
    return table;
  }
  const absl::StatusOr<std::string> bytes = ReadResource(path);
  if (!bytes.ok()) {
    const Error what = ErrorOf(bytes.status());
    return UsageError({.file = what.file, .option = "para"}, what.what,
                      "para=FILE must be a table of paraphrases as METEOR 1.5 reads them, plain or "
                      "packed by gzip");
  }
  Memory& memory = *table->memory_;
  Maker maker(memory);
  MTG_RETURN_IF_ERROR(maker.Read(path, *bytes));
  maker.Finish();
  const WordNumberTable words = memory.words.table();
  const std::string_view arrays[] = {BytesOf(words.slots()), BytesOf(words.ends()), words.text(),
                                     BytesOf(std::span<const Step>(memory.steps)), memory.packed};
  table->SetArrays(arrays);
  table->digest_ =
      fmt::format("{:016x}", FindHash("xxh64")->function(bytes->data(), bytes->size()));
  index.Write(table->digest_, arrays);
  return table;
}

absl::StatusOr<const Paraphrases*> Paraphrases::Open(const std::string& path,
                                                     const std::string& cache) {
  static std::mutex mutex;
  static auto* const opened = new std::map<std::string, std::unique_ptr<const Paraphrases>>;
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<const Paraphrases>& table = (*opened)[path];
  if (table == nullptr) {
    MTG_ASSIGN_OR_RETURN(table, Load(path, cache));
  }
  return table.get();
}

}  // namespace mtgauge
