// The project that a command is called in, as its build tool has laid it out.
//
//   rebar3   rebar.config; _build/test/lib/*/{ebin,test}, or else _build/default/lib/*/ebin
//   mix      mix.exs; _build/test/lib/*/ebin, the files test/**/*_test.exs and
//   test/test_helper.exs,
//            config/config.exs and config/runtime.exs; build and configuration of an application in
//            apps/ are those of the umbrella project around it
//
// Its own applications are told from its dependencies by their sources: src/*.app.src, and
// apps/*/src/*.app.src or lib/*/src/*.app.src; in a mix project, dependencies are in deps/.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct Project {
  std::string name;                        // "rebar3" or "mix"
  std::string build_command;               // what the user types to build it for tests
  std::vector<std::string> path = {};      // folders of compiled modules; empty: it was not built
  std::vector<std::string> includes = {};  // folders of include files
  std::vector<std::string> own = {};       // of the path: those of the project itself
  std::vector<std::string> applications = {};  // its own that `mix test` starts before the tests
  std::string config = {};                     // config/config.exs of a mix project
  std::vector<std::string> helpers = {};       // test/test_helper.exs
  std::vector<std::string> sources =
      {};  // test files to be compiled: test/*.erl or test/**/*_test.exs
};

/// None if the folder is no project.
std::optional<Project> find_project(const std::string& folder);

}  // namespace heddle::cli
