// What requests have in common: texts, metrics, and how they run. Every option is a field with its
// default. The command line, job files and programs fill the same fields.
//
// Requests are plain values: copy, keep and change them as you like. They are checked when used.
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

namespace mtgauge {

// What to do with segments that contain invalid UTF-8.
enum class OnInvalid { kError, kReplace, kSkip };

// Which texts: files, or columns in memory. A file may hold several references or systems, and
// FILE:NAME is one of them; "-" is standard input.
struct TextInputs {
  std::vector<std::string> references;
  std::vector<std::string> inputs;  // of the systems
  std::optional<TextColumns> columns =
      std::nullopt;  // in place of all files; the caller keeps them
  // Row files (rows.h) in place of texts: shards of a corpus, or systems and metrics of the same
  // segments.
  std::vector<std::string> rows;
  // Annotations of the references and of the inputs, or the command that makes them.
  std::vector<std::string> ref_annotations, annotations;
  std::string annotate_with;
  std::optional<std::string> test_set;       // of sacreBLEU, in place of references
  std::optional<std::string> language_pair;  // "en-zh"; chooses the tokenizer
  std::string input_format;                  // empty: auto-detected
  std::string key, split_key;                // the field that joins records; empty: line by line
  bool split_paragraphs = false;
  std::string documents;  // a file with the document of each segment
  std::string by;         // FIELD or FIELD=FILE: groups of segments; empty: none
  OnInvalid on_invalid = OnInvalid::kError;
};

// A share of the segments, for runs whose results are merged: number 1 to `count`. Together the
// shares hold every segment once. Segments keep their numbers of the whole.
struct Shard {
  uint32_t number = 1, count = 1;
};

// Which share of the texts a run reads.
struct ShardOption {
  std::optional<Shard> shard = std::nullopt;  // nothing: all of them
  // The files contain only the shard, so they are not cut, and their segments count from 0. The
  // numbers in the whole are known only when all shards are merged. For files that cannot be cut.
  bool whole_files = false;
};

// An option of one metric, by a name of its own: "chrf-beta" is the option `beta` of `chrf`.
struct MetricSetting {
  std::string name, metric, option, value;
};

// The metrics, and the options that they share. A spec is a name and options: "chrf:nw=2".
struct MetricChoice {
  std::vector<std::string> metrics;  // specs; empty: bleu
  std::optional<std::string> tokenize, stem, smooth_method, smooth_value;
  bool lowercase = false;
  std::vector<MetricSetting> metric_settings;
  bool unit_scale = false;  // scores are from 0 to 1
  std::string compat;       // a tool whose arithmetic is used too; empty: native
  // A survey file (mtgauge/survey.h), used instead of a first pass over the references; empty:
  // none.
  std::string survey;
  // How to compute; these options do not change a digit.
  std::string ngram_engine = "auto", hash;
};

// Progress of a run, for a display.
struct RunCounters {
  std::atomic<uint64_t> bytes_read{0};
  std::atomic<uint64_t> segments_scored{0};
};

// Callbacks during a run. Each function may be null. The object that it returns lives as long as
// the phase.
struct RunHooks {
  // Before the metrics' own files are read.
  std::function<std::shared_ptr<void>()> loading = nullptr;
  // Before texts are scored. `bytes`: what RunCounters::bytes_read will be at the end; 0: not
  // known. The counters are there until the phase ends.
  std::function<std::shared_ptr<void>(uint64_t bytes, const RunCounters& counters)> scoring =
      nullptr;
  // Before resampling: returns a function that is told the share done, by one thread at a time.
  std::function<std::function<void(double share)>()> resampling = nullptr;
};

// How a request runs. None of this changes a digit.
struct RunOptions {
  uint32_t threads = 0;  // 0: all that the process may use
  // Set it, from any thread or a signal handler, to stop early with a Cancelled error.
  const std::atomic<bool>* stop = nullptr;
  RunHooks hooks;
};

// A metric as it is computed.
struct MetricRecord {
  std::string spec;
  std::map<std::string, std::string, std::less<>> options;  // all of them
};

// What a checked request resolves to, for the record of a run.
struct RunRecord {
  std::vector<std::string> references;  // as they are called
  std::vector<MetricRecord> metrics;
  std::map<std::string, std::string, std::less<>> shared;  // options that the metrics share
};

// For everything that draws random numbers.
struct SeedOption {
  std::optional<uint64_t> seed;  // nothing: $SACREBLEU_SEED, or 12345
};

// A system and its outputs: several are several optimizer runs.
struct NamedFiles {
  std::string name;
  std::vector<std::string> files;
};

// Files of scores from another tool or from people.
struct OutsideFiles {
  std::string metric;  // empty: the files name it
  bool lower_is_better = false;
  std::vector<std::string> files;
};
struct OutsideOptions {
  std::vector<OutsideFiles> scores;
};

}  // namespace mtgauge
