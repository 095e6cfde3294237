// Sums, means and quantiles with the digits of other tools: numpy's order of additions, and the
// exactly rounded mean of Python's statistics module. They accept any input; without values, the
// sum is 0 and everything else NaN.
#pragma once

#include <span>

namespace mtgauge {

// numpy's pairwise summation over a contiguous array; floats are added as floats. Above 8,192
// values the order is that of numpy up to 2.2; later versions use a different one.
double NumpySum(std::span<const double> values);
float NumpySum(std::span<const float> values);
double NumpyMean(std::span<const double> values);
float NumpyMean(std::span<const float> values);
// numpy.std(values, ddof): NaN or infinity unless there are more values than ddof.
double NumpyStd(std::span<const double> values, unsigned ddof);

// numpy.quantile(values, q) with linear interpolation; values in ascending order, 0 <= q <= 1.
double Percentile(std::span<const double> sorted, double q);

// statistics.mean(values): the true mean of the doubles, rounded once to nearest even. It cannot
// overflow, since the sum is exact. Infinities and NaN give the same result as in a plain sum.
double ExactMean(std::span<const double> values);

}  // namespace mtgauge
