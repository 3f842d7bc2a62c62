# `cpack` makes a .deb; with HEDDLE_STATIC a tarball. `make package` makes both.
set(CPACK_PACKAGE_CONTACT "The Heddle developers <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier for concurrent programs")
set(CPACK_PACKAGE_DESCRIPTION
"Heddle runs every interleaving of a concurrent program that can matter, exactly
once, and answers with an error that can be replayed or with the statement that
there is none. It checks tests written in Erlang and Elixir, which need their
compilers, and in C++, for which the library is here, too.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/strip_archives.cmake)
set(CPACK_SYSTEM_NAME ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})  # in the name of the tarball

if(HEDDLE_STATIC)
  set(CPACK_GENERATOR TGZ)
else()
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded when a queue or crypto is used, so that nothing shows that they are needed.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libpq5, libssl3")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "erlang-base")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
  "elixir, graphviz, g++, libfmt-dev, libboost-context-dev, cmake, pkg-config")
include(CPack)
