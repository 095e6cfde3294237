// Uses mmap and requests huge pages, but works without them. If all pages will be used, the system
// allocates them at once: a page fault costs several times as much as clearing a page.
#include "core/base/zeroed_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace mtgauge {

ZeroedPages::ZeroedPages(size_t bytes, Made made) {
  constexpr size_t kHugePage = size_t{2} << 20, kManyPages = size_t{32} << 10;
  const bool huge = bytes >= kHugePage;
  mapped_bytes_ = huge ? bytes + kHugePage : bytes;  // room to align
  void* const mapped =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapped_ = data_ = mapped;
  if (huge) {
    const auto from = reinterpret_cast<uintptr_t>(mapped);
    data_ = static_cast<char*>(mapped) + (kHugePage - from % kHugePage) % kHugePage;
    madvise(data_, bytes, MADV_HUGEPAGE);
  }
  // Systems without this (Linux before 5.14) allocate the pages one by one.
  if (made == Made::kAtOnce && bytes >= kManyPages) madvise(data_, bytes, MADV_POPULATE_WRITE);
}

ZeroedPages::~ZeroedPages() {
  if (mapped_ != nullptr) munmap(mapped_, mapped_bytes_);
}

}  // namespace mtgauge
