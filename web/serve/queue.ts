// The runs of a queue that other processes work on: how far they are, who works on them, a way to stop
// them. Nothing here starts one.
import { button, el, fill } from "../src/view/dom";
import * as api from "./api";

const number = (value: number): string => value.toLocaleString("en");

const words = (run: api.QueuedRun): string => {
  const parts = [
    run.estimate > run.interleavings
      ? `${number(run.interleavings)} of about ${number(run.estimate)} interleavings`
      : `${number(run.interleavings)} interleavings`,
    run.errors === 1 ? "1 error" : `${number(run.errors)} errors`,
    `${number(run.seconds)} s`,
  ];
  return parts.join(", ");
};

const state = (run: api.QueuedRun): string =>
  run.reason === "" ? run.state : `${run.state} (${run.reason})`;

export class QueuePanel {
  readonly #list = el("ol", { class: "runs queue-runs" });
  readonly #problem = el("p", { class: "message", role: "alert", hidden: true });
  readonly element: HTMLElement;

  constructor(
    address: string,
    private readonly say: (problem: unknown) => void,
  ) {
    this.element = el(
      "details",
      { class: "past queue", open: true },
      el("summary", {}, `Queue (${address})`),
      this.#problem,
      this.#list,
    );
    api.listenToQueue((queue) => this.#show(queue));
  }

  #show(queue: api.Queue): void {
    this.#problem.textContent = queue.error;
    this.#problem.hidden = queue.error === "";
    if (queue.error !== "") return;
    fill(
      this.#list,
      ...(queue.runs.length === 0
        ? [el("li", { class: "empty" }, "no runs")]
        : queue.runs.map((run) => this.#item(run))),
    );
  }

  #item(run: api.QueuedRun): HTMLElement {
    const running = run.state === "running";
    const bar = el("progress", { class: "bar", "aria-label": `Progress of run ${run.id}` });
    if (run.estimate > 0) {
      bar.max = Math.max(run.estimate, run.interleavings);
      bar.value = run.interleavings;
    }
    const stop = button("Stop", () => void this.#stop(run.id, stop), {
      "aria-label": `Stop run ${run.id}`,
    });
    return el(
      "li",
      { "data-run": String(run.id) },
      el("span", { class: "queue-title" }, `${run.id}. ${run.title}`),
      el(
        "span",
        {
          class: `verdict ${running ? "open" : run.errors > 0 ? "bad" : run.state === "done" ? "good" : "open"}`,
        },
        state(run),
      ),
      ...(running ? [stop, bar] : []),
      el("p", { class: "progress-text" }, words(run)),
      ...(running && run.workers.length > 0
        ? [
            el(
              "ul",
              { class: "workers" },
              ...run.workers.map((worker) =>
                el(
                  "li",
                  {},
                  `${worker.host} ${worker.process}: ${worker.threads} ${worker.threads === 1 ? "thread" : "threads"}, ` +
                    `${number(worker.rate)}/s` +
                    (worker.state === "working"
                      ? worker.waiting > 0
                        ? `, ${worker.waiting} waiting`
                        : ""
                      : `, ${worker.state}`),
                ),
              ),
            ),
          ]
        : []),
    );
  }

  async #stop(id: number, pressed: HTMLButtonElement): Promise<void> {
    pressed.disabled = true;
    try {
      await api.stopQueued(id);
    } catch (problem) {
      this.say(problem);
    }
  }
}
