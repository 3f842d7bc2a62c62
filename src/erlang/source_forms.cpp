#include "erlang/source_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "beam/term/atom.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/ops.hpp"
#include "erlang/elixir_forms.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::erlang {

using beam::Term;

namespace {

// ---- The abstract format (erts, "The Abstract Format"), as text

bool is_form(Term form, std::string_view tag, std::size_t size) {
  return form.is_tuple() && form.size() == size && form.element(0).is_atom() &&
         beam::name_of(form.element(0)) == tag;
}

std::string text_of(Term form);

// What cannot be seen, or would need more than a byte, is a number.
std::string char_text(Term code) {
  const bool visible = code.is_small() && code.small_value() > ' ' && code.small_value() < 127 &&
                       code.small_value() != '\\';
  return visible ? fmt::format("${}", static_cast<char>(code.small_value())) : beam::print(code);
}

// How tightly an operator binds; other forms need no brackets.
int precedence(Term form) {
  if (is_form(form, "op", 4)) return 7;
  if (!is_form(form, "op", 5)) return 8;
  const std::string_view name = beam::name_of(form.element(2));
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (name == "orelse") return 1;
  if (name == "andalso") return 2;
  if (is_one_of({"==", "/=", "=<", "<", ">=", ">", "=:=", "=/="})) return 3;
  if (is_one_of({"++", "--"})) return 4;
  return is_one_of({"*", "/", "div", "rem", "band", "and"}) ? 6 : 5;
}

std::string operand_text(Term form, int least) {
  const std::string text = text_of(form);
  return precedence(form) < least ? "(" + text + ")" : text;
}

std::string joined(Term list, std::string_view between) {
  std::string out;
  for (; list.is_cons(); list = list.tail()) {
    if (!out.empty()) out += between;
    out += text_of(list.head());
  }
  return out;
}

std::string list_text(Term form) {
  std::string out = "[" + text_of(form.element(2));
  Term rest = form.element(3);
  for (; is_form(rest, "cons", 4); rest = rest.element(3)) out += ", " + text_of(rest.element(2));
  return out + (is_form(rest, "nil", 2) ? "" : " | " + text_of(rest)) + "]";
}

std::string text_of(Term form) {
  if (!form.is_tuple() || form.size() < 2 || !form.element(0).is_atom()) return "...";
  const std::string_view tag = beam::name_of(form.element(0));
  const auto at = [&](std::size_t index) { return form.element(index); };
  const std::size_t size = form.size();
  if (tag == "var" && size == 3) return std::string(beam::name_of(at(2)));
  if ((tag == "atom" || tag == "integer" || tag == "float" || tag == "string") && size == 3) {
    return beam::print(at(2));
  }
  if (tag == "char" && size == 3) return char_text(at(2));
  if (tag == "nil") return "[]";
  if (tag == "cons" && size == 4) return list_text(form);
  if (tag == "tuple" && size == 3) return "{" + joined(at(2), ", ") + "}";
  if (tag == "match" && size == 4) return text_of(at(2)) + " = " + text_of(at(3));
  if (tag == "map" && size == 3) return "#{" + joined(at(2), ", ") + "}";
  if (tag == "map_field_exact" && size == 4) return text_of(at(2)) + " := " + text_of(at(3));
  if (tag == "map_field_assoc" && size == 4) return text_of(at(2)) + " => " + text_of(at(3));
  if (tag == "record" && size == 4) {
    return fmt::format("#{}{{{}}}", beam::print(at(2)), joined(at(3), ", "));
  }
  if (tag == "record_field" && size == 4) return text_of(at(2)) + " = " + text_of(at(3));
  if (tag == "bin") return "<<...>>";
  if (tag == "op" && size == 5) {
    const int own = precedence(form);
    const int left = own == 3 ? own + 1 : own;   // comparisons do not associate
    const int right = own <= 2 ? own : own + 1;  // andalso and orelse do to the right
    return fmt::format("{} {} {}", operand_text(at(3), left), beam::name_of(at(2)),
                       operand_text(at(4), right));
  }
  if (tag == "op" && size == 4) {
    const std::string_view name = beam::name_of(at(2));
    const bool word = name == "not" || name == "bnot";
    return fmt::format("{}{}{}", name, word ? " " : "", operand_text(at(3), precedence(form)));
  }
  if (tag == "remote" && size == 4) return text_of(at(2)) + ":" + text_of(at(3));
  if (tag == "call" && size == 4) {
    Term function = at(2);
    // Guards call built-ins, which the compiler may have given their module.
    if (is_form(function, "remote", 4) && text_of(function.element(2)) == "erlang") {
      function = function.element(3);
    }
    return fmt::format("{}({})", text_of(function), joined(at(3), ", "));
  }
  return "...";
}

std::string clause_text(Term clause) {
  if (!is_form(clause, "clause", 5)) return "...";
  std::string out = joined(clause.element(2), ", ");
  std::string guards;
  std::size_t alternatives = 0;
  for (Term list = clause.element(3); list.is_cons(); list = list.tail(), ++alternatives) {
    guards += (guards.empty() ? "" : "; ") + joined(list.head(), ", ");
  }
  if (alternatives == 0) return out;
  // Clauses are separated by semicolons too.
  return out + " when " + (alternatives > 1 ? "(" + guards + ")" : guards);
}

int line_of(Term annotation) {
  for (Term list = annotation; list.is_cons(); list = list.tail()) {
    const Term entry = list.head();
    if (entry.is_tuple(2) && entry.element(0) == beam::intern("location")) {
      return line_of(entry.element(1));
    }
  }
  if (annotation.is_tuple(2)) annotation = annotation.element(0);
  return annotation.is_small() ? static_cast<int>(annotation.small_value()) : 0;
}

ClauseForm clause_form(Term clause) {
  if (!is_form(clause, "clause", 5) || !clause.element(2).is_cons()) return {};
  return {clause.element(2).head(), clause.element(3)};
}

// The constants of a form, and in a body the functions that it calls. What a guard calls is not to
// be seen in the code.
enum class Part : std::uint8_t { kTests, kBody };

void add_constants(Term form, Part part, Tested& out) {
  if (form.is_cons()) {
    for (; form.is_cons(); form = form.tail()) add_constants(form.head(), part, out);
    return;
  }
  if (!form.is_tuple() || form.size() < 2 || !form.element(0).is_atom()) return;
  const std::string_view tag = beam::name_of(form.element(0));
  std::size_t from = 2;
  if (tag == "nil") {
    out.insert(kTestedNil);
  } else if (tag == "cons") {
    out.insert(kTestedList);
  } else if (tag == "map") {
    out.insert(kTestedMap);
  } else if (tag == "bin") {
    out.insert(kTestedBinary);
  } else if (tag == "atom" || tag == "integer" || tag == "char" || tag == "string") {
    add_tested(form.element(2), out);
  } else if (tag == "tuple") {
    std::size_t size = 0;
    for (Term list = form.element(2); list.is_cons(); list = list.tail()) ++size;
    out.insert(tested_tuple(size));
  } else if (tag == "record") {
    add_tested(form.element(2), out);
    from = form.size() - 1;
  } else if (tag == "record_field" || (tag == "call" && part == Part::kTests)) {
    from = form.size() - 1;
  }
  for (std::size_t i = from; i < form.size(); ++i) add_constants(form.element(i), part, out);
}

int last_line_of(Term form) {
  int last = 0;
  if (form.is_cons()) {
    for (; form.is_cons(); form = form.tail()) last = std::max(last, last_line_of(form.head()));
  } else if (form.is_tuple() && form.size() >= 2 && form.element(0).is_atom()) {
    last = line_of(form.element(1));
    for (std::size_t i = 2; i < form.size(); ++i) {
      last = std::max(last, last_line_of(form.element(i)));
    }
  }
  return last;
}

using Names = std::set<std::string, std::less<>>;

// Every receive within a function, in the order of the source, with the variables that may have a
// value before it.
class Collector {
 public:
  explicit Collector(std::vector<SourceReceive>& out) : out_(out) {}

  void collect(Term form, Names& names) {
    if (form.is_cons()) return list(form, names);
    if (!form.is_tuple()) return;
    if (is_form(form, "var", 3) && form.element(2).is_atom()) {
      names.emplace(beam::name_of(form.element(2)));
    } else if (is_form(form, "receive", 3) || is_form(form, "receive", 5)) {
      receive(form, names);
    } else if (is_form(form, "fun", 3) || is_form(form, "named_fun", 4)) {
      Names own = names;
      if (form.size() == 4) own.emplace(beam::name_of(form.element(2)));
      within(form.element(form.size() - 1), own);
    } else if (is_form(form, "lc", 4) || is_form(form, "bc", 4)) {
      // What is computed stands before the generators, and sees their variables.
      Names own = names;
      std::vector<SourceReceive> twice;
      Collector(twice).collect(form.element(3), own);
      within(form.element(2), own);
      within(form.element(3), own);
    } else {
      for (std::size_t i = 0; i < form.size(); ++i) collect(form.element(i), names);
    }
  }

 private:
  // None of several clauses sees the variables of those before it; what follows them sees those of
  // all (the compiler refuses a variable that only some of them bind).
  void list(Term forms, Names& names) {
    const Names before = names;
    for (; forms.is_cons(); forms = forms.tail()) {
      if (!is_form(forms.head(), "clause", 5)) {
        collect(forms.head(), names);
        continue;
      }
      Names own = before;
      collect(forms.head(), own);
      names.merge(own);
    }
  }

  void receive(Term form, Names& names) {
    SourceReceive found;
    found.line = found.shape.line = line_of(form.element(1));
    found.shape.last_line = last_line_of(form);
    found.function = function_;
    found.bound = names;
    found.only_waits = !form.element(2).is_cons();
    for (Term list = form.element(2); list.is_cons(); list = list.tail()) {
      found.patterns += (found.patterns.empty() ? "" : "; ") + clause_text(list.head());
      found.clauses.push_back(clause_form(list.head()));
      add_constants(found.clauses.back().pattern, Part::kTests, found.shape.tested);
      add_constants(found.clauses.back().guards, Part::kTests, found.shape.tested);
      if (is_form(list.head(), "clause", 5)) {
        add_constants(list.head().element(4), Part::kBody, found.shape.done);
      }
    }
    found.takes_anything = takes_anything(found);
    out_.push_back(std::move(found));
    Names after = names;
    collect(form.element(2), names);
    for (std::size_t i = 3; i < form.size(); ++i) collect(form.element(i), after);
    names.merge(after);
  }

  static bool takes_anything(const SourceReceive& receive) {
    if (receive.clauses.size() != 1) return false;
    const auto& [pattern, guards] = receive.clauses[0];
    return is_form(pattern, "var", 3) && !guards.is_cons() &&
           !receive.bound.contains(beam::name_of(pattern.element(2)));
  }

  // A fun or a comprehension, which is a function of its own in the code.
  void within(Term form, Names& names) {
    const int outer = std::exchange(function_, ++functions_);
    collect(form, names);
    function_ = outer;
  }

  std::vector<SourceReceive>& out_;
  int function_ = 0;
  int functions_ = 0;
};

// ---- The file

std::string_view chunk(std::string_view bytes, std::string_view name) {
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    }
    return value;
  };
  constexpr std::size_t kHeader = 12;  // FOR1, size, BEAM
  if (bytes.size() < kHeader || bytes.substr(0, 4) != "FOR1") return {};
  for (std::size_t at = kHeader; at + 8 <= bytes.size();) {
    const std::size_t size = number(at + 4);
    if (size > bytes.size() - at - 8) return {};
    if (bytes.substr(at, 4) == name) return bytes.substr(at + 8, size);
    at += 8 + (size + 3) / 4 * 4;
  }
  return {};
}

Term debug_info(beam::Heap& heap, std::string_view bytes) {
  beam::EtfHooks hooks;
  hooks.find_export = [](Term, Term, std::uint32_t) -> beam::Export* { return nullptr; };
  const Term info = beam::decode_external(heap, chunk(bytes, "Dbgi"), hooks).term;
  return is_form(info, "debug_info_v1", 3) ? info : Term::nil();
}

using Receives = std::map<SourceFunction, std::vector<SourceReceive>>;

// {debug_info_v1, erl_abstract_code, {Forms, Options}}
void collect_erlang(Term data, Receives& receives) {
  if (!data.is_tuple(2)) return;
  for (Term forms = data.element(0); forms.is_cons(); forms = forms.tail()) {
    const Term form = forms.head();
    if (!is_form(form, "function", 5)) continue;
    Collector collector(receives[{std::string(beam::name_of(form.element(2))),
                                  static_cast<std::uint32_t>(form.element(3).small_value())}]);
    // A clause of a function begins without variables.
    for (Term list = form.element(4); list.is_cons(); list = list.tail()) {
      Names names;
      collector.collect(list.head(), names);
    }
  }
}

// {debug_info_v1, elixir_erl, {elixir_v1, #{definitions := [{{Name, Arity}, Kind, Meta, Clauses}]},
// Specs}}
void collect_elixir(Term data, Receives& receives) {
  if (!is_form(data, "elixir_v1", 3) || !data.element(1).is_map()) return;
  const Term definitions = beam::map_get(data.element(1), beam::intern("definitions"));
  if (definitions.is_none()) return;
  for (Term list = definitions; list.is_cons(); list = list.tail()) {
    const Term definition = list.head();
    if (!definition.is_tuple(4) || !definition.element(0).is_tuple(2)) continue;
    const Term name = definition.element(0).element(0);
    const Term arity = definition.element(0).element(1);
    if (!name.is_atom() || !arity.is_small()) continue;
    receives[{std::string(beam::name_of(name)), static_cast<std::uint32_t>(arity.small_value())}] =
        elixir_receives(definition.element(3));
  }
}

// A receive that only waits, found by the line of the last call before it.
std::optional<SourceReceive> without_clauses(const beam::LineEntry& call,
                                             const std::vector<SourceReceive>& all) {
  for (const SourceReceive& receive : all) {
    if (receive.only_waits && receive.line >= static_cast<int>(call.line)) return receive;
  }
  return std::nullopt;
}

using Matched = std::vector<const SourceReceive*>;

/// With how well they fit.
std::pair<int, Matched> match(const std::vector<CodeReceive>& code, const Matched& own) {
  std::vector<ReceiveShape> shapes;
  for (const SourceReceive* receive : own) shapes.push_back(receive->shape);
  const ReceiveMatch match = match_receives(code, shapes);
  Matched found;
  for (const std::size_t source : match.source) found.push_back(own[source]);
  return {match.likeness, std::move(found)};
}

// The funs of a function to those of its source that have receives. Null where another fun on the
// same line could be it just as well.
std::vector<Matched> match_funs(const std::vector<std::vector<CodeReceive>>& code,
                                const std::vector<SourceReceive>& all) {
  std::map<int, Matched> by_function;
  for (const SourceReceive& receive : all) {
    if (receive.function != 0 && !receive.only_waits) {
      by_function[receive.function].push_back(&receive);
    }
  }
  std::vector<Matched> found(code.size());
  if (by_function.empty()) return found;
  std::vector<std::vector<std::pair<int, Matched>>> likely(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    for (const auto& [function, own] : by_function) {
      likely[i].push_back(match(code[i], own));
    }
  }
  const std::vector<std::size_t> assigned =
      assign(code.size(), by_function.size(),
             [&](std::size_t i, std::size_t j) { return likely[i][j].first; });
  for (std::size_t i = 0; i < code.size(); ++i) {
    const auto& [likeness, matched] = likely[i][assigned[i]];
    found[i] = matched;
    for (std::size_t k = 0; k < matched.size(); ++k) {
      for (std::size_t j = 0; j < likely[i].size(); ++j) {
        const bool as_good = j != assigned[i] && likely[i][j].first == likeness;
        if (as_good && likely[i][j].second[k]->line == matched[k]->line) found[i][k] = nullptr;
      }
    }
  }
  return found;
}

// '-f/1-fun-3-' is the fourth.
int number_of_fun(Term function) {
  std::string_view name = beam::name_of(function);
  if (name.ends_with('-')) name.remove_suffix(1);
  int number = 0;
  const std::string_view last = name.substr(name.rfind('-') + 1);
  std::from_chars(last.data(), last.data() + last.size(), number);
  return number;
}

bool is_fun(const beam::Function& function) {
  return source_function(function.name, function.arity).first != beam::name_of(function.name);
}

}  // namespace

SourceFunction source_function(Term function, std::uint32_t its_arity) {
  const std::string name(beam::name_of(function));
  const std::size_t slash = name.find('/');
  const std::size_t dash = name.find('-', slash == std::string::npos ? 0 : slash);
  std::uint32_t arity = 0;
  if (name.empty() || name[0] != '-' || slash == std::string::npos || dash == std::string::npos ||
      std::from_chars(name.data() + slash + 1, name.data() + dash, arity).ptr !=
          name.data() + dash) {
    return {name, its_arity};
  }
  return {name.substr(1, slash - 1), arity};
}

const SourceForms::Forms& SourceForms::forms_of(const beam::Module& module) {
  const auto [it, is_new] = modules_.try_emplace(&module);
  Forms& known = it->second;
  if (!is_new) return known;
  constexpr std::size_t kMost = std::size_t{1} << 28;
  try {
    const std::string bytes = module.is_version()
                                  ? std::string(module.bytes)
                                  : support::read_file(module.path, kMost, "module");
    const Term info = debug_info(*known.heap, bytes);
    if (info.is_tuple(3) && info.element(1) == beam::intern("erl_abstract_code")) {
      collect_erlang(info.element(2), known.receives);
    } else if (info.is_tuple(3) && info.element(1) == beam::intern("elixir_erl")) {
      collect_elixir(info.element(2), known.receives);
    }
    match_all(module, known);
  } catch (const support::UserError&) {
    // The file is gone: a report without its patterns is better than none.
  }
  return known;
}

// Of the functions of the code that come from one of the source: itself, and its funs.
void SourceForms::match_all(const beam::Module& module, Forms& forms) {
  struct Fun {
    const beam::Function* function;
    std::vector<CodeReceive> receives;
  };
  std::map<Function, std::vector<Fun>> funs;
  for (const beam::Function& function : module.file->functions) {
    const auto source = forms.receives.find(source_function(function.name, function.arity));
    if (source == forms.receives.end()) continue;
    std::vector<CodeReceive> code = receives_in(*module.file, function);
    if (code.empty()) continue;
    if (is_fun(function)) {
      funs[source->first].push_back({&function, std::move(code)});
      continue;
    }
    Matched own;
    for (const SourceReceive& receive : source->second) {
      if (receive.function == 0 && !receive.only_waits) own.push_back(&receive);
    }
    if (!own.empty()) forms.matches[source->first] = match(code, own).second;
  }
  for (auto& [source, functions] : funs) {
    std::sort(functions.begin(), functions.end(), [](const Fun& a, const Fun& b) {
      return number_of_fun(a.function->name) < number_of_fun(b.function->name);
    });
    std::vector<std::vector<CodeReceive>> code;
    for (Fun& fun : functions) code.push_back(std::move(fun.receives));
    std::vector<Matched> found = match_funs(code, forms.receives.at(source));
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const beam::Function& function = *functions[i].function;
      forms.matches[{std::string(beam::name_of(function.name)), function.arity}] =
          std::move(found[i]);
    }
  }
}

std::optional<SourceReceive> SourceForms::find(const beam::Module& module,
                                               beam::CodePointer receive) {
  const beam::LoadedFunction* function = module.function_at(receive);
  if (function == nullptr) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const Forms& forms = forms_of(module);
  const auto loop_rec = std::bit_cast<beam::Word>(
      beam::Interpreter::handlers()[static_cast<std::size_t>(beam::Op::loop_rec)]);
  if (*receive != loop_rec) {
    const auto source = forms.receives.find(source_function(function->name, function->arity));
    if (source == forms.receives.end()) return std::nullopt;
    return without_clauses(module.line_at(receive), source->second);
  }
  const auto matched =
      forms.matches.find({std::string(beam::name_of(function->name)), function->arity});
  const auto number = static_cast<std::size_t>(std::count(function->begin, receive, loop_rec));
  if (matched == forms.matches.end() || number >= matched->second.size() ||
      matched->second[number] == nullptr) {
    return std::nullopt;
  }
  return *matched->second[number];
}

}  // namespace heddle::erlang
