// Facts are stored as fields with a tag and a length, each of them a list of runs.
#include "core/rowfile/segment_facts.h"

#include <algorithm>
#include <optional>

#include "core/base/bytes.h"

namespace mtgauge {
namespace {

enum Tag : uint32_t {
  kExcluded = 1,
  kLacking = 2,
  kIds = 3,
  kDocuments = 4,
  kGroups = 5,
  kMarks = 6,
};

void AppendValue(const std::string& value, std::string& bytes) {
  AppendU32(static_cast<uint32_t>(value.size()), bytes);
  bytes += value;
}
void AppendValue(uint32_t value, std::string& bytes) { AppendU32(value, bytes); }

template <typename Value>
void AppendRuns(Tag tag, const std::vector<Value>& values, std::string& bytes) {
  const bool told = std::any_of(values.begin(), values.end(),
                                [](const Value& value) { return value != Value(); });
  if (!told) return;
  std::string runs;
  for (size_t i = 0; i < values.size();) {
    size_t end = i;
    while (end < values.size() && values[end] == values[i]) ++end;
    AppendU32(static_cast<uint32_t>(end - i), runs);
    AppendValue(values[i], runs);
    i = end;
  }
  AppendU32(tag, bytes);
  AppendU32(static_cast<uint32_t>(runs.size()), bytes);
  bytes += runs;
}

// Reads numbers and strings from front to back.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  bool Take(uint32_t& number) {
    const std::optional<std::string_view> taken = Bytes(4);
    if (taken) number = ReadU32(taken->data());
    return taken.has_value();
  }
  bool Take(std::string& text) {
    uint32_t size = 0;
    if (!Take(size)) return false;
    const std::optional<std::string_view> taken = Bytes(size);
    if (taken) text = *taken;
    return taken.has_value();
  }
  std::optional<std::string_view> Bytes(size_t size) {
    if (size > bytes_.size()) return std::nullopt;
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

 private:
  std::string_view bytes_;
};

// Parses runs of `count` values in total, none greater than `most`.
template <typename Read, typename Value>
bool ParseRuns(std::string_view runs, size_t count, uint32_t most, std::vector<Value>& values) {
  Taker taker(runs);
  values.clear();
  while (!taker.empty()) {
    uint32_t length = 0;
    Read value{};
    if (!taker.Take(length) || !taker.Take(value) || length == 0) return false;
    if (length > count - values.size()) return false;
    if constexpr (std::is_integral_v<Read>) {
      if (value > most) return false;
    }
    values.insert(values.end(), length, static_cast<Value>(value));
  }
  return values.size() == count;
}

}  // namespace

void AppendFacts(const SegmentFacts& facts, std::string& bytes) {
  AppendRuns(kExcluded, facts.excluded, bytes);
  AppendRuns(kLacking, facts.lacking, bytes);
  AppendRuns(kIds, facts.ids, bytes);
  AppendRuns(kDocuments, facts.documents, bytes);
  AppendRuns(kGroups, facts.groups, bytes);
  AppendRuns(kMarks, facts.marks, bytes);
}

bool ParseFacts(std::string_view bytes, uint32_t segments, size_t systems, SegmentFacts& facts) {
  facts = SegmentFacts();
  facts.segments = segments;
  Taker taker(bytes);
  uint32_t last = 0;
  while (!taker.empty()) {
    uint32_t tag = 0, size = 0;
    if (!taker.Take(tag) || !taker.Take(size) || tag <= last) return false;
    last = tag;
    const std::optional<std::string_view> runs = taker.Bytes(size);
    if (!runs) return false;
    const auto parse_texts = [&](std::vector<std::string>& texts) {
      return ParseRuns<std::string>(*runs, segments, 0, texts);
    };
    bool good = false;
    switch (tag) {
      case kExcluded:
        good = ParseRuns<uint32_t>(*runs, segments, 1, facts.excluded);
        break;
      case kLacking:
        good = ParseRuns<uint32_t>(*runs, segments, UINT32_MAX, facts.lacking);
        break;
      case kIds:
        good = parse_texts(facts.ids);
        break;
      case kDocuments:
        good = parse_texts(facts.documents);
        break;
      case kGroups:
        good = parse_texts(facts.groups);
        break;
      case kMarks:
        good = ParseRuns<uint32_t>(*runs, systems * segments, kMostTextMarks, facts.marks);
        break;
      default:
        return false;
    }
    if (!good) return false;
  }
  if (facts.marks.empty()) facts.marks.assign(systems * segments, 0);
  return true;
}

}  // namespace mtgauge
