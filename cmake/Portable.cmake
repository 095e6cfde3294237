# Portable programs, C++ libraries and Python modules: build/PRESET/portable for every Linux with glibc
# 2.17 or newer, and build/PRESET/static for a system without any library. Their objects are those of the
# normal build, so they print its bytes; only the link differs.
set(MTGAUGE_PORTABLE "" CACHE PATH "Parts of portable programs, made by release/parts.sh")
set(mtgauge_release_folder ${CMAKE_CURRENT_LIST_DIR}/../release)
if(MTGAUGE_PORTABLE)
  file(GLOB archives ${MTGAUGE_PORTABLE}/archives/*.a)
  set(glibc ${MTGAUGE_PORTABLE}/glibc)
  if(NOT archives OR NOT EXISTS ${glibc}/libc.so)
    message(FATAL_ERROR "${MTGAUGE_PORTABLE} has no parts; run release/parts.sh ${MTGAUGE_PORTABLE}")
  endif()
  if(CMAKE_CROSSCOMPILING)
    # Headers are this machine's; the other architecture's libraries are among the parts.
    set(CMAKE_LIBRARY_ARCHITECTURE ${CMAKE_HOST_SYSTEM_PROCESSOR}-linux-gnu)
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  endif()
  set(old_glibc "-B${glibc}/;-L${glibc};-static-libstdc++;-static-libgcc;-Wl,--defsym=kMtgaugeIsPortable=1")
endif()

# mtgauge_link(TARGET OPTIONS LIBRARY...): links a target with our libraries, and with those of the
# parts. All of what a library behind WHOLE has is linked, since it is found at run time.
function(mtgauge_link target options)
  cmake_parse_arguments(arg "" "" "WHOLE" ${ARGN})
  foreach(libraries arg_WHOLE arg_UNPARSED_ARGUMENTS)
    list(TRANSFORM ${libraries} REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files_of_${libraries})
  endforeach()
  set(items ${files_of_arg_UNPARSED_ARGUMENTS})
  if(arg_WHOLE)
    list(PREPEND items -Wl,--whole-archive ${files_of_arg_WHOLE} -Wl,--no-whole-archive)
  endif()
  # Relative relocations stay unpacked: packed ones need glibc 2.36.
  target_link_options(${target} PRIVATE ${options}
    -s -Wl,-z,relro,-z,now,-z,noexecstack,--gc-sections,--as-needed)
  add_dependencies(${target} ${arg_UNPARSED_ARGUMENTS} ${arg_WHOLE})
  target_link_libraries(${target} PRIVATE -Wl,--start-group ${items} ${archives} -Wl,--end-group)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${mtgauge_release_folder}/check.sh $<TARGET_FILE:${target}>)
endfunction()

if(MTGAUGE_PORTABLE AND NOT TARGET portable)
  add_custom_target(portable)
  add_custom_target(portable_tests)
endif()

# mtgauge_portable(PROGRAM LIBRARY... [WHOLE LIBRARY...]): adds both links of a program to the target
# `portable`.
function(mtgauge_portable program)
  if(NOT MTGAUGE_PORTABLE)
    return()
  endif()
  foreach(folder portable static)
    set(target ${program}-${folder})
    add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:mtgauge_start>)
    add_dependencies(portable ${target})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${program}
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  endforeach()
  mtgauge_link(${program}-portable "${old_glibc};-pie" ${ARGN})
  mtgauge_link(${program}-static -static-pie ${ARGN})
endfunction()

# mtgauge_portable_library(NAME LIBRARY...): adds a shared library of all that the libraries have to the
# target `portable`. It shows what the public headers declare.
function(mtgauge_portable_library name)
  if(NOT MTGAUGE_PORTABLE)
    return()
  endif()
  set(exports ${mtgauge_release_folder}/exports.map)
  add_library(${name}-shared SHARED EXCLUDE_FROM_ALL ${exports})
  add_dependencies(portable ${name}-shared)
  set_target_properties(${name}-shared PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${name}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINK_DEPENDS ${exports}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/portable)
  mtgauge_link(${name}-shared "${old_glibc};-Wl,--version-script=${exports}" WHOLE ${ARGN})
endfunction()

# mtgauge_portable_test(TEST): adds a test that is linked as the static programs are, with the same
# objects, to the target `portable_tests`.
function(mtgauge_portable_test test)
  if(NOT MTGAUGE_PORTABLE)
    return()
  endif()
  add_executable(${test}-static EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}>)
  add_dependencies(portable_tests ${test}-static)
  set_target_properties(${test}-static PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${test}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static)
  target_link_libraries(${test}-static PRIVATE GTest::gmock GTest::gtest_main)
  mtgauge_link(${test}-static -static-pie mtgauge_cli mtgauge_parallel mtgauge_core)
endfunction()
