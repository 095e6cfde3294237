// Makes every METEOR available with its default settings in test programs that include this: from
// the tests' own folders of tiny files, unless METEOR_DATA and WNSEARCHDIR are set. Nothing is
// cached in the user's folder.
#pragma once

#include <cstdlib>

#include "tests/support/shared_data.h"

namespace mtgauge::test {

inline std::string MeteorData() { return (ProjectFolder() / "tests/meteor_data").string(); }

inline std::string WordNetData() { return (ProjectFolder() / "tests/wordnet_data").string(); }

inline const bool kHasMeteorData = setenv("METEOR_DATA", MeteorData().c_str(), 0) == 0 &&
                                   setenv("WNSEARCHDIR", WordNetData().c_str(), 0) == 0 &&
                                   setenv("MTGAUGE_CACHE", "none", 0) == 0;

}  // namespace mtgauge::test
