// What a run has made, as files: the program, the report and its trace. In one folder they are all that
// `heddle replay` and the other commands need.
import { button, el } from "../src/view/dom";
import { type FullRun, reportAddress } from "./api";

function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const report = (run: FullRun): Promise<string> =>
  fetch(reportAddress(run)).then((answer) => {
    if (!answer.ok) throw new Error("the report is no longer there");
    return answer.text();
  });

/** The document of a report is a line of it. */
const SLOT = /<script id="heddle-report" type="application\/json">(.*)<\/script>/;

async function trace(run: FullRun): Promise<string> {
  const document = JSON.parse(SLOT.exec(await report(run))![1]!) as { trace: unknown };
  if (document.trace === null) throw new Error("this run has no trace: nothing was found");
  return JSON.stringify(document.trace);
}

export function saveButtons(run: FullRun): HTMLElement {
  const said = el("span", { class: "save-problem", role: "status" });
  const offer = (words: string, work: () => void | Promise<void>) =>
    button(words, () => {
      said.textContent = "";
      Promise.resolve()
        .then(work)
        .catch((problem: Error) => void (said.textContent = problem.message));
    });
  return el(
    "span",
    { class: "save", role: "group", "aria-label": "Save as a file" },
    "Save",
    offer("Program", () => save(run.file, "text/plain", run.source)),
    run.report && offer("Report", async () => save("report.html", "text/html", await report(run))),
    run.report &&
      run.verdict === "error" &&
      offer("Trace", async () => save("heddle-trace.json", "application/json", await trace(run))),
    said,
  );
}
