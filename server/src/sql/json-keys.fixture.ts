/**
 * Reads from the text of SQL functions which keys of a JSON argument they use, and compares them
 * with the argument's schema in both directions.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TSchema } from "typebox";

/** How a JSON value is used. */
type Use = {
  readonly keys: Map<string, Use>;
  items: Use | undefined;
  /** The value as a whole is stored, returned or compared, so all of it counts as read. */
  isWhole: boolean;
};
const newUse = (): Use => ({ keys: new Map(), items: undefined, isWhole: false });

export type SqlText = { readonly parameters: readonly string[]; readonly body: string };

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const FUNCTION =
  /CREATE\s+OR\s+REPLACE\s+FUNCTION\s+(\w+)\s*\(([\s\S]*?)\)\s*(?:RETURNS|LANGUAGE)[\s\S]*?\$\$([\s\S]*?)\$\$/g;

const parametersOf = (declared: string): string[] =>
  declared
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("OUT "))
    .map((one) => one.split(/\s+/)[0] ?? "");

/** Returns the functions of one SQL text, without comments. */
export const functionsIn = (text: string): (readonly [string, SqlText])[] =>
  [...text.replace(/--.*$/gm, "").matchAll(FUNCTION)].map(
    ([, name = "", declared = "", body = ""]) => [
      name,
      { parameters: parametersOf(declared), body },
    ],
  );

/** Returns every function of our modules. */
export function readFunctions(): ReadonlyMap<string, SqlText> {
  const modules = readdirSync(join(SOURCE, "domain")).map((module) => join("domain", module));
  const folders = ["platform", ...modules].map((module) => join(SOURCE, module, "functions"));
  const texts = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")),
    );
  return new Map(texts.flatMap(functionsIn));
}

const keyOf = (use: Use, key: string): Use => {
  const known = use.keys.get(key) ?? newUse();
  use.keys.set(key, known);
  return known;
};
const itemsOf = (use: Use): Use => (use.items ??= newUse());

/** A call that contains a position of a text: its name, and the number of the argument there. */
function enclosingCall(body: string, at: number): { name: string; argument: number } | undefined {
  let depth = 0;
  let argument = 0;
  for (let i = at - 1; i >= 0; i--) {
    const sign = body[i];
    if (sign === ";") return undefined;
    if (sign === ")" || sign === "]") depth++;
    else if (sign === "[") depth--;
    else if (sign === "," && depth === 0) argument++;
    else if (sign === "(" && depth-- === 0) {
      const [name] = /\w+\s*$/.exec(body.slice(0, i)) ?? [];
      return name ? { name: name.trim(), argument } : undefined;
    }
  }
  return undefined;
}

type Alias = { readonly name: string; readonly use: Use };
/** A variable that reads itself (`v_x := v_x->'next'`) would give a new part for ever. */
const ALIASES_MAX = 100;
const KEYWORDS = /^(WHERE|ORDER|LOOP|LIMIT|GROUP|INTO|ON|JOIN)$/i;

class Reader {
  readonly #functions: ReadonlyMap<string, SqlText>;
  readonly #seen = new Set<string>();

  constructor(functions: ReadonlyMap<string, SqlText>) {
    this.#functions = functions;
  }

  /** Adds to `use` what a function does with one expression of JSON. */
  read(functionName: string, expression: string, use: Use): void {
    const found = this.#functions.get(functionName);
    const place = `${functionName} ${expression}`;
    if (!found || this.#seen.has(place)) return;
    this.#seen.add(place);
    const aliases: Alias[] = [{ name: expression, use }];
    for (const alias of aliases) {
      for (const match of found.body.matchAll(
        new RegExp(`(?<![\\w'"])${alias.name}(?![\\w'"])`, "g"),
      )) {
        for (const made of this.#readAt(found.body, match.index, alias)) {
          const isKnown = aliases.some((one) => one.name === made.name && one.use === made.use);
          if (!isKnown && aliases.length < ALIASES_MAX) aliases.push(made);
        }
      }
    }
  }

  /** Reads one occurrence; returns the new names of parts of the value. */
  #readAt(body: string, start: number, { name, use }: Alias): Alias[] {
    let part = use;
    let at = start + name.length;
    for (;;) {
      const [step, operator, key] = /^\s*(->>?)\s*(?:'(\w+)'|\d+)/.exec(body.slice(at)) ?? [];
      if (!step) break;
      part = key ? keyOf(part, key) : itemsOf(part);
      at += step.length;
      if (operator === "->>") return [];
    }
    return this.#useOf(body, start, at, part);
  }

  #useOf(body: string, start: number, end: number, part: Use): Alias[] {
    const after = body.slice(end);
    const before = body.slice(0, start).replace(/coalesce\(\s*$/i, "");
    // The declaration of an alias is no use of its value.
    if (/(?:\bAS\s+(?:\w+\s*\(\s*)?|\)\s+)$/i.test(before)) return [];
    const [, tested] = /^\s*\?\s*'(\w+)'/.exec(after) ?? [];
    if (tested) {
      keyOf(part, tested);
      return [];
    }
    if (
      /^\s*IS\s+(NOT\s+)?(NULL|DISTINCT)/i.test(after) ||
      /jsonb_array_length\(\s*$/i.test(before)
    ) {
      return [];
    }
    const [record, isSet] = /jsonb_to_record(set)?\(\s*$/i.exec(before) ?? [];
    if (record) {
      const [, columns = ""] = /^\s*\)\s*(?:AS\s+)?\w*\s*\(([^)]*)\)/i.exec(after) ?? [];
      const row = isSet ? itemsOf(part) : part;
      for (const column of columns.split(",")) {
        const [, quoted, plain] = /^\s*(?:"(\w+)"|(\w+))/.exec(column) ?? [];
        keyOf(row, quoted ?? plain ?? "").isWhole = true;
      }
      return [];
    }
    const [elements, isText] = /jsonb_array_elements(_text)?\(\s*$/i.exec(before) ?? [];
    if (elements) {
      if (isText) return [];
      const [, alias, column] =
        /^(?:\s*,\s*'\[\]'(?:::jsonb)?\s*\))?\s*\)\s*(?:WITH\s+ORDINALITY\s*)?(?:AS\s+)?(\w+)(?:\s*\(\s*(\w+))?/i.exec(
          after,
        ) ?? [];
      const item = column ?? alias;
      return item && !KEYWORDS.test(item) ? [{ name: item, use: itemsOf(part) }] : [];
    }
    const [, variable] = /(\w+)\s+(?:jsonb\s*)?:=\s*$/i.exec(before) ?? [];
    if (variable) return [{ name: variable, use: part }];
    const call = enclosingCall(body, start);
    const target = call && this.#functions.get(call.name);
    const parameter = target?.parameters[call?.argument ?? -1];
    if (call && parameter && /[(,]\s*$/.test(before) && /^\s*[,)]/.test(after)) {
      this.read(call.name, parameter, part);
      return [];
    }
    part.isWhole = true;
    return [];
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the properties of an object schema, or of all objects of a union. */
function propertiesOf(schema: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema["anyOf"])) {
    const parts = schema["anyOf"].flatMap((one) => [...(propertiesOf(one) ?? [])]);
    return parts.length > 0 ? new Map(parts) : undefined;
  }
  if (!isObject(schema["properties"])) return undefined;
  const properties = new Map(Object.entries(schema["properties"]));
  // An open object without properties is a document that no schema describes.
  return properties.size === 0 && schema["additionalProperties"] !== false ? undefined : properties;
}

const itemSchemaOf = (schema: unknown): unknown => {
  if (!isObject(schema)) return undefined;
  if (Array.isArray(schema["anyOf"])) return schema["anyOf"].map(itemSchemaOf).find(Boolean);
  return schema["items"];
};

function compare(schema: unknown, use: Use, path: string, isPartOfWhole = false): string[] {
  const isWhole = isPartOfWhole || use.isWhole;
  const properties = propertiesOf(schema);
  const unread =
    properties && !isWhole ? [...properties.keys()].filter((key) => !use.keys.has(key)) : [];
  const unknown = [...use.keys.keys()].filter((key) => !properties?.has(key));
  return [
    ...unread.map((key) => `${path}.${key}: the schema has it, SQL does not read it`),
    ...unknown.map((key) => `${path}.${key}: SQL reads it, the schema lacks it`),
    ...[...use.keys].flatMap(([key, below]) =>
      properties?.has(key) ? compare(properties.get(key), below, `${path}.${key}`, isWhole) : [],
    ),
    ...(use.items ? compare(itemSchemaOf(schema), use.items, `${path}[]`, isWhole) : []),
  ];
}

/**
 * Returns the differences between a schema and the keys that a function, and the functions it
 * passes the value to, read of the JSON value `expression` (`p_order`, `p_entry.input`).
 */
export function keyFaults(
  functions: ReadonlyMap<string, SqlText>,
  { name, expression }: { readonly name: string; readonly expression: string },
  schema: TSchema,
): string[] {
  const use = newUse();
  new Reader(functions).read(name, expression, use);
  return compare(schema, use, `${name} ${expression}`);
}
