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

# mtgauge_embed_folder(TARGET FOLDER): puts all files of a folder into the program. A source includes
# them as rows {"NAME", {"BYTES", SIZE}}, in the order of names: #include "PATH-OF-FOLDER.inc".
function(mtgauge_embed_folder target folder)
  set(root ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
  file(GLOB_RECURSE names LIST_DIRECTORIES false RELATIVE ${root} CONFIGURE_DEPENDS ${root}/*)
  list(SORT names)
  set(rows "")
  foreach(name IN LISTS names)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${root}/${name})
    file(SIZE ${root}/${name} size)
    file(READ ${root}/${name} bytes HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
    string(APPEND rows "{\"${name}\", {\"${bytes}\", ${size}}},\n")
  endforeach()
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${root})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded/${path}.inc CONTENT "@rows@" @ONLY)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
