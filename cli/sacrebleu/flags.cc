// sacreBLEU's command line as rows of the table of flags. Names, values and defaults are those of
// its release 2.6.0. If a list is given twice, the last one counts, as in its parser.
#include "cli/sacrebleu/flags.h"

#include <fmt/format.h>

#include "core/report/forms/python_text.h"

namespace mtgauge {
namespace {

using Values = std::vector<std::string>;
using enum OptionKind;
using enum FlagGroup;
using Names = std::vector<std::string_view>;

Names MetricChoices() { return {"bleu", "chrf", "ter"}; }
Names SmoothingChoices() { return {"none", "floor", "add-k", "exp"}; }
Names FormatChoices() { return {"json", "text", "latex"}; }
// All tokenizers of sacreBLEU. Whether their models are available is checked when one is used.
Names TokenizerChoices() {
  return {"none",     "zh",  "13a",       "intl",      "char",     "ja-mecab",
          "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K"};
}

template <auto member>
Status SetSwitch(LowArgs& args, const Values&) {
  args.sacrebleu.*member = true;
  return OkStatus();
}

template <auto member>
Status SetText(LowArgs& args, const Values& values) {
  args.sacrebleu.*member = values.front();
  return OkStatus();
}

template <auto member>
Status SetList(LowArgs& args, const Values& values) {
  args.sacrebleu.*member = values;
  return OkStatus();
}

template <auto member>
Status SetInt(LowArgs& args, const Values& values) {
  const std::optional<int64_t> number = ParsePythonInt(values.front());
  if (!number) return UsageError(fmt::format("'{}' is not a whole number", values.front()));
  args.sacrebleu.*member = *number;
  return OkStatus();
}

Status SetSmoothValue(LowArgs& args, const Values& values) {
  args.sacrebleu.smooth_value = ParsePythonFloat(values.front());
  if (args.sacrebleu.smooth_value) return OkStatus();
  return UsageError(fmt::format("'{}' is not a number", values.front()));
}

template <auto member, auto other>
Status SetPaired(LowArgs& args, const Values&) {
  args.sacrebleu.*member = true;
  if (!(args.sacrebleu.*other)) return OkStatus();
  return UsageError("--paired-ar and --paired-bs exclude each other; leave one out");
}

// A flag that -h shows.
constexpr Flag Common(Flag flag) {
  flag.common = kSacreBleuVerb;
  return flag;
}

constexpr Flag kRows[] = {
    Common(
        {"--test-set", "-t", "SET", kText, kInput, kSacreBleuVerb,
         "test set in sacreBLEU's cache; the cache is $SACREBLEU or ~/.sacrebleu; several sets are "
         "joined with commas; needs -l",
         "", nullptr, SetText<&SacreBleuArgs::test_set>}),
    Common(
        {"--language-pair", "-l", "XX-YY", kText, kInput, kSacreBleuVerb,
         "source and target language; the target language chooses the tokenizer unless -tok is given",
         "", nullptr, SetText<&SacreBleuArgs::language_pair>}),
    {"--origlang", "-ol", "XX", kText, kInput, kSacreBleuVerb,
     "use only segments of the test set that were originally written in this language; non-XX "
     "means in any other",
     "", nullptr, SetText<&SacreBleuArgs::origlang>},
    {"--subset", "", "REGEX", kText, kInput, kSacreBleuVerb,
     "use only segments of the test set whose domain matches", "", nullptr,
     SetText<&SacreBleuArgs::subset>},
    Common({"--echo", "", "FIELD", kList, kInput, kSacreBleuVerb,
            "print fields of the test set and quit; they are src, ref, ref:A, docid, ..., or all",
            "", nullptr, SetList<&SacreBleuArgs::echo>}),
    {"--list", "", "", kSwitch, kInput, kSacreBleuVerb,
     "list the test sets in the cache, or with -t the fields of one, and quit", "", nullptr,
     SetSwitch<&SacreBleuArgs::list>},
    {"--download", "", "SET", kText, kInput, kSacreBleuVerb,
     "print the command that downloads a test set; mtgauge itself stays off the network", "",
     nullptr, SetText<&SacreBleuArgs::download>},
    Common({"--input", "-i", "HYP", kList, kInput, kSacreBleuVerb,
            "hypothesis files, one per system; default: standard input, with one system per "
            "tab-separated column",
            "", nullptr, SetList<&SacreBleuArgs::inputs>}),
    {"--num-refs", "-nr", "N", kNumber, kInput, kSacreBleuVerb,
     "number of tab-separated references in the single reference file (default: 1)", "", nullptr,
     SetInt<&SacreBleuArgs::num_refs>},
    {"--encoding", "-e", "NAME", kText, kInput, kSacreBleuVerb,
     "encoding of the files; only utf-8 is supported", "", nullptr,
     SetText<&SacreBleuArgs::encoding>},
    Common({"--metrics", "-m", "METRIC", kList, kMetric, kSacreBleuVerb, "metrics (default: bleu)",
            "metric", MetricChoices, SetList<&SacreBleuArgs::metrics>}),
    Common({"--sentence-level", "-sl", "", kSwitch, kMetric, kSacreBleuVerb,
            "print a score for each segment", "", nullptr,
            SetSwitch<&SacreBleuArgs::sentence_level>}),
    {"--smooth-method", "-s", "METHOD", kText, kMetric, kSacreBleuVerb,
     "smoothing of n-gram orders without a match (default: exp)", "smoothing method",
     SmoothingChoices, SetText<&SacreBleuArgs::smooth_method>},
    {"--smooth-value", "-sv", "X", kNumber, kMetric, kSacreBleuVerb,
     "value for floor (default: 0.1) or add-k (default: 1)", "", nullptr, SetSmoothValue},
    Common({"--tokenize", "-tok", "NAME", kText, kMetric, kSacreBleuVerb,
            "tokenizer for BLEU (default: from -l, or 13a)", "tokenizer", TokenizerChoices,
            SetText<&SacreBleuArgs::tokenize>}),
    {"--lowercase", "-lc", "", kSwitch, kMetric, kSacreBleuVerb, "lower-case the text for BLEU", "",
     nullptr, SetSwitch<&SacreBleuArgs::lowercase>},
    {"--chrf-char-order", "-cc", "N", kNumber, kMetric, kSacreBleuVerb,
     "longest character n-gram for chrF (default: 6)", "", nullptr,
     SetInt<&SacreBleuArgs::chrf_char_order>},
    Common({"--chrf-word-order", "-cw", "N", kNumber, kMetric, kSacreBleuVerb,
            "longest word n-gram for chrF (default: 0); 2 is chrF++", "", nullptr,
            SetInt<&SacreBleuArgs::chrf_word_order>}),
    {"--chrf-beta", "", "N", kNumber, kMetric, kSacreBleuVerb,
     "weight of recall in chrF (default: 2)", "", nullptr, SetInt<&SacreBleuArgs::chrf_beta>},
    {"--chrf-whitespace", "", "", kSwitch, kMetric, kSacreBleuVerb,
     "count white space as characters in chrF", "", nullptr,
     SetSwitch<&SacreBleuArgs::chrf_whitespace>},
    {"--chrf-lowercase", "", "", kSwitch, kMetric, kSacreBleuVerb, "lower-case the text for chrF",
     "", nullptr, SetSwitch<&SacreBleuArgs::chrf_lowercase>},
    {"--chrf-eps-smoothing", "", "", kSwitch, kMetric, kSacreBleuVerb,
     "average chrF over all orders; an order without n-grams counts 1e-16", "", nullptr,
     SetSwitch<&SacreBleuArgs::chrf_eps_smoothing>},
    {"--ter-case-sensitive", "", "", kSwitch, kMetric, kSacreBleuVerb, "case-sensitive TER", "",
     nullptr, SetSwitch<&SacreBleuArgs::ter_case_sensitive>},
    {"--ter-asian-support", "", "", kSwitch, kMetric, kSacreBleuVerb,
     "Chinese and Japanese in TER: split characters (with --ter-normalized), delete punctuation "
     "(with --ter-no-punct)",
     "", nullptr, SetSwitch<&SacreBleuArgs::ter_asian_support>},
    {"--ter-no-punct", "", "", kSwitch, kMetric, kSacreBleuVerb,
     "delete . , ? : ; ! \" ( ) for TER", "", nullptr, SetSwitch<&SacreBleuArgs::ter_no_punct>},
    {"--ter-normalized", "", "", kSwitch, kMetric, kSacreBleuVerb,
     "decode entities, split off punctuation and 's for TER", "", nullptr,
     SetSwitch<&SacreBleuArgs::ter_normalized>},
    Common({"--confidence", "-ci", "", kSwitch, kTest, kSacreBleuVerb,
            "95 % confidence interval by bootstrap; for one system", "", nullptr,
            SetSwitch<&SacreBleuArgs::confidence>}),
    {"--confidence-n", "-cin", "N", kNumber, kTest, kSacreBleuVerb,
     "number of resamples for --confidence (default: 1000)", "", nullptr,
     SetInt<&SacreBleuArgs::confidence_n>},
    {"--paired-ar", "-par", "", kSwitch, kTest, kSacreBleuVerb,
     "approximate randomization against the first system", "", nullptr,
     SetPaired<&SacreBleuArgs::paired_ar, &SacreBleuArgs::paired_bs>},
    Common({"--paired-bs", "-pbs", "", kSwitch, kTest, kSacreBleuVerb,
            "paired bootstrap against the first system", "", nullptr,
            SetPaired<&SacreBleuArgs::paired_bs, &SacreBleuArgs::paired_ar>}),
    {"--paired-ar-n", "-parn", "N", kNumber, kTest, kSacreBleuVerb,
     "number of trials for --paired-ar (default: 10000)", "", nullptr,
     SetInt<&SacreBleuArgs::paired_ar_n>},
    {"--paired-bs-n", "-pbsn", "N", kNumber, kTest, kSacreBleuVerb,
     "number of resamples for --paired-bs (default: 1000)", "", nullptr,
     SetInt<&SacreBleuArgs::paired_bs_n>},
    {"--short", "-sh", "", kSwitch, kOutput, kSacreBleuVerb, "short signatures (text format)", "",
     nullptr, SetSwitch<&SacreBleuArgs::short_signature>},
    Common({"--score-only", "-b", "", kSwitch, kOutput, kSacreBleuVerb, "print only the score", "",
            nullptr, SetSwitch<&SacreBleuArgs::score_only>}),
    Common({"--width", "-w", "N", kNumber, kOutput, kSacreBleuVerb,
            "digits after the point (default: 1)", "", nullptr, SetInt<&SacreBleuArgs::width>}),
    {"--detail", "-d", "", kSwitch, kOutput, kSacreBleuVerb,
     "accepted without -t; sacreBLEU has no details there either", "", nullptr,
     SetSwitch<&SacreBleuArgs::detail>},
    {"--no-color", "-nc", "", kSwitch, kOutput, kSacreBleuVerb,
     "accepted; the output never has colours", "", nullptr, SetSwitch<&SacreBleuArgs::no_color>},
    Common({"--format", "-f", "FORMAT", kText, kOutput, kSacreBleuVerb,
            "output format (default: json); $SACREBLEU_FORMAT overrides it", "format",
            FormatChoices, SetText<&SacreBleuArgs::format>}),
    {"--force", "", "", kSwitch, kWarnings, kSacreBleuVerb,
     "no warning if the hypotheses look tokenized", "", nullptr, SetSwitch<&SacreBleuArgs::force>},
    {"--quiet", "-q", "", kSwitch, kWarnings, kSacreBleuVerb, "only errors on standard error", "",
     nullptr, SetSwitch<&SacreBleuArgs::quiet>},
    {"--paired-jobs", "-j", "N", kNumber, kRunning, kSacreBleuVerb,
     "accepted; all threads are used in any case (see --threads)", "", nullptr,
     SetInt<&SacreBleuArgs::paired_jobs>},
    {"--citation", "--cite", "", kSwitch, kOther, kSacreBleuVerb,
     "print the command that shows the citation of a test set", "", nullptr,
     SetSwitch<&SacreBleuArgs::citation>},
    {"--version", "-V", "", kSwitch, kOther, kSacreBleuVerb,
     "print the version: of sacreBLEU and of mtgauge", "", nullptr, nullptr},
    {"--help", "-h", "", kSwitch, kOther, kSacreBleuVerb,
     "-h shows the common flags, --help shows all", "", nullptr, nullptr},
};

}  // namespace

std::span<const Flag> SacreBleuFlags() { return kRows; }

}  // namespace mtgauge
