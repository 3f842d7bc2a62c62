// Keys and signs.
import { KIND_WORDS, type Kind } from "../model/kinds";
import { button, el } from "./dom";
import { sign } from "./glyphs";

const KEYS: [string, string][] = [
  ["↓ j · ↑ k", "next, previous step"],
  ["PgDn · PgUp", "a page on, a page back"],
  ["Home · End", "first, last step"],
  ["] · [", "next, previous step of the same process"],
  ["m", "from a receive to the send of its message, and back"],
  ["s", "to the step that started this process"],
  ["w", "to the step that wrote the value read"],
  ["e · d", "to the error, to the decisive race"],
  ["t · b", "passing twin, both side by side"],
  ["o", "unfold what is folded next to the current step"],
  ["f", "only the past of the error, or all steps"],
  ["/ · Esc", "search, clear the search"],
  ["?", "this help"],
];

const MARKS: [string, string][] = [
  ["◂ ▸ ∥", "in the past of the current step, in its future, concurrent with it"],
  ["✕ ◆ ◇", "the error, a step of the decisive race, a step of another race"],
  ["○", "a message that nobody receives"],
  ["⋯", "folded steps; click to unfold"],
];

export function helpDialog(): HTMLDialogElement {
  const row = (name: Node | string, words: string) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, words));
  const kinds = Object.keys(KIND_WORDS) as Kind[];
  const dialog = el(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    el(
      "div",
      { class: "help-head" },
      el("h2", { id: "help-title" }, "Keys and signs"),
      button("Close", () => dialog.close()),
    ),
    el(
      "div",
      { class: "help-columns" },
      el(
        "table",
        {},
        el(
          "tbody",
          {},
          ...KEYS.map(([key, words]) => row(el("kbd", {}, key), words)),
          ...MARKS.map(([mark, words]) => row(mark, words)),
        ),
      ),
      el("table", {}, el("tbody", {}, ...kinds.map((kind) => row(sign(kind), KIND_WORDS[kind])))),
    ),
    el(
      "p",
      {},
      "A message runs level from its send to the lane of its receiver, down beside the lane while it lies in the mailbox, and into the receive that takes it. One that is on its way for a while slants to its delivery. Thick lanes are shared objects.",
    ),
  );
  return dialog;
}
