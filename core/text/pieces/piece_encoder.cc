// Encodes word by word where the model allows it.
#include "core/text/pieces/piece_encoder.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace mtgauge {

using Algorithm = PieceModel::Algorithm;

std::unique_ptr<PieceEncoder> PieceEncoder::Make(std::string_view file, PieceRule rule) {
  const std::optional<PieceModel> model = ReadPieceModel(file);
  if (!model.has_value()) return nullptr;
  std::optional<PieceNormalizer> normalizer = PieceNormalizer::Make(*model);
  if (!normalizer.has_value()) return nullptr;
  auto encoder = std::make_unique<PieceEncoder>();
  encoder->normalizer_ = *std::move(normalizer);
  encoder->algorithm_ = model->algorithm;
  encoder->byte_fallback_ = model->byte_fallback;
  if (!encoder->Build(*model, rule)) return nullptr;
  if (encoder->CutsInParts()) encoder->seam_ = FindSeam(*model);
  return encoder;
}

bool PieceEncoder::Build(const PieceModel& model, PieceRule rule) {
  if (algorithm_ == Algorithm::kUnigram) return unigram_.Build(model, rule);
  if (algorithm_ == Algorithm::kBpe) return bpe_.Build(model);
  vocabulary_.Build(model);
  return true;
}

bool PieceEncoder::CutsInParts() const {
  return algorithm_ == Algorithm::kUnigram || (algorithm_ == Algorithm::kBpe && bpe_.CutsInParts());
}

PieceEncoder::Seam PieceEncoder::FindSeam(const PieceModel& model) {
  bool before = true, behind = true;
  for (const PieceModel::Piece& piece : model.pieces) {
    if (!piece.Cuts()) continue;
    before = before && piece.text.find(kPieceSpace, 1) == std::string_view::npos;
    const size_t first = piece.text.find(kPieceSpace);
    behind = behind &&
             (first == std::string_view::npos || first + kPieceSpace.size() == piece.text.size());
  }
  if (before) return Seam::kBeforeSpaces;
  return behind ? Seam::kBehindSpaces : Seam::kNone;
}

size_t PieceEncoder::PartLength(std::string_view text) const {
  if (seam_ == Seam::kNone) return text.size();
  const bool behind = seam_ == Seam::kBehindSpaces;
  const size_t space = text.find(kPieceSpace, behind ? 0 : 1);
  if (space == std::string_view::npos) return text.size();
  return behind ? space + kPieceSpace.size() : space;
}

bool PieceEncoder::Encode(std::string_view text, Scratch& scratch) const {
  normalizer_.Normalize(text, scratch.text_);
  scratch.pieces_.clear();
  scratch.valid_ = true;
  FindParts(scratch);
  float score = 0;
  for (const Scratch::Part& part : scratch.parts_) {
    if (std::abs(score) > unigram_.most_score()) score = 0;
    score = part.place != nullptr ? AddWord(part, score, scratch) : AddPart(part, score, scratch);
  }
  return scratch.valid_;
}

void PieceEncoder::FindParts(Scratch& scratch) const {
  const std::string_view text = scratch.text_.text();
  scratch.parts_.clear();
  for (size_t begin = 0, length; begin < text.size(); begin += length) {
    length = PartLength(text.substr(begin));
    const std::string_view part = text.substr(begin, length);
    const bool is_word = seam_ != Seam::kNone && length <= WordCache::kMostBytes;
    scratch.parts_.push_back(
        {part, static_cast<uint32_t>(begin), is_word ? scratch.words_.PlaceOf(part) : nullptr});
  }
}

float PieceEncoder::AddPart(const Scratch::Part& part, float before, Scratch& scratch) const {
  float score = 0;
  switch (algorithm_) {
    case Algorithm::kUnigram:
      score = unigram_.Cut(part.text, before, scratch.unigram_, scratch.part_).score;
      break;
    case Algorithm::kBpe:
      scratch.valid_ &= bpe_.Cut(part.text, normalizer_.defined(), scratch.bpe_, scratch.part_);
      break;
    case Algorithm::kWord:
      scratch.valid_ &= vocabulary_.CutWords(part.text, scratch.part_);
      break;
    case Algorithm::kCharacter:
      scratch.valid_ &= vocabulary_.CutCharacters(part.text, normalizer_.defined(), scratch.part_);
      break;
  }
  for (const PieceEnd& end : scratch.part_) {
    scratch.pieces_.push_back({part.begin + end.at, end.unknown});
  }
  return score;
}

float PieceEncoder::AddWord(const Scratch::Part& word, float before, Scratch& scratch) const {
  const auto [entry, is_new] = WordCache::Find(*word.place, word.text);
  if (is_new) Learn(word.text, before, entry, scratch);
  if (!(std::abs(before) < entry.most_before)) return AddPart(word, before, scratch);
  float score = before;
  for (uint32_t i = 0; i < entry.pieces; ++i) {
    scratch.pieces_.push_back({word.begin + entry.ends[i], (entry.unknown >> i & 1) != 0});
    score += entry.scores[i];
  }
  return score;
}

// Cached pieces may be reused only if rounding cannot change any choice between two paths, so every
// choice needs a margin above the possible error. The score of a path is a sum of at most as many
// terms as the word has bytes, and each addition rounds by at most 2^-24 of the largest score. The
// bound counts both paths of a comparison, here and where the pieces are reused. Nor may a sum
// begin again within the word.
void PieceEncoder::Learn(std::string_view word, float before, WordCache::Entry& entry,
                         Scratch& scratch) const {
  std::vector<PieceEnd>& ends = scratch.part_;
  entry.most_before = std::numeric_limits<float>::infinity();
  bool valid = true;
  if (algorithm_ == Algorithm::kBpe) {
    valid = bpe_.Cut(word, normalizer_.defined(), scratch.bpe_, ends);
  } else {
    const UnigramModel::Cost cost = unigram_.Cut(word, before, scratch.unigram_, ends);
    const double least_gap = 0x1p-23 * static_cast<double>(word.size() + 2);  // times the largest
    const double largest_here = cost.top;
    const double reach = cost.top + std::abs(before);  // bound of the word's own score
    entry.most_before =
        static_cast<float>(std::min({cost.gap / least_gap - largest_here,
                                     unigram_.most_score() - 1.0, double{FLT_MAX}}) -
                           reach);
  }
  if (!valid || ends.size() > WordCache::kMostPieces) {
    entry.most_before = -1;  // never reuse them
    return;
  }
  entry.pieces = static_cast<uint8_t>(ends.size());
  entry.unknown = 0;
  for (uint32_t i = 0, begin = 0; i < ends.size(); begin = ends[i++].at) {
    entry.ends[i] = static_cast<uint8_t>(ends[i].at);
    entry.unknown |= static_cast<uint8_t>(ends[i].unknown << i);
    entry.scores[i] =
        algorithm_ == Algorithm::kBpe ? 0 : unigram_.Score(word.substr(begin, ends[i].at - begin));
  }
}

}  // namespace mtgauge
