// All that the trace says of the current event, and where one can go from it.
import type { Race } from "../document/report";
import { relation } from "../model/causality";
import { KIND_WORDS } from "../model/kinds";
import { changesOfRead, writersOf } from "../model/objects";
import type { Jump, Session } from "../session";
import { button, el } from "./dom";
import { counted, resultOf, stepLine } from "./words";

const JUMPS: [Jump, string, string][] = [
  ["sender", "sent at", "m"],
  ["receiver", "received at", "m"],
  ["writer", "value written at", "w"],
  ["spawner", "process started at", "s"],
  ["previous", "previous of this process", "["],
  ["next", "next of this process", "]"],
];

export function eventPanel(session: Session): HTMLElement[] {
  const { current, state } = session;
  const { run } = current;
  const event = run.event(state.step);
  const rows: [string, HTMLElement | string][] = [
    ["does", el("code", {}, event.operation)],
    ["kind", KIND_WORDS[current.kinds[state.step]!]],
  ];
  if (resultOf(event) !== "") rows.push(["gets", el("code", {}, event.value)]);
  if (event.message !== "") rows.push(["message", el("code", {}, event.message)]);
  if (event.target !== "") rows.push(["target", el("code", {}, event.target)]);
  if (event.constraint !== "") rows.push(["accepts", el("code", {}, event.constraint)]);
  if (event.clause !== undefined) rows.push(["by clause", String(event.clause)]);
  if (event.source.file !== "") rows.push(["place", `${event.source.file}:${event.source.line}`]);
  rows.push(["order", order(session)]);
  if (event.reads !== undefined) {
    rows.push(["reads from", write(session, event.reads)]);
    if (event.reads.instead.length > 0) rows.push(["could also read", others(session, event.reads.instead)]);
  }
  const changes = changesOfRead(run, state.step);
  if (changes.length > 0) rows.push(["all writes", writes(session, changes)]);
  const races = state.run === "failing" ? session.racesOf(state.step) : [];
  if (races.length > 0) rows.push(["races", raceButtons(session, races)]);
  const twin = inOtherRun(session);
  if (twin !== null) rows.push(["other run", twin]);
  return [
    el(
      "h3",
      {},
      `Step ${state.step + 1}: `,
      el("b", {}, run.actorName(event.actor)),
      `, its ${ordinal(event.ordinal + 1)}`,
    ),
    el("div", { class: "jumps" }, ...jumps(session)),
    el(
      "dl",
      { class: "fields" },
      ...rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ),
    footprint(session),
  ];
}

function jumps(session: Session): HTMLElement[] {
  return JUMPS.flatMap(([jump, words, key]) => {
    const to = session.target(jump);
    if (to === undefined) return [];
    const label = jump === "previous" || jump === "next" ? `${words} (${to + 1})` : `${words} step ${to + 1}`;
    return [
      button(label, () => session.follow(jump), {
        class: "jump",
        "data-jump": jump,
        title: `${stepLine(session.current, to)}  (${key})`,
      }),
    ];
  });
}

function raceButtons(session: Session, races: readonly Race[]): HTMLElement {
  const show = () => session.store.set({ tab: "races" });
  return el(
    "span",
    {},
    ...races.map((race) => button(`race ${race.id}`, show, { class: "jump", title: race.why })),
  );
}

/** A value that a load can read, and the step that wrote it. */
function write(session: Session, read: { from: number | null; value: string }): HTMLElement {
  const { current, state } = session;
  const { from } = read;
  const place =
    from === null
      ? " the initial value"
      : button(`step ${from + 1}`, () => session.goTo(state.run, from), {
          class: "jump",
          title: stepLine(current, from),
        });
  return el("span", {}, el("code", {}, read.value), " ", place);
}

function others(session: Session, instead: readonly { from: number | null; value: string }[]): HTMLElement {
  return el("span", {}, ...instead.flatMap((read, at) => [at > 0 ? ", " : null, write(session, read)]));
}

const MOST_WRITES = 8;

/** The writes to what this step reads; the one it saw is marked. */
function writes(session: Session, changes: readonly number[]): HTMLElement {
  const { current, state } = session;
  const seen = writersOf(current.run, state.step);
  const near =
    changes.length <= MOST_WRITES
      ? changes
      : [...changes]
          .sort((a, b) => Math.abs(a - state.step) - Math.abs(b - state.step))
          .slice(0, MOST_WRITES)
          .sort((a, b) => a - b);
  const more = changes.length - near.length;
  return el(
    "span",
    {},
    ...near.map((at) =>
      button(`step ${at + 1}${seen.includes(at) ? " (seen)" : ""}`, () => session.goTo(state.run, at), {
        class: "jump",
        title: stepLine(current, at),
      }),
    ),
    more > 0 ? ` and ${counted(more, "other")}` : null,
  );
}

function order(session: Session): string {
  const { run } = session.current;
  const counts = { self: 0, past: 0, future: 0, concurrent: 0 };
  run.events.forEach((_, index) => ++counts[relation(run, index, session.state.step)]);
  return `◂ ${counts.past} in its past, ▸ ${counts.future} in its future, ∥ ${counts.concurrent} concurrent`;
}

function inOtherRun(session: Session): HTMLElement | null {
  const { run, step, other } = session.state;
  const there = run === "failing" ? other : "failing";
  if (there === null) return null;
  const same = session.counterpart(run, step, there);
  if (same === undefined) return el("span", {}, `not in the ${session.runName(there).toLowerCase()}`);
  const event = session.model(there).run.event(same);
  const value = resultOf(event) === "" ? "" : `, gets ${event.value}`;
  return el(
    "span",
    {},
    button(`step ${same + 1}`, () => session.showRun(there), { class: "jump" }),
    ` of the ${session.runName(there).toLowerCase()}${value}`,
  );
}

/** What the step touches; for what it reads, where that was written. */
function footprint(session: Session): HTMLElement {
  const { run } = session.current;
  const { step } = session.state;
  const { footprint: accesses } = run.event(step);
  const writers = writersOf(run, step);
  return el(
    "details",
    { class: "footprint" },
    el("summary", {}, `Footprint: ${counted(accesses.length, "location")}`),
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...accesses.map((access) => {
          const writer =
            access.kind === "read"
              ? writers.find((at) =>
                  run
                    .event(at)
                    .footprint.some((one) => one.location === access.location && one.kind !== "read"),
                )
              : undefined;
          return el(
            "tr",
            {},
            el("td", {}, access.kind),
            el("td", {}, access.name),
            el(
              "td",
              {},
              writer === undefined
                ? ""
                : button(`from step ${writer + 1}`, () => session.goTo(session.state.run, writer), {
                    class: "jump",
                  }),
            ),
          );
        }),
      ),
    ),
  );
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending} step`;
}
