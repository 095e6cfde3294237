// The one door to SentencePiece, whose header and abseil's cannot be included together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// Immutable and thread-safe.
class SpmModel {
 public:
  virtual ~SpmModel() = default;
  // False for a text that the library refuses.
  virtual bool Cut(std::string_view text, std::vector<std::string>& pieces) const = 0;
};

// Null, with the library's words in `error`, for a file that is no model.
std::unique_ptr<SpmModel> LoadSpmModel(const std::string& path, std::string& error);

}  // namespace mtgauge
