// The race that decides: two steps, and what the other order leads to.
import { withObjectNames } from "../model/objects";
import type { Session } from "../session";
import { button, el } from "./dom";
import { shorten, stepLine } from "./words";

export function decisiveRace(session: Session): HTMLElement | null {
  const { decisive, races } = session.report;
  if (decisive === null || session.report.trace === null) return null;
  const model = session.model("failing");
  const race = races.find((one) => session.isDecisive(one));
  const step = (index: number) =>
    button(shorten(stepLine(model, index), 120), () => session.goTo("failing", index), {
      class: "step-link",
      title: stepLine(model, index),
    });
  const where = race === undefined ? null : el("span", {}, `at ${withObjectNames(model.run, race.object)}`);
  const other = race?.read ? "Had it read that" : "The other way round";
  const passes =
    decisive.alone === false ? "a run can pass, but other steps have to change, too." : "the test passes.";
  const after = session.report.twin === null ? null : el("span", {}, `${other}, ${passes}`);
  const against = race?.read
    ? [el("span", {}, `instead: ${race.why}`)]
    : race?.waits !== undefined
      ? [el("span", {}, `came before ${race.waits} could go on`)]
      : [
          // Of messages, the order of arrival counts: where they take their time, sends have another.
          el("span", {}, race?.taken === undefined ? "came before" : "arrived before"),
          step(decisive.second),
        ];
  return el(
    "section",
    { class: "decisive", "aria-label": "The decisive race" },
    el("h2", {}, "◆ Decisive race"),
    el("div", { class: "decisive-what" }, where, after),
    el("div", { class: "decisive-pair" }, step(decisive.first), ...against),
  );
}
