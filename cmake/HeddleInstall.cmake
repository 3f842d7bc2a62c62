# `cmake --install`: the program, the public headers and the package that find_package(heddle) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
set(exported)

if(TARGET heddle)
  set_target_properties(heddle PROPERTIES EXPORT_NAME heddle_program)
  list(APPEND exported heddle)
endif()

file(GLOB_RECURSE public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/heddle/*.hpp)
if(public_headers)
  add_library(heddle_headers INTERFACE)
  set_target_properties(heddle_headers PROPERTIES EXPORT_NAME headers)
  target_compile_features(heddle_headers INTERFACE cxx_std_20)
  target_include_directories(heddle_headers INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  list(APPEND exported heddle_headers)
endif()

install(DIRECTORY include/erlang DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle)

if(exported)
  install(TARGETS ${exported} EXPORT heddleTargets)
  install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION ${package_dir})

  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in
    ${PROJECT_BINARY_DIR}/heddleConfig.cmake INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/heddleConfig.cmake
                ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
          DESTINATION ${package_dir})
endif()
