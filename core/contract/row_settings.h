// The settings that rows were made with, according to their signature.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

class RowSettings {
 public:
  explicit RowSettings(std::string signature, std::vector<std::string> columns = {})
      : signature_(std::move(signature)), columns_(std::move(columns)) {}

  // Returns the value of a key, as "13a" for `tok` in "case:mixed|tok:13a"; empty if there is none.
  std::string_view Value(std::string_view key) const;
  // Returns the digest of a file at the end of a value, as in "synonyms:wordnet-0123456789abcdef".
  std::string_view Digest(std::string_view key) const;
  // The names of the rows' columns.
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::string signature_;
  std::vector<std::string> columns_;
};

}  // namespace mtgauge
