# Compiler flags of our own code. They are on an INTERFACE target that every target of ours links
# privately, so that they never affect users of the libraries.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# A shared library shows what the public headers declare, and nothing else.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(MTGAUGE_CCACHE ccache)
mark_as_advanced(MTGAUGE_CCACHE)
if(MTGAUGE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this, ccache does not cache sources that include a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${MTGAUGE_CCACHE})
endif()

# Tests and benchmarks use only these flags: narrowing in a literal table is not worth a cast there.
add_library(mtgauge_test_flags INTERFACE)
target_compile_features(mtgauge_test_flags INTERFACE cxx_std_20)
target_compile_options(mtgauge_test_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor $<$<BOOL:${MTGAUGE_WERROR}>:-Werror>
  # GoogleTest's macros are an if without braces.
  -Wno-dangling-else
  # False positives on std::string's operator+ (gcc bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # False positives of gcc 13 and later on references to what a table keeps.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-dangling-reference>
  $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>
  # Scores have the same bits everywhere: a multiply and an add are never fused into one rounding.
  -ffp-contract=off)

add_library(mtgauge_flags INTERFACE)
target_link_libraries(mtgauge_flags INTERFACE mtgauge_test_flags)
target_compile_options(mtgauge_flags INTERFACE -Wconversion)

# Checked buffers, guarded stacks and marked jump targets; docs/decisions.md lists their costs.
if(MTGAUGE_HARDEN AND NOT MTGAUGE_SANITIZE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-fcf-protection=full MTGAUGE_HAS_CET)
  target_compile_options(mtgauge_flags INTERFACE
    -fstack-protector-strong $<$<BOOL:${MTGAUGE_HAS_CET}>:-fcf-protection=full>
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
endif()

if(MTGAUGE_SANITIZE)
  # vptr is left out: it needs type information that Debian's TBB does not export for its flow
  # graph.
  set(sanitize -fsanitize=${MTGAUGE_SANITIZE} -fno-omit-frame-pointer)
  if(MTGAUGE_SANITIZE MATCHES "undefined")
    list(APPEND sanitize -fno-sanitize=vptr -fno-sanitize-recover=all)
  endif()
  if(MTGAUGE_FUZZ)
    # Coverage for libFuzzer only in the libraries; its main is linked to the fuzzers.
    target_compile_options(mtgauge_flags INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(mtgauge_test_flags INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  target_compile_options(mtgauge_test_flags INTERFACE ${sanitize})
  # At fixed addresses, the many tables of sanitizers need no relocation, and a program starts in
  # two thirds of the time.
  target_link_options(mtgauge_test_flags INTERFACE ${sanitize} -no-pie)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc 12 loses track of values after the checks that it inserts.
    target_compile_options(mtgauge_test_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR MTGAUGE_SANITIZE)
  target_compile_definitions(mtgauge_test_flags INTERFACE _GLIBCXX_ASSERTIONS)
endif()

# mtgauge_headers(NAME FLAGS HEADER...): precompiles the headers that every source includes, and more, once
# for all targets with the same flags, which saves a third of the build time. Builds without it, as in the
# preset tsan, find a missing #include.
function(mtgauge_headers name flags)
  file(CONFIGURE OUTPUT ${name}.cc CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
  target_link_libraries(${name} PRIVATE ${flags} fmt::fmt)
  if(MTGAUGE_PCH)
    target_precompile_headers(${name} PRIVATE <fmt/format.h> <algorithm>
      <functional> <memory> <string> <string_view> <vector> ${ARGN})
  endif()
endfunction()

# mtgauge_precompiled(TARGET HEADERS): the target's sources take headers of mtgauge_headers.
function(mtgauge_precompiled target headers)
  if(MTGAUGE_PCH)
    set_target_properties(${target} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM ${headers})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # The first is for ccache; with it, gcc no longer treats std::string's code as a system
      # header's.
      target_compile_options(${target} PRIVATE
        -fpch-preprocess -Wno-stringop-overflow -Wno-array-bounds)
    endif()
  endif()
endfunction()

# mtgauge_compile_quickly(TARGET): for the user interface, where compiling takes longer than running.
function(mtgauge_compile_quickly target)
  if(MTGAUGE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)  # half the time that all the checks take to compile
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(NOT target STREQUAL mtgauge_quick_headers)
    mtgauge_precompiled(${target} mtgauge_quick_headers)
  endif()
endfunction()

# mtgauge_quick_folders(LIBRARY FOLDER...): folders with code that runs once per file, option or answer
# become objects of their own, which compile in two thirds of the time. -Os is as quick and smaller, but
# the linker takes its copies of inline functions for all code, and metrics then take up to a third more.
function(mtgauge_quick_folders library)
  if(NOT CMAKE_BUILD_TYPE STREQUAL Release)
    return()
  endif()
  get_target_property(sources ${library} SOURCES)
  get_target_property(libraries ${library} LINK_LIBRARIES)
  string(JOIN "|" folders ${ARGN})
  set(quick ${sources})
  list(FILTER quick INCLUDE REGEX "^(${folders})/")
  list(FILTER sources EXCLUDE REGEX "^(${folders})/")
  add_library(${library}_quick OBJECT ${quick})
  mtgauge_own_code(${library}_quick)
  mtgauge_compile_quickly(${library}_quick)
  target_link_libraries(${library}_quick PRIVATE ${libraries})
  mtgauge_unity(${library}_quick)
  set_target_properties(${library} PROPERTIES SOURCES "${sources}")
  target_sources(${library} PRIVATE $<TARGET_OBJECTS:${library}_quick>)
endfunction()

# mtgauge_harden_program(TARGET): position-independent, with the tables that the loader fills
# read-only afterwards.
function(mtgauge_harden_program target)
  if(NOT MTGAUGE_SANITIZE)
    target_link_options(${target} PRIVATE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
  endif()
endfunction()

# mtgauge_own_code(TARGET): our own C++20 code, with our warnings and includes from the root.
function(mtgauge_own_code target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:mtgauge_flags>)
  mtgauge_precompiled(${target} mtgauge_headers)
endfunction()

# mtgauge_library(NAME SOURCES...): adds one of our libraries.
function(mtgauge_library name)
  add_library(${name} STATIC ${ARGN})
  mtgauge_own_code(${name})
endfunction()
