// The optional parts of a build, chosen by CMake options.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

struct BuildPart {
  std::string_view library;  // "SentencePiece"
  std::string_view option;   // "MTGAUGE_WITH_SENTENCEPIECE"
  std::string_view package;  // Debian package needed to build with it
};

inline constexpr BuildPart kSentencePiece = {"SentencePiece", "MTGAUGE_WITH_SENTENCEPIECE",
                                             "libsentencepiece-dev"};
inline constexpr BuildPart kXml = {"libxml2", "MTGAUGE_WITH_XML", "libxml2-dev"};

// Returns the UsageError for `what` ("WMT's XML") in a build without the part.
inline Status LacksPart(const ErrorPlace& place, const std::string& what, const BuildPart& part) {
  return UsageError(place,
                    what + " needs " + std::string(part.library) + ", which this build lacks",
                    "install " + std::string(part.package) + " and build with -D" +
                        std::string(part.option) + "=ON");
}

}  // namespace mtgauge
