// re: compile, run and inspect. What needs Unicode conversions or a global search is Erlang code in
// re.erl (ucompile, urun, grun), which these functions call, as in OTP.
//
// A compiled expression is {re_pattern, Groups, Unicode, Crlf, Bytes}, and the bytes are the text
// and its options (re_pattern.hpp).
#include <climits>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "beam/bif/call.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/re_pattern.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

const Term kRePattern = intern("re_pattern");
const Term kBadOption = intern("badopt");
const Term kMatch = intern("match");
const Term kNoMatch = intern("nomatch");
const Term kCompile = intern("compile");
const Term kCapture = intern("capture");
const Term kIndex = intern("index");
const Term kList = intern("list");
const Term kBinary = intern("binary");
const Term kAll = intern("all");
const Term kNone = intern("none");
const Term kFirst = intern("first");
const Term kAllButFirst = intern("all_but_first");
const Term kAllNames = intern("all_names");
const Term kNamelist = intern("namelist");
const Term kMatchLimit = intern("match_limit");
const Term kMatchLimitRecursion = intern("match_limit_recursion");

// ---- Options

struct Options {
  std::uint32_t compile = 0;  // RePattern::Option
  std::uint32_t match = 0;    // PCRE2's
  bool for_compile_only = false;
  bool for_run_only = false;
  bool global = false;
  bool report_errors = false;
  bool has_capture = false;
  Term capture_what;
  Term capture_as;
  std::optional<std::uint32_t> match_limit;
  std::optional<std::uint32_t> depth_limit;
  std::size_t offset = 0;
  bool unicode() const { return (compile & RePattern::kUnicode) != 0; }
};

std::optional<std::uint32_t> natural_of(Term term) {
  if (!term.is_small() || term.small_value() < 0 || term.small_value() > INT_MAX) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(term.small_value());
}

struct Flag {
  const char* name;
  std::uint32_t compile;
  std::uint32_t match;
};
// Flags of both kinds, of compile only, of run only.
constexpr Flag kFlags[] = {
    {"anchored", RePattern::kAnchored, PCRE2_ANCHORED},
    {"bsr_anycrlf", RePattern::kBsrAnycrlf, 0},
    {"bsr_unicode", RePattern::kBsrUnicode, 0},
};
constexpr Flag kCompileFlags[] = {
    {"no_start_optimize", RePattern::kNoStartOptimize, 0},
    {"caseless", RePattern::kCaseless, 0},
    {"dollar_endonly", RePattern::kDollarEndonly, 0},
    {"dotall", RePattern::kDotall, 0},
    {"extended", RePattern::kExtended, 0},
    {"firstline", RePattern::kFirstline, 0},
    {"multiline", RePattern::kMultiline, 0},
    {"no_auto_capture", RePattern::kNoAutoCapture, 0},
    {"dupnames", RePattern::kDupnames, 0},
    {"ungreedy", RePattern::kUngreedy, 0},
    {"ucp", RePattern::kUcp, 0},
    {"never_utf", RePattern::kNeverUtf, 0},
    {"unicode", RePattern::kUnicode, 0},
};
constexpr Flag kRunFlags[] = {
    {"notempty", 0, PCRE2_NOTEMPTY},
    {"notempty_atstart", 0, PCRE2_NOTEMPTY_ATSTART},
    {"notbol", 0, PCRE2_NOTBOL},
    {"noteol", 0, PCRE2_NOTEOL},
};
constexpr Flag kNewlines[] = {
    {"cr", RePattern::kCr, 0},           {"crlf", RePattern::kCrlf, 0}, {"lf", RePattern::kLf, 0},
    {"anycrlf", RePattern::kAnycrlf, 0}, {"any", RePattern::kAny, 0},
};

bool add_flag(Options& options, std::span<const Flag> flags, std::string_view name) {
  for (const Flag& flag : flags) {
    if (name != flag.name) continue;
    options.compile |= flag.compile;
    options.match |= flag.match;
    return true;
  }
  return false;
}

bool add_atom(Options& options, std::string_view name) {
  if (add_flag(options, kFlags, name)) return true;
  if (add_flag(options, kCompileFlags, name)) return options.for_compile_only = true;
  options.for_run_only = true;
  if (name == "global") return options.global = true;
  if (name == "report_errors") return options.report_errors = true;
  return add_flag(options, kRunFlags, name);
}

bool add_tuple(Options& options, Term tuple) {
  if (tuple.size() < 2 || tuple.size() > 3 || !tuple.element(0).is_atom()) return false;
  const Term name = tuple.element(0);
  const Term value = tuple.element(1);
  if (name == kCapture) {
    options.has_capture = options.for_run_only = true;
    options.capture_what = value;
    options.capture_as = tuple.size() == 3 ? tuple.element(2) : kIndex;
    return true;
  }
  if (tuple.size() != 2) return false;
  if (name_of(name) == "newline") {
    return value.is_atom() && add_flag(options, kNewlines, name_of(value));
  }
  const auto number = natural_of(value);
  if (!number) return false;
  options.for_run_only = true;
  if (name_of(name) == "offset") {
    options.offset = *number;
  } else if (name == kMatchLimit) {
    options.match_limit = *number;
  } else if (name == kMatchLimitRecursion) {
    options.depth_limit = *number;
  } else {
    return false;
  }
  return true;
}

std::optional<Options> options_of(Term list) {
  Options options;
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    const bool fine = option.is_tuple()  ? add_tuple(options, option)
                      : option.is_atom() ? add_atom(options, name_of(option))
                                         : false;
    if (!fine) return std::nullopt;
  }
  if (!list.is_nil()) return std::nullopt;
  return options;
}

// ---- Compiling

Term compiled_term(Heap& heap, const RePattern& pattern, const CompiledRe& compiled) {
  const bool unicode = (pattern.options & RePattern::kUnicode) != 0;
  return heap.tuple({kRePattern, Term::small(compiled.groups), Term::small(unicode ? 1 : 0),
                     Term::small(compiled.uses_crlf ? 1 : 0), heap.binary(pattern.bytes())});
}
Term compile_error(Heap& heap, const CompiledRe& compiled) {
  return heap.tuple(
      {heap.string(compiled.error), Term::small(static_cast<std::int64_t>(compiled.error_offset))});
}

Term compile_with(Machine& machine, Term text, Term option_list) {
  const auto options = options_of(option_list);
  if (!options || options->for_run_only) return machine.error(atoms::badarg, kBadOption);
  if (options->unicode() && !text.is_bitstring()) {
    const Term arguments[] = {text, option_list};
    return call_instead(machine, "re", "ucompile", arguments);
  }
  auto bytes = iolist_bytes(text);
  if (!bytes) return machine.badarg();
  const RePattern pattern{std::move(*bytes), options->compile};
  const CompiledRe& compiled = compile_re(pattern);
  Heap& heap = machine.heap();
  if (compiled.code == nullptr) {
    return heap.tuple({atoms::error, compile_error(heap, compiled)});
  }
  return heap.tuple({atoms::ok, compiled_term(heap, pattern, compiled)});
}
Term compile_plain(Machine& machine, const Term* a) {
  return compile_with(machine, a[0], Term::nil());
}
Term compile_options(Machine& machine, const Term* a) { return compile_with(machine, a[0], a[1]); }

// The expression in a {re_pattern, ...}; none if it is not one.
std::optional<RePattern> pattern_of(Term term) {
  if (!term.is_tuple(5) || term.element(0) != kRePattern) return std::nullopt;
  for (const Word i : {1, 2, 3}) {
    if (!term.element(i).is_small()) return std::nullopt;
  }
  const auto bytes = binary_bytes(term.element(4));
  return bytes ? RePattern::from_bytes(*bytes) : std::nullopt;
}

// ---- What to give back

/// Groups to give; each may be several, of which the first that is set counts (names that are used
/// more than once).
struct Capture {
  enum As { kIndexes, kStrings, kBinaries, kNothing } as = kIndexes;
  bool all = true;
  std::size_t first = 0;  // of all
  std::vector<std::vector<std::size_t>> groups;
};

std::vector<std::size_t> groups_named(const CompiledRe& compiled, std::string_view name) {
  std::vector<std::size_t> groups;
  name = name.substr(0, name.find('\0'));
  for (const CompiledRe::Name& entry : compiled.names) {
    if (entry.name != name) continue;
    groups.push_back(entry.group);
    if (!compiled.has_dupnames) break;
  }
  return groups;
}

std::optional<Capture> capture_of(const Options& options, const CompiledRe& compiled) {
  Capture capture;
  if (!options.has_capture) return capture;
  if (options.capture_as == kList) {
    capture.as = Capture::kStrings;
  } else if (options.capture_as == kBinary) {
    capture.as = Capture::kBinaries;
  } else if (options.capture_as != kIndex) {
    return std::nullopt;
  }
  Term what = options.capture_what;
  if (what == kAll) return capture;
  if (what == kAllButFirst) {
    capture.first = 1;
    return capture;
  }
  capture.all = false;
  if (what == kNone || what.is_nil()) {
    capture.as = Capture::kNothing;
  } else if (what == kFirst) {
    capture.groups.push_back({0});
  } else if (what == kAllNames) {
    if (compiled.names.empty()) capture.as = Capture::kNothing;
    for (std::size_t i = 0; i < compiled.names.size(); ++i) {
      if (!compiled.has_dupnames) {
        capture.groups.push_back({compiled.names[i].group});
      } else if (i == 0 || compiled.names[i].name != compiled.names[i - 1].name) {
        capture.groups.push_back(groups_named(compiled, compiled.names[i].name));
      }
    }
  } else {
    if (!what.is_cons()) return std::nullopt;
    for (; what.is_cons(); what = what.tail()) {
      const Term which = what.head();
      if (const auto number = natural_of(which)) {
        capture.groups.push_back({*number});
      } else if (which.is_atom()) {
        capture.groups.push_back(groups_named(compiled, name_of(which)));
      } else {
        const auto name = iolist_bytes(which);
        if (!name) return std::nullopt;
        capture.groups.push_back(groups_named(compiled, *name));
      }
    }
    if (!what.is_nil()) return std::nullopt;
  }
  return capture;
}

class Found {
 public:
  Found(Heap& heap, std::string_view subject, Term whole, const std::size_t* places,
        std::size_t count)
      : heap_(heap), subject_(subject), whole_(whole), places_(places), count_(count) {}

  Term result(const Capture& capture) {
    if (capture.as == Capture::kNothing) return kMatch;
    std::vector<Term> results;
    if (capture.all) {
      for (std::size_t i = capture.first; i < count_; ++i) results.push_back(group(i, capture.as));
    } else {
      for (const auto& groups : capture.groups) {
        std::size_t chosen = count_;  // not set
        for (const std::size_t i : groups) {
          if (is_set(i)) {
            chosen = i;
            break;
          }
        }
        results.push_back(group(chosen, capture.as));
      }
    }
    return heap_.tuple({kMatch, heap_.list(results)});
  }

 private:
  bool is_set(std::size_t i) const { return i < count_ && places_[2 * i] != PCRE2_UNSET; }

  Term group(std::size_t i, Capture::As as) {
    const bool set = is_set(i);
    const std::size_t begin = set ? places_[2 * i] : 0;
    const auto end = static_cast<std::int64_t>(set ? places_[2 * i + 1] : 0);
    // \K can put the start of a match behind its end.
    const std::int64_t length = end - static_cast<std::int64_t>(begin);
    if (as == Capture::kIndexes) {
      const std::int64_t start = set ? static_cast<std::int64_t>(begin) : -1;
      return heap_.tuple({Term::small(start), Term::small(length)});
    }
    const std::size_t size = length > 0 ? static_cast<std::size_t>(length) : 0;
    const std::string_view text = subject_.substr(begin, size);
    if (as == Capture::kStrings) return heap_.string(text);
    if (whole_.is_bitstring()) return sub_bits(heap_, whole_, 8 * begin, 8 * size);
    return heap_.binary(text);
  }

  Heap& heap_;
  std::string_view subject_;
  Term whole_;
  const std::size_t* places_;
  std::size_t count_;  // of groups
};

// ---- Running

Term match(Machine& machine, Term subject_term, const CompiledRe& compiled, const Options& options,
           bool check_utf) {
  Heap& heap = machine.heap();
  const auto capture = capture_of(options, compiled);
  if (!capture) return machine.badarg();
  // A binary is not copied: a global search comes here for every match.
  std::string storage;
  std::string_view subject;
  if (subject_term.is_bitstring() && view(subject_term).is_binary()) {
    subject = bytes_of(subject_term, storage);
  } else {
    auto bytes = iolist_bytes(subject_term);
    if (!bytes) return machine.badarg();
    subject = storage = std::move(*bytes);
  }

  const std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context(
      pcre2_match_context_create(nullptr), pcre2_match_context_free);
  if (options.match_limit) pcre2_set_match_limit(context.get(), *options.match_limit);
  if (options.depth_limit) pcre2_set_depth_limit(context.get(), *options.depth_limit);
  const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
      pcre2_match_data_create_from_pattern(compiled.code.get(), nullptr), pcre2_match_data_free);
  const int count =
      pcre2_match(compiled.code.get(), reinterpret_cast<PCRE2_SPTR>(subject.data()), subject.size(),
                  options.offset, options.match | (check_utf ? 0 : PCRE2_NO_UTF_CHECK), data.get(),
                  context.get());
  if (count > 0) {
    return Found(heap, subject, subject_term, pcre2_get_ovector_pointer(data.get()),
                 static_cast<std::size_t>(count))
        .result(*capture);
  }
  switch (count) {
    case PCRE2_ERROR_MATCHLIMIT:
      return options.report_errors ? heap.tuple({atoms::error, kMatchLimit}) : kNoMatch;
    case PCRE2_ERROR_DEPTHLIMIT:
      return options.report_errors ? heap.tuple({atoms::error, kMatchLimitRecursion}) : kNoMatch;
    case PCRE2_ERROR_NOMATCH:
    case PCRE2_ERROR_RECURSELOOP:
    case PCRE2_ERROR_HEAPLIMIT:
      return kNoMatch;
    case PCRE2_ERROR_BADOFFSET: {
      static const Term kInternalError = intern("internal_error");
      return machine.error(kInternalError);
    }
    default:  // not UTF-8
      return machine.badarg();
  }
}

Term run_with(Machine& machine, Term subject, Term re, Term option_list, bool first) {
  const auto options = options_of(option_list);
  if (!options) return machine.error(atoms::badarg, kBadOption);
  const bool as_lists = options->has_capture && options->capture_as == kList;
  const Term arguments[] = {subject, re, option_list};
  Heap& heap = machine.heap();

  if (re.is_tuple(5)) {
    if (options->for_compile_only) return machine.badarg();
    auto pattern = pattern_of(re);
    if (!pattern) return machine.badarg();
    if (re.element(2) != Term::small(0) &&
        (!subject.is_bitstring() || (as_lists && !options->global))) {
      return call_instead(machine, "re", "urun", arguments);
    }
    if (options->global) {
      const Term more[] = {subject, re, heap.tuple({option_list, atoms::false_})};
      return call_instead(machine, "re", "grun", more);
    }
    // What ends a line can be said when it is run; PCRE2 must know when it is compiled.
    constexpr std::uint32_t kLines =
        RePattern::kNewlines | RePattern::kBsrAnycrlf | RePattern::kBsrUnicode;
    if ((options->compile & RePattern::kNewlines) != 0) pattern->options &= ~RePattern::kNewlines;
    pattern->options |= options->compile & kLines;
    const CompiledRe& compiled = compile_re(*pattern);
    if (compiled.code == nullptr) return machine.badarg();
    return match(machine, subject, compiled, *options, first);
  }

  if (!re.is_bitstring() && !re.is_list()) return machine.badarg();
  if (options->unicode() &&
      (!re.is_bitstring() || !subject.is_bitstring() || (as_lists && !options->global))) {
    return call_instead(machine, "re", "urun", arguments);
  }
  auto text = iolist_bytes(re);
  if (!text) return machine.badarg();
  const RePattern pattern{std::move(*text), options->compile};
  const CompiledRe& compiled = compile_re(pattern);
  if (compiled.code == nullptr) {
    if (!options->report_errors) return machine.badarg();
    return heap.tuple({atoms::error, heap.tuple({kCompile, compile_error(heap, compiled)})});
  }
  if (options->global) {
    const Term more[] = {subject, compiled_term(heap, pattern, compiled),
                         heap.tuple({option_list, boolean(options->for_compile_only), re})};
    return call_instead(machine, "re", "grun", more);
  }
  return match(machine, subject, compiled, *options, first);
}

Term run(Machine& machine, const Term* a) {
  return run_with(machine, a[0], a[1], Term::nil(), true);
}
Term run_options(Machine& machine, const Term* a) {
  return run_with(machine, a[0], a[1], a[2], true);
}
Term internal_run(Machine& machine, const Term* a) {
  if (a[3] != atoms::true_ && a[3] != atoms::false_) return machine.badarg();
  return run_with(machine, a[0], a[1], a[2], a[3] == atoms::true_);
}

Term inspect(Machine& machine, const Term* a) {
  const auto pattern = pattern_of(a[0]);
  if (!pattern || a[1] != kNamelist) return machine.badarg();
  const CompiledRe& compiled = compile_re(*pattern);
  if (compiled.code == nullptr) return machine.badarg();
  std::vector<Term> names;
  for (std::size_t i = 0; i < compiled.names.size(); ++i) {
    if (i > 0 && compiled.has_dupnames && compiled.names[i].name == compiled.names[i - 1].name) {
      continue;
    }
    names.push_back(machine.heap().binary(compiled.names[i].name));
  }
  return machine.heap().tuple({kNamelist, machine.heap().list(names)});
}

// That of the PCRE in OTP 25.
// Of the PCRE in OTP's own sources.
Term version(Machine& machine, const Term*) {
  const int release = machine.code().release().number;
  return machine.heap().binary(release < 27    ? "8.44 2020-02-12"
                               : release == 27 ? "8.45 2021-06-15"
                                               : "10.47 2025-10-21");
}

constexpr Native kNatives[] = {
    {"re", "compile", 1, compile_plain},
    {"re", "compile", 2, compile_options},
    {"re", "run", 2, run},
    {"re", "run", 3, run_options},
    {"re", "internal_run", 4, internal_run},
    {"re", "inspect", 2, inspect},
    {"re", "version", 0, version},
};

}  // namespace

std::span<const Native> re_module() { return kNatives; }

}  // namespace heddle::beam
