concurrent_test = [concurrent_test: 2, concurrent_test: 3, concurrent_test: 4]

[
  inputs: ["mix.exs", ".formatter.exs", "lib/**/*.ex"],
  locals_without_parens: concurrent_test,
  export: [locals_without_parens: concurrent_test]
]
