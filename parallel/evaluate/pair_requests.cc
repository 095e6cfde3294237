// Handles lists of language pairs, and folders of mt-metrics-eval.
#include "parallel/evaluate/pair_requests.h"

#include <absl/strings/str_split.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/input/formats/format.h"
#include "core/input/formats/mtme_folder.h"
#include "parallel/score/pair_texts.h"

namespace mtgauge {
namespace {

namespace fs = std::filesystem;

// A language pair in `language-pair`: PAIR, or for a folder PAIR:REFERENCE or
// PAIR:REFERENCE:SCORES, with the name of its human scores.
struct NamedPair {
  std::string pair, reference, human;
};

std::vector<NamedPair> PairsOf(const EvaluateRequest& request) {
  std::vector<NamedPair> pairs;
  std::string_view rest = request.language_pair ? *request.language_pair : std::string_view();
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    std::vector<std::string> parts =
        absl::StrSplit(absl::string_view(name.data(), name.size()), absl::MaxSplits(':', 2));
    parts.resize(3);
    pairs.push_back({parts[0], parts[1], parts[2]});
  }
  return pairs;
}

bool Exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// Replaces names of human scores in the folder, such as mqm, by their files: of segment scores, or
// otherwise of system scores. Other names are files.
std::vector<OutsideFiles> HumansOf(const std::vector<OutsideFiles>& humans,
                                   const std::string& folder, const std::string& pair) {
  std::vector<OutsideFiles> out = humans;
  if (!IsMtmeFolder(folder)) return out;
  const std::string name = MtmePair(folder, pair);
  for (OutsideFiles& human : out) {
    for (std::string& file : human.files) {
      for (const std::string_view level : {"seg", "sys"}) {
        const std::string own =
            fmt::format("{}/human-scores/{}.{}.{}.score", folder, name, file, level);
        if (Exists(file) || !Exists(own)) continue;
        file = own;
      }
    }
  }
  return out;
}

Result<EvaluateRequest> OfFolder(const EvaluateRequest& request, const NamedPair& named) {
  EvaluateRequest own = request;
  own.language_pair = named.pair;
  const std::string folder =
      request.references.empty() ? "" : SplitPath(request.references.front()).file;
  if (own.humans.empty() && !named.human.empty()) own.humans = {{"", false, {named.human}}};
  own.humans = HumansOf(own.humans, folder, named.pair);
  if (named.reference.empty()) return own;
  if (!IsMtmeFolder(folder) || request.references.size() > 1) {
    return UsageError(
        {.option = "language-pair"},
        fmt::format("`language-pair` {}:{} chooses a reference, which only works with a folder of "
                    "mt-metrics-eval",
                    named.pair, named.reference),
        "name one such folder instead of references");
  }
  own.references = {fmt::format("{}:{}", folder, named.reference)};
  if (own.inputs.empty()) own.inputs = {folder};
  return own;
}

}  // namespace

bool NamesHumans(const EvaluateRequest& request) {
  const std::vector<NamedPair> pairs = PairsOf(request);
  return !pairs.empty() && std::all_of(pairs.begin(), pairs.end(),
                                       [](const NamedPair& named) { return !named.human.empty(); });
}

Result<std::vector<EvaluateRequest>> RequestsByPair(const EvaluateRequest& request) {
  if (!request.pair_list.empty()) return RequestsOfList(request);
  const std::vector<NamedPair> pairs = PairsOf(request);
  if (pairs.empty()) return std::vector<EvaluateRequest>{request};
  std::vector<EvaluateRequest> requests;
  for (const NamedPair& named : pairs) {
    MTG_ASSIGN_OR_RETURN(requests.emplace_back(), OfFolder(request, named));
  }
  return requests;
}

}  // namespace mtgauge
