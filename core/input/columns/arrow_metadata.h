// What the messages of Arrow's files and streams say: the schema, and where batches are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"
#include "core/input/columns/flatbuffer.h"
#include "core/input/columns/page_codecs.h"
#include "core/input/source.h"

namespace mtgauge {

// How the values of a field are in its buffers.
enum class ArrowLayout : uint8_t {
  kNothing,  // all are null
  kBits,
  kWhole,  // whole numbers
  kFractions,
  kTexts,  // offsets into all texts together
  kViews,  // short texts, and places of long ones
  kStruct,
  kList,
  kFixedList,
  kOther,  // not read
};

// A field of the schema. In each batch, fields have their nodes and buffers one after the other.
struct ArrowField {
  ArrowLayout layout = ArrowLayout::kOther;
  bool is_signed = true;  // of whole numbers
  uint8_t width = 0;      // bytes of a number or offset
  uint64_t elements = 0;  // of each list, if all have the same
  std::optional<size_t> parent = std::nullopt;
  size_t node = 0, buffer = 0;  // how many are before its own, without the texts of views
  size_t views = 0;             // how many fields of views are before it
};

struct ArrowLeaf {
  size_t field = 0;
  std::optional<int64_t> dictionary = std::nullopt;
  ArrowField value = {};  // in the dictionary
};

// The place of a batch of records or of a dictionary.
struct ArrowMessage {
  uint64_t head = 0, head_bytes = 0;
  uint64_t body = 0, body_bytes = 0;
  bool dictionary = false;
  bool adds = false;  // to the dictionary
  int64_t id = 0;     // of the dictionary
};

struct ArrowMetadata {
  std::vector<Leaf> leaves;
  std::vector<ArrowLeaf> arrow;  // of each leaf
  std::vector<ArrowField> fields;
  std::vector<ArrowMessage> messages;
};

// Unknown: 0. Only the heads of the batches say it.
inline uint64_t RowsIn(const ArrowMetadata&) { return 0; }

// Reads the footer or all of a stream's messages, but no bodies.
Result<ArrowMetadata> ReadArrowMetadata(Source& bytes);

// The head of a batch. Its functions return 0 for what is not there.
class ArrowBatch {
 public:
  struct Place {
    uint64_t from = 0, bytes = 0;  // in the body
  };

  // `head`: outlives it.
  explicit ArrowBatch(std::string_view head);

  std::string_view fault() const { return buffer_.fault(); }
  uint64_t rows() const { return rows_; }
  PageCodec codec() const { return codec_; }
  uint64_t nodes() const { return nodes_.size(); }
  uint64_t buffers() const { return buffers_.size(); }
  uint64_t views() const { return views_.size(); }
  // Values of a field, and those of them that are null.
  uint64_t Values(uint64_t node) const { return nodes_.Get<uint64_t>(node); }
  uint64_t Nulls(uint64_t node) const { return nodes_.Get<uint64_t>(node, 8); }
  Place Buffer(uint64_t i) const {
    return {buffers_.Get<uint64_t>(i), buffers_.Get<uint64_t>(i, 8)};
  }
  // Buffers with the texts of a field of views.
  uint64_t Texts(uint64_t view) const { return views_.Get<uint64_t>(view); }

 private:
  FlatBuffer buffer_;
  uint64_t rows_ = 0;
  PageCodec codec_ = PageCodec::kNone;
  FlatVector nodes_, buffers_, views_;
};

}  // namespace mtgauge
