// Takes signatures apart and compares them.
#include "core/contract/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/split.h"

namespace mtgauge {
namespace {

// sacreBLEU's short names of keys.
constexpr std::pair<std::string_view, std::string_view> kShortNames[] = {
    {"#", "nrefs"}, {"c", "case"},   {"e", "eff"},   {"s", "smooth"},   {"v", "version"},
    {"rs", "seed"}, {"t", "test"},   {"l", "lang"},  {"o", "origlang"}, {"S", "subset"},
    {"nr", "norm"}, {"pn", "punct"}, {"as", "asian"}};
// How sacreBLEU 1 began the value of `tok` of a TER: "tercom-nonorm-punct-noasian-uncased".
constexpr std::string_view kTercomOfOld = "tercom-";

// What tells of a run: keys that mtgauge writes, and those that only sacreBLEU does.
constexpr std::string_view kOfOurRuns[] = {"nrefs", "version", "info", "df",
                                           "scale", "by",      "macro"};
constexpr std::string_view kOfSacreBleuRuns[] = {"test", "bs", "ar", "origlang", "subset", "seed"};

bool TellsOfSacreBleuRun(std::string_view key, std::string_view value) {
  const bool is_pair = key == "lang" && value.find('-') != value.npos;
  return is_pair || std::ranges::find(kOfSacreBleuRuns, key) != std::end(kOfSacreBleuRuns);
}

// Gives keys the names that mtgauge writes.
void NameInFull(SignatureKeysOf& keys) {
  const auto has = [&keys](std::string_view name, std::string_view value = "") {
    return std::any_of(keys.begin(), keys.end(), [&](const auto& key) {
      return key.first == name && key.second.starts_with(value);
    });
  };
  const bool is_short = has("#") || has("v"), of_chrf = has("nc") || has("n");
  const bool of_ter = has("nr") || has("t", kTercomOfOld);
  for (auto& [key, value] : keys) {
    if (key == "numrefs") key = "nrefs";  // sacreBLEU 1
    if (!is_short) continue;
    if (of_chrf && key == "s") key = "space";
    if (of_ter && key == "t") key = "tok";
    for (const auto& [other, name] : kShortNames) {
      if (key == other) key = name;
    }
  }
}

// Gives the keys of sacreBLEU 1 today's form, and those that it did not write, since it had no
// other value. It wrote `case` and `tok` for chrF, too, though they did not change the score.
void RewriteOld(SignatureKeysOf& keys) {
  SignatureKeysOf now;
  const bool of_chrf = std::any_of(keys.begin(), keys.end(), [](const auto& key) {
    return key.first == "numchars" || key.first == "n";
  });
  for (const auto& [key, value] : keys) {
    if (of_chrf && (key == "case" || key == "tok")) continue;
    if (key == "tok" && value.starts_with(kTercomOfOld)) {
      const std::vector<std::string_view> parts = SplitAt('-', value);
      const auto has = [&](std::string_view part) {
        return std::ranges::find(parts, part) != parts.end() ? "yes" : "no";
      };
      now.insert(now.end(), {{"case", parts.back() == "cased" ? "mixed" : "lc"},
                             {"tok", "tercom"},
                             {"norm", has("norm")},
                             {"punct", has("punct")},
                             {"asian", has("asian")}});
    } else if (key == "space") {
      now.emplace_back(key, value.ends_with("rue") ? "yes" : "no");  // "True" or "true"
    } else {
      now.emplace_back(key == "numchars" || key == "n" ? "nc" : key, value);
    }
  }
  const bool of_ter =
      std::ranges::find(now, "asian", &SignatureKeysOf::value_type::first) != now.end();
  if (of_chrf) now.insert(now.end(), {{"case", "mixed"}, {"eff", "yes"}, {"nw", "0"}});
  if (!of_chrf && !of_ter) now.emplace_back("eff", "no");
  keys = std::move(now);
}

// Whether a signature of sacreBLEU need not say a key of mtgauge's. sacreBLEU 1 did not always
// write the number of references.
bool MayLack(const WrittenSignature& of_sacrebleu, std::string_view key) {
  const std::string* const version = of_sacrebleu.Find("version");
  const bool is_old = version != nullptr && version->starts_with("1.");
  return key == "version" || IsVersionOfData(key) || (key == "nrefs" && is_old) ||
         (key == "beta" && !of_sacrebleu.title.empty());
}

Status NotASignature(std::string_view text) {
  return UsageError({.option = "signature"},
                    fmt::format("`signature`: '{}' is not a signature", text),
                    "write one as it was printed: BLEU|nrefs:1|case:mixed|...|version:2.6.0");
}

}  // namespace

const std::string* WrittenSignature::Find(std::string_view key) const {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [key](const auto& one) { return one.first == key; });
  return found == keys.end() ? nullptr : &found->second;
}

bool WrittenSignature::of_mtgauge() const {
  const std::string* const version = Find("version");
  if (version == nullptr) return Find("macro") != nullptr;  // a mean that tells no settings
  return version->starts_with("mtgauge");
}

bool WrittenSignature::tells_settings() const {
  return !std::ranges::all_of(keys,
                              [](const auto& key) { return TellsOfRun(key.first, key.second); });
}

Result<WrittenSignature> ParseSignature(std::string_view text) {
  const std::string_view whole = text;
  text = text.substr(0, text.find(" = "));
  constexpr std::string_view kColumns = "  ";  // between it and what stands before it in a line
  const size_t before = text.substr(0, text.find('|')).rfind(kColumns);
  if (before != text.npos) text.remove_prefix(before + kColumns.size());
  while (text.starts_with(' ')) text.remove_prefix(1);
  const bool is_old = text.find('|') == text.npos && text.find('+') != text.npos;
  WrittenSignature signature;
  for (const std::string_view part : SplitAt(is_old ? '+' : '|', text)) {
    const size_t end = part.find(is_old ? '.' : ':');
    if (end == part.npos && signature.keys.empty() && signature.title.empty()) {
      signature.title = part;
      continue;
    }
    if (end == part.npos || end == 0) return NotASignature(whole);
    signature.keys.emplace_back(part.substr(0, end), part.substr(end + 1));
  }
  if (signature.keys.empty()) return NotASignature(whole);
  NameInFull(signature.keys);
  if (is_old) RewriteOld(signature.keys);
  return signature;
}

bool TellsOfRun(std::string_view key, std::string_view value) {
  return std::ranges::find(kOfOurRuns, key) != std::end(kOfOurRuns) ||
         TellsOfSacreBleuRun(key, value);
}

bool IsVersionOfData(std::string_view key) {
  return key == "unicode" || key == "lcunicode" || key == "model" || key == "pieces";
}

SignatureKeysOf Unsaid(const WrittenSignature& wanted, const WrittenSignature& found) {
  const bool same_writer = wanted.of_mtgauge() == found.of_mtgauge();
  SignatureKeysOf unsaid;
  for (const auto& key : found.keys) {
    const bool may_lack = !same_writer && MayLack(wanted, key.first);
    if (!may_lack && wanted.Find(key.first) == nullptr) unsaid.push_back(key);
  }
  return unsaid;
}

std::string DifferenceOf(const WrittenSignature& wanted, const WrittenSignature& found) {
  if (!wanted.title.empty() && !found.title.empty() && wanted.title != found.title) {
    return fmt::format("it is {}, not {}", found.title, wanted.title);
  }
  const bool same_writer = wanted.of_mtgauge() == found.of_mtgauge();
  for (const auto& [key, value] : wanted.keys) {
    if (key == "version" && !same_writer) continue;
    const std::string* const here = found.Find(key);
    if (here == nullptr && TellsOfSacreBleuRun(key, value)) continue;
    if (here == nullptr) return fmt::format("it has no {}:{}", key, value);
    if (*here != value) return fmt::format("it has {}:{}, not {}:{}", key, *here, key, value);
  }
  const SignatureKeysOf unsaid = Unsaid(wanted, found);
  if (unsaid.empty()) return "";
  const auto& [key, value] = unsaid.front();
  return fmt::format("it has {}:{}, which is not wanted", key, value);
}

}  // namespace mtgauge
