// Quantiles of Student's distribution and tails of the noncentral one, compared with 40-digit
// values.
#include "core/stats/student.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/stats/beta.h"

namespace mtgauge {
namespace {

// Computed by mpmath.
TEST(Student, TwoSidedQuantile) {
  const struct {
    double p, freedoms, t;
  } points[] = {{0.05, 1, 12.706204736174703938},     {0.05, 9, 2.2621571627982055086},
                {0.05, 289, 1.9682064355045367317},   {0.01, 2.5, 7.163728138948785458},
                {1e-9, 30, 8.7215112243730608249},    {0.9, 4, 0.13383036711194332601},
                {0.05, 100000, 1.9599877075346096148}};
  for (const auto& [p, freedoms, t] : points) {
    EXPECT_NEAR(StudentTwoSided(p, freedoms), t, 1e-11 * t) << p << " " << freedoms;
  }
  EXPECT_NEAR(StudentTwoSided(1e-100, 1), 6.36619772367581343e99, 1e89);
  for (const double bad : {0.0, 1.0, static_cast<double>(NAN)}) {
    EXPECT_TRUE(std::isnan(StudentTwoSided(bad, 3))) << bad;
  }
  EXPECT_TRUE(std::isnan(StudentTwoSided(0.05, 0.5)));
}

TEST(Student, NoncentralTails) {
  const struct {
    double t, freedoms, noncentrality, tails;
  } points[] = {{2, 3, 0, 0.13932596855884317685},
                {2, 3, 1.5, 0.40320456170116855224},
                {2.7764451051977987, 4, 2.8, 0.56356604486146459098},
                {12.706204736432095, 1, 30, 0.98141603761018898133},
                {1.96, 289, 2.8, 0.79924255754404255544},
                {5, 20, 1e-3, 0.000068730680741238431803},
                {50, 2, 3, 0.0039889851650355413367},
                {3, 10000, 14, 1},
                {1.5, 7, 40, 1},
                {1e6, 1, 2, 1.6093183226605412431e-6}};
  for (const auto& [t, freedoms, noncentrality, tails] : points) {
    EXPECT_NEAR(NoncentralTTails(t, freedoms, noncentrality), tails, 1e-11 * tails)
        << t << " " << freedoms << " " << noncentrality;
    EXPECT_EQ(NoncentralTTails(t, freedoms, -noncentrality),
              NoncentralTTails(t, freedoms, noncentrality));
  }
}

TEST(Student, NoncentralEdges) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  EXPECT_EQ(NoncentralTTails(0, 5, 1), 1);
  EXPECT_EQ(NoncentralTTails(kNever, 5, 1), 0);
  EXPECT_EQ(NoncentralTTails(2, 5, kNever), 1);
  EXPECT_EQ(NoncentralTTails(1e200, 5, 1), 0);
  EXPECT_EQ(NoncentralTTails(1e-200, 5, 1), 1);
  EXPECT_TRUE(std::isnan(NoncentralTTails(-1, 5, 1)));
  EXPECT_TRUE(std::isnan(NoncentralTTails(1, 0.5, 1)));
  EXPECT_TRUE(std::isnan(NoncentralTTails(1, 5, NAN)));
  for (int i = 1; i < 100; ++i) {
    const double t = i / 7.0;
    EXPECT_NEAR(NoncentralTTails(t, i, 0), 2 * StudentTail(t, i), 1e-11 * StudentTail(t, i));
    EXPECT_LT(NoncentralTTails(t, i, 0.5), NoncentralTTails(t, i, 0.6));
    EXPECT_GT(NoncentralTTails(t, i, 0.5), NoncentralTTails(t + 0.1, i, 0.5));
  }
}

}  // namespace
}  // namespace mtgauge
