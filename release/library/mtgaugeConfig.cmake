# find_package(mtgauge) of the archive: mtgauge::mtgauge is the shared library.
get_filename_component(mtgauge_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
if(NOT TARGET mtgauge::mtgauge)
  add_library(mtgauge::mtgauge SHARED IMPORTED)
  target_compile_features(mtgauge::mtgauge INTERFACE cxx_std_20)
  set_target_properties(mtgauge::mtgauge PROPERTIES
    IMPORTED_LOCATION ${mtgauge_prefix}/lib/libmtgauge.so.@MAJOR@
    INTERFACE_INCLUDE_DIRECTORIES ${mtgauge_prefix}/include)
endif()
