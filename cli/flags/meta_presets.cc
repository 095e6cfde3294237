// The presets as job files; the parser of job files checks them like any other.
#include "cli/flags/meta_presets.h"

#include <algorithm>

#include "cli/flags/configuration.h"
#include "cli/flags/job_file.h"
#include "core/base/named.h"
#include "core/base/suggest.h"

namespace mtgauge {
namespace {

struct Preset {
  std::string_view name;
  std::string_view text;
};

constexpr Preset kPresets[] = {
    // Lavie, Sagae & Jayaraman (2004): precision, recall and their means compared with BLEU and
    // NIST, plain and stemmed; correlations of system scores, of score differentials and of
    // segments.
    {"lavie2004", R"([[step]]
verb = "meta"
metrics = [
  "unigram:stat=p,tok=13a", "unigram:stat=r,tok=13a", "unigram:stat=f1,tok=13a",
  "unigram:stat=fmean,tok=13a",
  "bleu", "bleu:mean=arithmetic", "nist",
  "unigram:stat=p,tok=13a,stem=porter", "unigram:stat=r,tok=13a,stem=porter",
  "unigram:stat=f1,tok=13a,stem=porter", "unigram:stat=fmean,tok=13a,stem=porter",
  "bleu:stem=porter", "bleu:mean=arithmetic,stem=porter", "nist:stem=porter",
]
lowercase = true
measures = ["pearson", "differentials", "seg-pearson"]
tests = ["pearson", "seg-pearson"]
)"},
    // Doddington (2002): the F-ratio over documents and over sets of references; correlation as a
    // function of the number of references and of segment size, with reference normalization, with
    // and without case, weighted (nist) and unweighted, for each n-gram order.
    {"doddington2002", R"([[step]]
verb = "meta"
metrics = [
  "nist", "nist:lc=no", "bleu:lc=yes", "bleu", "nist:single=1", "nist:single=2", "nist:single=3",
  "nist:single=4", "mteval-bleu:single=1", "mteval-bleu:single=2", "mteval-bleu:single=3",
  "mteval-bleu:single=4",
]
measures = ["pearson", "f-ratio"]
unit = "document"
study = ["references", "joining", "reference-normalization"]
)"},
    // Melamed, Green & Turian (2003): correlation within pseudo-documents of 1 to 25 segments, for
    // different numbers of references and exponents of GTM.
    {"melamed2003", R"([[step]]
verb = "meta"
metrics = [
  "gtm:e=1,tok=13a", "gtm:e=1.5,tok=13a", "gtm:e=2,tok=13a", "gtm:e=3,tok=13a",
  "gtm:e=1,stat=p,tok=13a", "gtm:e=1,stat=r,tok=13a", "bleu", "nist",
]
lowercase = true
measures = ["pearson", "spearman", "seg-pearson", "seg-spearman"]
group = "segment"
study = ["length", "references", "gtm:e"]
longest = 25
)"},
    // Chan & Ng (2008), who follow the evaluation of the ACL-07 workshop: Spearman's correlation of
    // systems for each criterion and language pair, and their mean. Add meteor2007 if WordNet is
    // installed.
    {"maxsim2008", R"([[step]]
verb = "meta"
metrics = ["maxsim:lemmas=porter,tok=13a", "bleu", "gtm:tok=13a", "ter"]
measures = ["spearman", "pearson"]
tests = ["spearman"]
)"},
    // WMT22's metrics task (Freitag et al. 2022), as in mt-metrics-eval's notebook: pairwise
    // accuracy over three language pairs under MQM, without other references and without the
    // outlier, and the correlations of each pair. p is not corrected.
    {"wmt22", R"([[step]]
verb = "meta"
metrics = ["bleu", "chrf"]
human = ["mqm"]
language-pair = "en-de:refA,en-ru:refA,zh-en:refA"
leave-out = ["en-de:refB", "en-de:M2M100_1.2B-B4", "zh-en:refB"]
join = "common"
measures = ["accuracy", "pearson", "kendall", "seg-kendall"]
tests = ["accuracy"]
ties = "exact"
correction = "none"
clusters = "greedy"
)"},
    // WMT23's metrics task (Freitag et al. 2023), as mt-metrics-eval's tasks.WMT23() defines it:
    // accuracy over three language pairs, correlations of systems and of segments, acc_eq. The four
    // measures have equal weight in the mean, since accuracy has the weight of three tasks.
    {"wmt23", R"([[step]]
verb = "meta"
metrics = ["bleu", "chrf"]
human = ["mqm"]
language-pair = "en-de:refA,he-en:refB,zh-en:refA"
leave-out = ["en-de:synthetic_ref", "zh-en:synthetic_ref"]
join = "common"
measures = ["accuracy", "pearson", "seg-pearson", "acc-eq"]
tests = ["accuracy", "pearson", "seg-pearson", "acc-eq"]
mean-measures = true
ties = "exact"
correction = "none"
clusters = "greedy"
)"},
    // WMT24's metrics task (Freitag et al. 2024), as mt-metrics-eval's tasks.WMT24() defines it:
    // soft pairwise accuracy (Thompson et al. 2024) and acc_eq (Deutsch et al. 2023) of the
    // segments with human scores, six tasks of equal weight. The second German reference is among
    // the systems; MSLC, an outlier, is not.
    {"wmt24", R"([[step]]
verb = "meta"
metrics = ["bleu", "chrf"]
human = ["mqm"]
language-pair = "en-de:refB,en-es:refA,ja-zh:refA"
leave-out = ["MSLC"]
segments = "judged"
join = "common"
measures = ["spa", "acc-eq"]
mean-measures = true
ties = "exact"
correction = "none"
clusters = "greedy"
)"},
    // WMT25's metrics task, as mt-metrics-eval's tasks.WMT25() defines it: soft pairwise accuracy
    // and acc_eq of 16 language pairs, 32 tasks of equal weight. People's scores are those of the
    // first ESA campaign, and MQM of en-ko and ja-zh. References are no systems. BLEU would need
    // MeCab's dictionaries for Japanese and Korean.
    {"wmt25", R"([[step]]
verb = "meta"
metrics = ["chrf"]
language-pair = """cs-de_DE:refA:esa-human1,cs-uk_UA:refA:esa-human1,en-ar_EG:refA:esa-human1,\
en-bho_IN:refA:esa-human1,en-cs_CZ:refA:esa-human1,en-et_EE:refA:esa-human1,\
en-is_IS:refA:esa-human1,en-it_IT:refA:esa-human1,en-ja_JP:refA:esa-human1,en-ko_KR:refA:mqm,\
en-mas_KE:refA:esa-human1,en-ru_RU:refA:esa-human1,en-sr_Cyrl_RS:refA:esa-human1,\
en-uk_UA:refA:esa-human1,en-zh_CN:refA:esa-human1,ja-zh_CN:refA:mqm"""
leave-out = ["refA"]
segments = "judged"
join = "common"
measures = ["spa", "acc-eq"]
tests = ["spa", "acc-eq", "mean"]
mean-measures = true
ties = "exact"
correction = "none"
clusters = "greedy"
)"},
    // The measures of WMT24's and WMT25's metrics tasks for any data: soft pairwise accuracy of
    // systems and acc_eq of segments, with equal weight.
    {"wmt", R"([[step]]
verb = "meta"
metrics = ["bleu", "chrf", "chrf:nw=2", "ter"]
measures = ["spa", "acc-eq"]
mean-measures = true
ties = "exact"
)"},
};

}  // namespace

std::vector<std::string_view> PresetNames() { return NamesOfRows(kPresets); }

std::string_view PresetText(std::string_view name) {
  const Preset* const preset = RowNamed(kPresets, name);
  return preset == nullptr ? std::string_view() : preset->text;
}

Status ApplyPreset(const std::vector<FlagUse>& uses, LowArgs& args) {
  std::string_view name;
  for (const FlagUse& use : uses) {
    if (use.flag->long_name == "--preset") name = use.values.front();
  }
  const std::string_view text = PresetText(name);
  if (text.empty()) return OkStatus();
  MTG_ASSIGN_OR_RETURN(const std::vector<JobStep> steps,
                       ParseJobFile("preset " + std::string(name), text));
  for (const FlagRecord& record : RecordFlags(steps.front().args)) {
    const bool given = std::any_of(uses.begin(), uses.end(),
                                   [&](const FlagUse& use) { return use.flag == record.flag; });
    if (given) continue;
    for (const auto& values : record.uses) {
      MTG_RETURN_IF_ERROR(ApplyFlag({record.flag, values}, args));
    }
  }
  return OkStatus();
}

}  // namespace mtgauge
