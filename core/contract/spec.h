// Metric specs, which name a metric and set its options: "chrf:nw=2,beta=3".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// A spec as it was written. Nothing is looked up: the metric and its options may not exist, and an
// option may have no value. The views point into the text and live as long as the spec.
class MetricSpec {
 public:
  explicit MetricSpec(std::string_view text) : text_(text) {}

  const std::string& text() const { return text_; }
  std::string_view name() const { return std::string_view(text_).substr(0, text_.find(':')); }
  // Returns "nw=2,beta=3"; empty if there are no options.
  std::string_view settings() const;
  // Returns pairs of name and value, as {"nw", "2"}. The value is nullopt if there is no '='.
  std::vector<std::pair<std::string_view, std::optional<std::string_view>>> options() const;
  bool HasOption(std::string_view name) const;
  // Returns the spec with these settings appended to its own.
  MetricSpec With(std::string_view settings) const;
  // Returns the spec without the options of this name.
  MetricSpec Without(std::string_view name) const;

 private:
  std::string text_;
};

}  // namespace mtgauge
