// The library SentencePiece, which trains models for tests and cuts texts as the reference. A
// separate file, since the library's header and abseil's cannot be included together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge::test {

// Trains `prefix`.model on the lines of a file, with additional options of the trainer; returns
// false if the library reports an error.
bool TrainSpm(const std::string& lines, const std::string& prefix, int vocabulary,
              const std::string& options = "");

// A model in the library. Immutable and thread-safe.
class SpmModel {
 public:
  virtual ~SpmModel() = default;
  // Returns false if the library rejects the text.
  virtual bool Cut(std::string_view text, std::vector<std::string>& pieces) const = 0;
};
// Returns null if the file is not a model.
std::unique_ptr<SpmModel> LoadSpmModel(const std::string& path);

// Returns the library's pieces, joined by spaces.
std::string EncodeBySpm(const std::string& model, std::string_view text);

}  // namespace mtgauge::test
