// Compares the resampling engine with a plain loop, and times comparisons of whole sets of systems.
// Sums are checked against slow ones before anything is timed. Cases are timed in turns, so that a
// disturbance affects all of them, and medians are printed.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/score/job.h"
#include "core/simd/kernels.h"
#include "core/stats/random/mtg1.h"
#include "parallel/run/threads.h"
#include "parallel/score/scorer.h"
#include "parallel/significance/comparer.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {
namespace {

constexpr char kUsage[] =
    "usage: mtgauge_significance_bench [--rounds N] [--only WORDS] [--large] [--json FILE]\n"
    "                                  [REF HYP ...]\n"
    "Rows are BLEU's, of the given files or invented, repeated as often as needed. --only takes\n"
    "the cases whose title, as in \"coins, 100000 segments, 2 systems\", holds WORDS. --large\n"
    "measures time and peak memory of 10,000,000 segments instead, once.\n"
    "example: mtgauge_significance_bench --json result.json ref.txt systemA.txt systemB.txt\n";

constexpr uint64_t kSeed = 12345;
constexpr uint32_t kColumns = 10;  // of BLEU

// ---- rows ----

// Rows of a few thousand segments, from texts or like those from texts.
struct Sample {
  std::string kind;
  std::vector<std::string> systems;
  std::vector<std::vector<int64_t>> rows;  // per system, kColumns for each segment

  uint64_t segments() const { return rows.front().size() / kColumns; }
};

Result<Sample> ScoreTexts(const std::vector<std::string>& paths) {
  Sample sample;
  sample.kind = "rows of texts";
  sample.systems.assign(paths.begin() + 1, paths.end());
  MTG_ASSIGN_OR_RETURN(const Job job, Job::Make({}, {{paths[0]}, sample.systems}));
  std::vector<std::unique_ptr<Source>> sources;
  for (const std::string& path : paths) {
    MTG_ASSIGN_OR_RETURN(std::unique_ptr<Source> source, OpenSource(path));
    sources.push_back(std::move(source));
  }
  sample.rows.resize(sample.systems.size());
  Sink sink;
  sink.want_rows = true;
  sink.deliver = [&](const Delivery& delivery) {
    for (size_t s = 0; s < sample.rows.size(); ++s) {
      sample.rows[s].insert(sample.rows[s].end(), delivery.rows[s].begin(), delivery.rows[s].end());
    }
    return OkStatus();
  };
  MTG_RETURN_IF_ERROR(ScoreSources(job, std::move(sources), {}, sink).status());
  if (sample.segments() == 0) return InputError(fmt::format("{}: no segments", paths[0]));
  return sample;
}

// Invents rows: lengths as in news, some shorter than the n-gram order; matches of order n are a
// random part of those of order n - 1.
Sample InventRows(size_t systems) {
  Sample sample;
  sample.kind = "invented rows";
  constexpr int kSegments = 3004;  // as in WMT17 English-German
  std::mt19937_64 random(1);
  const auto below = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  std::vector<int64_t> lengths;
  for (int i = 0; i < kSegments; ++i) lengths.push_back(1 + below(30) + below(30));
  for (size_t s = 0; s < systems; ++s) {
    sample.systems.push_back(fmt::format("system {}", s + 1));
    sample.rows.emplace_back();
    for (const int64_t ref_length : lengths) {
      const int64_t length = std::max<int64_t>(ref_length + below(7) - 3, 1);
      std::array<int64_t, kColumns> row = {length, ref_length};
      int64_t matches = length;
      for (int64_t n = 1; n <= 4; ++n) {
        const int64_t possible = std::max<int64_t>(length - n + 1, 0);
        matches = std::min(matches - below(static_cast<uint64_t>(matches) / 2 + 1), possible);
        row[static_cast<size_t>(1 + n)] = matches;
        row[static_cast<size_t>(5 + n)] = possible;
      }
      sample.rows.back().insert(sample.rows.back().end(), row.begin(), row.end());
    }
  }
  return sample;
}

RowStore Repeat(const std::vector<int64_t>& rows, uint64_t units) {
  RowStore store(kColumns);
  const uint64_t segments = rows.size() / kColumns;
  for (uint64_t at = 0; at < units; at += segments) {
    store.Add(at, std::span(rows).first(std::min(segments, units - at) * kColumns));
  }
  store.Finish();
  return store;
}

// The first systems of a sample, repeated to a number of units.
class Corpus {
 public:
  Corpus(const Sample& sample, uint64_t units, size_t systems)
      : stores_(MakeStores(sample, units, systems)), product_(Pointers(stores_)) {}

  const RowProduct& product() const { return product_; }
  // Per segment and system.
  double bytes() const {
    size_t bytes = 0;
    for (const RowStore& store : stores_) bytes += store.ByteSize();
    return static_cast<double>(bytes) /
           (static_cast<double>(product_.units()) * static_cast<double>(stores_.size()));
  }

 private:
  static std::vector<RowStore> MakeStores(const Sample& sample, uint64_t units, size_t systems) {
    std::vector<RowStore> stores;
    for (size_t s = 0; s < systems; ++s) stores.push_back(Repeat(sample.rows[s], units));
    return stores;
  }
  static std::vector<const RowStore*> Pointers(const std::vector<RowStore>& stores) {
    std::vector<const RowStore*> pointers;
    for (const RowStore& store : stores) pointers.push_back(&store);
    return pointers;
  }

  std::vector<RowStore> stores_;
  RowProduct product_;  // refers to stores_
};

// ---- the plain loop ----

// SplitMix64 (Steele, Lea and Flood 2014), the cheapest adequate generator.
class Random {
 public:
  uint64_t Below(uint64_t n) {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return ((z ^ (z >> 31)) >> 32) * n >> 32;  // n < 2^32
  }

 private:
  uint64_t state_ = kSeed;
};

// Rows of 32-bit numbers, wide enough for the sums of a million segments of BLEU.
using Numbers = std::vector<int32_t>;

// Draws an index and adds its row, for each unit.
template <size_t columns>
std::array<int32_t, columns> Gather(const Numbers& rows, Random& random) {
  const uint64_t units = rows.size() / columns;
  std::array<int32_t, columns> sums = {};
  for (uint64_t k = 0; k < units; ++k) {
    const int32_t* row = rows.data() + random.Below(units) * columns;
    for (size_t c = 0; c < columns; ++c) sums[c] += row[c];
  }
  return sums;
}

// Counts the draws of each row, then goes through the rows in order.
template <size_t columns>
std::array<int32_t, columns> CountThenAdd(const Numbers& rows, Random& random) {
  const uint64_t units = rows.size() / columns;
  std::vector<uint8_t> counts(units);
  for (uint64_t k = 0; k < units; ++k) ++counts[random.Below(units)];
  std::array<int32_t, columns> sums = {};
  for (uint64_t i = 0; i < units; ++i) {
    for (size_t c = 0; c < columns; ++c) sums[c] += counts[i] * rows[i * columns + c];
  }
  return sums;
}

// A straightforward resampling loop, with the number of columns known at compile time.
class PlainLoop {
 public:
  PlainLoop(const Sample& sample, uint64_t units, size_t systems) : systems_(systems) {
    for (uint64_t i = 0; i < units; ++i) {
      for (size_t s = 0; s < systems; ++s) {
        const auto row =
            sample.rows[s].begin() + static_cast<std::ptrdiff_t>(i % sample.segments() * kColumns);
        rows_.insert(rows_.end(), row, row + kColumns);
      }
    }
  }

  // systems is 2 or 16.
  std::vector<int64_t> Run(bool counts_first, uint64_t resamples) const {
    return systems_ == 2 ? Repeated<2 * kColumns>(counts_first, resamples)
                         : Repeated<16 * kColumns>(counts_first, resamples);
  }

 private:
  template <size_t columns>
  std::vector<int64_t> Repeated(bool counts_first, uint64_t resamples) const {
    Random random;
    std::vector<int64_t> out;
    for (uint64_t b = 0; b < resamples; ++b) {
      const auto sums =
          counts_first ? CountThenAdd<columns>(rows_, random) : Gather<columns>(rows_, random);
      out.insert(out.end(), sums.begin(), sums.end());
    }
    return out;
  }

  size_t systems_;
  Numbers rows_;
};

// ---- checks of the answers ----

std::vector<int64_t> SumsOf(const RowProduct& rows, const Draws& draws, const Schedule& schedule) {
  const size_t columns = rows.columns();
  std::vector<int64_t> out(draws.resamples * columns);
  const SumsSink keep = [&](uint64_t first, uint32_t, std::span<const int64_t> sums) {
    std::copy(sums.begin(), sums.end(), out.begin() + static_cast<std::ptrdiff_t>(first * columns));
  };
  if (!Resample({&rows, 1}, draws, schedule, keep, nullptr).ok()) std::abort();
  return out;
}

// Returns how often each unit is drawn, according to the generator alone.
std::vector<int64_t> CountsOf(const Draws& draws, uint64_t units, uint64_t resample) {
  const Bootstrap bootstrap(units);
  const ResampleKey key = {draws.seed, resample, 0};
  std::vector<uint32_t> totals(bootstrap.blocks());
  bootstrap.BlockTotals(key, totals);
  std::vector<int64_t> counts;
  for (uint64_t block = 0; block < bootstrap.blocks(); ++block) {
    const auto size =
        static_cast<uint32_t>(std::min<uint64_t>(kBlockSegments, units - counts.size()));
    BlockCounts of_block;
    if (draws.kind == Draws::Kind::kCoins) {
      CoinBlock(key, block, size, of_block);
    } else {
      bootstrap.CountBlock(key, block, totals[block], of_block);
    }
    const size_t first = counts.size();
    counts.insert(counts.end(), of_block.counts, of_block.counts + size);
    for (const auto& [unit, further] : of_block.spill) counts[first + unit] += further;
  }
  return counts;
}

bool AreWeighted(const Sample& sample, const std::vector<int64_t>& counts,
                 std::span<const int64_t> sums) {
  for (size_t c = 0; c < sums.size(); ++c) {
    const std::vector<int64_t>& rows = sample.rows[c / kColumns];
    int64_t expected = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      expected += counts[i] * rows[i % sample.segments() * kColumns + c % kColumns];
    }
    if (sums[c] != expected) return false;
  }
  return true;
}

// Returns true if each column's mean over the resamples is within five standard errors of `share`
// times its total.
bool AverageTo(const std::vector<int64_t>& totals, double share, const std::vector<int64_t>& sums) {
  const size_t columns = totals.size();
  const auto resamples = static_cast<double>(sums.size() / columns);
  for (size_t c = 0; c < columns; ++c) {
    const double expected = share * static_cast<double>(totals[c]);
    double bias = 0, square = 0;
    for (size_t i = c; i < sums.size(); i += columns) {
      const double deviation = static_cast<double>(sums[i]) - expected;
      bias += deviation / resamples;
      square += deviation * deviation / resamples;
    }
    if (std::fabs(bias) > 5 * std::sqrt((square - bias * bias) / resamples)) return false;
  }
  return true;
}

bool IsRight(const Sample& sample, const Corpus& corpus, Draws draws, const Schedule& schedule) {
  constexpr uint64_t kChecked = 2;
  draws.resamples = 200;
  const RowProduct& rows = corpus.product();
  const std::vector<int64_t> sums = SumsOf(rows, draws, schedule);
  // NumPy's draws have their own test.
  for (uint64_t b = 0; b < kChecked && draws.source == Draws::Source::kMtg1; ++b) {
    const auto of_resample = std::span(sums).subspan(b * rows.columns(), rows.columns());
    if (!AreWeighted(sample, CountsOf(draws, rows.units(), b), of_resample)) return false;
  }
  return AverageTo(rows.Totals(), draws.kind == Draws::Kind::kCoins ? 0.5 : 1.0, sums);
}

// ---- cases ----

std::string Title(const std::string& name, uint64_t segments, size_t systems) {
  return fmt::format("{}, {} segments, {} systems", name, segments, systems);
}

struct Case {
  std::string name;
  uint64_t segments;
  size_t systems;
  uint64_t resamples;
  uint32_t threads;
  std::function<bool()> check;
  std::function<void()> run;
  double bytes = 0;  // per segment and system; 0 if unknown
  std::vector<double> seconds = {};

  double Median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
  double NsPerUnit() const {
    return Median() * 1e9 / (static_cast<double>(segments) * static_cast<double>(resamples));
  }
};

class Cases {
 public:
  Cases(const Sample& sample, std::string only) : sample_(sample), only_(std::move(only)) {}

  void AddAll() {
    for (const uint64_t segments : {sample_.segments(), uint64_t{100'000}, uint64_t{1'000'000}}) {
      for (const size_t systems : {size_t{2}, size_t{16}}) {
        AddDraws("bootstrap", {segments, systems, 1000, 1}, Draws::Kind::kBootstrap);
        AddDraws("coins", {segments, systems, 1000, 1}, Draws::Kind::kCoins);
        AddPlainLoops(segments, systems);
      }
    }
    AddDraws("bootstrap", {100'000, 4, 1000, 1}, Draws::Kind::kBootstrap);
    AddDraws("bootstrap", {100'000, 8, 1000, 1}, Draws::Kind::kBootstrap);
    AddDraws("bootstrap", {100'000, 2, 10'000, 1}, Draws::Kind::kBootstrap);
    for (uint32_t threads = 2; threads <= AvailableThreads(); threads *= 2) {
      AddDraws("bootstrap", {1'000'000, 2, 1000, threads}, Draws::Kind::kBootstrap);
      AddDraws("bootstrap", {1'000'000, 16, 1000, threads}, Draws::Kind::kBootstrap);
    }
    AddDraws("bootstrap, NumPy's draws", {sample_.segments(), 2, 1000, 1}, Draws::Kind::kBootstrap,
             Draws::Source::kNumpy);
    AddComparisons();
  }

  std::vector<Case>& all() { return cases_; }

 private:
  struct Size {
    uint64_t segments;
    size_t systems;
    uint64_t resamples;
    uint32_t threads;
  };

  bool Wanted(const std::string& name, uint64_t segments, size_t systems) const {
    return systems <= sample_.systems.size() &&
           Title(name, segments, systems).find(only_) != std::string::npos;
  }

  std::shared_ptr<const Corpus> CorpusOf(uint64_t segments, size_t systems) {
    std::shared_ptr<const Corpus>& corpus = corpora_[{segments, systems}];
    if (corpus == nullptr) corpus = std::make_shared<Corpus>(sample_, segments, systems);
    return corpus;
  }

  void AddDraws(const std::string& name, const Size& size, Draws::Kind kind,
                Draws::Source source = Draws::Source::kMtg1) {
    if (!Wanted(name, size.segments, size.systems)) return;
    const std::shared_ptr<const Corpus> corpus = CorpusOf(size.segments, size.systems);
    const Draws draws = {kind, source, kSeed, size.resamples};
    Schedule schedule;
    schedule.threads = size.threads;
    const auto check = [=, this] { return IsRight(sample_, *corpus, draws, schedule); };
    const auto run = [=] {
      const SumsSink drop = [](uint64_t, uint32_t, std::span<const int64_t>) {};
      if (!Resample({&corpus->product(), 1}, draws, schedule, drop, nullptr).ok()) std::abort();
    };
    cases_.push_back({name, size.segments, size.systems, size.resamples, size.threads, check, run,
                      corpus->bytes()});
  }

  void AddPlainLoops(uint64_t segments, size_t systems) {
    if (!Wanted("plain loop", segments, systems) || segments * systems > 2'000'000) return;
    const auto loop = std::make_shared<PlainLoop>(sample_, segments, systems);
    const uint64_t resamples = 10'000'000 / segments;
    const std::shared_ptr<const Corpus> corpus = CorpusOf(segments, systems);
    for (const bool counts_first : {false, true}) {
      const auto check = [loop, corpus, counts_first] {
        return AverageTo(corpus->product().Totals(), 1, loop->Run(counts_first, 30));
      };
      // A write to a member, so that the compiler keeps the work.
      const auto run = [loop, resamples, counts_first] {
        dropped_ = loop->Run(counts_first, resamples).back();
      };
      cases_.push_back({counts_first ? "plain loop, counts first" : "plain loop, gather", segments,
                        systems, resamples, 1, check, run});
    }
  }

  void AddComparisons() {
    CompareOptions options;
    for (const uint64_t resamples : {uint64_t{1000}, uint64_t{10'000}}) {
      options.resamples = resamples;
      options.test = TestKind::kBootstrap;
      AddComparison("compare bs, all pairs", options);
      options.test = TestKind::kRandomization;
      AddComparison("compare ar, all pairs", options);
    }
    options = {};
    options.resamples = 1000;
    options.baseline = 0;
    AddComparison("compare bs, baseline", options);
    // The conventions of sacreBLEU's --paired-bs.
    options.null = NullRule::kShifted;
    options.ties = TieRule::kStrict;
    options.generator = Generator::kNumpy;
    options.interval = IntervalKind::kOrder;
    options.correction = Correction::kNone;
    options.sacrebleu = true;
    AddComparison("compare as sacreBLEU, baseline", options);
  }

  // e2e/significance.sh checks their answers against sacreBLEU's.
  void AddComparison(const std::string& name, const CompareOptions& options) {
    const size_t systems = std::min<size_t>(sample_.systems.size(), 16);
    if (!Wanted(name, sample_.segments(), systems)) return;
    if (input_ == nullptr) input_ = MakeInput(systems);
    const auto run = [input = input_, options] {
      Schedule schedule;
      schedule.threads = 1;
      if (!Compare(*input, options, schedule, nullptr).ok()) std::abort();
    };
    cases_.push_back({name, sample_.segments(), systems, options.resamples, 1, nullptr, run});
  }

  std::shared_ptr<const CompareInput> MakeInput(size_t systems) {
    metric_ = std::move(MakeMetric("bleu", {}, {}).value());
    auto input = std::make_shared<CompareInput>();
    ComparedMetric compared;
    compared.metric = metric_->metric.get();
    compared.label = "BLEU";
    for (size_t s = 0; s < systems; ++s) {
      compared.rows.push_back(Repeat(sample_.rows[s], sample_.segments()));
      input->systems.push_back(sample_.systems[s]);
      input->runs_of_system.push_back(1);
    }
    input->metrics.push_back(std::move(compared));
    return input;
  }

  static inline volatile int64_t dropped_;

  const Sample& sample_;
  std::string only_;
  std::vector<Case> cases_;
  std::map<std::pair<uint64_t, size_t>, std::shared_ptr<const Corpus>> corpora_;
  std::optional<MadeMetric> metric_;
  std::shared_ptr<const CompareInput> input_;  // refers to metric_
};

// Returns processor time for one thread, which other processes do not affect, or wall time for
// several threads.
double Seconds(uint32_t threads, const std::function<void()>& run) {
  const auto now = [threads] {
    timespec time = {};
    clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  run();
  return now() - begin;
}

// The first round is a warm-up.
void TimeInTurns(std::vector<Case>& cases, uint32_t rounds) {
  for (uint32_t round = 0; round <= rounds; ++round) {
    for (Case& one : cases) {
      const double seconds = Seconds(one.threads, one.run);
      if (round > 0) one.seconds.push_back(seconds);
    }
  }
}

// ---- results ----

void PrintTable(const std::vector<Case>& cases) {
  fmt::print("{:<30} {:>9} {:>7} {:>9} {:>7} {:>10} {:>20} {:>24}\n", "", "segments", "systems",
             "resamples", "threads", "ms", "ns/(segm x resample)", "bytes/(segment x system)");
  for (const Case& one : cases) {
    fmt::print("{:<30} {:>9} {:>7} {:>9} {:>7} {:>10.2f} {:>20.3f} {:>24}\n", one.name,
               one.segments, one.systems, one.resamples, one.threads, 1e3 * one.Median(),
               one.NsPerUnit(), one.bytes > 0 ? fmt::format("{:.2f}", one.bytes) : "");
  }
}

// Prints how much longer the plain loops take.
void PrintRatios(const std::vector<Case>& cases) {
  for (const Case& loop : cases) {
    if (loop.name.rfind("plain loop", 0) != 0) continue;
    for (const Case& engine : cases) {
      if (engine.name != "bootstrap" || engine.threads != 1 || engine.resamples != 1000 ||
          engine.segments != loop.segments || engine.systems != loop.systems) {
        continue;
      }
      fmt::print("{}: {:.1f} times the engine's time\n",
                 Title(loop.name, loop.segments, loop.systems),
                 loop.NsPerUnit() / engine.NsPerUnit());
    }
  }
}

nlohmann::ordered_json ToJson(const std::vector<Case>& cases) {
  auto rows = nlohmann::ordered_json::array();
  for (const Case& one : cases) {
    nlohmann::ordered_json row = {{"name", one.name},
                                  {"segments", one.segments},
                                  {"systems", one.systems},
                                  {"resamples", one.resamples},
                                  {"threads", one.threads},
                                  {"clock", one.threads == 1 ? "cpu" : "wall"},
                                  {"median_s", one.Median()},
                                  {"runs_s", one.seconds},
                                  {"ns_per_segment_resample", one.NsPerUnit()}};
    if (one.bytes > 0) row["bytes_per_segment_system"] = one.bytes;
    rows.push_back(std::move(row));
  }
  return rows;
}

// ---- the program ----

struct Arguments {
  uint32_t rounds = 7;
  std::string only, json;
  bool large = false;
  std::vector<std::string> paths;
};

std::optional<Arguments> Parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--large") {
      arguments.large = true;
    } else if (word.rfind("--", 0) != 0) {
      arguments.paths.push_back(word);
    } else if (i + 1 == words.size()) {
      return std::nullopt;
    } else if (word == "--rounds") {
      const std::string& value = words[++i];
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), arguments.rounds);
      if (error != std::errc() || *end != '\0' || arguments.rounds == 0) return std::nullopt;
    } else if (word == "--only") {
      arguments.only = words[++i];
    } else if (word == "--json") {
      arguments.json = words[++i];
    } else {
      return std::nullopt;
    }
  }
  // With only a reference there is nothing to resample.
  return arguments.paths.size() == 1 ? std::nullopt : std::optional(arguments);
}

// Returns the results, or an error that names the wrong case.
Result<nlohmann::ordered_json> MeasureCases(const Sample& sample, const Arguments& arguments) {
  Cases cases(sample, arguments.only);
  cases.AddAll();
  if (cases.all().empty()) return UsageError("no case has such a title, or so few systems");
  for (const Case& one : cases.all()) {
    if (one.check && !one.check()) {
      return InputError(fmt::format("{}: wrong sums, nothing was timed",
                                    Title(one.name, one.segments, one.systems)));
    }
  }
  TimeInTurns(cases.all(), arguments.rounds);
  PrintTable(cases.all());
  PrintRatios(cases.all());
  return ToJson(cases.all());
}

// Returns this program's peak memory from the kernel. getrusage() would include the memory of the
// process before exec().
double PeakMib() {
  std::ifstream status("/proc/self/status");
  double kib = 0;
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) kib = std::strtod(line.c_str() + 6, nullptr);
  }
  return kib / 1024;
}

// Runs once, in a process that has done nothing else, so that the peak memory is that of the
// comparison.
nlohmann::ordered_json MeasureLarge(const Sample& sample) {
  constexpr uint64_t kSegments = 10'000'000, kResamples = 1000;
  const size_t systems = std::min<size_t>(sample.systems.size(), 2);
  const Corpus corpus(sample, kSegments, systems);
  Schedule schedule;
  schedule.threads = 1;
  const SumsSink drop = [](uint64_t, uint32_t, std::span<const int64_t>) {};
  const Draws draws = {Draws::Kind::kBootstrap, Draws::Source::kMtg1, kSeed, kResamples};
  const double seconds = Seconds(1, [&] {
    if (!Resample({&corpus.product(), 1}, draws, schedule, drop, nullptr).ok()) std::abort();
  });
  const double peak = PeakMib();
  const double rows = corpus.bytes() * static_cast<double>(kSegments * systems) / (1 << 20);
  fmt::print(
      "{} segments, {} systems, {} resamples, 1 thread: {:.2f} s; rows {:.0f} MiB, peak {:.0f} "
      "MiB\n",
      kSegments, systems, kResamples, seconds, rows, peak);
  return {{"segments", kSegments}, {"systems", systems}, {"resamples", kResamples},
          {"seconds", seconds},    {"rows_mib", rows},   {"peak_mib", peak}};
}

Status Run(const Arguments& arguments) {
  Sample sample = InventRows(arguments.large ? 2 : 16);
  if (!arguments.paths.empty()) {
    MTG_ASSIGN_OR_RETURN(sample, ScoreTexts(arguments.paths));
  }
  fmt::print("{}: {} segments, {} systems; instruction set {}\n", sample.kind, sample.segments(),
             sample.systems.size(), ActiveKernels().name);
  nlohmann::ordered_json json = {{"rows", sample.kind}, {"isa", ActiveKernels().name}};
  if (arguments.large) {
    json["large"] = MeasureLarge(sample);
  } else {
    MTG_ASSIGN_OR_RETURN(json["cases"], MeasureCases(sample, arguments));
  }
  if (arguments.json.empty()) return OkStatus();
  std::ofstream file(arguments.json);
  file << json.dump(1) << '\n';
  if (!file.flush()) return IoError(fmt::format("{}: cannot be written", arguments.json));
  return OkStatus();
}

}  // namespace
}  // namespace mtgauge

int main(int argc, char** argv) {
  const auto arguments = mtgauge::Parse({argv + 1, argv + argc});
  if (!arguments) {
    fmt::print(stderr, "{}", mtgauge::kUsage);
    return 2;
  }
  const mtgauge::Status status = mtgauge::Run(*arguments);
  if (!status.ok()) fmt::print(stderr, "error: {}\n", status.message());
  return status.ok() ? 0 : 1;
}
