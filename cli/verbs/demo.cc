// mtgauge demo: writes the files of the documentation's examples.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/verbs/verbs.h"
#include "mtgauge/output.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

struct DemoFile {
  std::string_view name, bytes;
};

constexpr DemoFile kDemoFiles[] = {
#include "cli/demo.inc"
};

Status WriteDemoFile(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return IoError({path.parent_path()}, error.message(), "choose another folder");
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(path));
  MTG_RETURN_IF_ERROR(output.Write(bytes));
  return output.Finish();
}

}  // namespace

Status RunDemo(const LowArgs& args, const Program&) {
  if (args.references.size() != 1 || args.references.front().empty()) {
    return UsageError("name one new folder for the files, as in: mtgauge demo files");
  }
  const fs::path folder = args.references.front();
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_empty(folder, ignored)) {
    return UsageError(fmt::format("{}: it is not empty; name a new folder", folder.string()));
  }
  for (const DemoFile& file : kDemoFiles) {
    MTG_RETURN_IF_ERROR(WriteDemoFile(folder / file.name, file.bytes));
  }
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(""));
  MTG_RETURN_IF_ERROR(output.Write(
      fmt::format("{} holds the files of the examples: a reference, outputs of three systems, and "
                  "scores of people. Try this:\n\n  cd {}\n  mtgauge compare ref.txt -i fluent.txt "
                  "literal.txt hasty.txt\n",
                  folder.string(), folder.string())));
  return output.Finish();
}

}  // namespace mtgauge
