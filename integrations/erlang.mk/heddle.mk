# make heddle: the concurrent tests of an erlang.mk project, each in every interleaving that can matter.
#
# Put this file beside the Makefile and include it after erlang.mk:
#
#     include erlang.mk
#     include heddle.mk
#
# A test is concurrent if its name, or that of its module, has _conc_test in it. Of erlang.mk this needs the
# target test-build and the variables TEST_DIR and DEPS_DIR; any Makefile that has them will do.
#
#     make heddle                           all concurrent tests
#     make heddle t=counter_tests           the tests of one module
#     make heddle t=counter_tests:race_test one test
#     make heddle-replay TRACE=heddle-trace-1.json
#
#     HEDDLE          the program (heddle)
#     HEDDLE_OPTS     options of heddle check: --after_timeout 100 --junit heddle.xml
#     HEDDLE_MODULES  the modules to look at (those whose source has _conc_test in it)
#     HEDDLE_TEST     what a test must have in its name (_conc_test); empty: all EUnit tests

HEDDLE ?= heddle
HEDDLE_OPTS ?=
HEDDLE_TEST ?= _conc_test
TEST_DIR ?= test
DEPS_DIR ?= deps

.PHONY: heddle heddle-program heddle-replay

# test-build before the rest: what it compiles may still have to be written.
heddle: heddle-program
	@$(MAKE) --no-print-directory test-build
	@set -f; modules='$(or $(heddle_chosen),$(HEDDLE_MODULES),$(heddle_marked))'; \
	if [ -z "$$modules" ]; then \
	  echo "heddle: no source has _conc_test in it (src, $(TEST_DIR)); t=MODULE or HEDDLE_MODULES names modules" >&2; \
	  exit 2; \
	fi; \
	$(HEDDLE) check --pa ebin --pa $(TEST_DIR) $(heddle_dependencies) \
	  $$(for module in $$modules; do echo "--eunit=$$module"; done) \
	  $(if $(heddle_filter),--test=$(heddle_filter)) $(HEDDLE_OPTS) || { \
	  code=$$?; \
	  case $$code in \
	    1) echo "heddle: an error was found" >&2;; \
	    3) echo "heddle: inconclusive: no error, but something was cut off" >&2;; \
	  esac; \
	  exit $$code; \
	}

heddle-replay: heddle-program
	$(if $(TRACE),,$(error give the trace: make heddle-replay TRACE=heddle-trace-1.json))
	@$(MAKE) --no-print-directory test-build
	@$(HEDDLE) replay $(TRACE)

heddle-program:
	@command -v $(HEDDLE) >/dev/null || { \
	  echo "heddle: the program $(HEDDLE) is not there; install it, or name it: make heddle HEDDLE=/path/to/heddle" >&2; \
	  exit 2; \
	}

# Evaluated in recipes only, so that a Makefile may change TEST_DIR below the include.
heddle_marked = $(notdir $(basename $(shell grep -rl --include='*.erl' _conc_test src $(TEST_DIR) 2>/dev/null | sort)))
heddle_dependencies = $(addprefix --pa ,$(wildcard $(DEPS_DIR)/*/ebin))
heddle_filter = $(if $(t),$(if $(findstring :,$(t)),$(t)),$(HEDDLE_TEST))
heddle_chosen = $(if $(t),$(firstword $(subst :, ,$(t))))

help::
	@printf '%s\n' '' 'Heddle targets:' \
	  '  heddle           Check the concurrent tests in all interleavings that can matter' \
	  '  heddle-replay    Run a trace again: make heddle-replay TRACE=heddle-trace-1.json'
