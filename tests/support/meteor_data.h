// Makes every metric that needs files available with its default settings in test programs that
// include this: METEOR from the tests' own folders of tiny files, unless METEOR_DATA and
// WNSEARCHDIR are set, and terms from the tests' glossary. Nothing is cached in the user's folder.
#pragma once

#include <cstdlib>

#include "tests/support/shared_data.h"

namespace mtgauge::test {

inline std::string MeteorData() { return (ProjectFolder() / "tests/meteor_data").string(); }

inline std::string WordNetData() { return (ProjectFolder() / "tests/wordnet_data").string(); }

inline std::string GlossaryFile() { return (ProjectFolder() / "tests/glossary.tsv").string(); }

inline const bool kHasMeteorData = setenv("METEOR_DATA", MeteorData().c_str(), 0) == 0 &&
                                   setenv("WNSEARCHDIR", WordNetData().c_str(), 0) == 0 &&
                                   setenv("MTGAUGE_GLOSSARY", GlossaryFile().c_str(), 1) == 0 &&
                                   setenv("MTGAUGE_CACHE", "none", 0) == 0;

}  // namespace mtgauge::test
