// Writes segment scores with separators, a header and all digits.
#include "core/report/segments/separated_segments.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/printing.h"

namespace mtgauge {
namespace {

class SeparatedSegmentWriter final : public SegmentWriter {
 public:
  SeparatedSegmentWriter(const Separation& separation, SegmentScoreTable table)
      : separation_(separation), table_(std::move(table)) {}

  std::string Head(bool ids, bool documents) const override {
    std::string head;
    for (const TableColumn& column : table_.Columns(ids, documents)) {
      AppendCell(std::string_view(column.name), head);
    }
    head.back() = '\n';
    return head;
  }

  bool WantsRows() const override { return table_.details(); }

  Status Check(const Delivery& delivery) const override { return table_.CheckIds(delivery); }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      table_.Line(delivery, i, [&](const auto& value) { AppendCell(value, out); });
      out.back() = '\n';
    }
  }

 private:
  // Each cell ends with a separator; that of the last one becomes the end of the line.
  template <typename Value>
  void AppendCell(const Value& value, std::string& out) const {
    if constexpr (std::is_same_v<Value, std::monostate>) {
      out += separation_.skipped;
    } else if constexpr (std::is_same_v<Value, std::string_view>) {
      out += separation_.field(value);
    } else if constexpr (std::is_same_v<Value, double>) {
      AppendDouble(value, out);
    } else {
      out += std::to_string(value);
    }
    out += separation_.separator;
  }

  const Separation& separation_;
  SegmentScoreTable table_;
};

}  // namespace

std::unique_ptr<SegmentWriter> MakeSeparatedSegments(const Separation& by,
                                                     SegmentScoreTable table) {
  return std::make_unique<SeparatedSegmentWriter>(by, std::move(table));
}

}  // namespace mtgauge
