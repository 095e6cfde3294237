// Files of other tools that are read whole at run time, plain or packed by gzip.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"

namespace mtgauge {

// `path`, or `path`.gz where there is no `path`.
std::string ResourceName(const std::string& path);
// The bytes of `path`, unpacked if they are gzip's; of `path`.gz where there is no `path`. An
// IoError that names the file when it cannot be read.
absl::StatusOr<std::string> ReadResource(const std::string& path);

// A digest of several files.
class FilesDigest {
 public:
  void Add(std::string_view bytes);
  std::string Get() const;  // 16 hexadecimal digits

 private:
  std::string digests_;
};

// The folder of METEOR's files: `given`, else $METEOR_DATA, else empty.
std::string MeteorFolder(const std::string& given);
// The folder of WordNet's files: `given`, else $WNSEARCHDIR, else that of Debian's wordnet-base.
std::string WordNetFolder(const std::string& given);
// What to do about a file of METEOR's that is not there: "METEOR reads PATH; ...".
absl::Status NoMeteorFile(const std::string& path);
// The same as ReadResource(), with that as the error. `folder` may be empty: unknown.
absl::StatusOr<std::string> ReadMeteorFile(const std::string& folder, const std::string& name);

}  // namespace mtgauge
