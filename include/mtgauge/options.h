// Options that requests share: texts, metrics, and how to run. Every option is a field with a
// default value. The command line, job files and programs all set the same fields.
//
// Requests are plain values that can be copied and changed freely. They are checked when used.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mtgauge/texts.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// What to do with segments that contain invalid UTF-8.
enum class OnInvalid { kError, kReplace, kSkip };

// How files are read.
struct ReadingOptions {
  std::optional<std::string> language_pair;  // "en-zh"; the files of a folder, and the tokenizer
  std::string input_format;                  // detected if empty
  // The field by which to join records, in memory (by order if empty), and a template of its parts.
  std::string key, split_key;
  bool split_paragraphs = false;
};

// The texts: files, or columns in memory. If a file contains several references or systems,
// FILE:NAME selects one of them. "-" is standard input.
struct TextInputs : ReadingOptions {
  std::vector<std::string> references;
  std::vector<std::string> inputs;  // outputs of the systems
  std::string source;               // what was translated; empty if no metric needs it
  std::optional<TextColumns> columns =
      std::nullopt;  // instead of all files; the caller keeps them alive
  // Row files (rows.h) instead of texts: shards of a corpus, or systems and metrics of the same
  // segments.
  std::vector<std::string> rows;
  // Annotation files of the references and of the inputs, or a command that creates them.
  std::vector<std::string> ref_annotations, annotations;
  std::string annotate_with;
  std::optional<std::string> test_set;  // a test set of sacreBLEU, instead of references
  std::string documents;                // a file with the document of each segment
  std::string by;                       // FIELD or FIELD=FILE: groups of segments; empty for none
  OnInvalid on_invalid = OnInvalid::kError;
  // An empty reference of a segment that has another one, which is not empty, counts as missing.
  bool drop_empty_references = false;
};

// A share of the segments, for runs whose results are merged. `number` is from 1 to `count`. Each
// segment is in exactly one share, and keeps its index in the whole corpus.
struct Shard {
  uint32_t number = 1, count = 1;
};

// Which share of the texts to read.
struct ShardOption {
  std::optional<Shard> shard = std::nullopt;  // all if unset
  // The files contain only the shard, so they are not divided, and segments are numbered from 0
  // until all shards are merged. For files that cannot be divided.
  bool whole_files = false;
};

// An option of a single metric under its own name: "chrf-beta" is the option `beta` of `chrf`.
struct MetricSetting {
  std::string name, metric, option, value;
};

// The metrics, and options that they share. A spec is a metric's name with options: "chrf:nw=2".
struct MetricChoice {
  std::vector<std::string> metrics;  // specs; bleu if empty
  std::optional<std::string> tokenize, stem, smooth_method, smooth_value;
  bool lowercase = false;
  std::vector<MetricSetting> metric_settings;
  bool unit_scale = false;  // scores are between 0 and 1
  // A tool whose results are reproduced to the last bit; native arithmetic if empty.
  std::string compat;
  // A survey file (mtgauge/survey.h) that replaces a first pass over the references; empty for
  // none.
  std::string survey;
  // These options affect speed only, not results.
  std::string ngram_engine = "auto", hash;
};

// Progress of a run, for display.
struct RunCounters {
  std::atomic<uint64_t> bytes_read{0};
  std::atomic<uint64_t> segments_scored{0};
};

// Callbacks during a run. Any of them may be null. The returned object is destroyed when the phase
// ends.
struct RunHooks {
  // Called before the metrics read their own files.
  std::function<std::shared_ptr<void>()> loading = nullptr;
  // Called before texts are scored. `bytes` is the final value of RunCounters::bytes_read, or 0 if
  // unknown. The counters stay valid until the phase ends.
  std::function<std::shared_ptr<void>(uint64_t bytes, const RunCounters& counters)> scoring =
      nullptr;
  // Called before resampling. The returned function receives the fraction done, from one thread at
  // a time.
  std::function<std::function<void(double share)>()> resampling = nullptr;
};

// Returns the number of CPUs that the process may use: those that it may run on, within the limits
// to the time of its control groups, rounded up.
uint32_t AvailableThreads();

// How to run a request. These options do not affect results.
struct RunOptions {
  uint32_t threads = 0;  // 0: AvailableThreads()
  // Set it to true, from any thread or a signal handler, to stop early with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  RunHooks hooks;
};

// A metric with its options, as computed.
struct MetricRecord {
  std::string spec;
  std::map<std::string, std::string, std::less<>> options;  // all options, including defaults
};

// The result of checking a request, for the record of a run.
struct RunRecord {
  std::vector<std::string> references;  // names of the references
  std::vector<MetricRecord> metrics;
  std::map<std::string, std::string, std::less<>> shared;  // options shared by all metrics
};

// The seed, for requests that use random numbers.
struct SeedOption {
  std::optional<uint64_t> seed;  // if unset: $SACREBLEU_SEED, or 12345
};

// A system and its output files. Several files are several optimizer runs.
struct NamedFiles {
  std::string name;
  std::vector<std::string> files;
};

// Files with scores of another tool or of humans.
struct OutsideFiles {
  std::string metric;  // if empty, the files contain the name
  bool lower_is_better = false;
  std::vector<std::string> files;
};
struct OutsideOptions {
  std::vector<OutsideFiles> scores;
};

// Several language pairs at once, each with its own texts.
struct PairListOption {
  std::string pair_list;  // a table of language pairs and their files; empty if there is none
};

// Scores that people gave to outputs of systems.
struct HumanOptions {
  std::vector<OutsideFiles> humans;
  bool normalize_annotators = false;
  std::string mqm_weights;  // weights of marked errors; the published ones if empty
  std::vector<std::string> left_out_systems;  // SYSTEM, or LANGUAGE_PAIR:SYSTEM
  bool join_common = false;  // leaves out systems and segments that only some files have
};

// How judgements of which of two outputs is better become a ranking.
enum class JudgementModel {
  kBradleyTerry,  // a tie is half a win
  kDavidson,
  kRaoKupper,
  kTrueSkill,
  kExpectedWins,  // the mean over opponents of wins / (wins + losses)
  kWins,          // wins / (wins + losses)
  kWinsOrTies     // (wins + ties) / all
};

}  // namespace mtgauge
