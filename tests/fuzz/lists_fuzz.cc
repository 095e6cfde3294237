// Fuzzes lists of groups: n-best lists and JSON Lines. The groups or the error do not depend on how
// the bytes are cut; groups have texts and as many weights as requested; an error names the file.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input/groups/list_format.h"
#include "tests/support/fuzz_numbers.h"
#include "tests/support/fuzz_promise.h"
#include "tests/support/pieces_source.h"

namespace mtgauge {

extern const ListFormatRow kJsonGroups, kNbestGroups;

namespace {

using test::Promise;

// Reads everything into one string; after an error it ends with the error.
std::string ReadAll(const ListFormatRow& format, bool weighed, std::unique_ptr<Source> source) {
  GroupFiles files;
  files.weights = weighed ? "score" : "";
  auto reader = format.open(files, std::make_unique<LineReader>(std::move(source), nullptr));
  Promise(reader.ok(), "nothing is read before the first group");
  std::string all;
  while (true) {
    const auto group = (*reader)->Next();
    if (!group.ok()) {
      Promise(group.status().message().starts_with("list:"), "the file is named");
      return all + group.status().message();
    }
    if (!*group) return all;
    const PairGroup& found = **group;
    all += found.name + '\n';
    for (const TextColumn* column :
         {&found.hypotheses, found.references ? &*found.references : nullptr}) {
      if (column == nullptr) continue;
      for (uint64_t i = 0; i < column->size(); ++i) {
        Promise((*column)[i].has_value(), "no text is missing");
        all += std::string(*(*column)[i]) + '\0';
      }
    }
    for (const double weight : found.weights) all += std::to_string(weight) + ' ';
    if (&format == &kNbestGroups) {
      Promise(found.hypotheses.size() > 0, "an id has candidates");
      Promise(found.weights.size() == (weighed ? found.hypotheses.size() : 0), "a weight each");
    }
  }
}

}  // namespace
}  // namespace mtgauge

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using mtgauge::test::PiecesSource;
  mtgauge::test::Numbers numbers(data, size);
  const uint32_t choice = numbers.Below(4);
  const uint32_t longest = 1 + numbers.Below(40);
  const std::string bytes = numbers.Rest();
  const mtgauge::ListFormatRow& format =
      choice % 2 == 0 ? mtgauge::kJsonGroups : mtgauge::kNbestGroups;
  const std::string whole =
      mtgauge::ReadAll(format, choice > 1, mtgauge::MemorySource("list", bytes, true));
  const std::string pieces = mtgauge::ReadAll(
      format, choice > 1, std::make_unique<PiecesSource>("list", bytes, longest, longest));
  mtgauge::test::Promise(whole == pieces, "pieces change nothing");
  return 0;
}
