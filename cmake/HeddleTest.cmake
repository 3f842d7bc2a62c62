# heddle_add_test(NAME SOURCES file... [GTEST | CATCH2] [LIBRARIES target...]
#                 [MEMORY model...] [JOBS n] [STRATEGY name] [SEED n] [TIME seconds] [REPORTS folder])
#
# A test program that is linked with heddle::heddle (and with GoogleTest or Catch2, each with a main
# function, if asked for) and registered with CTest. Code under test that says
# `namespace conc = HEDDLE_CONC;` gets heddle there.
#
# MEMORY, JOBS, STRATEGY, SEED, TIME become what the environment says (HEDDLE_MEMORY, ...); with
# several memory models there is a test for each, NAME.model. REPORTS: each test writes a JUnit file
# there.
function(heddle_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "GTEST;CATCH2" "JOBS;STRATEGY;SEED;TIME;REPORTS"
    "SOURCES;LIBRARIES;MEMORY")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_test(${name}): SOURCES are needed, "
                        "'${arg_UNPARSED_ARGUMENTS}' is not understood")
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle::heddle ${arg_LIBRARIES})
  target_compile_definitions(${name} PRIVATE HEDDLE_CONC=heddle)
  if(arg_GTEST)
    find_package(GTest REQUIRED)
    target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  endif()
  if(arg_CATCH2)
    find_package(Catch2 REQUIRED)
    if(TARGET Catch2::Catch2WithMain)
      target_link_libraries(${name} PRIVATE Catch2::Catch2WithMain)
    else()  # version 2 has no library; compiling its main function takes longer than a test
      if(NOT TARGET heddle_catch2_main)
        set(main ${CMAKE_CURRENT_BINARY_DIR}/heddle_catch2_main.cpp)
        file(CONFIGURE OUTPUT ${main}
          CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
        add_library(heddle_catch2_main STATIC ${main})
        target_link_libraries(heddle_catch2_main PUBLIC Catch2::Catch2)
      endif()
      target_link_libraries(${name} PRIVATE heddle_catch2_main)
    endif()
  endif()

  set(environment)
  foreach(variable JOBS STRATEGY SEED TIME)
    if(DEFINED arg_${variable})
      list(APPEND environment HEDDLE_${variable}=${arg_${variable}})
    endif()
  endforeach()
  list(LENGTH arg_MEMORY models)
  if(models EQUAL 0)
    set(arg_MEMORY "-")
  endif()
  foreach(model IN LISTS arg_MEMORY)
    set(test ${name})
    set(settings ${environment})
    if(NOT model STREQUAL "-")
      list(APPEND settings HEDDLE_MEMORY=${model})
      if(models GREATER 1)
        set(test ${name}.${model})
      endif()
    endif()
    if(DEFINED arg_REPORTS)
      list(APPEND settings HEDDLE_JUNIT=${arg_REPORTS}/${test}.xml)
    endif()
    add_test(NAME ${test} COMMAND ${name})
    set_tests_properties(${test} PROPERTIES ENVIRONMENT "${settings}")
  endforeach()
endfunction()
