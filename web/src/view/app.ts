// Puts the page together and keeps it in step with what the reader chooses.
import { writeLink, readLink } from "../deeplink";
import type { Report } from "../document/report";
import { listenToKeys } from "../keys";
import type { Session } from "../session";
import { stepLine } from "./words";
import { Chart } from "./chart";
import { decisiveRace } from "./decisive";
import { el, fill, svg } from "./dom";
import { markers } from "./drawing";
import { header } from "./header";
import { helpDialog } from "./help";
import { sourcePanel } from "./source";
import { tabs } from "./tabs";
import { toolbar } from "./toolbar";
import { treePanel } from "./treepanel";
import { waitingPanel } from "./waitingpanel";

export function showReport(host: HTMLElement, session: Session): void {
  document.title = `${session.report.title}: ${session.report.verdict} (Heddle)`;
  if (session.report.trace === null || session.report.trace.events.length === 0) {
    fill(host, header(session), withoutSteps(session));
    return;
  }
  const help = helpDialog();
  const charts = new Charts(session);
  const spoken = el("div", { class: "spoken", "aria-live": "polite" });
  const main = el(
    "main",
    {},
    charts.element,
    el("div", { class: "side" }, sourcePanel(session), tabs(session)),
  );
  fill(
    host,
    svg("svg", { class: "defs", width: 0, height: 0, "aria-hidden": "true" }, markers()),
    header(session),
    decisiveRace(session),
    toolbar(session, () => help.showModal()),
    main,
    spoken,
    help,
  );
  main.classList.toggle("two", session.state.sideBySide);
  charts.update(session.state, null);
  session.store.subscribe((state, before) => {
    main.classList.toggle("two", state.sideBySide);
    charts.update(state, before);
    if (state.step !== before.step || state.run !== before.run)
      fill(spoken, stepLine(session.current, state.step));
    linkTo(session);
  });
  listenToKeys(session, {
    pageSize: () => charts.pageSize(),
    focusSearch: () => host.querySelector<HTMLInputElement>("#search")?.focus(),
    showHelp: () => help.showModal(),
  });
  addEventListener("hashchange", () => follow(session));
  charts.focus();
}

/** The address changes without a history entry for each step; writing it is put off while keys repeat. */
let pendingLink: ReturnType<typeof setTimeout> | undefined;
function linkTo(session: Session): void {
  clearTimeout(pendingLink);
  pendingLink = setTimeout(() => history.replaceState(null, "", writeLink(session.state)), 100);
}

function follow(session: Session): void {
  const link = readLink(location.hash);
  const run = link.run !== undefined && session.runIds().includes(link.run) ? link.run : "failing";
  if (link.tab !== undefined) session.store.set({ tab: link.tab });
  if (link.step !== undefined) session.goTo(run, link.step);
}

function withoutSteps(session: Session): HTMLElement {
  const { report } = session;
  const tree = report.tree === null ? [] : treePanel(session);
  const waiting = report.trace === null ? [] : waitingPanel(session);
  return el("main", { class: "without-steps" }, el("p", {}, whyNoSteps(report)), ...waiting, ...tree);
}

function whyNoSteps(report: Report): string {
  if (report.trace !== null)
    return "The error is there before any process has taken a step that others could notice.";
  if (report.verdict === "verified")
    return "Every interleaving that can matter was explored; none has an error.";
  return "No error was found, so there is no run to show.";
}

/** One chart, or two that scroll together. */
class Charts {
  readonly element = el("div", { class: "charts" });
  private charts: Chart[] = [];
  private shown = "";

  constructor(private readonly session: Session) {}

  update(state: Chosen, before: Chosen | null): void {
    const runs = this.session.shownRuns();
    if (runs.join() !== this.shown) {
      this.shown = runs.join();
      for (const chart of this.charts) chart.dispose();
      this.charts = runs.map((id) => new Chart(this.session, id, (top) => this.scrollAll(top)));
      fill(this.element, ...this.charts.map((chart) => chart.element));
      for (const chart of this.charts) chart.rebuild();
      this.focus();
    } else if (before === null || rowsChanged(state, before)) {
      for (const chart of this.charts) chart.rebuild();
    }
    for (const chart of this.charts) chart.refresh();
  }

  pageSize(): number {
    return this.charts[0]?.rowsOnScreen ?? 1;
  }

  focus(): void {
    this.charts[0]?.focus();
  }

  private scrollAll(top: number): void {
    for (const chart of this.charts) chart.scrollTo(top);
  }
}

type Chosen = Session["state"];

function rowsChanged(state: Chosen, before: Chosen): boolean {
  return (
    state.pastOnly !== before.pastOnly ||
    state.foldLoops !== before.foldLoops ||
    state.opened !== before.opened ||
    state.query !== before.query ||
    state.hiddenLanes !== before.hiddenLanes
  );
}
