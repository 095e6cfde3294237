// Compares the documents of segments by name, or as a partition of the segments.
#include "core/input/tables/same_documents.h"

#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/printing.h"

namespace mtgauge {
namespace {

// Maps ids, or their numbers, to documents that are known.
template <typename Key>
using Documents = std::unordered_map<Key, std::string_view>;

Documents<std::string_view> KnownDocuments(const NamedDocuments& of) {
  Documents<std::string_view> known;
  for (size_t i = 0; i < of.documents.size(); ++i) {
    if (!of.documents[i].empty()) known.emplace(of.ids[i], of.documents[i]);
  }
  return known;
}

// A segment for which both inputs name a document.
struct NamedTwice {
  std::string_view id, here, there;
  size_t line = 0;  // 0 if unknown
};

std::vector<NamedTwice> SharedSegments(const NamedDocuments& table,
                                       const Documents<std::string_view>& there) {
  std::vector<NamedTwice> segments;
  for (size_t i = 0; i < table.documents.size(); ++i) {
    const auto found = there.find(table.ids[i]);
    if (table.documents[i].empty() || found == there.end()) continue;
    segments.push_back({table.ids[i], table.documents[i], found->second,
                        i < table.lines.size() ? table.lines[i] : 0});
  }
  return segments;
}

bool ShareNames(const NamedDocuments& table, const NamedDocuments& texts) {
  const std::set<std::string_view> names(texts.documents.begin(), texts.documents.end());
  return std::any_of(table.documents.begin(), table.documents.end(), [&](const std::string& name) {
    return !name.empty() && names.contains(name);
  });
}

// Returns the segments whose document of one side was in another document of the other side before.
std::vector<NamedTwice> Straying(const std::vector<NamedTwice>& segments,
                                 std::string_view NamedTwice::*inner,
                                 std::string_view NamedTwice::*outer) {
  std::unordered_map<std::string_view, std::string_view> outer_of;
  std::vector<NamedTwice> straying;
  for (const NamedTwice& segment : segments) {
    const auto place = outer_of.try_emplace(segment.*inner, segment.*outer).first;
    if (place->second != segment.*outer) straying.push_back(segment);
  }
  return straying;
}

// Compares the documents as partitions of the segments.
struct Partitions {
  std::vector<NamedTwice> finer,
      coarser;  // what strays if the documents here are finer, or coarser

  explicit Partitions(const std::vector<NamedTwice>& segments)
      : finer(Straying(segments, &NamedTwice::here, &NamedTwice::there)),
        coarser(Straying(segments, &NamedTwice::there, &NamedTwice::here)) {}
  bool equal() const { return finer.empty() && coarser.empty(); }
};

std::vector<NamedTwice> Differing(const std::vector<NamedTwice>& segments, bool share_names) {
  if (!share_names) {
    const Partitions compared(segments);
    return compared.finer.empty() ? compared.finer : compared.coarser;
  }
  std::vector<NamedTwice> differing;
  std::copy_if(segments.begin(), segments.end(), std::back_inserter(differing),
               [](const NamedTwice& segment) { return segment.here != segment.there; });
  return differing;
}

// The documents by segment number; nothing if a segment has an id that is not a number.
std::optional<std::vector<std::pair<int64_t, std::string_view>>> Numbered(
    const NamedDocuments& of) {
  std::vector<std::pair<int64_t, std::string_view>> numbered;
  for (size_t i = 0; i < of.documents.size(); ++i) {
    int32_t number = 0;
    if (!absl::SimpleAtoi(of.ids[i], &number)) return std::nullopt;
    if (!of.documents[i].empty()) numbered.emplace_back(number, of.documents[i]);
  }
  return numbered;
}

// Returns how many segments have the same document in the texts if `shift` is added to their
// numbers. Nothing if one has another.
std::optional<size_t> SegmentsThatFit(
    const std::vector<std::pair<int64_t, std::string_view>>& table,
    const Documents<int64_t>& documents, int64_t shift) {
  size_t equal = 0;
  const bool fits = std::all_of(table.begin(), table.end(), [&](const auto& segment) {
    const auto found = documents.find(segment.first + shift);
    if (found == documents.end()) return true;
    ++equal;
    return found->second == segment.second;
  });
  return fits ? std::optional(equal) : std::nullopt;
}

// Returns the number that, added to the table's segment numbers, lets the documents of all shared
// segments agree. These must be at least half of the table's segments, and more than any other such
// number leaves.
std::optional<int64_t> FittingShift(const NamedDocuments& table, const NamedDocuments& texts) {
  const auto here = Numbered(table), there = Numbered(texts);
  if (!here || !there) return std::nullopt;
  const Documents<int64_t> documents(there->begin(), there->end());
  std::map<size_t, std::vector<int64_t>> shifts;  // by the number of shared segments
  for (const auto& [number, document] : *there) {
    if (document != here->front().second) continue;
    const int64_t shift = number - here->front().first;
    const std::optional<size_t> equal = SegmentsThatFit(*here, documents, shift);
    if (equal && 2 * *equal >= here->size()) shifts[*equal].push_back(shift);
  }
  if (shifts.empty() || shifts.rbegin()->second.size() > 1) return std::nullopt;
  return shifts.rbegin()->second.front();
}

std::string RemedyOf(const NamedDocuments& table, const NamedDocuments& texts, bool share_names,
                     bool by_order) {
  if (by_order) return fmt::format("put its rows in the order of {}", texts.file);
  const std::optional<int64_t> shift =
      share_names ? FittingShift(table, texts) : std::optional<int64_t>();
  if (!shift) return fmt::format("number its segments as in {}", texts.file);
  if (table.offset) {
    return fmt::format("with `human-offset` {}, all documents agree", *table.offset + *shift);
  }
  return fmt::format("{} {} {} the segment numbers in {}; then all documents agree",
                     *shift > 0 ? "add" : "subtract", std::abs(*shift), *shift > 0 ? "to" : "from",
                     table.file);
}

}  // namespace

std::vector<std::string> SegmentNumbers(size_t segments) {
  std::vector<std::string> ids;
  for (size_t i = 1; i <= segments; ++i) ids.push_back(std::to_string(i));
  return ids;
}

std::optional<int64_t> FindOffset(const NamedDocuments& table, const NamedDocuments& texts) {
  constexpr int64_t kFurthest = 2;
  const auto here = Numbered(table), there = Numbered(texts);
  if (!here || !there) return std::nullopt;
  const Documents<int64_t> documents(there->begin(), there->end());
  std::optional<int64_t> offset;
  for (int64_t shift = -kFurthest; shift <= kFurthest; ++shift) {
    if (SegmentsThatFit(*here, documents, shift) != here->size()) continue;
    if (offset) return std::nullopt;
    offset = shift;
  }
  return offset;
}

Status CheckSameDocuments(const NamedDocuments& table, const NamedDocuments& texts, bool by_order) {
  const std::vector<NamedTwice> segments = SharedSegments(table, KnownDocuments(texts));
  const bool share_names = ShareNames(table, texts);
  const std::vector<NamedTwice> differing = Differing(segments, share_names);
  if (differing.empty()) return OkStatus();
  std::string remedy = RemedyOf(table, texts, share_names, by_order);
  if (Partitions(segments).equal()) {
    remedy = fmt::format("if only the names of documents differ, name them as in {}; otherwise {}",
                         texts.file, remedy);
  }
  constexpr size_t kNamed = 3;
  std::string named;
  for (size_t i = 0; i < std::min(kNamed, differing.size()); ++i) {
    const NamedTwice& segment = differing[i];
    named += fmt::format("{}'{}' is in '{:.40}' here and in '{:.40}' there", i == 0 ? "" : ", ",
                         segment.id, segment.here, segment.there);
  }
  return InputError(
      {table.file, differing.front().line},
      fmt::format("{} of {} {} to another document than in {}: {}{}", differing.size(),
                  Counted(segments.size(), "segment"), differing.size() == 1 ? "belongs" : "belong",
                  texts.file, named, differing.size() > kNamed ? ", ..." : ""),
      remedy);
}

}  // namespace mtgauge
