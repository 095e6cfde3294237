// The segments of recordings that references belong to, as in the data of IWSLT: a list of objects
// with the fields wav, offset and duration (in seconds), in YAML or JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

struct SpeechSegment {
  std::string recording;            // as the file names it
  double offset = 0, duration = 0;  // milliseconds; not negative
};

// Other fields are ignored. Of YAML, only lists of flat mappings are read, in lines or in braces,
// as in "- {duration: 3.5, offset: 16.08, wav: talk.wav}". `name` is for messages.
Result<std::vector<SpeechSegment>> ParseSpeechSegments(const std::string& name,
                                                       std::string_view bytes);

}  // namespace mtgauge
