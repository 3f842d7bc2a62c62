// What `heddle` puts into the page. The C++ side writes it; see web/README.md for the contract.
import type { Trace } from "../generated/trace";

export interface Report {
  version: 1;
  title: string;
  /** A word of docs/formats/result.md. */
  verdict: string;
  summary: Summary;
  /** One sentence: what goes wrong, because of what order. */
  story: string;
  replay: string | null;
  /** Null when nothing was found. */
  trace: Trace | null;
  /** The passing run: the decisive pair reversed. */
  twin: Trace | null;
  /** Indices of events of `trace`. */
  decisive: Decisive | null;
  /** False: the run is too long for its races to be looked for; `races` is empty then. */
  analysed: boolean;
  races: Race[];
  /** Events that sent messages nobody received. */
  orphans: number[];
  /** By the name used in the events' source. */
  sources: Record<string, string>;
  /** Not complete: only the first runs are in it. */
  tree: { nodes: TreeNode[]; complete?: boolean } | null;
}

export interface Decisive {
  first: number;
  second: number;
  /** Whether the pair decides by itself, or other steps have to change places, too. */
  alone?: boolean;
}

export interface Summary {
  interleavings?: number;
  blocked?: number;
  events?: number;
  seconds?: number;
  algorithm?: string;
  bounds?: string[];
  seed?: number;
  model?: string;
  incomplete?: string[];
}

export interface Race {
  /** The number that `heddle races` and `heddle variants --race` use. */
  id: number;
  kind: "receive" | "memory";
  /** Of a receive: the receive itself. */
  first: number;
  /** Of a receive: the send of the message that it could have taken instead. */
  second: number;
  /** Of a receive: the send of the message that it took. */
  taken?: number;
  /** Not an order of two steps: `first` could have read what `second` wrote; `why` has the value. */
  read?: boolean;
  /** Who could not go on to the end because of `first`; `second` is its last step before that. */
  waits?: string;
  object: string;
  reversible: boolean;
  /** Why not, or what would happen instead. */
  why: string;
  /** The events that the variant keeps, in order; then comes the other order. */
  variant: number[] | null;
  /** The variant's run, if it was run. */
  run: Trace | null;
  command: string;
}

export interface TreeNode {
  id: number;
  parent: number | null;
  label: string;
  kind: "step" | "blocked" | "error" | "end";
  /** The nodes on the way from the root whose steps this one races with. */
  races?: number[];
}
