// Makes texts of the values of a leaf in one batch of Arrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/input/columns/arrow_metadata.h"
#include "core/input/columns/column_file.h"
#include "core/input/source.h"

namespace mtgauge {

using ArrowTexts = std::vector<std::string_view>;

class ArrowValues {
 public:
  // `fields`: from the column to the leaf. `place`: for messages, as in "column 'x', batch 2".
  ArrowValues(std::shared_ptr<Source> bytes, std::vector<ArrowField> fields, ArrowMessage message,
              std::string place)
      : bytes_(std::move(bytes)),
        fields_(std::move(fields)),
        message_(message),
        place_(std::move(place)) {}

  Status Open();
  uint64_t rows() const { return batch_->rows(); }
  // Reads rows from `from` on: at most `most`, and fewer if they are long. The texts are valid
  // until it is called again. `dictionary`: if the values are indexes, else null.
  Status Read(uint64_t from, uint64_t most, const ArrowTexts* dictionary, LeafRows& rows);
  // The same for all rows.
  Status ReadAll(LeafRows& rows);

 private:
  // A run of the values of a field.
  struct Part {
    uint64_t from, count;
  };
  struct OpenBuffer {
    uint64_t from = 0, bytes = 0;  // in the file, unless it was packed
    Buffer<char> unpacked;         // all of it
    Block part;                    // what was shown last
  };
  using Mask = std::vector<uint8_t>;  // 0 = null

  Status Wrong(std::string_view what) const;
  Status TooLarge(std::string_view what) const;
  // The same, if fewer rows may be read.
  Status FewerRows(std::string_view what);
  Status PlaceBuffers();

  Status CheckRoom(const ArrowField& field);
  Status ReadRows(Part part, const ArrowTexts* dictionary, LeafRows& rows);
  Status Begin(const ArrowField& field, Part part);
  Status EnterLists(const ArrowField& field, Part& part);
  void CutIntoRows(LeafRows& rows);

  Status Values(const ArrowField& field, Part part, const ArrowTexts* dictionary,
                ArrowTexts& texts);
  Status Bits(const ArrowField& field, Part part, ArrowTexts& texts);
  Status Numbers(const ArrowField& field, Part part, ArrowTexts& texts);
  Status Indexed(const ArrowField& field, Part part, const ArrowTexts& dictionary,
                 ArrowTexts& texts);
  Status Texts(const ArrowField& field, Part part, ArrowTexts& texts);
  Status Views(const ArrowField& field, Part part, ArrowTexts& texts);
  Status ShowViewed(const ArrowField& field, std::string_view views);

  Status Offsets(const ArrowField& field, Part part);
  Status Wholes(const ArrowField& field, Part part, std::string_view& shown);
  Status FindBuffer(size_t number, OpenBuffer*& buffer);
  Status Unpack(OpenBuffer& buffer);
  Status Show(size_t number, uint64_t from, uint64_t bytes, std::string_view& shown);

  std::shared_ptr<Source> bytes_;
  std::vector<ArrowField> fields_;
  ArrowMessage message_;
  std::string place_;
  Block head_;
  std::unique_ptr<ArrowBatch> batch_;
  std::map<size_t, OpenBuffer> buffers_;  // by number in the batch
  uint64_t unpacked_bytes_ = 0;
  uint64_t rows_at_once_ = UINT64_MAX;
  uint64_t most_bytes_ = 0;  // to read at once
  bool too_large_ = false;   // as FewerRows() says

  Mask mask_, list_mask_;
  std::vector<uint64_t> offsets_, list_offsets_;
  std::string room_;
  struct Viewed {
    uint64_t from = UINT64_MAX, end = 0;
    std::string_view shown = {};
  };
  std::vector<Viewed> viewed_;  // the part of each buffer that views need
};

}  // namespace mtgauge
