// Which of two scores is higher.
#pragma once

namespace mtgauge {

inline int Sign(double difference) { return (difference > 0) - (difference < 0); }

}  // namespace mtgauge
