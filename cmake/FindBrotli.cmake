# Brotli::decoder, of which Debian has no CMake files.
find_path(BROTLI_INCLUDE_DIR brotli/decode.h)
find_library(BROTLI_DECODER brotlidec)
find_library(BROTLI_COMMON brotlicommon)
mark_as_advanced(BROTLI_INCLUDE_DIR BROTLI_DECODER BROTLI_COMMON)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Brotli REQUIRED_VARS BROTLI_DECODER BROTLI_COMMON BROTLI_INCLUDE_DIR)
if(Brotli_FOUND AND NOT TARGET Brotli::decoder)
  add_library(Brotli::common UNKNOWN IMPORTED)
  set_target_properties(Brotli::common PROPERTIES IMPORTED_LOCATION ${BROTLI_COMMON})
  add_library(Brotli::decoder UNKNOWN IMPORTED)
  set_target_properties(Brotli::decoder PROPERTIES IMPORTED_LOCATION ${BROTLI_DECODER}
    INTERFACE_INCLUDE_DIRECTORIES ${BROTLI_INCLUDE_DIR} INTERFACE_LINK_LIBRARIES Brotli::common)
endif()
