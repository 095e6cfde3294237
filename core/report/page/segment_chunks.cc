// Writes segments in the format that the page's script reads.
#include "core/report/page/segment_chunks.h"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <new>
#include <vector>

#include "core/report/forms/json_output.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Counts UTF-16 units of well-formed UTF-8: a four-byte code point is a pair of units.
size_t Utf16Length(std::string_view text) {
  size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    units += (byte & 0xC0) != 0x80;
    units += byte >= 0xF0;
  }
  return units;
}

// The concatenated texts of a chunk, and their lengths.
class Texts {
 public:
  void Add(std::string_view bytes) {
    const size_t begin = joined_.size();
    if (IsValidUtf8(bytes)) {
      joined_ += bytes;
    } else {
      joined_ += ReplaceInvalidUtf8(bytes);
    }
    AddLength(static_cast<int64_t>(Utf16Length(std::string_view(joined_).substr(begin))));
  }
  void AddMissing() { AddLength(-1); }

  const std::string& joined() const { return joined_; }
  const std::string& lengths() const { return lengths_; }

 private:
  void AddLength(int64_t length) {
    joined_ += '\n';
    if (!lengths_.empty()) lengths_ += ',';
    fmt::format_to(std::back_inserter(lengths_), FMT_COMPILE("{}"), length);
  }

  std::string joined_, lengths_;
};

void AddTexts(const Findings& findings, size_t segment, size_t references, Texts& texts) {
  if (!findings.source.empty()) texts.Add(findings.source[segment]);
  const SegmentTexts& all = findings.segments[segment];
  for (size_t r = 0; r < references; ++r) {
    if (r < all.references.size() && all.references[r]) {
      texts.Add(*all.references[r]);
    } else {
      texts.AddMissing();
    }
  }
  for (const std::string& hypothesis : all.hypotheses) texts.Add(hypothesis);
}

// Returns an array of `value(i)` for each i.
template <typename Value>
std::string Array(size_t begin, size_t end, Value value) {
  std::string out = "[";
  for (size_t i = begin; i < end; ++i) {
    if (i > begin) out += ',';
    value(i, out);
  }
  return out + ']';
}

std::string ScoresArray(const Findings& findings, size_t begin, size_t end) {
  const size_t each = findings.systems.size() * findings.metrics.size();
  return Array(begin * each, end * each, [&](size_t i, std::string& out) {
    if (std::isfinite(findings.scores[i])) {
      fmt::format_to(std::back_inserter(out), FMT_COMPILE("{:.6g}"), findings.scores[i]);
    } else {
      out += "null";
    }
  });
}

std::string BucketsArray(const Findings& findings, size_t begin, size_t end) {
  return Array(0, findings.buckets.size(), [&](size_t b, std::string& out) {
    out += Array(begin, end, [&](size_t i, std::string& kinds) {
      fmt::format_to(std::back_inserter(kinds), FMT_COMPILE("{}"),
                     findings.buckets[b].bucket_of_segment[i]);
    });
  });
}

// Returns the names of segments, or of their documents; an empty array if there are none.
std::string NamesArray(const std::vector<std::string>& names, size_t begin, size_t end) {
  if (names.empty()) return "[]";
  return Array(begin, end,
               [&](size_t i, std::string& out) { out += DumpJson(Json(names[i]), -1); });
}

// Converts a place in characters to one in UTF-16 units, as the script counts.
size_t Utf16Place(std::string_view text, uint32_t characters) {
  size_t at = 0;
  for (; characters > 0 && at < text.size(); --characters) at += DecodeAt(text, at).length;
  return Utf16Length(text.substr(0, at));
}

// Returns an array for each error span: segment, system, marker, start, end, severity, category,
// rater.
std::string SpansArray(const Findings& findings, size_t begin, size_t end) {
  Json spans = Json::array();
  for (size_t i = begin; i < end && !findings.spans.empty(); ++i) {
    for (const ShownSpan& span : findings.spans[i]) {
      const std::string text = ReplaceInvalidUtf8(findings.segments[i].hypotheses[span.system]);
      spans.push_back({i - begin, span.system, span.marked_by, Utf16Place(text, span.start),
                       Utf16Place(text, span.end), span.severity, span.category, span.rater});
    }
  }
  return DumpJson(spans, -1);
}

std::string SkippedArray(const Findings& findings, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end && !findings.skipped.empty(); ++i) {
    if (findings.skipped[i] == 0) continue;
    out += fmt::format("{}{}", out.empty() ? "" : ",", i - begin);
  }
  return '[' + out + ']';
}

}  // namespace

size_t MostReferences(const Findings& findings) {
  size_t most = 0;
  for (const SegmentTexts& segment : findings.segments) {
    most = std::max(most, segment.references.size());
  }
  return most;
}

std::string ChunkJson(const Findings& findings, size_t chunk) {
  const size_t begin = chunk * kChunkSegments;
  const size_t end = std::min(begin + kChunkSegments, findings.segments.size());
  const size_t references = MostReferences(findings);
  Texts texts;
  for (size_t i = begin; i < end; ++i) AddTexts(findings, i, references, texts);
  return fmt::format(R"({{"n":[{}],"s":{},"b":{},"i":{},"d":{},"x":{},"e":{},"t":{}}})",
                     texts.lengths(), ScoresArray(findings, begin, end),
                     BucketsArray(findings, begin, end), NamesArray(findings.ids, begin, end),
                     NamesArray(findings.documents, begin, end), SkippedArray(findings, begin, end),
                     SpansArray(findings, begin, end), DumpJson(Json(texts.joined()), -1));
}

std::string Base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](size_t i) -> uint32_t {
    return i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0;
  };
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    out += kDigits[group >> 18];
    out += kDigits[group >> 12 & 63];
    out += i + 1 < bytes.size() ? kDigits[group >> 6 & 63] : '=';
    out += i + 2 < bytes.size() ? kDigits[group & 63] : '=';
  }
  return out;
}

std::string Packed(const std::string& bytes) {
  constexpr int kLevel = 3;  // twice as fast as 6, for a page that is 8% larger
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  const int code = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), kLevel);
  if (code != Z_OK) throw std::bad_alloc();  // the only possible error
  return Base64(std::string_view(packed).substr(0, size));
}

}  // namespace mtgauge
