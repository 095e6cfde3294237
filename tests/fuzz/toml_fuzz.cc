// Fuzzes job files. A file that is read can be written, and is then read as the same; errors name
// the file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/flags/job_file.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::test::Promise;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto steps = mtgauge::ParseJobFile("file", bytes);
  if (!steps.ok()) {
    Promise(steps.status().kind() == mtgauge::ErrorKind::kUsage, "a usage error");
    Promise(steps.status().message().starts_with("file:"), "an error names the file");
    return 0;
  }
  Promise(!steps->empty(), "at least one step");
  for (const mtgauge::JobStep& step : *steps) {
    const auto text = mtgauge::JobFileText(step.args);
    Promise(text.ok(), "TOML is UTF-8, so it can be written");
    const auto again = mtgauge::ParseJobFile("file", *text);
    Promise(again.ok() && again->size() == 1, "what is written is read");
    Promise(mtgauge::JobFileText(again->front().args).value() == *text, "and is the same");
  }
  return 0;
}
