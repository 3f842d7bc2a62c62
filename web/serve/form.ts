// A command: the button that runs it, and its options as fields. The server says which options there
// are and what they may be.
import { button, el, fill } from "../src/view/dom";
import type { Command, OptionSpec, OptionValues } from "./api";

export class CommandForm {
  readonly element: HTMLElement;
  readonly #options = el("div", { class: "options" });
  readonly #button: HTMLButtonElement;
  #specs: OptionSpec[] = [];
  #fields = new Map<string, { spec: OptionSpec; input: HTMLInputElement | HTMLSelectElement }>();

  constructor(
    readonly command: Command,
    name: string,
    what: string,
    run: () => void,
  ) {
    this.#button = button(name, run, { class: "run" });
    this.element = el(
      "div",
      { class: "launch", role: "group", "aria-label": name, "data-command": command },
      el("div", { class: "launch-head" }, this.#button, el("span", { class: "what" }, what)),
      this.#options,
    );
  }

  /** The options that a language has. */
  set specs(specs: OptionSpec[]) {
    this.#specs = specs.filter((spec) => spec.command === this.command);
    this.show({});
  }

  get disabled(): boolean {
    return this.#button.disabled;
  }

  set disabled(is: boolean) {
    this.#button.disabled = is;
  }

  /** The one that Ctrl-Enter runs. */
  set isMain(is: boolean) {
    this.#button.classList.toggle("main", is);
    this.#button.title = is ? "Ctrl-Enter" : "";
  }

  show(values: OptionValues): void {
    this.#fields.clear();
    const field = (spec: OptionSpec) => {
      const input = this.#input(spec, values[spec.name]);
      this.#fields.set(spec.name, { spec, input });
      return el(
        "label",
        { class: `option option-${spec.kind}` },
        spec.kind === "flag" ? input : `${spec.label} `,
        spec.kind === "flag" ? ` ${spec.label}` : input,
      );
    };
    const rest = this.#specs.filter((spec) => !spec.common);
    fill(
      this.#options,
      el("div", { class: "option-row" }, ...this.#specs.filter((spec) => spec.common).map(field)),
      rest.length > 0 &&
        el(
          "details",
          { open: rest.some((spec) => values[spec.name] !== undefined) },
          el("summary", {}, "More options"),
          el("div", { class: "option-row" }, ...rest.map(field)),
        ),
    );
  }

  #input(
    spec: OptionSpec,
    value: string | number | boolean | undefined,
  ): HTMLInputElement | HTMLSelectElement {
    if (spec.kind === "choice") {
      const select = el(
        "select",
        {},
        el("option", { value: "" }, "–"),
        ...(spec.choices ?? []).map((choice) => el("option", { value: choice }, choice)),
      );
      select.value = typeof value === "string" ? value : "";
      return select;
    }
    if (spec.kind === "flag") {
      const box = el("input", { type: "checkbox" });
      box.checked = value === true;
      return box;
    }
    const input = el(
      "input",
      spec.kind === "number"
        ? { type: "number", step: "any", min: spec.least ?? 0, max: spec.most ?? 0 }
        : { type: "text", spellcheck: "false", size: 12 },
    );
    if (value !== undefined) input.value = String(value);
    return input;
  }

  /** What is set; what is empty is left to the server. */
  get values(): OptionValues {
    const values: OptionValues = {};
    for (const [name, { spec, input }] of this.#fields) {
      if (spec.kind === "flag") {
        if ((input as HTMLInputElement).checked) values[name] = true;
      } else if (input.value.trim() !== "") {
        values[name] = spec.kind === "number" ? Number(input.value) : input.value.trim();
      }
    }
    return values;
  }
}
