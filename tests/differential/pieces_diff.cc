// Compares our encoder of SentencePiece models with the library on generated lines:
//   pieces_diff MODEL LINES SEED OUT
// Prints how many lines and tokens were compared. Writes the lines to OUT.lines, their tokens by
// the library's rules to OUT.older, and those by SentencePiece's newest rules to OUT.newest. Exits
// with 1 at the first line with other pieces than the library's, and with 3 for a file that is no
// model.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/piece_tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/view.h"
#include "tests/support/piece_text.h"
#include "tests/support/sentencepiece.h"

namespace {

using namespace mtgauge;

void Start(View& view) {
  view.Reset("\n", 1, 1);
  view.FindLines();
}

bool SameTokens(const Tokens& a, const Tokens& b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; ++i) {
    if (a[i] != b[i] || a.key[i] != b.key[i]) return false;
  }
  return true;
}

std::string Joined(const Tokens& tokens) {
  std::string text;
  for (uint32_t i = 0; i < tokens.count; ++i) text.append(i > 0 ? " " : "").append(tokens[i]);
  return text;
}

int Compare(const std::string& path, uint64_t lines, uint64_t seed, const std::string& out) {
  const std::string file(ReadModelFile(path).value().bytes());
  const std::unique_ptr<Tokenizer> own =
      MakePieceTokenizer(PieceEncoder::Make(file, PieceRule::kOlder));
  const std::unique_ptr<Tokenizer> newest =
      MakePieceTokenizer(PieceEncoder::Make(file, PieceRule::kNewest));
  if (own == nullptr) {
    fmt::print("{}: no model\n", path);
    return 3;
  }
  const std::unique_ptr<test::SpmModel> library = test::LoadSpmModel(path);
  test::PieceText text(*ReadPieceModel(file), seed);
  View view(DefaultHash().function), expected(DefaultHash().function);
  std::vector<std::string> pieces;
  std::ofstream lines_file(out + ".lines", std::ios::binary);
  std::ofstream older_file(out + ".older", std::ios::binary);
  std::ofstream newest_file(out + ".newest", std::ios::binary);
  uint64_t tokens = 0;
  for (uint64_t i = 0; i < lines; ++i) {
    std::string line = text.Line();
    std::replace(line.begin(), line.end(), '\n', ' ');
    line.resize(TrimRight(line).size());
    Start(view);
    own->CutSegment(line, 0, view);
    Start(expected);
    if (!library->Cut(line, pieces)) return 1;
    AddPieces({pieces.begin(), pieces.end()}, 0, expected);
    const Tokens a = view.Segment(0).tokens, b = expected.Segment(0).tokens;
    tokens += b.count;
    lines_file << line << '\n';
    older_file << Joined(a) << '\n';
    View by_newest(DefaultHash().function);
    Start(by_newest);
    newest->CutSegment(line, 0, by_newest);
    newest_file << Joined(by_newest.Segment(0).tokens) << '\n';
    if (SameTokens(a, b)) continue;
    fmt::print("{}: line {} differs: {}\n  own:     {}\n  library: {}\n", path, i + 1, line,
               Joined(a), Joined(b));
    return 1;
  }
  fmt::print("{}: {} lines, {} tokens, no difference\n", path, lines, tokens);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: pieces_diff MODEL LINES SEED OUT\n");
    return 2;
  }
  return Compare(argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10),
                 argv[4]);
}
