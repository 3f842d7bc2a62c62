#!/usr/bin/env bash
# Every piece of C++ in the guide and the reference pages compiles without a warning. The pieces of a
# page are one story: they are compiled together, in their order.
source "$(dirname "$0")/lib.bash"
PATIENCE=300
CXX=${CXX:-c++}

pages=("$HEDDLE_SOURCE_DIR"/docs/cpp.md)
for name in choice explore predicates refinement linearizability gtest catch2 native; do
  pages+=("$HEDDLE_SOURCE_DIR/docs/reference/cpp/$name.md")
done

sources=()
for page in "${pages[@]}"; do
  name=$(basename "$page" .md)
  [[ $name != catch2 || -d /usr/include/catch2 ]] || continue
  awk -v page="$page" '
    /^```cpp$/ { on = 1; printf "#line %d \"%s\"\n", NR + 1, page; next }
    /^```/ { on = 0 }
    on' "$page" >"$name.cpp"
  [[ -s $name.cpp ]] || fail "$page has no piece of C++"
  sources+=("$name.cpp")
done

for compiler in "$CXX" clang++; do
  command -v "$compiler" >/dev/null || continue
  check "the pieces of ${#sources[@]} pages compile with $compiler"
  run_command "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror \
    -DHEDDLE_CONC=heddle -I "$HEDDLE_SOURCE_DIR/include" "${sources[@]}"
  expect_status 0
done

passed
