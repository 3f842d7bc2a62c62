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

export function brokenProperty(trace: Trace, error: TraceError): string {
  const said = predicate(trace, error);
  return said === undefined
    ? `Broken property: ${KINDS[error.kind] ?? error.kind}`
    : `Broken predicate: ${said}`;
}
