// A folder for one test, deleted with it. Tests run in parallel processes, so a fixed name in the
// system's folder for temporary files could be used by two of them.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace mtgauge {

class OwnFolder {
 public:
  OwnFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mtgauge-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder " + pattern);
    folder_ = pattern;
  }
  ~OwnFolder() { std::filesystem::remove_all(folder_); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }

  // Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& bytes) const {
    const std::string path = Path(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace mtgauge
