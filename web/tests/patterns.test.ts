import { expect, test } from "vitest";
import { clausesOf, mismatch } from "../src/model/patterns";

test("clauses are separated outside brackets and quotes", () => {
  expect(clausesOf("{commit, C}; {abort, C} when C > 1; 'a;b'")).toEqual([
    { pattern: "{commit, C}", guard: "" },
    { pattern: "{abort, C}", guard: "C > 1" },
    { pattern: "'a;b'", guard: "" },
  ]);
  expect(clausesOf("(1, x) when x > 0 | (2, _)").map((clause) => clause.pattern)).toEqual([
    "(1, x)",
    "(2, _)",
  ]);
});

test("the alternatives of a guard belong to one clause; a character may be a semicolon", () => {
  expect(clausesOf("X when (X =:= a; X =:= b); {$;, _}")).toEqual([
    { pattern: "X", guard: "(X =:= a; X =:= b)" },
    { pattern: "{$;, _}", guard: "" },
  ]);
});

test.each([
  ["first_done", "first_done", null],
  ["first_done", "second_done", "second_done is not first_done"],
  ["{commit, Coordinator}", "{commit,P.3}", null],
  ["{commit, Coordinator}", "{prepare,P.4,50}", "2 elements are expected, not 3"],
  ["{commit, Coordinator, _}", "{prepare,P.4,50}", "prepare is not commit"],
  ["{P, ok}", "{P.1,ok}", null],
  ["'DOWN'", "'DOWN'", null],
  ["{'ok', X}", "{ok,1}", null],
  ["[A | Rest]", "[1,2,3]", null],
  ["{Tag, [x]}", "{t,[y]}", "y is not x"],
  ["{vote, A} = M", "{note,1}", "note is not vote"],
  ["#{key := V}", "anything", null],
  ["{a}", "a", "a is not a tuple"],
  ["{$a, X}", "{97,1}", null],
  ["$a", "98", "98 is not 97"],
  ["(1, x)", "(1, 7)", null],
  ["(1, x)", "(2, 7)", "2 is not 1"],
])("pattern %s, message %s", (pattern, message, why) => {
  expect(mismatch(pattern, message)).toBe(why);
});
