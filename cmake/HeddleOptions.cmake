# Compiler settings shared by every target, gathered in the interface library heddle_options.

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
# Line tables are cheap and make profiles and crash reports readable.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)  # for clang-tidy and editors

find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this ccache leaves files with precompiled headers alone.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${HEDDLE_CCACHE})
endif()

configure_file(${PROJECT_SOURCE_DIR}/cmake/version.hpp.in
               ${PROJECT_BINARY_DIR}/generated/support/version.hpp @ONLY)

add_library(heddle_options INTERFACE)
target_include_directories(heddle_options INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/generated)
target_compile_options(heddle_options INTERFACE -Wall -Wextra)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns falsely about "literal" + std::string and text.insert(at, "literal"), depending on
  # inlining (its bug 105651 and kin).
  target_compile_options(heddle_options INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()

if(HEDDLE_SANITIZE)
  # Without the checks of every pointer that is followed: they double the time of compiling, and
  # the address sanitizer stops at the pointers that matter.
  set(sanitize -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize=null,vptr,alignment,object-size
      -fno-sanitize-recover=all)
  # -O1: unoptimised instrumented code is too slow for the property tests. -g1: what reports show;
  # more costs a third of the time of compiling. Not among the options of targets, which may have a
  # level of their own.
  set(CMAKE_CXX_FLAGS_DEBUG "-g1 -O1")
  target_compile_options(heddle_options INTERFACE ${sanitize} -fno-omit-frame-pointer)
  target_compile_definitions(heddle_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(heddle_options INTERFACE ${sanitize})
elseif(PROJECT_IS_TOP_LEVEL)
  # Not with sanitizers: their instrumentation makes GCC warn falsely (so says its manual).
  set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()
