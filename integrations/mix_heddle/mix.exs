defmodule MixHeddle.MixProject do
  use Mix.Project

  def project do
    [
      app: :mix_heddle,
      version: "0.1.0",
      elixir: "~> 1.14",
      description: "mix heddle: every interleaving of the concurrent tests of a project",
      package: [licenses: ["Apache-2.0"], links: %{}],
      deps: []
    ]
  end

  def application, do: [extra_applications: [:ex_unit, :mix]]
end
