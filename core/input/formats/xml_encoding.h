// The encodings of XML files. All are decoded here, since it depends on how libxml2 was built which
// ones it knows.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

class XmlDecoder {
 public:
  // Returns true if the first bytes of a file are enough for Of(); the whole file always is.
  static bool IsEnough(std::string_view head);
  // Tells the encoding by the first bytes of a file and by its declaration.
  static Result<XmlDecoder> Of(std::string_view head, const std::string& file);

  // Decodes UTF-8, which the parser checks.
  XmlDecoder() = default;

  // Returns the next bytes of the file as UTF-8, until the next call. Stops and fails at bytes that
  // are no character in the encoding.
  std::string_view Decode(std::string_view bytes, bool last);
  bool failed() const { return failed_; }
  // The line on which it has failed.
  uint64_t line() const { return line_; }

 private:
  enum class Form { kUtf8, kByteEach, kUtf16Little, kUtf16Big };
  struct Start;
  static const Start kStarts[];

  explicit XmlDecoder(Form form) : form_(form) {}
  explicit XmlDecoder(std::string_view points);

  void DecodeBytes(std::string_view bytes);
  void DecodeUnits(std::string_view bytes, bool last);

  Form form_ = Form::kUtf8;
  std::array<std::string, 256> characters_;  // of kByteEach; empty if there is none
  std::string rest_;                         // of UTF-16: part of a character
  std::string text_;
  bool failed_ = false;
  uint64_t line_ = 1;
};

}  // namespace mtgauge
