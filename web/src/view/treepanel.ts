// The exploration as a tree. Steps without a choice are one line; branches open on demand, so that a
// large exploration costs only what is looked at.
import type { TreeNode } from "../document/report";
import type { Session } from "../session";
import { el, fill } from "./dom";
import { counted } from "./words";

const SIGNS: Record<TreeNode["kind"], string> = { step: "·", blocked: "⊘", error: "✕", end: "✓" };
const WORDS: Record<TreeNode["kind"], string> = {
  step: "",
  blocked: "given up as redundant",
  error: "error",
  end: "ends well",
};

export function treePanel(session: Session): HTMLElement[] {
  const nodes = session.report.tree?.nodes ?? [];
  if (nodes.length === 0) return [el("p", { class: "empty" }, "The report has no exploration tree.")];
  const children = new Map<number | null, TreeNode[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const leaves = (kind: TreeNode["kind"]) => nodes.filter((node) => node.kind === kind).length;
  const shown: (HTMLElement | null)[] = [
    el(
      "h3",
      {},
      `${counted(nodes.length, "node")}: ${leaves("end")} ✓, ${leaves("error")} ✕, ${leaves("blocked")} ⊘`,
    ),
    session.report.tree?.complete === false
      ? el("p", { class: "empty" }, "Only the beginning: the exploration went on, or could have.")
      : null,
    branch({ children, depths: depthsOf(nodes) }, null, 0),
  ];
  return shown.filter((one) => one !== null);
}

interface Shape {
  readonly children: ReadonlyMap<number | null, TreeNode[]>;
  /** Of each node by its id, from 1: the number of its step in every run through it. */
  readonly depths: ReadonlyMap<number, number>;
}

/** Parents come before their children. */
function depthsOf(nodes: readonly TreeNode[]): Map<number, number> {
  const out = new Map<number, number>();
  for (const { id, parent } of nodes) out.set(id, (parent === null ? 0 : (out.get(parent) ?? 0)) + 1);
  return out;
}

/** "step 7 races with step 3". */
function racesOf({ depths }: Shape, node: TreeNode): string {
  if (node.races === undefined || node.races.length === 0) return "";
  const steps = node.races.map((id) => depths.get(id)).filter((depth) => depth !== undefined);
  const others = `step${steps.length === 1 ? "" : "s"} ${steps.sort((a, b) => a - b).join(", ")}`;
  return `step ${depths.get(node.id)} races with ${others}`;
}

function branch(shape: Shape, parent: number | null, depth: number): HTMLElement {
  return el(
    "ul",
    { class: "tree" },
    ...(shape.children.get(parent) ?? []).map((node) => chain(shape, node, depth)),
  );
}

/** A node and those after it up to the next choice. */
function chain(shape: Shape, first: TreeNode, depth: number): HTMLElement {
  const { children } = shape;
  let last = first;
  let length = 1;
  const races = [racesOf(shape, first)];
  for (
    let next = children.get(last.id);
    next?.length === 1 && last.kind === "step";
    next = children.get(last.id)
  ) {
    last = next[0]!;
    races.push(racesOf(shape, last));
    ++length;
  }
  const label = length === 1 ? first.label : `${first.label} … ${last.label} (${counted(length, "step")})`;
  const notes = [WORDS[last.kind], ...races].filter((note) => note !== "").join("; ");
  const line = [
    el("span", { class: `node ${last.kind}` }, `${SIGNS[last.kind]} `),
    label,
    el("span", { class: "node-end" }, ` ${notes}`),
  ];
  const below = children.get(last.id)?.length ?? 0;
  if (below === 0) return el("li", {}, ...line);
  const host = el("div");
  const open = el(
    "details",
    {
      toggle: () => {
        if (open.open && host.childNodes.length === 0) fill(host, branch(shape, last.id, depth + 1));
      },
    },
    el("summary", {}, ...line, el("span", { class: "node-end" }, ` (${counted(below, "way")} on)`)),
    host,
  );
  open.open = depth < 3;
  return el("li", {}, open);
}
