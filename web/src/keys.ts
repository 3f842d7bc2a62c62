// The keyboard. Keys belong to the page unless the reader is typing.
import type { Session } from "./session";

export interface KeyTargets {
  pageSize(): number;
  focusSearch(): void;
  showHelp(): void;
}

export function listenToKeys(session: Session, targets: KeyTargets): void {
  const actions: Record<string, () => void> = {
    ArrowDown: () => session.stepBy(1),
    j: () => session.stepBy(1),
    ArrowUp: () => session.stepBy(-1),
    k: () => session.stepBy(-1),
    PageDown: () => session.stepBy(1, targets.pageSize()),
    PageUp: () => session.stepBy(-1, targets.pageSize()),
    Home: () => session.stepToEnd(-1),
    End: () => session.stepToEnd(1),
    "]": () => session.follow("next"),
    "[": () => session.follow("previous"),
    m: () => void (session.follow("sender") || session.follow("receiver")),
    s: () => session.follow("spawner"),
    w: () => session.follow("writer"),
    e: () => goTo(session, session.current.errorEvent),
    d: () => decisive(session),
    t: () => switchRun(session),
    b: () => sideBySide(session),
    o: () => session.openAround(),
    f: () => session.store.set({ pastOnly: !session.state.pastOnly, opened: new Set() }),
    "/": () => targets.focusSearch(),
    "?": () => targets.showHelp(),
    Escape: () => session.store.set({ query: "", hiddenLanes: new Set() }),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const action = actions[event.key];
    if (action === undefined || ownsKey(event)) return;
    event.preventDefault();
    action();
  });
}

function isTyping(event: KeyboardEvent): boolean {
  if (event.key === "Escape") return false;
  return (
    event.target instanceof HTMLElement &&
    event.target.matches("input:not([type=checkbox]), select, textarea, dialog *")
  );
}

/** Keys that scroll or choose keep doing so in a panel or an open dialog. */
function ownsKey(event: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]") !== null) return true;
  const scrolls = /^(Arrow|Page|Home|End)/.test(event.key);
  return scrolls && event.target instanceof HTMLElement && event.target.closest(".panel") !== null;
}

function goTo(session: Session, index: number | undefined): void {
  if (index !== undefined) session.goTo(session.state.run, index);
}

/** To the one step of the decisive pair, and on the next press to the other. */
function decisive(session: Session): void {
  const { decisive: pair } = session.report;
  if (pair === null) return;
  const { run, step } = session.state;
  const [first, second] = [
    session.counterpart("failing", pair.first, run),
    session.counterpart("failing", pair.second, run),
  ];
  goTo(session, step === first ? second : first);
}

function switchRun(session: Session): void {
  const { run, other } = session.state;
  if (other !== null) session.showRun(run === "failing" ? other : "failing");
}

function sideBySide(session: Session): void {
  const { other, sideBySide: isOn, run } = session.state;
  if (isOn) session.showRun(run);
  else if (other !== null) session.showSideBySide(other);
}
