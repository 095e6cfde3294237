// The alignment by a table of all pairs of words, of which two rows and all steps are kept.
#include "core/algo/alignment/soft_alignment.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr std::u32string_view kMarks = U".!?,;:-()。！？，；：—（）ー";

// A distinct word.
struct SoftWord {
  std::vector<uint64_t> letters;  // a bit for each number of a letter
  size_t count = 0;               // of different letters
  bool is_mark = false;
};

// Numbers letters in the order of their first occurrence, so that usual alphabets fit into one or
// two words of bits.
class LetterNumbers {
 public:
  SoftWord MakeWord(std::string_view text) {
    SoftWord word;
    for (size_t at = 0; at < text.size();) {
      const CodePoint c = DecodeAt(text, at);
      const auto letter = static_cast<char32_t>(c.value);
      word.is_mark = c.length == text.size() && kMarks.find(letter) != kMarks.npos;
      const size_t number = numbers_.try_emplace(letter, numbers_.size()).first->second;
      word.letters.resize(std::max(word.letters.size(), number / 64 + 1));
      word.letters[number / 64] |= uint64_t{1} << number % 64;
      at += c.length;
    }
    for (const uint64_t bits : word.letters) word.count += static_cast<size_t>(std::popcount(bits));
    return word;
  }

 private:
  std::unordered_map<char32_t, size_t> numbers_;
};

double SharedLetters(const SoftWord& a, const SoftWord& b) {
  size_t both = 0;
  for (size_t i = 0; i < std::min(a.letters.size(), b.letters.size()); ++i) {
    both += static_cast<size_t>(std::popcount(a.letters[i] & b.letters[i]));
  }
  return static_cast<double>(both) / static_cast<double>(a.count + b.count - both);
}

// The steps of the table's cells, two bits each.
class StepTable {
 public:
  enum Step : uint8_t { kPair, kReference, kOutput };

  StepTable(size_t rows, size_t columns)
      : row_bytes_((columns + 3) / 4), bytes_(rows * row_bytes_) {}
  void Set(size_t row, size_t column, Step step) {
    bytes_[row * row_bytes_ + column / 4] |= static_cast<uint8_t>(step << (column % 4 * 2));
  }
  Step At(size_t row, size_t column) const {
    return static_cast<Step>(bytes_[row * row_bytes_ + column / 4] >> (column % 4 * 2) & 3);
  }

 private:
  size_t row_bytes_;
  std::vector<uint8_t> bytes_;
};

class SoftAlignment {
 public:
  SoftAlignment(const std::vector<std::string>& reference, const std::vector<std::string>& output,
                bool characters)
      : characters_(characters),
        reference_(NumbersOf(reference)),
        output_(NumbersOf(output)),
        steps_(reference.size(), output.size()) {}

  bool FillSteps(const std::atomic<bool>* stop);
  std::vector<uint32_t> Owners() const;

 private:
  std::vector<uint32_t> NumbersOf(const std::vector<std::string>& texts) {
    std::vector<uint32_t> numbers;
    for (const std::string& text : texts) {
      const auto [place, is_new] = names_.try_emplace(text, static_cast<uint32_t>(words_.size()));
      if (is_new) words_.push_back(letters_.MakeWord(text));
      numbers.push_back(place->second);
    }
    return numbers;
  }
  double Similarity(uint32_t a, uint32_t b) const {
    if (words_[a].is_mark != words_[b].is_mark) return kNever;
    if (a == b) return 1;
    return characters_ ? 0 : SharedLetters(words_[a], words_[b]);
  }
  // Of a word of the output and a reference word, which may not be there.
  double SimilarityTo(size_t place, uint32_t word) const {
    return place < reference_.size() ? Similarity(reference_[place], word) : kNever;
  }
  std::vector<StepTable::Step> Path() const;

  bool characters_;
  std::unordered_map<std::string_view, uint32_t> names_;
  LetterNumbers letters_;
  std::vector<SoftWord> words_;
  std::vector<uint32_t> reference_, output_;
  StepTable steps_;
};

bool SoftAlignment::FillSteps(const std::atomic<bool>* stop) {
  std::vector<double> above(output_.size() + 1), row(output_.size() + 1), similarities;
  for (size_t i = 0; i < reference_.size(); ++i) {
    if (stop != nullptr && *stop) return false;
    similarities.clear();
    for (uint32_t word = 0; word < words_.size(); ++word) {
      similarities.push_back(Similarity(reference_[i], word));
    }
    for (size_t j = 0; j < output_.size(); ++j) {
      const double pair = above[j] + similarities[output_[j]];
      const double best = std::max({pair, above[j + 1], row[j]});
      row[j + 1] = best;
      steps_.Set(i, j,
                 pair == best           ? StepTable::kPair
                 : above[j + 1] == best ? StepTable::kReference
                                        : StepTable::kOutput);
    }
    std::swap(above, row);
  }
  return true;
}

std::vector<StepTable::Step> SoftAlignment::Path() const {
  std::vector<StepTable::Step> path;
  for (size_t i = reference_.size(), j = output_.size(); i > 0 || j > 0;) {
    StepTable::Step step = StepTable::kPair;
    if (i == 0 || j == 0) {
      step = i == 0 ? StepTable::kOutput : StepTable::kReference;
    } else {
      step = steps_.At(i - 1, j - 1);
    }
    i -= step == StepTable::kOutput ? 0 : 1;
    j -= step == StepTable::kReference ? 0 : 1;
    path.push_back(step);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<uint32_t> SoftAlignment::Owners() const {
  std::vector<uint32_t> owners;
  size_t next = 0;  // reference word
  bool ahead = false;
  for (const StepTable::Step step : Path()) {
    if (step != StepTable::kOutput) {
      ahead = false;
      if (step == StepTable::kPair) owners.push_back(static_cast<uint32_t>(next));
      ++next;
      continue;
    }
    const uint32_t word = output_[owners.size()];
    // The word before the first is not there, like the one after the last.
    ahead = ahead || SimilarityTo(next, word) > SimilarityTo(next - 1, word);
    const bool owned = ahead || next > 0;
    owners.push_back(owned ? static_cast<uint32_t>(ahead ? next : next - 1) : kNoOwner);
  }
  return owners;
}

}  // namespace

std::optional<std::vector<uint32_t>> AlignSoftly(const std::vector<std::string>& reference,
                                                 const std::vector<std::string>& output,
                                                 bool characters, const std::atomic<bool>* stop) {
  SoftAlignment alignment(reference, output, characters);
  if (!alignment.FillSteps(stop)) return std::nullopt;
  return alignment.Owners();
}

}  // namespace mtgauge
