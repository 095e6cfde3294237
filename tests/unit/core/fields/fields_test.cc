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

#include "core/fields/table.h"
#include "core/report/forms/separated.h"

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

using enum ColumnType;

TEST(Table, AsTextHasAllDigitsAndALineForEachLine) {
  const Table table = {{{"a\tb", kText}, {"x", kReal}, {"n", kWhole}, {"on", kSwitch}},
                       {{"a\tb\n", 1.0 / 3, int64_t{-3}, true},
                        {"", 78.0, int64_t{9007199254740993}, false},
                        {"c", {}, {}, {}}}};
  EXPECT_EQ(SeparatedLines(table, kTabs),
            "a\\x09b\tx\tn\ton\n"
            "a\\x09b\\x0A\t0.3333333333333333\t-3\tyes\n"
            "\t78\t9007199254740993\tno\n"
            "c\t\t\t\n");
}

TEST(Table, AsCsvQuotesWhatNeedsIt) {
  const Table table = {{{"a,b", kText}, {"x", kReal}, {"on", kSwitch}},
                       {{"one \"two\"\n", 1.5, true}, {"", {}, {}}, {" \t;", -2.0, false}}};
  EXPECT_EQ(SeparatedLines(table, kCommas),
            "\"a,b\",x,on\n\"one \"\"two\"\"\n\",1.5,yes\n,,\n \t;,-2,no\n");
}

TEST(CellAt, FollowsThePath) {
  Car rover;
  rover.name = "Rover";
  rover.seats = 5;
  rover.wheels = {{"B", 0.5}};
  const Json car = rover;
  EXPECT_EQ(CellAt(car, "name", kText), TableCell("Rover"));
  EXPECT_EQ(CellAt(car, "wheels/0/wear", kReal), TableCell(0.5));
  EXPECT_EQ(CellAt(car, "seats", kWhole), TableCell(int64_t{5}));
  EXPECT_EQ(CellAt(car, "seats", kReal), TableCell(5.0));
  EXPECT_EQ(CellAt(car, "new", kSwitch), TableCell(true));
}

TEST(CellAt, IsEmptyWithoutAValue) {
  const Json car = Car();
  for (const char* path : {"wheels/1/wear", "price", "", "owner"}) {
    EXPECT_EQ(CellAt(car, path, kReal), TableCell()) << path;
    EXPECT_EQ(CellAt(car, path, kText), TableCell("")) << path;
  }
  EXPECT_EQ(FiniteCell(std::nan("")), TableCell());
  EXPECT_EQ(FiniteCell(-std::numeric_limits<double>::infinity()), TableCell());
  EXPECT_EQ(FiniteCell(-0.5), TableCell(-0.5));
}

}  // namespace
}  // namespace mtgauge
