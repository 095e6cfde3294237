// Hashes the options in the order of their table.
#include "core/request/job_digest.h"

#include <fmt/format.h>

#include "core/base/hash.h"
#include "core/base/version.h"
#include "core/input/formats/files_of_set.h"
#include "core/request/texts.h"

namespace mtgauge {
namespace {

void AddValues(std::string_view name, const OptionValues& values, ContentHash& hash) {
  hash.Add(fmt::format("{} {}\n", name, values.size()));
  for (const std::string& value : values) hash.Add(fmt::format("{} {}\n", value.size(), value));
}

void AddSize(const std::string& path, ContentHash& hash) {
  hash.Add(fmt::format("{} bytes\n", BytesOfInput(path)));
}

}  // namespace

std::string DigestOfParts(RequestKind kind, const RequestParts& parts) {
  ContentHash hash;
  hash.Add(kVersion);
  AddValues("references", parts.references, hash);
  AddValues("inputs", parts.inputs, hash);
  for (const std::string& path : parts.references) AddSize(path, hash);
  for (const std::string& input : parts.inputs) AddSize(SplitName(input).files.front(), hash);
  for (const RequestOption& option : RequestOptions()) {
    const bool counts = (option.requests & BitOf(kind)) != 0 && option.moves_output;
    if (!counts || option.access.get == nullptr || option.name == "shard") continue;
    for (const OptionValues& use : option.access.get(parts)) AddValues(option.name, use, hash);
  }
  return fmt::format("{:016x}", hash.value());
}

}  // namespace mtgauge
