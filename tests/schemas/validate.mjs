// Runs heddle on examples and validates every JSON file that it writes: SARIF against the schema of
// the standard (OASIS, as the package schemastore has it), the others against docs/formats.
//
//   node validate.mjs HEDDLE
//
// Exit code 1 with the first problems if a file is not as its schema says, or if heddle does not end
// as it must.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const heddle = resolve(process.argv[2]);
const source = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const schemastore = dirname(createRequire(import.meta.url).resolve("schemastore/package.json"));
// A pattern of the schema has a bracket that only the older syntax of expressions allows.
const standard = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats(standard);
const own = new Ajv2020({ allErrors: true });
const validators = {
  sarif: standard.compile(read(join(schemastore, "schemas/json/sarif-2.1.0.json"))),
};
for (const name of ["result", "suite", "trace", "verify", "cover"]) {
  validators[name] = own.compile(read(join(source, `docs/formats/${name}.schema.json`)));
}

const folder = mkdtempSync(join(tmpdir(), "heddle-schemas-"));
const problems = [];
let files = 0;

function validate(kind, file, what) {
  files += 1;
  const document = read(join(folder, file));
  if (!validators[kind](document)) {
    for (const error of validators[kind].errors.slice(0, 3)) {
      problems.push(`${what}: ${file} (${kind}): ${error.instancePath || "/"} ${error.message}`);
    }
  }
  return document;
}

// heddle WORDS must end with the exit code and write the files: { "r.json": "result" }.
function run(code, words, written) {
  const what = `heddle ${words.join(" ")}`;
  let status = 0;
  try {
    execFileSync(heddle, words, { cwd: folder, stdio: "pipe", timeout: 120_000 });
  } catch (error) {
    status = error.status;
    if (status !== code) console.error(String(error.stdout), String(error.stderr));
  }
  if (status !== code) problems.push(`${what}: exit code ${status}, not ${code}`);
  const documents = {};
  for (const [file, kind] of Object.entries(written)) documents[file] = validate(kind, file, what);
  return documents;
}

const reports = { "r.json": "result", "r.sarif": "sarif" };
const suite = { "r.json": "suite", "r.sarif": "sarif" };
const out = ["--json", "r.json", "--sarif", "r.sarif"];
const example = (name) => join(source, "examples", name);

try {
  // An error, all errors, no error, cut off, sampled; each front end.
  const found = run(1, ["check", example("erlang/cache.erl"), ...out], {
    ...reports,
    "heddle-trace.json": "trace",
  });
  const steps = found["r.sarif"].runs[0].results[0].codeFlows[0].threadFlows[0].locations;
  if (steps.length !== found["heddle-trace.json"].events.length) {
    problems.push("the code flow does not have the steps of the trace");
  }
  run(1, ["check", example("erlang/cache.erl"), "--keep_going", ...out], reports);
  run(0, ["check", example("erlang/cache_fixed.erl"), ...out], reports);
  run(3, ["check", example("erlang/cache_fixed.erl"), "--interleaving_bound", "1", ...out], reports);
  run(3, ["check", example("erlang/cache_fixed.erl"), "--bound", "preemption:0", ...out], reports);
  run(1, ["check", example("elixir/account.ex"), ...out], reports);
  run(1, ["explore", example("toy/bank.toy"), ...out], reports);
  run(3, ["explore", example("toy/bank_fixed.toy"), "--strategy", "walk", ...out], reports);
  run(1, ["check", "--eunit", example("erlang/tickets.erl"), ...out], suite);
  run(1, ["check", "--exunit", example("elixir/basket_test.exs"), ...out], suite);

  // Texts that a careless writer trips over, and a test that cannot be checked.
  writeFileSync(
    join(folder, "odd.erl"),
    '-module(odd).\n-export([\'a "b" {0} [c](d)\\e_test\'/0, socket_test/0]).\n' +
      "'a \"b\" {0} [c](d)\\e_test'() -> exit({<<255>>, \"{1}\", '[x](http://y)'}).\n" +
      'socket_test() -> gen_tcp:connect("localhost", 80, []).\n',
  );
  run(1, ["check", "--eunit", "odd.erl", ...out], suite);

  run(1, ["verify", example("soter/unsafe_send.erl"), "--errors", "--json", "v.json"], {
    "v.json": "verify",
  });
  run(3, ["verify", example("soter/stutter.erl"), "--errors", "--json", "v.json"], {
    "v.json": "verify",
  });
  run(0, ["verify", example("soter/reslock.erl"), "--json", "v.json"], { "v.json": "verify" });
  const net = (name) => join(source, "tests/data/nets", name);
  run(0, ["cover", net("mutex.spec"), "--json", "c.json"], { "c.json": "cover" });
  run(1, ["cover", net("two_locks.spec"), "--json", "c.json"], { "c.json": "cover" });

  // The validators must be able to refuse.
  if (validators.sarif({ version: "2.1.0", runs: [{ results: [] }] })) {
    problems.push("SARIF's schema accepts a run without a tool");
  }
  if (validators.result({ verdict: "verified" })) problems.push("result.schema.json accepts anything");
} finally {
  rmSync(folder, { recursive: true });
}

if (problems.length > 0) {
  console.error(problems.slice(0, 20).join("\n"));
  process.exit(1);
}
console.log(`${files} files are as their schemas say`);
