// Exports a table through Arrow's C interface.
#include "arrow_table.h"

#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <variant>

namespace mtgauge::python {
namespace {

// The bytes of a column as Arrow wants them: bit i % 8 of byte i / 8 says whether cell i has a
// value, then the values.
struct ArrowColumn {
  std::string name;
  const char* format = "";
  int64_t nulls = 0;
  std::vector<uint8_t> valid, switches;
  std::vector<int64_t> wholes;  // of text: where each cell ends
  std::vector<double> reals;
  std::string text;
  std::vector<const void*> buffers;
};

struct ArrowTable {
  int64_t lines = 0;
  std::deque<ArrowColumn> columns;  // which stay where they are
};
using Shared = std::shared_ptr<const ArrowTable>;

void AppendBit(bool bit, size_t i, std::vector<uint8_t>& bits) {
  if (i % 8 == 0) bits.push_back(0);
  if (bit) bits.back() = static_cast<uint8_t>(bits.back() | 1 << i % 8);
}

const char* FormatOf(ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return "U";
    case ColumnType::kWhole:
      return "l";
    case ColumnType::kReal:
      return "g";
    case ColumnType::kSwitch:
      return "b";
  }
  return "n";
}

// Returns the value of a cell, or a default if it has none.
template <typename Value>
Value ValueOr(const TableCell& cell, Value missing) {
  const Value* const value = std::get_if<Value>(&cell);
  return value == nullptr ? missing : *value;
}

void AppendCell(const TableCell& cell, ColumnType type, size_t i, ArrowColumn& column) {
  const bool missing = std::holds_alternative<std::monostate>(cell);
  column.nulls += missing ? 1 : 0;
  AppendBit(!missing, i, column.valid);
  switch (type) {
    case ColumnType::kText:
      column.text += ValueOr(cell, std::string());
      column.wholes.push_back(static_cast<int64_t>(column.text.size()));
      break;
    case ColumnType::kWhole:
      column.wholes.push_back(ValueOr<int64_t>(cell, 0));
      break;
    case ColumnType::kReal:
      column.reals.push_back(ValueOr<double>(cell, 0));
      break;
    case ColumnType::kSwitch:
      AppendBit(ValueOr(cell, false), i, column.switches);
      break;
  }
}

const void* ValuesOf(const ArrowColumn& column, ColumnType type) {
  if (type == ColumnType::kReal) return column.reals.data();
  if (type == ColumnType::kSwitch) return column.switches.data();
  return column.wholes.data();
}

Shared MakeColumns(const Table& table) {
  auto made = std::make_shared<ArrowTable>();
  made->lines = static_cast<int64_t>(table.lines.size());
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const ColumnType type = table.columns[c].type;
    ArrowColumn& column = made->columns.emplace_back();
    column.name = table.columns[c].name;
    column.format = FormatOf(type);
    if (type == ColumnType::kText) column.wholes.push_back(0);
    for (size_t i = 0; i < table.lines.size(); ++i) AppendCell(table.lines[i][c], type, i, column);
    column.buffers = {column.valid.data(), ValuesOf(column, type)};
    if (type == ColumnType::kText) column.buffers.push_back(column.text.data());
  }
  return made;
}

// What a struct owns: the table, and the structs below it, which a consumer may have moved away.
template <typename Struct>
struct Owned {
  Shared table;
  std::deque<Struct> below;
  std::vector<Struct*> pointers;
  const void* buffer = nullptr;  // of the array of all columns: no bits, since no line is missing
};

template <typename Struct>
void Release(Struct* released) {
  auto* const owned = static_cast<Owned<Struct>*>(released->private_data);
  for (Struct& each : owned->below) {
    if (each.release != nullptr) each.release(&each);
  }
  delete owned;
  released->release = nullptr;
}

template <typename Struct>
Owned<Struct>* Own(const Shared& table, Struct* made) {
  *made = {};
  auto* const owned = new Owned<Struct>{table, {}, {}};
  made->private_data = owned;
  made->release = &Release<Struct>;
  return owned;
}

// Makes the struct of the whole table, whose children are its columns.
template <typename Struct, typename Fill>
Owned<Struct>* OwnColumns(const Shared& table, Struct* made, const Fill& fill) {
  Owned<Struct>* const owned = Own(table, made);
  for (const ArrowColumn& column : table->columns) {
    Struct& child = owned->below.emplace_back();
    Own(table, &child);
    fill(column, &child);
    owned->pointers.push_back(&child);
  }
  made->n_children = static_cast<int64_t>(owned->pointers.size());
  made->children = owned->pointers.data();
  return owned;
}

void ExportSchema(const Shared& table, ArrowSchema* schema) {
  OwnColumns(table, schema, [](const ArrowColumn& column, ArrowSchema* child) {
    constexpr int64_t kNullable = 2;
    child->format = column.format;
    child->name = column.name.c_str();
    child->flags = kNullable;
  });
  schema->format = "+s";
  schema->name = "";
}

void ExportArray(const Shared& table, ArrowArray* array) {
  Owned<ArrowArray>* const owned =
      OwnColumns(table, array, [&](const ArrowColumn& column, ArrowArray* child) {
        child->length = table->lines;
        child->null_count = column.nulls;
        child->n_buffers = static_cast<int64_t>(column.buffers.size());
        child->buffers = const_cast<const void**>(column.buffers.data());
      });
  array->length = table->lines;
  array->n_buffers = 1;
  array->buffers = &owned->buffer;
}

struct Stream {
  Shared table;
  bool ended = false;
};
Stream* StreamOf(ArrowArrayStream* stream) { return static_cast<Stream*>(stream->private_data); }

}  // namespace

void ExportTable(const Table& table, ArrowArrayStream* stream) {
  stream->get_schema = [](ArrowArrayStream* from, ArrowSchema* out) {
    ExportSchema(StreamOf(from)->table, out);
    return 0;
  };
  stream->get_next = [](ArrowArrayStream* from, ArrowArray* out) {
    if (std::exchange(StreamOf(from)->ended, true)) {
      *out = {};  // a released array ends the stream
    } else {
      ExportArray(StreamOf(from)->table, out);
    }
    return 0;
  };
  stream->get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; };
  stream->release = [](ArrowArrayStream* released) {
    delete StreamOf(released);
    released->release = nullptr;
  };
  stream->private_data = new Stream{MakeColumns(table)};
}

}  // namespace mtgauge::python
