// METEOR 1.5's alignment as described: every path is a separate object, and all are sorted.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/algo/alignment/beam_alignment.h"

namespace mtgauge::oracle {

// Returns the pairs of a reference's words. options[j]: the pairs whose first reference word is j,
// in order.
inline std::vector<AlignmentOption> AlignByBeam(
    size_t hypothesis_size, const std::vector<std::vector<AlignmentOption>>& options, size_t beam) {
  struct Path {
    std::vector<AlignmentOption> pairs;
    std::vector<bool> hyp_used, ref_used;
    int credit = 0, chunks = 0;
    long last_end = -1, distance = 0;
    size_t next = 0;
  };
  const auto earlier = [](const Path& x, const Path& y) {
    if (x.credit != y.credit) return x.credit > y.credit;
    if (x.chunks != y.chunks) return x.chunks < y.chunks;
    return x.distance < y.distance;
  };
  const auto distance = [](size_t j, const AlignmentOption& option) {
    return std::labs(static_cast<long>(j) - static_cast<long>(option.hypothesis));
  };
  const auto set_used = [](Path& path, size_t j, const AlignmentOption& option) {
    path.pairs[j] = option;
    for (size_t w = 0; w < option.hyp_words; ++w) path.hyp_used[option.hypothesis + w] = true;
    for (size_t w = 0; w < option.ref_words; ++w) path.ref_used[j + w] = true;
  };
  const auto is_used = [](const Path& path, size_t j, const AlignmentOption& option) {
    bool used = false;
    for (size_t w = 0; w < option.hyp_words; ++w) used |= path.hyp_used[option.hypothesis + w];
    for (size_t w = 0; w < option.ref_words; ++w) used |= path.ref_used[j + w];
    return used;
  };
  const auto take = [](Path& path, size_t j, const AlignmentOption& option) {
    path.credit += option.credit;
    if (path.last_end != -1 && path.last_end != static_cast<long>(option.hypothesis)) ++path.chunks;
    path.last_end = static_cast<long>(option.hypothesis) + option.hyp_words;
    path.next = j + option.ref_words;
  };
  std::vector<int> hyp_coverage(hypothesis_size), ref_coverage(options.size());
  for (size_t j = 0; j < options.size(); ++j) {
    for (const AlignmentOption& option : options[j]) {
      for (size_t w = 0; w < option.hyp_words; ++w) ++hyp_coverage[option.hypothesis + w];
      for (size_t w = 0; w < option.ref_words; ++w) ++ref_coverage[j + w];
    }
  }
  Path start;
  start.pairs.resize(options.size());
  start.hyp_used.resize(hypothesis_size);
  start.ref_used.resize(options.size());
  for (size_t j = 0; j < options.size(); ++j) {
    if (options[j].size() != 1) continue;
    const AlignmentOption& option = options[j][0];
    bool alone = true;
    for (size_t w = 0; w < option.hyp_words; ++w) alone &= hyp_coverage[option.hypothesis + w] == 1;
    for (size_t w = 0; w < option.ref_words; ++w) alone &= ref_coverage[j + w] == 1;
    if (alone) set_used(start, j, option);
  }
  std::vector<Path> next = {start};
  for (size_t j = 0; j < options.size(); ++j) {
    std::vector<Path> paths = next;
    next.clear();
    std::stable_sort(paths.begin(), paths.end(), earlier);
    if (paths.size() > beam) paths.resize(beam);
    for (Path path : paths) {
      if (path.ref_used[j]) {
        if (j >= path.next) {
          path.distance += distance(j, path.pairs[j]);
          take(path, j, path.pairs[j]);
        }
        next.push_back(path);
        continue;
      }
      for (const AlignmentOption& option : options[j]) {
        if (is_used(path, j, option)) continue;
        Path with = path;
        set_used(with, j, option);
        take(with, j, option);
        path.distance += distance(j, option);
        next.push_back(with);
      }
      if (path.last_end != -1) ++path.chunks;
      path.last_end = -1;
      ++path.next;
      next.push_back(path);
    }
  }
  std::stable_sort(next.begin(), next.end(), earlier);
  if (next.size() > beam) next.resize(beam);
  for (Path& path : next) path.chunks += path.last_end == -1 ? 0 : 1;
  std::stable_sort(next.begin(), next.end(), earlier);
  return next.front().pairs;
}

}  // namespace mtgauge::oracle
