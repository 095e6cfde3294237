// The output of a command: standard output, or a file that appears only when it is complete.
#pragma once

#include <string>
#include <string_view>

#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct Unfinished;

// A buffered output. Not thread-safe. Unless Publish() succeeded, the destructor leaves no file.
//
// If the reader of a pipe stops, the rest is dropped silently. This is not an error, because other
// results of the run (a gate's verdict, files) may still be needed.
class Output {
 public:
  // Opens an output; an empty path means standard output. A regular file is first written to an
  // unnamed file in the same folder, or to a temporary file if the file system does not support
  // that. It keeps the permissions of the file that it replaces. Devices, pipes and standard output
  // given by path are written directly.
  static Result<Output> Open(const std::string& path);
  // Opens a file that takes the place of whatever has this name: a link is not followed, and the
  // permissions are those of a new file that only its owner may write.
  static Result<Output> Replace(const std::string& path);

  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  Status Write(std::string_view bytes);
  // Writes the buffered bytes.
  Status Flush();
  // Returns Aborted if the reader of a pipe has stopped. For runs without other results.
  Status StillRead() const;
  // Writes the remaining bytes. The file is then complete, under a temporary name. If several files
  // belong together, close them all before publishing the first.
  Status Close();
  // Renames a closed file to its final name.
  Status Publish();
  // Calls Close() and Publish().
  Status Finish();

 private:
  Output() = default;

  // Opens a new file, unnamed or under a temporary name.
  Status OpenNew(unsigned mode);
  Status OpenNamed(unsigned mode);
  // Gives the unnamed open file a temporary name.
  Status NameUnnamed();

  int fd_ = -1;
  bool reader_gone_ = false;
  bool in_part_ = false;              // bytes went out that cannot be taken back, and more may come
  std::string name_;                  // for messages
  bool unnamed_ = false;              // the file has no name yet
  std::string temporary_;             // name of the temporary file; empty if there is none
  Unfinished* unfinished_ = nullptr;  // entry of the temporary file; not owned
  std::string final_;
  std::string buffer_;
};

// Returns a file name made from a name in the data (of a system, translator or criterion). It
// cannot lead to another folder and is not hidden. ASCII letters and digits, characters in `also`
// and all non-ASCII characters are kept. All others, and a leading dot, become '_'.
std::string SafeFileName(std::string_view name, std::string_view also);

// Removes the temporary files of all unfinished Outputs. Safe in signal handlers: it only unlinks.
void RemoveUnfinishedOutput();

// Returns whether an Output ended before Close(), after it had written a part to standard output, a
// pipe or a device.
bool WroteInPart();

}  // namespace mtgauge
