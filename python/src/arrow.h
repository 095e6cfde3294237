// Arrow's C data interface, as in its specification: it gives access to columns of pyarrow, polars,
// pandas and others without copying them and without importing these packages.
#pragma once

#include <cstdint>
#include <memory>

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace mtgauge::python {

// Ends what its producer allocated. A struct without a release callback holds nothing.
struct ArrowRelease {
  template <typename Struct>
  void operator()(Struct* held) const {
    if (held->release != nullptr) held->release(held);
    delete held;
  }
};
template <typename Struct>
using ArrowOwned = std::unique_ptr<Struct, ArrowRelease>;

}  // namespace mtgauge::python
