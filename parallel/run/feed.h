// The sources of a run's batches: files and pipes, the caller, text in memory, or row files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/status.h"
#include "core/input/dispatcher.h"
#include "core/input/source.h"
#include "core/input/text_columns.h"
#include "core/rowfile/recall.h"
#include "core/rowfile/row_set.h"
#include "core/score/job.h"
#include "core/score/source_facts.h"
#include "core/score/worker.h"
#include "core/text/batch.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

// A source of batches. Read(), Fill() and Score() may be called by any thread, all other functions
// by one at a time.
class Feed {
 public:
  virtual ~Feed() = default;
  // Returns the number of times that OnStart() must be called.
  virtual uint32_t starts() const = 0;
  virtual void OnStart(Orders& orders) = 0;
  virtual void OnBlock(Block block, Orders& orders) = 0;
  virtual void OnBatchDone(Orders& orders) = 0;
  virtual void Read(Block& block) const = 0;
  // Returns true if the run may finish before a second thread could start.
  virtual bool is_short() const { return false; }
  // Adds the texts to a batch that came without them, before it is scored.
  virtual void Fill(Batch&) const {}
  virtual Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const {
    Fill(batch);
    return worker.Process(batch, output);
  }
  // Adds totals that are not in the batches.
  virtual Status Complete(Totals&) const { return OkStatus(); }
  // Returns the error that ended the feed, after all its batches.
  virtual Status status() const = 0;
  // Returns an error of a batch with the file and line that its source read.
  virtual Status Placed(const Status& status) const { return status; }
  // Returns warnings and other facts about the inputs. Call it at the end.
  virtual SourceFacts facts() const { return {}; }
};

// Creates a feed. The arguments must outlive it. `references` is the number of sources that are
// references.
std::unique_ptr<Feed> FeedOf(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                             const Schedule& schedule);
// The same for batches from the caller. next() returns null at the end.
std::unique_ptr<Feed> FeedOf(const std::function<std::unique_ptr<Batch>()>& next,
                             const Schedule& schedule);
std::unique_ptr<Feed> FeedOf(const TextColumns& texts, const Schedule& schedule);
std::unique_ptr<Feed> FeedOf(const Job& job, const RowSet& rows, GroupsOf groups,
                             const Schedule& schedule);

}  // namespace mtgauge
