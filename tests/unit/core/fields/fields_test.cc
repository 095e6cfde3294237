// Records as JSON and as cells, by the tables of their fields; and the tables of all answers.
#include "core/fields/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/fields/cells.h"

namespace mtgauge {

struct Wheel {
  std::string maker;
  std::optional<double> wear;
};
struct Car {
  std::string name, owner, note;
  uint64_t seats = 0, doors = 0;
  double debt = 0;
  bool sold = false;
  std::optional<Wheel> spare;
  std::vector<Wheel> wheels;
};

template <>
inline constexpr auto kFields<Wheel> = std::to_array<Field<Wheel>>({
    Of<&Wheel::maker>("maker", "who made it"),
    Of<&Wheel::wear>("wear", "how worn it is"),
});

template <>
inline constexpr auto kFields<Car> = std::to_array<Field<Car>>({
    Of<&Car::name>("name", "its name"),
    Of<&Car::owner>("owner", "whose it is", Empty::kNull),
    Of<&Car::note>("note", "anything else", Empty::kOmitted),
    Of<&Car::seats>("seats", "how many sit in it"),
    Of<&Car::doors>("doors", "how many doors it has", Empty::kOmitted),
    Of<&Car::debt>("debt", "what is still to be paid", Empty::kOmitted),
    {"new", "whether it was never sold", [](const Car& car) { return Json(!car.sold); }},
    Of<&Car::spare>("spare", "the fifth wheel", Empty::kOmitted),
    Of<&Car::wheels>("wheels", "the wheels on the road"),
});

namespace {

TEST(Fields, OfAnEmptyRecordAreWrittenNullOrOmitted) {
  EXPECT_EQ(Json(Car()).dump(),
            R"({"name":"","owner":null,"seats":0,"debt":0.0,"new":true,"wheels":[]})");
}

TEST(Fields, OfRecordsInRecordsAndListsAreWrittenInOrder) {
  Car car = {"Rover", "Ann", "red", 5, 3, 0.25, true, Wheel{"A", 0.5}, {{"B", {}}, {"C", 1.0}}};
  EXPECT_EQ(Json(car).dump(),
            R"({"name":"Rover","owner":"Ann","note":"red","seats":5,"doors":3,"debt":0.25,)"
            R"("new":false,"spare":{"maker":"A","wear":0.5},)"
            R"("wheels":[{"maker":"B","wear":null},{"maker":"C","wear":1.0}]})");
}

TEST(FieldTexts, NameThePathToEveryField) {
  std::vector<std::string> paths;
  for (const FieldText& text : FieldTexts<Car>()) paths.push_back(text.path + ": " + text.help);
  EXPECT_EQ(paths[0], "name: its name");
  EXPECT_EQ(paths.size(), 13u);
  EXPECT_THAT(paths, testing::Contains("spare.wear: how worn it is"));
  EXPECT_EQ(paths.back(), "wheels.wear: how worn it is");
}

TEST(Cell, HasAllDigitsAndStaysOnItsLine) {
  EXPECT_EQ(Cell("a\tb\n"), "a\\x09b\\x0A");
  EXPECT_EQ(Cell(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(Cell(78.0), "78");
  EXPECT_EQ(Cell(uint64_t{18446744073709551615u}), "18446744073709551615");
  EXPECT_EQ(Cell(-3), "-3");
  EXPECT_EQ(Cell(true), "yes");
  EXPECT_EQ(Cell(false), "no");
}

TEST(Cell, IsEmptyWithoutAValue) {
  EXPECT_EQ(Cell(nullptr), "");
  EXPECT_EQ(Cell(std::nan("")), "");
  EXPECT_EQ(Cell(-std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(Cell(Json::array({1})), "");
}

TEST(CellAt, FollowsThePath) {
  Car rover;
  rover.name = "Rover";
  rover.wheels = {{"B", 0.5}};
  const Json car = rover;
  EXPECT_EQ(CellAt(car, "name"), "Rover");
  EXPECT_EQ(CellAt(car, "wheels/0/wear"), "0.5");
  EXPECT_EQ(CellAt(car, "wheels/1/wear"), "");
  EXPECT_EQ(CellAt(car, "price"), "");
  EXPECT_EQ(CellAt(car, ""), "");
}

}  // namespace
}  // namespace mtgauge
