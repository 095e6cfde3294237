// The latency of invented logs, of segments and of whole recordings, against omnisteval 0.1.10, to
// the last bit; with one thread and with several.
#include "mtgauge/latency.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/golden/golden.h"
#include "tests/support/own_folder.h"

namespace mtgauge::latency_test {
namespace {

using Json = nlohmann::json;

Json Number(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json FiguresOf(const LatencyFigures& delays, const LatencyFigures& elapsed) {
  Json figures;
  for (const auto& [kind, of] : {std::pair("", &delays), {"ca_", &elapsed}}) {
    const std::string prefix = kind;
    figures[prefix + "al"] = Number(of->al);
    figures[prefix + "laal"] = Number(of->laal);
    figures[prefix + "ap"] = Number(of->ap);
    figures[prefix + "dal"] = Number(of->dal);
    figures[prefix + "yaal"] = Number(of->yaal);
  }
  return figures;
}

TEST(LatencyGolden, EqualsOmnisteval) {
  const Json goldens = ReadJson(ProjectFolder() / "tests/golden/data/latency.json");
  ASSERT_EQ(goldens.at("omnisteval"), "0.1.10");
  ASSERT_GE(goldens.at("cases").size(), 40u);
  for (size_t number = 0; number < goldens.at("cases").size(); ++number) {
    SCOPED_TRACE(number);
    const Json& golden = goldens["cases"][number];
    const OwnFolder folder;
    LatencyRequest request;
    for (const auto& [name, text] : golden.at("files").items()) {
      const std::string path = folder.Write(name, text);
      if (name == "log") request.inputs = {path};
      if (name == "ref") request.references = {path};
      if (name.starts_with("segments")) request.segmentation = path;
    }
    const bool by_word = golden.at("unit") == "word";
    request.latency_unit = by_word ? LatencyUnit::kWord : LatencyUnit::kCharacter;
    request.fix_elapsed = golden.at("fix_elapsed");
    request.each_segment = true;
    request.threads = number % 2 == 0 ? 1 : 3;
    const auto answer = MeasureLatency(request);
    ASSERT_TRUE(answer.ok()) << answer.status();
    const LatencySystem& system = answer->systems.front();
    EXPECT_EQ(FiguresOf(system.delays, system.elapsed.value_or(LatencyFigures())),
              golden.at("all"));
    ASSERT_EQ(system.each.size(), golden.at("each").size());
    for (size_t i = 0; i < system.each.size(); ++i) {
      EXPECT_EQ(FiguresOf(system.each[i].delays, system.each[i].elapsed), golden["each"][i]) << i;
    }
  }
}

}  // namespace
}  // namespace mtgauge::latency_test
