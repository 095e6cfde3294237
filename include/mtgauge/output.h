// The output of a verb: standard output, or a file that appears only when it is complete.
#pragma once

#include <absl/status/statusor.h>

#include <string>
#include <string_view>

namespace mtgauge {

struct Unfinished;

// Buffered. Not thread-safe. Unless Publish() succeeded, the destructor leaves no file behind.
//
// If the reader of a pipe stops, the rest is dropped silently. This is not an error, since other
// results of the run (a gate's verdict, files) may still matter.
class Output {
 public:
  // An empty path is standard output. A regular file is written in its own folder without a name,
  // or under a temporary one where the file system cannot do that; it keeps the permissions of the
  // file that it replaces. Devices, pipes, and standard output by its path are written to directly.
  static absl::StatusOr<Output> Open(const std::string& path);

  Output(Output&& other) noexcept;
  Output& operator=(Output&&) = delete;
  ~Output();

  absl::Status Write(std::string_view bytes);
  // Passes on what is buffered.
  absl::Status Flush();
  // Aborted if the reader of a pipe has stopped; for runs without other results.
  absl::Status StillRead() const;
  // Writes what is left; the file is complete, and has a temporary name. Of several files
  // that belong together all are closed before the first is published.
  absl::Status Close();
  // Gives a closed file its name.
  absl::Status Publish();
  // Both.
  absl::Status Finish();

 private:
  Output() = default;

  // Opens a file under a temporary name.
  absl::Status OpenNamed();
  // Gives the open file without a name a temporary one.
  absl::Status NameUnnamed();

  int fd_ = -1;
  bool reader_gone_ = false;
  std::string name_;                  // for messages
  bool unnamed_ = false;              // the file has no name yet
  std::string temporary_;             // empty: none
  Unfinished* unfinished_ = nullptr;  // the temporary file's; not owned
  std::string final_;
  std::string buffer_;
};

// A name for a file in a folder, made from names that data may hold (of systems, translators,
// criteria): it leads into no other folder and is not hidden. ASCII letters and digits, what `also`
// holds and all beyond ASCII stay; the rest, and a dot in front, become '_'.
std::string SafeFileName(std::string_view name, std::string_view also);

// Removes the temporary files of all unfinished Outputs. For signal handlers: it only unlinks.
void RemoveUnfinishedOutput();

}  // namespace mtgauge
