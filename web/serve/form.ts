// The options of a command as fields. The server says which there are and what they may be.
import { el, fill } from "../src/view/dom";
import type { Command, OptionSpec, OptionValues } from "./api";

export class OptionForm {
  readonly element = el("div", { class: "options" });
  #specs: OptionSpec[] = [];
  #fields = new Map<string, { spec: OptionSpec; input: HTMLInputElement | HTMLSelectElement }>();

  set specs(specs: OptionSpec[]) {
    this.#specs = specs;
  }

  show(command: Command, values: OptionValues = {}): void {
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
    const own = this.#specs.filter((spec) => spec.command === command);
    const rest = own.filter((spec) => !spec.common);
    fill(
      this.element,
      el("div", { class: "option-row" }, ...own.filter((spec) => spec.common).map(field)),
      rest.length > 0 &&
        el(
          "details",
          {},
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
