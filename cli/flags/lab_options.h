// The options of the laboratories in addition to those of comparisons.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mtgauge {

struct LabOptions {
  std::vector<std::string> tokenizers;  // all available ones if empty
  uint32_t rounds = 9;
  double load = 0;       // of the hash table; 0: the engine's own load
  uint64_t buckets = 0;  // 0: the engine's own number
  bool adversarial = false;
  uint64_t plan_segments = 1'000'000, plan_systems = 2, plan_shards = 1;
  uint64_t disk_mbps = 0;  // 0: no disk
};

}  // namespace mtgauge
