// The command line, for `python -m mtgauge` and the script `mtgauge`.
#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "bindings.h"
#include "mtgauge/program.h"

namespace mtgauge::python {
namespace {

// `arguments` are bytes: names of files need not be text.
int Command(const nb::list& arguments) {
  std::vector<std::string> kept;
  for (const nb::handle argument : arguments) {
    const auto bytes = nb::cast<nb::bytes>(argument);
    kept.emplace_back(bytes.c_str(), bytes.size());
  }
  std::vector<char*> pointers;
  for (std::string& argument : kept) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const nb::gil_scoped_release release;
  return RunProgram(static_cast<int>(kept.size()), pointers.data());
}

}  // namespace

void BindCommand(nb::module_& module) { module.def("command", &Command); }

}  // namespace mtgauge::python
