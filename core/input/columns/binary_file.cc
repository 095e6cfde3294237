// Detects formats, and makes sources ranged.
#include "core/input/columns/binary_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mtgauge {

Detected DetectMagic(std::string_view head, std::string_view magic) {
  if (!magic.starts_with(head.substr(0, magic.size()))) return Detected::kNo;
  const bool binary = std::any_of(head.begin(), head.end(), [](char c) { return c >= 0 && c < 9; });
  return binary ? Detected::kYes : Detected::kNeedsMore;
}

Result<std::shared_ptr<Source>> RandomAccess(std::unique_ptr<Source> source,
                                             std::string_view format, const OpenOptions& options) {
  if (source->ranged()) return std::shared_ptr<Source>(std::move(source));
  std::error_code ignored;
  if (std::filesystem::is_regular_file(source->name(), ignored)) {
    if (std::filesystem::file_size(source->name(), ignored) == 0) {
      return EmptyFileError(source->name());
    }
    return InputError({source->name()},
                      fmt::format("it is {} within gzip, bzip2, xz or zstd", format),
                      fmt::format("unpack it; {} has its own compression", format));
  }
  MTG_ASSIGN_OR_RETURN(source, MakeRereadable(std::move(source)));
  constexpr uint32_t kBlockBytes = 1 << 20;
  for (Block block; !block.last; ++block.index) {
    if (options.stop != nullptr && options.stop->load(std::memory_order_relaxed)) {
      return CancelledError();
    }
    source->Read(kBlockBytes, block);
    MTG_RETURN_IF_ERROR(block.status);
  }
  source->Rewind();
  return std::shared_ptr<Source>(std::move(source));
}

Status DamagedFile(const std::string& file, std::string what) {
  return InputError({file}, std::move(what), "get an undamaged copy, or write the file again");
}

}  // namespace mtgauge
