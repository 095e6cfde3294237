// The only interface to SentencePiece, whose header cannot be included together with abseil's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// A SentencePiece model. Immutable and thread-safe.
class SpmModel {
 public:
  virtual ~SpmModel() = default;
  // Returns false if the library rejects the text.
  virtual bool Cut(std::string_view text, std::vector<std::string>& pieces) const = 0;
};

// Returns null, with the library's message in `error`, if the file is not a model.
std::unique_ptr<SpmModel> LoadSpmModel(const std::string& path, std::string& error);

}  // namespace mtgauge
