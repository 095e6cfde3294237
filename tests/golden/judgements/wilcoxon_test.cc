// Wilcoxon's test with the digits of scipy.stats.wilcoxon 1.15.3. Needs the shared folder of
// reference data.
#include "core/judgements/wilcoxon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/shared_data.h"

namespace mtgauge::wilcoxon_test {
namespace {

TEST(WilcoxonGolden, EqualsScipy) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/wilcoxon.json");
  const nlohmann::json golden = ReadJson(SharedFolder() / "golden/people/wilcoxon.json");
  size_t cases = 0;
  for (const nlohmann::json& example : golden.at("cases")) {
    SCOPED_TRACE(example.at("name").get<std::string>());
    const WilcoxonP p = Wilcoxon(example.at("d").get<std::vector<double>>());
    for (const auto& [got, name] :
         {std::pair(p.two_sided, "two-sided"), {p.greater, "greater"}, {p.less, "less"}}) {
      const nlohmann::json& want = example.at(name);
      if (!want.is_number()) {
        EXPECT_TRUE(std::isnan(got)) << name << " " << want;
      } else {
        EXPECT_NEAR(got, want.get<double>(), 1e-13 * want.get<double>()) << name;
      }
    }
    ++cases;
  }
  EXPECT_GE(cases, 47u);
}

}  // namespace
}  // namespace mtgauge::wilcoxon_test
