// Whether a message can fit the patterns of a receive, as far as their text tells.
//
// The trace has a receive's clauses in source form. A variable may be bound already and a guard may
// refuse, which the text does not say; so the answer is "no, because" or "it may".
type Term =
  | { readonly kind: "any" }
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "tuple" | "list"; readonly items: readonly Term[]; readonly open: boolean };

export interface Clause {
  readonly pattern: string;
  readonly guard: string;
}

/** The clauses of a receive: separated by semicolons, in the toy language by bars, outside brackets and quotes. */
export function clausesOf(constraint: string): Clause[] {
  return splitTop(constraint, constraint.startsWith("(") ? "|" : ";").map((text) => {
    const when = / when (.+)$/s.exec(text);
    return { pattern: (when ? text.slice(0, when.index) : text).trim(), guard: when?.[1]?.trim() ?? "" };
  });
}

/** Why the message cannot fit the pattern, or null if it may. */
export function mismatch(pattern: string, message: string): string | null {
  // The toy language writes tuples in parentheses, and its variables like Erlang's atoms.
  const isVariable = pattern.startsWith("(") ? isToyVariable : isErlangVariable;
  return differ(
    parse(pattern, isVariable),
    parse(message, () => false),
  );
}

const isErlangVariable = (text: string) => /^(_|\p{Lu})[\p{L}\d_@]*$/u.test(text);
const isToyVariable = (text: string) => /^[a-z_]\w*$/.test(text);

function differ(pattern: Term, message: Term): string | null {
  if (pattern.kind === "any" || message.kind === "any") return null;
  if (pattern.kind === "plain" || message.kind === "plain") {
    if (pattern.kind === "plain" && message.kind === "plain" && pattern.text === message.text) return null;
    return `${show(message)} is not ${show(pattern)}`;
  }
  if (pattern.kind !== message.kind) return `${show(message)} is not ${show(pattern)}`;
  const open = pattern.open || message.open;
  if (!open && pattern.items.length !== message.items.length) {
    return `${pattern.items.length} elements are expected, not ${message.items.length}`;
  }
  for (let i = 0; i < Math.min(pattern.items.length, message.items.length); ++i) {
    const why = differ(pattern.items[i]!, message.items[i]!);
    if (why !== null) return why;
  }
  return null;
}

function show(term: Term): string {
  if (term.kind === "plain") return term.text;
  return term.kind === "tuple" ? "a tuple" : "a list";
}

function parse(source: string, isVariable: (text: string) => boolean): Term {
  const text = source.trim();
  const inner = text.slice(1, -1);
  if (/^(\{.*\}|\(.*\))$/s.test(text)) return sequence("tuple", inner, isVariable);
  if (/^\[.*\]$/s.test(text)) return sequence("list", inner, isVariable);
  const named = splitTop(text, "=");
  if (named.length === 2) return parse(named.find((part) => !isVariable(part.trim())) ?? "_", isVariable);
  // A character is the number of its code.
  if (/^\$.$/s.test(text)) return { kind: "plain", text: String(text.codePointAt(1)) };
  // Maps, binaries, records and expressions are beyond this.
  if (isVariable(text) || /^(#\{|<<|%|#[a-z])|[+*/(]/.test(text)) return { kind: "any" };
  return { kind: "plain", text: text.replace(/^'([a-z]\w*)'$/, "$1") };
}

function sequence(kind: "tuple" | "list", inner: string, isVariable: (text: string) => boolean): Term {
  const [head = "", ...tail] = splitTop(inner, "|");
  const items = head.trim() === "" ? [] : splitTop(head, ",").map((item) => parse(item, isVariable));
  return { kind, items, open: tail.length > 0 };
}

function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i]!;
    if (quote !== "") {
      if (c === "\\") ++i;
      else if (c === quote) quote = "";
    } else if (c === "$")
      ++i; // a character: $;
    else if (c === '"' || c === "'") quote = c;
    else if ("([{".includes(c)) ++depth;
    else if (")]}".includes(c)) --depth;
    else if (c === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
