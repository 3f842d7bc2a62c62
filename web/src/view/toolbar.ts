// Moving, folding, searching, and which run is on the screen.
import type { Session } from "../session";
import type { RunId, State } from "../state";
import { button, el, fill } from "./dom";
import { themeButton } from "./theme";
import { shorten } from "./words";

export function toolbar(session: Session, showHelp: () => void): HTMLElement {
  const { store } = session;
  const count = el("span", { class: "count" });
  const stepField = el("input", {
    type: "number",
    class: "step-field",
    min: 1,
    "aria-label": "Step",
    change: () => session.goTo(session.state.run, Number(stepField.value) - 1),
  });
  const processName = el("span", { class: "process-name" });
  const backOfProcess = button("‹", () => session.follow("previous"), {
    title: "Previous step of this process ([)",
    "aria-label": "Previous step of this process",
  });
  const onOfProcess = button("›", () => session.follow("next"), {
    title: "Next step of this process (])",
    "aria-label": "Next step of this process",
  });
  const runs = el("div", { class: "segmented", role: "group", "aria-label": "Run" });
  const search = el("input", {
    type: "search",
    id: "search",
    placeholder: "Search steps  ( / )",
    "aria-label": "Search steps: process, operation, value, file:line, #step",
    input: () => store.set({ query: search.value }),
  });
  const past = toggle("Past of the error only", "Fold what could not influence the error (f)", () =>
    store.set({ pastOnly: !session.state.pastOnly, opened: new Set() }),
  );
  const loops = toggle("Fold loops", "Fold the rounds of a loop but the first and the last", () =>
    store.set({ foldLoops: !session.state.foldLoops, opened: new Set() }),
  );

  const update = (state: State) => {
    const { run } = session.current;
    stepField.value = String(state.step + 1);
    stepField.max = String(run.events.length);
    fill(count, `of ${run.events.length.toLocaleString("en")}`);
    const name = run.actorName(run.event(state.step).actor);
    fill(processName, shorten(name, 12));
    processName.title = name;
    backOfProcess.disabled = session.target("previous") === undefined;
    onOfProcess.disabled = session.target("next") === undefined;
    past.setAttribute("aria-pressed", String(state.pastOnly));
    loops.setAttribute("aria-pressed", String(state.foldLoops));
    if (search.value !== state.query) search.value = state.query;
    fill(runs, ...runButtons(session));
    runs.hidden = state.other === null;
  };
  store.subscribe(update);
  update(session.state);

  return el(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Steps" },
    el(
      "div",
      { class: "group" },
      button("«", () => session.stepToEnd(-1), { title: "First step (Home)", "aria-label": "First step" }),
      button("◀", () => session.stepBy(-1), {
        title: "Previous step (↑ or k)",
        "aria-label": "Previous step",
      }),
      stepField,
      count,
      button("▶", () => session.stepBy(1), { title: "Next step (↓ or j)", "aria-label": "Next step" }),
      button("»", () => session.stepToEnd(1), { title: "Last step (End)", "aria-label": "Last step" }),
    ),
    el("div", { class: "group" }, backOfProcess, processName, onOfProcess),
    runs,
    el("div", { class: "group" }, past, loops),
    search,
    el(
      "div",
      { class: "group end" },
      button("Keys and signs", showHelp, { title: "What the signs mean, and the keyboard (?)" }),
      themeButton(),
    ),
  );
}

function toggle(label: string, title: string, onClick: () => void): HTMLButtonElement {
  return button(label, onClick, { title, class: "toggle" });
}

function runButtons(session: Session): HTMLElement[] {
  const { run, other, sideBySide } = session.state;
  if (other === null) return [];
  const one = (id: RunId) =>
    button(session.runName(id), () => session.showRun(id), {
      "aria-pressed": String(!sideBySide && run === id),
    });
  return [
    one("failing"),
    one(other),
    button("Side by side", () => session.showSideBySide(other), { "aria-pressed": String(sideBySide) }),
  ];
}
