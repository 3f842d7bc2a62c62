defmodule Heddle.Project do
  @moduledoc "Where the compiled modules of the mix project are."

  @doc "For those that heddle does not find by itself: it looks below `_build/test/lib`."
  def path_words do
    build = Mix.Project.build_path()

    if build == Path.expand("_build/test"),
      do: [],
      else: for(folder <- Path.wildcard(build <> "/lib/*/ebin"), do: "--pa=" <> folder)
  end

  @doc "Where traces and reports go unless the project says otherwise."
  def report_folder, do: Path.relative_to_cwd(Path.join(Mix.Project.build_path(), "heddle"))
end
