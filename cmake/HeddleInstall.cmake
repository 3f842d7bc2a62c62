# The targets for users of the C++ library, and `cmake --install`: the program, the public headers, the
# libraries, and what find_package(heddle) and pkg-config read. cmake/HeddleDocs.cmake has the rest.
#
#   heddle::heddle    the C++ library: threads, explorations, predicates
#   heddle::headers   the public headers alone, for products built with HEDDLE_CONC=std
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
set(exported)

if(TARGET heddle)
  set_target_properties(heddle PROPERTIES EXPORT_NAME heddle_program)
  list(APPEND exported heddle)
endif()

add_library(heddle_headers INTERFACE)
add_library(heddle::headers ALIAS heddle_headers)
set_target_properties(heddle_headers PROPERTIES EXPORT_NAME headers)
target_compile_features(heddle_headers INTERFACE cxx_std_20)
target_include_directories(heddle_headers INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

# LINK_ONLY: our warnings and private folders do not reach the user's targets.
add_library(heddle_cpp INTERFACE)
add_library(heddle::heddle ALIAS heddle_cpp)
set_target_properties(heddle_cpp PROPERTIES EXPORT_NAME heddle)
target_link_libraries(heddle_cpp INTERFACE heddle_headers $<LINK_ONLY:heddle_testing>)
list(APPEND exported heddle_headers heddle_cpp)

set(layers support core explore dist queue threads report story remote testing)  # lowest first
foreach(layer IN LISTS layers)
  set_target_properties(heddle_${layer} PROPERTIES EXPORT_NAME ${layer})
  list(APPEND exported heddle_${layer})
endforeach()

include(HeddleTest)

if(HEDDLE_INSTALL)
  install(DIRECTORY include/erlang DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle)
  include(HeddleDocs)
endif()

# What is linked statically travels alone: the C++ library is linked with what its user has.
if(HEDDLE_INSTALL AND HEDDLE_STATIC)
  heddle_install_static()
elseif(HEDDLE_INSTALL)
  install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(TARGETS ${exported} EXPORT heddleTargets)
  if(TARGET heddle-serve)
    install(TARGETS heddle-serve DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/heddle)
  endif()
  install(EXPORT heddleTargets NAMESPACE heddle:: DESTINATION ${package_dir})

  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake.in
    ${PROJECT_BINARY_DIR}/heddleConfig.cmake INSTALL_DESTINATION ${package_dir})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/heddleConfig.cmake
                ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
                ${PROJECT_SOURCE_DIR}/cmake/HeddleTest.cmake
          DESTINATION ${package_dir})

  # The libraries are archives, so the linker wants whoever needs something before who has it.
  list(REVERSE layers)
  list(TRANSFORM layers PREPEND "-lheddle_" OUTPUT_VARIABLE HEDDLE_PC_LIBS)
  list(JOIN HEDDLE_PC_LIBS " " HEDDLE_PC_LIBS)
  file(RELATIVE_PATH HEDDLE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" HEDDLE_PC_PREFIX "${HEDDLE_PC_PREFIX}")
  configure_file(cmake/heddle.pc.in heddle.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/heddle.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
