// Files of other tools that are read whole at run time, plain or compressed by gzip.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// Returns `path`, or `path`.gz if `path` does not exist.
std::string ResourceName(const std::string& path);
// Returns the contents of `path`, decompressed if necessary, or of `path`.gz if `path` does not
// exist. Returns an IoError that names the file if it cannot be read.
Result<std::string> ReadResource(const std::string& path);

// A digest of several files.
class FilesDigest {
 public:
  void Add(std::string_view bytes);
  std::string Get() const;  // 16 hexadecimal digits

 private:
  std::string digests_;
};

// Returns the folder of METEOR's files: `given`, else $METEOR_DATA, else empty.
std::string MeteorFolder(const std::string& given);
// Returns WordNet's folder: `given`, else $WNSEARCHDIR, else that of Debian's wordnet-base.
std::string WordNetFolder(const std::string& given);
// Returns the error, with a remedy, for a missing file of METEOR.
Status NoMeteorFile(const std::string& path);
// Same as ReadResource(), but with this error. `folder` may be empty if it is unknown.
Result<std::string> ReadMeteorFile(const std::string& folder, const std::string& name);

}  // namespace mtgauge
