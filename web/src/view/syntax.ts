// A little colour for sources: comments, strings, keywords. A line is looked at by itself, so a
// string or comment over several lines stays plain.
type Token = readonly [kind: "" | "comment" | "string" | "keyword" | "variable", text: string];

const LANGUAGES: { files: RegExp; comment: string; keywords: string; variables: boolean }[] = [
  {
    files: /\.[eh]rl$/,
    comment: "%.*",
    keywords:
      "after|begin|case|catch|end|fun|if|maybe|of|receive|try|when|module|export|include_lib|include|record|define|behaviou?r|spec|type",
    variables: true,
  },
  {
    files: /\.exs?$/,
    comment: "#.*",
    keywords:
      "after|case|cond|def|defp|defmodule|do|else|end|fn|for|if|receive|rescue|try|unless|use|alias|import|when|with",
    variables: false,
  },
  {
    files: /\.(c|cc|cpp|cxx|h|hh|hpp)$/,
    comment: "//.*",
    keywords:
      "auto|bool|break|case|class|const|continue|do|else|explicit|false|for|if|include|inline|int|long|namespace|new|noexcept|nullptr|return|sizeof|static|struct|switch|template|this|true|typename|unsigned|using|void|while",
    variables: false,
  },
  {
    files: /\.toy$/,
    comment: "//.*",
    keywords: "var|proc|spawn|send|receive|read|write|assert|lock|unlock|if|else|while|self|when",
    variables: false,
  },
];

const patterns = new Map<string, RegExp | null>();

function patternFor(file: string): RegExp | null {
  let pattern = patterns.get(file);
  if (pattern === undefined) {
    const language = LANGUAGES.find((one) => one.files.test(file));
    const variable = language?.variables === true ? "\\b[A-Z_]\\w*" : "(?!)";
    pattern =
      language === undefined
        ? null
        : new RegExp(
            `(?<comment>${language.comment})|(?<string>"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')|(?<keyword>\\b(?:${language.keywords})\\b)|(?<variable>${variable})`,
            "g",
          );
    patterns.set(file, pattern);
  }
  return pattern;
}

export function tokens(line: string, file: string): Token[] {
  const pattern = patternFor(file);
  if (pattern === null) return [["", line]];
  const out: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    const kind =
      (["comment", "string", "keyword", "variable"] as const).find(
        (one) => match.groups?.[one] !== undefined,
      ) ?? "";
    if (match.index > at) out.push(["", line.slice(at, match.index)]);
    out.push([kind, match[0]]);
    at = match.index + match[0].length;
  }
  if (at < line.length) out.push(["", line.slice(at)]);
  return out;
}
