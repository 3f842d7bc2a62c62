// The race that decides: two steps, and what the other order leads to.
import type { Session } from "../session";
import { button, el } from "./dom";
import { shorten, stepLine } from "./words";

export function decisiveRace(session: Session): HTMLElement | null {
  const { decisive, races } = session.report;
  if (decisive === null || session.report.trace === null) return null;
  const model = session.model("failing");
  const race = races.find((one) => session.isDecisive(one));
  const step = (index: number) =>
    button(shorten(stepLine(model, index), 90), () => session.goTo("failing", index), {
      class: "step-link",
      title: stepLine(model, index),
    });
  return el(
    "section",
    { class: "decisive", "aria-label": "The decisive race" },
    el("h2", {}, "◆ Decisive race"),
    race === undefined ? null : el("span", { class: "object" }, `at ${race.object}`),
    step(decisive.first),
    el("span", { class: "before" }, "came before"),
    step(decisive.second),
    el("span", { class: "after" }, session.report.twin === null ? "" : "The other way round, the test passes."),
  );
}
