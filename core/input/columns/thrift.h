// Thrift's compact protocol, in which Parquet's metadata are written. Never reads past the bytes;
// after a fault, nothing more is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mtgauge {

class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : rest_(bytes) {}

  // What is wrong with the bytes read so far; empty if nothing.
  std::string_view fault() const { return fault_; }
  std::string_view rest() const { return rest_; }
  // The caller's own fault.
  void Refuse(std::string_view why) { Fail(why); }

  // Calls read() for each field of a struct. It reads the value by one of the methods below, or
  // ignores it.
  template <typename Read>
  void Struct(const Read& read) {
    if (!Enter(kStruct)) return;
    const int outer = id_;
    int id = 0;
    while (NextField(id)) {
      id_ = id;
      read();
      SkipIfUnread();
    }
    id_ = outer;
    Leave();
  }
  // The same for each element of a list.
  template <typename Read>
  void List(const Read& read) {
    uint64_t left = 0;
    if (!Enter(kList) || !BeginList(left)) return;
    for (const int type = type_; left > 0 && fault_.empty(); --left) {
      type_ = type;
      read();
      SkipIfUnread();
    }
    Leave();
  }
  // The outermost struct, which has no field of its own.
  template <typename Read>
  void Top(const Read& read) {
    type_ = kStruct;
    Struct(read);
  }

  int id() const { return id_; }  // of the field
  int64_t Whole();
  bool Truth();
  std::string_view Text();

 private:
  enum Type {
    kRead = -1,
    kTrue = 1,
    kFalse,
    kByte,
    kShort,
    kInt,
    kLong,
    kDouble,
    kText,
    kList,
    kSet,
    kMap,
    kStruct
  };

  bool Enter(int type);
  void Leave() {
    --depth_;
    type_ = kRead;
  }
  bool NextField(int& id);
  bool BeginList(uint64_t& elements);
  void SkipIfUnread();
  void SkipMap();
  void Drop(uint64_t bytes);
  uint8_t Byte();
  uint64_t Varint();
  int64_t Zigzag();
  void Fail(std::string_view why);

  std::string_view rest_;
  std::string_view fault_;
  int depth_ = 0;
  int id_ = 0;
  int type_ = kRead;  // of the value to read next
};

}  // namespace mtgauge
