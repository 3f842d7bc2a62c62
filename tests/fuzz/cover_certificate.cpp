// fuzz_cover_certificate COUNT: damaged certificates are accepted or rejected with a reason, and
// nothing else happens; and none is accepted that claims the opposite of the truth.
#include "petri/cover.hpp"
#include "petri_check/check.hpp"
#include "tests/support/net_fuzz.hpp"
#include "tests/support/source_dir.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  const std::string folder = tests::source_path("tests/data/nets/");
  std::vector<petri::NetFile> nets;
  std::vector<std::string> samples;
  for (const char* name : {"two_flags.spec", "two_locks.spec"}) {
    nets.push_back(petri::read_net(folder + name, ""));
    samples.push_back(petri::cover(nets.back().net, *nets.back().question, {}).certificate);
  }
  return tests::fuzz_reader(argc, argv,
                            {"cover_certificate",
                             "rejected: ",
                             samples,
                             {"\"safe\"", "\"coverable\"", "[", "]", "{", "}", ",", "0", "1",
                              "[0,1]", "null", "1e9", "-1", "\"traps\": []"},
                             [&](const std::string& text) {
                               // The first net is safe, the second coverable; the text may be meant
                               // for either.
                               std::string reason;
                               bool accepted = false;
                               for (std::size_t i = 0; i < nets.size(); ++i) {
                                 const auto verdict =
                                     petri_check::check(nets[i].net, *nets[i].question, text);
                                 if (verdict.accepted && verdict.coverable != (i == 1)) {
                                   throw std::runtime_error("a false certificate is accepted");
                                 }
                                 if (!verdict.accepted && verdict.reason.empty()) {
                                   throw std::runtime_error("rejected without a reason");
                                 }
                                 accepted = accepted || verdict.accepted;
                                 reason = verdict.reason;
                               }
                               if (!accepted) throw support::UserError("rejected: " + reason);
                             }});
}
