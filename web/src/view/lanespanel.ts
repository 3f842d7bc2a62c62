// All processes and shared objects: which lanes are shown, how each ended, its steps one by one.
import type { Lane } from "../model/lanes";
import type { Session } from "../session";
import { button, el } from "./dom";
import { counted } from "./words";

export function lanesPanel(session: Session): HTMLElement[] {
  const { lanes } = session.current;
  const { hiddenLanes } = session.state;
  return [
    el(
      "h3",
      {},
      `${counted(lanes.all.filter((lane) => lane.kind === "process").length, "process", "processes")}, ${counted(lanes.all.filter((lane) => lane.kind === "object").length, "shared object")} `,
      hiddenLanes.size === 0
        ? null
        : button("Show all", () => session.store.set({ hiddenLanes: new Set() }), { class: "jump" }),
    ),
    el(
      "table",
      { class: "lanes" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...["Shown", "Name", "Started by", "Steps", "End"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el("tbody", {}, ...lanes.all.map((lane) => laneRow(session, lane))),
    ),
  ];
}

function laneRow(session: Session, lane: Lane): HTMLElement {
  const { hiddenLanes } = session.state;
  const toggle = () => {
    const hidden = new Set(hiddenLanes);
    if (!hidden.delete(lane.id)) hidden.add(lane.id);
    session.store.set({ hiddenLanes: hidden });
  };
  const box = el("input", {
    type: "checkbox",
    checked: !hiddenLanes.has(lane.id),
    change: toggle,
    "aria-label": `Show ${lane.name}`,
  });
  return el(
    "tr",
    {},
    el("td", {}, box),
    el("td", {}, el("b", {}, lane.name), lane.alias === "" ? null : ` ${lane.alias}`),
    el("td", {}, lane.spawner),
    el("td", {}, ...(lane.actor === null ? [] : steps(session, lane.actor))),
    el("td", {}, lane.actor === null ? "shared object" : ending(session, lane.actor)),
  );
}

/** Back and forth along one process, seen from the current step. */
function steps(session: Session, actor: number): HTMLElement[] {
  const { run } = session.current;
  const { run: id, step } = session.state;
  const own = run.eventsOf[actor] ?? [];
  const before = own.findLast((index) => index < step);
  const after = own.find((index) => index > step);
  const go = (label: string, words: string, to: number | undefined) => {
    const made = button(label, () => to !== undefined && session.goTo(id, to), {
      "aria-label": `${words} step of ${run.actorName(actor)}`,
    });
    made.disabled = to === undefined;
    return made;
  };
  return [
    go("‹", "Previous", before),
    el("span", { class: "own-steps" }, String(own.length)),
    go("›", "Next", after),
  ];
}

function ending(session: Session, actor: number): string {
  const { run, kinds } = session.current;
  const blocked = (run.trace.blocked ?? []).find((one) => one.actor === actor);
  if (blocked !== undefined) return "stuck";
  const last = run.lastEventOf(actor);
  if (last === undefined) return "took no step";
  if (kinds[last] !== "exit") return "";
  return run.event(last).operation === "ends" ? "ended" : "exited abnormally";
}
