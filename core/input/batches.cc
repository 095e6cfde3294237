// Reads inputs batch by batch in one plain loop.
#include "core/input/batches.h"

#include <utility>

#include "core/input/dispatcher.h"

namespace mtgauge {

Status ForEachBatch(const std::vector<Source*>& sources, size_t references,
                    const std::atomic<bool>* stop,
                    const std::function<Status(std::unique_ptr<Batch>)>& use) {
  ReadLimits limits;
  limits.batches_in_flight = 1;
  limits.blocks_ahead = 1;
  Dispatcher dispatcher(sources, references, limits);
  Orders orders;
  dispatcher.Start(orders);
  while (!dispatcher.finished()) {
    if (stop != nullptr && *stop) return CancelledError();
    Orders next;
    for (Block& block : orders.reads) {
      sources[block.stream]->Read(limits.block_bytes, block);
      dispatcher.OnBlock(std::move(block), next);
    }
    for (auto& batch : orders.batches) {
      MTG_RETURN_IF_ERROR(use(std::move(batch)));
      dispatcher.OnBatchDone(next);
    }
    orders = std::move(next);
  }
  return dispatcher.status();
}

}  // namespace mtgauge
