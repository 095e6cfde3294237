// The laboratory of hashes: how fast each is on the user's tokens and n-grams, how well it spreads
// them over a table, how many it confuses, and what that would do to BLEU if hashes were not
// verified.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "bench/laboratory/measuring/hashes/blind_keys.h"
#include "bench/laboratory/measuring/hashes/gram_corpus.h"
#include "bench/laboratory/measuring/hashes/hash_quality.h"
#include "bench/laboratory/measuring/machine.h"
#include "bench/laboratory/words.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

constexpr uint32_t kLongestGram = 4;
constexpr size_t kMostTimed = 200'000;  // keys
constexpr uint32_t kWidths[] = {16, 20, 24, 32, 64};
constexpr uint64_t kAdversarialKeys = 1000;
constexpr uint64_t kMostBuckets = uint64_t{1} << 28;
constexpr uint64_t kBucketBytes = 12;                  // used by Distribute()
constexpr uint64_t kMostAttacked = uint64_t{1} << 20;  // finding the keys takes a billion hashes

struct FormRow {
  KeyForm form;
  std::string_view name;
};
constexpr FormRow kForms[] = {{KeyForm::kText, "text"}, {KeyForm::kPacked, "packed"}};

// One hash on the n-grams of one order in one form.
struct HashCase {
  const HashRow* row = nullptr;
  uint32_t order = 0;
  FormRow form = kForms[0];
  Timing timing;
  uint64_t timed_keys = 0, timed_bytes = 0;
  uint64_t keys = 0, buckets = 0;  // distinct keys
  Distribution distribution;
  uint64_t collisions_64 = 0, collisions_32 = 0;

  double GigabytesPerSecond() const {
    return 1e-9 * static_cast<double>(timed_bytes) / SpreadOf(timing.cpu).median;
  }
};

// Returns an error for a table that does not fit in memory, for which the system would kill the
// program.
Status CheckRoom(std::string_view flag, uint64_t buckets) {
  const std::optional<uint64_t> free = AvailableMemory();
  if (!free || buckets * kBucketBytes <= *free) return OkStatus();
  return UsageError(fmt::format(
      "{}: a table of {} buckets takes {} MB of memory, but {} are free; choose a smaller one",
      flag, buckets, buckets * kBucketBytes / 1'000'000, *free / 1'000'000));
}

Result<uint64_t> BucketsFor(const LabOptions& table, uint64_t keys) {
  if (table.buckets == 0 && table.load == 0) return IndexBuckets(keys);
  if (table.buckets == 0) {
    if (static_cast<double>(keys) / table.load > kMostBuckets) {
      return UsageError(
          fmt::format("--load: {} keys would need more than {} buckets; use a higher load", keys,
                      kMostBuckets));
    }
    const uint64_t buckets = BucketsForLoad(keys, table.load);
    MTG_RETURN_IF_ERROR(CheckRoom("--load", buckets));
    return buckets;
  }
  if (!std::has_single_bit(table.buckets) || table.buckets <= keys) {
    return UsageError(
        fmt::format("--buckets: {} is not a power of 2 above the {} distinct n-grams of an order; "
                    "give {} or more, or --load",
                    table.buckets, keys, std::bit_ceil(keys + 1)));
  }
  return table.buckets;
}

uint64_t SumOfHashes(const HashKeys& keys, HashFunction hash) {
  uint64_t sum = 0;
  for (size_t i = 0; i < keys.size(); ++i) sum += hash(keys[i].data(), keys[i].size());
  return sum;
}

// A hash must depend only on the bytes, not on their address.
uint64_t SumOfMovedHashes(const HashKeys& keys, HashFunction hash) {
  uint64_t sum = 0;
  std::string moved;
  for (size_t i = 0; i < keys.size(); ++i) {
    moved.assign(1 + i % 7, '?').append(keys[i]);
    sum += hash(moved.data() + 1 + i % 7, keys[i].size());
  }
  return sum;
}

Result<std::vector<HashCase>> MeasureCases(const GramCorpus& corpus, const Bench& bench) {
  std::vector<HashCase> cases;
  std::vector<Candidate> candidates;
  for (const HashRow& row : Hashes()) {
    for (const FormRow& form : kForms) {
      for (uint32_t order = 1; order <= kLongestGram; ++order) {
        HashCase& made = cases.emplace_back();
        made.row = &row;
        made.order = order;
        made.form = form;
        const auto keys = std::make_shared<const HashKeys>(
            corpus.AllKeys(order, form.form, row.function, kMostTimed));
        made.timed_keys = keys->size();
        made.timed_bytes = keys->bytes.size();
        const HashFunction hash = row.function;
        const auto sum = std::make_shared<uint64_t>();
        candidates.push_back({fmt::format("{} of {}-grams, {}", row.name, order, form.name),
                              [keys, hash, sum] { *sum += SumOfHashes(*keys, hash); },
                              [keys, hash] { return SumOfHashes(*keys, hash); },
                              [keys, hash] { return SumOfMovedHashes(*keys, hash); }});
      }
    }
  }
  MTG_ASSIGN_OR_RETURN(std::vector<Timing> timings, bench.Measure(candidates));
  for (size_t c = 0; c < cases.size(); ++c) cases[c].timing = std::move(timings[c]);
  return cases;
}

Status JudgeCases(const GramCorpus& corpus, const LabOptions& table, std::vector<HashCase>& cases) {
  for (HashCase& made : cases) {
    const HashFunction hash = made.row->function;
    const std::vector<uint64_t> hashes =
        HashAll(corpus.DistinctKeys(made.order, made.form.form, hash), hash);
    made.keys = hashes.size();
    MTG_ASSIGN_OR_RETURN(made.buckets, BucketsFor(table, made.keys));
    made.distribution = Distribute(hashes, made.buckets);
    made.collisions_64 = CountCollisions(hashes, 64);
    made.collisions_32 = CountCollisions(hashes, 32);
  }
  return OkStatus();
}

// BLEU with keys of a few bits, for the system whose score changes most.
struct BlindScore {
  const HashRow* row = nullptr;
  uint32_t bits = 0;
  size_t system = 0;
  double exact = 0, blind = 0;
  int64_t false_matches = 0;  // of all systems and orders
};

Result<std::vector<BlindScore>> ScoreBlindly(const GramCorpus& corpus, const LabWords& words) {
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make(words.settings.job, words.texts.names));
  MTG_ASSIGN_OR_RETURN(const auto sums, SumsOf(job, words.texts));
  const Metric& bleu = *job.metrics().front().metric;
  // A row of BLEU begins with two lengths; then come the matches (core/contract/ngram_precision.h).
  constexpr size_t kFirstMatch = 2;
  const auto score = [&](size_t system, const std::vector<int64_t>& matches) {
    std::vector<int64_t> row = sums[system];
    std::copy(matches.begin(), matches.end(), row.begin() + kFirstMatch);
    return bleu.Score(row, Level::kCorpus);
  };
  std::vector<std::vector<int64_t>> exact;
  for (size_t s = 0; s < sums.size(); ++s) {
    exact.push_back(ExactMatches(corpus, s));
    if (!std::equal(exact[s].begin(), exact[s].end(), sums[s].begin() + kFirstMatch)) {
      return MakeStatus(ErrorKind::kInternal, {},
                        "the engine's matches differ from the laboratory's", {});
    }
  }
  std::vector<BlindScore> scores;
  for (const HashRow& hash : Hashes()) {
    const GramHashes hashes = HashGrams(corpus, KeyForm::kText, hash.function);
    for (const uint32_t bits : kWidths) {
      BlindScore& worst = scores.emplace_back();
      worst.row = &hash;
      worst.bits = bits;
      for (size_t s = 0; s < sums.size(); ++s) {
        const std::vector<int64_t> matches = BlindMatches(corpus, s, hashes, bits);
        for (size_t n = 0; n < kLongestGram; ++n) worst.false_matches += matches[n] - exact[s][n];
        const double truth = score(s, exact[s]), blind = score(s, matches);
        if (s > 0 && std::abs(blind - truth) <= std::abs(worst.blind - worst.exact)) continue;
        worst.system = s;
        worst.exact = truth;
        worst.blind = blind;
      }
    }
  }
  return scores;
}

// How every hash distributes keys that one hash puts into a single slot.
struct Attack {
  const HashRow* target = nullptr;
  std::vector<Distribution> under;  // [hash]
};

std::vector<Attack> AttackAll(uint64_t buckets) {
  std::vector<Attack> attacks;
  for (const HashRow& target : Hashes()) {
    const HashKeys keys = AdversarialKeys(target.function, buckets, kAdversarialKeys);
    Attack& attack = attacks.emplace_back();
    attack.target = &target;
    for (const HashRow& row : Hashes()) {
      attack.under.push_back(Distribute(HashAll(keys, row.function), buckets));
    }
  }
  return attacks;
}

LabReport::Section SpeedSection(const std::vector<HashCase>& cases) {
  LabReport::Section section;
  section.title = "Speed: nanoseconds a key, and GB/s";
  section.table.columns = {{"hash", true}};
  for (uint32_t order = 1; order <= kLongestGram; ++order) {
    section.table.columns.push_back({order == 1 ? "token" : fmt::format("{}-gram", order)});
    section.table.columns.push_back({"GB/s"});
  }
  section.table.columns.push_back({"packed"});
  section.table.columns.push_back({"GB/s"});
  for (const HashCase& made : cases) {
    const bool packed = made.form.form == KeyForm::kPacked;
    if (packed && made.order != 2) continue;  // all packed keys have the same size
    if (!packed && made.order == 1) section.table.rows.push_back({std::string(made.row->name)});
    std::vector<std::string>& row = section.table.rows.back();
    row.push_back(Rounded(NanosecondsEach(made.timing, made.timed_keys), 2));
    row.push_back(Rounded(made.GigabytesPerSecond(), 2));
  }
  section.notes = {
      "a token or n-gram is hashed as the bytes of its tokens, each followed by LF; packed: as 8 "
      "bytes, as in the table engine; medians of processor time"};
  return section;
}

LabReport::Section DistributionSection(const std::vector<HashCase>& cases) {
  LabReport::Section section;
  section.title = "Distribution of the distinct packed n-grams over a table";
  section.table.columns = {{"hash", true}, {"n"},      {"keys"},    {"buckets"},
                           {"load"},       {"chi2"},   {"freedom"}, {"deviations"},
                           {"mean probe"}, {"longest"}};
  for (const HashCase& made : cases) {
    if (made.form.form != KeyForm::kPacked) continue;
    if (made.order == 1) section.table.rules.push_back(section.table.rows.size());
    const Distribution& d = made.distribution;
    section.table.rows.push_back({std::string(made.row->name), std::to_string(made.order),
                                  std::to_string(made.keys), std::to_string(made.buckets),
                                  Rounded(d.load, 3), Rounded(d.chi_square, 0),
                                  Rounded(d.degrees, 0), fmt::format("{:+.1f}", d.deviations),
                                  Rounded(d.mean_probe, 3), std::to_string(d.longest_probe)});
  }
  section.notes = {
      "chi2: Pearson's chi-squared of the number of keys in each bucket; deviations: its distance "
      "from the mean for a random hash, in standard deviations (below 0: more even than chance); "
      "probes: slots visited to find a key"};
  return section;
}

LabReport::Section CollisionSection(const std::vector<HashCase>& cases) {
  LabReport::Section section;
  section.title = "Collisions of the distinct n-grams, hashed as text";
  section.table.columns = {{"hash", true}, {"n"},       {"n-grams"}, {"64 bits"},
                           {"expected"},   {"32 bits"}, {"expected"}};
  for (const HashCase& made : cases) {
    if (made.form.form != KeyForm::kText) continue;
    if (made.order == 1) section.table.rules.push_back(section.table.rows.size());
    section.table.rows.push_back({std::string(made.row->name), std::to_string(made.order),
                                  std::to_string(made.keys), std::to_string(made.collisions_64),
                                  fmt::format("{:.2g}", ExpectedCollisions(made.keys, 64)),
                                  std::to_string(made.collisions_32),
                                  fmt::format("{:.2f}", ExpectedCollisions(made.keys, 32))});
  }
  section.notes = {
      "n-grams whose hash, or its low 32 bits, equals that of an earlier n-gram; expected: for a "
      "random hash"};
  return section;
}

LabReport::Section BlindSection(const std::vector<BlindScore>& scores, const LabWords& words) {
  LabReport::Section section;
  section.title = "BLEU if n-grams were compared by some bits of their hash";
  section.table.columns = {{"hash", true}, {"bits"},          {"BLEU"},        {"blind"},
                           {"difference"}, {"false matches"}, {"system", true}};
  for (const BlindScore& score : scores) {
    if (score.bits == kWidths[0]) section.table.rules.push_back(section.table.rows.size());
    section.table.rows.push_back(
        {std::string(score.row->name), std::to_string(score.bits), Rounded(score.exact, 4),
         Rounded(score.blind, 4), fmt::format("{:+.2g}", score.blind - score.exact),
         std::to_string(score.false_matches), Printable(words.texts.names.hyps[score.system])});
  }
  section.notes = {
      "the table shows the system whose score changes most; false matches: of all systems; mtgauge "
      "itself always verifies matches"};
  return section;
}

LabReport::Section AttackSection(const std::vector<Attack>& attacks, uint64_t buckets) {
  LabReport::Section section;
  section.title = fmt::format("{} keys made to collide, in {} buckets: mean probe / longest",
                              kAdversarialKeys, buckets);
  section.table.columns = {{"made against", true}};
  for (const HashRow& row : Hashes()) section.table.columns.push_back({std::string(row.name)});
  for (const Attack& attack : attacks) {
    std::vector<std::string>& row = section.table.rows.emplace_back();
    row.emplace_back(attack.target->name);
    for (const Distribution& d : attack.under) {
      row.push_back(fmt::format("{:.2f} / {}", d.mean_probe, d.longest_probe));
    }
  }
  section.notes = {
      "keys are 8-byte numbers that the hash puts into one bucket; any hash without a secret can "
      "be attacked in this way, but the same keys do not attack other hashes"};
  return section;
}

Json CaseJson(const HashCase& made) {
  Json json;
  json["hash"] = std::string(made.row->name);
  json["order"] = made.order;
  json["form"] = std::string(made.form.name);
  json["timed_keys"] = made.timed_keys;
  json["timed_bytes"] = made.timed_bytes;
  json["timing"] = TimingJson(made.timing);
  json["distinct"] = made.keys;
  json["buckets"] = made.buckets;
  json["load"] = made.distribution.load;
  json["chi_square"] = made.distribution.chi_square;
  json["degrees_of_freedom"] = made.distribution.degrees;
  json["mean_probe"] = made.distribution.mean_probe;
  json["longest_probe"] = made.distribution.longest_probe;
  json["collisions_64"] = made.collisions_64;
  json["expected_64"] = ExpectedCollisions(made.keys, 64);
  json["collisions_32"] = made.collisions_32;
  json["expected_32"] = ExpectedCollisions(made.keys, 32);
  return json;
}

Json BlindJson(const BlindScore& score, const LabWords& words) {
  Json json;
  json["hash"] = std::string(score.row->name);
  json["bits"] = score.bits;
  json["system"] = words.texts.names.hyps[score.system];
  json["exact"] = score.exact;
  json["blind"] = score.blind;
  json["false_matches"] = score.false_matches;
  return json;
}

Json AttackJson(const Attack& attack, uint64_t buckets) {
  Json json;
  json["target"] = std::string(attack.target->name);
  json["keys"] = kAdversarialKeys;
  json["buckets"] = buckets;
  for (size_t h = 0; h < attack.under.size(); ++h) {
    Json& under = json["under"][std::string(Hashes()[h].name)];
    under["mean_probe"] = attack.under[h].mean_probe;
    under["longest_probe"] = attack.under[h].longest_probe;
  }
  return json;
}

// Plots how far a score moves at each width.
Plot BlindPlot(const std::vector<BlindScore>& scores) {
  constexpr double kBetweenHashes = 0.4;  // bits
  Plot plot;
  plot.title = "BLEU if hashes are not verified";
  plot.x = {"bits of the hash, side by side", false};
  plot.y = {"largest change of a score", true};
  for (const HashRow& row : Hashes()) {
    PlotLine line;
    line.series = plot.series.size();
    for (const BlindScore& score : scores) {
      if (score.row != &row) continue;
      // Many changes are 0 or equal.
      const double aside =
          static_cast<double>(line.series) - static_cast<double>(Hashes().size() - 1) / 2;
      line.x.push_back(score.bits + kBetweenHashes * aside);
      line.y.push_back(std::abs(score.blind - score.exact));
      plot.points.push_back({line.x.back(), line.y.back(), "", line.series});
    }
    plot.series.emplace_back(row.name);
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

}  // namespace

Status CheckHashLaboratory(const LabRequest& request) {
  if (request.buckets != 0 &&
      (!std::has_single_bit(request.buckets) || request.buckets > kMostBuckets)) {
    return UsageError(
        fmt::format("--buckets: {} is not a power of 2 up to {}; give one that is, or --load",
                    request.buckets, kMostBuckets));
  }
  MTG_RETURN_IF_ERROR(CheckRoom("--buckets", request.buckets));
  if (request.adversarial && request.buckets > kMostAttacked) {
    return UsageError(fmt::format("--adversarial: takes at most {} buckets", kMostAttacked));
  }
  return ResolveLabBleu(request).status();
}

Result<LabReport> RunHashLaboratory(const LabRequest& request, const Bench& bench) {
  MTG_ASSIGN_OR_RETURN(const LabWords words, ReadLabWords(request));
  GramCorpus corpus(kLongestGram);
  for (const WordSegment& segment : words.segments) {
    corpus.Add(segment.references, segment.hypotheses);
  }
  if (corpus.tokens() == 0) return InputError("the texts have no tokens; use other texts");
  for (uint32_t order = 1; order <= kLongestGram; ++order) {
    MTG_RETURN_IF_ERROR(BucketsFor(request, corpus.grams(order)).status());
  }
  MTG_ASSIGN_OR_RETURN(std::vector<HashCase> cases, MeasureCases(corpus, bench));
  MTG_RETURN_IF_ERROR(JudgeCases(corpus, request, cases));
  MTG_ASSIGN_OR_RETURN(const std::vector<BlindScore> scores, ScoreBlindly(corpus, words));

  LabReport report;
  report.sections = {SpeedSection(cases), DistributionSection(cases), CollisionSection(cases),
                     BlindSection(scores, words)};
  report.figures["texts"] = TextsJson(words.texts);
  report.figures["tokenizer"] = std::string(words.tokenizer->name);
  report.figures["tokens"] = corpus.tokens();
  for (const HashCase& made : cases) report.figures["hashes"].push_back(CaseJson(made));
  for (const BlindScore& score : scores) {
    report.figures["blind"].push_back(BlindJson(score, words));
  }
  if (request.adversarial) {
    MTG_ASSIGN_OR_RETURN(const uint64_t buckets, BucketsFor(request, kAdversarialKeys));
    if (buckets > kMostAttacked) {
      return UsageError(fmt::format("--adversarial: takes at most {} buckets", kMostAttacked));
    }
    const std::vector<Attack> attacks = AttackAll(buckets);
    report.sections.push_back(AttackSection(attacks, buckets));
    for (const Attack& attack : attacks) {
      report.figures["adversarial"].push_back(AttackJson(attack, buckets));
    }
  }
  std::vector<Timing> timings;
  for (HashCase& made : cases) timings.push_back(std::move(made.timing));
  AddSpreadWarning(timings, report);
  report.plot = BlindPlot(scores);
  return report;
}

}  // namespace mtgauge
