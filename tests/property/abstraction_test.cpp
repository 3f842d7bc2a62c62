// Soundness of the abstraction: whatever a program can really do, its abstraction can do.
//
// Random small Erlang programs are run many times on Heddle's machine. The largest number of
// processes seen at each label, the largest number of messages seen in each named mailbox, and the
// lines where processes crashed must all be coverable in the Petri net of the program, whatever the
// depths.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "abstraction/analysis.hpp"
#include "beam/loader/compile.hpp"
#include "cli/erlang_headers.hpp"
#include "cli/state_counts.hpp"
#include "erlang/program.hpp"
#include "explore/random_stream.hpp"
#include "petri/cover.hpp"
#include "support/file.hpp"
#include "tests/support/environment.hpp"

namespace heddle::tests {
namespace {

using abstraction::Depths;
using abstraction::Mode;

constexpr std::size_t kWalks = 40;
constexpr std::size_t kSteps = 70;

// What all programs may call.
constexpr const char* kHelpers = R"(
id(X) -> X.
swap({A, B}) ->
  {B, A};
swap(X) -> X.
first([H | _]) ->
  H;
first(X) -> X.
inc(N) when is_integer(N), N < 5 ->
  N + 1;
inc(X) -> X.
both(F, X) ->
  F(F2 = X),
  F(F2).
times(0, _) -> ok;
times(N, F) ->
  F(),
  times(N - 1, F).
wrap(0, X) -> X;
wrap(N, X) -> {a, wrap(N - 1, X)}.
sure(a) ->
  a;
sure({a, X}) ->
  X.
init(X) -> {ok, X}.
handle_call(a, _, S) ->
  {reply, S, a};
handle_call({a, X}, _, S) ->
  {reply, X, S};
handle_call(X, _, S) when X + 1 > 0 ->
  throw({reply, {X, S}, X});
handle_call(b, _, _) ->
  exit(b).
handle_cast(X, _) -> {noreply, X}.
handle_info(X, _) -> {noreply, {X}}.
)";

class Generator {
 public:
  Generator(std::uint64_t seed, std::string prefix)
      : random_(seed, 11), prefix_(std::move(prefix)) {}

  std::vector<std::string> labels;
  std::vector<std::string> mails;
  bool signals = false;  // processes may be ended by others

  /// A function `name`/0.
  std::string program(const std::string& name) {
    pids_ = {"Self"};
    values_ = {};
    std::string text = name + "() ->\n  Self = self(),\n";
    if (below(2) == 0) text += mail();
    const int children = 1 + below(3);
    for (int i = 1; i <= children; ++i) {
      const auto pids = pids_;
      const auto values = values_;
      std::string body;
      if (below(2) == 0) body += mail();
      for (int k = 0; k < 1 + below(4); ++k) body += statement();
      pids_ = pids;
      values_ = values;
      const std::string pid = fresh("P");
      text += fmt::format("  {} = spawn(fun() ->\n{}    done end),\n", pid, body);
      pids_.push_back(pid);
    }
    for (int k = 0; k < 1 + below(4); ++k) text += statement();
    return text + fmt::format("  {{{}}}.\n", pids_.back());
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::size_t>(n))); }
  std::string fresh(const char* letter) { return fmt::format("{}{}", letter, ++made_); }
  std::string pid() { return pids_[random_.below(pids_.size())]; }
  std::string mail() {
    mails.push_back(fmt::format("{}m{}", prefix_, mails.size()));
    return fmt::format("    ?label_mail(\"{}\"),\n", mails.back());
  }
  std::string value(int depth = 2) {
    switch (below(depth > 0 ? 9 : 6)) {
      case 0:
        return "a";
      case 1:
        return "b";
      case 2:
        return std::to_string(below(3));
      case 3:
        return pid();
      case 4:
      case 5:
        return values_.empty() ? "c" : values_[random_.below(values_.size())];
      case 6:
        return fmt::format("{{a, {}}}", value(depth - 1));
      case 7:
        return fmt::format("[{}, {}]", value(depth - 1), value(depth - 1));
      default:
        return fmt::format("{{{}, {}}}", value(depth - 1), value(depth - 1));
    }
  }
  std::string keep(const std::string& expression) {
    const std::string name = fresh("V");
    const std::string text = fmt::format("    {} = {},\n", name, expression);
    values_.push_back(name);
    return text;
  }
  std::string clauses() {
    static constexpr const char* kClauses[] = {"a -> b",
                                               "{a, X#} -> X#",
                                               "{X#, a} -> X#",
                                               "[X# | _] -> X#",
                                               "X# when is_integer(X#) -> X# + 1",
                                               "X# when is_pid(X#) -> X#",
                                               "{X#, _} -> X#",
                                               "b -> a",
                                               "{X#, X#} -> X#"};
    std::string out;
    for (int i = 0; i < 1 + below(3); ++i) {
      out += fmt::format("\n      {};", numbered(kClauses[below(9)]));
    }
    if (below(3) != 0) return out + numbered("\n      X# -> X#");
    out.pop_back();
    return out;
  }
  // With variables of its own.
  std::string numbered(std::string text) {
    const std::string number = std::to_string(++made_);
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;) {
      text.replace(at, 1, number);
    }
    return text;
  }

  // Built-ins and library functions, as far as they have a model or a way to go wrong.
  std::string expression() {
    static constexpr const char* kExpressions[] = {
        "lists:sort([$, $])", "lists:usort([$, $, $])", "first(lists:sublist([$, $], 1))",
        "case lists:sublist([$, $], 1) of [X#] -> X#; _ -> none end",
        "lists:keyfind($, 1, [$, {$, $}])", "maps:get(a, maps:from_list([{a, $}, {a, $}]))",
        "lists:reverse([$, $])", "lists:append([$], [$])", "lists:delete($, [$, $])",
        "lists:foldl(fun(X#, Y#) -> {X#, Y#} end, $, [$, $])", "[X# || X# <- [$, $], is_atom(X#)]",
        "put(a, $)", "get(a)", "first(get())", "($ == $)", "({$, 1} == {$, 1.0})", "($ < $)",
        "(id(0.5) + 0.5 =:= 1.0)", "case id(0.25) + 0.5 of 0.75 -> a; X# -> X# end",
        "(id(9223372036854775800) + 10 =:= id(9223372036854775800) + 20)", "apply(fun id/1, [$])",
        "(catch apply(fun id/1, $))", "apply(?MODULE, swap, [$])",
        "apply(?MODULE, list_to_atom(id(\"swap\")), [$])",
        "(list_to_atom(id(?MODULE_STRING))):id($)", "element(1, list_to_tuple([$, $]))",
        "(element(1, list_to_tuple([fun(X#) -> {X#, $} end])))($)",
        "apply(element(1, list_to_tuple([fun(X#) -> {X#, $} end])), [$])",
        "binary_to_term(term_to_binary($))", "erlang:max($, $)",
        "try $ + 1 catch error:badarith -> a; error:X# -> X# end",
        "try sure($) catch error:function_clause -> a; _:X# -> X# end",
        "try element(2, $) catch error:badarg -> b; _:X# -> X# end",
        "try (id($))($) catch error:{badfun, X#} -> X#; _:X# -> {a, X#} end",
        "try atom_to_list($) catch error:badarg -> b end",
        "try case $ of a -> b end catch error:{case_clause, X#} -> X# end",
        "try b = $ catch error:{badmatch, X#} -> X# end",
        "try maps:update(a, $, maps:new()) catch error:{badkey, X#} -> {b, X#} end",
        "try ?MODULE:nowhere($) catch error:undef -> b end",
        "case catch exit($) of {_, X#} -> X# end", "case catch throw($) of X# -> {X#} end",
        "is_binary(id(<<1:3>>))", "setelement(1, {$, $}, $)", "(catch hd($))",
        "begin T# = ets:new(t, []), ets:insert(T#, {a, $}), ets:lookup(T#, a) end",
        // Guards that fail somewhere inside.
        "case $ of X# when not (hd(X#) == $) -> a; X# -> {b, X#} end",
        "case $ of X# when element(1, X#) =/= a -> X#; X# -> {c, X#} end",
        "case $ of X# when X# + 1 =/= 2 -> a; _ -> b end",
        "case {$, $} of {X#, Y#} when hd(X#) > Y#; is_atom(Y#) -> Y#; {X#, _} -> X# end",
        "case $ of X# when tuple_size(X#) > 1 orelse length(X#) < 2 -> a; _ -> b end",
        // Handlers that pass on, and those that do something first.
        "(catch try error($) after put(a, $) end)", "try id($) after put(b, $) end",
        "try try throw($) catch error:X# -> X# end catch throw:Y# -> {a, Y#} end",
        "try try exit($) after put(c, 1) end catch exit:X# -> X# end",
        "try try throw($) catch throw:X# when X# + 1 > 0 -> b end catch throw:Y# -> Y# end",
        // Functions by name.
        "lists:map(fun ?MODULE:id/1, [$, $])", "(fun erlang:element/2)(1, {$, $})",
        "lists:map(fun is_atom/1, [$, $])",
        "try lists:map(fun erlang:hd/1, [$]) catch error:X# -> X# end",
        "(erlang:make_fun(?MODULE, list_to_atom(id(\"swap\")), 1))($)",
        "try (fun ?MODULE:nothing/1)($) catch error:X# -> X# end",
        // Funs that remember, and comprehensions.
        "begin Y# = $, F# = fun(X#) -> {X#, Y#} end, F#($) end",
        "(fun F#(0) -> $; F#(N#) -> F#(N# - 1) end)(2)", "[{X#, Y#} || X# <- [$, $], Y# <- [$]]",
        "[X# || {a, X#} <- [$, {a, $}]]", "case <<1, 2>> of <<X#, _/binary>> -> X# end",
        "try <<($)>> catch error:badarg -> b end",
        // The library, and what it refuses.
        "lists:partition(fun is_atom/1, [$, $])", "try lists:nth($, [$, $]) catch _:_ -> b end",
        "lists:sort(fun(X#, Y#) -> X# =< Y# end, [$, $])",
        "try lists:keysort(1, [$, $]) catch _:X# -> X# end",
        "try lists:sum([$, $]) catch error:X# -> X# end",
        "try lists:append([[$], $]) catch _:_ -> b end",
        "try lists:foldr($, $, []) catch error:X# -> X# end",
        "try length($) catch error:X# -> X# end", "try tuple_size($) catch error:X# -> X# end",
        "try maps:keys($) catch error:{badmap, X#} -> X# end",
        "maps:fold(fun(X#, Y#, Z#) -> {X#, Y#, Z#} end, $, maps:from_list([{a, $}]))",
        "try maps:update_with(a, fun(X#) -> {X#} end, maps:put($, $, maps:new())) catch error:X# "
        "-> X# end",
        "try io_lib:format(\"~p\", [$, $]) catch error:X# -> X# end", "put($, $)", "get($)",
        "erase(a)"};
    return filled(numbered(kExpressions[random_.below(std::size(kExpressions))]));
  }
  // With a value for each $.
  std::string filled(std::string text) {
    for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos;) {
      const std::string with = value(1);
      text.replace(at, 1, with);
      at += with.size();
    }
    return text;
  }
  std::string effect() {
    static constexpr const char* kEffects[] = {
        "erlang:send_after(0, %, $)",
        "begin R# = monitor(process, %), receive {_, R#, process, X#, _} -> X# after 0 -> none end "
        "end",
        "begin A# = alias(), % ! {a, A#} end", "begin A# = alias(), spawn(fun() -> A# ! $ end) end",
        "begin catch register(list_to_atom(id(\"named\")), %), catch whereis(named) ! $ end",
        "begin catch register(named, %), catch list_to_atom(id(\"named\")) ! $ end",
        "begin catch register(named, %), catch {list_to_atom(id(\"named\")), node()} ! $ end",
        "timer:send_after(0, %, $)", "spawn(?MODULE, id, [$])",
        "lists:foreach(fun(X#) -> % ! X# end, [$, $])",
        "begin {_, R#} = spawn_monitor(fun() -> exit($) end), "
        "receive {'DOWN', R#, process, _, X#} -> X# after 0 -> none end end",
        "begin S# = self(), spawn(fun() -> S# ! fun(X#) -> {X#, $} end end), "
        "receive F# when is_function(F#) -> F#($) after 0 -> none end end",
        "(fun erlang:send/2)(%, $)", "lists:map(fun erlang:spawn/1, [fun() -> % ! $ end])",
        "begin A# = alias(), unalias(A#) end", "demonitor(monitor(process, %), [info])",
        "element(2, process_info(self(), messages))",
        "begin {ok, P#} = gen_server:start(?MODULE, $, []), catch gen_server:call(P#, $) end",
        "begin {ok, P#} = gen_server:start(?MODULE, $, []), gen_server:cast(P#, $), P# ! $ end",
        "[catch P# ! $ || P# <- element(2, process_info(self(), links))]",
        // The rest sends signals.
        "begin process_flag(trap_exit, true), spawn_link(fun() -> exit($) end), "
        "receive {'EXIT', _, X#} -> X# after 0 -> none end end",
        "begin apply(erlang, list_to_atom(id(\"process_flag\")), [trap_exit, true]), "
        "spawn_opt(fun() -> exit($) end, [link]) end",
        "exit(%, $)", "(catch link(%))"};
    constexpr std::size_t kSignals = 4;
    const std::size_t chosen = random_.below(std::size(kEffects));
    signals = signals || chosen + kSignals >= std::size(kEffects);
    std::string text = filled(numbered(kEffects[chosen]));
    for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos;) {
      text.replace(at, 1, pid());
    }
    return text;
  }

  std::string statement(int depth = 2) {
    if (below(4) == 0) return keep(expression());
    if (below(8) == 0) return keep(effect());
    switch (below(depth > 0 ? 18 : 13)) {
      case 0:
      case 1:
      case 2:
        return fmt::format("    {} ! {},\n", pid(), value());
      case 3:
      case 4:
        return keep(fmt::format("receive{}{} end", clauses(),
                                below(2) == 0 ? "\n      after 0 -> none" : ""));
      case 5:
      case 6:
        labels.push_back(fmt::format("{}l{}", prefix_, labels.size()));
        return fmt::format("    ?label(\"{}\"),\n", labels.back());
      case 7:
        return keep(fmt::format("{}({})", call(), value()));
      case 8:
        return keep(fmt::format("case {} of{} end", value(), clauses()));
      case 9:
        return keep(fmt::format("(catch sure({}))", value()));
      case 10:
        return keep(fmt::format("?choice([{}, {}])", value(), value()));
      case 11:
        return fmt::format("    {} ! {},\n", values_.empty() ? pid() : values_.back(), value());
      case 12:
        return keep(below(2) == 0 ? fmt::format("wrap({}, {})", below(3), value()) : of_map());
      case 13: {
        const auto kept = std::pair(values_, pids_);
        const std::string inner = statement(depth - 1);
        std::tie(values_, pids_) = kept;
        return fmt::format("    times({}, fun() ->\n{}    ok end),\n", 1 + below(2), inner);
      }
      case 14: {
        const auto kept = std::pair(values_, pids_);
        const std::string inner = statement(depth - 1);
        const std::string thrown = value();
        std::tie(values_, pids_) = kept;
        return keep(fmt::format("try\n{}    throw({}) catch\n", inner, thrown) +
                    numbered("      throw:T# -> T#;\n      error:_ -> failed end"));
      }
      case 15: {
        const std::string what = value();
        const std::string name = fresh("X");
        return keep(fmt::format("both(fun({0}) -> {1} ! {{{0}, {2}}} end, {3})", name, pid(), what,
                                value()));
      }
      case 16:
        return fmt::format("    catch register({}n, {}),\n    catch {}n ! {},\n", prefix_, pid(),
                           prefix_, value());
      default: {
        const auto kept = std::pair(values_, pids_);
        const std::string inner = statement(depth - 1);
        std::tie(values_, pids_) = kept;
        const std::string name = fresh("P");
        pids_.push_back(name);
        return fmt::format("    {} = spawn(fun() ->\n{}    done end),\n", name, inner);
      }
    }
  }
  // Pairs put, replaced and removed; a key that is there, or not.
  std::string of_map() {
    std::string map = fmt::format("#{{a => {}, {} => {}}}", value(1), value(1), value(1));
    if (below(2) == 0) map = fmt::format("maps:put({}, {}, {})", value(0), value(1), map);
    if (below(2) == 0) map = fmt::format("maps:remove({}, {})", value(0), map);
    if (below(3) == 0) map = fmt::format("maps:merge({}, #{{b => {}}})", map, value(0));
    if (below(3) == 0) map = fmt::format("maps:filter(fun(_, V) -> is_atom(V) end, {})", map);
    switch (below(4)) {
      case 0:
        return fmt::format("maps:get({}, {}, none)", value(0), map);
      case 1:
        return fmt::format("first(maps:keys({}))", map);
      case 2:
        return fmt::format("maps:get(a, {})", map);
      default: {
        const std::string name = fresh("X");
        return fmt::format(
            "case {0} of #{{a := a, b := {1}}} -> {1}; #{{a := {1}}} -> {1}; "
            "#{{}} -> none end",
            map, name);
      }
    }
  }
  const char* call() {
    static constexpr const char* kCalls[] = {"id", "swap", "first", "inc"};
    return kCalls[below(4)];
  }

  explore::RandomStream random_;
  std::string prefix_;
  std::vector<std::string> pids_;
  std::vector<std::string> values_;
  int made_ = 0;
};

// What random walks have seen.
struct Seen {
  std::map<std::string, std::uint64_t> counts;
  std::set<int> crashes;
};

Seen walk(const std::shared_ptr<erlang::World>& world, const Generator& generator,
          const std::string& file) {
  Seen seen;
  erlang::Program program(world);
  const cli::StateCounts state(program);
  core::StepRecord record;
  std::vector<core::ActorId> enabled;
  for (std::size_t run = 0; run < kWalks; ++run) {
    explore::RandomStream random(3, run);
    program.restart();
    for (std::size_t step = 0; step < kSteps; ++step) {
      program.enabled(enabled);
      if (enabled.empty()) break;
      record.clear();
      program.step(enabled[random.below(enabled.size())], record);
      for (const std::string& label : generator.labels) {
        seen.counts[label] = std::max(seen.counts[label], state.at_label(label));
      }
      for (const std::string& label : generator.mails) {
        seen.counts[label] = std::max(seen.counts[label], state.in_mailboxes(label));
      }
      // Who is ended by a signal did nothing wrong itself.
      if (generator.signals) continue;
      for (const core::SourceLocation& crash : state.crashes()) {
        if (std::filesystem::path(crash.file).filename() == file) seen.crashes.insert(crash.line);
      }
    }
  }
  return seen;
}

bool coverable(const abstraction::Analysis& analysis, const abstraction::Query& query) {
  if (!query.trivial.empty()) return false;
  const abstraction::Encoded encoded = encode(analysis.simple, query);
  // A net that is too large to decide says nothing.
  petri::Limits limits;
  limits.time = std::chrono::milliseconds(500);
  return petri::cover(encoded.net, encoded.question, limits).answer != petri::Answer::kSafe;
}

// So that the test is known to test something.
struct Tally {
  std::size_t facts = 0;
  std::size_t crashes = 0;
  std::size_t analyses = 0;
  std::size_t cut_off = 0;
};

// Programs that are compiled at once.
constexpr std::size_t kTogether = 50;

std::string name_of(std::size_t program) { return fmt::format("p{}", program); }

void check_programs(std::size_t begin, std::size_t end, Tally& tally) {
  const beam::PrivateFolder folder;
  cli::write_erlang_headers(folder.path());
  std::vector<Generator> generators;
  std::vector<std::string> files;
  for (std::size_t i = begin; i < end; ++i) {
    generators.emplace_back(i, name_of(i));
    files.push_back(fmt::format("{}/{}.erl", folder.path(), name_of(i)));
    std::ofstream(files.back()) << fmt::format(
                                       "-module({}).\n-compile(export_all).\n"
                                       "-compile(nowarn_export_all).\n-include(\"heddle.hrl\").\n",
                                       name_of(i))
                                << kHelpers << generators.back().program("main");
    if (const char* kept = std::getenv("HEDDLE_KEEP_PROGRAMS")) {
      std::filesystem::copy(files.back(), kept, std::filesystem::copy_options::overwrite_existing);
    }
  }
  beam::CompileOptions options;
  options.includes = {folder.path()};
  options.erlc_options = "+nowarn_unused_vars -DHEDDLE_MONITOR";
  beam::compile_suite(files, folder.path(), options);
  options.erlc_options = "+nowarn_unused_vars +to_core -DSOTER";
  beam::compile_suite(files, folder.path(), options);

  for (std::size_t i = begin; i < end; ++i) {
    const std::string name = name_of(i);
    const std::string source = name + ".erl";
    beam::CodeBase code{beam::CodePath({.front = {folder.path()}})};
    const auto world = std::make_shared<erlang::World>(code, name, "main", erlang::Options{});
    Seen seen;
    while (true) {
      try {
        seen = walk(world, generators[i - begin], source);
        break;
      } catch (const erlang::NeedsWatch& needs) {
        world->watch(needs);
      }
    }
    const std::string core =
        support::read_file(fmt::format("{}/{}.core", folder.path(), name), std::size_t{1} << 28);
    abstraction::Program program = abstraction::load_program(
        {{.text = core, .file = name + ".core", .source = source}}, "", "main", false);
    program.directives.clear();
    for (const auto& [label, count] : seen.counts) {
      if (count == 0) continue;
      program.directives.push_back({.text = fmt::format("{} >= {}", label, count),
                                    .bounds = {{.label = label, .least = count}},
                                    .file = source,
                                    .line = 1});
    }
    // Deeper at some variables, calls and receivers, as refinement might have it.
    const auto deeper = [&](std::uint64_t stream) {
      explore::RandomStream random(i, stream);
      Depths out{.data = random.below(2), .context = random.below(2)};
      const std::size_t rarely = 1 + random.below(4);
      const auto raise = [&](std::map<std::uint32_t, std::size_t>& at, std::uint32_t place) {
        if (random.below(rarely) == 0) at[place] = 1 + random.below(3);
      };
      for (std::uint32_t k = 0; k < program.code->variables.size(); ++k) {
        raise(out.deeper.data, k);
      }
      raise(out.deeper.message, abstraction::kNone);
      for (std::uint32_t k = 0; k < program.code->nodes.size(); ++k) {
        raise(out.deeper.context, k);
        raise(out.deeper.message, k);
      }
      return out;
    };
    for (const Depths& depths :
         {Depths{}, Depths{.data = 1}, Depths{.data = 2}, Depths{.context = 1},
          Depths{.data = 1, .message = 0}, Depths{.message = 1, .context = 2}, deeper(21),
          deeper(22), deeper(23)}) {
      SCOPED_TRACE(name + " at " + words(depths));
      const abstraction::AnalysisOptions about{.depths = depths,
                                               .limits = {.states = 4'000, .steps = 12'000}};
      abstraction::Analysis analysis = analyse(program, about);
      ++tally.analyses;
      tally.cut_off += analysis.complete ? 0 : 1;
      if (!analysis.complete) continue;
      for (const abstraction::Query& query : analysis.queries) {
        if (query.kind != abstraction::Query::Kind::kUncoverable) continue;
        EXPECT_TRUE(coverable(analysis, query)) << query.text;
        ++tally.facts;
      }
      if (seen.crashes.empty()) continue;
      abstraction::AnalysisOptions errors = about;
      errors.mode = Mode::kErrors;
      analysis = analyse(program, errors);
      for (const int line : seen.crashes) {
        const std::string where = fmt::format("{}:{}", source, line);
        bool found = false;
        for (const abstraction::Query& query : analysis.queries) {
          found = found || (query.where == where && coverable(analysis, query));
        }
        EXPECT_TRUE(found) << "a crash in line " << line;
        ++tally.crashes;
      }
    }
  }
}

TEST(Abstraction, CanDoWhateverTheProgramCanDo) {
  const std::size_t programs =
      std::max<std::size_t>(20, from_environment("HEDDLE_PROPERTY_PROGRAMS", 240) / 4);
  const std::size_t first = from_environment("HEDDLE_PROPERTY_SEED", 0);
  Tally tally;
  for (std::size_t i = 0; i < programs; i += kTogether) {
    check_programs(first + i, first + std::min(i + kTogether, programs), tally);
  }
  fmt::print("{} programs: {} facts, {} crashes, {} of {} analyses cut off\n", programs,
             tally.facts, tally.crashes, tally.cut_off, tally.analyses);
  EXPECT_GT(tally.facts, programs * 4);
  EXPECT_GT(tally.crashes, programs / 4);
  EXPECT_LT(tally.cut_off, tally.analyses / 5);
}

}  // namespace
}  // namespace heddle::tests
