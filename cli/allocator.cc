// Replaces every form of operator new and delete by mimalloc, in the program only (never in the
// library).
//
// libmimalloc.so, as Debian builds it, overrides them too, but its operator new aborts when memory
// runs out. Ours throws std::bad_alloc, which main turns into one line and an exit code.
#include <mimalloc.h>

#include <cstddef>
#include <new>

namespace {

// Calls the new-handler until it gives up, as [new.delete.single] requires of operator new.
template <typename Allocate>
void* AllocateOrThrow(const Allocate& allocate) {
  for (;;) {
    if (void* memory = allocate()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

template <typename Allocate>
void* AllocateOrNull(const Allocate& allocate) noexcept {
  try {
    return AllocateOrThrow(allocate);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* New(std::size_t size) {
  return AllocateOrThrow([size] { return mi_malloc(size); });
}
void* New(std::size_t size, std::align_val_t alignment) {
  return AllocateOrThrow(
      [=] { return mi_malloc_aligned(size, static_cast<std::size_t>(alignment)); });
}
void* NewOrNull(std::size_t size) noexcept {
  return AllocateOrNull([size] { return mi_malloc(size); });
}
void* NewOrNull(std::size_t size, std::align_val_t alignment) noexcept {
  return AllocateOrNull(
      [=] { return mi_malloc_aligned(size, static_cast<std::size_t>(alignment)); });
}

}  // namespace

void* operator new(std::size_t n) { return New(n); }
void* operator new[](std::size_t n) { return New(n); }
void* operator new(std::size_t n, std::align_val_t a) { return New(n, a); }
void* operator new[](std::size_t n, std::align_val_t a) { return New(n, a); }
void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return NewOrNull(n); }
void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return NewOrNull(n); }
void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return NewOrNull(n, a);
}
void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return NewOrNull(n, a);
}

void operator delete(void* p) noexcept { mi_free(p); }
void operator delete[](void* p) noexcept { mi_free(p); }
void operator delete(void* p, std::size_t) noexcept { mi_free(p); }
void operator delete[](void* p, std::size_t) noexcept { mi_free(p); }
void operator delete(void* p, std::align_val_t) noexcept { mi_free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { mi_free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { mi_free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { mi_free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { mi_free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { mi_free(p); }
void operator delete(void* p, std::align_val_t, const std::nothrow_t&) noexcept { mi_free(p); }
void operator delete[](void* p, std::align_val_t, const std::nothrow_t&) noexcept { mi_free(p); }
