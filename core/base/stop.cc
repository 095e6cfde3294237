// Keeps a flag for each thread.
#include "core/base/stop.h"

#include <utility>

namespace mtgauge {
namespace {

constinit thread_local const std::atomic<bool>* current = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* stop) : outer_(std::exchange(current, stop)) {}
StopScope::~StopScope() { current = outer_; }

bool StopRequested() { return current != nullptr && current->load(std::memory_order_relaxed); }

}  // namespace mtgauge
