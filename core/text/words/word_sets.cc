#include "core/text/words/word_sets.h"

#include <algorithm>
#include <bit>

#include "core/text/words/index_file.h"

namespace mtgauge {

bool WordSets::SetArrays(std::span<const std::string_view> arrays) {
  const auto slots = ValuesOf<uint64_t>(arrays[0]);
  words_ = {slots, ValuesOf<uint32_t>(arrays[1]), arrays[2]};
  ends_ = ValuesOf<uint32_t>(arrays[3]);
  sets_ = ValuesOf<uint32_t>(arrays[4]);
  return std::has_single_bit(slots.size()) && ends_.size() == words_.words();
}

void WordSets::AddArrays(std::vector<std::string_view>& arrays) const {
  arrays.insert(arrays.end(), {BytesOf(words_.slots()), BytesOf(words_.ends()), words_.text(),
                               BytesOf(ends_), BytesOf(sets_)});
}

std::optional<std::span<const uint32_t>> WordSets::Find(std::string_view word) const {
  const uint32_t number = words_.Find(word);
  if (number == WordNumberTable::kNone) return std::nullopt;
  const size_t begin = std::min<size_t>(number == 0 ? 0 : ends_[number - 1], sets_.size());
  const size_t end = std::clamp<size_t>(ends_[number], begin, sets_.size());
  return sets_.subspan(begin, end - begin);
}

bool WordSets::AddSets(std::string_view word, std::vector<uint32_t>& found) const {
  const auto sets = Find(word);
  if (sets) found.insert(found.end(), sets->begin(), sets->end());
  return sets.has_value();
}

std::vector<uint32_t>& WordSetsMaker::operator[](std::string_view word) {
  const uint32_t number = words_.FindOrAdd(word);
  if (number == sets_of_.size()) sets_of_.emplace_back();
  return sets_of_[number];
}

const std::vector<uint32_t>* WordSetsMaker::Find(std::string_view word) const {
  const uint32_t number = words_.table().Find(word);
  return number == WordNumberTable::kNone ? nullptr : &sets_of_[number];
}

WordSets WordSetsMaker::Get() {
  for (const std::vector<uint32_t>& sets : sets_of_) {
    sets_.insert(sets_.end(), sets.begin(), sets.end());
    ends_.push_back(static_cast<uint32_t>(sets_.size()));
  }
  sets_of_.clear();
  return {words_.table(), ends_, sets_};
}

}  // namespace mtgauge
