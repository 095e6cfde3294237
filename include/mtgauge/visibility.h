// What a shared library shows. All else of this library is hidden.
#pragma once

#define MTGAUGE_PUBLIC [[gnu::visibility("default")]]
