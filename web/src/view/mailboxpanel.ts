// The mailbox of the current process: what lay in it, what a receive passed over and why, what it took.
import { receivedText, type Message, mailboxAfter } from "../model/messages";
import { type Clause, clausesOf, mismatch } from "../model/patterns";
import type { Session } from "../session";
import { button, el } from "./dom";
import { counted } from "./words";

export function mailboxPanel(session: Session): HTMLElement[] {
  const { run, messages, kinds } = session.current;
  const { step } = session.state;
  const event = run.event(step);
  const process = run.processOf(messages.byArrival.get(step)?.to ?? event.actor);
  const isReceive = kinds[step] === "receive" || kinds[step] === "timeout";
  const clauses = event.constraint === "" ? [] : clausesOf(event.constraint);
  const taken = messages.byReceive.get(step);
  // A receive is shown with the mailbox it met, anything else with the one it left.
  const queue = mailboxAfter(messages, process, isReceive ? step : step + 1);
  const takenAt = taken === undefined ? queue.length : queue.indexOf(taken);
  const when = isReceive ? `when step ${step + 1} looked into it` : `after step ${step + 1}`;
  return [
    el(
      "h3",
      {},
      "Mailbox of ",
      el("b", {}, run.actorName(process)),
      ` ${when}: ${queue.length === 0 ? "empty" : counted(queue.length, "message")}`,
    ),
    isReceive ? tried(clauses, event.constraint, event.clause) : null,
    queue.length === 0
      ? null
      : el(
          "ol",
          { class: "mailbox" },
          ...queue.map((message, at) => {
            const fate = !isReceive
              ? null
              : message === taken
                ? takenBy(clauses, receivedText(event) ?? "", event.clause)
                : at < takenAt
                  ? skipped(clauses, message)
                  : { words: "not looked at", sign: "·" };
            return entry(session, message, fate, message === taken);
          }),
        ),
    isReceive && taken === undefined
      ? el(
          "p",
          { class: "empty" },
          kinds[step] === "timeout"
            ? "No message fitted; the receive gave up waiting."
            : "The trace does not tell which message was taken.",
        )
      : null,
  ].filter((one) => one !== null);
}

function tried(clauses: readonly Clause[], constraint: string, took: number | undefined): HTMLElement {
  if (constraint === "")
    return el(
      "p",
      { class: "empty" },
      "The receive takes any message, or its patterns are not in the trace (library code).",
    );
  return el(
    "ol",
    { class: "clauses", "aria-label": "Patterns tried" },
    ...clauses.map(({ pattern, guard }, at) =>
      el(
        "li",
        at + 1 === took ? { class: "took" } : {},
        el("code", {}, pattern),
        guard === "" ? null : el("span", { class: "guard" }, " when ", el("code", {}, guard)),
        at + 1 === took ? el("span", { class: "fate" }, " took the message") : null,
      ),
    ),
  );
}

interface Fate {
  readonly words: string;
  readonly sign: string;
}

/** `known`: the clause that Heddle found, from 1. Without it (old traces, library code) the patterns' text tells what it can. */
function takenBy(clauses: readonly Clause[], text: string, known: number | undefined): Fate {
  if (known !== undefined) return { words: `taken by pattern ${known}`, sign: "✓" };
  const fitting = clauses.flatMap((clause, at) => (mismatch(clause.pattern, text) === null ? [at + 1] : []));
  if (clauses.length === 0 || fitting.length === 0) return { words: "taken", sign: "✓" };
  const [first] = fitting;
  return {
    words:
      fitting.length === 1
        ? `taken by pattern ${first}`
        : `taken by one of the patterns ${fitting.join(", ")}`,
    sign: "✓",
  };
}

/** A message that lies in the mailbox of a process that is stuck in a receive, and why it stays there. */
export function leftInMailbox(session: Session, message: Message, constraint: string): HTMLElement {
  return entry(session, message, skipped(constraint === "" ? [] : clausesOf(constraint), message), false);
}

function skipped(clauses: readonly Clause[], message: Message): Fate {
  if (message.text === null || clauses.length === 0)
    return { words: "passed over: fits no pattern", sign: "↷" };
  const text = message.text;
  const reasons = clauses.map(({ pattern, guard }, at) => {
    const why = mismatch(pattern, text);
    return `${clauses.length > 1 ? `pattern ${at + 1}: ` : ""}${why ?? (guard === "" ? "a variable is bound to something else" : "the guard or a bound variable refuses it")}`;
  });
  return { words: `passed over: ${reasons.join("; ")}`, sign: "↷" };
}

function entry(session: Session, message: Message, fate: Fate | null, isTaken: boolean): HTMLElement {
  const { run } = session.current;
  const from = run.actorName(run.event(message.sent).actor);
  return el(
    "li",
    { class: isTaken ? "taken" : "" },
    fate === null ? null : el("span", { class: "fate-sign", "aria-hidden": "true" }, fate.sign),
    el("code", {}, message.text ?? "(a message whose content the trace does not tell)"),
    el("span", { class: "from" }, ` from ${from} `),
    button(`step ${message.sent + 1}`, () => session.goTo(session.state.run, message.sent), {
      class: "jump",
    }),
    fate === null ? null : el("span", { class: "fate" }, fate.words),
  );
}
