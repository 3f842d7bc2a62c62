# Tests with a bug, kept to show what is reported: mix heddle --include bug
ExUnit.start(exclude: [:bug])
