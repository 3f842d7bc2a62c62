// Small wordings that several views share.
import type { TraceEvent, TraceSource } from "../generated/trace";
import type { RunModel } from "../model/runmodel";

/** "1 step", "3 steps", "12,000 steps". */
export function counted(n: number, noun: string, plural = `${noun}s`): string {
  return `${number(n)} ${n === 1 ? noun : plural}`;
}

export function number(n: number): string {
  return n.toLocaleString("en");
}

/** Steps in their order, neighbours together: "1–9, 11, 12, 10". */
export function stepRanges(indices: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === index) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges
    .map(([from, to]) =>
      from === to ? `${from + 1}` : to === from + 1 ? `${from + 1}, ${to + 1}` : `${from + 1}–${to + 1}`,
    )
    .join(", ");
}

/** A file without its folders: what fits into a line of the chart. */
export function place(source: TraceSource): string {
  if (source.file === "") return "";
  const file = source.file.slice(source.file.lastIndexOf("/") + 1);
  return source.line > 0 ? `${file}:${source.line}` : file;
}

export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** What came of a step, unless its words tell already, as those of a message do. */
export function resultOf(event: TraceEvent): string {
  const isTold = event.value === "" || (event.message !== "" && event.operation.includes(event.value));
  return isTold ? "" : ` → ${event.value}`;
}

/** A step without the patterns of its receive, which a panel shows. */
export function briefly(event: TraceEvent): string {
  const accepts = ` (accepts ${event.constraint})`;
  return event.constraint !== "" && event.operation.endsWith(accepts)
    ? event.operation.slice(0, -accepts.length)
    : event.operation;
}

/** A step in one line: "12 P.2 sends done to P". */
export function stepLine(model: RunModel, index: number): string {
  const event = model.run.event(index);
  return `${index + 1} ${model.run.actorName(event.actor)} ${briefly(event)}${resultOf(event)}`;
}
