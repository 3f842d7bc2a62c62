// Who is stuck at the end, and who waits for whom.
import { mailboxAfter } from "../model/messages";
import { onCycle, type Stuck, stuckProcesses, waitForGraph, type WaitEdge } from "../model/waiting";
import type { RunModel } from "../model/runmodel";
import type { Session } from "../session";
import { button, el, svg } from "./dom";
import { leftInMailbox } from "./mailboxpanel";
import { shorten } from "./words";

const LONGEST_NAME = 18;
const LETTER = 7.4;

export function waitingPanel(session: Session): HTMLElement[] {
  const model = session.current;
  const { run } = model;
  const stuck = stuckProcesses(run);
  if (stuck.length === 0) return [el("p", { class: "empty" }, "Nobody waits at the end of this run.")];
  const edges = waitForGraph(run, model.messages);
  const cycle = onCycle(edges);
  return [
    el("h3", {}, cycle.size > 0 ? `A cycle of ${cycle.size} that wait for each other` : "Waiting at the end"),
    edges.length === 0 ? null : graph(model, edges, cycle),
    el(
      "ul",
      { class: "stuck" },
      ...stuck.map((one) => {
        const at = one.lastStep;
        return el(
          "li",
          {},
          el("b", {}, run.actorName(one.actor)),
          cycle.has(one.actor) ? el("span", { class: "tag" }, "in the cycle") : null,
          at === undefined
            ? null
            : button(`last step ${at + 1}`, () => session.goTo(session.state.run, at), { class: "jump" }),
          el(
            "div",
            { class: "waits" },
            /^(waits|spins) /.test(one.waitsFor) ? one.waitsFor : `waits for ${one.waitsFor}`,
          ),
          mailbox(session, one),
          ...edges.filter((edge) => edge.from === one.actor).map((edge) => edgeLine(session, edge)),
        );
      }),
    ),
  ].filter((one) => one !== null);
}

/** What a stuck process has in its mailbox and does not take. */
function mailbox(session: Session, stuck: Stuck): HTMLElement | null {
  const { run, messages } = session.current;
  const left = mailboxAfter(messages, stuck.actor, run.events.length);
  if (left.length === 0) return null;
  return el(
    "ul",
    { class: "mailbox" },
    ...left.map((message) => leftInMailbox(session, message, stuck.constraint)),
  );
}

function edgeLine(session: Session, edge: WaitEdge): HTMLElement {
  const to = session.current.run.actorName(edge.to);
  const words = {
    holds: `${to} holds it since`,
    runs: `${to} has not ended; its last is`,
    silent: `has not heard from ${to} since it sent to it at`,
    last: `${to} was the last to use it, at`,
  }[edge.how];
  return el(
    "div",
    { class: "edge-line" },
    words,
    " ",
    button(`step ${edge.because + 1}`, () => session.goTo(session.state.run, edge.because), {
      class: "jump",
    }),
  );
}

function graph(model: RunModel, edges: readonly WaitEdge[], cycle: ReadonlySet<number>): HTMLElement {
  const nodes = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))];
  const name = (node: number) => shorten(model.run.actorName(node), LONGEST_NAME);
  const half = (node: number) => Math.max(26, (name(node).length * LETTER) / 2 + 7);
  const widest = Math.max(...nodes.map(half));
  // On a circle that has room for all; two beside each other.
  const down = nodes.length === 2 ? 0 : Math.max(68, nodes.length * 13);
  const across = Math.max(90, 1.6 * down) + widest - 26;
  const [width, height] = [2 * (across + widest) + 8, 2 * down + 44];
  const first = nodes.length === 2 ? Math.PI : -Math.PI / 2;
  const place = new Map(
    nodes.map((node, at) => {
      const angle = (2 * Math.PI * at) / nodes.length + first;
      return [node, { x: width / 2 + across * Math.cos(angle), y: height / 2 + down * Math.sin(angle) }];
    }),
  );
  const picture = svg("svg", {
    class: "wait-graph",
    viewBox: `0 0 ${width} ${height}`,
    style: `max-width: ${width}px`,
    role: "img",
    "aria-label": edges
      .map((edge) => `${model.run.actorName(edge.from)} waits for ${model.run.actorName(edge.to)}`)
      .join(", "),
  });
  for (const edge of edges) {
    const [a, b] = [place.get(edge.from)!, place.get(edge.to)!];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const inCycle = cycle.has(edge.from) && cycle.has(edge.to);
    // Two that wait for each other have two lines, not one on top of the other.
    const [dx, dy] = [-uy * 7, ux * 7];
    picture.append(
      svg("line", {
        x1: a.x + ux * (half(edge.from) - 2) + dx,
        y1: a.y + uy * 14 + dy,
        x2: b.x - ux * (half(edge.to) + 3) + dx,
        y2: b.y - uy * 15 + dy,
        class: `wait ${edge.certain ? "certain" : "likely"} ${inCycle ? "cycle" : ""}`,
        "marker-end": "url(#head-wait)",
      }),
    );
  }
  for (const [node, { x, y }] of place) {
    picture.append(
      svg(
        "g",
        { class: cycle.has(node) ? "cycle" : "" },
        svg("title", {}, model.run.actorName(node)),
        svg("rect", { x: x - half(node), y: y - 12, width: 2 * half(node), height: 24, rx: 5 }),
        svg("text", { x, y: y + 4 }, name(node)),
      ),
    );
  }
  const hint = [
    edges.some((edge) => edge.how === "silent") &&
      "Dashed: it has sent to them and heard nothing since. The trace does not say whose message it waits for.",
    edges.some((edge) => edge.how === "last") && "Dashed: they were the last to use what it waits for.",
  ]
    .filter(Boolean)
    .join(" ");
  return el("figure", {}, picture, hint === "" ? null : el("figcaption", {}, hint));
}
