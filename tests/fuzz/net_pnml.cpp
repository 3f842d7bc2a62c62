// fuzz_net_pnml COUNT: damaged PNML files are read or refused, and nothing else happens.
#include "tests/support/net_fuzz.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return tests::fuzz_reader(
      argc, argv,
      {"net_pnml",
       "fuzz.pnml",
       {"<?xml version=\"1.0\"?>\n<!-- c --><pnml xmlns=\"u\"><net id=\"n\" type=\"ptnet\">"
        "<toolspecific tool=\"heddle\" version=\"1\"><target>b &gt;= 2 or a >= "
        "1</target></toolspecific>"
        "<page id=\"g\">\n<place id=\"a\"><name><text>A</text></name><initialMarking><text>1</text>"
        "</initialMarking><toolspecific tool=\"heddle\" "
        "version=\"1\"><unbounded/></toolspecific></place>"
        "<place id=\"b\"/>\n<transition id=\"t\"/>\n<arc id=\"x\" source=\"a\" target=\"t\"/>"
        "<arc id=\"y\" source=\"t\" target=\"b\"><inscription><text>2</text></inscription></arc>"
        "</page></net></pnml>"},
       {"<", ">", "/>", "</", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "&#65;", "&", "=", "\"",
        "<place id=\"a\"/>", "<page id=\"h\">", "<text>3</text>", "<type value=\"inhibitor\"/>"},
       [](const std::string& text) { tests::look_at(petri::read_pnml(text, "fuzz.pnml")); }});
}
