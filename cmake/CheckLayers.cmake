# Checks that no file includes against the direction of the table of layers in docs/architecture.md.
# Usage: cmake -DROOT=FOLDER -P CheckLayers.cmake
cmake_minimum_required(VERSION 3.25)

# Room -> the rooms that it may include, in addition to itself. A room that is not listed is an
# error. The public API is plain data and declarations; every room may include it.
set(may_mtgauge "")
set(may_base mtgauge)
set(may_simd mtgauge base)
set(may_text mtgauge base simd)
set(may_algo mtgauge base simd text)
set(may_contract mtgauge base simd text algo)
set(may_metrics mtgauge base simd text algo contract)
set(may_stats mtgauge base simd)
set(may_input mtgauge base simd text)
set(may_score mtgauge base simd text algo contract)
set(may_spans mtgauge base simd text algo)
set(may_evaluate mtgauge base simd stats)
set(may_judgements mtgauge base simd stats evaluate)
set(may_significance mtgauge base simd text algo contract stats evaluate score)
set(may_rowfile mtgauge base simd text algo contract stats score)
set(may_explain mtgauge base text algo)
set(may_request mtgauge base text algo contract evaluate input score significance rowfile)
set(may_fields mtgauge base)
set(may_report mtgauge base fields simd text algo contract stats evaluate input score significance)
set(may_parallel mtgauge base fields simd text algo contract stats evaluate input score significance explain judgements spans request report rowfile)
set(may_cli mtgauge base simd text algo contract stats evaluate input score significance request report
  parallel)
# The folders of parallel that all its others share: of parallel, each may include those before it.
set(shared_by_parallel run significance score compare)
# Laboratories measure the engine's inner parts.
set(may_measuring mtgauge base simd text algo stats)
set(may_laboratory mtgauge base simd text algo contract stats evaluate measuring input score significance request
  report parallel cli)

# Returns the room: "core/text/view.h" -> text, "cli/flags/flags.h" -> cli, "mtgauge/texts.h" ->
# mtgauge.
function(room_of path out)
  string(REGEX REPLACE "^include/" "" path "${path}")
  string(REGEX REPLACE "^core/|^bench/" "" path "${path}")
  string(REGEX REPLACE "^laboratory/measuring/" "measuring/" path "${path}")
  string(REGEX REPLACE "/.*" "" room "${path}")
  set(${out} "${room}" PARENT_SCOPE)
endfunction()

# The command line uses the engine through its public API, like any other program. Beyond that,
# every file may include core/base; these files need more, for the given reasons.
set(beyond_the_door
  cli/sacrebleu/          # another tool's conventions, out of the same parts
  cli/program.cc          # chooses instruction sets
  cli/version.cc          # names them
  cli/flags/flags         # the table of options, the names of tokenizers and formats
  cli/flags/cite_command  # the names of conventions, options in specs
  cli/flags/configuration # the record of a run
  cli/flags/input_files   # which files an option names
  cli/flags/job_file      # numbers as JSON writes them, options in specs
  cli/help/help           # wraps text
  cli/help/topics         # the tables that topics list
  cli/jobs/manifest       # JSON
  cli/jobs/resume         # which files a pattern or a folder stands for
  cli/verbs/lists         # the tables themselves
  cli/verbs/run)          # opens job files

set(faults "")
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/include/*.h ${ROOT}/core/*.h ${ROOT}/core/*.cc ${ROOT}/parallel/*.h
  ${ROOT}/parallel/*.cc ${ROOT}/cli/*.h ${ROOT}/cli/*.cc
  ${ROOT}/bench/laboratory/*.h ${ROOT}/bench/laboratory/*.cc)
if(NOT files)
  message(FATAL_ERROR "no sources under ${ROOT}; give the project's root as -DROOT=")
endif()
foreach(file IN LISTS files)
  room_of(${file} room)
  if(NOT DEFINED may_${room})
    string(APPEND faults "${file}: the room '${room}' is not in cmake/CheckLayers.cmake\n")
    continue()
  endif()
  if(room STREQUAL "metrics" AND file MATCHES "\\.h$")
    string(APPEND faults "${file}: a metric has no header; what others need belongs in core/algo\n")
  endif()
  file(STRINGS ${ROOT}/${file} includes REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS includes)
    if(line MATCHES "\"([^\"]*)\"")
      set(included ${CMAKE_MATCH_1})
      room_of(${included} other)
      if(room STREQUAL "cli" AND NOT other MATCHES "^(cli|mtgauge|base)$")
        set(excepted FALSE)
        foreach(place IN LISTS beyond_the_door)
          string(FIND ${file} ${place} at)
          if(at EQUAL 0)
            set(excepted TRUE)
          endif()
        endforeach()
        if(NOT excepted)
          string(APPEND faults "${file} includes ${included}: ask for it by include/mtgauge\n")
        endif()
      endif()
      if(NOT other STREQUAL room AND NOT other IN_LIST may_${room})
        string(APPEND faults "${file} includes ${included}: '${room}' may not include '${other}'\n")
      endif()
      string(REGEX REPLACE "^parallel/([^/]+)/.*" "\\1" from "${file}")
      string(REGEX REPLACE "^parallel/([^/]+)/.*" "\\1" to "${included}")
      list(FIND shared_by_parallel "${from}" place)
      list(FIND shared_by_parallel "${to}" place_of_other)
      if(place GREATER -1 AND other STREQUAL "parallel"
         AND (place_of_other EQUAL -1 OR place_of_other GREATER place))
        string(APPEND faults "${file} includes ${included}: 'parallel/${from}' may not include 'parallel/${to}'\n")
      endif()
    elseif(line MATCHES "<(tbb|oneapi)/" AND NOT file MATCHES "^parallel/")
      string(APPEND faults "${file}: only parallel/ may include TBB\n")
    elseif(line MATCHES "<simdjson" AND NOT file MATCHES "^core/")
      # Its classes have other members without the definitions that core is compiled with.
      string(APPEND faults "${file}: only core/ may include simdjson\n")
    endif()
  endforeach()
endforeach()
if(faults)
  message(FATAL_ERROR "includes against the direction of docs/architecture.md:\n${faults}")
endif()
list(LENGTH files count)
message(STATUS "${count} files include in the right direction")
