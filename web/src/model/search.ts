// Search: words that must all occur somewhere in what a reader sees of an event.
import type { Run } from "./run";

export function matcher(run: Run, query: string): (index: number) => boolean {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return (index) => {
    const event = run.event(index);
    const place = `${event.source.file}:${event.source.line}`;
    const text = [run.actorName(event.actor), event.operation, event.value, event.constraint, place]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word) || word === `#${index + 1}`);
  };
}
