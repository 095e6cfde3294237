// An object with a weak symbol, for the test of cmake/CheckWeakSymbols.cmake.
namespace mtgauge {

inline int ChosenByTheLinker(int x) { return x + 1; }

int (*Address())(int) { return ChosenByTheLinker; }

}  // namespace mtgauge
