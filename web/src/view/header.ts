// What was found, in three lines: verdict and property, the story, what was explored.
import type { Report, Summary } from "../document/report";
import type { Session } from "../session";
import { command } from "./copy";
import { button, el } from "./dom";
import { brokenProperty } from "./property";
import { counted, number, place } from "./words";

const VERDICTS: Record<string, { mark: string; words: string; tone: string }> = {
  error: { mark: "✕", words: "Error found", tone: "bad" },
  verified: { mark: "✓", words: "Verified", tone: "good" },
  bounded: { mark: "◐", words: "No error up to the bound", tone: "open" },
  sampled: { mark: "◐", words: "No error in the sampled runs", tone: "open" },
  inconclusive: { mark: "?", words: "Inconclusive", tone: "open" },
};

const MOST_NAMES = 6;

export function header(session: Session): HTMLElement {
  const { report } = session;
  const verdict = VERDICTS[report.verdict] ?? { mark: "·", words: report.verdict, tone: "open" };
  return el(
    "header",
    { class: "report-header" },
    el(
      "div",
      { class: "headline" },
      el(
        "span",
        { class: `verdict ${verdict.tone}` },
        el("span", { "aria-hidden": "true" }, verdict.mark),
        verdict.words,
      ),
      el("h1", {}, report.title),
      facts(report.summary, report.trace?.tool_version),
    ),
    report.trace === null ? null : error(session),
    el(
      "div",
      { class: "telling" },
      report.story === "" ? null : el("p", { class: "story", title: report.story }, report.story),
      replay(report),
    ),
  );
}

function error(session: Session): HTMLElement | null {
  const model = session.model("failing");
  const [first, ...more] = model.run.trace.errors;
  if (first === undefined) return null;
  const names = first.actors.map((actor) => model.run.actorName(actor));
  const who =
    names.length <= MOST_NAMES
      ? names.join(", ")
      : `${names.slice(0, MOST_NAMES - 1).join(", ")} and ${counted(names.length - MOST_NAMES + 1, "other")}`;
  const where = place(first.source);
  const at = model.errorEvent;
  return el(
    "div",
    { class: "property" },
    el("span", { class: "broken" }, brokenProperty(model.run.trace, first)),
    el("span", { class: "who" }, who === "" ? null : el("b", {}, who), where === "" ? null : ` at ${where}`),
    at === undefined ? null : button(`step ${at + 1}`, () => session.goTo("failing", at), { class: "jump" }),
    // The story, as a rule, says it as well.
    session.report.story.includes(first.message)
      ? null
      : el("span", { class: "reason", title: first.message }, first.message),
    more.length === 0
      ? null
      : el(
          "span",
          { class: "more", title: more.map((one) => one.message).join("\n") },
          `and ${counted(more.length, "more error")}`,
        ),
  );
}

function facts(summary: Summary, version: string | undefined): HTMLElement {
  const shown: [string, string][] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== "") shown.push([name, value]);
  };
  add("interleavings", summary.interleavings === undefined ? undefined : number(summary.interleavings));
  add("blocked", summary.blocked ? number(summary.blocked) : undefined);
  add("events", summary.events === undefined ? undefined : number(summary.events));
  add(
    "bound",
    summary.bounds === undefined || summary.bounds.length === 0 ? "none" : summary.bounds.join(", "),
  );
  add("seed", summary.seed === undefined ? undefined : String(summary.seed));
  add("algorithm", summary.algorithm);
  add("memory model", summary.model);
  add("time", summary.seconds === undefined ? undefined : `${summary.seconds.toFixed(2)} s`);
  add("incomplete", summary.incomplete?.join("; "));
  add("made by", version === undefined ? "Heddle" : `Heddle ${version}`);
  return el(
    "dl",
    { class: "facts" },
    ...shown.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

function replay(report: Report): HTMLElement | null {
  if (report.replay === null) return null;
  return el("div", { class: "replay" }, el("span", {}, "Run it again"), command(report.replay));
}
