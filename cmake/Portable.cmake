# Portable programs: build/PRESET/portable for every Linux with glibc 2.17 or newer, and
# build/PRESET/static for a system without any library. Their objects are those of the normal build,
# so they print its bytes; only the link differs.
set(MTGAUGE_PORTABLE "" CACHE PATH "Parts of portable programs, made by release/parts.sh")
if(MTGAUGE_PORTABLE)
  file(GLOB archives ${MTGAUGE_PORTABLE}/archives/*.a)
  set(glibc ${MTGAUGE_PORTABLE}/glibc)
  if(NOT archives OR NOT EXISTS ${glibc}/libc.so)
    message(FATAL_ERROR "${MTGAUGE_PORTABLE} has no parts; run release/parts.sh ${MTGAUGE_PORTABLE}")
  endif()
  add_custom_target(portable)
endif()

# mtgauge_link(PROGRAM FOLDER OPTIONS ITEMS): links the objects of a program again.
function(mtgauge_link program folder options items)
  set(target ${program}-${folder})
  add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}>)
  add_dependencies(portable ${target})
  add_dependencies(${target} ${program})  # and so all that it is linked from
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME ${program}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  # Relative relocations stay unpacked: packed ones need glibc 2.36.
  target_link_options(${target} PRIVATE ${options}
    -s -Wl,-z,relro,-z,now,-z,noexecstack,--gc-sections,--as-needed)
  target_link_libraries(${target} PRIVATE -Wl,--start-group ${items} ${archives} -Wl,--end-group)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/release/check.sh $<TARGET_FILE:${target}>)
endfunction()

# mtgauge_portable(PROGRAM [WHOLE LIBRARY] LIBRARY...): adds both links of a program to the target
# `portable`. All of the library behind WHOLE is linked, since what it defines is found at run time.
function(mtgauge_portable program)
  if(NOT MTGAUGE_PORTABLE)
    return()
  endif()
  cmake_parse_arguments(arg "" "WHOLE" "" ${ARGN})
  list(TRANSFORM arg_UNPARSED_ARGUMENTS REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE items)
  if(arg_WHOLE)
    list(PREPEND items
      -Wl,--whole-archive $<TARGET_FILE:${arg_WHOLE}> -Wl,--no-whole-archive)
  endif()
  mtgauge_link(${program} portable
    "-B${glibc}/;-L${glibc};-static-libstdc++;-static-libgcc;-pie" "${items}")
  mtgauge_link(${program} static -static-pie "${items}")
endfunction()
