// Lowercases whole streams.
#include "core/text/casing.h"

#include <algorithm>

#include "core/simd/kernels.h"
#include "core/text/unicode.h"

namespace mtgauge {

void CasedText::Set(const Stream& stream, bool lowercase) {
  if (lowercase) {
    Lower(stream);
  } else {
    text_ = stream.text;
    bytes_ = stream.bytes;
    asides_ = stream.aside;
  }
}

void CasedText::Lower(const Stream& stream) {
  lowered_.Grow(LowercaseCapacity(stream.bytes) + kTextPadding, 0);
  bytes_ = stream.bytes;
  if (ActiveKernels().lower_ascii(stream.text, stream.bytes, lowered_.data()) != 0) {
    const char* const end = LowercaseInto({stream.text, stream.bytes}, lowered_.data());
    bytes_ = static_cast<uint32_t>(end - lowered_.data());
  }
  std::fill_n(lowered_.data() + bytes_, kTextPadding, '\0');
  text_ = lowered_.data();

  lowered_asides_.clear();
  for (const Aside& aside : stream.aside) {
    AppendLowercase(aside.text, lowered_asides_.emplace_back(Aside{aside.segment, {}}).text);
  }
  asides_ = lowered_asides_;
}

}  // namespace mtgauge
