// fuzz_net_spec COUNT: damaged .spec files are read or refused, and nothing else happens.
#include "tests/support/net_fuzz.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return tests::fuzz_reader(
      argc, argv,
      {"net_spec",
       "fuzz.spec:",
       {"vars a b c\nrules\n a >= 1, b >= 2 -> a' = a - 1, c' = c + 3;\n -> b' = b + 1;\n"
        "init a >= 1, b = 0, c = 2\ntarget\n c >= 1, a >= 2\n b >= 7\n",
        "vars x rules true -> ; x >= 1 -> x' = x; init x = 1 target x >= 2 invariants x = 1"},
       {"vars", "rules", "init", "target", "a", "b", ">=", "=", "->", ";", ",", "' =", " + ",
        " - "},
       [](const std::string& text) { tests::look_at(petri::read_spec(text, "fuzz.spec")); }});
}
