/**
 * Runs before every test file: each argument and result of an SQL function is compared with its
 * schema, so a shape that only the types promise fails the test that sends or receives it.
 */
import type { TSchema } from "typebox";
import Value from "typebox/value";
import { setValueCheck } from "../platform/database/sql-function.ts";

/** The value as JSON stores it: without absent fields. */
const asJson = (schema: TSchema | undefined, value: unknown): unknown =>
  schema && value !== null && typeof value === "object" ? JSON.parse(JSON.stringify(value)) : value;

setValueCheck((place, { cast, isNullable, schema }, value) => {
  if (value === undefined) throw new Error(`${place} is missing`);
  if (value === null && isNullable) return;
  if (value === null && cast !== "jsonb") throw new Error(`${place} is null`);
  const checked = asJson(schema, value);
  if (!schema || Value.Check(schema, checked)) return;
  const [first] = Value.Errors(schema, checked);
  throw new Error(
    `${place} does not have the form of its schema: ${JSON.stringify(first)} in ${JSON.stringify(checked)}`,
  );
});
