// An axis of a chart: the range that its values need, and its ticks. It works for any doubles.
#pragma once

#include <limits>
#include <vector>

namespace mtgauge {

class Axis {
 public:
  explicit Axis(bool logarithmic = false) : logarithmic_(logarithmic) {}

  // Returns false for values that cannot be drawn: those that are not finite, nearly as large as
  // doubles can be or, on a logarithmic axis, below 0. A logarithmic axis has a place for 0 below
  // all other values.
  bool Holds(double value) const;

  // Makes the range include a value that the axis holds. Others are ignored.
  void Cover(double value);
  // Ends the range: adds a margin above and, unless an amount begins at 0, below. Values that
  // differ by less than the labels of ticks can show count as equal. Called when all values are
  // covered.
  void Close(bool margin_below = true);

  // Returns the place of a value that the axis holds: 0 at the beginning of the axis, 1 at its end.
  double At(double value) const { return (Raw(value) - low_) / (high_ - low_); }

  // Returns multiples of 1, 2 or 5 times a power of ten or, on a logarithmic axis, such numbers
  // themselves, after 0 if that was covered. They are between 2 and 12, ascending, and differ
  // within six digits.
  std::vector<double> Ticks() const;

 private:
  double Raw(double value) const;
  double Value(double raw) const;

  bool logarithmic_;
  bool has_zero_ = false;  // a logarithmic axis
  // In raw values, which are logarithms on a logarithmic axis. 0 lies between low_ and least_.
  double low_ = 0, zero_ = 0;
  double least_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

}  // namespace mtgauge
