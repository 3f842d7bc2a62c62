// The source, with the line at which each process stands after the current step.
import type { Session } from "../session";
import { el, fill } from "./dom";
import { tokens } from "./syntax";

export function sourcePanel(session: Session): HTMLElement {
  const files = Object.keys(session.report.sources).sort();
  const choice = el("select", {
    "aria-label": "Source file",
    change: () => session.store.set({ file: choice.value }),
  });
  const caption = el("span", { class: "caption" });
  const listing = el("div", { class: "listing", tabindex: 0, role: "region", "aria-label": "Source" });
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
    const file = state.file ?? event.source.file;
    const names = files.includes(file) || file === "" ? files : [file, ...files];
    fill(choice, ...names.map((name) => el("option", { value: name, selected: name === file }, name)));
    choice.hidden = names.length === 0;
    if (!files.includes(file)) {
      shown = null;
      lines = [];
      const known =
        file === ""
          ? "This step has no place in the source."
          : `The source of ${file} is not in the report${event.source.line > 0 ? ` (line ${event.source.line})` : ""}.`;
      fill(listing, el("p", { class: "empty" }, known));
      fill(caption);
      return;
    }
    show(file);
    markLines(session, file, lines);
    fill(caption, event.source.file === file ? `line ${event.source.line}` : "");
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
