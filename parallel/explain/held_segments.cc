// Copies segments.
#include "parallel/explain/held_segments.h"

#include <algorithm>
#include <string_view>

#include "core/text/batch.h"

namespace mtgauge {
namespace {

void KeepTexts(const Batch& batch, uint32_t count, HeldSegments& held) {
  if (batch.hyps.empty()) return;
  const size_t first = held.texts.size();
  held.texts.resize(first + count);
  for (const Stream& stream : batch.refs) {
    ForEachText(stream, count, [&](uint32_t i, std::string_view text) {
      auto& reference = held.texts[first + i].references.emplace_back();
      if (!stream.missing_at(i)) reference = text;
    });
  }
  for (const Stream& stream : batch.hyps) {
    ForEachText(stream, count, [&](uint32_t i, std::string_view text) {
      held.texts[first + i].hypotheses.emplace_back(text);
    });
  }
}

void KeepAnnotations(const Batch& batch, uint32_t count, HeldSegments& held) {
  if (batch.ref_annotations.empty()) return;
  const size_t first = held.reference_annotations.size();
  held.reference_annotations.resize(first + count);
  held.annotations.resize(batch.hyp_annotations.size());
  std::vector<bool> found(count);
  for (size_t r = 0; r < batch.ref_annotations.size(); ++r) {
    ForEachText(batch.ref_annotations[r], count, [&](uint32_t i, std::string_view text) {
      if (found[i] || batch.refs[r].missing_at(i)) return;
      found[i] = true;
      held.reference_annotations[first + i] = text;
    });
  }
  for (size_t s = 0; s < held.annotations.size(); ++s) {
    ForEachText(batch.hyp_annotations[s], count,
                [&](uint32_t, std::string_view text) { held.annotations[s].emplace_back(text); });
  }
}

void KeepSources(const Batch& batch, uint32_t count, HeldSegments& held) {
  for (const Stream& stream : batch.sources) {
    ForEachText(stream, count,
                [&](uint32_t, std::string_view text) { held.sources.emplace_back(text); });
  }
}

template <typename Value>
void Append(const std::vector<Value>& from, uint32_t count, const Value& otherwise,
            std::vector<Value>& to) {
  if (from.empty()) {
    to.insert(to.end(), count, otherwise);
  } else {
    to.insert(to.end(), from.begin(), from.end());
  }
}

}  // namespace

std::string HeldSegments::ReferencesOf(std::span<const uint32_t> segments) const {
  uint32_t least = UINT32_MAX, most = 0;
  for (const uint32_t segment : segments) {
    least = std::min(least, references[segment]);
    most = std::max(most, references[segment]);
  }
  return least == most ? std::to_string(most) : "var";
}

void HeldSegments::DropUntold() {
  for (std::vector<std::string>* column : {&ids, &documents, &groups}) {
    const bool told = std::any_of(column->begin(), column->end(),
                                  [](const std::string& text) { return !text.empty(); });
    if (!told) column->clear();
  }
}

Sink KeepSegmentsIn(HeldSegments& held, uint32_t references) {
  Sink sink;
  sink.want_texts = true;
  sink.want_facts = true;
  sink.deliver = [&held, references](const Delivery& delivery) {
    KeepTexts(delivery.texts, delivery.count, held);
    KeepSources(delivery.texts, delivery.count, held);
    KeepAnnotations(delivery.texts, delivery.count, held);
    Append(delivery.ids, delivery.count, std::string(), held.ids);
    Append(delivery.documents, delivery.count, std::string(), held.documents);
    Append(delivery.groups, delivery.count, std::string(), held.groups);
    Append(delivery.references, delivery.count, references, held.references);
    Append(delivery.excluded, delivery.count, uint8_t{0}, held.skipped);
    return OkStatus();
  };
  return sink;
}

}  // namespace mtgauge
