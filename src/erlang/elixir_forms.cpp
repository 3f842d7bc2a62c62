#include "erlang/elixir_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/print.hpp"

namespace heddle::erlang {

using beam::Term;

namespace {

bool is_node(Term tree) { return tree.is_tuple(3) && !tree.element(1).is_atom(); }

// {:name, meta, arguments}
bool is_node(Term tree, std::string_view name) {
  return is_node(tree) && tree.element(0).is_atom() && beam::name_of(tree.element(0)) == name;
}

bool is_variable(Term tree) {
  return is_node(tree) && tree.element(0).is_atom() && tree.element(2).is_atom();
}

// {{:., _, [:erlang, name]}, _, arguments}: what guards are made of. Else none.
Term guard_function(Term tree) {
  if (!is_node(tree) || !is_node(tree.element(0), ".")) return Term::none();
  const Term path = tree.element(0).element(2);
  const bool of_erlang = path.is_cons() && path.head() == beam::intern("erlang");
  const bool named = of_erlang && path.tail().is_cons() && path.tail().head().is_atom();
  return named ? path.tail().head() : Term::none();
}

template <typename Visit>
void each(Term list, Visit visit) {
  for (; list.is_cons(); list = list.tail()) visit(list.head());
}

int line_of(Term meta) {
  int line = 0;
  each(meta, [&](Term entry) {
    if (entry.is_tuple(2) && entry.element(0) == beam::intern("line") &&
        entry.element(1).is_small()) {
      line = static_cast<int>(entry.element(1).small_value());
    }
  });
  return line;
}

int last_line_of(Term tree) {
  int last = is_node(tree) ? line_of(tree.element(1)) : 0;
  each(tree, [&](Term element) { last = std::max(last, last_line_of(element)); });
  for (std::size_t i = 0; tree.is_tuple() && i < tree.size(); ++i) {
    if (!is_node(tree) || i != 1) last = std::max(last, last_line_of(tree.element(i)));
  }
  return last;
}

// ---- As text

std::string atom_text(Term atom) {
  const std::string_view name = beam::name_of(atom);
  constexpr std::string_view kModule = "Elixir.";
  if (name == "nil" || name == "true" || name == "false") return std::string(name);
  if (name.starts_with(kModule)) return std::string(name.substr(kModule.size()));
  const bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                     std::all_of(name.begin(), name.end(), [](unsigned char c) {
                       return std::isalnum(c) != 0 || c == '_' || c == '?' || c == '!' || c == '@';
                     });
  return plain ? fmt::format(":{}", name) : fmt::format(":\"{}\"", name);
}

std::string joined(Term list) {
  std::string out;
  each(list, [&](Term element) { out += (out.empty() ? "" : ", ") + elixir_text(element); });
  return out;
}

std::string fields_text(Term fields) {
  std::string out;
  each(fields, [&](Term field) {
    if (!out.empty()) out += ", ";
    if (!field.is_tuple(2)) {
      out += elixir_text(field);
    } else if (field.element(0).is_atom() && atom_text(field.element(0)).starts_with(':')) {
      const std::string key = atom_text(field.element(0)).substr(1);
      out += fmt::format("{}: {}", key, elixir_text(field.element(1)));
    } else {
      out += fmt::format("{} => {}", elixir_text(field.element(0)), elixir_text(field.element(1)));
    }
  });
  return out;
}

struct Operator {
  std::string_view erlang;
  std::string_view elixir;
  int precedence;  // how tightly it binds
};
constexpr Operator kOperators[] = {
    {"orelse", "or", 1}, {"andalso", "and", 2}, {"==", "==", 3}, {"/=", "!=", 3}, {"=:=", "===", 3},
    {"=/=", "!==", 3},   {"<", "<", 4},         {"=<", "<=", 4}, {">", ">", 4},   {">=", ">=", 4},
    {"+", "+", 5},       {"-", "-", 5},         {"*", "*", 6},   {"/", "/", 6},
};

// Null unless it is an operator between two.
const Operator* operator_of(Term tree) {
  const Term function = guard_function(tree);
  const bool two =
      !function.is_none() && tree.element(2).is_cons() && tree.element(2).tail().is_cons();
  const auto* const found = std::find_if(
      std::begin(kOperators), std::end(kOperators),
      [&](const Operator& one) { return two && one.erlang == beam::name_of(function); });
  return found == std::end(kOperators) ? nullptr : found;
}

std::string operand_text(Term tree, int least) {
  const Operator* const own = operator_of(tree);
  const std::string text = elixir_text(tree);
  return own != nullptr && own->precedence < least ? "(" + text + ")" : text;
}

// What Kernel has under the same name, with the same arguments.
bool is_in_kernel(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "abs",       "bit_size",     "byte_size",  "ceil",     "div",         "floor",
      "hd",        "length",       "map_size",   "node",     "not",         "rem",
      "round",     "self",         "tl",         "trunc",    "tuple_size",  "is_atom",
      "is_binary", "is_bitstring", "is_boolean", "is_float", "is_function", "is_integer",
      "is_list",   "is_map",       "is_number",  "is_pid",   "is_port",     "is_reference",
      "is_tuple"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::string guard_text(Term tree) {
  const Term arguments = tree.element(2);
  if (const Operator* const own = operator_of(tree)) {
    // They bind to the left.
    return fmt::format("{} {} {}", operand_text(arguments.head(), own->precedence), own->elixir,
                       operand_text(arguments.tail().head(), own->precedence + 1));
  }
  const std::string_view name = beam::name_of(guard_function(tree));
  return fmt::format("{}{}({})", is_in_kernel(name) ? "" : ":erlang.", name, joined(arguments));
}

std::string node_text(Term tree) {
  const Term arguments = tree.element(2);
  if (!guard_function(tree).is_none()) return guard_text(tree);
  if (is_variable(tree)) return std::string(beam::name_of(tree.element(0)));
  const auto argument = [&](std::size_t index) {
    Term list = arguments;
    while (index-- > 0 && list.is_cons()) list = list.tail();
    return list.is_cons() ? elixir_text(list.head()) : std::string("...");
  };
  if (is_node(tree, "{}")) return "{" + joined(arguments) + "}";
  if (is_node(tree, "%{}")) return "%{" + fields_text(arguments) + "}";
  if (is_node(tree, "%")) {
    const std::string map = argument(1);  // %{...}
    return "%" + argument(0) + (map.starts_with('%') ? map.substr(1) : map);
  }
  if (is_node(tree, "=")) return argument(0) + " = " + argument(1);
  if (is_node(tree, "|")) return argument(0) + " | " + argument(1);
  if (is_node(tree, "^")) return "^" + argument(0);
  if (is_node(tree, "when")) return argument(0) + " when " + argument(1);
  if (is_node(tree, "<<>>")) return "<<...>>";
  return "...";
}

// ---- What is tested and done

// The constants of a tree; in a pattern not the names of what its guard calls.
void add_constants(Term tree, bool pattern, Tested& out) {
  if (tree.is_atom() || tree.is_small()) {
    add_tested(tree, out);
  } else if (tree.is_nil()) {
    out.insert(kTestedNil);
  } else if (tree.is_cons()) {
    out.insert(kTestedList);
    each(tree, [&](Term element) { add_constants(element, pattern, out); });
  } else if (is_variable(tree)) {
    return;
  } else if (is_node(tree)) {
    if (is_node(tree, "{}")) {
      std::size_t size = 0;
      each(tree.element(2), [&](Term) { ++size; });
      out.insert(tested_tuple(size));
    } else if (is_node(tree, "%{}")) {
      out.insert(kTestedMap);
    } else if (is_node(tree, "%")) {
      out.insert("'__struct__'");
    } else if (is_node(tree, "<<>>")) {
      out.insert(kTestedBinary);
    }
    if (!pattern) add_constants(tree.element(0), pattern, out);
    // The arguments themselves are no list of the program.
    each(tree.element(2), [&](Term argument) {
      const bool field = argument.is_tuple(2) && is_node(tree, "%{}");
      if (field) add_constants(argument.element(0), pattern, out);
      add_constants(field ? argument.element(1) : argument, pattern, out);
    });
  } else if (tree.is_tuple(2)) {
    out.insert(tested_tuple(2));
    add_constants(tree.element(0), pattern, out);
    add_constants(tree.element(1), pattern, out);
  }
}

class ElixirCollector {
 public:
  void collect(Term tree) {
    if (tree.is_cons()) {
      each(tree, [&](Term element) { collect(element); });
    } else if (is_node(tree, "receive")) {
      receive(tree);
      collect(tree.element(2));
    } else if (is_node(tree, "fn") || is_node(tree, "for")) {
      const int outer = std::exchange(function_, ++functions_);
      collect(tree.element(2));
      function_ = outer;
    } else if (tree.is_tuple()) {
      for (std::size_t i = 0; i < tree.size(); ++i) {
        if (!is_node(tree) || i != 1) collect(tree.element(i));
      }
    }
  }

  std::vector<SourceReceive> found() { return std::move(found_); }

 private:
  // {:receive, meta, [[do: clauses, after: clauses]]}; a clause is {:->, meta, [[pattern], body]}.
  void receive(Term tree) {
    SourceReceive found;
    found.line = found.shape.line = line_of(tree.element(1));
    found.shape.last_line = last_line_of(tree);
    found.function = function_;
    found.only_waits = true;
    const Term arguments = tree.element(2);
    each(arguments.is_cons() ? arguments.head() : Term::nil(), [&](Term part) {
      if (!part.is_tuple(2) || part.element(0) != beam::intern("do")) return;
      each(part.element(1), [&](Term clause) { add_clause(clause, found); });
    });
    found_.push_back(std::move(found));
  }

  static void add_clause(Term clause, SourceReceive& found) {
    if (!is_node(clause, "->") || !clause.element(2).is_cons()) return;
    const Term patterns = clause.element(2).head();
    const Term body = clause.element(2).tail();
    if (!patterns.is_cons()) return;
    found.only_waits = false;
    found.takes_anything = found.patterns.empty() && is_variable(patterns.head());
    found.patterns += (found.patterns.empty() ? "" : "; ") + elixir_text(patterns.head());
    add_constants(patterns.head(), true, found.shape.tested);
    each(body, [&](Term part) { add_constants(part, false, found.shape.done); });
  }

  std::vector<SourceReceive> found_;
  int function_ = 0;
  int functions_ = 0;
};

}  // namespace

std::string elixir_text(Term tree) {
  if (tree.is_atom()) return atom_text(tree);
  if (tree.is_nil()) return "[]";
  if (tree.is_cons()) return "[" + joined(tree) + "]";
  if (tree.is_tuple(2)) {
    return fmt::format("{{{}, {}}}", elixir_text(tree.element(0)), elixir_text(tree.element(1)));
  }
  if (is_node(tree)) return node_text(tree);
  if (tree.is_bitstring()) {
    std::string storage;
    return fmt::format("\"{}\"", beam::bytes_of(tree, storage));
  }
  return beam::print(tree);
}

std::vector<SourceReceive> elixir_receives(Term clauses) {
  ElixirCollector collector;
  each(clauses, [&](Term clause) {
    if (clause.is_tuple(4)) collector.collect(clause.element(3));
  });
  return collector.found();
}

}  // namespace heddle::erlang
