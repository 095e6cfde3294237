# For the libraries of portable programs, and for our own code for another architecture: Debian 12's
# gcc, position-independent code, no fused multiplications, as in our own code, and no path of the
# build.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MTGAUGE_ARCH)
if(MTGAUGE_ARCH STREQUAL CMAKE_HOST_SYSTEM_PROCESSOR)
  set(tools "")
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_SYSTEM_PROCESSOR ${MTGAUGE_ARCH})
  set(tools ${MTGAUGE_ARCH}-linux-gnu-)
endif()
set(CMAKE_C_COMPILER ${tools}gcc-12)
set(CMAKE_CXX_COMPILER ${tools}g++-12)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(flags "-ffp-contract=off -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=.")
set(CMAKE_C_FLAGS_INIT ${flags})
set(CMAKE_CXX_FLAGS_INIT ${flags})
