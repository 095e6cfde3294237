# mtgauge_late_library(TARGET LIBRARY NAME SOURCE): SOURCE loads the shared library at first use, by
# its SONAME, which is defined as NAME in SOURCE.
function(mtgauge_late_library target library name source)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE headers ERROR_QUIET)
  if(headers MATCHES "SONAME +([^ \n]+)")
    target_sources(${target} PRIVATE ${source})
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS ${name}="${CMAKE_MATCH_1}")
  endif()
endfunction()
