// Reads files whole, makes groups from texts, and compares their names.
#include "core/input/groups/own_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "core/base/hash.h"
#include "core/input/batches.h"

namespace mtgauge {
namespace {

// Returns all texts of a source.
Result<std::vector<std::string>> ReadTexts(Source& source, const std::atomic<bool>* stop) {
  std::vector<std::string> texts;
  const auto keep = [&](std::unique_ptr<Batch> batch) {
    const Stream& stream = batch->hyps.front();
    const char* at = stream.text;
    auto aside = stream.aside.begin();
    for (uint32_t i = 0; i < batch->segments; ++i) {
      const auto* const end = static_cast<const char*>(
          std::memchr(at, '\n', static_cast<size_t>(stream.text + stream.bytes - at)));
      texts.emplace_back(at, end);
      if (aside != stream.aside.end() && aside->segment == i) texts.back() = (aside++)->text;
      at = end + 1;
    }
    return OkStatus();
  };
  MTG_RETURN_IF_ERROR(ForEachBatch({&source}, 0, stop, keep));
  return texts;
}

}  // namespace

PairGroup GroupOf(std::string name, const std::string& file, OwnTexts texts, bool has_references) {
  const auto owned = std::make_shared<const OwnTexts>(std::move(texts));
  PairGroup group{std::move(name), TextColumn(file, std::span(owned->hypotheses))};
  if (has_references) group.references = TextColumn(file, std::span(owned->references));
  group.owner = owned;
  return group;
}

Status GroupNames::Add(std::string_view name, const std::string& file, uint64_t line) {
  if (files_.empty() || files_.back().name != file) files_.push_back({file, last_});
  last_ = files_.back().lines_before + line;
  const auto [known, is_new] =
      lines_.emplace(DefaultHash().function(name.data(), name.size()), last_);
  if (is_new) return OkStatus();
  const uint64_t place = known->second;
  const auto of = std::find_if(files_.rbegin(), files_.rend(),
                               [&](const File& before) { return before.lines_before < place; });
  return InputError(
      {file, line},
      fmt::format("the group {} is already at {}:{}", name, of->name, place - of->lines_before),
      "give every record an id of its own");
}

Result<OneFile> OneFile::Open(const GroupFiles& files, const std::string& path, Role role) {
  OpenOptions options;
  options.stop = files.stop;
  options.input_format = files.input_format;
  MTG_ASSIGN_OR_RETURN(auto opened, OpenInputs({{path, role}}, options));
  if (opened.front().size() > 1 && !SplitPath(path).column.empty()) {
    return UsageError({.file = path, .named = true}, fmt::format("{} holds lists of texts", path),
                      "name the lists of candidates with `input`");
  }
  if (opened.front().size() > 1) {
    return UsageError(fmt::format("{} holds {} systems or references", path, opened.front().size()),
                      fmt::format("choose one, as in {}:{}", path, opened.front().front().name));
  }
  OneFile file;
  file.source = std::move(opened.front().front().source);
  MTG_ASSIGN_OR_RETURN(file.texts, ReadTexts(*file.source, files.stop));
  return file;
}

}  // namespace mtgauge
