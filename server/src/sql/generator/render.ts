/** Writes the callers of one module's SQL functions as TypeScript, formatted as biome formats. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Annotation, FunctionSchema, ModuleSchemas } from "../schemas/schema.ts";
import type { CatalogueFunction, CatalogueValue, CompositeTypes } from "./catalogue.ts";

/** The names of `sql-function.ts` for PostgreSQL's types. */
const types: Readonly<Record<string, string>> = {
  uuid: "uuid",
  text: "text",
  smallint: "smallint",
  integer: "integer",
  bigint: "bigint",
  boolean: "boolean",
  bytea: "bytea",
  timestamptz: "timestamptz",
  date: "date",
  "uuid[]": "uuidArray",
  "text[]": "textArray",
  "integer[]": "integerArray",
  "bytea[]": "byteaArray",
};
const WIDTH = 100;

/** `levels_take_back` → `levelsTakeBack`. */
const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `p_order_no` → `orderNo`. */
const fieldOf = ({ name }: CatalogueValue): string => camelCase(name.replace(/^p_/, ""));

/** What the database says beside the schemas. */
export type Known = {
  readonly catalogue: readonly CatalogueFunction[];
  readonly composites: CompositeTypes;
  /** The comment of each function. */
  readonly comments: ReadonlyMap<string, string>;
};

/** Where a value is: `path` in the schemas, and its annotation there. */
type Place = {
  readonly path: string;
  readonly annotation: Annotation | undefined;
  /** The instant `now`, which is null outside tests. */
  readonly isClock: boolean;
};

/** Returns the expression of a value's type. Throws when the schemas do not say enough. */
function typeOf(sqlType: string, { path, annotation, isClock }: Place): string {
  const canBeNull = annotation !== undefined && "orNull" in annotation;
  const hasSchema = annotation !== undefined && !(canBeNull && annotation.orNull === true);
  const schema = canBeNull ? `${path}.orNull` : path;
  const shaped = () => {
    if (sqlType === "jsonb") {
      if (!hasSchema) throw new Error(`${path}: a JSON value needs a schema`);
      return `jsonb(${schema})`;
    }
    const known = ownValue(types, sqlType);
    if (!known) throw new Error(`${path}: no caller for the type ${sqlType}`);
    if (!hasSchema) return known;
    if (sqlType !== "text") throw new Error(`${path}: only a text or a JSON value has a schema`);
    return `textOf(${schema})`;
  };
  return canBeNull || isClock ? `nullable(${shaped()})` : shaped();
}

/** Throws when the schemas name what the function does not have. */
function refuseUnknown(
  name: string,
  part: "arguments" | "columns" | "attributes",
  named: Readonly<Record<string, unknown>> | undefined,
  known: readonly string[],
): void {
  for (const field of Object.keys(named ?? {})) {
    if (!known.includes(field)) throw new Error(`${name}: has no ${field} in its ${part}`);
  }
}

const objectOf = (lines: readonly string[], indent: string): string =>
  lines.length === 0
    ? "{}"
    : `{\n${lines.map((line) => `${indent}  ${line},\n`).join("")}${indent}}`;

function compositeOf(
  type: string,
  attributes: readonly CatalogueValue[],
  path: string,
  annotations: FunctionSchema["arguments"],
): string {
  refuseUnknown(type, "attributes", annotations, attributes.map(fieldOf));
  const lines = attributes.map((attribute) => {
    const field = fieldOf(attribute);
    const annotation = ownValue(annotations, field);
    if (annotation && "attributes" in annotation) throw new Error(`${path}: nests composites`);
    const place = { path: `${path}.attributes.${field}`, annotation, isClock: false };
    return `${field}: ${typeOf(attribute.type, place)}`;
  });
  return `composite("${type}", ${objectOf(lines, "    ")})`;
}

function argumentsOf(
  one: CatalogueFunction,
  schemas: FunctionSchema,
  path: string,
  composites: CompositeTypes,
): string {
  refuseUnknown(one.name, "arguments", schemas.arguments, one.arguments.map(fieldOf));
  const lines = one.arguments.map((argument) => {
    const field = fieldOf(argument);
    const annotation = ownValue(schemas.arguments, field);
    const here = `${path}.arguments.${field}`;
    const attributes = composites.get(argument.type);
    const named = annotation && "attributes" in annotation ? annotation.attributes : undefined;
    if (attributes) return `${field}: ${compositeOf(argument.type, attributes, here, named)}`;
    if (annotation && "attributes" in annotation) throw new Error(`${here}: is no composite`);
    return `${field}: ${typeOf(argument.type, { path: here, annotation, isClock: field === "now" })}`;
  });
  return objectOf(lines, "  ");
}

function returnsOf(one: CatalogueFunction, schemas: FunctionSchema, path: string): string {
  refuseUnknown(one.name, "columns", schemas.columns, one.columns.map(fieldOf));
  if (one.columns.length > 0 && (one.columns.length > 1 || one.result === "record")) {
    const lines = one.columns.map((column) => {
      const field = fieldOf(column);
      const annotation = ownValue(schemas.columns, field);
      const place = { path: `${path}.columns.${field}`, annotation, isClock: false };
      return `${field}: ${typeOf(column.type, place)}`;
    });
    return `${one.isSet ? "rows" : "row"}(${objectOf(lines, "  ")})`;
  }
  if (one.isSet) throw new Error(`${one.name}: a set of single values has no caller; use a TABLE`);
  if (one.result === "void") return "nothing";
  const place = { path: `${path}.result`, annotation: schemas.result, isClock: false };
  return `scalar(${typeOf(one.result, place)})`;
}

/** Wraps a comment at the line width. */
function docComment(text: string): string {
  const single = `/** ${text} */`;
  if (single.length <= WIDTH) return single;
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && ` * ${last} ${word}`.length <= WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return ["/**", ...lines.map((line) => ` * ${line}`), " */"].join("\n");
}

function callerOf(
  one: CatalogueFunction,
  module: string,
  schemas: FunctionSchema,
  { composites, comments }: Known,
): string {
  const path = `${module}.${one.name}`;
  return `${docComment(comments.get(one.name) ?? `Calls ${one.name}.`)}
export const ${camelCase(one.name)} = sqlFunction({
  name: "${one.name}",
  arguments: ${argumentsOf(one, schemas, path, composites)},
  returns: ${returnsOf(one, schemas, path)},
});
`;
}

function importOf(names: readonly string[], from: string): string {
  const line = `import { ${names.join(", ")} } from "${from}";`;
  if (line.length <= WIDTH) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";`;
}

const RUNTIME = [
  "bigint",
  "boolean",
  "bytea",
  "byteaArray",
  "composite",
  "date",
  "integer",
  "integerArray",
  "jsonb",
  "nothing",
  "nullable",
  "row",
  "rows",
  "scalar",
  "smallint",
  "sqlFunction",
  "text",
  "textArray",
  "textOf",
  "timestamptz",
  "uuid",
  "uuidArray",
];

/**
 * Returns the file of one module: a caller for each function that its schemas name. Throws when a
 * function does not exist, has several signatures, or lacks a schema.
 */
export function renderModule(module: string, schemas: ModuleSchemas, known: Known): string {
  const callers = Object.entries(schemas).map(([name, schema]) => {
    const found = known.catalogue.filter((one) => one.name === name);
    const [one] = found;
    if (!one) throw new Error(`${name}: the database has no such function`);
    if (found.length > 1) throw new Error(`${name}: has several signatures`);
    return callerOf(one, module, schema, known);
  });
  const body = callers.join("\n");
  const code = body.replace(/\/\*[\s\S]*?\*\//g, "");
  const used = RUNTIME.filter((name) => new RegExp(`(?<![.\\w"])${name}\\b(?!: |")`).test(code));
  const needsSchemas = new RegExp(`\\(${module}\\.`).test(code);
  const imports = [
    importOf(used, "../platform/database/sql-function.ts"),
    ...(needsSchemas ? [importOf([module], `./schemas/${module}.ts`)] : []),
  ];
  return `/**
 * Callers of the SQL functions of ${module}. Generated by \`npm run generate-sql\` from the database's
 * catalogue and \`schemas/${module}.ts\`; do not edit.
 */
${imports.join("\n")}

${body}`;
}
