# The C++ library from the sources around this file:
#   vcpkg install heddle --overlay-ports=<heddle>/integrations/vcpkg
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
cmake_path(APPEND CMAKE_CURRENT_LIST_DIR ../../.. OUTPUT_VARIABLE source)
cmake_path(NORMAL_PATH source)

vcpkg_cmake_configure(
  SOURCE_PATH "${source}"
  OPTIONS
    -DHEDDLE_BUILD_PROGRAM=OFF
    -DHEDDLE_BUILD_TESTS=OFF
    -DHEDDLE_BUILD_BENCH=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/heddle)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
