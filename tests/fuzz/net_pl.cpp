// fuzz_net_pl COUNT: damaged .pl files are read or refused, and nothing else happens.
#include "tests/support/net_fuzz.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return tests::fuzz_reader(
      argc, argv,
      {"net_pl",
       "fuzz.pl:",
       {"place(a).\nplace('b c').\nplace(d).\ntransition(t1, [a, a], ['b c']).\n"
        "transition('t 2', ['b c', d], [a]).\ninit(a, 2).\ntarget(1, [([a, d], 3), (['b c'], "
        "1)]).\n"
        "target(2, [([d], 2)]).\n"},
       {"place(", "transition(", "init(", "target(", "[", "]", "(", ")", ",", ".", "a", "'b c'",
        "% "},
       [](const std::string& text) { tests::look_at(petri::read_pl(text, "fuzz.pl")); }});
}
