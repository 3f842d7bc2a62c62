// What should hold, and does not, in words.
import type { Trace, TraceError } from "../generated/trace";

const KINDS: Record<string, string> = {
  abnormal_exit: "no process exits abnormally",
  assertion: "every assertion holds",
  deadlock: "nobody waits for ever",
  limit: "every run ends within the limit",
};

/** What a predicate of a C++ test says about an outcome that it does not want. */
function predicate(trace: Trace, error: TraceError): string | undefined {
  const blamed = trace.blamed?.find((one) => one.error === error.message);
  if (blamed === undefined) return undefined;
  const outcome = `the test gives ${blamed.value}: `;
  return blamed.error.startsWith(outcome) ? blamed.error.slice(outcome.length) : blamed.error;
}

/** Errors of C++ that are more than their kind. */
const MEMORY: readonly [RegExp, string][] = [
  [/^data race on /, "there is no data race"],
  [/^leak: /, "all memory is freed"],
  [
    / freed twice: | is used by .*, but (destroyed|freed) /,
    "nothing is used after it is gone, or freed twice",
  ],
];

const isNative = (trace: Trace): boolean => trace.program.command[0] === "replay";

function property(trace: Trace, error: TraceError): string {
  if (!isNative(trace)) return KINDS[error.kind] ?? error.kind;
  const known = MEMORY.find(([pattern]) => pattern.test(error.message))?.[1];
  return known ?? (error.kind === "abnormal_exit" ? "no thread fails" : (KINDS[error.kind] ?? error.kind));
}

export function brokenProperty(trace: Trace, error: TraceError): string {
  const said = predicate(trace, error);
  return said === undefined ? `Broken property: ${property(trace, error)}` : `Broken predicate: ${said}`;
}
