defmodule Counter.MixProject do
  use Mix.Project

  def project do
    [
      app: :counter,
      version: "1.0.0",
      elixir: "~> 1.14",
      deps: [
        {:mix_heddle, path: "../../integrations/mix_heddle", only: [:dev, :test], runtime: false}
      ],
      preferred_cli_env: [heddle: :test, "heddle.replay": :test],
      # The names are those of heddle's options.
      heddle: [after_timeout: 1000]
    ]
  end

  def application, do: [extra_applications: [:logger]]
end
