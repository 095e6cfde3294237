// Converts answers of the engine to plain Python data: dicts, lists, floats, strings and None. Keys
// are the names of the fields. mtgauge/answers.py makes classes of them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/table.h"

namespace mtgauge::python {

nanobind::dict ToPython(const Report& report);
nanobind::dict ToPython(const SegmentAnswer& answer);
nanobind::list ToPython(const std::vector<Warning>& warnings);
// A tuple for each column: its name, its type ("text", "whole", "real" or "switch") and its values.
nanobind::list ToPython(const Table& table);
// Returns such columns as a table.
Table TableOf(const nanobind::list& columns);
// Returns a NumPy array of this shape.
nanobind::object Array(std::vector<double> values, std::vector<size_t> shape);
nanobind::object Array(std::vector<float> values, std::vector<size_t> shape);
nanobind::object Array(std::vector<int64_t> values, std::vector<size_t> shape);

}  // namespace mtgauge::python
