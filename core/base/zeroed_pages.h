// Memory of the system's, all zero, for tables that are touched at random: in huge pages where the
// system has them, so that look-ups need not walk page tables and filling it needs few page faults.
#pragma once

#include <cstddef>
#include <utility>

namespace mtgauge {

class ZeroedPages {
 public:
  // When the system makes them: tables are touched everywhere, what grows is not.
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
