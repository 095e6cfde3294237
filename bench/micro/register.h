// What main.cc asks of a micro benchmark.
#pragma once

namespace mtgauge::bench {

// Registers every case of one program. A case compares its answers with the slow twin before it is
// timed, and reports an error instead of a time when they differ.
void RegisterAll();

}  // namespace mtgauge::bench
