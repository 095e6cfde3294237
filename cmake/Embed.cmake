# mtgauge_embed(TARGET FILE...): puts data of the source tree into the program. A source includes
# them as a string literal: #include "FILE.inc".
function(mtgauge_embed target)
  foreach(file IN LISTS ARGN)
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} bytes)
    file(CONFIGURE OUTPUT embedded/${file}.inc CONTENT "R\"data(@bytes@)data\"\n" @ONLY)
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/embedded)
endfunction()
