[import_deps: [:mix_heddle], inputs: ["mix.exs", "{lib,test}/**/*.{ex,exs}"]]
