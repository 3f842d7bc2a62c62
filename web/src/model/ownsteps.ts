// Under the C++ memory model an access is taken by whoever stands for one of its outcomes: an actor
// with the thread's name, whose only step it is (src/threads/cpp_memory.cpp). To a reader it is a step
// of the thread, with a number among the thread's, whichever outcome it has.
import type { Trace, TraceEvent } from "../generated/trace";

/** The events as the threads themselves would have taken them: actors, ordinals and clocks. */
export function ownSteps(trace: Trace): readonly TraceEvent[] {
  const thread = trace.actors.map((actor, index) =>
    actor.parent !== null && trace.actors[actor.parent]?.name === actor.name ? actor.parent : index,
  );
  if (thread.every((owner, index) => owner === index)) return trace.events;
  const taken = trace.actors.map(() => 0);
  // By actor and its ordinal: the number of the thread's step, from 1.
  const numbers: number[][] = trace.actors.map(() => []);
  for (const { actor, ordinal } of trace.events) numbers[actor]![ordinal] = ++taken[thread[actor]!]!;
  return trace.events.map((event) => {
    // Of a thread whoever knows a step knows those before it.
    const clock = new Map<number, number>();
    for (const [actor, steps] of event.clock) {
      const owner = thread[actor]!;
      clock.set(owner, Math.max(clock.get(owner) ?? 0, numbers[actor]![steps - 1] ?? 0));
    }
    return {
      ...event,
      actor: thread[event.actor]!,
      ordinal: numbers[event.actor]![event.ordinal]! - 1,
      clock: [...clock],
    };
  });
}
