/** Writes the callers of one module's SQL functions as TypeScript, formatted as biome formats. */
import { ownValue } from "@yunjing/contract/own-value";
import type { FunctionSchema, ModuleSchemas } from "../schemas/schema.ts";
import type { CatalogueFunction, CatalogueValue } from "./catalogue.ts";

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

type Place = {
  readonly name: string;
  readonly part: "arguments" | "result" | "columns";
  readonly field?: string;
  readonly schemas: FunctionSchema;
  readonly module: string;
};

/** Returns the expression of a value's type. Throws when the schemas do not say enough. */
function typeOf(sqlType: string, place: Place): string {
  const { name, part, field, schemas, module } = place;
  const annotation =
    part === "result"
      ? schemas.result
      : ownValue<NonNullable<FunctionSchema["result"]>>(schemas[part], field ?? "");
  const path = [module, name, part, ...(field ? [field] : [])].join(".");
  const canBeNull = annotation !== undefined && "orNull" in annotation;
  const isClock = part === "arguments" && field === "now";
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
  { name }: CatalogueFunction,
  part: "arguments" | "columns",
  named: FunctionSchema["arguments"],
  known: readonly string[],
): void {
  for (const field of Object.keys(named ?? {})) {
    if (!known.includes(field)) throw new Error(`${name}: has no ${field} in its ${part}`);
  }
}

function fieldsOf(
  values: readonly CatalogueValue[],
  place: Omit<Place, "field">,
  indent: string,
): string {
  if (values.length === 0) return "{}";
  const lines = values.map((value) => {
    const field = fieldOf(value);
    return `${indent}  ${field}: ${typeOf(value.type, { ...place, field })},`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function returnsOf(one: CatalogueFunction, place: Omit<Place, "part">): string {
  if (one.columns.length > 0 && (one.columns.length > 1 || one.result === "record")) {
    const columns = fieldsOf(one.columns, { ...place, part: "columns" }, "  ");
    return `${one.isSet ? "rows" : "row"}(${columns})`;
  }
  if (one.isSet) throw new Error(`${one.name}: a set of single values has no caller; use a TABLE`);
  if (one.result === "void") return "nothing";
  return `scalar(${typeOf(one.result, { ...place, part: "result" })})`;
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
  comment: string | undefined,
): string {
  refuseUnknown(one, "arguments", schemas.arguments, one.arguments.map(fieldOf));
  refuseUnknown(one, "columns", schemas.columns, one.columns.map(fieldOf));
  const place = { name: one.name, schemas, module };
  return `${docComment(comment ?? `Calls ${one.name}.`)}
export const ${camelCase(one.name)} = sqlFunction({
  name: "${one.name}",
  arguments: ${fieldsOf(one.arguments, { ...place, part: "arguments" }, "  ")},
  returns: ${returnsOf(one, place)},
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
export function renderModule(
  module: string,
  schemas: ModuleSchemas,
  catalogue: readonly CatalogueFunction[],
  comments: ReadonlyMap<string, string>,
): string {
  const callers = Object.entries(schemas).map(([name, schema]) => {
    const found = catalogue.filter((one) => one.name === name);
    const [one] = found;
    if (!one) throw new Error(`${name}: the database has no such function`);
    if (found.length > 1) throw new Error(`${name}: has several signatures`);
    return callerOf(one, module, schema, comments.get(name));
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
