# A thin front for CMake and CTest. `make help` lists the targets.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
CTEST = ctest --output-on-failure --no-tests=error -j$(JOBS)

# Expanded only where used. Scripts' output (generated/) is not formatted.
SOURCES = $(shell find $(wildcard src include tests bench examples) \
            -name generated -prune -o \( -name '*.cpp' -o -name '*.hpp' \) -print)

.DEFAULT_GOAL := build
.NOTPARALLEL:  # Ninja and CTest use the cores
# Clones in other folders find what was compiled before.
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1

.PHONY: help install-deps build run test web-test asan nightly bench format format-check tidy install package \
  test-package clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t16

install-deps:  ## install the Debian packages; does nothing when they are present
	@scripts/install-deps

# Ninja runs CMake again by itself when a CMake file, or the set of source files, has changed.
# CMAKE_SKIP_INSTALL_ALL_DEPENDENCY: packing needs the program, not all the tests.
build/build.ninja:
	cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON

build-asan/build.ninja:
	cmake -S . -B build-asan -G Ninja -DCMAKE_BUILD_TYPE=Debug -DHEDDLE_SANITIZE=address,undefined

build-static/build.ninja:
	cmake -S . -B build-static -G Ninja -DCMAKE_BUILD_TYPE=Release -DHEDDLE_STATIC=ON \
	  -DHEDDLE_BUILD_TESTS=OFF -DHEDDLE_BUILD_BENCH=OFF

build: build/build.ninja  ## build/bin/heddle, optimised
	cmake --build build --target heddle

# The example contains a bug on purpose, so only exit code 1 ("an error was found") is right.
run: install-deps build  ## check the example cache.erl; Heddle finds its bug
	@echo '$$ build/bin/heddle check examples/erlang/cache.erl'; \
	build/bin/heddle check examples/erlang/cache.erl; code=$$?; \
	if [ $$code -eq 1 ]; then \
	  echo "make run: exit code 1 is expected here: the example has a bug and Heddle found it."; \
	else echo "make run: expected exit code 1 (an error found), got $$code" >&2; exit 1; fi

test: install-deps build/build.ninja  ## build everything, run all tests
	cmake --build build
	cd build && $(CTEST) --output-junit $(CURDIR)/build/ctest.xml
	scripts/web-test build/web
	scripts/schema-test build/bin/heddle

web-test:  ## only the tests of the pages
	scripts/web-test build/web

# Sanitized programs are some ten times slower, and `test` has tried all random programs and the
# largest published counts already.
asan: install-deps build-asan/build.ninja  ## the tests with address and undefined-behaviour sanitizers
	cmake --build build-asan --target tests
	cd build-asan && UBSAN_OPTIONS=print_stacktrace=1 \
	  HEDDLE_PROPERTY_PROGRAMS=$${HEDDLE_PROPERTY_PROGRAMS:-150} $(CTEST) \
	  -L '^(unit|property|papers|conformance|litmus|regressions|fuzz)$$' -E '/(lastzero.15.|lock.6.)$$' \
	  --output-junit $(CURDIR)/build-asan/ctest.xml

nightly: install-deps build/build.ninja  ## property tests on many more random programs
	cmake --build build --target property
	HEDDLE_PROPERTY_PROGRAMS=$${HEDDLE_PROPERTY_PROGRAMS:-20000} \
	  build/tests/property

bench: install-deps build/build.ninja  ## run the benchmarks; results in build/bench/*.json
	cmake --build build --target heddle bench
	bench/erlang/run build/bin/heddle
	bench/erlang/check/rates build/bin/heddle
	bench/petri/run build/bin/heddle
	bench/queue/run build/bin/heddle

format:  ## format the sources in place
	@echo $(SOURCES) | xargs -r clang-format -i

format-check:  ## fail when a source is not formatted
	@echo $(SOURCES) | xargs -r clang-format --dry-run -Werror

tidy: build/build.ninja  ## clang-tidy on src/
	@find src -name '*.cpp' | xargs -r -n1 -P$(JOBS) \
	  clang-tidy -p build --quiet --extra-arg=-Wno-unknown-warning-option  # GCC's own -W options

install: build  ## install below PREFIX (default /usr/local)
	cmake --install build --prefix $(PREFIX)

package: install-deps build build-static/build.ninja  ## a .deb and a tarball, in build/packages
	scripts/install-deps package
	rm -rf build/packages
	cd build && cpack -D CPACK_OUTPUT_FILE_PREFIX=$(CURDIR)/build/packages
	cmake --build build-static --target heddle
	cd build-static && cpack -D CPACK_OUTPUT_FILE_PREFIX=$(CURDIR)/build/packages

test-package: package  ## install the .deb and the tarball in fresh Debian systems; needs root
	tests/packages/fresh_root build/packages/*.deb build/packages/*.tar.gz

clean:  ## remove the build folders
	rm -rf build build-asan build-static
