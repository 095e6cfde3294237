// Checks that the texts of a batch are UTF-8 and handles invalid ones as the job requests.
#include "core/score/checks/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/simd/kernels.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// The first place where a stream is not UTF-8.
struct InvalidText {
  uint32_t segment;
  size_t byte;  // within the segment
  unsigned char value;
};

std::optional<InvalidText> FindInvalid(const Stream& stream) {
  std::optional<InvalidText> found;
  const std::string_view text(stream.text, stream.bytes);
  if (!IsValidUtf8(text)) {
    const size_t at = FindInvalidUtf8(text).value_or(0);
    const std::string_view before = text.substr(0, at);
    const auto segment = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const size_t line = before.rfind('\n');
    found = {segment, line == std::string_view::npos ? at : at - line - 1,
             static_cast<unsigned char>(text[at])};
  }
  for (const Aside& aside : stream.aside) {
    if (found && found->segment <= aside.segment) break;
    if (const auto at = FindInvalidUtf8(aside.text)) {
      found = {aside.segment, *at, static_cast<unsigned char>(aside.text[*at])};
      break;
    }
  }
  return found;
}

// Gives the stream its own text.
void SetText(Stream& stream, std::string text) {
  stream.bytes = static_cast<uint32_t>(text.size());
  text.append(kTextPadding, '\n');
  auto owner = std::make_shared<const std::string>(std::move(text));
  stream.text = owner->data();
  stream.owner = std::move(owner);
}

// Replaces each ill-formed segment of the stream with the result of `mend`.
template <typename Mend>
void ForEachInvalidSegment(Stream& stream, const Mend& mend) {
  const std::string_view text(stream.text, stream.bytes);
  std::string mended;
  uint32_t segment = 0;
  for (size_t begin = 0; begin < text.size(); ++segment) {
    const size_t end = text.find('\n', begin);
    const std::string_view line = text.substr(begin, end - begin);
    mended += FindInvalidUtf8(line) ? mend(segment, line) : std::string(line);
    mended += '\n';
    begin = end + 1;
  }
  for (Aside& aside : stream.aside) {
    if (FindInvalidUtf8(aside.text)) aside.text = mend(aside.segment, aside.text);
  }
  SetText(stream, std::move(mended));
}

// Returns the name of the encoding if the text is UTF-16 without a byte order mark; otherwise an
// empty name. Such text is valid UTF-8 if its characters are ASCII, but every second byte of its
// first line is NUL. (Looking at more lines would depend on where batches begin.)
std::string_view UnmarkedUtf16(std::string_view text) {
  constexpr size_t kLooked = 1024, kLeast = 8;
  if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE")) return {};
  text = text.substr(0, std::min(kLooked, text.find('\n')));
  size_t nuls[2] = {};
  for (size_t i = 0; i < text.size(); ++i) nuls[i % 2] += text[i] == '\0' ? 1 : 0;
  const size_t half = text.size() / 2;
  if (text.size() < kLeast || std::min(nuls[0], nuls[1]) > 0) return {};
  if (std::max(nuls[0], nuls[1]) < half - half / 8) return {};
  return nuls[1] > 0 ? "UTF-16LE" : "UTF-16BE";
}

// Checks and mends the streams of one batch.
class Mender {
 public:
  Mender(OnInvalid policy, Batch& batch) : policy_(policy), batch_(batch) {}

  // `file`: the stream's. A segment may have several lines of hypotheses.
  void Mend(Stream& stream, const std::string& file, bool hypotheses) {
    const std::string_view encoding =
        batch_.first == 0 ? UnmarkedUtf16({stream.text, stream.bytes}) : "";
    if (!encoding.empty() && utf16_.ok()) {
      utf16_ = InputError({file, 1, batch_.index_of(0)},
                          "every second byte of the line is NUL, so this looks like UTF-16",
                          fmt::format("convert it first: iconv -f {} -t UTF-8", encoding));
    }
    const std::optional<InvalidText> invalid = FindInvalid(stream);
    if (!invalid) return;
    const auto segment_of = [&](uint32_t line) {
      return hypotheses ? batch_.segment_of_hyp(line) : line;
    };
    if (!first_ || segment_of(invalid->segment) < first_segment_) {
      first_ = invalid;
      first_segment_ = segment_of(invalid->segment);
      first_stream_ = &stream;
      first_file_ = file;
    }
    if (policy_ == OnInvalid::kError) return;
    std::vector<uint8_t>& marks = policy_ == OnInvalid::kSkip ? batch_.excluded : replaced_;
    marks.resize(batch_.segments);
    ForEachInvalidSegment(stream, [&](uint32_t line, std::string_view text) {
      marks[segment_of(line)] = 1;
      return ReplaceInvalidUtf8(text);
    });
  }

  // Returns how many segments now contain U+FFFD.
  Result<uint64_t> Finish() const {
    if (!utf16_.ok()) return utf16_;
    if (first_ && policy_ == OnInvalid::kError) return InvalidTextError();
    return static_cast<uint64_t>(std::count(replaced_.begin(), replaced_.end(), uint8_t{1}));
  }

 private:
  Status InvalidTextError() const {
    const uint64_t line = batch_.line_of(*first_stream_, first_->segment);
    std::string_view remedy = InvalidUtf8Remedy({first_stream_->text, first_stream_->bytes}, line);
    constexpr std::string_view kOrSkip = " or skip";  // a candidate cannot leave its list
    if (!batch_.candidate_ends.empty() && remedy.ends_with(kOrSkip)) {
      remedy.remove_suffix(kOrSkip.size());
    }
    return InputError({.file = first_file_,
                       .line = line,
                       .segment = batch_.index_of(first_segment_),
                       .option = "on-invalid"},
                      fmt::format("invalid UTF-8 at byte {} of the {} (0x{:02X})", first_->byte + 1,
                                  first_stream_->lines.empty() ? "line" : "segment", first_->value),
                      std::string(remedy));
  }

  OnInvalid policy_;
  Batch& batch_;
  std::optional<InvalidText> first_;  // in the lowest segment
  uint32_t first_segment_ = 0;
  const Stream* first_stream_ = nullptr;
  std::string first_file_;
  std::vector<uint8_t> replaced_;  // [segment]
  Status utf16_;
};

}  // namespace

Result<uint64_t> MendEncoding(const StreamNames& names, OnInvalid policy, Batch& batch) {
  Mender mender(policy, batch);
  for (size_t r = 0; r < batch.refs.size(); ++r) mender.Mend(batch.refs[r], names.refs[r], false);
  for (size_t s = 0; s < batch.hyps.size(); ++s) {
    mender.Mend(batch.hyps[s], names.hyp_file(s), true);
  }
  for (size_t i = 0; i < batch.sources.size(); ++i) {
    mender.Mend(batch.sources[i], names.sources[i], false);
  }
  for (size_t r = 0; r < batch.ref_annotations.size(); ++r) {
    mender.Mend(batch.ref_annotations[r], names.ref_annotations[r], false);
  }
  for (size_t s = 0; s < batch.hyp_annotations.size(); ++s) {
    mender.Mend(batch.hyp_annotations[s], names.hyp_annotations[s], false);
  }
  return mender.Finish();
}

void AddInvalidTextWarnings(const MendedSegments& mended, std::vector<Warning>& warnings) {
  if (mended.skipped > 0) {
    warnings.push_back({"skipped", "",
                        fmt::format("skipped {} of {} because of invalid UTF-8", mended.skipped,
                                    Counted(mended.segments, "segment"))});
  }
  if (mended.replaced > 0) {
    warnings.push_back({"replaced", "",
                        fmt::format("invalid UTF-8 in {} was replaced with U+FFFD",
                                    Counted(mended.replaced, "segment"))});
  }
}

}  // namespace mtgauge
