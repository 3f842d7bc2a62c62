#!/usr/bin/env bash
# The C++ library from an installed prefix: find_package, heddle_add_test, pkg-config; every sample
# project has a test that passes and a careless one that fails with the right message.
source "$(dirname "$0")/lib.bash"
PATIENCE=150
build=$(dirname "$(dirname "$HEDDLE")")
samples=$HEDDLE_SOURCE_DIR/examples/cpp
export PKG_CONFIG_PATH=$folder/prefix/lib/pkgconfig CXXFLAGS=-O0
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$folder CCACHE_NOHASHDIR=1
fi

check "the library can be installed"
run_command cmake --install "$build" --prefix "$folder/prefix"
expect_status 0
for file in include/heddle/explore.hpp lib/cmake/heddle/heddleConfig.cmake share/man/man1/heddle.1.gz \
  share/bash-completion/completions/heddle share/doc/heddle/README.md lib/libheddle_queue.a \
  share/heddle/rebar3_heddle/rebar.config share/heddle/mix_heddle/mix.exs share/heddle/erlang.mk/heddle.mk; do
  expect_file "prefix/$file"
done

# sample NAME PASSED...: builds examples/cpp/NAME and runs its tests; `out` has what ctest printed.
sample() {
  local name=$1 test
  shift
  # Sources beside the build, so that what ccache has is found whatever the folder is called.
  cp -r "$samples/$name" "$name"
  run_command cmake -G Ninja -S "$name" -B "$name/build" -DCMAKE_PREFIX_PATH="$folder/prefix"
  expect_status 0
  run_command cmake --build "$name/build" -j2
  expect_status 0
  run_command ctest --test-dir "$name/build" --output-on-failure
  expect_out "1 tests failed out of $(($# + 1))"
  for test in "$@"; do grep -qE "Test +#[0-9]+: $test [ .]*Passed" out || fail "$test did not pass"; done
}

check "examples/cpp/ctest"
sample ctest product counter_test.sc counter_test.tso
expect_out "careless_counter_test (Failed)" "unexpected: 1" "schedule: S0" "counter.hpp:"
grep -q 'tests="1" failures="0"' ctest/build/counter_test.sc.xml || fail "no JUnit report"
if nm -C ctest/build/product | grep -q heddle; then fail "heddle is in the product"; fi

check "examples/cpp/googletest"
sample googletest bank_test
expect_out "careless_bank_test (Failed)" "CarelessBank.NoMoneyGetsLost" \
  "main waits in mutex2.lock" "T1 waits in mutex1.lock"

check "a failure can be run again; a token of another test, and a damaged one, cannot"
run_command googletest/build/careless_bank_test
expect_status 1
token=$(sed -n 's/.*HEDDLE_REPLAY=\(h1\.[A-Za-z0-9_-]*\).*/\1/p' out | head -n 1)
[[ -n $token ]] || fail "there is no replay token"
run_command env HEDDLE_REPLAY="$token" googletest/build/careless_bank_test
expect_status 1
expect_out "the replay of a single schedule"
grep -q "replayed: deadlock" err || fail "the replay was not told"
run_command env HEDDLE_REPLAY="$token" ctest/build/counter_test
expect_status 0
grep -q "token of another test" err || fail "the wrong test was not told"
run_command env HEDDLE_REPLAY="${token}A" googletest/build/careless_bank_test
expect_status 1
expect_out "damaged"

check "examples/cpp/catch2"
sample catch2 lazy_test
expect_out "careless_lazy_test (Failed)" "a careless lazy object is made once" "unexpected: 2" "lazy.hpp:"

check "examples/cpp/makefile, by pkg-config"
expect_equal "version" "$("$HEDDLE" --version)" "heddle $(pkg-config --modversion heddle)"
cp -r "$samples/makefile" makefile
run_command make -C makefile -j2 check CXX="${CMAKE_CXX_COMPILER_LAUNCHER:-} ${CXX:-c++}"
[[ $status -ne 0 ]] || fail "the careless test must fail"
expect_out_line "slot_test: passed"
expect_out_line "careless_slot_test: failed"
expect_out "careless slot" "deadlock" "slot.hpp:"

check "it can be part of another project's build"
mkdir parent
cat >parent/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
enable_testing()
include(FetchContent)
FetchContent_Declare(heddle SOURCE_DIR $HEDDLE_SOURCE_DIR)
FetchContent_MakeAvailable(heddle)
heddle_add_test(counter_test SOURCES $samples/ctest/counter_test.cpp)
END
run_command cmake -G Ninja -S parent -B parent/build
expect_status 0
if [[ -n ${HEDDLE_E2E_BUILD_ALL:-} ]]; then  # takes a while: it compiles the library
  PATIENCE=1800
  run_command cmake --build parent/build -j2 --target counter_test
  expect_status 0
  run_command ctest --test-dir parent/build
  expect_status 0
fi

passed
