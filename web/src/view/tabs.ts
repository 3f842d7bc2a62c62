// The panels below the source, one at a time.
import type { Session } from "../session";
import type { Tab } from "../state";
import { el, fill } from "./dom";
import { eventPanel } from "./eventpanel";
import { lanesPanel } from "./lanespanel";
import { mailboxPanel } from "./mailboxpanel";
import { racesPanel } from "./racespanel";
import { treePanel } from "./treepanel";
import { waitingPanel } from "./waitingpanel";

interface Panel {
  readonly tab: Tab;
  readonly name: (session: Session) => string;
  readonly content: (session: Session) => HTMLElement[];
  readonly exists: (session: Session) => boolean;
  /** Whether the content follows the current step. */
  readonly follows: boolean;
}

const always = () => true;

const PANELS: Panel[] = [
  { tab: "event", name: () => "Event", content: eventPanel, exists: always, follows: true },
  {
    tab: "mailbox",
    name: () => "Mailbox",
    content: mailboxPanel,
    exists: (session) => session.current.messages.all.length > 0,
    follows: true,
  },
  {
    tab: "races",
    name: (session) => (session.report.analysed ? `Races ${session.report.races.length}` : "Races"),
    content: racesPanel,
    exists: always,
    follows: false,
  },
  {
    tab: "waiting",
    name: (session) => `Waiting ${session.current.run.trace.blocked?.length ?? 0}`,
    content: waitingPanel,
    exists: (session) => (session.current.run.trace.blocked?.length ?? 0) > 0,
    follows: false,
  },
  { tab: "lanes", name: () => "Lanes", content: lanesPanel, exists: always, follows: true },
  {
    tab: "tree",
    name: () => "Exploration",
    content: treePanel,
    exists: (session) => session.report.tree !== null,
    follows: false,
  },
];

export function tabs(session: Session): HTMLElement {
  const list = el("div", {
    role: "tablist",
    "aria-label": "Panels",
    keydown: (event: KeyboardEvent) => arrowKeys(event),
  });
  const content = el("div", { class: "tab-content", role: "tabpanel", id: "tab-content", tabindex: 0 });

  const shown = () => PANELS.filter((panel) => panel.exists(session));
  const arrowKeys = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (direction === 0) return;
    const panels = shown();
    const at = panels.findIndex((panel) => panel.tab === session.state.tab);
    session.store.set({ tab: panels[(at + direction + panels.length) % panels.length]!.tab });
    list.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    event.preventDefault();
  };

  let before: { tab: Tab | null; run: string } = { tab: null, run: "" };
  const update = () => {
    const panels = shown();
    const { state } = session;
    const panel = panels.find((one) => one.tab === state.tab) ?? panels[0]!;
    const isSame = before.tab === panel.tab && before.run === state.run;
    const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement);
    fill(
      list,
      ...panels.map((one) =>
        el(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${one.tab}`,
            "aria-selected": String(one === panel),
            "aria-controls": "tab-content",
            tabindex: one === panel ? 0 : -1,
            click: () => session.store.set({ tab: one.tab }),
          },
          one.name(session),
        ),
      ),
    );
    if (focused) list.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    content.setAttribute("aria-labelledby", `tab-${panel.tab}`);
    content.dataset["tab"] = panel.tab;
    if (!isSame || panel.follows) fill(content, ...panel.content(session));
    if (!isSame) content.scrollTop = 0;
    before = { tab: panel.tab, run: state.run };
  };
  session.store.subscribe(update);
  update();
  return el("section", { class: "panel tabs", "aria-label": "Details" }, list, content);
}
