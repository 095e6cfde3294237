// Follows offsets.
#include "core/input/columns/flatbuffer.h"

namespace mtgauge {

void FlatBuffer::Fail(std::string_view why) {
  if (fault_.empty()) fault_ = why;
  bytes_ = {};
}

bool FlatBuffer::Has(uint64_t at, uint64_t bytes) {
  if (at <= bytes_.size() && bytes <= bytes_.size() - at) return true;
  Fail("the metadata have a place outside themselves");
  return false;
}

FlatTable FlatBuffer::Root() { return TableAt(Follow(0)); }

FlatTable FlatBuffer::TableAt(uint64_t at) {
  FlatTable table;
  // The places of fields are before or after the table.
  const auto places = static_cast<int64_t>(at) - Load<int32_t>(at);
  table.places_ = static_cast<uint64_t>(places);
  table.places_bytes_ = Load<uint16_t>(table.places_);
  if (!fault_.empty() || !Has(table.places_, table.places_bytes_)) return {};
  table.buffer_ = this;
  table.at_ = at;
  return table;
}

FlatTable FlatVector::Table(uint64_t i) const {
  return i < size_ ? buffer_->TableAt(buffer_->Follow(begin_ + i * element_)) : FlatTable();
}

uint64_t FlatTable::Place(size_t field) const {
  constexpr uint64_t kHead = 4, kPlace = sizeof(uint16_t);
  const uint64_t end = kHead + (field + 1) * kPlace;
  if (!exists() || end > places_bytes_) return 0;
  const auto place = buffer_->Load<uint16_t>(places_ + end - kPlace);
  return place == 0 ? 0 : at_ + place;
}

FlatTable FlatTable::Table(size_t field) const {
  const uint64_t at = Place(field);
  return at == 0 ? FlatTable() : buffer_->TableAt(buffer_->Follow(at));
}

std::string_view FlatTable::Text(size_t field) const {
  const FlatVector letters = Vector(field, 1);
  return letters.size_ == 0 ? std::string_view()
                            : buffer_->bytes_.substr(letters.begin_, letters.size_);
}

FlatVector FlatTable::Vector(size_t field, uint64_t element) const {
  const uint64_t at = Place(field);
  if (at == 0) return {};
  FlatVector vector;
  vector.buffer_ = buffer_;
  const uint64_t head = buffer_->Follow(at);
  vector.begin_ = head + sizeof(uint32_t);
  vector.size_ = buffer_->Load<uint32_t>(head);
  vector.element_ = element;
  if (!buffer_->fault_.empty() || !buffer_->Has(vector.begin_, vector.size_ * element)) return {};
  return vector;
}

}  // namespace mtgauge
