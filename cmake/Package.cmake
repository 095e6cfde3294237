# The files that `cmake --install` installs, find_package(mtgauge) and the Debian package.
include(CMakePackageConfigHelpers)

if(MTGAUGE_CLI)
  install(TARGETS mtgauge)
  install(TARGETS mtgauge-bench DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/mtgauge)
  install(TARGETS mtgauge_cli EXPORT mtgaugeProgram)
endif()
install(TARGETS mtgauge_core mtgauge_parallel EXPORT mtgaugeTargets)

# Only the public headers; they include none of the others.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mtgauge DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

include(Notices)
set(notices ${PROJECT_BINARY_DIR}/third-party-notices.txt)
mtgauge_notices(${notices})
install(FILES ${notices} DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The program itself makes these files, so this is skipped if it cannot run here.
if(MTGAUGE_CLI AND NOT CMAKE_CROSSCOMPILING)
  # mtgauge_generated(FORM FILE FOLDER): installs the output of `mtgauge generate FORM`.
  function(mtgauge_generated form file folder)
    set(path ${PROJECT_BINARY_DIR}/generated/share/${form}/${file})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/share/${form})
    add_custom_command(OUTPUT ${path} COMMAND mtgauge generate ${form} -o ${path} DEPENDS mtgauge)
    add_custom_target(mtgauge_${form} ALL DEPENDS ${path})
    install(FILES ${path} DESTINATION ${folder})
  endfunction()
  mtgauge_generated(man mtgauge.1 ${CMAKE_INSTALL_MANDIR}/man1)
  mtgauge_generated(bash mtgauge ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Debian's zsh and fish search these folders for completions of packages.
  mtgauge_generated(zsh _mtgauge ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  mtgauge_generated(fish mtgauge.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/mtgauge)
install(EXPORT mtgaugeTargets NAMESPACE mtgauge:: DESTINATION ${config_folder})
if(MTGAUGE_CLI)
  install(EXPORT mtgaugeProgram NAMESPACE mtgauge:: DESTINATION ${config_folder})
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/mtgaugeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/mtgaugeConfig.cmake INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mtgaugeConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mtgaugeConfig.cmake
              ${PROJECT_BINARY_DIR}/mtgaugeConfigVersion.cmake
        DESTINATION ${config_folder})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mtgauge)
string(REPLACE "-" "~" CPACK_PACKAGE_VERSION ${MTGAUGE_VERSION})  # a candidate is older than its release
set(CPACK_PACKAGE_CONTACT "mtgauge developers <mtgauge@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
"Computes sacreBLEU's scores to the last digit, hundreds of times faster, with
 answers that do not depend on threads, machine or batch size. Holds the program
 mtgauge, the static C++20 libraries and their CMake package.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program loads it late, so SHLIBDEPS cannot find it.
if(MTGAUGE_WITH_XML)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS libxml2)
endif()
# The first is for synonyms and base forms of WordNet; only users who link the libraries need the
# others.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "wordnet-base, libabsl-dev, libfmt-dev, liblzma-dev, libsimdjson-dev, libstemmer-dev, \
libtbb-dev, libxml2-dev, libzstd-dev, zlib1g-dev")
include(CPack)
