// Memory from the system, all zero, for tables with random access: uses huge pages if the system
// has them, so that look-ups rarely walk page tables and filling causes few page faults.
#pragma once

#include <cstddef>
#include <utility>

namespace mtgauge {

class ZeroedPages {
 public:
  // When the system allocates the pages: at once for tables that are used completely, when touched
  // for arrays that grow.
  enum class Made { kAtOnce, kWhenTouched };

  ZeroedPages() = default;
  // Throws std::bad_alloc.
  explicit ZeroedPages(size_t bytes, Made made = Made::kAtOnce);
  ZeroedPages(ZeroedPages&& other) noexcept
      : mapped_(std::exchange(other.mapped_, nullptr)),
        mapped_bytes_(other.mapped_bytes_),
        data_(other.data_) {}
  ZeroedPages& operator=(ZeroedPages&& other) noexcept {
    std::swap(mapped_, other.mapped_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~ZeroedPages();

  void* data() const { return data_; }

 private:
  void* mapped_ = nullptr;
  size_t mapped_bytes_ = 0;
  void* data_ = nullptr;
};

}  // namespace mtgauge
