// MEANT by its definition, with maps, over every alignment of frames. Slow and plain; the metric is
// compared with this.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tests/oracle/naive_roles.h"

namespace mtgauge::oracle {

using NaiveFrame = std::map<std::string, std::vector<std::string>>;  // words by role
using RoleWeights = std::map<std::string, double>;

inline std::vector<NaiveFrame> NaiveFrames(const RoleText& text) {
  std::map<std::string, NaiveFrame> frames;
  for (const RoleWord& word : text) {
    for (const auto& [predicate, role] : word.roles) frames[predicate][role].push_back(word.word);
  }
  std::vector<NaiveFrame> out;
  for (const auto& [predicate, frame] : frames) out.push_back(frame);
  return out;
}

inline double ShareWithin(const std::vector<std::string>& words,
                          const std::vector<std::string>& others) {
  double found = 0;
  for (const std::string& word : words) {
    found += std::find(others.begin(), others.end(), word) != others.end() ? 1 : 0;
  }
  return found / static_cast<double>(words.size());
}

inline double NaiveFillers(const NaiveFrame& a, const NaiveFrame& b, const std::string& role) {
  if (a.count(role) == 0 || b.count(role) == 0) return 0;
  const double p = ShareWithin(a.at(role), b.at(role)), r = ShareWithin(b.at(role), a.at(role));
  return p + r == 0 ? 0 : 2 * p * r / (p + r);
}

inline double RoleWeight(const RoleWeights& weights, const std::string& role) {
  return weights.count(role) == 0 ? 1 : weights.at(role);
}
inline double AllRoles(const NaiveFrame& frame, const RoleWeights& weights) {
  double sum = 0;
  for (const auto& [role, words] : frame) sum += RoleWeight(weights, role);
  return sum;
}
inline double Matched(const NaiveFrame& a, const NaiveFrame& b, const RoleWeights& weights) {
  double sum = 0;
  for (const auto& [role, words] : a) sum += RoleWeight(weights, role) * NaiveFillers(a, b, role);
  return sum;
}
inline double Length(const NaiveFrame& frame) {
  size_t words = 0;
  for (const auto& [role, fillers] : frame) words += fillers.size();
  return static_cast<double>(words);
}

// One alignment: the similarity of its predicates, and of all roles; F, P and R.
struct NaiveAlignment {
  double predicates = 0, roles = 0, f = 0, precision = 0, recall = 0;
};

// Returns every alignment. `strict`: frames whose predicates differ share nothing. `hyp` may have
// more frames than `ref`, and the other way around.
inline std::vector<NaiveAlignment> NaiveMeant(const std::vector<NaiveFrame>& hyp,
                                              const std::vector<NaiveFrame>& ref, bool by_length,
                                              const RoleWeights& weights, bool strict = false) {
  const size_t places = std::max(hyp.size(), ref.size());
  std::vector<size_t> partner;  // of hyp's frames; indices beyond ref's frames mean none
  for (size_t i = 0; i < places; ++i) partner.push_back(i);
  const auto weight = [&](const NaiveFrame& frame) { return by_length ? Length(frame) : 1.0; };
  double all_hyp = 0, all_ref = 0;
  for (const NaiveFrame& frame : hyp) all_hyp += weight(frame);
  for (const NaiveFrame& frame : ref) all_ref += weight(frame);
  std::vector<NaiveAlignment> out;
  do {
    NaiveAlignment one;
    for (size_t i = 0; i < hyp.size(); ++i) {
      if (partner[i] >= ref.size()) continue;
      const NaiveFrame &a = hyp[i], &b = ref[partner[i]];
      const bool lost = strict && NaiveFillers(a, b, "v") == 0;
      const double n = lost ? 0 : Matched(a, b, weights);
      const double of_a = AllRoles(a, weights), of_b = AllRoles(b, weights);
      one.predicates += NaiveFillers(a, b, "v");
      one.roles += n / std::max(of_a, of_b);
      one.precision += weight(a) * n / of_a / all_hyp;
      one.recall += weight(b) * n / of_b / all_ref;
    }
    const double sum = one.precision + one.recall;
    one.f = sum == 0 ? 0 : 2 * one.precision * one.recall / sum;
    out.push_back(one);
  } while (std::next_permutation(partner.begin(), partner.end()));
  return out;
}

}  // namespace mtgauge::oracle
