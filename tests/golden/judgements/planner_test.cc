// Plans of an evaluation, as the formulas and statsmodels' t test power give them. Needs the shared
// folder of reference data.
#include "core/judgements/planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/naive_pilot.h"
#include "tests/support/shared_data.h"

namespace mtgauge::planner_test {
namespace {

using nlohmann::json;

Pilot PilotOf(const json& pair, bool documents) {
  const auto a = pair.at("A").get<std::vector<double>>(),
             b = pair.at("B").get<std::vector<double>>();
  std::vector<double> sizes, sums;
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < a.size(); ++i) {
    const auto unit = documents ? pair.at("doc")[i].get<std::string>() : std::to_string(i);
    const size_t place = places.try_emplace(unit, sizes.size()).first->second;
    sizes.resize(places.size());
    sums.resize(places.size());
    ++sizes[place];
    sums[place] += a[i] - b[i];
  }
  return oracle::NaivePilot(sizes, sums);
}

void ExpectClose(double got, const json& want) {
  EXPECT_NEAR(got, want.get<double>(), 1e-9 * std::fabs(want.get<double>()));
}

TEST(PlannerGolden, EqualsStatsmodels) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json golden = ReadJson(SharedFolder() / "golden/people/means.json");
  for (const auto& [key, want] : golden.at("planner").items()) {
    SCOPED_TRACE(key);
    const size_t slash = key.find('/'), last = key.rfind('/');
    const double difference = std::stod(key.substr(last + 1));
    const bool documents = key.substr(slash + 1, last - slash - 1) == "document";
    const Pilot pilot = PilotOf(golden.at("pairs").at("data").at(key.substr(0, slash)), documents);
    EXPECT_EQ(pilot.units, want.at("pilot_units").get<uint64_t>());
    ExpectClose(pilot.mean_size, want.at("mean_size"));
    ExpectClose(pilot.deviation, want.at("sd_per_unit"));
    ExpectClose(pilot.error, want.at("se_now"));
    const UnitPlan plan = PlanUnits(pilot, difference, 0.8, 0.05);
    EXPECT_EQ(plan.units, want.at("units_t").get<uint64_t>());
    EXPECT_EQ(plan.units, std::ceil(want.at("statsmodels_n").get<double>()));
    EXPECT_EQ(plan.segments, want.at("segments_t").get<uint64_t>());
    ExpectClose(PowerOfUnits(static_cast<double>(plan.units), difference, pilot.deviation, 0.05),
                want.at("power_at_units_t"));
    ExpectClose(plan.power_now, want.at("power_now"));
    ExpectClose(plan.smallest_now, want.at("smallest_difference_now"));
  }
}

TEST(PlannerGolden, ErrorsOfPairs) {
  MTG_SKIP_WITHOUT_SHARED("golden/people/means.json");
  const json pairs = ReadJson(SharedFolder() / "golden/people/means.json").at("pairs");
  for (const bool documents : {false, true}) {
    const json& want = pairs.at(documents ? "document" : "segment");
    size_t pair = 0;
    for (const auto& [name, data] : pairs.at("data").items()) {
      const Pilot pilot = PilotOf(data, documents);
      ExpectClose(pilot.difference, want.at("differences")[pair]);
      ExpectClose(pilot.error, want.at("per_pair_se")[pair]);
      ++pair;
    }
  }
}

}  // namespace
}  // namespace mtgauge::planner_test
