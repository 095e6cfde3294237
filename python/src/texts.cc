// Reads columns from Python objects.
#include "texts.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "running.h"

namespace mtgauge::python {
namespace {

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

// Takes a struct of Arrow's out of its capsule, which then holds nothing.
template <typename Struct>
ArrowOwned<Struct> Take(nb::handle capsule, const char* kind, const std::string& name) {
  auto* held = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), kind));
  if (held == nullptr) throw nb::python_error();
  if (held->release == nullptr) {
    throw std::invalid_argument(name +
                                ": the Arrow data were already used up; pass the column again");
  }
  ArrowOwned<Struct> taken(new Struct(*held));
  held->release = nullptr;
  return taken;
}

// Returns the capsule of an object that streams Arrow data. Returns nothing for others, and for a
// column of pandas without pyarrow, which is read as a list.
nb::object StreamCapsuleOf(nb::handle object) {
  if (!nb::hasattr(object, "__arrow_c_stream__")) return {};
  try {
    return object.attr("__arrow_c_stream__")();
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_ImportError) || !nb::hasattr(object, "tolist")) throw;
    return {};
  }
}

#ifdef Py_LIMITED_API

// Returns the UTF-8 of a str, which the str keeps; nothing if it has lone surrogates.
std::optional<std::string_view> Utf8Of(PyObject* text, TextRoom& /*room*/) {
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(text, &size);
  if (utf8 != nullptr) return std::string_view(utf8, static_cast<size_t>(size));
  PyErr_Clear();
  return std::nullopt;
}

#else

template <typename Unit>
std::optional<std::string_view> Utf8Of(const void* characters, size_t count, TextRoom& room) {
  char* const end =
      WriteUtf8(static_cast<const Unit*>(characters), count, room.Take(kMostUtf8<Unit> * count));
  if (end == nullptr) return std::nullopt;
  return room.Keep(end);
}

// Returns the UTF-8 of a str: its own bytes if it is ASCII, or else in `room`; nothing if it has
// lone surrogates.
std::optional<std::string_view> Utf8Of(PyObject* text, TextRoom& room) {
#if PY_VERSION_HEX < 0x030C0000
  if (PyUnicode_READY(text) != 0) throw nb::python_error();
#endif
  const void* const characters = PyUnicode_DATA(text);
  const auto count = static_cast<size_t>(PyUnicode_GET_LENGTH(text));
  if (PyUnicode_IS_ASCII(text))
    return std::string_view(static_cast<const char*>(characters), count);
  switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND:
      return Utf8Of<Py_UCS1>(characters, count, room);
    case PyUnicode_2BYTE_KIND:
      return Utf8Of<Py_UCS2>(characters, count, room);
    default:
      return Utf8Of<Py_UCS4>(characters, count, room);
  }
}

#endif

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

Texts::Texts(nb::handle object, const std::string& name, LoneSurrogates surrogates,
             const std::string& option)
    : argument_({name}, option.empty() ? name : option), surrogates_(surrogates) {
  if (nb::isinstance<nb::str>(object) || nb::isinstance<nb::bytes>(object)) {
    Fail(": a list of texts is needed, not one text; put it into a list");
  }
  try {
    if (const nb::object capsule = StreamCapsuleOf(object); capsule.is_valid()) {
      const auto stream = Take<ArrowArrayStream>(capsule, "arrow_array_stream", name);
      arrays_ = ReadArrowStream(*stream, name, views_);
    } else if (nb::hasattr(object, "__arrow_c_array__")) {
      const nb::object pair = object.attr("__arrow_c_array__")();
      const auto schema = Take<ArrowSchema>(pair[0], "arrow_schema", name);
      arrays_ =
          ReadArrowArray(*schema, Take<ArrowArray>(pair[1], "arrow_array", name), name, views_);
    } else {
      ReadSequence(object);
    }
  } catch (const NotTexts& error) {
    Raise("InputTypeError", argument_.option(), error.what());
  } catch (const std::invalid_argument& error) {
    Raise("InputError", argument_.option(), error.what());
  }
}

TextColumn Texts::column(const char* remedy) const {
  if (views_.ragged()) Fail(std::string("[0]: list where a str is needed; ") + remedy);
  return views_.All(name());
}

void Texts::Fail(const std::string& fault) const {
  Raise("InputTypeError", argument_.option(), name() + fault);
}

void Texts::ReadSequence(nb::handle object) {
  nb::object source = nb::borrow(object);
  if (nb::hasattr(object, "tolist")) source = object.attr("tolist")();
  if (PyList_Check(source.ptr()) == 0) {
    // A set has no order, and the elements of a dict are its keys.
    const bool ordered = nb::hasattr(source, "__iter__") || nb::hasattr(source, "__getitem__");
    if (!ordered || PyAnySet_Check(source.ptr()) != 0 || nb::hasattr(source, "keys")) {
      Fail(": " + TypeName(source) + " where a list of texts is needed; pass a list");
    }
  }
  // A tuple keeps its texts, whatever another thread does with the list.
  source = nb::steal(PySequence_Tuple(source.ptr()));
  if (!source.is_valid()) throw nb::python_error();
  const auto size = static_cast<uint64_t>(PyTuple_Size(source.ptr()));
  views_.Reserve(size);
  for (uint64_t i = 0; i < size; ++i) {
    ReadElement(PyTuple_GetItem(source.ptr(), static_cast<Py_ssize_t>(i)), i);
  }
  kept_.push_back(std::move(source));
}

void Texts::ReadElement(nb::handle element, uint64_t segment) {
  const bool list = PyList_Check(element.ptr()) != 0 || PyTuple_Check(element.ptr()) != 0;
  if (segment == 0 && list) views_.ExpectLists();
  if (!views_.ragged()) return Add(element, segment);
  if (!list) {
    Fail("[" + std::to_string(segment) + "]: " + TypeName(element) +
         " where the elements before are lists");
  }
  nb::object texts = nb::steal(PySequence_Tuple(element.ptr()));
  if (!texts.is_valid()) throw nb::python_error();
  for (Py_ssize_t i = 0; i < PyTuple_Size(texts.ptr()); ++i) {
    Add(PyTuple_GetItem(texts.ptr(), i), segment);
  }
  views_.EndList();
  kept_.push_back(std::move(texts));
}

void Texts::Add(nb::handle text, uint64_t segment) {
  if (text.is_none()) return views_.AddMissing();
  if (PyBytes_Check(text.ptr()) != 0 && surrogates_ == LoneSurrogates::kInvalid) {
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(text.ptr(), &bytes, &size) != 0) throw nb::python_error();
    return views_.Add({bytes, static_cast<size_t>(size)});
  }
  if (PyUnicode_Check(text.ptr()) == 0) {
    if (IsMissing(text)) return views_.AddMissing();
    Fail("[" + std::to_string(segment) + "]: " + TypeName(text) + " where a str is needed");
  }
  if (const std::optional<std::string_view> utf8 = Utf8Of(text.ptr(), room_)) {
    return views_.Add(*utf8);
  }
  const nb::object encoded =
      nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
  if (!encoded.is_valid()) throw nb::python_error();
  const std::string_view bytes(PyBytes_AsString(encoded.ptr()),
                               static_cast<size_t>(PyBytes_Size(encoded.ptr())));
  const bool keep = surrogates_ == LoneSurrogates::kKeep;
  views_.Add(rewritten_.emplace_back(keep ? WithPrivateUse(bytes) : std::string(bytes)));
}

}  // namespace mtgauge::python
