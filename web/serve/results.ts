// The result of a run: the report in a frame without an origin, the answers of verify, the ACS, the
// text, and what went wrong.
import { button, el, fill } from "../src/view/dom";
import { acsGraph } from "./acs";
import { acs, type Diagnostic, type FullRun, reportAddress, type Run } from "./api";
import { saveButtons } from "./save";

const good = new Set(["verified", "proved", "passed"]);
const bad = new Set(["error", "refuted"]);
export const tone = (run: Run): string =>
  run.state === "failed" ? "bad" : good.has(run.verdict) ? "good" : bad.has(run.verdict) ? "bad" : "open";

export const stateWords = (run: Run): string =>
  run.state === "queued"
    ? run.before === 0
      ? "next in line"
      : `${run.before} in line before it`
    : run.state === "running"
      ? run.phase || "running"
      : run.state === "failed"
        ? "failed"
        : run.state === "stopped"
          ? "stopped"
          : run.verdict || "done";

/** Lines to mark: what a compiler complains about, else where the errors happened. */
export function marks(run: FullRun): Diagnostic[] {
  if (run.diagnostics.length > 0) return run.diagnostics;
  return (run.result?.errors ?? [])
    .filter((error) => error.line !== undefined && error.line > 0 && error.file === run.file)
    .map((error) => ({ line: error.line!, column: 0, warning: false, message: error.reason ?? "error" }));
}

function diagnosticList(run: FullRun, goTo: (line: number) => void): HTMLElement | null {
  if (run.diagnostics.length === 0) return null;
  return el(
    "ul",
    { class: "diagnostics", "aria-label": "Messages of the compiler" },
    ...run.diagnostics.map((one) =>
      el(
        "li",
        { class: one.warning ? "warning" : "error" },
        button(`Line ${one.line}`, () => goTo(one.line)),
        ` ${one.warning ? "warning: " : ""}${one.message}`,
      ),
    ),
  );
}

/** The rest of what a compiler said: notes, the lines of libraries. */
function compilerText(run: FullRun): HTMLElement | null {
  if (run.diagnostics.length === 0 || run.message === "") return null;
  return el(
    "details",
    { class: "compiler" },
    el("summary", {}, "All that the compiler said"),
    el("pre", { class: "message" }, run.message.trim()),
  );
}

function properties(run: FullRun): HTMLElement | null {
  const list = run.result?.properties ?? [];
  if (run.command !== "verify" || list.length === 0) return null;
  return el(
    "table",
    { class: "properties" },
    el("caption", {}, "Coverability: one question for each property"),
    el(
      "thead",
      {},
      el("tr", {}, ...["Answer", "Property", "Where", "By"].map((head) => el("th", { scope: "col" }, head))),
    ),
    el(
      "tbody",
      {},
      ...list.map((one) =>
        el(
          "tr",
          { class: one.answer },
          el(
            "td",
            {},
            `${one.answer === "proved" ? "✓" : one.answer === "refuted" ? "✗" : "?"} ${one.answer}`,
          ),
          el("td", {}, el("code", {}, one.property)),
          el("td", {}, one.where),
          el("td", {}, [one.by ?? "", ...(one.reasons ?? [])].filter(Boolean).join("; ")),
        ),
      ),
    ),
  );
}

export async function showResult(
  host: HTMLElement,
  run: FullRun,
  goTo: (line: number) => void,
): Promise<void> {
  const views: { name: string; make: () => HTMLElement | Promise<HTMLElement> }[] = [];
  if (run.report) {
    views.push({
      name: "Report",
      make: () =>
        el("iframe", { class: "report", title: "Report", sandbox: "allow-scripts", src: reportAddress(run) }),
    });
  }
  if (run.acs) views.push({ name: "ACS", make: async () => acsGraph((await acs(run.id)).acs) });
  if (run.text !== "" || views.length === 0) {
    views.push({
      name: "Text",
      make: () => el("pre", { class: "text-report", tabindex: 0, "aria-label": "Report as text" }, run.text),
    });
  }
  const content = el("div", { class: "result-view", role: "tabpanel", tabindex: -1 });
  const tabs = views.map((view, i) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": "false",
        click: () => void choose(i),
        keydown: (event: KeyboardEvent) => {
          const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (step === 0) return;
          const next = (i + step + views.length) % views.length;
          tabs[next]!.focus();
          void choose(next);
        },
      },
      view.name,
    ),
  );
  const choose = async (number: number) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === number));
      tab.tabIndex = i === number ? 0 : -1;
    });
    try {
      fill(content, await views[number]!.make());
    } catch (problem) {
      fill(content, el("p", { class: "empty" }, String((problem as Error).message)));
    }
  };
  fill(
    host,
    el(
      "div",
      { class: "result-head" },
      el("span", { class: `verdict ${tone(run)}`, role: "status" }, stateWords(run)),
      el("span", { class: "count" }, `${run.command} ${run.name}, ${run.seconds.toFixed(1)} s`),
      saveButtons(run),
    ),
    run.message !== "" && run.diagnostics.length === 0 && el("pre", { class: "message" }, run.message.trim()),
    diagnosticList(run, goTo),
    compilerText(run),
    properties(run),
    (run.text !== "" || run.report || run.acs) &&
      el("div", { role: "tablist", "aria-label": "Views of the result" }, ...tabs),
    (run.text !== "" || run.report || run.acs) && content,
  );
  if (run.text !== "" || run.report || run.acs) await choose(0);
}
