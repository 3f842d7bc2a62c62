# Precompiled headers: parsing the standard library is most of the time of compiling a small file,
# and a first build has some 700 of them.
#
#   heddle_precompiled(TARGET [GTEST] [FLAGS flag...])
#
# Targets with the same flags share one precompiled header. Sources include what they use all the
# same: builds that are part of another project, and those of the packages, go without.

option(HEDDLE_PRECOMPILE "Compile the headers of the standard library once" ${PROJECT_IS_TOP_LEVEL})
if(HEDDLE_STATIC)
  set(HEDDLE_PRECOMPILE OFF)
endif()

# Headers that generate code wherever they are included (JSON, HTTP) would cost more than they save.
set(HEDDLE_PRECOMPILED_HEADERS
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <cstdint> <cstring> <deque> <exception>
  <filesystem> <fstream> <functional> <iostream> <limits> <map> <memory> <mutex> <optional> <random>
  <set> <span> <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <unordered_map>
  <unordered_set> <utility> <variant> <vector> <fmt/format.h>)

function(heddle_precompiled target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "GTEST" "" "FLAGS")
  if(NOT HEDDLE_PRECOMPILE)
    return()
  endif()
  string(MAKE_C_IDENTIFIER "heddle_precompiled${arg_FLAGS}" shared)
  if(arg_GTEST)
    string(APPEND shared _gtest)
  endif()
  if(NOT TARGET ${shared})
    set(source ${PROJECT_BINARY_DIR}/generated/precompiled.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// Nothing: CMake wants a source.\n")
    add_library(${shared} OBJECT ${source})
    target_link_libraries(${shared} PRIVATE heddle_options fmt::fmt)
    target_compile_options(${shared} PRIVATE ${arg_FLAGS})
    target_precompile_headers(${shared} PRIVATE ${HEDDLE_PRECOMPILED_HEADERS})
    if(arg_GTEST)
      target_link_libraries(${shared} PRIVATE GTest::gtest)
      target_precompile_headers(${shared} PRIVATE <gtest/gtest.h>)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
endfunction()
