// The settings under which rows were made, as their signature tells them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mtgauge {

class RowSettings {
 public:
  explicit RowSettings(std::string signature) : signature_(std::move(signature)) {}

  // The value of a key, as "13a" of `tok` in "case:mixed|tok:13a"; empty: it is not told.
  std::string_view Value(std::string_view key) const;
  // The digest of a file at the end of a value, as in "synonyms:wordnet-0123456789abcdef".
  std::string_view Digest(std::string_view key) const;

 private:
  std::string signature_;
};

}  // namespace mtgauge
