// Reads a table into a trie of phrases, and caches it as an index file.
#include "core/text/words/paraphrases.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/hash.h"
#include "core/text/words/index_file.h"
#include "core/text/words/opened_once.h"
#include "core/text/words/resource_file.h"

namespace mtgauge {
namespace {

constexpr std::string_view kParaphrasesKind = "paraphrases-5";  // increment when the arrays change

bool IsProbability(std::string_view line) {
  double value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  return error == std::errc() && end == line.data() + line.size() && std::isfinite(value);
}

// The lines of a text, with their numbers.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  // Returns false at the end.
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

// Returns the print of a packed phrase.
uint16_t PrintOf(std::string_view packed) {
  const uint32_t first = TakePacked(packed);
  return PhraseBegins::Print(first, packed.empty() ? PhraseBegins::kNone : TakePacked(packed));
}

}  // namespace

// The memory of the arrays: built from the source file, or cached.
struct Paraphrases::Memory {
  WordNumberTableMaker words;
  std::vector<Step> steps;
  std::string packed;
  std::optional<KeptArrays> kept;
};

// The builder of the arrays. Numbers places 0, 1, ... as it reads them.
class Paraphrases::Maker {
 public:
  explicit Maker(Memory& out) : out_(out) {}

  Status Read(const std::string& path, std::string_view text);
  // Fills the arrays with what was read.
  void Finish();

 private:
  struct Place {
    uint32_t from, word;
    uint32_t bytes = 0, paraphrases = 0;  // their total size and number
    uint32_t steps = 0;                   // number of steps from here
  };

  Status ReadPhrase(std::string_view line);
  uint32_t AddPhrase();
  void AddParaphrase(uint32_t place);
  void NumberByFrequency();
  std::vector<uint32_t> OrderOfPlaces() const;
  std::vector<uint32_t> SortByPlace(const std::vector<uint32_t>& order) const;

  Memory& out_;
  WordNumberTableMaker words_;
  absl::flat_hash_map<uint64_t, uint32_t> place_by_step_;
  std::vector<Place> places_;
  std::vector<uint32_t> place_of_;  // the place of each paraphrase
  std::string packed_;              // paraphrases in the order of the file
  std::vector<uint32_t> phrase_;
  std::string record_;
};

Status Paraphrases::Maker::ReadPhrase(std::string_view line) {
  constexpr std::string_view kSpaces = " \t\f\r";
  phrase_.clear();
  for (size_t at = line.find_first_not_of(kSpaces); at < line.size();) {
    const size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
    phrase_.push_back(words_.FindOrAdd(line.substr(at, end - at)));
    at = line.find_first_not_of(kSpaces, end);
  }
  if (phrase_.empty()) return UsageError("a phrase must have a word");
  if (phrase_.size() > kLongestPhrase) {
    return UsageError(fmt::format("a phrase may have at most {} words", kLongestPhrase));
  }
  return OkStatus();
}

uint32_t Paraphrases::Maker::AddPhrase() {
  uint32_t at = kRoot;
  for (const uint32_t word : phrase_) {
    const auto fresh = static_cast<uint32_t>(places_.size());
    const auto [step, is_new] = place_by_step_.try_emplace(uint64_t{at} << 32 | word, fresh);
    if (is_new) {
      places_.push_back({at, word});
      if (at != kRoot) ++places_[at].steps;
    }
    at = step->second;
  }
  return at;
}

void Paraphrases::Maker::AddParaphrase(uint32_t place) {
  record_.clear();
  for (const uint32_t word : phrase_) AppendPacked(word, record_);
  AppendPacked(static_cast<uint32_t>(record_.size()), packed_);
  packed_ += record_;
  place_of_.push_back(place);
}

Status Paraphrases::Maker::Read(const std::string& path, std::string_view text) {
  Lines lines(text);
  const auto refuse = [&](std::string_view why) {
    return UsageError(
        {.file = path, .line = lines.number(), .option = "para"}, std::string(why),
        "a table of paraphrases has three lines for each: a probability, a phrase, its paraphrase");
  };
  std::string_view last;  // the previous phrase; `place` is its place
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
      const Status status = ReadPhrase(line);
      if (!status.ok()) return refuse(status.message());
      if (is_phrase) {
        place = AddPhrase();
        last = line;
      } else {
        AddParaphrase(place);
      }
    }
    constexpr size_t kMost = UINT32_MAX / 4;
    if (std::max(packed_.size(), words_.table().text().size()) > kMost) {
      return refuse("the table is too large");
    }
  }
  return OkStatus();
}

// Gives frequent words small numbers, which are short when packed and keep the data that texts need
// close together.
void Paraphrases::Maker::NumberByFrequency() {
  const WordNumberTable words = words_.table();
  std::vector<uint32_t> times(words.words()), by_frequency(words.words()), number(words.words());
  for (const Place& place : places_) ++times[place.word];
  for (std::string_view rest = packed_; !rest.empty();) {
    const size_t bytes = TakePacked(rest);
    for (std::string_view record = rest.substr(0, bytes); !record.empty();) {
      ++times[TakePacked(record)];
    }
    rest.remove_prefix(bytes);
  }
  std::iota(by_frequency.begin(), by_frequency.end(), 0);
  std::stable_sort(by_frequency.begin(), by_frequency.end(),
                   [&](uint32_t a, uint32_t b) { return times[a] > times[b]; });
  for (const uint32_t word : by_frequency) number[word] = out_.words.FindOrAdd(words.Word(word));
  for (Place& place : places_) place.word = number[place.word];
  const std::string packed = std::exchange(packed_, {});
  std::string_view rest = packed;
  for (const uint32_t place : std::exchange(place_of_, {})) {
    const size_t bytes = TakePacked(rest);
    phrase_.clear();
    for (std::string_view record = rest.substr(0, bytes); !record.empty();) {
      phrase_.push_back(number[TakePacked(record)]);
    }
    rest.remove_prefix(bytes);
    const size_t before = packed_.size();
    AddParaphrase(place);
    places_[place].bytes += static_cast<uint32_t>(packed_.size() - before);
    ++places_[place].paraphrases;
  }
}

// Sorts places by the length of their phrases, then by first word.
std::vector<uint32_t> Paraphrases::Maker::OrderOfPlaces() const {
  std::vector<uint64_t> keys;  // length of each place's phrase, and its first word
  std::vector<uint32_t> order;
  for (const Place& place : places_) {
    order.push_back(static_cast<uint32_t>(keys.size()));
    keys.push_back(place.from == kRoot ? place.word : keys[place.from] + (uint64_t{1} << 32));
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

// Sorts paraphrases by place, stably, into out_.packed. Returns where those of each place begin.
std::vector<uint32_t> Paraphrases::Maker::SortByPlace(const std::vector<uint32_t>& order) const {
  std::vector<uint32_t> begins(order.size()), next_print(order.size()), next(order.size());
  std::string& out = out_.packed;
  out.push_back('\0');  // offset 0 means no paraphrases
  for (const uint32_t p : order) {
    const Place& place = places_[p];
    if (place.paraphrases == 0) continue;
    begins[p] = static_cast<uint32_t>(out.size());
    AppendPacked(place.paraphrases, out);
    next_print[p] = static_cast<uint32_t>(out.size());
    next[p] = next_print[p] + place.paraphrases * uint32_t{sizeof(uint16_t)};
    out.resize(next[p] + place.bytes);
  }
  out.append(kPadding, '\0');
  std::string_view rest = packed_;
  for (const uint32_t place : place_of_) {
    std::string_view record = rest;
    const size_t words = TakePacked(record);
    const size_t bytes = rest.size() - record.size() + words;
    const uint16_t print = PrintOf(record.substr(0, words));
    std::memcpy(out.data() + next_print[place], &print, sizeof(print));
    next_print[place] += sizeof(print);
    rest.copy(out.data() + next[place], bytes);
    next[place] += static_cast<uint32_t>(bytes);
    rest.remove_prefix(bytes);
  }
  return begins;
}

// Handles each place after the one that leads to it.
void Paraphrases::Maker::Finish() {
  NumberByFrequency();
  const std::vector<uint32_t> order = OrderOfPlaces(), begins = SortByPlace(order);
  out_.steps.assign(out_.words.table().words(), kNoStep);
  std::vector<uint32_t> at_of(order.size());
  for (const uint32_t p : order) {
    const Place& place = places_[p];
    size_t at = place.word;
    if (place.from != kRoot) {
      Step& from = out_.steps[at_of[place.from]];
      from.words |= Step::BitOf(Mix(place.word));
      uint32_t tried = 0;
      do {
        at = HomeIn(from, place.word, tried++);
      } while (out_.steps[at].word != kNone);
    }
    at_of[p] = static_cast<uint32_t>(at);
    const auto next = static_cast<uint32_t>(out_.steps.size());
    const uint32_t table = place.steps <= 1 ? place.steps : std::bit_ceil(2 * place.steps);
    const auto size_bits = static_cast<uint32_t>(std::countr_zero(std::max(table, 1U)));
    out_.steps[at] = {place.word, next, size_bits, begins[p]};
    out_.steps.resize(next + table, kNoStep);
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
  return std::has_single_bit(words_.slots().size());
}

Result<std::unique_ptr<const Paraphrases>> Paraphrases::Load(const std::string& path,
                                                             const std::string& cache) {
  const IndexFile index(kParaphrasesKind, {ResourceName(path)}, cache);
  MTG_RETURN_IF_ERROR(index.CheckOwner());
  std::unique_ptr<Paraphrases> table(new Paraphrases);
  if (auto kept = index.Read(); kept && table->SetArrays(kept->arrays)) {
    table->digest_ = kept->digest;
    table->memory_->kept = std::move(kept);
    return table;
  }
  const Result<std::string> bytes = ReadResource(path);
  if (!bytes.ok()) {
    const Error& what = bytes.status().error();
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

Result<const Paraphrases*> Paraphrases::Open(const std::string& path, const std::string& cache) {
  static auto* const opened = new OpenedOnce<Paraphrases>;
  return opened->Get(path, [&] { return Load(path, cache); });
}

}  // namespace mtgauge
