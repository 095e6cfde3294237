// Makes texts of the values of a leaf's pages.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/input/columns/page_codecs.h"
#include "core/input/columns/parquet_metadata.h"

namespace mtgauge {

// A page's values as texts, which are valid until the decoder is used again. data() is null if the
// value is null.
struct PageValues {
  std::vector<uint32_t> repetitions, definitions;  // of each entry; empty if the leaf has none
  std::vector<std::string_view> texts;             // of each entry
};

// Decodes the pages of one chunk after the other. Its functions return what is wrong, or nothing.
class PageDecoder {
 public:
  explicit PageDecoder(const ParquetLeaf& leaf) : leaf_(leaf) {}

  void BeginChunk(PageCodec codec);
  // Decodes pages of the chunk that another decoder has begun, with its dictionary.
  void Join(const PageDecoder& other);
  // The lengths of the longest text of the dictionary, and of a usual one; 0 if there is none.
  uint64_t longest() const { return dictionary_ == nullptr ? 0 : dictionary_->longest; }
  uint64_t usual_bytes() const { return dictionary_ == nullptr ? 0 : dictionary_->usual; }
  std::string_view Dictionary(const ParquetPage& page, std::string_view body);
  std::string_view Data(const ParquetPage& page, std::string_view body, PageValues& values);
  // Counts the rows that begin in a page of lists.
  std::string_view CountBegun(const ParquetPage& page, std::string_view body, uint64_t& rows);

 private:
  std::string_view UnpackTo(Buffer<char>& room, std::string_view packed, int64_t raw_bytes,
                            std::string_view& raw) const;
  std::string_view DataV1(const ParquetPage& page, std::string_view body, PageValues& values,
                          std::string_view& encoded);
  std::string_view DataV2(const ParquetPage& page, std::string_view body, PageValues& values,
                          std::string_view& encoded);
  std::string_view Present(int64_t encoding, std::string_view encoded,
                           std::span<std::string_view> texts);
  std::string_view FromDictionary(std::string_view encoded, std::span<std::string_view> texts);
  std::string_view Texts(int64_t encoding, std::string_view encoded,
                         std::span<std::string_view> texts, std::string& room);
  std::string_view Numbers(int64_t encoding, std::string_view encoded,
                           std::span<std::string_view> texts, std::string& room);
  bool is_text() const { return leaf_.type == ParquetType::kBytes; }
  bool has_fractions() const {
    return leaf_.type != ParquetType::kInt32 && leaf_.type != ParquetType::kInt64;
  }

  ParquetLeaf leaf_;
  PageCodec codec_ = PageCodec::kNone;
  struct PageDictionary {
    std::vector<std::string_view> texts;
    uint64_t longest = 0, usual = 0;
    Buffer<char> bytes;
    std::string room;
  };
  std::shared_ptr<const PageDictionary> dictionary_;  // null: none yet
  Buffer<char> raw_;
  std::string room_;
  std::vector<uint32_t> indexes_;
  std::vector<int64_t> numbers_;
  std::vector<uint32_t> repetitions_;  // of a page whose values are not needed
};

}  // namespace mtgauge
