// A shared library that few runs need. Loading it takes longer than a short job, so the program
// does not list it as needed. The other files in this folder define the functions that we call; the
// first call of one looks up the library's own function. For the program only (never the library).
#pragma once

namespace mtgauge {

class LateLibrary {
 public:
  // `file` is the name that the linker would have put into the program; `package` is Debian's.
  constexpr LateLibrary(const char* file, const char* package) : file_(file), package_(package) {}

  // Loads the library if it is not loaded yet. If it or the function is missing, prints one line
  // and ends the process, as the loader does for other libraries. Thread-safe.
  template <typename Function>
  Function* Find(const char* name) const {
    return reinterpret_cast<Function*>(Address(name));
  }

 private:
  void* Address(const char* name) const;

  const char* file_;
  const char* package_;
};

}  // namespace mtgauge

// Defines a function that calls the library's function `symbol`. It is hidden, so that no library
// calls ours.
#define MTGAUGE_LATE(library, symbol, result, name, parameters, arguments) \
  __attribute__((visibility("hidden"))) result name parameters {           \
    static auto* const late = (library).Find<decltype(name)>(symbol);      \
    return late arguments;                                                 \
  }
