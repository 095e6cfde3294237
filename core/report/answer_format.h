// The output formats of an answer, each with its name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mtgauge/report.h"

namespace mtgauge {

template <typename Answer>
struct AnswerFormat {
  std::string_view name;
  std::string (*write)(const Answer&, const WriteOptions&);
};

// All formats; the first one (text) is the default. Each answer has its own specialization.
template <typename Answer>
std::span<const AnswerFormat<Answer>> FormatsOf();

}  // namespace mtgauge
