// .spec, PNML and DOT. A net that was written as .spec or PNML and read again is the same net, up
// to names that the format cannot hold and the names of transitions, which .spec does not have.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "petri/format/formats.hpp"
#include "petri/format/names.hpp"
#include "petri/format/xml.hpp"

namespace heddle::petri {
namespace {

std::uint64_t count_of(const std::vector<Tokens>& tokens, PlaceId place) {
  const auto found = std::find_if(tokens.begin(), tokens.end(),
                                  [&](const Tokens& each) { return each.place == place; });
  return found == tokens.end() ? 0 : found->count;
}

void spec_rule(std::string& text, const Transition& transition,
               const std::vector<std::string>& names) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  ");
  const char* comma = "";
  for (const Tokens& take : transition.take) {
    fmt::format_to(out, "{}{} >= {}", comma, names[take.place], take.count);
    comma = ", ";
  }
  if (transition.take.empty()) text += "true";
  text += " ->";
  comma = " ";
  const auto change = [&](PlaceId place, char sign, std::uint64_t by) {
    fmt::format_to(out, "{}{}' = {} {} {}", comma, names[place], names[place], sign, by);
    comma = ", ";
  };
  for (const Tokens& take : transition.take) {
    const std::uint64_t put = count_of(transition.put, take.place);
    if (put < take.count) change(take.place, '-', take.count - put);
  }
  for (const Tokens& put : transition.put) {
    const std::uint64_t take = count_of(transition.take, put.place);
    if (take < put.count) change(put.place, '+', put.count - take);
  }
  text += ";\n";
}

}  // namespace

std::string to_spec(const Net& net, const Question& question) {
  const std::vector<std::string> names = place_words(net);
  std::string text = "vars\n ";
  for (const std::string& name : names) text += " " + name;
  text += "\n\nrules\n";
  for (const Transition& transition : net.transitions) spec_rule(text, transition, names);
  text += "\ninit\n  ";
  for (PlaceId p = 0; p < net.places.size(); ++p) {
    text += fmt::format("{}{} {} {}", p > 0 ? ", " : "", names[p],
                        net.places[p].unbounded ? ">=" : "=", net.places[p].initial);
  }
  text += "\n\ntarget\n";
  for (const auto& conjunction : question.conjunctions) {
    // mist has no word for "always".
    if (conjunction.empty() && !names.empty()) text += fmt::format("  {} >= 0", names.front());
    const char* comma = "  ";
    for (const Tokens& tokens : conjunction) {
      text += fmt::format("{}{} >= {}", comma, names[tokens.place], tokens.count);
      comma = ", ";
    }
    text += '\n';
  }
  return text;
}

std::string to_pnml(const Net& net, const Question& question) {
  const std::vector<std::string> places = place_words(net);
  const std::vector<std::string> transitions = transition_words(net, places);
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
      "<net id=\"net\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\n";
  auto out = std::back_inserter(text);
  if (!question.conjunctions.empty()) {
    fmt::format_to(out,
                   "<toolspecific tool=\"heddle\" version=\"1\"><target>{}</target>"
                   "</toolspecific>\n",
                   xml_escaped(formula_of(question, places)));
  }
  text += "<page id=\"page\">\n";
  for (PlaceId p = 0; p < net.places.size(); ++p) {
    const Place& place = net.places[p];
    fmt::format_to(out, "<place id=\"{}\"><name><text>{}</text></name>", places[p],
                   xml_escaped(place.name));
    if (place.initial > 0) {
      fmt::format_to(out, "<initialMarking><text>{}</text></initialMarking>", place.initial);
    }
    if (place.unbounded) {
      text += "<toolspecific tool=\"heddle\" version=\"1\"><unbounded/></toolspecific>";
    }
    text += "</place>\n";
  }
  for (TransitionId t = 0; t < net.transitions.size(); ++t) {
    fmt::format_to(out, "<transition id=\"{}\"><name><text>{}</text></name></transition>\n",
                   transitions[t], xml_escaped(net.transitions[t].name));
  }
  std::size_t arcs = 0;
  const auto arc = [&](const std::string& from, const std::string& to, std::uint64_t weight) {
    fmt::format_to(out, "<arc id=\"-arc{}\" source=\"{}\" target=\"{}\"", arcs++, from, to);
    if (weight == 1) {
      text += "/>\n";
    } else {
      fmt::format_to(out, "><inscription><text>{}</text></inscription></arc>\n", weight);
    }
  };
  for (TransitionId t = 0; t < net.transitions.size(); ++t) {
    for (const Tokens& take : net.transitions[t].take) {
      arc(places[take.place], transitions[t], take.count);
    }
    for (const Tokens& put : net.transitions[t].put) {
      arc(transitions[t], places[put.place], put.count);
    }
  }
  return text + "</page>\n</net>\n</pnml>\n";
}

std::string to_dot(const Net& net, const Question& question) {
  const auto quoted = [](const std::string& name) {
    std::string result;
    for (const char c : name) {
      if (c == '"' || c == '\\') result += '\\';
      result += c == '\n' ? ' ' : c;
    }
    return result;
  };
  std::vector<char> asked(net.places.size());
  for (const auto& conjunction : question.conjunctions) {
    for (const Tokens& tokens : conjunction) asked[tokens.place] = 1;
  }
  std::string text = "digraph net {\n  rankdir=LR;\n  node [shape=circle];\n";
  auto out = std::back_inserter(text);
  for (PlaceId p = 0; p < net.places.size(); ++p) {
    const Place& place = net.places[p];
    const std::string tokens = place.unbounded     ? fmt::format("\\n&ge; {}", place.initial)
                               : place.initial > 0 ? fmt::format("\\n{}", place.initial)
                                                   : "";
    fmt::format_to(out, "  p{} [label=\"{}{}\"{}];\n", p, quoted(place.name), tokens,
                   asked[p] != 0 ? ", peripheries=2" : "");
  }
  for (TransitionId t = 0; t < net.transitions.size(); ++t) {
    fmt::format_to(out, "  t{} [shape=box, label=\"{}\"];\n", t, quoted(net.transitions[t].name));
    const auto arc = [&](const std::string& ends, std::uint64_t weight) {
      const std::string label = weight > 1 ? fmt::format(" [label=\"{}\"]", weight) : "";
      fmt::format_to(out, "  {}{};\n", ends, label);
    };
    for (const Tokens& take : net.transitions[t].take) {
      arc(fmt::format("p{} -> t{}", take.place, t), take.count);
    }
    for (const Tokens& put : net.transitions[t].put) {
      arc(fmt::format("t{} -> p{}", t, put.place), put.count);
    }
  }
  return text + "}\n";
}

}  // namespace heddle::petri
