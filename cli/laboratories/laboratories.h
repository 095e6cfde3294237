// The laboratories of `mtgauge bench` are in a program of their own, mtgauge-bench: mtgauge with
// bench/laboratory linked in. Both programs contain the verb, so that help, completions and job
// files know it; each has its own definition of what is declared here (absent.cc, and
// bench/laboratory/verb.cc).
#pragma once

#include "cli/verbs/verbs.h"

namespace mtgauge {

// Call this before anything is read if a job needs the laboratories. In mtgauge, it runs
// mtgauge-bench with the same arguments in place of this process, and returns only errors.
Status EnterLaboratories(const Program& program);

}  // namespace mtgauge
