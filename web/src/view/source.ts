// The source, with the line at which each process stands after the current step.
import type { TraceSource } from "../generated/trace";
import type { Session } from "../session";
import { el, fill } from "./dom";
import { tokens } from "./syntax";
import { place } from "./words";

export function sourcePanel(session: Session): HTMLElement {
  const files = Object.keys(session.report.sources).sort();
  const choice = el("select", {
    "aria-label": "Source file",
    change: () => session.store.set({ file: choice.value }),
  });
  const caption = el("span", { class: "caption" });
  const listing = el("div", { class: "listing", tabindex: 0, role: "region", "aria-label": "Source" });
  const program = programFile(session);
  let shown: string | null = null;
  let lines: HTMLElement[] = [];

  const show = (file: string) => {
    if (file === shown) return;
    shown = file;
    lines = (session.report.sources[file] ?? "")
      .split("\n")
      .map((text, at) => lineElement(text, at + 1, file));
    fill(listing, ...lines);
  };

  const update = () => {
    const { state } = session;
    const { run } = session.current;
    const event = run.event(state.step);
    // A step in a library leaves the program's own source where it is.
    const own = event.source.file;
    const file = state.file ?? (files.includes(own) ? own : (shown ?? program ?? own));
    const names = files.includes(file) || file === "" ? files : [file, ...files];
    fill(choice, ...names.map((name) => el("option", { value: name, selected: name === file }, name)));
    choice.hidden = names.length === 0;
    if (!files.includes(file)) {
      shown = null;
      lines = [];
      fill(listing, el("p", { class: "empty" }, elsewhere(event.source)));
      fill(caption);
      return;
    }
    show(file);
    markLines(session, file, lines);
    const other = files.includes(own) || own === "" ? "" : `step at ${place(event.source)}`;
    fill(caption, own === file ? `line ${event.source.line}` : other);
    caption.title = other === "" ? "" : elsewhere(event.source);
    if (event.source.file === file) center(listing, lines[event.source.line - 1]);
  };
  session.store.subscribe(update);
  update();
  // Before the panel is in the page nothing can be scrolled.
  requestAnimationFrame(update);
  return el(
    "section",
    { class: "panel source", "aria-label": "Source" },
    el("div", { class: "panel-head" }, el("h2", {}, "Source"), choice, caption),
    listing,
  );
}

/** Of a step whose source cannot be shown. */
function elsewhere(source: TraceSource): string {
  if (source.file === "") return "This step has no place in the source.";
  return `This step is at ${place(source)}, whose source is not in the report.`;
}

/** Where the error is, or else the first place in the run that can be shown. */
function programFile(session: Session): string | undefined {
  const { trace } = session.current.run;
  const hasSource = (one: { source: TraceSource }) => one.source.file in session.report.sources;
  return (trace.errors.find(hasSource) ?? trace.events.find(hasSource))?.source.file;
}

function lineElement(text: string, number: number, file: string): HTMLElement {
  return el(
    "div",
    { class: "line" },
    el("span", { class: "standing" }),
    el("span", { class: "line-number" }, String(number)),
    el(
      "span",
      { class: "code" },
      ...tokens(text, file).map(([kind, part]) =>
        kind === "" ? part : el("span", { class: `t-${kind}` }, part),
      ),
    ),
  );
}

/** After the current step: who stands where. */
function markLines(session: Session, file: string, lines: readonly HTMLElement[]): void {
  const { run, lanes } = session.current;
  const { step } = session.state;
  const standing = new Map<number, { names: string[]; current: boolean }>();
  for (const lane of lanes.all) {
    if (lane.actor === null) continue;
    const at = lastUpTo(run.eventsOf[lane.actor] ?? [], step);
    const source = at === undefined ? undefined : run.event(at).source;
    if (source === undefined || source.file !== file || source.line === 0) continue;
    const known = standing.get(source.line) ?? { names: [], current: false };
    known.names.push(lane.name);
    known.current ||= at === step;
    standing.set(source.line, known);
  }
  lines.forEach((line, at) => {
    const here = standing.get(at + 1);
    line.classList.toggle("stands", here !== undefined);
    line.classList.toggle("current", here?.current === true);
    const host = line.firstElementChild!;
    if (here === undefined) {
      if (host.childNodes.length > 0) fill(host);
      return;
    }
    const [first = "", ...more] = here.names;
    fill(
      host,
      el(
        "span",
        { class: "who-stands", title: here.names.join(", ") },
        more.length === 0 ? first : `${first} +${more.length}`,
      ),
    );
  });
}

function lastUpTo(sorted: readonly number[], limit: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** Scrolls the listing only; scrollIntoView would move the page as well. */
function center(listing: HTMLElement, line: HTMLElement | undefined): void {
  if (line === undefined) return;
  const top = line.offsetTop;
  const isVisible = top > listing.scrollTop + 20 && top < listing.scrollTop + listing.clientHeight - 40;
  if (!isVisible) listing.scrollTop = top - listing.clientHeight / 2;
}
