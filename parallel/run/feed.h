// Where the batches of a run come from: files and pipes, the caller, text in memory or row files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/status.h"
#include "core/input/dispatcher.h"
#include "core/input/source.h"
#include "core/input/text_columns.h"
#include "core/rows/recall.h"
#include "core/rows/row_set.h"
#include "core/score/job.h"
#include "core/score/source_facts.h"
#include "core/score/worker.h"
#include "core/text/batch.h"
#include "parallel/run/schedule.h"

namespace mtgauge {

// Read() is called by any thread, everything else by one at a time.
class Feed {
 public:
  virtual ~Feed() = default;
  // How often OnStart() is to be called.
  virtual uint32_t starts() const = 0;
  virtual void OnStart(Orders& orders) = 0;
  virtual void OnBlock(Block block, Orders& orders) = 0;
  virtual void OnBatchDone(Orders& orders) = 0;
  virtual void Read(Block& block) const = 0;
  // Whether all may be done before a second thread could begin.
  virtual bool is_short() const { return false; }
  // Puts the texts into a batch that came without them; by any thread, before it is scored.
  virtual void Fill(Batch&) const {}
  virtual absl::Status Score(Worker& worker, Batch& batch, const BatchOutput& output) const {
    Fill(batch);
    return worker.Process(batch, output);
  }
  // Adds to the totals what the batches do not contain.
  virtual absl::Status Complete(Totals&) const { return absl::OkStatus(); }
  // What ended the feed, behind all its batches.
  virtual absl::Status status() const = 0;
  // Warnings and other facts about the inputs, at the end.
  virtual SourceFacts facts() const { return {}; }
};

// What is passed must outlive the feed. `references`: how many of the sources are.
std::unique_ptr<Feed> FeedOf(const std::vector<std::unique_ptr<Source>>& sources, size_t references,
                             const Schedule& schedule);
// next() returns null at the end.
std::unique_ptr<Feed> FeedOf(const std::function<std::unique_ptr<Batch>()>& next,
                             const Schedule& schedule);
std::unique_ptr<Feed> FeedOf(const TextColumns& texts, const Schedule& schedule);
std::unique_ptr<Feed> FeedOf(const Job& job, const RowSet& rows, GroupsOf groups,
                             const Schedule& schedule);

}  // namespace mtgauge
