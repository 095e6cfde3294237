// Parses metric specs.
#include "core/contract/spec.h"

#include <algorithm>
#include <cstddef>

namespace mtgauge {

std::string_view MetricSpec::settings() const {
  const size_t colon = text_.find(':');
  return colon == std::string::npos ? std::string_view()
                                    : std::string_view(text_).substr(colon + 1);
}

std::vector<std::pair<std::string_view, std::optional<std::string_view>>> MetricSpec::options()
    const {
  std::vector<std::pair<std::string_view, std::optional<std::string_view>>> options;
  for (std::string_view rest = settings(); !rest.empty();) {
    const std::string_view pair = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const size_t equals = pair.find('=');
    options.emplace_back(pair.substr(0, equals), std::nullopt);
    if (equals != std::string_view::npos) options.back().second = pair.substr(equals + 1);
  }
  return options;
}

bool MetricSpec::HasOption(std::string_view name) const {
  const auto given = options();
  return std::any_of(given.begin(), given.end(), [name](const auto& option) {
    return option.first == name && option.second.has_value();
  });
}

MetricSpec MetricSpec::With(std::string_view settings) const {
  MetricSpec spec = *this;
  if (settings.empty()) return spec;
  spec.text_ += text_.find(':') == std::string::npos ? ':' : ',';
  spec.text_ += settings;
  return spec;
}

MetricSpec MetricSpec::Without(std::string_view name) const {
  MetricSpec spec(this->name());
  for (const auto& [option, value] : options()) {
    if (option == name) continue;
    spec = spec.With(value ? std::string(option) + "=" + std::string(*value) : std::string(option));
  }
  return spec;
}

}  // namespace mtgauge
