// The beam as METEOR has it, candidates sorted by what METEOR sorts paths by.
#include "core/algo/alignment/phrase_alignment.h"

#include <algorithm>
#include <tuple>

namespace mtgauge {
namespace {

constexpr uint32_t kNone = PhraseOption::kNone;
constexpr uint32_t kWord = 64;

}  // namespace

bool PhraseAlignment::Better(const Candidate& x, const Candidate& y) {
  return std::tuple(y.path.credit, x.path.chunks, x.path.distance, x.order) <
         std::tuple(x.path.credit, y.path.chunks, y.path.distance, y.order);
}

// A pair whose first word of the hypothesis is this one, or, kNone, none follows.
void PhraseAlignment::CloseChunk(Path& path, uint32_t hypothesis) {
  if (path.last_end != kNone && path.last_end != hypothesis) ++path.chunks;
}

PhraseAlignment::Path PhraseAlignment::Take(Path path, size_t position,
                                            const PhraseOption& option) {
  path.credit += option.credit;
  CloseChunk(path, option.hypothesis);
  path.last_end = option.hypothesis + option.hyp_words;
  path.until = static_cast<uint32_t>(position) + option.ref_words;
  return path;
}

// A pair all of whose words are in no other pair is in every alignment.
void PhraseAlignment::FindFixed(const PhraseTask& task) {
  hyp_coverage_.assign(task.hypothesis_size, 0);
  ref_coverage_.assign(task.reference_size(), 0);
  for (size_t j = 0; j < task.reference_size(); ++j) {
    for (const PhraseOption& option : task.OptionsOf(j)) {
      for (uint32_t w = 0; w < option.hyp_words; ++w) ++hyp_coverage_[option.hypothesis + w];
      for (uint32_t w = 0; w < option.ref_words; ++w) ++ref_coverage_[j + w];
    }
  }
  const auto alone = [](const std::vector<uint32_t>& coverage, size_t begin, size_t words) {
    const auto first = coverage.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(words),
                       [](uint32_t pairs) { return pairs == 1; });
  };
  pairs_.assign(task.reference_size(), {});
  for (size_t j = 0; j < task.reference_size(); ++j) {
    const std::span<const PhraseOption> options = task.OptionsOf(j);
    if (options.size() == 1 && alone(ref_coverage_, j, options[0].ref_words) &&
        alone(hyp_coverage_, options[0].hypothesis, options[0].hyp_words)) {
      pairs_[j] = options[0];
    }
  }
}

bool PhraseAlignment::IsUsed(size_t path, const PhraseOption& option) const {
  const uint64_t* const used = used_.data() + path * words_;
  for (uint32_t i = option.hypothesis; i < option.hypothesis + option.hyp_words; ++i) {
    if ((used[i / kWord] >> (i % kWord) & 1) != 0) return true;
  }
  return false;
}

void PhraseAlignment::Mark(uint64_t* used, const PhraseOption& option) const {
  for (uint32_t i = option.hypothesis; i < option.hypothesis + option.hyp_words; ++i) {
    used[i / kWord] |= uint64_t{1} << (i % kWord);
  }
}

void PhraseAlignment::Add(const Path& path, uint32_t from, uint32_t option) {
  made_.push_back({path, from, option, static_cast<uint32_t>(made_.size())});
}

// What path `p` may become at a word of the reference. METEOR adds the distance of a pair that is
// chosen to the path's later candidates, and only that of a fixed pair to its own.
void PhraseAlignment::Propose(const PhraseTask& task, uint32_t position, uint32_t p) {
  Path path = paths_[p];
  if (position < path.until) return Add(path, p, kNone);
  const auto distance = [position](const PhraseOption& option) {
    return std::max(position, option.hypothesis) - std::min(position, option.hypothesis);
  };
  if (pairs_[position].hypothesis != kNone) {
    path.distance += distance(pairs_[position]);
    return Add(Take(path, position, pairs_[position]), p, kNone);
  }
  for (uint32_t o = task.BeginOf(position); o < task.ends[position]; ++o) {
    const PhraseOption& option = task.options[o];
    if (IsUsed(p, option)) continue;
    Add(Take(path, position, option), p, o);
    path.distance += distance(option);
  }
  CloseChunk(path, kNone);
  path.last_end = kNone;
  path.until = position + 1;
  Add(path, p, kNone);
}

// Makes paths of the best candidates.
void PhraseAlignment::Keep(const PhraseTask& task, uint32_t position, uint32_t beam) {
  const size_t count = std::min<size_t>(made_.size(), beam);
  std::partial_sort(made_.begin(), made_.begin() + static_cast<std::ptrdiff_t>(count), made_.end(),
                    Better);
  paths_.clear();
  next_used_.clear();
  for (size_t c = 0; c < count; ++c) {
    const Candidate& made = made_[c];
    const auto used = used_.begin() + static_cast<std::ptrdiff_t>(made.from * words_);
    next_used_.insert(next_used_.end(), used, used + static_cast<std::ptrdiff_t>(words_));
    Path& path = paths_.emplace_back(made.path);
    if (made.option == kNone) continue;
    Mark(next_used_.data() + c * words_, task.options[made.option]);
    nodes_.push_back({path.node, position, made.option});
    path.node = static_cast<uint32_t>(nodes_.size() - 1);
  }
  used_.swap(next_used_);
}

bool PhraseAlignment::Search(const PhraseTask& task, uint32_t beam, uint64_t most_steps) {
  words_ = task.hypothesis_size / kWord + 1;
  const uint64_t steps =
      beam * (4 * task.options.size() + uint64_t{task.reference_size()} * (4 + words_));
  if (steps > most_steps) return false;
  FindFixed(task);
  paths_.assign(1, {0, 0, 0, kNone, 0, kNone});
  used_.assign(words_, 0);
  nodes_.clear();
  for (uint32_t j = 0; j < task.reference_size(); ++j) {
    made_.clear();
    for (uint32_t p = 0; p < paths_.size(); ++p) Propose(task, j, p);
    Keep(task, j, beam);
  }
  made_.clear();
  for (uint32_t p = 0; p < paths_.size(); ++p) {
    CloseChunk(paths_[p], kNone);
    Add(paths_[p], p, kNone);
  }
  const auto best = std::min_element(made_.begin(), made_.end(), Better);
  for (uint32_t n = best->path.node; n != kNone; n = nodes_[n].before) {
    pairs_[nodes_[n].position] = task.options[nodes_[n].option];
  }
  return true;
}

uint32_t PhraseAlignment::Chunks() const {
  Path path = {0, 0, 0, kNone, 0, kNone};
  for (size_t j = 0; j < pairs_.size();) {
    if (pairs_[j].hypothesis == kNone) {
      CloseChunk(path, kNone);
      path.last_end = kNone;
      ++j;
    } else {
      path = Take(path, j, pairs_[j]);
      j = path.until;
    }
  }
  CloseChunk(path, kNone);
  return path.chunks;
}

}  // namespace mtgauge
