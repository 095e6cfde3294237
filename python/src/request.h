// The options of a request by name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "mtgauge/mtgauge.h"
#include "running.h"

namespace mtgauge::python {

// The uses of each option, each a list of values.
using Options = std::map<std::string, std::vector<std::vector<std::string>>>;

template <typename Request>
void SetOptions(Request& request, const Options& options, uint32_t threads) {
  if constexpr (std::is_base_of_v<RunOptions, Request>) request.threads = threads;
  for (const auto& [name, uses] : options) {
    for (const std::vector<std::string>& values : uses) Check(SetOption(request, name, values));
  }
}

}  // namespace mtgauge::python
