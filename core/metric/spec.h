// What names a metric and sets its options: "chrf:nw=2,beta=3".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// A spec as it was written. Nothing is looked up: the metric and its options may not exist, and an
// option may lack its value. The views are of the text and live as long as the spec.
class MetricSpec {
 public:
  explicit MetricSpec(std::string_view text) : text_(text) {}

  const std::string& text() const { return text_; }
  std::string_view name() const { return std::string_view(text_).substr(0, text_.find(':')); }
  // "nw=2,beta=3"; empty without options.
  std::string_view settings() const;
  // Pairs of name and value, as {"nw", "2"}. Without a '=' the value is nothing.
  std::vector<std::pair<std::string_view, std::optional<std::string_view>>> options() const;
  bool HasOption(std::string_view name) const;
  // With these settings behind its own; empty ones change nothing.
  MetricSpec With(std::string_view settings) const;
  // With the options of this name left out.
  MetricSpec Without(std::string_view name) const;

 private:
  std::string text_;
};

}  // namespace mtgauge
