// Looks up keys in a signature.
#include "core/contract/row_settings.h"

#include <algorithm>

namespace mtgauge {

std::string_view RowSettings::Value(std::string_view key) const {
  std::string_view rest = signature_;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('|'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const size_t colon = one.find(':');
    if (one.substr(0, colon) == key && colon != std::string_view::npos) {
      return one.substr(colon + 1);
    }
  }
  return {};
}

std::string_view RowSettings::Digest(std::string_view key) const {
  const std::string_view value = Value(key);
  return value.substr(value.rfind('-') + 1);
}

}  // namespace mtgauge
