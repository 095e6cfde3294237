// Strips each line.
#include "core/text/stripping.h"

#include "core/simd/kernels.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

std::string_view Behind(std::string_view text, std::string_view marker) {
  const size_t last = text.rfind(marker);
  if (last == std::string_view::npos) return text;
  const std::string_view rest = text.substr(last + marker.size());
  const std::string_view trimmed = Trim(rest);
  return trimmed.empty() ? trimmed : rest.substr(static_cast<size_t>(trimmed.data() - rest.data()));
}

}  // namespace

const Stream& StrippedText::Strip(const Stream& stream, std::string_view marker) {
  const std::string_view all(stream.text, stream.bytes);
  text_.clear();
  for (size_t start = 0; start < all.size();) {
    const size_t end = all.find('\n', start);
    text_.append(Behind(all.substr(start, end - start), marker)).append(1, '\n');
    start = end + 1;
  }
  result_.bytes = static_cast<uint32_t>(text_.size());
  text_.append(kTextPadding, '\0');
  result_.text = text_.data();
  result_.aside.clear();
  for (const Aside& aside : stream.aside) {
    result_.aside.push_back({aside.segment, std::string(Behind(aside.text, marker))});
  }
  return result_;
}

}  // namespace mtgauge
