// Seeded lines that are hard for a piece model: the pieces themselves joined at random, ties, runs,
// characters that normalizers change, broken UTF-8, spaces of all kinds, many scripts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/text/pieces/piece_model.h"
#include "core/text/utf8.h"
#include "tests/support/random_text.h"

namespace mtgauge::test {

class PieceText {
 public:
  PieceText(const PieceModel& model, uint64_t seed) : random_(seed) {
    for (const PieceModel::Piece& piece : model.pieces) {
      std::string text(piece.text);
      for (size_t at; (at = text.find(kPieceSpace)) != std::string::npos;) text.replace(at, 3, " ");
      pieces_.push_back(text);
    }
  }

  std::string Line() {
    switch (random_.Below(16)) {
      case 0:
        return Characters(1 + random_.Below(60));
      case 1:
        return random_.Bytes(random_.Below(80));
      case 2:
        return Broken(Pieces(1 + random_.Below(30)));
      case 3:
        return Run();
      case 4:
        return FewPieces(1 + random_.Below(120));
      case 5:
        return Mixed(1 + random_.Below(40));
      case 6:
        return random_.Below(20) == 0 ? Pieces(2000) : std::string(random_.Below(5), ' ');
      case 7:
        return random_.Sentence(1 + random_.Below(40));
      case 8:
        return Pieces(1 + random_.Below(30)) + Characters(random_.Below(4));
      default:
        return Pieces(1 + random_.Below(60));
    }
  }

 private:
  // Returns pieces of low rank more often, as in texts.
  const std::string& Piece() {
    const auto size = static_cast<uint32_t>(pieces_.size());
    return pieces_[random_.Below(random_.Below(size) + 1)];
  }
  std::string Pieces(uint32_t n) {
    std::string line;
    for (; n > 0; --n) line += Piece();
    return line;
  }
  std::string FewPieces(uint32_t n) {
    const std::string few[] = {Piece(), Piece(), Piece(), " "};
    std::string line;
    for (; n > 0; --n) line += few[random_.Below(4)];
    return line;
  }
  std::string Run() {
    const std::string piece = random_.Below(3) == 0 ? Characters(1) : Piece();
    std::string line;
    for (uint32_t n = random_.Below(200); n > 0; --n) line += piece;
    return line;
  }
  std::string Characters(uint32_t n) {
    static constexpr std::pair<uint32_t, uint32_t> kRanges[] = {
        {0x20, 0x7E},     {0x61, 0x7A},       {0x0, 0xFF},        {0x300, 0x36F},
        {0x370, 0x52F},   {0x5D0, 0x6FF},     {0x900, 0xE7F},     {0x1100, 0x11FF},
        {0x1E00, 0x206F}, {0x2070, 0x2BFF},   {0x2581, 0x2581},   {0x3000, 0x30FF},
        {0x3130, 0x33FF}, {0x4E00, 0x4FFF},   {0xAC00, 0xB000},   {0xF900, 0xFDFF},
        {0xFE00, 0xFFFF}, {0x1D400, 0x1D7FF}, {0x1F1E6, 0x1F650}, {0xE0000, 0xE01EF},
        {0x0, 0x10FFFF}};
    const auto [first, last] = kRanges[random_.Below(std::size(kRanges))];
    std::string line;
    for (; n > 0; --n) {
      const uint32_t value = first + random_.Below(last - first + 1);
      AppendUtf8(value >= 0xD800 && value < 0xE000 ? 0xFFFD : value, line);
    }
    return line;
  }
  std::string Mixed(uint32_t n) {
    std::string line;
    for (; n > 0; --n) {
      const uint32_t what = random_.Below(8);
      line += what == 0   ? Characters(1 + random_.Below(3))
              : what == 1 ? std::string(1 + random_.Below(3), ' ')
              : what == 2 ? "\u2581"
                          : Piece();
    }
    return line;
  }
  // Leaves out, changes or inserts bytes.
  std::string Broken(std::string line) {
    for (uint32_t n = 1 + random_.Below(3); n > 0 && !line.empty(); --n) {
      const uint32_t at = random_.Below(static_cast<uint32_t>(line.size()));
      const uint32_t what = random_.Below(3);
      if (what == 0) line.erase(at, 1);
      if (what == 1) line[at] = static_cast<char>(random_.Below(256));
      if (what == 2) line.insert(at, random_.Bytes(1));
    }
    return line;
  }

  RandomText random_;
  std::vector<std::string> pieces_;
};

}  // namespace mtgauge::test
