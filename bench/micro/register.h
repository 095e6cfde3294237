// The function that a micro benchmark provides to main.cc.
#pragma once

namespace mtgauge::bench {

// Registers every case of one program. A case compares its answers with those of a slow twin before
// it is timed, and reports an error instead of a time if they differ.
void RegisterAll();

}  // namespace mtgauge::bench
