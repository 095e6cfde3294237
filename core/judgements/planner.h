// How many units an evaluation needs so that a paired test of two systems finds a difference.
#pragma once

#include <cstdint>

#include "mtgauge/compare.h"

namespace mtgauge {

// What a pilot tells about the difference of two systems' mean scores.
struct Pilot {
  uint64_t units = 0;     // documents or segments
  uint64_t fewest = 2;    // with fewer units, no difference is significant
  double mean_size = 0;   // segments in a unit
  double difference = 0;  // of means over all segments
  double deviation = 0;   // of a unit's difference, in terms of the mean over all segments
  double error = 0;       // standard error of `difference`
};

// With 95 % confidence, the true deviation lies between these multiples of a pilot's, by the
// chi-square distribution. NaN for fewer than two units.
Interval DeviationFactors(uint64_t units);

// The power of the two-sided t test at level alpha to find a true difference in that many units, 2
// or more, by the noncentral t distribution; normal from a million units on.
double PowerOfUnits(double units, double difference, double deviation, double alpha);

// The smallest number of units, from 2 on, with that power. 0 if there is none up to 10^15, for
// example because the difference is 0.
uint64_t UnitsForPower(double power, double difference, double deviation, double alpha);

struct UnitPlan {
  uint64_t units = 0, segments = 0;  // needed; 0 if no number is enough
  double power_now = 0;              // with the pilot's units
  double smallest_now = 0;  // difference that these find with the wanted power (normal); or NaN
};
// PowerOfUnits() of the pilot's difference; 0 for fewer units than show significance.
double PowerOf(const Pilot& pilot, uint64_t units, double difference, double alpha);
UnitPlan PlanUnits(const Pilot& pilot, double difference, double power, double alpha);

}  // namespace mtgauge
