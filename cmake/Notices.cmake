# The licences of third-party code in what we build: from Debian's packages, which release/sources.txt
# names, and of the tables in core/text.
#
# mtgauge_notices(FILE): writes them to the file. What a release is built with must all be there.
set(mtgauge_contents ${CMAKE_CURRENT_LIST_DIR}/../release/sources.txt)
set(mtgauge_tables ${CMAKE_CURRENT_LIST_DIR}/../core/text)
function(mtgauge_notices path)
  file(WRITE ${path} "mtgauge contains parts of the works below, under these licences.
The static programs contain the GNU C Library (glibc) of Debian 12, under the LGPL 2.1. You may change
it, and link the programs with it again: release/build.sh in the sources of mtgauge compiles all objects
and links them. `apt-get source glibc` brings the sources of the library.
")
  file(STRINGS ${mtgauge_contents} rows REGEX "^[^#]")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^[^ ]+ [^ ]+ [^ ]+ ([^ ]+) .*" "\\1" package "${row}")
    if(EXISTS /usr/share/doc/${package}/copyright)
      file(READ /usr/share/doc/${package}/copyright copyright)
      file(APPEND ${path} "\n==== ${package} ====\n${copyright}")
    elseif(MTGAUGE_PORTABLE)
      message(FATAL_ERROR "there is no licence of ${package}; install the package")
    endif()
  endforeach()
  file(READ ${mtgauge_tables}/whisper_licence.txt licence)
  file(APPEND ${path} "\n==== openai-whisper, english.json ====\n${licence}")
  file(READ ${mtgauge_tables}/unicode_licence.txt licence)
  file(APPEND ${path} "\n==== Unicode Character Database ====\n${licence}")
endfunction()
