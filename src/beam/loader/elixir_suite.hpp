// The script with which elixir compiles ExUnit files, as `mix test` would.
#pragma once

namespace heddle::beam {

/// Its arguments: the folder for the modules, config/config.exs of a mix project or nothing, the
/// files test_helper.exs, "--", the files with tests.
extern const char* const kElixirSuite;

}  // namespace heddle::beam
