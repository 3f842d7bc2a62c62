// All races of the failing run, the decisive one first: each with the run of its variant, or the
// command that runs it.
import type { Race } from "../document/report";
import { withObjectNames } from "../model/objects";
import type { Session } from "../session";
import { command } from "./copy";
import { button, el } from "./dom";
import { counted, shorten, stepLine, stepRanges } from "./words";

export function racesPanel(session: Session): HTMLElement[] {
  const { races } = session.report;
  if (!session.report.analysed) return notAnalysed(session);
  if (races.length === 0) {
    return [el("p", { class: "empty" }, "No races: no two steps might have come in the other order.")];
  }
  const sorted = [...races].sort(
    (a, b) => Number(session.isDecisive(b)) - Number(session.isDecisive(a)) || a.id - b.id,
  );
  const reversible = races.filter((race) => race.reversible).length;
  return [
    el("h3", {}, `${counted(races.length, "race")}, of which ${reversible} can go the other way`),
    el("ol", { class: "races" }, ...sorted.map((race) => raceItem(session, race))),
  ];
}

function notAnalysed(session: Session): HTMLElement[] {
  const steps = counted(session.model("failing").run.events.length, "step");
  const { replay } = session.report;
  const asked = replay?.startsWith("heddle replay ") ? replay.slice("heddle replay ".length) : undefined;
  return [
    el("p", { class: "empty" }, `Races were not looked for: a run of ${steps} takes too long for a page.`),
    ...(asked === undefined
      ? []
      : ["races", "explain"].map((word) =>
          el("div", { class: "variant" }, command(`heddle ${word} ${asked}`)),
        )),
  ];
}

function raceItem(session: Session, race: Race): HTMLElement {
  const model = session.model("failing");
  const step = (index: number) => {
    // The analysis of races lets a run go on after its error; the trace ends with the error.
    if (index >= model.run.events.length)
      return el("span", { class: "beyond" }, `step ${index + 1}, after the end of the trace`);
    const words = stepLine(model, index);
    return button(shorten(words, 100), () => session.goTo("failing", index), {
      class: "step-link",
      title: words,
    });
  };
  const isDecisive = session.isDecisive(race);
  return el(
    "li",
    {
      class: isDecisive ? "is-decisive" : "",
      value: race.id,
      "data-race": race.id,
    },
    el(
      "div",
      { class: "race-head" },
      el("b", {}, `${isDecisive ? "◆ " : ""}Race ${race.id}`),
      el("span", {}, ` at ${withObjectNames(model.run, race.object)}`),
      outcome(race),
    ),
    step(race.first),
    ...(race.kind === "receive"
      ? [
          race.taken === undefined
            ? null
            : el("div", { class: "pair" }, el("span", {}, "took"), step(race.taken)),
          el("div", { class: "pair" }, el("span", {}, "could take"), step(race.second)),
        ]
      : race.read
        ? []
        : race.waits !== undefined
          ? [el("div", { class: "pair" }, el("span", {}, `against ${race.waits}, which waits to the end`))]
          : [el("div", { class: "pair" }, el("span", {}, "against"), step(race.second))]),
    race.why === "" ? null : el("p", { class: "why" }, race.reversible ? `Instead: ${race.why}` : race.why),
    race.variant === null
      ? null
      : el("p", { class: "kept" }, `It begins with the steps ${stepRanges(race.variant)}, in this order.`),
    variant(session, race),
  );
}

/** What became of the other order. */
function outcome(race: Race): HTMLElement | null {
  if (!race.reversible) return el("span", { class: "tag" }, "cannot be reversed");
  if (race.run === null) return null;
  return race.run.errors.length === 0
    ? el("span", { class: "tag good" }, "✓ the other order passes")
    : el("span", { class: "tag bad" }, "✕ the other order fails too");
}

function variant(session: Session, race: Race): HTMLElement | null {
  if (race.run !== null) {
    const id = `variant-${race.id}` as const;
    return el(
      "div",
      { class: "variant" },
      button("Show the variant's run", () => session.showRun(id)),
      button("Side by side", () => session.showSideBySide(id)),
    );
  }
  return race.reversible ? el("div", { class: "variant" }, command(race.command)) : null;
}
