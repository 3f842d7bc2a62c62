// Made by scripts/types.mjs from docs/formats/trace.schema.json; do not edit.

/** One execution of a concurrent program. trace.md explains it for people and lists the rules that a schema cannot express. */
export interface Trace {
  version: 1;
  /** The Heddle that recorded it. */
  tool_version: string;
  program: {
    description: string;
    /** The words after `heddle` that explore the program again. */
    command: string[];
  };
  algorithm: string;
  actors: TraceActor[];
  events: TraceEvent[];
  /** The actor of each event, in order. */
  schedule: TraceActorIndex[];
  errors: TraceError[];
  /** Everything the run can be told apart by. */
  outcome: string;
  /** The actors that could not take their next step at the end. Left out if there are none. */
  blocked?: TraceBlocked[];
  /** Of a test that returns values: those that it does not want. Left out if there are none. */
  blamed?: {
    /** As in `outcome`, after `value `. */
    value: string;
    /** What is wrong with it. */
    error: string;
  }[];
}

/** An index into `actors`. */
export type TraceActorIndex = number;

export type TraceUint32 = number;

/** A 64-bit number, lower-case hexadecimal without leading zeros. */
export type TraceHex64 = string;

/** A place in the checked program; an empty file or line 0 means unknown. */
export interface TraceSource {
  file: string;
  line: number;
}

/** Parent, role and ordinal are the key by which another process recognises the actor. */
export interface TraceActor {
  name: string;
  /** The actor that made it, which precedes it; null for the first. */
  parent: null | TraceActorIndex;
  /** 0: a process or thread. Else a phantom actor: a message in flight, a store buffer, a timer. */
  role: TraceUint32;
  /** Which one of its parent's actors of this role. */
  ordinal: TraceHex64;
}

export interface TraceAccess {
  /** Tells locations apart, within this trace. */
  location: number;
  /** The location in words. */
  name: string;
  kind: "read" | "write" | "update" | "await" | "add" | "acquire" | "release" | "append" | "take" | "poll" | "produce" | "consume" | "guarded";
  /** Tells values, messages and constraints apart, within this trace; 0: none. */
  token: number;
}

export interface TraceEvent {
  /** Its number in every report: its position, from 1. Traces of earlier versions have none. */
  step?: number;
  actor: TraceActorIndex;
  /** Which event of its actor, from 0. */
  ordinal: TraceUint32;
  /** In the words of the checked program. */
  operation: string;
  /** What it read or received; empty if nothing. */
  value: string;
  /** Identity of the message sent, delivered or received; empty if none. */
  message: string;
  /** The actor or object acted on; empty if none. */
  target: string;
  /** Of a receive, in source form. */
  constraint: string;
  source: TraceSource;
  footprint: TraceAccess[];
  /** Pairs (actor, n), by ascending actor: the first n events of the actor happen before this event or are it. */
  clock: [TraceActorIndex, number][];
  /** Identifies the operation, not its result. */
  fingerprint: TraceHex64;
  /** Of a receive with several clauses: which of them took the message, from 1. Left out where it is not known. */
  clause?: number;
  reads?: TraceReads;
}

/** The index of an earlier event, which wrote it; null: the initial value. */
export type TraceWrite = null | TraceUint32;

/** Of a load of shared memory. Left out where it is not known, or nothing was read. */
export interface TraceReads {
  from: TraceWrite;
  value: string;
  /** What the memory model would have let it read at this point. */
  instead: {
    from: TraceWrite;
    value: string;
  }[];
}

export interface TraceError {
  kind: "abnormal_exit" | "assertion" | "deadlock" | "limit";
  /** Whose error it is; of a deadlock, all that wait. */
  actors: TraceActorIndex[];
  message: string;
  source: TraceSource;
}

export interface TraceBlocked {
  actor: TraceActorIndex;
  waits_for: string;
  /** Of the step it could not take. */
  footprint: TraceAccess[];
}
