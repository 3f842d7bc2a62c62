// Writes src/generated/trace.ts from docs/formats/trace.schema.json; with --check only says whether
// it is up to date. It knows the part of JSON Schema that our schemas use and refuses the rest, so
// that a new keyword cannot be dropped in silence.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schemaFile = fileURLToPath(new URL("../../docs/formats/trace.schema.json", import.meta.url));
const typesFile = fileURLToPath(new URL("../src/generated/trace.ts", import.meta.url));

const camel = (name) =>
  `Trace${name.replace(/(^|_)([a-z])/g, (_, _underscore, letter) => letter.toUpperCase())}`;

function typeOf(schema, indent) {
  if ("$ref" in schema) return camel(schema.$ref.replace("#/$defs/", ""));
  if ("const" in schema) return JSON.stringify(schema.const);
  if ("enum" in schema) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("oneOf" in schema) return schema.oneOf.map((one) => typeOf(one, indent)).join(" | ");
  switch (schema.type) {
    case "null":
    case "string":
      return schema.type;
    case "integer":
      return "number";
    case "array":
      if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf(one, indent)).join(", ")}]`;
      return `${typeOf(schema.items, indent)}[]`;
    case "object":
      return objectType(schema, indent);
    default:
      throw new Error(`trace.schema.json: no TypeScript type for ${JSON.stringify(schema)}`);
  }
}

function comment(schema, indent) {
  return schema.description ? `${indent}/** ${schema.description} */\n` : "";
}

function objectType(schema, indent) {
  const inner = `${indent}  `;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    return `${comment(field, inner)}${inner}${name}${required.has(name) ? "" : "?"}: ${typeOf(field, inner)};\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

function declaration(name, schema) {
  const kind = schema.type === "object" ? `interface ${name} ` : `type ${name} = `;
  return `${comment(schema, "")}export ${kind}${typeOf(schema, "")}${schema.type === "object" ? "" : ";"}\n`;
}

const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
const definitions = Object.entries(schema.$defs).map(([name, one]) => declaration(camel(name), one));
const text = [
  "// Made by scripts/types.mjs from docs/formats/trace.schema.json; do not edit.\n",
  declaration("Trace", schema),
  ...definitions,
].join("\n");

if (process.argv.includes("--check")) {
  if (readFileSync(typesFile, "utf8") !== text) {
    console.error("src/generated/trace.ts is not what the schema says: run `npm run types`");
    process.exit(1);
  }
} else {
  writeFileSync(typesFile, text);
}
