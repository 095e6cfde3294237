// What `mtgauge help TOPIC` explains, besides verbs. To add a topic, add a row in topics.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

struct HelpTopic {
  std::string_view name;  // "formats"
  std::string (*text)();
};
std::vector<std::string_view> TopicNames();
// Returns null if there is none of that name.
const HelpTopic* FindTopic(std::string_view name);

}  // namespace mtgauge
