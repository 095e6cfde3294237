# mtgauge_embed(TARGET FILE...): puts data of the source tree into the program. A source includes
# them as a string literal, by their path from the root: #include "core/FILE.inc".
function(mtgauge_embed target)
  foreach(file IN LISTS ARGN)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
    file(READ ${source} bytes)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded/${path}.inc
      CONTENT "R\"data(@bytes@)data\"\n" @ONLY)
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
