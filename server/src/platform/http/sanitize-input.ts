/**
 * Sanitizes inputs: removes undeclared fields, and converts the texts of a query. Built once for
 * each schema.
 */
import Type, { type TSchema } from "typebox";
import Value from "typebox/value";
import { isObject } from "./body.ts";

export type Sanitizer = (value: unknown) => unknown;

const unchanged: Sanitizer = (value) => value;

/**
 * Copies the declared fields, each through its own sanitizer. A value that is not an object is left
 * to the validation.
 */
function fieldsSanitizerOf(
  schema: TSchema,
  cleanerOfField: (field: TSchema) => Sanitizer,
): Sanitizer {
  if (!Type.IsObject(schema)) return unchanged;
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => [name, cleanerOfField(field)] as const,
  );
  return (value) => {
    if (!isObject(value)) return value;
    const known: Record<string, unknown> = {};
    for (const [name, clean] of fields) {
      if (Object.hasOwn(value, name)) known[name] = clean(value[name]);
    }
    return known;
  };
}

/** Drops what the schema does not declare, at every depth. */
export function sanitizerOf(schema: TSchema): Sanitizer {
  if (Type.IsObject(schema)) return fieldsSanitizerOf(schema, sanitizerOf);
  if (Type.IsArray(schema)) {
    const clean = sanitizerOf(schema.items);
    return (value) => (Array.isArray(value) ? value.map(clean) : value);
  }
  // The validation also accepts a list as an object.
  if (Type.IsRecord(schema)) {
    return (value) => (Array.isArray(value) ? null : Value.Clean(schema, value));
  }
  const isPlain =
    Type.IsString(schema) ||
    Type.IsNumber(schema) ||
    Type.IsInteger(schema) ||
    Type.IsBoolean(schema) ||
    Type.IsLiteral(schema) ||
    (Type.IsUnion(schema) && schema.anyOf.every((one) => Type.IsLiteral(one)));
  return isPlain ? unchanged : (value) => Value.Clean(schema, value);
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const toNumber: Sanitizer = (value) =>
  typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
const toBoolean: Sanitizer = (value) =>
  value === "true" ? true : value === "false" ? false : value;

function queryFieldSanitizerOf(schema: TSchema): Sanitizer {
  if (Type.IsNumber(schema) || Type.IsInteger(schema)) return toNumber;
  if (Type.IsBoolean(schema)) return toBoolean;
  return sanitizerOf(schema);
}

/** As `sanitizerOf`, for a query: decimal texts become numbers, `true` and `false` booleans. */
export const querySanitizerOf = (schema: TSchema): Sanitizer =>
  fieldsSanitizerOf(schema, queryFieldSanitizerOf);
