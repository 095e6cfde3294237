// A SentencePiece model for tests, trained on the spot. In a file of its own since the library's
// header and abseil's cannot be included together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mtgauge::test {

// Trains `prefix`.model on the lines of a file, with more of the trainer's options; false when the
// library refuses.
bool TrainSpm(const std::string& lines, const std::string& prefix, int vocabulary,
              const std::string& options = "");
// What the library itself says: its pieces joined by spaces.
std::string EncodeBySpm(const std::string& model, std::string_view text);

}  // namespace mtgauge::test
