// The main function of every micro benchmark.
#include <benchmark/benchmark.h>

#include "bench/micro/register.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  mtgauge::bench::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
}
