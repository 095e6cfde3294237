// Fuzzes the texts that the Python extension reads from Arrow data of other packages: types,
// lengths, offsets, indices and structure are arbitrary. Texts are inside their buffers, each
// element is read once, an error names the column, and all that was given is released once.
//
// The input selects the data. A byte 0xFF is a fault. Buffers are as long as the array's length
// requires, since the interface does not tell how long they are.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "python/src/arrow_texts.h"
#include "tests/support/fuzz_promise.h"

namespace {

using mtgauge::python::ArrowOwned;
using mtgauge::test::Promise;

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
constexpr int64_t kTextBytes = 254;  // an offset is twice a signed byte
constexpr std::array<const char*, 24> kFormats = {
    "u", "U", "vu", "z", "Z",  "vz",      "+l",   "+L",  "c", "C", "s",   "S",
    "i", "I", "l",  "L", "+s", "+us:0,1", "+w:2", "+vl", "n", "b", "w:3", ""};

class Input {
 public:
  Input(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  bool ended() const { return at_ == size_; }
  uint8_t Byte() { return ended() ? 0 : data_[at_++]; }
  int8_t Signed() { return static_cast<int8_t>(Byte()); }
  bool Fault() { return Byte() == 0xFF; }

 private:
  const uint8_t* data_;
  size_t size_, at_ = 0;
};

int64_t live = 0;  // structs that wait for their release

// What belongs to one struct of a producer.
template <typename Struct>
struct Held {
  std::deque<Struct> parts;  // children and dictionaries
  std::vector<std::unique_ptr<std::vector<Struct*>>> lists;
  std::vector<std::unique_ptr<char[]>> buffers;
  std::vector<std::unique_ptr<std::vector<const void*>>> tables;

  // Gives it to the consumer.
  static void Export(std::unique_ptr<Held> held, Struct made, bool used_up, Struct* out) {
    *out = made;
    out->release = nullptr;
    if (used_up) return;
    ++live;
    out->private_data = held.release();
    out->release = [](Struct* released) {
      --live;
      delete static_cast<Held*>(released->private_data);
      released->release = nullptr;
    };
  }
  static void NotReleased(Struct*) { Promise(false, "only whole structs are released"); }
};
using HeldSchema = Held<ArrowSchema>;
using HeldArray = Held<ArrowArray>;

class Producer {
 public:
  explicit Producer(Input& input) : in_(input) {}

  ArrowSchema Type(HeldSchema& held, int depth) {
    ArrowSchema made{};
    made.format = kFormats[in_.Byte() % kFormats.size()];
    if (in_.Fault()) made.format = nullptr;
    const bool has_children = made.format != nullptr && made.format[0] == '+' && depth > 0;
    made.n_children = has_children ? 1 + in_.Byte() / 128 : 0;
    auto& children = *held.lists.emplace_back(std::make_unique<std::vector<ArrowSchema*>>());
    for (int64_t i = 0; i < made.n_children; ++i) {
      children.push_back(in_.Fault() ? nullptr : Part(held, Type(held, depth - 1)));
    }
    made.children = in_.Fault() ? nullptr : children.data();
    if (in_.Byte() % 4 == 1 && depth > 0) made.dictionary = Part(held, Type(held, depth - 1));
    made.release = in_.Fault() ? nullptr : &HeldSchema::NotReleased;
    return made;
  }

  ArrowArray Data(HeldArray& held, const ArrowSchema* type) {
    const std::string_view format = type == nullptr || type->format == nullptr ? "" : type->format;
    ArrowArray made{};
    made.length = Length();
    made.offset = in_.Byte() % 4 == 1 ? Length() % 8 : 0;
    made.null_count = in_.Byte() % 4 == 1 ? in_.Signed() : -1;
    const bool sane = made.length >= 0 && made.offset >= 0 && made.length < kHuge;
    FillBuffers(held, format, sane ? made.length + made.offset : 0, made);
    if (in_.Fault()) made.n_buffers = in_.Byte() % 3;
    auto& children = *held.lists.emplace_back(std::make_unique<std::vector<ArrowArray*>>());
    for (int64_t i = 0; type != nullptr && i < type->n_children; ++i) {
      const ArrowSchema* child = type->children == nullptr ? nullptr : type->children[i];
      children.push_back(in_.Fault() ? nullptr : Part(held, Data(held, child)));
    }
    made.n_children = in_.Fault() ? in_.Signed() : static_cast<int64_t>(children.size());
    made.children = in_.Fault() ? nullptr : children.data();
    if (type != nullptr && type->dictionary != nullptr && !in_.Fault()) {
      made.dictionary = Part(held, Data(held, type->dictionary));
    }
    made.release = in_.Fault() ? nullptr : &HeldArray::NotReleased;
    return made;
  }

 private:
  template <typename Struct>
  static Struct* Part(Held<Struct>& held, Struct made) {
    return &held.parts.emplace_back(made);
  }

  int64_t Length() {
    const uint8_t byte = in_.Byte();
    if (byte == 0xFF) return kHuge;
    return byte < 0xF0 ? byte % 24 : -int64_t{byte};
  }

  char* Buffer(HeldArray& held, int64_t bytes, std::vector<const void*>& table) {
    auto& buffer = held.buffers.emplace_back(new char[static_cast<size_t>(bytes)]());
    table.push_back(in_.Fault() ? nullptr : buffer.get());
    return buffer.get();
  }
  template <typename Number>
  void Numbers(HeldArray& held, int64_t count, int factor, std::vector<const void*>& table) {
    char* const at = Buffer(held, count * int64_t{sizeof(Number)}, table);
    for (int64_t i = 0; i < count; ++i) {
      const auto number = static_cast<Number>(in_.Signed() * factor);
      std::memcpy(at + i * int64_t{sizeof(Number)}, &number, sizeof number);
    }
  }
  void Views(HeldArray& held, int64_t count, std::vector<const void*>& table) {
    char* const at = Buffer(held, count * 16, table);
    for (int64_t i = 0; i < count; ++i) {
      const int32_t view[] = {in_.Signed(), 0, in_.Signed() % 4, in_.Signed()};
      std::memcpy(at + i * 16, view, sizeof view);
    }
    std::vector<int64_t> sizes;
    for (int extra = in_.Byte() % 3; extra > 0; --extra) {
      sizes.push_back(in_.Byte());
      Buffer(held, sizes.back(), table);
    }
    const auto bytes = static_cast<int64_t>(sizes.size() * sizeof(int64_t));
    char* const last = Buffer(held, bytes, table);
    if (bytes > 0) std::memcpy(last, sizes.data(), static_cast<size_t>(bytes));
  }

  void FillBuffers(HeldArray& held, std::string_view format, int64_t count, ArrowArray& made) {
    auto& table = *held.tables.emplace_back(std::make_unique<std::vector<const void*>>());
    if (in_.Byte() % 2 == 0) {
      table.push_back(nullptr);
    } else {
      char* const bits = Buffer(held, (count + 7) / 8, table);
      for (int64_t i = 0; i < (count + 7) / 8; ++i) bits[i] = static_cast<char>(in_.Byte());
    }
    const char last = format.empty() ? ' ' : format.back();
    if (format.starts_with("v")) {
      Views(held, count, table);
    } else if (format == "+l" || format == "+L") {
      last == 'l' ? Numbers<int32_t>(held, count + 1, 1, table)
                  : Numbers<int64_t>(held, count + 1, 1, table);
    } else if (last == 'u' || last == 'z' || last == 'U' || last == 'Z') {
      last >= 'a' ? Numbers<int32_t>(held, count + 1, 2, table)
                  : Numbers<int64_t>(held, count + 1, 2, table);
      std::memset(Buffer(held, kTextBytes, table), 'a', kTextBytes);
    } else if (last == 'l' || last == 'L') {
      Numbers<int64_t>(held, count, 1, table);
    } else if (last == 'i' || last == 'I') {
      Numbers<int32_t>(held, count, 1, table);
    } else if (last == 's' || last == 'S') {
      Numbers<int16_t>(held, count, 1, table);
    } else {
      Numbers<int8_t>(held, count, 1, table);
    }
    made.n_buffers = static_cast<int64_t>(table.size());
    made.buffers = in_.Fault() ? nullptr : table.data();
  }

  Input& in_;
};

// A stream of arrays of one type.
class Stream {
 public:
  explicit Stream(Input& input) : in_(input), producer_(input), type_(producer_.Type(types_, 2)) {
    stream_.private_data = this;
    stream_.get_schema = [](ArrowArrayStream* of, ArrowSchema* out) {
      return Of(of).GiveType(out);
    };
    stream_.get_next = [](ArrowArrayStream* of, ArrowArray* out) { return Of(of).GiveData(out); };
    if (in_.Byte() % 2 == 0) {
      stream_.get_last_error = [](ArrowArrayStream*) { return "the producer's reason"; };
    }
  }

  ArrowArrayStream& stream() { return stream_; }
  const ArrowSchema& type() const { return type_; }
  int64_t elements() const { return elements_; }

  int GiveData(ArrowArray* out) {
    if (in_.ended()) return 0;
    if (in_.Fault()) return 5;
    auto held = std::make_unique<HeldArray>();
    const ArrowArray made = producer_.Data(*held, &type_);
    const bool used_up = made.release == nullptr;
    if (!used_up && made.length > 0 && made.length < kHuge) elements_ += made.length;
    HeldArray::Export(std::move(held), made, used_up, out);
    return 0;
  }

 private:
  static Stream& Of(ArrowArrayStream* stream) {
    return *static_cast<Stream*>(stream->private_data);
  }
  // The parts of the type live as long as the stream.
  int GiveType(ArrowSchema* out) {
    if (in_.Fault()) return 5;
    HeldSchema::Export(std::make_unique<HeldSchema>(), type_, type_.release == nullptr, out);
    return 0;
  }

  Input& in_;
  Producer producer_;
  HeldSchema types_;
  ArrowSchema type_;
  ArrowArrayStream stream_{};
  int64_t elements_ = 0;
};

// Reads every byte of the texts, for AddressSanitizer.
void CheckTexts(const mtgauge::python::TextViews& texts, uint64_t elements) {
  Promise(texts.size() == elements, "each element is read once");
  uint64_t bytes = 0, sum = 0;
  for (const mtgauge::TextColumn& column : texts.Columns("column")) {
    Promise(column.size() == elements, "a column has all elements");
    for (uint64_t i = 0; i < column.size(); ++i) {
      const std::string_view text = column[i].value_or("");
      bytes += text.size();
      for (const char each : text) sum += static_cast<unsigned char>(each);
    }
  }
  Promise(bytes == texts.bytes() && sum <= bytes * 255, "columns have all texts");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Input input(data, size);
  live = 0;
  try {
    Stream stream(input);
    mtgauge::python::TextViews texts;
    mtgauge::python::ArrowArrays arrays;
    if (input.Byte() % 2 == 0) {
      arrays = ReadArrowStream(stream.stream(), "column", texts);
    } else {
      ArrowOwned<ArrowArray> array(new ArrowArray{});
      stream.GiveData(array.get());
      arrays = ReadArrowArray(stream.type(), std::move(array), "column", texts);
    }
    CheckTexts(texts, static_cast<uint64_t>(stream.elements()));
  } catch (const std::invalid_argument& error) {
    Promise(std::string_view(error.what()).starts_with("column: "), "an error names the column");
  }
  Promise(live == 0, "everything is released once");
  return 0;
}
