// The page of `heddle serve`: an editor on the left, results on the right, past runs below.
import "../src/style.css";
import "./serve.css";
import { button, el, fill } from "../src/view/dom";
import * as api from "./api";
import { Editor } from "./editor";
import { CommandForm } from "./form";
import { QueuePanel } from "./queue";
import { marks, showResult, stateWords, tone } from "./results";

const first = `-module(hello).
-export([test/0]).

%% Two processes send; who is first?
test() ->
    Self = self(),
    spawn(fun() -> Self ! one end),
    spawn(fun() -> Self ! two end),
    receive X -> one = X end,
    receive two -> ok end.
`;

/** What a program calls itself; a test of a suite keeps the name of its file, which says .exs. */
const nameOf = (source: string): string | undefined => {
  const module = /^\s*-\s*module\s*\(\s*([a-z]\w*)/m.exec(source)?.[1];
  return module === undefined ? undefined : `${module}.erl`;
};

class Page {
  readonly #forms: Record<api.Command, CommandForm> = {
    check: new CommandForm(
      "check",
      "Check",
      "all interleavings that can matter",
      () => void this.start("check"),
    ),
    verify: new CommandForm(
      "verify",
      "Verify",
      "for any number of processes, by a proof",
      () => void this.start("verify"),
    ),
  };
  #command: api.Command = "check";
  readonly #language = el(
    "select",
    { id: "language" },
    ...(["erlang", "elixir", "cpp"] as const).map((name) =>
      el("option", { value: name }, { erlang: "Erlang", elixir: "Elixir", cpp: "C++" }[name]),
    ),
  );
  readonly #library = el("select", { id: "library" });
  readonly #stop = button("Stop", () => void this.stop(), { class: "stop" });
  readonly #bar = el("progress", { class: "bar", "aria-label": "Progress" });
  readonly #progress = el("p", { class: "progress-text", "aria-live": "polite" });
  readonly #running = el("div", { class: "running", hidden: true }, this.#bar, this.#stop, this.#progress);
  readonly #notice = el("p", { class: "notice", role: "note", hidden: true });
  readonly #results = el(
    "section",
    { class: "results", "aria-label": "Result" },
    el(
      "p",
      { class: "empty" },
      "No run yet. Choose a program or write one, then press Check or Verify, or Ctrl-Enter.",
    ),
  );
  readonly #runs = el("ol", { class: "runs" });
  readonly #past = el("details", { class: "past", open: true }, el("summary", {}, "Runs"), this.#runs);
  readonly #editor: Editor;
  #info: api.Info | null = null;
  #name = "snippet";
  #current: number | null = null;
  #silence: () => void = () => undefined;

  constructor(host: HTMLElement) {
    const editorHost = el("div", { class: "editor" });
    fill(
      host,
      el(
        "header",
        { class: "bar-top" },
        el("h1", {}, "Heddle"),
        el("label", { for: "library" }, "Program"),
        this.#library,
        el("label", { for: "language" }, "Language"),
        this.#language,
      ),
      el(
        "main",
        { class: "serve" },
        el(
          "section",
          { class: "left", "aria-label": "Program" },
          editorHost,
          this.#notice,
          el("div", { class: "commands" }, this.#forms.check.element, this.#forms.verify.element),
          this.#running,
          this.#past,
        ),
        this.#results,
      ),
    );
    this.#editor = new Editor(
      editorHost,
      () => void this.start(this.#command),
      () => undefined,
    );
    this.#editor.text = first;
    this.#language.addEventListener("change", () => {
      this.#name = "snippet"; // no longer the program of the library
      this.#library.value = "";
      this.#languageChanged();
    });
    this.#library.addEventListener("change", () => void this.open(this.#library.value));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      // Who sets the options of a command means that one.
      const at = Object.values(this.#forms).find((form) => form.element.contains(event.target as Node));
      void this.start(at?.command ?? this.#command);
    });
  }

  async load(): Promise<void> {
    this.#info = await api.info();
    const groups = new Map<string, api.Example[]>();
    for (const example of await api.examples()) {
      const list = groups.get(example.group) ?? [];
      groups.set(example.group, list);
      list.push(example);
    }
    fill(
      this.#library,
      el("option", { value: "" }, "your own"),
      ...[...groups].map(([group, list]) =>
        el(
          "optgroup",
          { label: group },
          ...list.map((one) =>
            el(
              "option",
              { value: one.id, "data-language": one.language, "data-command": one.command },
              one.name,
            ),
          ),
        ),
      ),
    );
    this.#languageChanged();
    if (this.#info.queue !== "") {
      this.#past.after(new QueuePanel(this.#info.queue, (problem) => this.#say(problem)).element);
    }
    await this.refresh();
  }

  #languageChanged(): void {
    const language = this.#language.value as api.Language;
    this.#editor.language = language;
    const specs = (this.#info?.options ?? []).filter((spec) => spec.native === (language === "cpp"));
    for (const form of Object.values(this.#forms)) form.specs = specs;
    if (language !== "erlang") this.#choose("check");
    this.#forms.verify.element.hidden = language !== "erlang";
    const refusal = language === "cpp" ? (this.#info?.cpp_refusal ?? "") : "";
    const said =
      language === "cpp" && refusal === ""
        ? "A C++ program is compiled with g++ and runs natively, not in Heddle's own machine: run only what you trust."
        : language === "elixir" && this.#info?.confined === false
          ? "elixirc evaluates module bodies and macros on this machine: run only what you trust."
          : refusal;
    this.#notice.textContent = said;
    this.#notice.hidden = said === "";
    this.#forms.check.disabled = refusal !== "";
  }

  /** The command that Ctrl-Enter runs; with `values`, its options. */
  #choose(command: api.Command, values?: api.OptionValues): void {
    this.#command = command;
    for (const form of Object.values(this.#forms)) form.isMain = form.command === command;
    if (values !== undefined) this.#forms[command].show(values);
  }

  async open(id: string): Promise<void> {
    if (id === "") return;
    const option = this.#library.selectedOptions[0]!;
    await this.#guarded(async () => {
      this.#editor.text = await api.exampleSource(id);
      this.#name = option.textContent ?? "snippet";
      this.#language.value = option.dataset["language"] ?? "erlang";
      this.#languageChanged();
      const command = (option.dataset["command"] as api.Command) ?? "check";
      const suite = this.#name.endsWith(".exs") || /eunit\/include\/eunit\.hrl/.test(this.#editor.text);
      this.#choose(command, command === "check" && suite ? { suite: "EUnit or ExUnit suite" } : {});
    });
  }

  async start(command: api.Command): Promise<void> {
    const form = this.#forms[command];
    if (form.disabled || form.element.hidden) return;
    this.#choose(command);
    await this.#guarded(async () => {
      this.#editor.mark([]);
      const id = await api.start({
        language: this.#language.value as api.Language,
        name: nameOf(this.#editor.text) ?? this.#name,
        source: this.#editor.text,
        command,
        options: form.values,
      });
      this.#follow(id);
    });
  }

  async stop(): Promise<void> {
    const id = this.#current;
    if (id === null) return;
    this.#stop.disabled = true;
    await this.#guarded(() => api.stop(id));
  }

  #follow(id: number): void {
    this.#silence();
    this.#current = id;
    this.#stop.disabled = false;
    this.#running.hidden = false;
    this.#results.setAttribute("aria-busy", "true"); // what is there is of another run
    this.#bar.removeAttribute("value");
    this.#silence = api.listen(id, (run) => {
      const { interleavings, estimate, seconds, limit, text } = run.progress;
      // Nobody knows how long a proof takes: its bar is the time that it may use.
      if (limit > 0) {
        this.#bar.max = limit;
        this.#bar.value = Math.min(seconds, limit);
      } else if (estimate > 0) {
        this.#bar.max = Math.max(estimate, interleavings);
        this.#bar.value = interleavings;
      }
      this.#progress.textContent = run.state === "running" && text !== "" ? text : stateWords(run);
      if (run.state === "queued" || run.state === "running") return void this.refresh();
      this.#running.hidden = true;
      this.#results.removeAttribute("aria-busy");
      this.#progress.textContent = "";
      void this.show(id);
    });
    void this.refresh();
  }

  async show(id: number): Promise<void> {
    await this.#guarded(async () => {
      const run = await api.run(id);
      await showResult(this.#results, run, (line) => this.#editor.goTo(line));
      if (run.source === this.#editor.text) this.#editor.mark(marks(run));
    });
    await this.refresh();
  }

  /** A past run: its program, its options, its result. */
  async #recall(id: number): Promise<void> {
    await this.#guarded(async () => {
      const run = await api.run(id);
      this.#name = run.name;
      this.#library.value = "";
      this.#editor.text = run.source;
      this.#language.value = run.language;
      this.#languageChanged();
      this.#choose(run.command, run.options);
    });
    const run = await api.run(id);
    if (run.state === "queued" || run.state === "running") this.#follow(id);
    else await this.show(id);
  }

  #refreshing = false;
  async refresh(): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      const list = await api.runs();
      fill(
        this.#runs,
        ...list.map((run) =>
          el(
            "li",
            {},
            button(`${run.id}. ${run.command} ${run.name}`, () => void this.#recall(run.id)),
            el(
              "span",
              { class: `verdict ${run.state === "queued" || run.state === "running" ? "open" : tone(run)}` },
              stateWords(run),
            ),
          ),
        ),
      );
    } catch (problem) {
      this.#say(problem);
    } finally {
      this.#refreshing = false;
    }
  }

  #say(problem: unknown): void {
    fill(this.#results, el("pre", { class: "message", role: "alert" }, (problem as Error).message));
  }

  async #guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (problem) {
      this.#say(problem);
    }
  }
}

const host = document.getElementById("app")!;
new Page(host)
  .load()
  .catch((problem: Error) =>
    fill(
      host,
      el(
        "main",
        { class: "unreadable" },
        el("h1", {}, "Heddle"),
        el("p", { role: "alert" }, problem.message),
      ),
    ),
  );
