#!/usr/bin/env bash
# The C++ library from an installed prefix: find_package, heddle_add_test, CTest, reports, replay.
source "$(dirname "$0")/lib.bash"
PATIENCE=300
build=$(dirname "$(dirname "$HEDDLE")")
sample=$HEDDLE_SOURCE_DIR/examples/cpp/ctest

check "the library can be installed"
run_command cmake --install "$build" --prefix "$folder/prefix"
expect_status 0
[[ -f prefix/include/heddle/explore.hpp ]] || fail "no headers were installed"

check "a project finds it, and its tests pass"
run_command cmake -S "$sample" -B project -DCMAKE_PREFIX_PATH="$folder/prefix"
expect_status 0
run_command cmake --build project
expect_status 0
run_command ctest --test-dir project --output-on-failure
expect_status 0
expect_out "100% tests passed"
expect_out "counter_test.tso"
grep -q 'tests="2" failures="0"' project/counter_test.sc.xml || fail "no JUnit report"

check "the product has nothing of it"
if nm -C project/product | grep -q heddle; then fail "heddle is in the product"; fi

check "a failure says how it came about, and can be run again"
failing=(project/counter_test --gtest_also_run_disabled_tests --gtest_filter='*CarelessIsWrong')
run_command "${failing[@]}"
expect_status 1
expect_out "unexpected: 1"
expect_out "schedule: S0"
expect_out "counter.hpp:"
token=$(sed -n 's/.*HEDDLE_REPLAY=\(h1\.[A-Za-z0-9_-]*\).*/\1/p' out | head -n 1)
[[ -n $token ]] || fail "there is no replay token"
run_command env HEDDLE_REPLAY="$token" "${failing[@]}"
expect_status 1
expect_out "the replay of a single schedule"
grep -q "replayed: value 1" err || fail "the replay was not told"

check "a token of another test, and a damaged one"
run_command env HEDDLE_REPLAY="$token" project/plain_test
expect_status 0
grep -q "token of another test" err || fail "the wrong test was not told"
run_command env HEDDLE_REPLAY="${token}A" "${failing[@]}"
expect_status 1
expect_out "damaged"

check "it can be part of another project's build"
mkdir parent
cat >parent/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
enable_testing()
include(FetchContent)
FetchContent_Declare(heddle SOURCE_DIR $HEDDLE_SOURCE_DIR)
FetchContent_MakeAvailable(heddle)
heddle_add_test(plain_test SOURCES $sample/plain_test.cpp)
END
run_command cmake -S parent -B parent/build
expect_status 0
if [[ -n ${HEDDLE_E2E_BUILD_ALL:-} ]]; then  # takes a while: it compiles the library
  PATIENCE=1800
  run_command cmake --build parent/build -j2 --target plain_test
  expect_status 0
  run_command ctest --test-dir parent/build
  expect_status 0
fi

passed
