// Tells the parts of one job from those of another.
#pragma once

#include <string>

#include "core/request/options.h"
#include "core/request/parts.h"

namespace mtgauge {

// Returns a digest of the version, the names and bytes of the texts, and all options that the
// result depends on, except the number of the shard. It does not cover the contents of files.
std::string DigestOfParts(RequestKind kind, const RequestParts& parts);

// Returns an empty text for texts in memory, which have no names.
template <typename Request>
std::string JobDigest(const Request& request) {
  if (request.columns) return "";
  RequestParts parts;
  CopyParts(request, parts);
  return DigestOfParts(kKindOf<Request>, parts);
}

}  // namespace mtgauge
