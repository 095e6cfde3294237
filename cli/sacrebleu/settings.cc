// Converts sacreBLEU's flags to a job.
#include "cli/sacrebleu/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/named.h"
#include "core/base/numbers.h"
#include "core/request/conventions.h"
#include "core/request/metrics.h"
#include "core/significance/conventions.h"
#include "core/text/tokenizing/model_tokenizer.h"

namespace mtgauge {
namespace {

constexpr int64_t kWidest = 10'000;
constexpr int64_t kMostOrders = 1'000'000;
constexpr std::string_view kDefaultSeed = "12345";

std::string YesNo(bool value) { return value ? "yes" : "no"; }

// Returns "bleu:tok=13a,smooth=floor,value=0.1".
std::string BleuSpec(const SacreBleuArgs& args, const std::string& tokenizer) {
  std::string spec = fmt::format("bleu:tok={},lc={},eff={}", tokenizer, YesNo(args.lowercase),
                                 YesNo(args.sentence_level));
  const std::string smoothing = args.smooth_method.value_or("exp");
  spec += ",smooth=" + smoothing;
  const bool takes_value = smoothing == "floor" || smoothing == "add-k";
  if (takes_value && args.smooth_value) {
    spec += fmt::format(",value={}", *args.smooth_value);
  }
  return spec;
}

std::string ChrfSpec(const SacreBleuArgs& args, const std::string&) {
  // With a word order below 0, sacreBLEU uses as many fewer character orders.
  const int64_t words = std::clamp<int64_t>(args.chrf_word_order, 0, kMostOrders);
  const int64_t below = std::clamp<int64_t>(args.chrf_word_order, -kMostOrders, 0);
  const int64_t characters = std::clamp<int64_t>(args.chrf_char_order, -1, kMostOrders) + below;
  return fmt::format("chrf:nc={},nw={},beta={},lc={},space={},eps={}", characters, words,
                     args.chrf_beta, YesNo(args.chrf_lowercase),
                     // Whitespace at the ends was stripped while reading.
                     args.chrf_whitespace ? "all" : "no", YesNo(args.chrf_eps_smoothing));
}

std::string TerSpec(const SacreBleuArgs& args, const std::string&) {
  return fmt::format("ter:norm={},punct={},asian={},case={}", YesNo(args.ter_normalized),
                     YesNo(!args.ter_no_punct), YesNo(args.ter_asian_support),
                     args.ter_case_sensitive ? "mixed" : "lc");
}

using KeyPair = std::pair<std::string_view, std::string_view>;
constexpr KeyPair kBleuKeys[] = {{"case", "c"}, {"eff", "e"}, {"tok", "tok"}, {"smooth", "s"}};
constexpr KeyPair kChrfKeys[] = {
    {"case", "c"}, {"eff", "e"}, {"nc", "nc"}, {"nw", "nw"}, {"space", "s"}};
constexpr KeyPair kTerKeys[] = {
    {"case", "c"}, {"tok", "t"}, {"norm", "nr"}, {"punct", "pn"}, {"asian", "as"}};

// sacreBLEU's metrics, in the order in which it prints them. Signature keys that it does not have
// are left out.
struct SacreBleuMetric {
  std::string_view name;
  std::string (*spec)(const SacreBleuArgs&, const std::string& tokenizer);
  std::span<const KeyPair> keys;  // long and short
};
constexpr SacreBleuMetric kMetrics[] = {
    {"bleu", BleuSpec, kBleuKeys}, {"chrf", ChrfSpec, kChrfKeys}, {"ter", TerSpec, kTerKeys}};

const SacreBleuMetric& FindSacreBleuMetric(std::string_view name) {
  return *RowNamed(kMetrics, name);
}

// Returns each metric once, in the order given.
std::vector<std::string> MetricNames(const SacreBleuArgs& args) {
  std::vector<std::string> names;
  for (const std::string& name : args.metrics) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.empty()) names.emplace_back("bleu");
  return names;
}

Result<std::string> TokenizerName(const SacreBleuArgs& args) {
  const std::string target =
      args.language_pair ? args.language_pair->substr(args.language_pair->find('-') + 1) : "";
  const std::string name =
      args.tokenize.value_or(std::string(TokenizerForLanguage(target.substr(0, target.find('-')))));
  const Status opened = OpenTokenizer(name).status();
  if (opened.ok()) return name;
  const std::string& message = opened.message();
  return InputError(message.substr(0, message.find(kOrNameTheModel)));
}

std::string Lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// Returns true for Python's names of UTF-8.
bool IsUtf8(const std::string& encoding) {
  std::string name = Lowered(encoding);
  std::replace(name.begin(), name.end(), '_', '-');
  const std::string_view names[] = {"utf-8", "utf8", "u8", "utf", "cp65001"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

SacreBleuFormat ResolveFormat(std::string_view typed) {
  constexpr std::pair<std::string_view, SacreBleuFormat> kFormats[] = {
      {"json", SacreBleuFormat::kJson},
      {"text", SacreBleuFormat::kText},
      {"latex", SacreBleuFormat::kLatex}};
  const char* const environment = std::getenv("SACREBLEU_FORMAT");
  const std::string wanted = environment == nullptr ? "" : Lowered(environment);
  SacreBleuFormat format = SacreBleuFormat::kJson;
  for (const auto& row : kFormats) {
    if (row.first == typed) format = row.second;
  }
  for (const auto& row : kFormats) {
    if (row.first == wanted) format = row.second;
  }
  return format;
}

// Returns the seed, and its text in signatures. "none" is a seed from the system's entropy.
Result<std::pair<uint64_t, std::string>> ResolveSeed() {
  const char* const environment = std::getenv("SACREBLEU_SEED");
  const std::string text = environment == nullptr ? std::string(kDefaultSeed) : environment;
  if (Lowered(text) == "none") {
    std::random_device entropy;
    return std::pair((uint64_t{entropy()} << 32) | entropy(), std::string("none"));
  }
  if (const auto seed = ParseNumber<uint64_t>(text)) return std::pair(*seed, text);
  return InputError(fmt::format(
      "SACREBLEU_SEED: '{}' is not a whole number below 2^64; set a number, or none", text));
}

// Adds the requested resampling, if any.
Status AddResampling(const SacreBleuArgs& args, const std::string& compat, size_t systems,
                     SacreBleuSettings& settings) {
  settings.paired = args.paired();
  const bool confidence = args.confidence && args.confidence_n > 1;
  if (!settings.paired && !confidence) return OkStatus();
  // The conventions are those of the native flags under --compat.
  ScoreRequest native;
  native.compat = compat;
  native.paired_bs = args.paired_bs;
  native.paired_ar = args.paired_ar;
  native.confidence = !settings.paired;
  native.seed = 0;
  MTG_ASSIGN_OR_RETURN(const std::optional<CompareOptions> base, ResolveResampling(native));
  MTG_RETURN_IF_ERROR(CheckResampledSystems(native, systems));
  MTG_ASSIGN_OR_RETURN(const auto seed, ResolveSeed());
  settings.seed = seed.second;
  const int64_t count = args.paired_ar   ? args.paired_ar_n
                        : args.paired_bs ? args.paired_bs_n
                                         : args.confidence_n;
  settings.resampling = base;
  // Counts below 1 mean the default.
  if (count > 0) settings.resampling->resamples = static_cast<uint64_t>(count);
  settings.resampling->seed = seed.first;
  return OkStatus();
}

Status CheckSystems(const SacreBleuArgs& args, size_t systems) {
  if (args.sentence_level && systems > 1) {
    return InputError("Only one system can be evaluated in sentence-level mode.");
  }
  if (args.sentence_level && (args.confidence || args.paired())) {
    return InputError("Statistical tests are unavailable in sentence-level mode.");
  }
  if (args.paired() && systems == 1) {
    return InputError("Paired tests require multiple input systems given to --input (-i).");
  }
  if (args.confidence && systems > 1) {
    return InputError("--confidence is for one system; use --paired-bs for several.");
  }
  return OkStatus();
}

}  // namespace

std::string_view SacreBleuRelease() { return "2.6.0"; }

Status CheckSacreBleuStreams(const SacreBleuInputs& inputs) {
  const bool several = inputs.test_set || inputs.references.size() > 1;
  if (inputs.num_refs != 1 && several) {
    return InputError(
        "-nr/--num-refs is for one reference file with tab-separated references; leave it out with "
        "several files or -t");
  }
  if (!inputs.test_set && inputs.references.empty()) {
    return InputError(
        "no reference; reference files come first, as in: sacrebleu REF -i HYP; or name a test set "
        "with -t and -l");
  }
  if (inputs.test_set && !inputs.references.empty()) {
    return InputError("-t/--test-set and reference files exclude each other; leave one out");
  }
  if (inputs.test_set && !inputs.language_pair) {
    return InputError(
        "-t/--test-set: I need a language pair (-l); --list shows those in the cache");
  }
  return OkStatus();
}

Status CheckSacreBleuArgs(const SacreBleuArgs& args) {
  if (args.sentence_level && args.metrics.size() > 1) {
    return InputError("Only one metric can be used in sentence-level mode.");
  }
  MTG_RETURN_IF_ERROR(CheckSacreBleuStreams(args));
  if (args.language_pair && args.language_pair->find('-') == std::string::npos) {
    return InputError(fmt::format(
        "-l/--language-pair: '{}' is not a language pair; write source and target as in en-de",
        *args.language_pair));
  }
  if (!IsUtf8(args.encoding)) {
    return InputError(fmt::format(
        "-e/--encoding: '{}' is not supported, only utf-8 is; convert the files first: iconv -f {} "
        "-t UTF-8",
        args.encoding, args.encoding));
  }
  if (args.width < 0 || args.width > kWidest) {
    return InputError(
        fmt::format("-w/--width: {} is not a number of digits from 0 to {}", args.width, kWidest));
  }
  if (args.detail && args.origlang) {
    return InputError("-d/--detail shows every --origlang; leave one out");
  }
  return OkStatus();
}

Result<SacreBleuSettings> ResolveSacreBleu(const SacreBleuArgs& args, size_t systems) {
  SacreBleuSettings settings;
  MTG_RETURN_IF_ERROR(CheckSystems(args, systems));
  // The specs of the metrics contain all their options.
  MetricChoice choice;
  choice.compat = args.compat.empty() ? CompatTools().front().name : args.compat;
  MTG_RETURN_IF_ERROR(AddResampling(args, choice.compat, systems, settings));
  settings.metrics = MetricNames(args);
  std::vector<std::string> in_order = settings.metrics;
  if (!args.paired()) std::sort(in_order.begin(), in_order.end());
  std::string tokenizer;
  for (const std::string& name : in_order) {
    if (name == "bleu") {
      MTG_ASSIGN_OR_RETURN(tokenizer, TokenizerName(args));
    }
    choice.metrics.push_back(FindSacreBleuMetric(name).spec(args, tokenizer));
  }
  MTG_ASSIGN_OR_RETURN(settings.job, ResolveMetrics(choice, TextInputs{}, Level::kCorpus));
  if (args.sentence_level) settings.job.level = Level::kSegment;
  settings.job.tokenized_by_count = true;
  settings.chrf_keys = {{"nc", fmt::to_string(args.chrf_char_order)},
                        {"nw", fmt::to_string(args.chrf_word_order)},
                        {"space", YesNo(args.chrf_whitespace)}};
  settings.form.format = ResolveFormat(args.format);
  if (args.detail && settings.form.format == SacreBleuFormat::kJson) {
    settings.form.format = SacreBleuFormat::kText;
  }
  settings.form.width = static_cast<int>(args.width);
  settings.form.score_only = args.score_only;
  settings.form.short_signature = args.short_signature;
  settings.warns = !args.force && !args.quiet;
  return settings;
}

std::string SacreBleuSignature(const MadeMetric& made, size_t references,
                               const SacreBleuSettings& settings, bool short_form) {
  std::string out = fmt::format("{}:{}", short_form ? "#" : "nrefs", references);
  if (settings.resampling) {
    out += fmt::format("|{}:{}|{}:{}", NameOf(kTestKinds, settings.resampling->test),
                       settings.resampling->resamples, short_form ? "rs" : "seed", settings.seed);
  }
  const std::span<const KeyPair> keys = FindSacreBleuMetric(made.row->name).keys;
  for (const auto& [key, value] : made.metric->SignatureKeys()) {
    const std::string& wanted = key;
    const auto known = std::find_if(keys.begin(), keys.end(),
                                    [&](const KeyPair& pair) { return pair.first == wanted; });
    if (known == keys.end()) continue;
    const std::string& told = settings.chrf_keys.contains(key) ? settings.chrf_keys.at(key) : value;
    out += fmt::format("|{}:{}", short_form ? known->second : known->first, told);
  }
  return out + fmt::format("|{}:{}", short_form ? "v" : "version", SacreBleuRelease());
}

}  // namespace mtgauge
