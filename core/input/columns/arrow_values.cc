// Reads the parts of buffers that rows need.
#include "core/input/columns/arrow_values.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/number_texts.h"
#include "core/input/columns/page_codecs.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostBufferBytes = 1 << 30;
constexpr uint64_t kMostUnpackedBytes = uint64_t{4} << 30;  // of all buffers of a leaf in a batch
constexpr uint64_t kBytesAtOnce = 64 << 20;
constexpr uint64_t kElementsAtOnce = 1 << 20;  // of lists
constexpr uint64_t kMostDictionary = 1 << 26;
constexpr uint64_t kMostFieldValues = uint64_t{1} << 40;
// Texts in another order than the rows are read one by one: not if more bytes than so many times
// theirs, and these, lie between them.
constexpr uint64_t kSparse = 16, kSparseBytes = 64 << 10;
constexpr std::string_view kTooShort = "a buffer is shorter than its values";
constexpr uint64_t kViewBytes = 16, kShortText = 12;

template <typename Number>
Number NumberAt(const char* at) {
  Number number{};
  std::memcpy(&number, at, sizeof number);
  return number;
}

// A whole number with the sign of its own width.
uint64_t WholeAt(const char* at, const ArrowField& field) {
  const auto load = [&](auto with_sign, auto without_sign) {
    return field.is_signed ? static_cast<uint64_t>(int64_t{NumberAt<decltype(with_sign)>(at)})
                           : uint64_t{NumberAt<decltype(without_sign)>(at)};
  };
  switch (field.width) {
    case 1:
      return load(int8_t{}, uint8_t{});
    case 2:
      return load(int16_t{}, uint16_t{});
    case 4:
      return load(int32_t{}, uint32_t{});
    default:
      return load(int64_t{}, uint64_t{});
  }
}

bool BitAt(std::string_view bits, uint64_t i) {
  return (static_cast<uint8_t>(bits[i / 8]) >> i % 8 & 1) != 0;
}

// A view of a text: its length, and then a short text or the place of a long one.
struct TextView {
  explicit TextView(const char* at)
      : length(NumberAt<int32_t>(at)),
        buffer(NumberAt<int32_t>(at + 8)),
        from(NumberAt<int32_t>(at + 12)) {}

  bool is_short() const { return length >= 0 && static_cast<uint64_t>(length) <= kShortText; }

  int32_t length, buffer, from;
};

}  // namespace

Status ArrowValues::Wrong(std::string_view what) const {
  return DamagedFile(bytes_->name(), place_ + ": " + std::string(what));
}

Status ArrowValues::TooLarge(std::string_view what) const {
  return InputError({bytes_->name()}, place_ + ": " + std::string(what),
                    "write it with smaller batches");
}

Status ArrowValues::FewerRows(std::string_view what) {
  too_large_ = true;
  return TooLarge(what);
}

Status ArrowValues::Open() {
  bytes_->ReadAt(message_.head, static_cast<uint32_t>(message_.head_bytes), head_);
  MTG_RETURN_IF_ERROR(head_.status);
  batch_ = std::make_unique<ArrowBatch>(std::string_view(head_.data.data(), head_.bytes));
  if (!batch_->fault().empty()) return Wrong(batch_->fault());
  if (batch_->rows() > INT32_MAX) return Wrong("it has too many rows");
  if (batch_->Values(fields_.front().node) != batch_->rows()) {
    return Wrong("it has another number of values than rows");
  }
  return PlaceBuffers();
}

// The texts of views before a field move its buffers.
Status ArrowValues::PlaceBuffers() {
  for (ArrowField& field : fields_) {
    const size_t own = field.layout == ArrowLayout::kViews ? 1 : 0;
    if (field.node >= batch_->nodes() || field.views + own > batch_->views()) {
      return Wrong("it has fewer fields than the schema");
    }
    for (size_t i = 0; i < field.views + own; ++i) {
      if (batch_->Texts(i) > batch_->buffers()) return Wrong("a text view lacks its buffers");
      if (i < field.views) field.buffer += batch_->Texts(i);
    }
  }
  return OkStatus();
}

Status ArrowValues::Read(uint64_t from, uint64_t most, const ArrowTexts* dictionary,
                         LeafRows& rows) {
  uint64_t count = std::min({most, this->rows() - from, rows_at_once_});
  for (;; count /= 2) {
    too_large_ = false;
    most_bytes_ = count > 1 ? kBytesAtOnce : kMostBufferBytes;
    Status status = ReadRows({from, count}, dictionary, rows);
    rows_at_once_ = 2 * count;
    if (status.ok() || !too_large_ || count <= 1) return status;
  }
}

Status ArrowValues::ReadAll(LeafRows& rows) {
  most_bytes_ = kMostBufferBytes;
  if (this->rows() > kMostDictionary) return TooLarge("it has too many values");
  if (this->rows() > 0) MTG_RETURN_IF_ERROR(CheckRoom(fields_.back()));
  return ReadRows({0, this->rows()}, nullptr, rows);
}

// Checks that there are bytes for all rows before memory is taken for them.
Status ArrowValues::CheckRoom(const ArrowField& field) {
  OpenBuffer* buffer = nullptr;
  MTG_RETURN_IF_ERROR(FindBuffer(field.buffer + 1, buffer));
  uint64_t bits = 8 * uint64_t{field.width};
  if (field.layout == ArrowLayout::kBits) bits = 1;
  if (field.layout == ArrowLayout::kViews) bits = 8 * kViewBytes;
  return bits > 0 && this->rows() <= buffer->bytes * 8 / bits ? OkStatus() : Wrong(kTooShort);
}

Status ArrowValues::ReadRows(Part part, const ArrowTexts* dictionary, LeafRows& rows) {
  rows.count = part.count;
  rows.elements.clear();
  rows.ends.clear();
  mask_.assign(part.count, 1);
  bool list = false;
  for (const ArrowField& field : fields_) {
    MTG_RETURN_IF_ERROR(Begin(field, part));
    if (field.layout != ArrowLayout::kList && field.layout != ArrowLayout::kFixedList) continue;
    if (std::exchange(list, true)) return Wrong("its type is not read");
    MTG_RETURN_IF_ERROR(EnterLists(field, part));
  }
  rows.elements.resize(part.count);
  MTG_RETURN_IF_ERROR(Values(fields_.back(), part, dictionary, rows.elements));
  if (list) CutIntoRows(rows);
  return OkStatus();
}

// Masks the values that are null.
Status ArrowValues::Begin(const ArrowField& field, Part part) {
  const uint64_t values = batch_->Values(field.node);
  if (values > kMostFieldValues || part.from + part.count > values) {
    return Wrong("a field has fewer values than the one around it");
  }
  if (field.layout == ArrowLayout::kNothing || batch_->Nulls(field.node) == 0 || part.count == 0) {
    return OkStatus();
  }
  OpenBuffer* valid = nullptr;
  MTG_RETURN_IF_ERROR(FindBuffer(field.buffer, valid));
  if (valid->bytes == 0) return OkStatus();
  const uint64_t first = part.from / 8, end = (part.from + part.count + 7) / 8;
  std::string_view bits;
  MTG_RETURN_IF_ERROR(Show(field.buffer, first, end - first, bits));
  for (uint64_t i = 0; i < part.count; ++i) {
    if (!BitAt(bits, part.from % 8 + i)) mask_[i] = 0;
  }
  return OkStatus();
}

// Replaces a part of lists by that of their elements. What a null list has is null.
Status ArrowValues::EnterLists(const ArrowField& field, Part& part) {
  if (field.layout == ArrowLayout::kList) {
    MTG_RETURN_IF_ERROR(Offsets(field, part));
    list_offsets_.swap(offsets_);
  } else {
    list_offsets_.resize(part.count + 1);
    for (uint64_t i = 0; i <= part.count; ++i) {
      list_offsets_[i] = (part.from + i) * field.elements;
    }
  }
  const uint64_t first = list_offsets_.front();
  const Part elements = {first, list_offsets_.back() - first};
  if (elements.count > kElementsAtOnce) {
    return FewerRows("a list has too many elements");
  }
  list_mask_.swap(mask_);
  mask_.assign(elements.count, 1);
  for (uint64_t i = 0; i < part.count; ++i) {
    if (list_mask_[i] != 0) continue;
    std::fill(mask_.data() + list_offsets_[i] - first, mask_.data() + list_offsets_[i + 1] - first,
              uint8_t{0});
  }
  part = elements;
  return OkStatus();
}

// Leaves out the elements of lists that are null.
void ArrowValues::CutIntoRows(LeafRows& rows) {
  const auto begin = rows.elements.begin();
  const auto place = [&](size_t offset) { return begin + static_cast<std::ptrdiff_t>(offset); };
  size_t kept = 0;
  rows.ends.reserve(rows.count);
  for (size_t i = 0; i < rows.count; ++i) {
    if (list_mask_[i] != 0) {
      const uint64_t from = list_offsets_[i] - list_offsets_.front();
      const uint64_t end = list_offsets_[i + 1] - list_offsets_.front();
      if (kept != from) std::copy(place(from), place(end), place(kept));
      kept += end - from;
    }
    rows.ends.push_back(kept);
  }
  rows.elements.resize(kept);
}

Status ArrowValues::Values(const ArrowField& field, Part part, const ArrowTexts* dictionary,
                           ArrowTexts& texts) {
  if (part.count == 0) return OkStatus();
  switch (field.layout) {
    case ArrowLayout::kNothing:
      return OkStatus();
    case ArrowLayout::kBits:
      return Bits(field, part, texts);
    case ArrowLayout::kWhole:
      return dictionary != nullptr ? Indexed(field, part, *dictionary, texts)
                                   : Numbers(field, part, texts);
    case ArrowLayout::kFractions:
      return Numbers(field, part, texts);
    case ArrowLayout::kTexts:
      return Texts(field, part, texts);
    case ArrowLayout::kViews:
      return Views(field, part, texts);
    default:
      return Wrong("its type is not read");
  }
}

Status ArrowValues::Bits(const ArrowField& field, Part part, ArrowTexts& texts) {
  const uint64_t first = part.from / 8, end = (part.from + part.count + 7) / 8;
  std::string_view bits;
  MTG_RETURN_IF_ERROR(Show(field.buffer + 1, first, end - first, bits));
  for (uint64_t i = 0; i < part.count; ++i) {
    if (mask_[i] != 0) texts[i] = TruthText(BitAt(bits, part.from % 8 + i));
  }
  return OkStatus();
}

Status ArrowValues::Wholes(const ArrowField& field, Part part, std::string_view& shown) {
  return Show(field.buffer + 1, part.from * field.width, part.count * field.width, shown);
}

Status ArrowValues::Numbers(const ArrowField& field, Part part, ArrowTexts& texts) {
  std::string_view numbers;
  MTG_RETURN_IF_ERROR(Wholes(field, part, numbers));
  room_.resize(part.count * kMostDigits);
  char* at = room_.data();
  for (uint64_t i = 0; i < part.count; ++i) {
    if (mask_[i] == 0) continue;
    const uint64_t bits = WholeAt(numbers.data() + i * field.width, field);
    texts[i] = field.layout == ArrowLayout::kFractions ? WriteFraction(bits, field.width, at)
                                                       : WriteWhole(bits, field.is_signed, at);
  }
  return OkStatus();
}

Status ArrowValues::Indexed(const ArrowField& field, Part part, const ArrowTexts& dictionary,
                            ArrowTexts& texts) {
  std::string_view indexes;
  MTG_RETURN_IF_ERROR(Wholes(field, part, indexes));
  for (uint64_t i = 0; i < part.count; ++i) {
    if (mask_[i] == 0) continue;
    const uint64_t index = WholeAt(indexes.data() + i * field.width, field);
    if (index >= dictionary.size()) return Wrong("a value is not in its dictionary");
    texts[i] = dictionary[index];
  }
  return OkStatus();
}

// Reads the offsets of a part and the one behind it.
Status ArrowValues::Offsets(const ArrowField& field, Part part) {
  offsets_.assign(part.count + 1, 0);
  if (part.count == 0) return OkStatus();
  std::string_view shown;
  MTG_RETURN_IF_ERROR(Wholes(field, {part.from, part.count + 1}, shown));
  for (uint64_t i = 0; i <= part.count; ++i) {
    offsets_[i] = WholeAt(shown.data() + i * field.width, field);
    if (offsets_[i] > INT64_MAX || (i > 0 && offsets_[i] < offsets_[i - 1])) {
      return Wrong("an offset is less than the one before it");
    }
  }
  return OkStatus();
}

Status ArrowValues::Texts(const ArrowField& field, Part part, ArrowTexts& texts) {
  MTG_RETURN_IF_ERROR(Offsets(field, part));
  const uint64_t first = offsets_.front();
  std::string_view all;
  MTG_RETURN_IF_ERROR(Show(field.buffer + 2, first, offsets_.back() - first, all));
  for (uint64_t i = 0; i < part.count; ++i) {
    if (mask_[i] != 0) texts[i] = all.substr(offsets_[i] - first, offsets_[i + 1] - offsets_[i]);
  }
  return OkStatus();
}

Status ArrowValues::Views(const ArrowField& field, Part part, ArrowTexts& texts) {
  std::string_view views;
  MTG_RETURN_IF_ERROR(
      Show(field.buffer + 1, part.from * kViewBytes, part.count * kViewBytes, views));
  MTG_RETURN_IF_ERROR(ShowViewed(field, views));
  for (uint64_t i = 0; i < part.count; ++i) {
    if (mask_[i] == 0) continue;
    const TextView view(views.data() + i * kViewBytes);
    const auto length = static_cast<uint64_t>(view.length);
    if (view.is_short()) {
      texts[i] = views.substr(i * kViewBytes + sizeof view.length, length);
    } else {
      const Viewed& viewed = viewed_[static_cast<uint64_t>(view.buffer)];
      texts[i] = viewed.shown.substr(static_cast<uint64_t>(view.from) - viewed.from, length);
    }
  }
  return OkStatus();
}

// Shows the parts of all buffers in which the long texts are.
Status ArrowValues::ShowViewed(const ArrowField& field, std::string_view views) {
  const uint64_t buffers = batch_->Texts(field.views);
  viewed_.assign(buffers, {});
  uint64_t text_bytes = 0, shown_bytes = 0;
  for (uint64_t i = 0; i < views.size() / kViewBytes; ++i) {
    if (mask_[i] == 0) continue;
    const TextView view(views.data() + i * kViewBytes);
    if (view.is_short()) continue;
    if (view.length < 0 || view.from < 0 || view.buffer < 0 ||
        static_cast<uint64_t>(view.buffer) >= buffers) {
      return Wrong("a text view has a wrong place");
    }
    Viewed& viewed = viewed_[static_cast<uint64_t>(view.buffer)];
    const auto from = static_cast<uint64_t>(view.from);
    viewed.from = std::min(viewed.from, from);
    viewed.end = std::max(viewed.end, from + static_cast<uint64_t>(view.length));
    text_bytes += static_cast<uint64_t>(view.length);
  }
  for (const Viewed& viewed : viewed_) {
    shown_bytes += viewed.end == 0 ? 0 : viewed.end - viewed.from;
  }
  const bool sparse = shown_bytes > kSparse * text_bytes + kSparseBytes;
  if (most_bytes_ == kBytesAtOnce && batch_->codec() == PageCodec::kNone &&
      (sparse || shown_bytes > kBytesAtOnce)) {
    return FewerRows("its texts are far from each other");
  }
  for (uint64_t k = 0; k < buffers; ++k) {
    Viewed& viewed = viewed_[k];
    if (viewed.end == 0) continue;
    MTG_RETURN_IF_ERROR(
        Show(field.buffer + 2 + k, viewed.from, viewed.end - viewed.from, viewed.shown));
  }
  return OkStatus();
}

Status ArrowValues::FindBuffer(size_t number, OpenBuffer*& buffer) {
  const auto [found, is_new] = buffers_.try_emplace(number);
  buffer = &found->second;
  if (!is_new) return OkStatus();
  const ArrowBatch::Place place = batch_->Buffer(number);
  if (number >= batch_->buffers() || place.from > message_.body_bytes ||
      place.bytes > message_.body_bytes - place.from) {
    return Wrong("a buffer is outside its batch");
  }
  buffer->from = message_.body + place.from;
  buffer->bytes = place.bytes;
  return batch_->codec() == PageCodec::kNone || place.bytes == 0 ? OkStatus() : Unpack(*buffer);
}

// The size comes first, or -1 if the buffer is not packed.
Status ArrowValues::Unpack(OpenBuffer& buffer) {
  int64_t size = 0;
  if (buffer.bytes < sizeof size) return Wrong("a buffer ends early");
  Block packed;
  bytes_->ReadAt(buffer.from, sizeof size, packed);
  MTG_RETURN_IF_ERROR(packed.status);
  size = NumberAt<int64_t>(packed.data.data());
  buffer.from += sizeof size;
  buffer.bytes -= sizeof size;
  if (size == -1) return OkStatus();
  if (size < 0) return Wrong("a buffer has a wrong size");
  const auto raw_bytes = static_cast<uint64_t>(size);
  unpacked_bytes_ += raw_bytes;
  if (std::max(raw_bytes, buffer.bytes) > kMostBufferBytes ||
      unpacked_bytes_ > kMostUnpackedBytes) {
    return TooLarge("a buffer has more than 1 GiB");
  }
  const PageCodec codec = batch_->codec();
  if (const auto fault = CheckRatio(codec, buffer.bytes, raw_bytes); !fault.empty()) {
    return Wrong(fault);
  }
  bytes_->ReadAt(buffer.from, static_cast<uint32_t>(buffer.bytes), packed);
  MTG_RETURN_IF_ERROR(packed.status);
  buffer.bytes = raw_bytes;
  buffer.unpacked.Allocate(raw_bytes + kTextPadding);
  const auto fault = mtgauge::Unpack(codec, std::string_view(packed.data.data(), packed.bytes),
                                     {buffer.unpacked.data(), raw_bytes});
  return fault.empty() ? OkStatus() : Wrong(fault);
}

// Never shows a null pointer.
Status ArrowValues::Show(size_t number, uint64_t from, uint64_t bytes, std::string_view& shown) {
  shown = "";
  if (bytes == 0) return OkStatus();
  OpenBuffer* buffer = nullptr;
  MTG_RETURN_IF_ERROR(FindBuffer(number, buffer));
  if (from > buffer->bytes || bytes > buffer->bytes - from) {
    return Wrong(kTooShort);
  }
  if (buffer->unpacked.data() != nullptr) {
    shown = {buffer->unpacked.data() + from, bytes};
    return OkStatus();
  }
  if (bytes > most_bytes_) {
    return FewerRows("a text, list or dictionary has more than 1 GiB");
  }
  bytes_->ReadAt(buffer->from + from, static_cast<uint32_t>(bytes), buffer->part);
  shown = {buffer->part.data.data(), buffer->part.bytes};
  return buffer->part.status;
}

}  // namespace mtgauge
