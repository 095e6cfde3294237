// Resources that are read once per process and shared.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/status.h"

namespace mtgauge {

// Opened resources by name. Thread-safe. Metrics point into them, so they must never be destroyed.
template <typename Resource>
class OpenedOnce {
 public:
  // Returns the resource with this name; calls open() if it was not opened before. After an error,
  // the next call tries again.
  template <typename Open>
  Result<const Resource*> Get(const std::string& name, const Open& open) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::unique_ptr<const Resource>& resource = opened_[name];
    if (resource == nullptr) {
      MTG_ASSIGN_OR_RETURN(resource, open());
    }
    return resource.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<const Resource>> opened_;
};

}  // namespace mtgauge
