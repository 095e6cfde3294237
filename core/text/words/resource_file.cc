// Reads through zlib, which also reads uncompressed files.
#include "core/text/words/resource_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include "core/base/hash.h"

namespace mtgauge {
namespace {

struct Close {
  void operator()(gzFile file) const { gzclose(file); }
};

}  // namespace

std::string ResourceName(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) ? path : path + ".gz";
}

Result<std::string> ReadResource(const std::string& path) {
  std::error_code error;
  const std::string name = ResourceName(path);
  if (!std::filesystem::is_regular_file(name, error)) {
    return IoError({path}, "there is no such file", "check the path");
  }
  const std::unique_ptr<gzFile_s, Close> file(gzopen(name.c_str(), "rb"));
  if (file == nullptr) return IoError({name}, "cannot be read", "check its permissions");
  std::string bytes;
  constexpr unsigned kPiece = 1U << 18;
  for (;;) {
    const size_t before = bytes.size();
    bytes.resize(before + kPiece);
    const int got = gzread(file.get(), bytes.data() + before, kPiece);
    bytes.resize(before + static_cast<size_t>(got > 0 ? got : 0));
    if (got > 0) continue;
    int state = Z_OK;  // zlib reports a truncated file only here
    gzerror(file.get(), &state);
    if (state != Z_OK) return IoError({name}, "cannot be unpacked", "copy it again");
    return bytes;
  }
}

void FilesDigest::Add(std::string_view bytes) {
  const uint64_t digest = FindHash("xxh64")->function(bytes.data(), bytes.size());
  digests_.append(reinterpret_cast<const char*>(&digest), sizeof digest);
}

std::string FilesDigest::Get() const {
  return fmt::format("{:016x}", FindHash("xxh64")->function(digests_.data(), digests_.size()));
}

std::string MeteorFolder(const std::string& given) {
  if (!given.empty()) return given;
  const char* const folder = std::getenv("METEOR_DATA");
  return folder == nullptr ? "" : folder;
}

std::string WordNetFolder(const std::string& given) {
  if (!given.empty()) return given;
  const char* const folder = std::getenv("WNSEARCHDIR");
  return folder == nullptr ? "/usr/share/wordnet" : folder;
}

Status NoMeteorFile(const std::string& path) {
  return UsageError(
      {.option = "data"}, fmt::format("METEOR needs its file {}", path),
      "name the folder `resources` of METEOR 1.5's sources by meteor:data=DIR or METEOR_DATA, or "
      "do without it: meteor:modules=ex+st,text=lower,functions=none");
}

Result<std::string> ReadMeteorFile(const std::string& folder, const std::string& name) {
  const std::string path = folder.empty() ? name : folder + "/" + name;
  if (folder.empty()) return NoMeteorFile(path);
  Result<std::string> bytes = ReadResource(path);
  if (!bytes.ok()) return NoMeteorFile(path);
  return bytes;
}

}  // namespace mtgauge
