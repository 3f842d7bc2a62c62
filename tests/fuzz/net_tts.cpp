// fuzz_net_tts COUNT: damaged .tts files with their targets are read or refused, and nothing else
// happens. A sample is a net, a line "%", and a target.
#include "tests/support/net_fuzz.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return tests::fuzz_reader(
      argc, argv,
      {"net_tts",
       "fuzz.",
       {"2 3\n0 0 -> 1 1\n1 1 +> 0 2\n0 2 -> 0 0\n%\n1|2,2\n0|1\n", "1 1\n0 0 -> 0 0\n%\n0|0\n"},
       {"->", "+>", "~>", "0 ", "1 ", "|", ",", "%", "#"},
       [](const std::string& text) {
         const std::size_t middle = std::min(text.find('%'), text.size());
         petri::NetFile file =
             petri::read_tts(std::string_view(text).substr(0, middle), "fuzz.tts");
         if (file.net.places.size() > 100'000) return;  // right, but not worth the time
         if (middle < text.size()) {
           file.question =
               petri::read_prop(std::string_view(text).substr(middle + 1), "fuzz.prop", file.net);
         }
         tests::look_at(file);
       }});
}
