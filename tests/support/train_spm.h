// SentencePiece models for tests, trained during the test. A separate file, since the library's
// header and abseil's cannot be included together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mtgauge::test {

// Trains `prefix`.model on the lines of a file, with additional options of the trainer; returns
// false if the library reports an error.
bool TrainSpm(const std::string& lines, const std::string& prefix, int vocabulary,
              const std::string& options = "");
// Returns the library's own pieces, joined by spaces.
std::string EncodeBySpm(const std::string& model, std::string_view text);

}  // namespace mtgauge::test
