// Built-in functions without effects on other processes, on sets of abstract values.
//
// Numbers are constants as long as an operation has few results; then they are intervals, whose
// ends move to the next number that the program mentions, so that they move finitely often.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {
namespace {

// How many constants one operation may give before they become an interval.
constexpr std::size_t kMostConstants = 6;

// The name of a float that is computed.
constexpr const char* kSomeFloat = "float";

// A number that is shifted by more may be too large for any machine (error system_limit).
constexpr std::int64_t kMostBits = 1'000'000;

// More pairs of arguments than this are not looked at one by one.
constexpr std::size_t kMostPairs = 4096;

struct Interval {
  std::int64_t low;
  std::int64_t high;
};

bool finite(std::int64_t value) { return value != kMinusInfinity && value != kPlusInfinity; }

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (!finite(a)) return a;
  if (!finite(b)) return b;
  if (__builtin_add_overflow(a, b, &out)) return a > 0 ? kPlusInfinity : kMinusInfinity;
  return out;
}

std::int64_t negated(std::int64_t a) {
  if (a == kMinusInfinity) return kPlusInfinity;
  if (a == kPlusInfinity) return kMinusInfinity;
  return -a;
}

std::optional<std::int64_t> constant(const std::string& name, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (name == "*") {
    return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
  }
  if (name == "div") return b == 0 ? std::nullopt : std::optional(a / b);
  if (name == "rem") return b == 0 ? std::nullopt : std::optional(a % b);
  if (name == "band") return a & b;
  if (name == "bor") return a | b;
  if (name == "bxor") return a ^ b;
  return std::nullopt;
}

Interval operate(const std::string& name, Interval a, Interval b) {
  if (name == "+") return {plus(a.low, b.low), plus(a.high, b.high)};
  if (name == "-") return {plus(a.low, negated(b.high)), plus(a.high, negated(b.low))};
  if (a.low == a.high && b.low == b.high && finite(a.low) && finite(b.low)) {
    if (const auto value = constant(name, a.low, b.low)) return {*value, *value};
  }
  if (name == "rem" && b.low == b.high && b.low != 0 && finite(b.low)) {
    const std::int64_t most = (b.low < 0 ? -b.low : b.low) - 1;
    return {a.low >= 0 ? 0 : -most, a.high <= 0 ? 0 : most};
  }
  if (a.low >= 0 && b.low >= 0) return {0, kPlusInfinity};
  return {kMinusInfinity, kPlusInfinity};
}

bool is_arithmetic(const std::string& name) {
  static constexpr std::array kNames = {"+",    "-",   "*",    "div", "rem",
                                        "band", "bor", "bxor", "bsl", "bsr"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// The order of types: number < atom < reference < fun < pid < tuple < map < nil < list < binary.
int rank(TermKind kind) {
  switch (kind) {
    case TermKind::kInteger:
    case TermKind::kRange:
    case TermKind::kFloat:
    case TermKind::kSuccessor:
      return 0;
    case TermKind::kAtom:
      return 1;
    case TermKind::kReference:
      return 2;
    case TermKind::kFun:
      return 3;
    case TermKind::kPid:
      return 4;
    case TermKind::kTuple:
      return 5;
    case TermKind::kMap:
      return 6;
    case TermKind::kNil:
      return 7;
    case TermKind::kCons:
      return 8;
    case TermKind::kBinary:
      return 9;
    case TermKind::kAny:
      break;
  }
  return -1;
}

}  // namespace

TermKind Machine::kind_of(ValueId id) const {
  const Value& value = store_.values[id];
  if (value.kind == Value::Kind::kTerm) return code_.terms[value.id].kind;
  const Node& node = code_[value.id];
  return node.kind == NodeKind::kFun ? TermKind::kFun : node.make;
}

Machine::Values Machine::booleans(bool may_be_true, bool may_be_false) {
  Values out;
  if (may_be_true) out.push_back(store_.term(code_.terms.atom("true")));
  if (may_be_false) out.push_back(store_.term(code_.terms.atom("false")));
  std::sort(out.begin(), out.end());
  return out;
}

// Floats of the text are known, those that are computed are not; 0.0 and -0.0 are one in some
// versions of OTP.
Machine::Match Machine::equal_floats(const std::string& left, const std::string& right) {
  if (left == kSomeFloat || right == kSomeFloat) return Match::kMay;
  const double a = std::strtod(left.c_str(), nullptr);
  const double b = std::strtod(right.c_str(), nullptr);
  if (a != b) return Match::kNo;
  return a == 0 ? Match::kMay : Match::kMust;
}

Machine::Match Machine::equal(ValueId left, ValueId right, bool exact, int fuel) {
  const TermKind a = kind_of(left);
  const TermKind b = kind_of(right);
  if (a == TermKind::kAny || b == TermKind::kAny || fuel == 0) return Match::kMay;
  const Value x = store_.values[left];
  const Value y = store_.values[right];
  const bool terms = x.kind == Value::Kind::kTerm && y.kind == Value::Kind::kTerm;
  const auto number = [](TermKind kind) {
    return kind == TermKind::kInteger || kind == TermKind::kRange;
  };
  if (number(a) && number(b)) {
    const Term& m = code_.terms[x.id];
    const Term& n = code_.terms[y.id];
    if (m.high < n.low || n.high < m.low) return Match::kNo;
    return x.id == y.id && a == TermKind::kInteger ? Match::kMust : Match::kMay;
  }
  if ((a == TermKind::kSuccessor && number(b)) || (b == TermKind::kSuccessor && number(a))) {
    const Term& n = code_.terms[number(a) ? x.id : y.id];
    return n.high <= 0 ? Match::kNo : Match::kMay;
  }
  // 1 == 1.0
  if (!exact && a != b && rank(a) == 0 && rank(b) == 0) return Match::kMay;
  if (a != b) return Match::kNo;
  switch (a) {
    case TermKind::kAtom:
    case TermKind::kNil:
      return x.id == y.id ? Match::kMust : Match::kNo;
    case TermKind::kFloat:
      return equal_floats(code_.terms[x.id].name, code_.terms[y.id].name);
    case TermKind::kPid:
      if (x.id != y.id) return Match::kNo;
      // Of the initial process there is one; of other classes there may be many.
      return code_.terms[x.id].index == 0 && exported_.empty() ? Match::kMust : Match::kMay;
    case TermKind::kReference:
      return x.id == y.id ? Match::kMay : Match::kNo;
    case TermKind::kFun:
      if (terms || x.id == y.id) return Match::kMay;
      // fun m:f/1 is the same wherever it stands, and however it is made.
      if (is_external(code_[x.id]) != is_external(code_[y.id])) return Match::kMay;
      return is_external(code_[x.id]) && code_[x.id].name == code_[y.id].name ? Match::kMay
                                                                              : Match::kNo;
    case TermKind::kCons:
    case TermKind::kTuple:
    case TermKind::kSuccessor:
      break;
    default:
      return Match::kMay;
  }
  const auto arity = [&](const Value& value) {
    return value.kind == Value::Kind::kTerm ? code_.terms[value.id].parts.size()
                                            : code_[value.id].operands.size();
  };
  if (arity(x) != arity(y)) return Match::kNo;
  const auto left_parts = parts_of(left, a, arity(x));
  const auto right_parts = parts_of(right, a, arity(y));
  Match out = Match::kMust;
  for (std::size_t i = 0; i < left_parts->size(); ++i) {
    bool may = false;
    bool must = (*left_parts)[i].size() == 1 && (*right_parts)[i].size() == 1;
    for (const ValueId m : (*left_parts)[i]) {
      for (const ValueId n : (*right_parts)[i]) {
        const Match part = equal(m, n, exact, fuel - 1);
        may = may || part != Match::kNo;
        must = must && part == Match::kMust;
      }
    }
    if (!may) return Match::kNo;
    if (!must) out = Match::kMay;
  }
  return out;
}

std::optional<Machine::Result> Machine::compare(const std::string& name,
                                                const std::vector<Values>& arguments) {
  if (arguments.size() != 2) return std::nullopt;
  const bool same = name == "=:=" || name == "==";
  const bool differ = name == "=/=" || name == "/=";
  const bool order = name == "<" || name == ">" || name == "=<" || name == ">=";
  if (!same && !differ && !order) return std::nullopt;
  const bool exact = name == "=:=" || name == "=/=";
  bool yes = false;
  bool no = false;
  if (arguments[0].size() * arguments[1].size() > kMostPairs) return Result{booleans(true, true)};
  for (const ValueId left : arguments[0]) {
    for (const ValueId right : arguments[1]) {
      if (yes && no) return Result{booleans(true, true)};
      const TermKind a = kind_of(left);
      const TermKind b = kind_of(right);
      if (!order) {
        const Match match = equal(left, right, exact);
        yes = yes || (same ? match != Match::kNo : match != Match::kMust);
        no = no || (same ? match != Match::kMust : match != Match::kNo);
        continue;
      }
      const auto number = [](TermKind kind) {
        return kind == TermKind::kInteger || kind == TermKind::kRange;
      };
      if (number(a) && number(b)) {
        const Term m = code_.terms[store_.values[left].id];
        const Term n = code_.terms[store_.values[right].id];
        const bool less = name == "<" || name == "=<";
        const Term& small = less ? m : n;  // asks small < large or small =< large
        const Term& large = less ? n : m;
        const bool strict = name == "<" || name == ">";
        yes = yes || (strict ? small.low < large.high : small.low <= large.high);
        no = no || (strict ? small.high >= large.low : small.high > large.low);
      } else if (rank(a) >= 0 && rank(b) >= 0 && rank(a) != rank(b)) {
        const bool less = rank(a) < rank(b);
        const bool holds = (name == "<" || name == "=<") == less;
        yes = yes || holds;
        no = no || !holds;
      } else {
        yes = true;
        no = true;
      }
    }
  }
  return Result{booleans(yes, no)};
}

std::optional<Machine::Result> Machine::logic(const std::string& name,
                                              const std::vector<Values>& arguments) {
  const bool is_not = name == "not" && arguments.size() == 1;
  const bool binary = (name == "and" || name == "or" || name == "xor") && arguments.size() == 2;
  if (!is_not && !binary) return std::nullopt;
  Result out;
  struct Truth {
    bool yes = false;
    bool no = false;
  };
  const auto truth = [&](const Values& values) {
    Truth result;
    for (const ValueId id : values) {
      const Value& value = store_.values[id];
      const bool term = value.kind == Value::Kind::kTerm;
      if (term && code_.terms.is_atom(value.id, "true")) {
        result.yes = true;
      } else if (term && code_.terms.is_atom(value.id, "false")) {
        result.no = true;
      } else {
        out.may_fail = true;
        if (term && value.id == Terms::kAny) result = {true, true};
      }
    }
    return result;
  };
  const Truth a = truth(arguments[0]);
  if (is_not) {
    out.values = booleans(a.no, a.yes);
    return out;
  }
  const Truth b = truth(arguments[1]);
  if (name == "and")
    out.values = booleans(a.yes && b.yes, (a.no && (b.yes || b.no)) || (b.no && (a.yes || a.no)));
  if (name == "or")
    out.values = booleans((a.yes && (b.yes || b.no)) || (b.yes && (a.yes || a.no)), a.no && b.no);
  if (name == "xor") {
    out.values = booleans((a.yes && b.no) || (a.no && b.yes), (a.yes && b.yes) || (a.no && b.no));
  }
  return out;
}

std::optional<Machine::Result> Machine::type_test(const std::string& name,
                                                  const std::vector<Values>& arguments) {
  if (!name.starts_with("is_") || arguments.empty()) return std::nullopt;
  if (name == "is_record") {
    const bool fits = arguments.size() > 1 &&
                      std::all_of(arguments[1].begin(), arguments[1].end(),
                                  [&](ValueId id) { return kind_of(id) == TermKind::kAtom; });
    return Result{booleans(true, true), !fits || arguments.size() > 2};
  }
  if (name == "is_map_key" || name == "is_process_alive") {
    return Result{booleans(true, true), true};
  }
  bool yes = false;
  bool no = false;
  for (const ValueId id : arguments[0]) {
    const TermKind kind = kind_of(id);
    const auto is = [&](std::initializer_list<TermKind> kinds) {
      return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    const bool integer = is({TermKind::kInteger, TermKind::kRange, TermKind::kSuccessor});
    bool fits = false;
    bool unsure = kind == TermKind::kAny;
    if (name == "is_pid")
      fits = is({TermKind::kPid});
    else if (name == "is_atom")
      fits = is({TermKind::kAtom});
    else if (name == "is_integer")
      fits = integer;
    else if (name == "is_float")
      fits = is({TermKind::kFloat});
    else if (name == "is_number")
      fits = integer || is({TermKind::kFloat});
    else if (name == "is_tuple")
      fits = is({TermKind::kTuple});
    else if (name == "is_list")
      fits = is({TermKind::kCons, TermKind::kNil});
    else if (name == "is_map")
      fits = is({TermKind::kMap});
    else if (name == "is_binary" || name == "is_bitstring") {
      fits = is({TermKind::kBinary});
      unsure = unsure || (fits && name == "is_binary" && is_some_bits(id));  // <<1:3>> is none
    } else if (name == "is_reference")
      fits = is({TermKind::kReference});
    else if (name == "is_port")
      fits = false;
    else if (name == "is_function") {
      fits = is({TermKind::kFun});
      if (fits && arguments.size() > 1) {
        const auto arity = takes(id);
        const Values& wanted = arguments[1];
        const bool known = arity && wanted.size() == 1 && kind_of(wanted[0]) == TermKind::kInteger;
        unsure = !known;
        fits = known &&
               code_.terms[store_.values[wanted[0]].id].low == static_cast<std::int64_t>(*arity);
      }
    } else if (name == "is_boolean") {
      const Value& value = store_.values[id];
      fits = kind == TermKind::kAtom &&
             (code_.terms.is_atom(value.id, "true") || code_.terms.is_atom(value.id, "false"));
    } else {
      unsure = true;
    }
    yes = yes || fits || unsure;
    no = no || !fits || unsure;
  }
  const bool second = arguments.size() > 1;  // of is_function
  const bool fits =
      !second || std::all_of(arguments[1].begin(), arguments[1].end(), [&](ValueId id) {
        const TermKind kind = kind_of(id);
        return (kind == TermKind::kInteger || kind == TermKind::kRange) &&
               code_.terms[store_.values[id].id].low >= 0;
      });
  return Result{booleans(yes, no), !fits};
}

// How many arguments a fun takes, if it is known.
std::optional<std::size_t> Machine::takes(ValueId fun) const {
  const Value& value = store_.values[fun];
  if (value.kind != Value::Kind::kClosure || code_[value.id].kind != NodeKind::kFun) return {};
  return code_[value.id].variables.size();
}

// Adds the results to those that the operation had before; what is too much becomes an interval.
Machine::Values Machine::widened(const Values& results, NodeId site, TimeId time) {
  const CellId cell = store_.cell({CellKey::Kind::kNumbers, at_.process, site, 0, time, kNone});
  Values out;
  for (const ValueId id : results) {
    const Values known = read(cell);
    if (std::binary_search(known.begin(), known.end(), id)) {
      out.push_back(id);
      continue;
    }
    const Term number = code_.terms[store_.values[id].id];
    std::size_t constants = 0;
    const Term* covering = nullptr;
    Interval hull{number.low, number.high};
    for (const ValueId each : known) {
      const Term& other = code_.terms[store_.values[each].id];
      if (other.kind == TermKind::kInteger) ++constants;
      if (other.kind == TermKind::kRange && other.low <= number.low && number.high <= other.high) {
        covering = &other;
      }
      hull = {std::min(hull.low, other.low), std::max(hull.high, other.high)};
    }
    if (covering != nullptr) {
      out.push_back(store_.term(code_.terms.integers(covering->low, covering->high)));
      continue;
    }
    ValueId added = id;
    if (number.kind == TermKind::kRange || constants >= kMostConstants) {
      // The ends that moved move on to numbers of the program.
      const auto& marks = code_.numbers;
      const auto above = std::lower_bound(marks.begin(), marks.end(), hull.high);
      const auto below = std::upper_bound(marks.begin(), marks.end(), hull.low);
      const std::int64_t high = above == marks.end() ? kPlusInfinity : *above;
      const std::int64_t low = below == marks.begin() ? kMinusInfinity : *(below - 1);
      added = store_.term(code_.terms.integers(low, high));
    }
    store_.add(cell, added);
    out.push_back(added);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<Machine::Result> Machine::arithmetic(const std::string& name,
                                                   const std::vector<Values>& arguments,
                                                   NodeId site, TimeId time) {
  if (!is_arithmetic(name) && name != "/") return std::nullopt;
  Result out;
  if (name == "/") {
    out.values = {store_.term(code_.terms.intern({.kind = TermKind::kFloat, .name = kSomeFloat}))};
    out.may_fail = true;
    return out;
  }
  std::vector<Values> pair = arguments;
  if (pair.size() == 1) pair.insert(pair.begin(), {store_.term(code_.terms.integers(0, 0))});
  if (pair.size() != 2) return std::nullopt;
  if (pair[0].size() * pair[1].size() > kMostPairs) {
    pair = {{store_.term(Terms::kAny)}, {store_.term(Terms::kAny)}};
  }
  Values results;
  for (const ValueId left : pair[0]) {
    for (const ValueId right : pair[1]) {
      const auto interval = [&](ValueId id) -> std::optional<Interval> {
        const Value& value = store_.values[id];
        if (value.kind != Value::Kind::kTerm) return std::nullopt;
        const Term& term = code_.terms[value.id];
        if (term.kind == TermKind::kInteger || term.kind == TermKind::kRange) {
          return Interval{term.low, term.high};
        }
        return std::nullopt;
      };
      const auto a = interval(left);
      const auto b = interval(right);
      const bool divides = name == "div" || name == "rem";
      if (a && b) {
        if (divides && b->low <= 0 && b->high >= 0) out.may_fail = true;
        if (divides && b->low == 0 && b->high == 0) continue;
        if ((name == "bsl" && b->high > kMostBits) || (name == "bsr" && b->low < -kMostBits)) {
          out.may_fail = true;
        }
        const Interval result = operate(name, *a, *b);
        results.push_back(store_.term(code_.terms.integers(result.low, result.high)));
        continue;
      }
      const auto numeric = [&](ValueId id) {
        const TermKind kind = kind_of(id);
        return kind == TermKind::kAny || rank(kind) == 0;
      };
      out.may_fail = true;
      if (numeric(left) && numeric(right)) {
        results.push_back(store_.term(code_.terms.integers(kMinusInfinity, kPlusInfinity)));
        results.push_back(
            store_.term(code_.terms.intern({.kind = TermKind::kFloat, .name = kSomeFloat})));
      }
    }
  }
  std::sort(results.begin(), results.end());
  results.erase(std::unique(results.begin(), results.end()), results.end());
  Values numbers;
  for (const ValueId id : results) {
    if (kind_of(id) == TermKind::kFloat) {
      out.values.push_back(id);
    } else {
      numbers.push_back(id);
    }
  }
  for (const ValueId id : widened(numbers, site, time)) out.values.push_back(id);
  std::sort(out.values.begin(), out.values.end());
  return out;
}

// Parts of lists and tuples.
std::optional<Machine::Result> Machine::access(const std::string& name,
                                               const std::vector<Values>& arguments) {
  Result out;
  std::set<ValueId> values;
  if ((name == "hd" || name == "tl") && arguments.size() == 1) {
    for (const ValueId list : arguments[0]) {
      const auto parts = parts_of(list, TermKind::kCons, 2);
      out.may_fail = out.may_fail || kind_of(list) != TermKind::kCons;
      if (parts)
        values.insert((*parts)[name == "hd" ? 0 : 1].begin(), (*parts)[name == "hd" ? 0 : 1].end());
    }
    out.values.assign(values.begin(), values.end());
    return out;
  }
  if (name == "element" && arguments.size() == 2) {
    for (const ValueId tuple : arguments[1]) {
      const Value value = store_.values[tuple];
      const TermKind kind = kind_of(tuple);
      if (kind == TermKind::kAny) values.insert(tuple);
      out.may_fail = out.may_fail || kind != TermKind::kTuple;
      if (kind != TermKind::kTuple) continue;
      const std::size_t size = value.kind == Value::Kind::kTerm ? code_.terms[value.id].parts.size()
                                                                : code_[value.id].operands.size();
      const auto parts = parts_of(tuple, TermKind::kTuple, size);
      for (const ValueId index : arguments[0]) {
        const Value& at = store_.values[index];
        const Term* number = at.kind == Value::Kind::kTerm ? &code_.terms[at.id] : nullptr;
        const bool known = number != nullptr && number->kind == TermKind::kInteger;
        for (std::size_t i = 0; i < size; ++i) {
          if (known && number->low != static_cast<std::int64_t>(i) + 1) continue;
          values.insert((*parts)[i].begin(), (*parts)[i].end());
        }
        out.may_fail = out.may_fail || !known || number->low < 1 ||
                       number->low > static_cast<std::int64_t>(size);
      }
    }
    out.values.assign(values.begin(), values.end());
    return out;
  }
  const bool sizes = name == "length" || name == "tuple_size" || name == "size" ||
                     name == "map_size" || name == "byte_size" || name == "bit_size";
  if (!sizes || arguments.size() != 1) return std::nullopt;
  const ValueId natural = store_.term(code_.terms.integers(0, kPlusInfinity));
  for (const ValueId id : arguments[0]) {
    const TermKind kind = kind_of(id);
    std::set<std::size_t> counts;
    bool fits = false;
    if (name == "length") {
      elements_of({id}, fits);
      const auto positions = positions_of({id});
      if (positions && positions->lengths.size() <= kMostConstants) counts = positions->lengths;
    } else if (kind == TermKind::kTuple) {
      fits = name == "tuple_size" || name == "size";
      const Value& value = store_.values[id];
      counts = {value.kind == Value::Kind::kTerm ? code_.terms[value.id].parts.size()
                                                 : code_[value.id].operands.size()};
    } else {
      fits =
          kind == (name == "map_size" ? TermKind::kMap : TermKind::kBinary) && name != "tuple_size";
    }
    out.may_fail = out.may_fail || !fits;
    const bool list = name == "length" && (kind == TermKind::kCons || kind == TermKind::kNil);
    if (!fits && !list && kind != TermKind::kAny) continue;
    for (const std::size_t count : counts) {
      const auto number = static_cast<std::int64_t>(count);
      values.insert(store_.term(code_.terms.integers(number, number)));
    }
    if (counts.empty()) values.insert(natural);
  }
  out.values.assign(values.begin(), values.end());
  return out;
}

std::optional<Machine::Result> Machine::builtin(const std::string& name,
                                                const std::vector<Values>& arguments, NodeId site,
                                                TimeId time) {
  if (auto out = compare(name, arguments)) return out;
  if (auto out = logic(name, arguments)) return out;
  if (auto out = type_test(name, arguments)) return out;
  if (auto out = arithmetic(name, arguments, site, time)) return out;
  return access(name, arguments);
}

Machine::Values Machine::failure_of(const std::string& name) {
  const auto atom = [&](const char* of) { return code_.terms.atom(of); };
  if (name == "bsl" || name == "bsr") {
    Values out{store_.term(atom("badarith")), store_.term(atom("system_limit"))};
    std::sort(out.begin(), out.end());
    return out;
  }
  if (is_arithmetic(name) || name == "/") return {store_.term(atom("badarith"))};
  if (name == "map_size" || name == "is_map_key") {
    return {store_.term(code_.terms.tuple({atom("badmap"), Terms::kAny}))};
  }
  return {store_.term(atom("badarg"))};
}

}  // namespace heddle::abstraction
