// What sort of step an event is: the trace has it in the words of the front end and in the footprint.
import type { TraceEvent } from "../generated/trace";
import { type Use, usesOf } from "./objects";

export type Kind =
  | "send"
  | "deliver"
  | "receive"
  | "timeout"
  | "spawn"
  | "exit"
  | "signal"
  | "link"
  | "monitor"
  | "timer"
  | Use
  | "local";

export const KIND_WORDS: Record<Kind, string> = {
  send: "sends a message",
  deliver: "a message arrives",
  receive: "takes a message",
  timeout: "a timeout",
  spawn: "starts a process",
  exit: "ends",
  signal: "a signal of a process that is dead or kills",
  link: "a link",
  monitor: "a monitor",
  timer: "a timer fires",
  read: "reads a shared object",
  write: "changes a shared object",
  lock: "takes a lock",
  unlock: "releases a lock",
  local: "a step of its own",
};

const WORDS: [RegExp, Kind][] = [
  [/^(ends$|exit$|exits with )/, "exit"],
  [/^is dead: /, "signal"],
  [/^erlang:exit\([^)]+,/, "signal"],
  [/^fires: /, "timer"],
  [/^does not wait any longer/, "timeout"],
  [/^sends? /, "send"],
  [/^spawns |\bspawn \w|^start thread/, "spawn"],
  [/^erlang:(de)?monitor\(/, "monitor"],
  [/^erlang:(un)?link\(/, "link"],
  [/ arrives at [^ ]+( \(.*\))?$|^deliver /, "deliver"],
];

export function kindOf(event: TraceEvent): Kind {
  const takes = event.footprint.some((access) => access.kind === "take" || access.kind === "poll");
  if (event.operation === "receive" && event.message === "" && event.value === "nothing") return "timeout";
  // A receive quotes the message, which may look like any other step.
  if (takes && /^receives?\b/.test(event.operation)) return "receive";
  for (const [words, kind] of WORDS) {
    if (words.test(event.operation)) return kind;
  }
  const uses = [...usesOf(event).values()];
  for (const use of ["unlock", "lock", "write", "read"] as const) {
    if (uses.includes(use)) return use;
  }
  return "local";
}
