// The program's operator new and delete (cli/allocator.cc): every form works, keeps its alignment,
// and fails with bad_alloc or nullptr if there is no memory.
#include <gtest/gtest.h>
#include <mimalloc.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <thread>

namespace {

constexpr std::size_t kTooMuch = std::numeric_limits<std::size_t>::max() / 4;
constexpr std::align_val_t kAlign{256};

// Hides the value from the compiler, so that no pair of new and delete is optimised away.
std::size_t Opaque(std::size_t size) {
  volatile std::size_t value = size;
  return value;
}

bool IsAligned(void* p) {
  return reinterpret_cast<std::uintptr_t>(p) % static_cast<std::size_t>(kAlign) == 0;
}

TEST(Allocator, PlainFormsComeFromMimalloc) {
  for (const std::size_t size : {0, 1, 7, 64, 4097, 1 << 22}) {
    void* one = ::operator new(Opaque(size));
    void* many = ::operator new[](Opaque(size));
    void* maybe = ::operator new(Opaque(size), std::nothrow);
    void* maybe_many = ::operator new[](Opaque(size), std::nothrow);
    for (void* p : {one, many, maybe, maybe_many}) {
      ASSERT_NE(p, nullptr);
      EXPECT_TRUE(mi_is_in_heap_region(p)) << size;
    }
    ::operator delete(one);
    ::operator delete[](many);
    ::operator delete(maybe, std::nothrow);
    ::operator delete[](maybe_many, std::nothrow);
#ifdef __cpp_sized_deallocation  // clang 14 declares these only on request
    ::operator delete(::operator new(Opaque(size)), size);
    ::operator delete[](::operator new[](Opaque(size)), size);
#endif
  }
}

TEST(Allocator, AlignedFormsAreAligned) {
  for (const std::size_t size : {1, 100, 5000, 1 << 22}) {
    void* one = ::operator new(Opaque(size), kAlign);
    void* many = ::operator new[](Opaque(size), kAlign);
    void* maybe = ::operator new(Opaque(size), kAlign, std::nothrow);
    void* maybe_many = ::operator new[](Opaque(size), kAlign, std::nothrow);
    for (void* p : {one, many, maybe, maybe_many}) {
      ASSERT_NE(p, nullptr);
      EXPECT_TRUE(mi_is_in_heap_region(p)) << size;
      EXPECT_TRUE(IsAligned(p)) << size;
    }
    ::operator delete(one, kAlign);
    ::operator delete[](many, kAlign);
    ::operator delete(maybe, kAlign, std::nothrow);
    ::operator delete[](maybe_many, kAlign, std::nothrow);
#ifdef __cpp_sized_deallocation
    ::operator delete(::operator new(Opaque(size), kAlign), size, kAlign);
    ::operator delete[](::operator new[](Opaque(size), kAlign), size, kAlign);
#endif
  }
}

TEST(Allocator, FailureThrowsOrGivesNull) {
  EXPECT_THROW(::operator delete(::operator new(Opaque(kTooMuch))), std::bad_alloc);
  EXPECT_THROW(::operator delete[](::operator new[](Opaque(kTooMuch))), std::bad_alloc);
  EXPECT_THROW(::operator delete(::operator new(Opaque(kTooMuch), kAlign), kAlign), std::bad_alloc);
  EXPECT_THROW(::operator delete[](::operator new[](Opaque(kTooMuch), kAlign), kAlign),
               std::bad_alloc);
  EXPECT_EQ(::operator new(Opaque(kTooMuch), std::nothrow), nullptr);
  EXPECT_EQ(::operator new[](Opaque(kTooMuch), std::nothrow), nullptr);
  EXPECT_EQ(::operator new(Opaque(kTooMuch), kAlign, std::nothrow), nullptr);
  EXPECT_EQ(::operator new[](Opaque(kTooMuch), kAlign, std::nothrow), nullptr);
}

int handler_calls = 0;

TEST(Allocator, NewHandlerIsCalledUntilItGivesUp) {
  handler_calls = 0;
  std::set_new_handler([] {
    if (++handler_calls == 3) std::set_new_handler(nullptr);
  });
  EXPECT_THROW(::operator delete(::operator new(Opaque(kTooMuch))), std::bad_alloc);
  EXPECT_EQ(handler_calls, 3);
}

TEST(Allocator, MemoryMayBeFreedByAnotherThread) {
  void* p = ::operator new(Opaque(1000));
  std::thread([p] { ::operator delete(p); }).join();
}

}  // namespace
