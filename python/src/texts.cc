// Reads columns from Python objects.
#include "texts.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "arrow.h"

namespace mtgauge::python {
namespace {

[[noreturn]] void ThrowTypeError(const std::string& message) {
  throw nb::type_error(message.c_str());
}

std::string TypeName(nb::handle object) {
  return nb::cast<std::string>(nb::str(object.type().attr("__name__")));
}

// Lone surrogates U+D800 to U+DFFF, if encoded at all, are the three bytes ED A0 80 to ED BF BF.
// Each becomes a character of the last private-use plane, which is equally meaningless.
std::string WithPrivateUse(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
    if (byte(i) != 0xED || i + 2 >= text.size() || byte(i + 1) < 0xA0) {
      out += text[i];
      continue;
    }
    const unsigned code = 0x100000 | ((byte(i + 1) & 0x1Fu) << 6) | (byte(i + 2) & 0x3Fu);
    out += static_cast<char>(0xF0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
    i += 2;
  }
  return out;
}

// Returns true for pandas' missing texts: a float NaN, or an object of type NAType.
bool IsMissing(nb::handle object) {
  if (PyFloat_Check(object.ptr()) != 0) return std::isnan(PyFloat_AsDouble(object.ptr()));
  return TypeName(object) == "NAType";
}

template <typename Struct>
Struct* PointerOf(nb::handle capsule, const char* name) {
  auto* pointer = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (pointer == nullptr) throw nb::python_error();
  return pointer;
}

bool BitOf(const void* bits, int64_t at) {
  return bits == nullptr || (static_cast<const uint8_t*>(bits)[at / 8] >> (at % 8) & 1) != 0;
}

}  // namespace

std::string WithLoneSurrogates(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
    // U+100000 to U+1007FF are F4 80 80 80 to F4 80 9F BF.
    const bool ours =
        byte(i) == 0xF4 && i + 3 < text.size() && byte(i + 1) == 0x80 && byte(i + 2) < 0xA0;
    if (!ours) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(0xED);
    out += static_cast<char>(byte(i + 2) + 0x20);
    out += text[i + 3];
    i += 3;
  }
  return out;
}

// Reads the chunks of one column.
class ArrowReader {
 public:
  ArrowReader(Texts& texts, const ArrowSchema& schema)
      : texts_(texts), schema_(schema), format_(schema.format) {
    texts_.ragged_ = ListOffsets().has_value();
  }

  void Read(const ArrowArray& array) {
    const std::optional<bool> wide = ListOffsets();
    if (!wide) {
      for (int64_t i = 0; i < array.length; ++i) AddText(schema_, array, array.offset + i);
      return;
    }
    for (int64_t i = 0; i < array.length; ++i) {
      const int64_t at = array.offset + i;
      if (BitOf(array.buffers[0], at)) {
        const auto [begin, end] = Range(array.buffers[1], at, *wide);
        const ArrowArray& child = *array.children[0];
        for (int64_t k = begin; k < end; ++k) {
          AddText(*schema_.children[0], child, child.offset + k);
        }
      }
      texts_.ends_.push_back(texts_.views_.size());
    }
  }

 private:
  // Returns whether lists have 64-bit offsets, or nothing if this is not a list.
  std::optional<bool> ListOffsets() const {
    if (format_ == "+l") return false;
    if (format_ == "+L") return true;
    return std::nullopt;
  }

  static std::pair<int64_t, int64_t> Range(const void* offsets, int64_t at, bool wide) {
    if (wide) {
      const auto* of = static_cast<const int64_t*>(offsets);
      return {of[at], of[at + 1]};
    }
    const auto* of = static_cast<const int32_t*>(offsets);
    return {of[at], of[at + 1]};
  }

  void AddText(const ArrowSchema& schema, const ArrowArray& array, int64_t at) {
    if (!BitOf(array.buffers[0], at)) return texts_.AddMissing();
    if (schema.dictionary != nullptr) {
      const ArrowArray& words = *array.dictionary;
      return AddText(*schema.dictionary, words, words.offset + Index(schema.format, array, at));
    }
    const std::string_view format = schema.format;
    if (format == "vu" || format == "vz") return texts_.Add(ViewOf(array, at));
    const bool wide = format == "U" || format == "Z";
    if (!wide && format != "u" && format != "z") {
      ThrowTypeError(texts_.name_ + ": Arrow columns of type '" + std::string(format) +
                     "' are not text; pass strings");
    }
    const auto [begin, end] = Range(array.buffers[1], at, wide);
    texts_.Add(
        {static_cast<const char*>(array.buffers[2]) + begin, static_cast<size_t>(end - begin)});
  }

  // A view has a length, then up to 12 bytes of text, or the first four of them, a buffer index and
  // an offset.
  static std::string_view ViewOf(const ArrowArray& array, int64_t at) {
    constexpr size_t kShort = 12;
    const auto* view = static_cast<const char*>(array.buffers[1]) + 16 * at;
    int32_t size = 0, buffer = 0, offset = 0;
    std::memcpy(&size, view, 4);
    if (static_cast<size_t>(size) <= kShort) return {view + 4, static_cast<size_t>(size)};
    std::memcpy(&buffer, view + 8, 4);
    std::memcpy(&offset, view + 12, 4);
    return {static_cast<const char*>(array.buffers[2 + buffer]) + offset,
            static_cast<size_t>(size)};
  }

  int64_t Index(const char* format, const ArrowArray& array, int64_t at) const {
    const void* data = array.buffers[1];
    switch (format[0]) {
      case 'c':
        return static_cast<const int8_t*>(data)[at];
      case 'C':
        return static_cast<const uint8_t*>(data)[at];
      case 's':
        return static_cast<const int16_t*>(data)[at];
      case 'S':
        return static_cast<const uint16_t*>(data)[at];
      case 'i':
        return static_cast<const int32_t*>(data)[at];
      case 'I':
        return static_cast<const uint32_t*>(data)[at];
      case 'l':
      case 'L':
        return static_cast<const int64_t*>(data)[at];
      default:
        ThrowTypeError(texts_.name_ + ": dictionaries with indices of type '" +
                       std::string(format) + "' are not supported");
    }
  }

  Texts& texts_;
  const ArrowSchema& schema_;
  std::string_view format_;
};

Texts::Texts(nb::handle object, std::string name, LoneSurrogates surrogates)
    : name_(std::move(name)), surrogates_(surrogates) {
  if (nb::isinstance<nb::str>(object) || nb::isinstance<nb::bytes>(object)) {
    ThrowTypeError(name_ + ": a list of texts is needed, not one text; put it into a list");
  }
  if (nb::hasattr(object, "__arrow_c_stream__")) {
    try {
      ReadArrowStream(object);
    } catch (nb::python_error& error) {  // pandas needs pyarrow for this
      if (!error.matches(PyExc_ImportError) || !nb::hasattr(object, "tolist")) throw;
      ReadSequence(object);
    }
  } else if (nb::hasattr(object, "__arrow_c_array__")) {
    ReadArrowArray(object);
  } else {
    ReadSequence(object);
  }
}

Texts::~Texts() {
  for (const auto& release : release_) release();
}

std::vector<TextColumn> Texts::columns() const {
  TextColumn column(name_, views_, validity_.empty() ? nullptr : validity_.data());
  if (!ragged_) return {column};
  return TextColumn::FromLists(std::move(column), ends_);
}

std::vector<TextColumn> Texts::lists() const {
  const TextColumn column(name_, views_, validity_.empty() ? nullptr : validity_.data());
  if (!ragged_) return {column};
  std::vector<TextColumn> lists;
  uint64_t begin = 0;
  for (const uint64_t end : ends_) {
    lists.push_back(column.Slice(begin, end - begin));
    begin = end;
  }
  return lists;
}

void Texts::ReadArrowStream(nb::handle object) {
  const nb::object capsule = object.attr("__arrow_c_stream__")();
  auto* stream = PointerOf<ArrowArrayStream>(capsule, "arrow_array_stream");
  const auto check = [&](int code) {
    if (code == 0) return;
    const char* error = stream->get_last_error(stream);
    throw nb::value_error((name_ + ": " + (error == nullptr ? "no Arrow data" : error)).c_str());
  };
  auto schema = std::make_shared<ArrowSchema>();
  check(stream->get_schema(stream, schema.get()));
  release_.push_back([schema] { schema->release(schema.get()); });
  ArrowReader reader(*this, *schema);
  for (;;) {
    auto array = std::make_shared<ArrowArray>();
    check(stream->get_next(stream, array.get()));
    if (array->release == nullptr) return;
    release_.push_back([array] { array->release(array.get()); });
    reader.Read(*array);
  }
}

void Texts::ReadArrowArray(nb::handle object) {
  const nb::object pair = object.attr("__arrow_c_array__")();
  kept_.push_back(pair);  // the capsules release their data when they are destroyed
  const auto* schema = PointerOf<ArrowSchema>(pair[0], "arrow_schema");
  ArrowReader(*this, *schema).Read(*PointerOf<ArrowArray>(pair[1], "arrow_array"));
}

void Texts::ReadSequence(nb::handle object) {
  nb::object source = nb::borrow(object);
  if (nb::hasattr(object, "tolist")) source = object.attr("tolist")();
  if (PyList_Check(source.ptr()) == 0) {
    // A set has no order, and the elements of a dict are its keys.
    if (PyAnySet_Check(source.ptr()) != 0 || nb::hasattr(source, "keys")) {
      ThrowTypeError(name_ + ": a " + TypeName(source) +
                     " where a list of texts is needed; pass a list");
    }
    source = nb::steal(PySequence_Tuple(source.ptr()));
    if (!source.is_valid()) throw nb::python_error();
  }
  // Each element is read and kept at the same time: whatever another thread does with the list, its
  // texts stay valid. The list may shrink meanwhile.
  PyObject* elements = source.ptr();
  const bool list = PyList_Check(elements) != 0;
  const auto size = [&] { return list ? PyList_Size(elements) : PyTuple_Size(elements); };
  views_.reserve(static_cast<size_t>(size()));
  kept_.reserve(static_cast<size_t>(size()) + 1);
  for (Py_ssize_t i = 0; i < size(); ++i) {
    const nb::handle element = list ? PyList_GetItem(elements, i) : PyTuple_GetItem(elements, i);
    kept_.push_back(nb::borrow(element));
    ReadElement(element, static_cast<uint64_t>(i));
  }
}

void Texts::ReadElement(nb::handle element, uint64_t segment) {
  const bool list = PyList_Check(element.ptr()) != 0 || PyTuple_Check(element.ptr()) != 0;
  if (segment == 0) ragged_ = list;
  if (!ragged_) return Add(element, segment);
  if (!list) {
    ThrowTypeError(name_ + "[" + std::to_string(segment) + "]: " + TypeName(element) +
                   " where the elements before are lists");
  }
  nb::object texts = nb::steal(PySequence_Tuple(element.ptr()));
  if (!texts.is_valid()) throw nb::python_error();
  for (Py_ssize_t i = 0; i < PyTuple_Size(texts.ptr()); ++i) {
    Add(PyTuple_GetItem(texts.ptr(), i), segment);
  }
  ends_.push_back(views_.size());
  kept_.push_back(std::move(texts));
}

void Texts::Add(nb::handle text, uint64_t segment) {
  if (text.is_none()) return AddMissing();
  if (PyBytes_Check(text.ptr()) != 0 && surrogates_ == LoneSurrogates::kInvalid) {
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(text.ptr(), &bytes, &size) != 0) throw nb::python_error();
    return Add({bytes, static_cast<size_t>(size)});
  }
  if (PyUnicode_Check(text.ptr()) == 0) {
    if (IsMissing(text)) return AddMissing();
    ThrowTypeError(name_ + "[" + std::to_string(segment) + "]: " + TypeName(text) +
                   " where a str is needed");
  }
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (utf8 != nullptr) return Add({utf8, static_cast<size_t>(size)});
  PyErr_Clear();
  const nb::object encoded =
      nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
  if (!encoded.is_valid()) throw nb::python_error();
  const std::string_view bytes(PyBytes_AsString(encoded.ptr()),
                               static_cast<size_t>(PyBytes_Size(encoded.ptr())));
  const bool keep = surrogates_ == LoneSurrogates::kKeep;
  Add(rewritten_.emplace_back(keep ? WithPrivateUse(bytes) : std::string(bytes)));
}

void Texts::Add(std::string_view text) {
  if (!validity_.empty()) {
    validity_.resize(views_.size() / 8 + 1);
    validity_[views_.size() / 8] |= static_cast<uint8_t>(1 << views_.size() % 8);
  }
  views_.push_back(text);
  bytes_ += text.size();
}

void Texts::AddMissing() {
  if (validity_.empty()) {
    validity_.assign(views_.size() / 8 + 1, 0);
    for (size_t i = 0; i < views_.size(); ++i) validity_[i / 8] |= static_cast<uint8_t>(1 << i % 8);
  }
  validity_.resize(views_.size() / 8 + 1);
  views_.emplace_back();
}

}  // namespace mtgauge::python
