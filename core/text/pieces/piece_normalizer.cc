// SentencePiece's normalizer, with a fast path for plain ASCII.
#include "core/text/pieces/piece_normalizer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <utility>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr size_t kSpare = 64;  // bytes after a text
constexpr char kSpace[4] = " ", kEscapedSpace[4] = "\xE2\x96\x81";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool HasSpace(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint character = DecodeAt(text, at);
    if (IsSpace(character.value)) return true;
    at += character.length;
  }
  return false;
}

// Copies the leading bytes from 0x21 to 0x7E, 8 at a time, while at least 8 bytes of text are left.
// Returns their number.
size_t CopyVisibleAscii(std::string_view text, char* to) {
  constexpr uint64_t kOnes = 0x0101010101010101u;
  size_t at = 0;
  for (uint64_t word; at + sizeof(word) <= text.size(); at += sizeof(word)) {
    std::memcpy(&word, text.data() + at, sizeof(word));
    std::memcpy(to + at, &word, sizeof(word));
    // The lowest bit that is set is right: borrows and carries only spread upwards.
    const uint64_t others = (word | (word - 0x21 * kOnes) | (word + kOnes)) & (0x80 * kOnes);
    if (others != 0) return at + static_cast<size_t>(std::countr_zero(others)) / 8;
  }
  return at;
}

}  // namespace

struct PieceNormalizer::Writer {
  PieceText& out;
  char* at;
  bool after_space;

  // Reserves room for `bytes` and for three times the text still to be read.
  void Reserve(size_t bytes, size_t left) {
    const auto used = static_cast<size_t>(at - out.memory.data());
    out.memory.Grow(used + bytes + 3 * left + kSpare, used);
    at = out.memory.data() + used;
  }
  void Append(std::string_view text) {
    std::memcpy(at, text.data(), text.size());
    at += text.size();
  }
  void AppendSpace(std::string_view space) {
    std::memcpy(at, space.data(), sizeof(kSpace));
    at += space.size();
  }
};

std::optional<PieceNormalizer> PieceNormalizer::Make(const PieceModel& model) {
  std::optional<Charsmap> map = Charsmap::Make(model.charsmap);
  if (!map.has_value()) return std::nullopt;
  PieceNormalizer made;
  made.map_ = *std::move(map);
  std::vector<PieceTrie::Entry> defined;
  for (const PieceModel::Piece& piece : model.pieces) {
    if (piece.type == PieceModel::Type::kUserDefined) defined.push_back({piece.text, 0});
  }
  if (!made.defined_.Build(std::move(defined))) return std::nullopt;
  made.space_ = model.escape_spaces ? std::string_view(kEscapedSpace) : std::string_view(kSpace);
  made.space_before_ = model.add_dummy_prefix && !model.space_as_suffix;
  made.space_behind_ = model.add_dummy_prefix && model.space_as_suffix;
  made.remove_extra_ = model.remove_extra_spaces;
  made.FindPlainBytes();
  return made;
}

void PieceNormalizer::FindPlainBytes() {
  for (uint32_t byte = 1; byte < 128; ++byte) {
    const auto value = static_cast<uint8_t>(byte);
    PieceTrie::Node node = defined_.root();
    bool plain = (byte == ' ' || !IsSpace(byte)) && !map_.Replaces(value) &&
                 !defined_.Walk(node, static_cast<char>(byte));
    for (uint32_t behind = 0; plain && behind < 128; ++behind) {
      plain = !map_.MayGoOn(value, static_cast<uint8_t>(behind));
    }
    plain_[byte] = plain;
  }
  all_plain_ = std::all_of(plain_.begin() + 0x21, plain_.begin() + 0x7F, std::identity());
}

PieceNormalizer::Step PieceNormalizer::Front(std::string_view text) const {
  const size_t defined = defined_.LongestPrefix(text);
  if (defined > 0) return {defined, text.substr(0, defined)};
  const Charsmap::Rule rule = map_.Longest(text);
  if (rule.length > 0) return {rule.length, rule.text};
  const CodePoint character = DecodeAt(text, 0);
  if (character.value >= kInvalidByte) return {1, kReplacement};
  return {character.length, text.substr(0, character.length)};
}

void PieceNormalizer::SkipSpaces(std::string_view& text) const {
  while (!text.empty()) {
    const Step step = Front(text);
    if (step.text != " ") return;
    text.remove_prefix(step.length);
  }
}

void PieceNormalizer::Normalize(std::string_view text, PieceText& out) const {
  out.size = 0;
  out.has_space = false;
  if (remove_extra_) SkipSpaces(text);
  if (text.empty()) return;
  Writer writer = {out, out.memory.data(), remove_extra_};
  writer.Reserve(2 * kPieceSpace.size(), text.size());
  if (space_before_) writer.AppendSpace(space_);
  size_t at = 0;
  while ((at = WritePlain(text, at, writer)) < text.size()) {
    const Step step = Front(text.substr(at));
    at += step.length;
    Write(step.text, text.size() - at, writer);
  }
  out.size = static_cast<size_t>(writer.at - out.memory.data());
  if (remove_extra_) TrimEnd(out);
  if (space_behind_) {
    std::memcpy(out.memory.data() + out.size, space_.data(), space_.size());
    out.size += space_.size();
  }
  out.has_space |= space_ == " " && out.text().find(' ') != std::string_view::npos;
}

size_t PieceNormalizer::WritePlain(std::string_view text, size_t at, Writer& writer) const {
  const auto is_plain = [&](size_t i) {
    return i < text.size() && plain_[static_cast<uint8_t>(text[i])];
  };
  char* to = writer.at;
  while (is_plain(at)) {
    const size_t begin = at;
    if (all_plain_) at += CopyVisibleAscii(text.substr(at), to);
    for (; is_plain(at) && text[at] != ' '; ++at) to[at - begin] = text[at];
    const bool is_space = is_plain(at);
    // A rule may match this character together with the one after it.
    const size_t behind = at + (is_space ? 1 : 0);
    const bool look = behind < text.size() && static_cast<uint8_t>(text[behind]) >= 0x80;
    if (look && !is_space && at > begin) --at;
    to += at - begin;
    if (at > begin) writer.after_space = false;
    writer.at = to;
    if (look || !is_space) break;
    if (!writer.after_space) writer.AppendSpace(space_);
    to = writer.at;
    writer.after_space = remove_extra_;
    ++at;
  }
  return at;
}

void PieceNormalizer::Write(std::string_view text, size_t bytes_left, Writer& writer) const {
  while (writer.after_space && text.starts_with(' ')) text.remove_prefix(1);
  if (text.empty()) return;
  writer.after_space = remove_extra_ && text.ends_with(' ');
  writer.Reserve(3 * text.size(), bytes_left);
  for (size_t space; (space = text.find(' ')) != std::string_view::npos;) {
    writer.out.has_space |= HasSpace(text.substr(0, space));
    writer.Append(text.substr(0, space));
    writer.AppendSpace(space_);
    text.remove_prefix(space + 1);
  }
  writer.out.has_space |= HasSpace(text);
  writer.Append(text);
}

void PieceNormalizer::TrimEnd(PieceText& out) const {
  while (out.text().ends_with(space_)) out.size -= space_.size();
}

}  // namespace mtgauge
