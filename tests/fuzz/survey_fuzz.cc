// Fuzzes the bytes of surveys: accepted bytes are those that would have been written, and their
// sums are accepted, too.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>

#include "core/contract/registry.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::Promise;

std::string Saved(const mtgauge::Survey& survey) {
  std::string bytes;
  survey.Save(bytes);
  return bytes;
}

}  // namespace

// The first byte is the length of the longest n-gram.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string name = "nist|order:" + std::to_string(1 + data[0] % 9);
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto make = mtgauge::FindMetric("nist")->survey;
  const std::unique_ptr<mtgauge::Survey> survey = make(name), other = make(name);
  if (!survey->Load(bytes)) return 0;
  Promise(Saved(*survey) == bytes, "what is read is what would be written");
  Promise(other->Load(bytes), "it can be read again");
  try {
    survey->Merge(*other);
  } catch (const std::bad_alloc&) {  // counts have 32 bits
    return 0;
  }
  Promise(make(name)->Load(Saved(*survey)), "a sum can be read");
  return 0;
}
