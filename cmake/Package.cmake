# The files that `cmake --install` installs, and find_package(mtgauge).
include(CMakePackageConfigHelpers)

if(MTGAUGE_CLI)
  install(TARGETS mtgauge COMPONENT program)
  install(TARGETS mtgauge-bench DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/mtgauge COMPONENT program)
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
    install(FILES ${path} DESTINATION ${folder} COMPONENT program)
  endfunction()
  # The manual pages: of the program, and of each verb.
  set(pages ${PROJECT_BINARY_DIR}/generated/share/man)
  file(MAKE_DIRECTORY ${pages})
  add_custom_command(OUTPUT ${pages}/mtgauge.1 COMMAND mtgauge generate man -o ${pages}
                     DEPENDS mtgauge)
  add_custom_target(mtgauge_man ALL DEPENDS ${pages}/mtgauge.1)
  install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
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
              ${PROJECT_SOURCE_DIR}/cmake/FindLZ4.cmake ${PROJECT_SOURCE_DIR}/cmake/FindBrotli.cmake
        DESTINATION ${config_folder})
