import "./style.css";
import { readLink } from "./deeplink";
import { parseReport, UnreadableReport } from "./document/load";
import { Session } from "./session";
import { showReport } from "./view/app";
import { el, fill } from "./view/dom";

const host = document.getElementById("app")!;
try {
  const report = parseReport(document.getElementById("heddle-report")?.textContent ?? "");
  showReport(host, new Session(report, readLink(location.hash)));
} catch (problem) {
  if (!(problem instanceof UnreadableReport)) throw problem;
  fill(
    host,
    el("main", { class: "unreadable" }, el("h1", {}, "Heddle report"), el("p", {}, problem.message)),
  );
}
