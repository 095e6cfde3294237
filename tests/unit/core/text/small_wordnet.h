// A WordNet for tests, in its files' format.
#pragma once

#include <string>

#include "tests/support/own_folder.h"

namespace mtgauge::test {

// Makes a WordNet of a few words: {car, automobile}, {car, wagon}, {fast, quick}, {run}, {child}.
inline const std::string& SmallWordNet() {
  static const OwnFolder folder;
  static const std::string path = [] {
    folder.Write("index.noun",
                 "  1 a licence\nautomobile n 1 0 1 1 00000010  \n"
                 "car n 2 1 @ 2 1 00000010 00000020  \nchild n 1 0 1 0 00000050  \n"
                 "run n 1 0 1 0 00000030  \nwagon n 1 0 1 0 00000020  \n");
    folder.Write("index.verb", "  1 a licence\nrun v 1 0 1 0 00000030  \n");
    folder.Write("index.adj",
                 "  1 a licence\nfast a 1 0 1 0 00000040  \nquick a 1 0 1 0 00000040  \n");
    folder.Write("noun.exc", "children child\nghosts nobody\n");
    folder.Write("verb.exc", "ran run\n");
    folder.Write("index.adv", "  1 a licence\n");
    for (const char* empty : {"adj.exc", "adv.exc"}) folder.Write(empty, "");
    return folder.Path("");
  }();
  return path;
}

}  // namespace mtgauge::test
