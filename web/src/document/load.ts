// Reads the document that `heddle` put into the page.
import type { Report } from "./report";

/** What a person sees instead of the report if the document cannot be shown. */
export class UnreadableReport extends Error {}

export function parseReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    throw new UnreadableReport(`The document in this page is not JSON: ${String(problem)}`);
  }
  if (value === null) {
    throw new UnreadableReport(
      "This page has no document. `heddle check --html report.html` writes one with a document.",
    );
  }
  if (typeof value !== "object" || !("version" in value)) {
    throw new UnreadableReport("The document in this page is not a Heddle report.");
  }
  if (value.version !== 1) {
    throw new UnreadableReport(
      `The document has version ${String(value.version)}; this page can show version 1.`,
    );
  }
  return withDefaults(value as Partial<Report> & { version: 1 });
}

/** A writer may leave out what it does not know; the page is not to fail for that. */
function withDefaults(document: Partial<Report> & { version: 1 }): Report {
  const trace = document.trace ?? null;
  const steps = trace?.events.length ?? 0;
  const decisive = document.decisive ?? null;
  return {
    version: 1,
    title: document.title ?? trace?.program.description ?? "Heddle report",
    verdict: document.verdict ?? "unknown",
    summary: document.summary ?? {},
    story: document.story ?? "",
    replay: document.replay ?? null,
    trace,
    twin: document.twin ?? null,
    // A pair that the trace does not have cannot be shown.
    decisive: decisive !== null && Math.max(decisive.first, decisive.second) < steps ? decisive : null,
    analysed: document.analysed ?? true,
    races: document.races ?? [],
    orphans: document.orphans ?? [],
    sources: document.sources ?? {},
    tree: document.tree ?? null,
  };
}
