// Reading a trace, believing nothing.
//
// json_input.hpp checks types, ranges and fields. What a schema cannot say is checked here, where
// it is read: indices, the order of parents, ordinals, clocks, the schedule. So a trace that was
// read can be used without further checks.
#include <fmt/format.h>

#include <array>
#include <set>
#include <tuple>

#include "core/json_input.hpp"
#include "core/trace.hpp"
#include "support/check.hpp"

namespace heddle::core {

namespace {

constexpr std::array kAccessKinds = {
    AccessKind::kRead,   AccessKind::kWrite,   AccessKind::kUpdate,  AccessKind::kAwait,
    AccessKind::kAdd,    AccessKind::kAcquire, AccessKind::kRelease, AccessKind::kAppend,
    AccessKind::kTake,   AccessKind::kPoll,    AccessKind::kProduce, AccessKind::kConsume,
    AccessKind::kGuarded};
constexpr std::array kFindingKinds = {Finding::Kind::kAbnormalExit, Finding::Kind::kAssertion,
                                      Finding::Kind::kDeadlock, Finding::Kind::kLimit};

ActorIndex read_actor(const JsonNode& node, std::size_t actors) {
  if (actors == 0) node.fail("names an actor, but the trace has none");
  return node.number<ActorIndex>(0, actors - 1);
}

SourceLocation read_source(const JsonNode& node) {
  node.fields({"file", "line"});
  return {node["file"].text(), node["line"].number<int>()};
}

std::vector<TraceAccess> read_footprint(const JsonNode& node) {
  std::vector<TraceAccess> out(node.array_size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const JsonNode item = node[i];
    item.fields({"location", "name", "kind", "token"});
    out[i].access = {item["location"].number<Location>(), item["token"].number<Token>(),
                     item["kind"].kind(kAccessKinds)};
    out[i].name = item["name"].text();
  }
  return out;
}

std::vector<TraceActor> read_actors(const JsonNode& node) {
  std::vector<TraceActor> out(node.array_size());
  std::set<std::tuple<ActorIndex, std::uint32_t, std::uint64_t>> keys;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const JsonNode item = node[i];
    item.fields({"name", "parent", "role", "ordinal"});
    TraceActor& actor = out[i];
    actor.name = item["name"].text();
    if (!item["parent"].is_null()) {
      actor.parent = item["parent"].number<ActorIndex>();
      if (actor.parent >= i) item["parent"].fail("a parent must come before its children");
    }
    actor.role = item["role"].number<std::uint32_t>();
    actor.ordinal = item["ordinal"].hex();
    if (!keys.insert({actor.parent, actor.role, actor.ordinal}).second) {
      item.fail("an earlier actor has the same parent, role and ordinal");
    }
  }
  return out;
}

/// `counts`: the events of each actor before this one.
void read_clock(const JsonNode& node, const std::vector<std::uint32_t>& counts, TraceEvent& event) {
  event.clock.resize(node.array_size());
  bool own = false;
  for (std::size_t i = 0; i < event.clock.size(); ++i) {
    const JsonNode item = node[i];
    if (item.array_size() != 2) item.fail("expected two numbers, an actor and a count");
    const ActorIndex actor = read_actor(item[std::size_t{0}], counts.size());
    if (i > 0 && actor <= event.clock[i - 1].first) {
      item[std::size_t{0}].fail("the actors of a clock must be in ascending order");
    }
    const bool self = actor == event.actor;
    const std::uint32_t happened = counts[actor] + (self ? 1 : 0);
    if (happened == 0) item.fail("counts events of an actor that has had none yet");
    event.clock[i] = {actor, item[1].number<std::uint32_t>(self ? happened : 1, happened)};
    own = own || self;
  }
  if (!own) node.fail("the event's own actor is missing");
}

/// `events`: how many there are before this one.
std::uint32_t read_write(const JsonNode& node, std::size_t events) {
  if (node.is_null()) return ReadFrom::kInitial;
  if (events == 0) node.fail("names an event, but there is none before this one");
  return node.number<std::uint32_t>(0, events - 1);
}

std::vector<ReadFrom> read_reads(const JsonNode& node, std::size_t events) {
  node.fields({"from", "value", "instead"});
  std::vector<ReadFrom> out{{read_write(node["from"], events), node["value"].text()}};
  const JsonNode instead = node["instead"];
  for (std::size_t i = 0; i < instead.array_size(); ++i) {
    instead[i].fields({"from", "value"});
    out.push_back({read_write(instead[i]["from"], events), instead[i]["value"].text()});
  }
  return out;
}

std::vector<TraceEvent> read_events(const JsonNode& node, std::size_t actors) {
  std::vector<TraceEvent> out(node.array_size());
  std::vector<std::uint32_t> counts(actors, 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const JsonNode item = node[i];
    item.fields({"actor", "ordinal", "operation", "value", "message", "target", "constraint",
                 "source", "footprint", "clock", "fingerprint"},
                {"step", "clause", "reads"});
    TraceEvent& event = out[i];
    if (item.has("step")) item["step"].number<std::size_t>(i + 1, i + 1);
    event.actor = read_actor(item["actor"], actors);
    std::uint32_t& count = counts[event.actor];
    event.ordinal = item["ordinal"].number<std::uint32_t>(count, count);
    event.text.operation = item["operation"].text();
    event.text.value = item["value"].text();
    event.text.message = item["message"].text();
    event.text.target = item["target"].text();
    event.text.constraint = item["constraint"].text();
    if (item.has("clause")) event.text.clause = item["clause"].number<std::uint32_t>(1);
    event.text.source = read_source(item["source"]);
    event.footprint = read_footprint(item["footprint"]);
    read_clock(item["clock"], counts, event);
    event.fingerprint = item["fingerprint"].hex();
    if (item.has("reads")) event.text.reads = read_reads(item["reads"], i);
    ++count;
  }
  return out;
}

std::vector<ActorIndex> read_schedule(const JsonNode& node, const std::vector<TraceEvent>& events) {
  std::vector<ActorIndex> out(node.array_size());
  if (out.size() != events.size()) {
    node.fail(fmt::format("has {} steps, but there are {} events", out.size(), events.size()));
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = node[i].number<ActorIndex>();
    if (out[i] != events[i].actor) node[i].fail(fmt::format("is not the actor of events[{}]", i));
  }
  return out;
}

std::vector<Finding> read_errors(const JsonNode& node, std::size_t actors) {
  std::vector<Finding> out(node.array_size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const JsonNode item = node[i];
    item.fields({"kind", "actors", "message", "source"});
    Finding& error = out[i];
    error.kind = item["kind"].kind(kFindingKinds);
    error.actors.resize(item["actors"].array_size());
    for (std::size_t k = 0; k < error.actors.size(); ++k) {
      error.actors[k] = read_actor(item["actors"][k], actors);
    }
    error.message = item["message"].text();
    const SourceLocation place = read_source(item["source"]);
    error.file = place.file;
    error.line = place.line;
  }
  return out;
}

std::vector<TraceBlocked> read_blocked(const JsonNode& node, std::size_t actors) {
  std::vector<TraceBlocked> out(node.array_size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const JsonNode item = node[i];
    item.fields({"actor", "waits_for", "footprint"});
    out[i].actor = read_actor(item["actor"], actors);
    out[i].waits_for = item["waits_for"].text();
    out[i].footprint = read_footprint(item["footprint"]);
  }
  return out;
}

void check_version(const JsonNode& root, const std::string& file) {
  if (!root.has("version")) root.fail("not a trace of heddle: the field \"version\" is missing");
  const auto version = root["version"].number<std::uint64_t>();
  if (version == kTraceVersion) return;
  throw support::UserError(fmt::format(
      "{}: version: this heddle reads version {} of the format, the file has version {}; record "
      "the trace again or use the heddle that wrote it",
      file, kTraceVersion, version));
}

}  // namespace

Trace parse_trace(std::string_view text, const std::string& file) {
  const JsonInput input(text, file, "correct the file or record the trace again");
  const JsonNode root = input.root();
  check_version(root, file);
  root.fields({"version", "tool_version", "program", "algorithm", "actors", "events", "schedule",
               "errors", "outcome"},
              {"blocked", "blamed"});
  Trace trace;
  trace.tool_version = root["tool_version"].text();
  const JsonNode program = root["program"];
  program.fields({"description", "command"});
  trace.program = program["description"].text();
  const JsonNode command = program["command"];
  for (std::size_t i = 0; i < command.array_size(); ++i) trace.command.push_back(command[i].text());
  trace.algorithm = root["algorithm"].text();
  trace.actors = read_actors(root["actors"]);
  trace.events = read_events(root["events"], trace.actors.size());
  trace.schedule = read_schedule(root["schedule"], trace.events);
  trace.errors = read_errors(root["errors"], trace.actors.size());
  trace.outcome = root["outcome"].text();
  if (root.has("blocked")) trace.blocked = read_blocked(root["blocked"], trace.actors.size());
  if (root.has("blamed")) {
    const JsonNode blamed = root["blamed"];
    for (std::size_t i = 0; i < blamed.array_size(); ++i) {
      blamed[i].fields({"value", "error"});
      trace.blamed[blamed[i]["value"].text()] = blamed[i]["error"].text();
    }
  }
  return trace;
}

}  // namespace heddle::core
