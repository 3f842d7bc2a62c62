// Everything the page knows of one run, worked out once.
import type { Trace } from "../generated/trace";
import { type Arrow, arrowsOf } from "./arrows";
import { errorEvent, errorPast } from "./causality";
import { type Kind, kindOf } from "./kinds";
import { type Lanes, lanesOf } from "./lanes";
import { followMessages, type Messages } from "./messages";
import { Run } from "./run";

export interface RunModel {
  readonly run: Run;
  readonly messages: Messages;
  readonly lanes: Lanes;
  readonly arrows: readonly Arrow[];
  /** For the lane of a process that was started by another one: the event that did. */
  readonly births: ReadonlyMap<number, number>;
  readonly kinds: readonly Kind[];
  /** For each event whether it could have influenced the error. */
  readonly errorPast: readonly boolean[];
  readonly errorEvent: number | undefined;
}

export function modelOf(trace: Trace): RunModel {
  const run = new Run(trace);
  const messages = followMessages(run);
  const lanes = lanesOf(run, messages);
  const arrows = arrowsOf(run, lanes, messages);
  const spawns = arrows.filter((arrow) => arrow.kind === "spawn");
  return {
    run,
    messages,
    lanes,
    arrows,
    births: new Map(spawns.map((arrow) => [arrow.toLane, arrow.from])),
    kinds: run.events.map(kindOf),
    errorPast: errorPast(run),
    errorEvent: errorEvent(run),
  };
}
