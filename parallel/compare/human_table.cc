// Joins the scores of language pairs, and divides items into documents and terms of a mean.
#include "parallel/compare/human_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/input/tables/numbering.h"
#include "core/request/group_fields.h"

namespace mtgauge {
namespace {

constexpr std::string_view kLangField = "lang", kDomainField = "domain";

// Adds language pairs to one table.
class TableMaker {
 public:
  explicit TableMaker(const MeanFields& mean) : mean_(mean) {}

  Status Add(const HumanScores& scores, size_t pairs) {
    if (table_.criterion.empty()) {
      table_.criterion = scores.criterion;
      table_.file = scores.file;
      table_.lower_is_better = scores.lower_is_better;
    } else if (table_.lower_is_better != scores.lower_is_better) {
      return InputError(
          {scores.file},
          fmt::format("lower is better here, but not in {}, or the other way round", table_.file),
          "mark both in the same way, as in `human` NAME:lower=FILE");
    }
    for (size_t i = 0; mean_.domain && i < scores.domains.size(); ++i) {
      if (!scores.domains[i].empty()) continue;
      return InputError({.file = scores.file, .option = "mean"},
                        fmt::format("segment '{}' has no domain", scores.items[i]),
                        "name the domain of every segment, or leave out `mean`");
    }
    if (mean_.domain && scores.domains.empty()) {
      return InputError({.file = scores.file, .option = "mean"},
                        "no domain of any segment, for the mean over domains",
                        "add a column 'domain', or leave out `mean`");
    }
    const std::vector<uint32_t> systems = systems_.OfAll(scores.systems);
    const uint32_t first_item = table_.items;
    AddItems(scores, pairs);
    for (JudgementTable::Judgement judgement : scores.judgements) {
      judgement.system = systems[judgement.system];
      judgement.item += first_item;
      table_.judgements.push_back(judgement);
    }
    return OkStatus();
  }

  HumanTable Finish() {
    table_.systems = systems_.TakeNames();
    if (!has_documents_) table_.document_of_item.clear();
    return std::move(table_);
  }

 private:
  void AddItems(const HumanScores& scores, size_t pairs) {
    const std::set<std::string> domains(scores.domains.begin(), scores.domains.end());
    const auto share =
        static_cast<double>(pairs) * (mean_.domain ? static_cast<double>(domains.size()) : 1.0);
    const std::string no_name;
    has_documents_ = has_documents_ && !scores.documents.empty();
    for (size_t i = 0; i < scores.items.size(); ++i) {
      // Documents of two pairs, or of two domains, may have the same name.
      const std::string& domain = scores.domains.empty() ? no_name : scores.domains[i];
      const std::string& document = scores.documents.empty() ? no_name : scores.documents[i];
      table_.document_of_item.push_back(
          documents_.Of(fmt::format("{}\t{}\t{}", scores.language_pair, domain, document)));
      ++table_.items;
      if (!mean_.lang && !mean_.domain) continue;
      std::string name = mean_.lang ? scores.language_pair : "";
      if (mean_.domain) name += (name.empty() ? "" : ", ") + domain;
      const uint32_t term = terms_.Of(name);
      if (term == table_.terms.size()) table_.terms.push_back({name, 1 / share});
      table_.term_of_item.push_back(term);
    }
  }

  MeanFields mean_;
  HumanTable table_;
  Numbering systems_, documents_, terms_;
  bool has_documents_ = true;
};

// Removes the systems that a term lacks.
Status JoinSystems(bool common, HumanTable& table, std::vector<Warning>& warnings) {
  std::vector<std::set<uint32_t>> terms_of(table.systems.size());
  for (const auto& judgement : table.judgements) {
    terms_of[judgement.system].insert(table.terms.empty() ? 0 : table.term_of_item[judgement.item]);
  }
  const size_t terms = std::max<size_t>(table.terms.size(), 1);
  std::vector<uint32_t> place(table.systems.size());
  std::vector<std::string> kept;
  for (uint32_t s = 0; s < table.systems.size(); ++s) {
    place[s] = static_cast<uint32_t>(kept.size());
    if (terms_of[s].size() == terms) {
      kept.push_back(table.systems[s]);
      continue;
    }
    if (terms_of[s].empty()) {
      warnings.push_back({"left-out", table.systems[s], "no segment has a score; it is left out"});
      continue;
    }
    uint32_t missing = 0;
    while (terms_of[s].count(missing) > 0) ++missing;
    const std::string what =
        fmt::format("'{}' has no scores of {}", table.systems[s],
                    table.terms.empty() ? "any segment" : table.terms[missing].name);
    if (!common) {
      return InputError({table.file}, what,
                        "a mean needs every system in every group; use `join` common to leave "
                        "such systems out");
    }
    warnings.push_back({"left-out", table.systems[s], what + "; it is left out"});
  }
  std::erase_if(table.judgements,
                [&](const auto& of) { return terms_of[of.system].size() < terms; });
  for (auto& judgement : table.judgements) judgement.system = place[judgement.system];
  table.systems = std::move(kept);
  if (!table.systems.empty()) return OkStatus();
  return InputError({table.file}, "no system has scores of every group", "leave out `mean`");
}

}  // namespace

void SplitByAnnotator(HumanTable& table) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> items, screens;  // of an annotator
  std::vector<uint32_t> screen_of_item, term_of_item;
  for (JudgementTable::Judgement& judgement : table.judgements) {
    const uint32_t from = judgement.item;
    const auto [item, is_new] =
        items.try_emplace({from, judgement.annotator}, static_cast<uint32_t>(items.size()));
    judgement.item = item->second;
    if (!is_new) continue;
    screen_of_item.push_back(screens
                                 .try_emplace({table.document_of_item[from], judgement.annotator},
                                              static_cast<uint32_t>(screens.size()))
                                 .first->second);
    if (!table.term_of_item.empty()) term_of_item.push_back(table.term_of_item[from]);
  }
  table.items = static_cast<uint32_t>(items.size());
  table.document_of_item = std::move(screen_of_item);
  table.term_of_item = std::move(term_of_item);
}

Result<MeanFields> ParseMeanFields(const std::string& mean) {
  MeanFields fields;
  if (mean.empty()) return fields;
  const GroupFields asked = ParseGroupFields(mean);
  if (asked.OfFile() != nullptr) {
    return UsageError({.option = "mean"},
                      fmt::format("`mean` {}={}: scores of people name their groups themselves",
                                  asked.OfFile()->name, asked.OfFile()->file),
                      "add a column to their files, and leave out the file");
  }
  for (const std::string& field : asked.names()) {
    if (field == kLangField && fields.domain) {
      return UsageError({.option = "mean"}, "`mean`: domains are averaged before languages",
                        "write lang,domain");
    }
    if (field == kLangField) {
      fields.lang = true;
    } else if (field == kDomainField) {
      fields.domain = true;
    } else {
      return UsageError({.option = "mean"},
                        fmt::format("`mean` {}: of scores of people, means are over lang, domain "
                                    "or lang,domain",
                                    field),
                        "");
    }
  }
  return fields;
}

Result<std::vector<HumanTable>> MakeHumanTables(std::vector<HumanScores> scores,
                                                const MeanFields& mean, bool common,
                                                std::vector<Warning>& warnings) {
  std::vector<std::vector<HumanScores>> joined;
  for (HumanScores& of : scores) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const auto& other) {
      return mean.lang && other.front().criterion == of.criterion;
    });
    if (same == joined.end()) {
      joined.emplace_back().push_back(std::move(of));
    } else {
      same->push_back(std::move(of));
    }
  }
  std::set<std::string> pairs;
  for (const auto& of : joined) {
    for (const HumanScores& each : of) pairs.insert(each.language_pair);
  }
  if (pairs.size() > 1 && pairs.count("") > 0) {
    return UsageError({.option = "human"},
                      "`human`: some scores name a language pair, and some do not",
                      "name it for all, in a column 'lang', or rank them by themselves");
  }
  std::vector<HumanTable> tables;
  for (const std::vector<HumanScores>& of : joined) {
    TableMaker maker(mean);
    for (const HumanScores& pair : of) MTG_RETURN_IF_ERROR(maker.Add(pair, of.size()));
    tables.push_back(maker.Finish());
    if (!mean.lang && pairs.size() > 1) tables.back().group = of.front().language_pair;
    MTG_RETURN_IF_ERROR(JoinSystems(common, tables.back(), warnings));
  }
  return tables;
}

}  // namespace mtgauge
