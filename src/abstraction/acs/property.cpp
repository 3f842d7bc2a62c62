#include "abstraction/acs/property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <tuple>

#include "support/check.hpp"

namespace heddle::abstraction {
namespace {

using support::UserError;

// How a report says by what it is proved.
constexpr const char* kNoWay = "the analysis alone: no way leads there";
constexpr std::uint64_t kLargestBound = 1'000'000;

std::string trimmed(const std::string& text) {
  std::size_t begin = 0;
  std::size_t end = text.size();
  while (begin < end && std::isspace(static_cast<unsigned char>(text[begin])) != 0) ++begin;
  while (end > begin && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
  return text.substr(begin, end - begin);
}

// How many letters have to be changed.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row[b.size()];
}

[[noreturn]] void unknown_label(const Directive& directive, const std::string& label,
                                const std::vector<std::string>& known) {
  std::vector<std::string> close = known;
  std::sort(close.begin(), close.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(distance(a, label), a) < std::pair(distance(b, label), b);
  });
  if (close.size() > 3) close.resize(3);
  const std::string hint = close.empty()
                               ? "the program has no labels; set one with ?label or ?label_mail"
                               : fmt::format("did you mean {}?", fmt::join(close, ", "));
  throw UserError(fmt::format("{}:{}: -uncoverable(\"{}\"): there is no label {}; {}",
                              directive.file, directive.line, directive.text, label, hint));
}

std::string short_place(const std::string& file, int line) {
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

bool in_user_code(const Code& code, NodeId node) {
  return node != kNone && !code.modules[code[node].module].library;
}

// What may go wrong at an operation, as far as its form says.
std::optional<Failure> expected_failure(const Code& code, NodeId id) {
  const Node& node = code[id];
  if (node.kind == NodeKind::kPrimop && node.name == "match_fail") return Failure::kMatch;
  if (node.kind == NodeKind::kApply && node.operands[0].kind == Operand::Kind::kVariable) {
    return Failure::kNotAFunction;
  }
  if (node.kind != NodeKind::kCall || node.operands[0].kind != Operand::Kind::kTerm ||
      node.operands[1].kind != Operand::Kind::kTerm ||
      !code.terms.is_atom(node.operands[0].id, "erlang")) {
    return std::nullopt;
  }
  const auto is = [&](const char* name) { return code.terms.is_atom(node.operands[1].id, name); };
  if (is("!") || is("send")) return Failure::kSendToNonPid;
  if (is("spawn")) return Failure::kSpawnOfNonFunction;
  if (is("error") || is("exit") || is("throw")) return Failure::kException;
  return std::nullopt;
}

}  // namespace

std::vector<Bound> parse_bounds(const std::string& text, const std::string& place) {
  const auto fail = [&](const std::string& why) {
    throw UserError(fmt::format(
        "{}: -uncoverable(\"{}\"): {}; write e.g. \"critical >= 2\" or \"a > 0, b >= 1\"", place,
        text, why));
  };
  std::vector<Bound> out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    std::size_t end = text.find(',', begin);
    if (end == std::string::npos) end = text.size();
    const std::string atom = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    const std::size_t sign = atom.find('>');
    if (sign == std::string::npos) fail(fmt::format("'{}' has neither > nor >=", atom));
    const bool equal = sign + 1 < atom.size() && atom[sign + 1] == '=';
    Bound bound{.label = trimmed(atom.substr(0, sign))};
    const std::string number = trimmed(atom.substr(sign + (equal ? 2 : 1)));
    if (bound.label.empty()) fail(fmt::format("'{}' names no label", atom));
    if (number.empty() || number.size() > 7 ||
        !std::all_of(number.begin(), number.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; })) {
      fail(fmt::format("'{}' is no number from 0 to {}", number, kLargestBound));
    }
    bound.least = std::stoull(number) + (equal ? 0 : 1);
    if (bound.least > kLargestBound) fail(fmt::format("{} is too large", number));
    out.push_back(std::move(bound));
  }
  if (std::all_of(out.begin(), out.end(), [](const Bound& b) { return b.least == 0; })) {
    fail("every state satisfies it");
  }
  return out;
}

std::vector<Directive> directives_of(const core_erlang::Module& module, const std::string& source) {
  std::vector<Directive> out;
  for (const auto& attribute : module.attributes) {
    if (attribute.name != "uncoverable") continue;
    Directive directive{.file = source, .line = attribute.line};
    if (!core_erlang::text_of(*attribute.value, directive.text)) {
      throw UserError(fmt::format("{}:{}: -uncoverable needs a string such as \"critical >= 2\"",
                                  source, attribute.line));
    }
    directive.bounds = parse_bounds(directive.text, fmt::format("{}:{}", source, attribute.line));
    out.push_back(std::move(directive));
  }
  return out;
}

std::vector<std::string> labels_of(const Code& code) {
  std::set<std::string> out;
  for (const Node& node : code.nodes) {
    if (node.kind != NodeKind::kCall || node.operands.size() < 4) continue;
    const auto text = [&](const Operand& operand) -> std::string {
      if (operand.kind != Operand::Kind::kTerm) return {};
      std::string letters;
      TermId id = operand.id;
      if (code.terms[id].kind == TermKind::kAtom) return code.terms[id].name;
      for (; code.terms[id].kind == TermKind::kCons; id = code.terms[id].parts[1]) {
        letters += static_cast<char>(code.terms[code.terms[id].parts[0]].low);
      }
      return letters;
    };
    const std::string module = text(node.operands[0]);
    const std::string function = text(node.operands[1]);
    if ((module == "soter" || module == "heddle") &&
        (function == "label" || function == "label_mail")) {
      out.insert(text(node.operands[2]));
    }
  }
  return {out.begin(), out.end()};
}

std::vector<Query> stated_queries(const System& system, const Code& code,
                                  const std::vector<Directive>& directives,
                                  const std::vector<std::string>& labels) {
  std::vector<Query> out;
  for (const Directive& directive : directives) {
    Query query{.kind = Query::Kind::kUncoverable,
                .text = fmt::format("uncoverable \"{}\"", directive.text),
                .where = short_place(directive.file, directive.line),
                .site = static_cast<std::uint32_t>(out.size())};
    for (const Bound& bound : directive.bounds) {
      if (std::find(labels.begin(), labels.end(), bound.label) == labels.end()) {
        unknown_label(directive, bound.label, labels);
      }
      if (bound.least == 0) continue;
      Atom atom{.label = bound.label, .least = bound.least};
      for (PlaceIndex id = 0; id < system.places.size(); ++id) {
        const AcsPlace& place = system.places[id];
        const auto mail = system.mail_labels.find(bound.label);
        const bool in_mailbox =
            place.kind == AcsPlace::Kind::kMessage && mail != system.mail_labels.end() &&
            std::binary_search(mail->second.begin(), mail->second.end(), place.process);
        const bool at_label = place.kind == AcsPlace::Kind::kState && place.label == bound.label;
        if (in_mailbox || at_label) atom.places.push_back(id);
      }
      if (atom.places.empty()) {
        query.trivial = fmt::format(
            "nothing can ever be counted as {}: no process comes to the "
            "label, or no message is sent there",
            bound.label);
      }
      query.atoms.push_back(std::move(atom));
    }
    out.push_back(std::move(query));
  }
  std::map<std::pair<NodeId, std::uint64_t>, std::vector<PlaceIndex>> assertions;
  for (const auto& [place, bound] : system.assertions) {
    assertions[{system.places[place].node, bound}].push_back(place);
  }
  for (const auto& [key, places] : assertions) {
    out.push_back({.kind = Query::Kind::kAssertion,
                   .text = fmt::format("assert_uncoverable({})", key.second),
                   .where = code.place(key.first),
                   .site = key.first,
                   .atoms = {{.label = "this point", .places = places, .least = key.second}}});
  }
  std::map<NodeId, std::vector<PlaceIndex>> errors;
  for (PlaceIndex id = 0; id < system.places.size(); ++id) {
    const AcsPlace& place = system.places[id];
    if (place.kind == AcsPlace::Kind::kFailure && place.failure == Failure::kUserError) {
      errors[place.node].push_back(id);
    }
  }
  // Those that no process comes to are proved by the analysis alone, and told as well.
  for (NodeId node = 0; node < code.nodes.size(); ++node) {
    const Node& call = code[node];
    if (call.kind != NodeKind::kCall || call.operands.size() != 4 || !in_user_code(code, node)) {
      continue;
    }
    const auto is = [&](std::size_t at, const char* name) {
      return call.operands[at].kind == Operand::Kind::kTerm &&
             code.terms.is_atom(call.operands[at].id, name);
    };
    if ((is(0, "soter") || is(0, "heddle")) && is(1, "error")) errors[node];
  }
  for (const auto& [node, places] : errors) {
    Query query{.kind = Query::Kind::kUserError,
                .text = "soter_error is unreachable",
                .where = code.place(node),
                .site = node,
                .atoms = {{.label = "soter_error", .places = places, .least = 1}}};
    if (places.empty()) query.trivial = kNoWay;
    out.push_back(std::move(query));
  }
  return out;
}

std::vector<Query> failure_queries(const System& system, const Code& code) {
  std::map<std::pair<NodeId, Failure>, std::vector<PlaceIndex>> sites;
  for (PlaceIndex id = 0; id < system.places.size(); ++id) {
    const AcsPlace& place = system.places[id];
    if (place.kind != AcsPlace::Kind::kFailure) continue;
    sites[{place.node, place.failure}].push_back(id);
  }
  // Sites where nothing was found to go wrong are told as well.
  for (NodeId node = 0; node < code.nodes.size(); ++node) {
    if (!in_user_code(code, node)) continue;
    if (const auto failure = expected_failure(code, node)) sites[{node, *failure}];
  }
  std::vector<std::pair<std::tuple<std::uint32_t, int, NodeId, Failure>, Query>> sorted;
  for (const auto& [site, places] : sites) {
    Query query{.kind = Query::Kind::kFailure,
                .text = fmt::format("never: {}", words(site.second)),
                .where = code.place(site.first),
                .site = site.first,
                .atoms = {{.label = words(site.second), .places = places, .least = 1}}};
    if (places.empty()) query.trivial = kNoWay;
    const Node& node = code[site.first];
    sorted.emplace_back(std::tuple(node.module, node.line, site.first, site.second),
                        std::move(query));
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Query> out;
  for (auto& [key, query] : sorted) out.push_back(std::move(query));
  return out;
}

Query mailbox_query(const System& system, ClassId process, std::uint64_t least) {
  Query query{.kind = Query::Kind::kMailbox,
              .text = fmt::format("mailboxes of <{}>: fewer than {} messages",
                                  system.classes[process], least)};
  Atom atom{.label = system.classes[process], .least = least};
  for (PlaceIndex id = 0; id < system.places.size(); ++id) {
    const AcsPlace& place = system.places[id];
    if (place.kind == AcsPlace::Kind::kMessage && place.process == process) {
      atom.places.push_back(id);
    }
  }
  if (atom.places.empty()) query.trivial = "no message is ever sent to them";
  query.atoms.push_back(std::move(atom));
  return query;
}

std::vector<PlaceIndex> places_of(const std::vector<Query>& queries) {
  std::set<PlaceIndex> out;
  for (const Query& query : queries) {
    for (const Atom& atom : query.atoms) out.insert(atom.places.begin(), atom.places.end());
  }
  return {out.begin(), out.end()};
}

Focused focus(const System& system, const Query& query) {
  std::vector<PlaceIndex> kept = places_of({query});
  const std::vector<PlaceIndex> before = kept;
  Focused out{.system = simplify(system, kept), .query = query};
  for (Atom& atom : out.query.atoms) {
    for (PlaceIndex& place : atom.places) {
      const auto at = std::lower_bound(before.begin(), before.end(), place);
      place = kept[static_cast<std::size_t>(at - before.begin())];
    }
  }
  return out;
}

Encoded encode(const System& system, const Query& query) {
  Encoded out;
  for (const AcsPlace& place : system.places) out.net.places.push_back({.name = place.name});
  out.net.places[system.initial].initial = 1;
  const auto add = [](std::vector<petri::Tokens>& tokens, PlaceIndex place) {
    if (place == kNone) return;
    const auto at =
        std::lower_bound(tokens.begin(), tokens.end(), place,
                         [](const petri::Tokens& a, PlaceIndex b) { return a.place < b; });
    if (at != tokens.end() && at->place == place) {
      ++at->count;
    } else {
      tokens.insert(at, {place, 1});
    }
  };
  for (std::size_t i = 0; i < system.rules.size(); ++i) {
    const AcsRule& rule = system.rules[i];
    petri::Transition transition;
    transition.name = fmt::format("r{}", i);
    add(transition.take, rule.from);
    add(transition.take, rule.received);
    add(transition.put, rule.to);
    add(transition.put, rule.sent);
    add(transition.put, rule.spawned);
    out.net.transitions.push_back(std::move(transition));
    out.rules.push_back(i);
  }
  std::vector<petri::Tokens> wanted;
  for (const Atom& atom : query.atoms) {
    PlaceIndex counted = kNone;
    if (atom.places.size() == 1) {
      counted = atom.places[0];
    } else {
      // A place that holds as many tokens as these together: no rule waits for it.
      counted = static_cast<PlaceIndex>(out.net.places.size());
      std::uint64_t initial = 0;
      const std::set<PlaceIndex> members(atom.places.begin(), atom.places.end());
      for (const PlaceIndex place : members) initial += out.net.places[place].initial;
      out.net.places.push_back(
          {.name = fmt::format("sum:{}:{}", atom.label, counted), .initial = initial});
      for (petri::Transition& transition : out.net.transitions) {
        const auto sum = [&](const std::vector<petri::Tokens>& tokens) {
          std::uint64_t total = 0;
          for (const petri::Tokens& each : tokens) {
            if (members.contains(each.place)) total += each.count;
          }
          return total;
        };
        const std::uint64_t takes = sum(transition.take);
        const std::uint64_t puts = sum(transition.put);
        if (takes > puts) transition.take.push_back({counted, takes - puts});
        if (puts > takes) transition.put.push_back({counted, puts - takes});
      }
    }
    const auto at = std::find_if(wanted.begin(), wanted.end(), [&](const petri::Tokens& tokens) {
      return tokens.place == counted;
    });
    if (at != wanted.end()) {
      at->count = std::max(at->count, atom.least);
    } else {
      wanted.push_back({counted, atom.least});
    }
  }
  std::sort(wanted.begin(), wanted.end(),
            [](const petri::Tokens& a, const petri::Tokens& b) { return a.place < b.place; });
  out.question.conjunctions.push_back(std::move(wanted));
  return out;
}

}  // namespace heddle::abstraction
