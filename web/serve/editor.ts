// The editor: CodeMirror with our colours, the languages, and marks at the lines of errors.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import {
  bracketMatching,
  defaultHighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { HighlightStyle } from "@codemirror/language";
import { erlang } from "@codemirror/legacy-modes/mode/erlang";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { elixir } from "codemirror-lang-elixir";
import type { Diagnostic, Language } from "./api";

const languages: Record<Language, () => Extension> = {
  erlang: () => StreamLanguage.define(erlang),
  elixir: () => elixir(),
  cpp: () => cpp(),
};

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword],
    color: "var(--accent)",
    fontWeight: "600",
  },
  { tag: [tags.string, tags.character], color: "var(--good)" },
  { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.variableName, tags.propertyName], color: "var(--object)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--past-ink)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-content": { fontFamily: "var(--mono)", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--ink-3)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--past)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    backgroundColor: "var(--current) !important",
  },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-2)" },
});

export class Editor {
  readonly #language = new Compartment();
  readonly #view: EditorView;

  constructor(parent: HTMLElement, onRun: () => void, onChange: () => void) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (onRun(), true) }])),
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          lintGutter(),
          syntaxHighlighting(colours),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
          theme,
          this.#language.of(languages.erlang()),
          EditorView.contentAttributes.of({
            "aria-label": "Program (Escape, then Tab leaves the editor)",
            tabindex: "0",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange();
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
    });
    this.mark([]);
  }

  set language(language: Language) {
    this.#view.dispatch({ effects: this.#language.reconfigure(languages[language]()) });
  }

  /** Marks lines; those that are not in the text are left out. */
  mark(list: readonly Diagnostic[]): void {
    const doc = this.#view.state.doc;
    const marks = list
      .filter((one) => one.line >= 1 && one.line <= doc.lines)
      .map((one) => {
        const line = doc.line(one.line);
        const from = Math.min(line.from + Math.max(one.column - 1, 0), line.to);
        return {
          from,
          to: line.to,
          severity: one.warning ? ("warning" as const) : ("error" as const),
          message: one.message,
        };
      });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  goTo(line: number): void {
    const doc = this.#view.state.doc;
    const place = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    this.#view.dispatch({
      selection: { anchor: place },
      effects: EditorView.scrollIntoView(place, { y: "center" }),
    });
    this.#view.focus();
  }
}
