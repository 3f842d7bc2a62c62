// The address of a step: report.html#step=57&run=twin. Steps are counted from 1, as in all reports.
import type { RunId, State, Tab } from "./state";

const TABS: readonly Tab[] = ["event", "mailbox", "races", "waiting", "lanes", "tree"];

export function readLink(hash: string): Partial<State> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const step = Number(fields.get("step"));
  const run = fields.get("run") ?? "";
  const tab = TABS.find((one) => one === fields.get("tab"));
  return {
    ...(Number.isInteger(step) && step >= 1 ? { step: step - 1 } : {}),
    ...(/^(failing|twin|variant-\d+)$/.test(run) ? { run: run as RunId } : {}),
    ...(tab === undefined ? {} : { tab }),
    ...(fields.has("side") ? { sideBySide: true } : {}),
    ...(fields.has("all") ? { pastOnly: false } : {}),
  };
}

export function writeLink(state: State): string {
  const fields = [`step=${state.step + 1}`];
  if (state.run !== "failing") fields.push(`run=${state.run}`);
  if (state.sideBySide) fields.push("side");
  if (!state.pastOnly) fields.push("all");
  if (state.tab !== "event") fields.push(`tab=${state.tab}`);
  return `#${fields.join("&")}`;
}
