// Adds the pieces of a SentencePiece model to views.
#include "core/text/tokenizing/piece_tokenizer.h"

#include <array>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

const std::string& BytePieceOf(char byte) {
  static const std::array<std::string, 256> pieces = [] {
    std::array<std::string, 256> made;
    for (size_t i = 0; i < made.size(); ++i) made[i] = BytePiece(static_cast<uint8_t>(i));
    return made;
  }();
  return pieces[static_cast<uint8_t>(byte)];
}

// Returns TokenKey() of a token of fewer than 8 bytes without NUL, or 0 for other tokens. 8 bytes
// must be readable.
uint64_t ShortKey(const char* token, uint32_t size) {
  if (size >= sizeof(uint64_t)) return 0;
  constexpr uint64_t kOnes = 0x0101010101010101u;
  const uint64_t behind = ~uint64_t{0} << (8 * size);
  uint64_t bytes;
  std::memcpy(&bytes, token, sizeof(bytes));
  const uint64_t padded = bytes | behind;
  return ((padded - kOnes) & ~padded & (0x80 * kOnes)) != 0 ? 0 : bytes & ~behind;
}

// Calls add(begin, end, unknown) for each piece; adjacent unknown pieces count as one.
template <typename Add>
void ForEachPiece(const std::vector<PieceEnd>& ends, Add add) {
  for (size_t i = 0, begin = 0; i < ends.size(); begin = ends[i++].at) {
    while (ends[i].unknown && i + 1 < ends.size() && ends[i + 1].unknown) ++i;
    add(static_cast<uint32_t>(begin), ends[i].at, ends[i].unknown);
  }
}

class TokenizerPieces final : public Tokenizer {
 public:
  explicit TokenizerPieces(std::unique_ptr<PieceEncoder> encoder) : encoder_(std::move(encoder)) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    Lent(*this).CutSegment(segment, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    Lent(*this).CutStream(text, bytes, segments, asides, view);
  }

 private:
  // The tokenizer for a single call, with borrowed scratch memory.
  class Lent final : public Tokenizer {
   public:
    explicit Lent(const TokenizerPieces& lender)
        : lender_(lender), encoder_(*lender.encoder_), scratch_(lender.Borrow()) {}
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() override { lender_.GiveBack(std::move(scratch_)); }

    void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
      if (!encoder_.Encode(TrimRight(segment), *scratch_)) {
        view.Refuse(index, Refusal::kControlSymbol);
        return AddPieces({}, index, view);
      }
      if (scratch_->text().has_space || encoder_.byte_fallback()) return Rewrite(index, view);
      const char* const text = view.Keep(scratch_->text().text());  // padded
      view.BeginSegment(text);
      ForEachPiece(scratch_->pieces(), [&](uint32_t begin, uint32_t end, bool) {
        if (const uint64_t key = ShortKey(text + begin, end - begin); key != 0) {
          view.AddToken(begin, end, key);
        } else {
          view.AddToken(begin, end);
        }
      });
      view.EndSegment(index);
    }

   private:
    // The slow path, for pieces that contain whitespace or are not in the text.
    void Rewrite(uint32_t index, View& view) const {
      const std::string_view text = scratch_->text().text();
      std::vector<std::string_view> pieces;
      ForEachPiece(scratch_->pieces(), [&](uint32_t begin, uint32_t end, bool unknown) {
        const std::string_view piece = text.substr(begin, end - begin);
        if (!unknown || !encoder_.byte_fallback()) return pieces.push_back(piece);
        for (const char byte : piece) pieces.push_back(BytePieceOf(byte));
      });
      AddPieces(pieces, index, view);
    }

    const TokenizerPieces& lender_;
    const PieceEncoder& encoder_;
    std::unique_ptr<PieceEncoder::Scratch> scratch_;
  };

  std::unique_ptr<PieceEncoder::Scratch> Borrow() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.empty()) return std::make_unique<PieceEncoder::Scratch>();
    std::unique_ptr<PieceEncoder::Scratch> scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
  }
  void GiveBack(std::unique_ptr<PieceEncoder::Scratch> scratch) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::unique_ptr<PieceEncoder> encoder_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<PieceEncoder::Scratch>> free_;
};

}  // namespace

std::unique_ptr<Tokenizer> MakePieceTokenizer(std::unique_ptr<PieceEncoder> encoder) {
  if (encoder == nullptr) return nullptr;
  return std::make_unique<TokenizerPieces>(std::move(encoder));
}

}  // namespace mtgauge
