// Strings, and the places where each occurs in two texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mtgauge {

// One worker's working memory; not thread-safe. It allocates only while it grows.
class RunTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;
  // A list of places in ascending order.
  struct Places {
    uint32_t first = kNone, last = kNone, count = 0;
  };
  struct Place {
    uint32_t at, next;  // `next`: kNone, or what place() takes
  };
  struct Run {
    std::u32string_view text;
    Places hyp, ref;
    bool inside_words = false;
  };

  void Clear();
  // Returns the run with this text; adds one without places if there is none. The text must outlive
  // the run, and the result is valid until the next call.
  Run& RunOf(std::u32string_view text) { return runs_[IndexOf(text)]; }
  // The same, as an index of runs().
  uint32_t IndexOf(std::u32string_view text);
  void Append(uint32_t at, Places& places);

  std::span<const Run> runs() const { return runs_; }
  const Place& place(uint32_t index) const { return places_[index]; }

 private:
  void Grow();
  // Returns the slot of the text, or the free one where it belongs.
  size_t SlotOf(std::u32string_view text) const;

  std::vector<Run> runs_;
  std::vector<Place> places_;
  std::vector<uint32_t> slots_;  // kNone, or an index of runs_; as many as a power of two
};

}  // namespace mtgauge
